"""Learners: what they learn from a seed, their files, and what is said of a file that is none."""

import io
import json
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from engine import PLAYERO, PLAYERX, Board, Rules, parse_board, perfect_values
from engine.board import Position
from engine.learning.learner import Training, stream_of
from engine.learning.learners import load, new_learner
from engine.learning.milestones import Milestone
from engine.learning.truth import bare, measure, mistakes, questions, without_network
from tools.truths import make

USUAL = Rules(3, 3)


def learnt(kind, games, seed=1, rules=USUAL, **settings):
    """Return a learner after so many games."""
    learner = new_learner(kind, rules, seed, **settings)
    for _ in Training(learner, games=games):
        pass
    return learner


def wrong(learner):
    """Return in how many of all positions of 3x3 its move without a search is a mistake."""
    return mistakes(questions(learner.rules), bare(learner.mind))


def position(text, player):
    return Position.of(parse_board(text), player)


# --- the yardstick --------------------------------------------------------------------------------


def test_the_yardstick_is_every_position_of_3x3_and_agrees_with_the_solver():
    asked = questions(USUAL)
    assert len(asked) == 4520
    for each in asked[::97]:
        rows = [list(each.position.marks[i : i + 3]) for i in (0, 3, 6)]
        values = perfect_values(Board(3, board=rows), each.position.player)
        best = max(values.values())
        assert each.right == {square for square, value in values.items() if value == best}


def test_in_the_reverse_game_other_moves_are_right():
    for each in questions(Rules(3, 3, True))[::97]:
        rows = [list(each.position.marks[i : i + 3]) for i in (0, 3, 6)]
        values = perfect_values(Board(3, True, rows), each.position.player)
        best = max(values.values())
        assert each.right == {square for square, value in values.items() if value == best}


# --- matchboxes -----------------------------------------------------------------------------------


def test_x_has_the_304_boxes_of_menace():
    menace = new_learner("menace", USUAL, 1, teacher="perfect", sides="X")
    assert menace.boxes == 304
    first = menace.thoughts(Position.of(Board(3), PLAYERX))
    assert set(first.beads.values()) == {4}, "four beads of each of corner, edge and centre"
    assert first.shares[1, 1] == pytest.approx(1 / 3)
    assert first.shares[0, 0] == pytest.approx(1 / 12)
    with pytest.raises(ValueError, match="they have no box for a position of O's"):
        menace.thoughts(position("X../.../...", PLAYERO))


def test_matchboxes_learn():
    menace = new_learner("menace", USUAL, 1)
    before = wrong(menace)
    for _ in Training(menace, games=2000):
        pass
    assert before > 1700
    assert wrong(menace) < 1000


def test_a_perfect_teacher_teaches_less_of_all_positions_than_playing_alone():
    taught, alone = (
        wrong(learnt("menace", 3000, teacher=teacher)) for teacher in ("perfect", "itself")
    )
    assert alone < taught


# --- the table of values --------------------------------------------------------------------------


def test_a_table_knows_won_positions_from_the_start_and_learns_the_others():
    table = new_learner("td", USUAL, 1)
    wins = position("XX./OO./...", PLAYERX)
    assert table.thoughts(wins).best == [(0, 2)]
    assert table.thoughts(wins).values[0, 2] == 1
    blocks = position("OO./X../..X", PLAYERX)
    assert len(table.thoughts(blocks).best) > 1
    for _ in Training(table, games=3000):
        pass
    assert table.thoughts(blocks).best == [(0, 2)]
    assert wrong(table) < 250


def test_a_perfect_teacher_leaves_a_table_ignorant_of_blunders():
    assert wrong(learnt("td", 4000, teacher="perfect")) > 250 > wrong(learnt("td", 4000))


# --- what all learners promise --------------------------------------------------------------------

KINDS = [
    ("menace", {}), ("menace", {"teacher": "random", "sides": "X"}), ("td", {}),
    ("td", {"teacher": "perfect"}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "settings"), KINDS)
def test_the_same_seed_learns_the_same_and_another_one_does_not(kind, settings):
    one, same, other = (learnt(kind, 96, seed, **settings) for seed in (5, 5, 6))
    assert one.fingerprint() == same.fingerprint() != other.fingerprint()
    assert one.last_game == same.last_game


@pytest.mark.parametrize(("kind", "settings"), KINDS)
def test_a_saved_learner_goes_on_as_if_it_had_never_been_away(kind, settings, tmp_path):
    learner, path = learnt(kind, 160, **settings), tmp_path / "a.learner"
    learner.save(path)
    again = load(path, kind)
    assert (again.generation, again.games, again.seconds, again.last_game, again.settings) == (
        learner.generation, learner.games, learner.seconds, learner.last_game, learner.settings,
    )  # fmt: skip
    assert again.generations == learner.generations == (0, 1, 2, 5)
    for each in (learner, again):
        each.step()
    assert again.fingerprint() == learner.fingerprint()
    for generation in again.generations:
        empty = Position.of(Board(3), PLAYERX)
        minds = [each.mind_of(generation).thoughts(empty) for each in (learner, again)]
        assert minds[0] == minds[1]
        assert sum(minds[0].shares.values()) == pytest.approx(1)


