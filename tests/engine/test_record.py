"""What is saved beside a game's moves: it comes back whole, and damage never costs the game."""

import json
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import PLAYERO, PLAYERX, Game, Outcome, Rules, parse_square
from engine.game import MAX_BYTES
from engine.record import HUMAN, Participant, Record, Variation, read_record
from engine.verdict import Verdict
from tests.engine.positions import games

RULES = Rules(3, 3)
ANN, MACHINE = Participant("Ann", HUMAN), Participant("", "level:medium", "medium")


def line(names, rules=RULES):
    return tuple(parse_square(name, rules.size) for name in names.split())


def whole():
    """Return a won game of which everything is noted, and the last move gone back from."""
    game = Game.of(RULES, line("A1 A2 B1 B2 C1"))
    game.undo()
    return Record(
        game,
        {PLAYERX: ANN, PLAYERO: MACHINE},
        date(2026, 3, 1),
        {0: "Before it began", 4: "„Böse“ \U0001f608\nline two"},
        (Variation(3, line("C1 B2"), "Ends there"), Variation(0, line("B2"))),
        {1: Verdict.BEST, 4: Verdict.BLUNDER},
    )


def same(one, two):
    def known(record):
        return (
            record.game.rules, record.game.moves, record.game.undone, record.players, record.day,
            record.comments, record.variations, record.verdicts,
        )  # fmt: skip

    return known(one) == known(two)


def test_a_record_comes_back_whole():
    back = Record.from_json(whole().to_json())
    assert same(back, whole())
    assert back.outcome is Outcome.X, "the game was won, though its last move is gone back from"
    assert json.loads(back.to_json())["result"] == "X"


def test_a_program_that_knows_nothing_of_notes_reads_the_game():
    assert Game.from_json(whole().to_json()).to_json() == whole().game.to_json()


def test_a_game_without_notes_is_saved_as_ever():
    game = whole().game
    assert Record(game).to_json() == game.to_json()
    back = Record.from_json(game.to_json())
    assert same(back, Record(game))


@given(games())
def test_every_game_of_todays_version_opens(game):
    assert Record.from_json(game.to_json()).to_json() == game.to_json()


def test_keys_of_newer_programs_are_left_alone():
    data = json.loads(whole().to_json()) | {"clock": {"X": 60}, "opening": ["B2"]}
    data["players"] |= {"Y": {"name": "Third"}}
    data["players"]["X"]["rating"] = 1500
    data["variations"][0]["colour"] = "red"
    data["verdicts"]["2"] = "brilliant"
    assert same(Record.from_json(json.dumps(data)), whole())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("x" * 50_000),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text() | st.sampled_from("01234"), inner, max_size=3)
        | st.fixed_dictionaries({"ply": inner, "moves": inner, "name": inner})
        | st.fixed_dictionaries({"X": inner, "O": inner})
        | st.fixed_dictionaries({"name": inner, "kind": inner, "level": inner})
    ),
    max_leaves=8,
)
KEYS = ("players", "date", "result", "comments", "variations", "verdicts")


@settings(deadline=None, max_examples=40)
@given(st.dictionaries(st.sampled_from(KEYS), JSON))
def test_no_damage_beside_the_moves_costs_the_game(damage):
    data = json.loads(whole().to_json()) | damage
    back = Record.from_json(json.dumps(data))
    assert (back.game.moves, back.game.undone) == (whole().game.moves, whole().game.undone)
    assert same(Record.from_json(back.to_json()), back)
    for key in {*KEYS} - {*damage, "result"}:
        assert json.loads(back.to_json())[key] == json.loads(whole().to_json())[key]


def test_a_number_of_endless_digits_beside_the_moves_costs_only_itself():
    text = whole().to_json().replace('"date": "2026-03-01"', f'"date": {"9" * 100_000}')
    assert same(Record.from_json(text), replace(whole(), day=None))
    with pytest.raises(ValueError, match="damaged: its part “size” is too large"):
        Record.from_json(text.replace('"size": 3', f'"size": {"9" * 100_000}'))


