"""The engine's errors: sentences with gaps, whole after any journey."""

import ast
import copy
import pickle
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import engine
from engine import Board, Game, Limit, Weights, parse_square
from engine.cli.main import main
from engine.compat.answers import FileError
from engine.errors import Problem, printable, type_name
from engine.rules import Rule, Rules
from engine.specs import PlayerSpec
from engine.tournament import Plan

ROOT = Path(engine.__file__).parent
KINDS = {"Problem", "FileError"}


@cache
def trees():
    """Return the parsed modules of the engine, by their paths."""
    return {path: ast.parse(path.read_bytes()) for path in sorted(ROOT.rglob("*.py"))}


def calls_of(names):
    """Return the calls of some names in the engine, with where they stand."""
    return [
        (f"{path.relative_to(ROOT)}:{node.lineno}", path, node)
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]


def raised_by(work, *values, **named):
    with pytest.raises(Problem) as caught:
        work(*values, **named)
    return caught.value


def test_every_problem_is_a_literal_whose_gaps_are_its_values():
    calls = calls_of(KINDS)
    assert len(calls) > 80
    for where, _, call in calls:
        assert len(call.args) == 1, where
        text = getattr(call.args[0], "value", None)
        assert isinstance(text, str), where
        parts = list(Formatter().parse(text))
        gaps = {name for _, name, _, _ in parts if name is not None}
        given = [keyword.arg for keyword in call.keywords]
        assert gaps == set(given), where
        assert "n" not in gaps, where  # it is what a plural depends on
        assert all(not form and not turned for _, _, form, turned in parts), where  # plain names


def test_no_sentence_is_raised_as_a_bare_value_error():
    course_modules = {path for path in trees() if path.name.startswith("poc_")}
    found = [
        where
        for where, path, _ in calls_of({"ValueError"})
        if path not in course_modules and path.parent.name != "cli"
    ]
    assert found == []


def test_what_is_checked_is_a_text_that_can_be_collected():
    for where, _, call in calls_of({"whole_number"}):
        what = call.args[1]
        literal = isinstance(what, ast.Constant) and isinstance(what.value, str)
        assert literal or ast.unparse(what) in ("self.name", "name"), where  # a setting's own name


@pytest.mark.parametrize(
    ("work", "text", "sentence"),
    [
        (
            lambda: Rules(26, 3),
            "{what} must be a whole number from {low} to {high}, not {value}",
            "the board's side must be a whole number from 1 to 25, not 26",
        ),
        (
            lambda: Rules(5, 7),
            "{what} must be a whole number from {low} to {high}, not {value}",
            "the line length must be a whole number from 1 to 5, not 7",
        ),
        (
            lambda: Weights.checked(1, float("inf")),
            "{name} must be a finite number of at most {limit}, not {value}",
            "SCORE_OTHER must be a finite number of at most 1e+100, not inf",
        ),
        (
            lambda: Board(2, board=[]),
            "the board must be {dim} rows of {dim} squares; its rows have no squares",
            "the board must be 2 rows of 2 squares; its rows have no squares",
        ),
        (
            lambda: parse_square(" {x} ", 3),
            "{text} names no square; write a letter and a number, A1 to {last}",
            "'{x}' names no square; write a letter and a number, A1 to C3",
        ),
        (
            Limit,
            "a search needs a limit: a number of trials, or of seconds",
            "a search needs a limit: a number of trials, or of seconds",
        ),
        (
            lambda: PlayerSpec.parse("file:other=1:a.py").kind.parameter("other"),
            "{kind} has no setting {name}, only {only}",
            "file has no setting 'other', only trials",
        ),
        (
            lambda: PlayerSpec.parse("mc:x=1"),
            "{kind} has no setting {name}; it has {others} and {last}",
            "mc has no setting 'x'; it has trials, current, other, settled and heavy",
        ),
        (
            lambda: PlayerSpec.parse("random").kind.parameter("x"),
            "{kind} has no setting {name}, nor any other",
            "random has no setting 'x', nor any other",
        ),
        (
            lambda: PlayerSpec.parse("mc").with_value("settled", "1"),
            "{name} must be from {low} to below {high}, not {value}",
            "settled must be from 0.5 to below 1, not '1'",
        ),
        (
            lambda: Plan(("perfect",), size=6, rule=Rule.REVERSE).tournament(1),
            "{player} cannot play this game: {what}",
            "perfect cannot play this game: perfect play is known on boards up to 4x4, for 5x5 "
            "with 3 or 4 in a row, and for full lines from 5x5 on",
        ),
    ],
)
def test_a_problem_is_its_sentence(work, text, sentence):
    problem = raised_by(work)
    assert (str(problem), problem.text) == (sentence, text)
    assert text.format(**problem.values) == sentence


def damaged_game():
    text = Game().to_json().replace('"size": 3', '"size": 99')
    return raised_by(Game.from_json, text)


def test_a_sentence_around_another_keeps_it_whole():
    problem = damaged_game()
    inner = problem.values["error"]
    assert problem.text == "{name} is damaged: {error}"
    assert str(problem.values["name"]) == "the saved game"
    assert isinstance(inner, Problem)
    assert inner.values["what"] == "the board's side"
    assert str(problem) == f"the saved game is damaged: {inner}"


@pytest.mark.parametrize("way", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy,
                                 copy.deepcopy])  # fmt: skip
def test_a_problem_survives_a_journey(way):
    for error in (
        damaged_game(),
        Problem("braces {} alone"),
        FileError("{name} was {{stopped}}", name="{a}.py"),
    ):
        arrived = way(error)
        assert type(arrived) is type(error)
        assert (str(arrived), arrived.text) == (str(error), error.text)
        assert {name: str(value) for name, value in arrived.values.items()} == {
            name: str(value) for name, value in error.values.items()
        }


def test_people_know_a_problem_as_a_value_error():
    assert type_name(Problem("no")) == type_name(ValueError("no")) == "ValueError"
    assert type_name(KeyError("no")) == "KeyError"
    assert str(FileError("{name} was {{stopped}}", name="{a}.py")) == "{a}.py was {stopped}"


def test_names_of_files_neither_break_nor_turn_their_line(tmp_path, capsys):
    name = "a\n\u202egnp.txt"
    path = tmp_path / name
    path.write_text("no game")
    assert main(["review", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "a\\n\\u202egnp.txt" in error
    assert str(Problem("{name} is bad", name=name)) == "a\\n\\u202egnp.txt is bad"
    assert str(Problem("{what}: {name}", what="x", name=path)).endswith("gnp.txt")
    assert printable("\u0645\u06cc\u200c\u062e") == "\u0645\u06cc\u200c\u062e", "Persian stays"