def test_what_ends_a_generation_early_leaves_the_learner_as_it_was(monkeypatch):
    table = learnt("td", 64)
    before, games = table.fingerprint(), []

    def interrupted(*numbers):
        games.append(numbers)
        if len(games) == 5:
            raise KeyboardInterrupt
        return stream_of(*numbers)

    monkeypatch.setattr("engine.learning.values.stream_of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        table.step()
    assert table.fingerprint() == before
    assert table.generation == 2


def test_training_can_be_stopped_and_gone_on_with():
    table = new_learner("td", USUAL, 1)
    training = Training(table, games=3200)
    for learner in training:
        if learner.generation == 3:
            training.stop()
    assert table.generation == 3
    for _ in Training(table, games=320):
        pass
    assert table.fingerprint() == learnt("td", 320).fingerprint()


def test_earlier_generations_are_kept_further_and_further_apart():
    table = learnt("td", 32 * 90)
    assert table.generations == (0, 1, 2, 5, 10, 20, 40, 80, 90)
    wrongs = [
        mistakes(questions(USUAL), bare(table.mind_of(each))) for each in table.generations[::3]
    ]
    assert wrongs == sorted(wrongs, reverse=True)
    with pytest.raises(ValueError, match="generation 3 was not kept; there are 0, 1, 2, 5"):
        table.mind_of(3)


@pytest.mark.parametrize(
    ("kind", "rules", "settings", "told"),
    [("menace", Rules(4, 4), {}, "on 3x3 only, not on 4x4"),
     ("td", Rules(5, 4), {}, "on 3x3 only"),
     ("td", USUAL, {"teacher": "me"}, "must be itself, random or perfect, not 'me'"),
     ("menace", USUAL, {"sides": "O"}, "must be both or X"),
     ("menace", USUAL, {"sides": "X"}, "cannot play against themselves"),
     ("td", USUAL, {"sides": "X"}, "td has no such setting: sides"),
     ("nn", USUAL, {}, "there is no learner 'nn'; choose menace")],
)  # fmt: skip
def test_what_cannot_be_learnt_is_said_in_a_sentence(kind, rules, settings, told):
    with pytest.raises(ValueError, match=told):
        new_learner(kind, rules, 1, **settings)


def test_a_mind_refuses_positions_of_other_rules():
    table = new_learner("td", USUAL, 1)
    with pytest.raises(ValueError, match="plays 3x3 with 3 in a row, and the game is 4x4 with 4"):
        table.thoughts(Position.of(Board(4), PLAYERX))
    with pytest.raises(ValueError, match="cannot come about"):
        table.thoughts(position("XX./.../...", PLAYERO))


# --- files ----------------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path):
    """A saved table, and a function that changes what is in its file."""
    path = tmp_path / "a.td"
    learnt("td", 96).save(path)

    def change(about=None, **arrays):
        with zipfile.ZipFile(path) as packed:
            parts = {name: packed.read(name) for name in packed.namelist()}
        text = np.load(io.BytesIO(parts["about.npy"])).tobytes()
        told = json.loads(text) | (about or {})
        arrays["about"] = np.frombuffer(json.dumps(told).encode(), np.uint8)
        for name, array in arrays.items():
            if array is None:
                del parts[f"{name}.npy"]
                continue
            part = io.BytesIO()
            np.save(part, array, allow_pickle=True)
            parts[f"{name}.npy"] = part.getvalue()
        with zipfile.ZipFile(path, "w") as packed:
            for name, content in parts.items():
                packed.writestr(name, content)
        return path

    return change


def test_saving_twice_writes_the_same_bytes(tmp_path):
    table = learnt("td", 96)
    for name in "ab":
        table.save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize(
    ("about", "told"),
    [({"format": "else"}, "is no file of a learner"), ({"version": 99}, "newer version"),
     ({"version": None}, "version is missing"), ({"kind": "nn"}, "kind or settings are missing"),
     ({"settings": {"speed": 1}}, "damaged: td has no such setting"),
     ({"settings": []}, "kind or settings are missing"),
     ({"size": 4, "line": 4}, "damaged: matchboxes and tables"), ({"size": None}, "damaged"),
     ({"seed": "x"}, "damaged"), ({"generation": -1}, "damaged: its generation"),
     ({"games": 1.5}, "damaged: its number of games"), ({"seconds": None}, "processor time"),
     ({"last_game": [[0, 9]]}, "last game"), ({"kept": "all"}, "list of generations"),
     ({"kept": [0, 77]}, "its 77-values is missing"), ({"measured": 5}, "measurements are missing"),
     ({"measured": [{"generation": 0}]}, "a measurement is not complete"),
     ({"measured": [{"generation": 0, "games": 0, "seconds": 0, "mistakes": -1, "against": {}}]},
      "a number of positions or mistakes must be"),
     ({"measured": [{"generation": 0, "games": 0, "seconds": 0, "against": {"level:easy": [1]}}]},
      "a measurement is not complete")],
)  # fmt: skip
def test_a_damaged_description_is_told_in_a_sentence(saved, about, told):
    with pytest.raises(ValueError, match=told):
        load(saved(about))


@pytest.mark.parametrize(
    ("array", "told"),
    [(None, "its values is missing"), (np.zeros(5), "another shape"),
     (np.full(765, np.nan), "no finite numbers"), (np.full(765, 2.0), "is not from 0 to 1"),
     (np.zeros(765, np.float32), "is missing"),
     (np.array([None] * 765), "is no file of a learner")],
)  # fmt: skip
def test_damaged_numbers_are_told_in_a_sentence(saved, array, told):
    with pytest.raises(ValueError, match=told):
        load(saved(values=array))


def test_what_was_measured_is_kept_with_the_learner(tmp_path, saved):
    table = learnt("td", 96)
    found = measure(table)
    table.milestones[3] = replace(found, against={"level:easy": (1, 2, 3)})
    table.save(tmp_path / "b.td")
    again = load(tmp_path / "b.td")
    assert again.milestones == {3: Milestone(3, 96, table.seconds, 4520, found.mistakes, None, None,
                                             {"level:easy": (1, 2, 3)})}  # fmt: skip
    assert again.fingerprint() == table.fingerprint()
    assert load(saved()).milestones == {}
    assert load(saved({"measured": None})).milestones == {}, "an older file"


def test_the_search_alone_makes_many_mistakes():
    assert without_network(USUAL) == 272
    assert without_network(Rules(5, 5)) is None


def test_without_tries_a_table_stays_ignorant():
    tries, never = (learnt("td", 3200, exploration=each) for each in ("on", "off"))
    assert wrong(tries) < 200 < wrong(never)
    with pytest.raises(ValueError, match="exploration must be on or off, not 'half'"):
        new_learner("td", USUAL, 1, exploration="half")


def test_other_files_are_told_in_a_sentence(tmp_path, saved):
    path = tmp_path / "other"
    with pytest.raises(ValueError, match="other cannot be read"):
        load(path)
    whole = saved().read_bytes()
    for content in (b"", b"text", whole[:-30], whole[:200], whole[30:]):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="other is no file of a learner, or it is damaged"):
            load(path)
    with pytest.raises(ValueError, match="holds a learner of the kind td, not menace"):
        load(saved(), "menace")