@pytest.mark.parametrize(
    "damaged",
    [
        {"ply": 0, "moves": [[0, 0], [0, 0]]},
        {"ply": 1, "moves": [[0, 0]]},
        {"ply": 0, "moves": [[3, 0]]},
        {"ply": 0, "moves": [[-1, 0]]},
        {"ply": 0, "moves": [[True, False]]},
        {"ply": 0, "moves": []},
        {"ply": 5, "moves": [[2, 2]]},
        {"ply": 6, "moves": [[2, 2]]},
        {"ply": -1, "moves": [[2, 2]]},
        {"ply": 10**400, "moves": [[2, 2]]},
        {"ply": 1.0, "moves": [[2, 2]]},
        {"ply": 1, "moves": [[0, 0, 0]]},
        {"ply": 1, "moves": [[row, col] for row in range(3) for col in range(3)] * 9999},
    ],
)
def test_a_variation_that_cannot_be_played_is_left_out_and_others_are_kept(damaged):
    data = json.loads(whole().to_json())
    data["variations"].insert(1, damaged)
    assert same(Record.from_json(json.dumps(data)), whole())


def test_the_largest_record_can_be_read_again():
    rules = Rules(25, 25)
    squares = [(row, col) for row in range(25) for col in range(25)]
    squares[0], squares[1], squares[23], squares[24] = (0, 1), (0, 0), (0, 24), (0, 23)
    game = Game.of(rules, squares[:-2])  # without a diagonal, as (0, 0) and (0, 24) are O's
    fiend = "\U0001f608"
    large = Record(
        game,
        {mark: Participant(*3 * (fiend * 1000,)) for mark in (PLAYERX, PLAYERO)},
        date(2026, 3, 1),
        dict.fromkeys(range(700), fiend * 70),
        (Variation(0, tuple(squares[:9]), fiend * 200),) * 2000,
        dict.fromkeys(range(700), Verdict.INACCURACY),
    )
    text = large.to_json()
    assert len(text.encode()) < MAX_BYTES
    back = Record.from_json(text)
    assert same(back, large.fitting())
    assert len(back.verdicts) == 623
    assert len(back.variations) > 100


def test_notes_of_moves_that_are_no_longer_there_are_left_out():
    record = whole()
    record.game.undo()
    assert record.to_json() != whole().to_json()
    assert same(record.fitting(), replace(whole(), game=record.game)), "gone back, and no more"
    assert record.unchanged
    record.game.play((2, 2))
    assert not record.unchanged
    left = record.fitting()
    assert (left.comments, left.verdicts) == ({0: "Before it began"}, {1: Verdict.BEST})
    assert left.variations == whole().variations, "it leaves the game where the game left it, too"
    assert left.unchanged
    assert same(Record.from_json(record.to_json()), left)


def test_a_game_that_goes_on_keeps_its_notes():
    record = Record(Game.of(RULES, line("A1 A2")), comments={2: "Here"})
    record.game.play((0, 1))
    assert Record.from_json(record.to_json()).comments == {2: "Here"}
    added = replace(record.fitting(), comments={2: "Here", 3: "And here"})
    assert Record.from_json(added.to_json()).comments == {2: "Here", 3: "And here"}


@pytest.mark.parametrize(
    "text", ["2026-13-01", "20260301", "2026-W09-7", "0000-01-01", "today", ""]
)
def test_what_is_no_day_is_left_out(text):
    data = json.loads(whole().to_json()) | {"date": text}
    assert Record.from_json(json.dumps(data)).day is None


@pytest.mark.parametrize(
    ("player", "words"),
    [(ANN, "Ann"), (MACHINE, "medium (machine)"), (Participant("", "mc:trials=9"), "mc:trials=9"),
     (Participant("Deep", "mc"), "Deep (mc)"),
     (Participant("", HUMAN), "a person"), (Participant(), "")],
)  # fmt: skip
def test_players_are_told_in_a_few_words(player, words):
    assert player.label == words


def test_files_that_are_no_games_are_refused_in_a_sentence(tmp_path):
    path = tmp_path / "x.tttgame"
    for content in (b"\xff\xfe", b"[]", whole().to_json().encode()[:-1], b" " * (MAX_BYTES + 1)):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=r"^x\.tttgame.*\.$"):
            read_record(path)
    path.write_text(whole().to_json())
    assert same(read_record(path), whole())
    with pytest.raises(ValueError, match=r"^none\.tttgame cannot be read"):
        read_record(tmp_path / "none.tttgame")
