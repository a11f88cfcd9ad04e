"""The check against a corpus: every mistake is found and named, and no right file is blamed."""

import json
import random
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.compat.checking import check_file
from tests.engine.course_mutants import MUTANTS, mutated
from tests.engine.course_variants import FILES, KEPT, varied
from tests.engine.written_files import mc_move

RIGHT = sorted((KEPT / "right").glob("*.py"))
PLAIN = (KEPT / "plain.py").read_text()

BY_DAY = {"one_trial_too_many"}
SEEN_BY_PARTS = (
    "starts_from_99999", "keeps_squares_that_were_best_before", "copies_once", "shares_the_rows",
    "shares_rows_of_scores", "never_leaves_the_loop", "asks_for_a_trials_board",
    "adds_what_is_no_number", "misspells_a_constant", "scores_the_winners_squares_only",
)  # fmt: skip
"""Mistakes that were once told wrongly, and that looks at other things than moves find."""


def some(names):
    """Return parameters: the first, and those by day; the others at night."""
    return [
        pytest.param(name, marks=() if i == 0 or name in BY_DAY else pytest.mark.nightly)
        for i, name in enumerate(names)
    ]


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(text)
    return path


def told(report, *statuses):
    """Return what a report says, finding by finding, of those of a status."""
    return [
        f"{name}: {each.what} | {each.got} | {each.cause}"
        for name, found in report.findings.items() for each in found if each.status in statuses
    ]  # fmt: skip


@pytest.mark.parametrize("name", some(path.stem for path in RIGHT))
def test_no_right_file_is_blamed(name, judge):
    report = judge(KEPT / "right" / f"{name}.py")
    assert report.verdict == "right", report.as_text()


def is_found(folder, name):
    """Look at a file with a mistake; it must be found, and named."""
    _, old, new, words = next(mutant for mutant in MUTANTS if mutant[0] == name)
    report = check_file(written(folder, mutated(PLAIN, old, new)), point=False)
    assert any(words in text for text in told(report, "fail", "warn")), report.as_text()
    assert report.verdict != "right"


@pytest.mark.parametrize("name", some(mutant[0] for mutant in MUTANTS))
@pytest.mark.usefixtures("fewer_moves")
def test_every_mistake_is_found_and_named(name, tmp_path):
    is_found(tmp_path, name)


@pytest.mark.parametrize("name", SEEN_BY_PARTS)
@pytest.mark.usefixtures("short_checks")
def test_a_mistake_is_found_and_named_by_its_part(name, tmp_path):
    is_found(tmp_path, name)


def test_the_corpus_is_large_enough_and_no_mistake_is_there_twice():
    assert len(RIGHT) >= 60
    assert len({mutated(PLAIN, old, new) for _, old, new, _ in MUTANTS}) == len(MUTANTS) >= 140


@pytest.mark.nightly
def test_the_same_file_gives_the_same_findings_again(tmp_path):
    # Half its trials leave the game too late, and it likes some squares better than others.
    path = written(tmp_path, varied([
        ("while board.check_win() is None:",
         "while board.check_win() is None or (random.random() < 0.02 and "
         "board.get_empty_squares()):"),
        ("random.choice(board.get_empty_squares())",
         "board.get_empty_squares()[int(random.random() ** 1.1 * len(board.get_empty_squares()))]"),
    ]))  # fmt: skip
    random.seed()  # whatever came before in this process says nothing
    first = check_file(path).as_json()
    assert [check_file(path).as_json() for _ in range(2)] == [first, first]
    assert not first["passed"]


@pytest.mark.usefixtures("without_moves")
def test_every_look_is_taken_although_one_raises(tmp_path):
    # An error on 4x4, and a sign that is wrong on 3x3.
    path = written(tmp_path, varied([
        ("    winner = board.check_win()\n",
         "    winner = board.check_win()\n    assert board.get_dim() == 3, 'small'\n"),
        ("scores[row][col] -= sign", "scores[row][col] += sign"),
    ]))  # fmt: skip
    found = told(check_file(path, point=False), "fail")
    assert any("wrong sign" in text for text in found)
    assert any("AssertionError: small" in text for text in found)