def test_a_part_that_claims_to_be_huge_is_refused(saved, tmp_path):
    part = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        part, {"descr": "<f8", "fortran_order": False, "shape": (10**12,)}
    )
    path = saved()
    with zipfile.ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    parts["values.npy"] = part.getvalue()
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    with pytest.raises(ValueError, match="is no file of a learner"):
        load(path)


# --- samples of larger boards ---------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "count"), [(Rules(4, 4), 1500), (Rules(4, 3), 500)])
def test_samples_of_larger_boards_agree_with_the_solver(rules, count):
    asked = questions(rules)
    assert len(asked) == len({each.position for each in asked}) == count
    for each in asked[::50]:
        marks = each.position.marks
        rows = [list(marks[i : i + 4]) for i in range(0, 16, 4)]
        values = perfect_values(Board(4, board=rows, win_length=rules.line), each.position.player)
        best = max(values.values())
        assert each.right == {square for square, value in values.items() if value == best}


def test_the_sample_is_what_its_command_makes():
    assert make(Rules(4, 4), 40, 0) == [*questions(Rules(4, 4))[:40]]
    assert len(questions(Rules(5, 4))) == 500
    assert questions(Rules(5, 5)) == ()


@pytest.mark.parametrize("kind", ["menace", "td"])
def test_lost_games_are_known_of_a_learner_with_a_teacher(kind, tmp_path):
    assert learnt(kind, 64).lost is None, "nobody else has won"
    taught = learnt(kind, 160, teacher="perfect")
    path = tmp_path / f"a.{kind}"
    taught.save(path)
    again = load(path)
    assert len(taught.lately) == 100
    assert 0 < taught.lost == again.lost == measure(again).lost < 100