@pytest.mark.usefixtures("without_moves")
def test_a_look_that_hangs_or_crashes_costs_itself_only(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.compat.checking.LOOK_SECONDS", 0.5)
    path = written(tmp_path, varied([
        ("    winner = board.check_win()\n",
         "    winner = board.check_win()\n    while board.get_dim() == 4: pass\n"),
        ("    empty = board.get_empty_squares()\n",
         "    empty = board.get_empty_squares()\n"
         "    if len(empty) == 1: __import__('os')._exit(3)\n"),
    ]))  # fmt: skip
    report = check_file(path, point=False)
    found = told(report, "fail", "warn")
    assert any("took longer than 0.5 s" in text for text in found)
    assert any("exit status 3" in text for text in found)
    assert any("was not looked at in full" in text for text in found), "what was left out is told"
    assert [each.status for each in report.findings["taking wins"]] == ["pass"]


def test_the_time_for_all_looks_is_limited(tmp_path):
    path = written(tmp_path, varied([
        ("    winner = board.check_win()\n",
         "    winner = board.check_win()\n    while True: pass\n"),
    ]))  # fmt: skip
    report = check_file(path, seconds=0.05)
    assert any("the 0.05 s for all looks were over" in text for text in told(report, "warn"))


@pytest.mark.usefixtures("without_moves")
def test_a_repeated_mistake_is_told_once_with_its_line(judge):
    report = judge(FILES / "wrong_sign.py")
    (finding,) = [each for each in report.findings["mc_update_scores"] if each.status == "fail"]
    assert finding.cause == "the other side's squares get the wrong sign"
    assert finding.more == 7
    assert finding.board == "XXX/OO./..."
    assert finding.quoted == "scores[row][col] += sign * SCORE_OTHER"
    text = report.as_text()
    assert "likely:   the other side's squares get the wrong sign" in text
    assert f"where:    look at line {finding.line}: `scores[row][col] += sign" in text
    assert "and 7 more like this" in text


@pytest.mark.usefixtures("without_moves")
def test_where_no_line_is_found_the_function_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.compat.checking.SECONDS", 0.2)
    path = written(tmp_path, varied([
        ("    winner = board.check_win()\n", "    return\n    winner = scores\n"),
    ]))  # fmt: skip
    report = check_file(path)
    (finding,) = [each for each in report.findings["mc_update_scores"] if each.status == "fail"][:1]
    assert finding.faulty is None
    assert finding.quoted == "def mc_update_scores(scores, board, player):"
    assert f"in the function of line {finding.line}: `def mc_update" in report.as_text()
    assert "likely:" not in report.as_text(), "nothing was tried with success"


@pytest.mark.usefixtures("fewer_moves")
def test_a_move_without_a_trial_is_told_from_one_that_plays_its_own(tmp_path):
    head = varied([]).partition("def mc_move")[0]
    in_turn = "COUNT[0] += 1\nempty = board.get_empty_squares()\n"
    in_turn += "return empty[COUNT[0] // 2 % len(empty)]"
    path = written(tmp_path, f"{head}COUNT = [0]\n{mc_move(in_turn)}")
    report = check_file(path, point=False)
    (finding,) = [each for each in report.findings["taking wins"] if each.status == "fail"]
    assert "mc_move plays no trial at all" in finding.what
    assert finding.got == "(2, 0) 2 times, (2, 1) 2 times, (2, 2)"
    report = check_file(written(tmp_path, head + OWN_GAMES), point=False)
    assert len(told(report, "fail")) > 2
    assert not [text for text in told(report, "fail") if "plays no trial" in text]
    right = OWN_GAMES.replace("!= winner else", "== winner else")
    report = check_file(written(tmp_path, head + right), point=False)
    assert len(told(report, "fail")) == 1, "in reverse games"


OWN_GAMES = """
def lines(dim):
    for i in range(dim):
        yield [(i, j) for j in range(dim)]
        yield [(j, i) for j in range(dim)]
    yield [(i, i) for i in range(dim)]
    yield [(i, dim - 1 - i) for i in range(dim)]

def winner_of(marks, dim):
    for line in lines(dim):
        if marks[line[0]] != 1 and len({marks[square] for square in line}) == 1:
            return marks[line[0]]
    return 0

def mc_move(board, player, trials):
    dim = board.get_dim()
    empty = board.get_empty_squares()
    scores = dict.fromkeys(empty, 0)
    for _ in range(trials):
        marks = {(i, j): board.square(i, j) for i in range(dim) for j in range(dim)}
        left, turn = list(empty), player
        random.shuffle(left)
        while left and not winner_of(marks, dim):
            marks[left.pop()] = turn
            turn = provided.switch_player(turn)
        winner = winner_of(marks, dim)
        for square in empty:
            if winner and marks[square] != 1:
                scores[square] += 1 if marks[square] != winner else -1
    return random.choice([each for each in empty if scores[each] == max(scores.values())])
"""
"""It plays on marks of its own, neither on boards nor by the other functions, and chooses the worst
move."""


def test_cases_that_a_file_is_too_slow_for_are_left_out_and_told(monkeypatch):
    monkeypatch.setattr("engine.compat.contract.searches._SLOW_SHARE", 0.0)
    report = check_file(FILES / "plain.py")
    assert report.verdict == "right"
    told = "mc_move with {} was left out: its trials are too slow for that"
    assert told.format("200 trials for X on .../.../...") in report.notes
    assert told.format("1 trial for X on .../.../...") not in report.notes
    found = [each.what for each in report.findings["moves of mc_move"]]
    assert {told.format("200 trials for X on .../.../...")} < {*found}


@pytest.mark.usefixtures("short_checks")
def test_a_taken_square_is_explained():
    report = check_file(FILES / "taken_squares.py", point=False)
    (finding,) = [each for each in report.findings["mc_move"] if each.status == "fail"]
    assert finding.expected == "an empty square, as (row, column)"
    assert "which is taken by" in finding.got


@pytest.mark.parametrize(
    ("name", "verdict", "status"),
    [("plain", "right", 0), ("by_order", "right with warnings", 0), ("tie_is_loss", "1 fault", 1)],
)  # fmt: skip
@pytest.mark.usefixtures("short_checks")
def test_the_verdict_is_the_last_line(name, verdict, status, capsys):
    assert main(["check", str(FILES / f"{name}.py")]) == status
    assert capsys.readouterr().out.splitlines()[-1] == f"{name}.py: {verdict}"


def test_several_mistakes_are_counted_and_a_file_that_is_no_python_has_its_own_verdict(
    tmp_path, capsys
):
    path = written(tmp_path, varied([
        ("    if winner == provided.DRAW:\n        return\n", ""),
        ("range(trials)", "range(trials + 1)"),
        ("    return random.choice([s", "    return max([s"),
    ]))  # fmt: skip
    assert check_file(path, point=False).verdict == "2 faults"
    assert main(["check", str(written(tmp_path, "def (")), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["verdict"] == "cannot be loaded"
