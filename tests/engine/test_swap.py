"""The openings Swap and Swap2: whose turn it is, what may be chosen, how a machine decides."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Game, Rules, parse_square
from engine.cli import main as cli
from engine.players.swapping import even_opening, opened, side
from engine.record import Record
from engine.swap import FIRST, SECOND, Opening, Swap, SwapChoice, SwapStep, can_be_opened

FIVE = Rules(15, 5)


def opening(kind, *acts):
    """Return an opening after some acts: None places a mark, others choose."""
    swap = Swap(kind)
    for act in acts:
        swap = swap.place() if act is None else swap.choose(act)
    return swap


THREE = (None, None, None)


def test_swap_has_one_place_three_and_the_other_choose():
    swap = Swap(Opening.SWAP)
    assert (swap.step, swap.player) == (SwapStep.PLACE, FIRST)
    swap = opening(Opening.SWAP, *THREE)
    assert (swap.step, swap.player) == (SwapStep.CHOOSE, SECOND)
    assert swap.choices == (SwapChoice.X, SwapChoice.O)
    assert swap.choose(SwapChoice.X).x == SECOND
    assert swap.choose(SwapChoice.O).x == FIRST
    assert swap.choose(SwapChoice.O).step is SwapStep.DONE


def test_swap2_lets_the_other_place_two_more_and_the_first_choose():
    swap = opening(Opening.SWAP2, *THREE)
    assert SwapChoice.MORE in swap.choices
    swap = swap.choose(SwapChoice.MORE)
    assert (swap.step, swap.player, swap.wanted) == (SwapStep.PLACE, SECOND, 5)
    swap = swap.place().place()
    assert (swap.step, swap.player) == (SwapStep.CHOOSE, FIRST)
    assert SwapChoice.MORE not in swap.choices
    assert swap.choose(SwapChoice.O).x == SECOND
    assert swap.choose(SwapChoice.X).x == FIRST


@pytest.mark.parametrize(
    ("acts", "act"),
    [
        ((), SwapChoice.X),
        (THREE, None),
        ((*THREE, SwapChoice.X), SwapChoice.X),
        ((*THREE, SwapChoice.X), None),
    ],
)
def test_what_is_not_its_turn_is_refused(acts, act):
    swap = opening(Opening.SWAP2, *acts)
    with pytest.raises(ValueError, match="now"):
        swap.place() if act is None else swap.choose(act)


def test_only_five_in_a_row_on_large_boards_is_opened_so():
    assert can_be_opened(FIVE)
    assert can_be_opened(Rules(9, 5))
    for rules in (Rules(8, 5), Rules(15, 4), Rules(15, 5, True), Rules(3, 3)):
        assert not can_be_opened(rules)


@given(st.lists(st.sampled_from([None, *SwapChoice]), max_size=9))
def test_every_opening_comes_back_from_a_file_and_fits_its_moves(acts):
    for kind in (Opening.SWAP, Opening.SWAP2):
        swap = Swap(kind)
        for act in acts:
            try:
                swap = swap.place() if act is None else swap.choose(act)
            except ValueError:
                continue
        assert Swap.from_object(swap.as_object()) == swap
        assert swap.fits(FIVE, swap.placed)
        assert not swap.fits(Rules(3, 3), swap.placed)


@pytest.mark.parametrize(
    "value",
    [
        None, 7, {}, {"kind": "none", "placed": 0}, {"kind": "swap", "placed": 9},
        {"kind": "swap", "placed": 4, "more": True}, {"kind": "swap2", "placed": 2, "more": True},
        {"kind": "swap", "placed": 2, "x": 1}, {"kind": "swap", "placed": 3, "x": 5},
        {"kind": ["swap"], "placed": 3}, {"kind": "swap", "placed": "3"},
    ],
)  # fmt: skip
def test_a_damaged_opening_is_left_out(value):
    assert Swap.from_object(value) is None


def test_a_record_keeps_it_as_long_as_it_fits():
    game = Game.of(FIVE, [parse_square(name, 15) for name in ("H8", "I9", "G7")])
    record = Record(game, opening=opening(Opening.SWAP2, *THREE))
    assert Record.from_json(record.to_json()).opening == record.opening
    game.play((0, 0))
    assert Record.from_json(record.to_json()).opening is None, "a side was never chosen"
    done = Record(game, opening=opening(Opening.SWAP2, *THREE, SwapChoice.O))
    assert Record.from_json(done.to_json()).opening == done.opening


def played(monkeypatch, capsys, answers, *options):
    """Play in the terminal with these answers, then leave; return what was printed."""
    given = iter([*answers, "q"])
    monkeypatch.setattr("builtins.input", lambda _prompt="": next(given))
    board = ("--size", "9", "--line", "5", "--seed", "1")
    status = cli.main(["play", *board, *options])
    return status, capsys.readouterr().out


def test_two_people_open_a_game_in_the_terminal(monkeypatch, capsys):
    answers = ["E5", "D4", "E4", "maybe", "more", "A1", "I9", "o"]
    status, said = played(monkeypatch, capsys, answers, "--o", "human", "--opening", "swap2")
    assert status == 1, "it was left"
    assert "The first player places X on E5" in said
    assert "Choose a side, X or O, or more" in said
    assert "The second player has two more marks placed" in said
    assert "The second player places O on A1" in said
    assert "The first player plays O" in said


def test_machines_open_a_game_in_the_terminal(monkeypatch, capsys):
    options = ("--x", "random", "--o", "random", "--opening", "swap")
    status, said = played(monkeypatch, capsys, [], *options)
    assert status == 0
    assert said.count("The first player places") == 3
    assert said.count("The second player plays") == 1


def test_other_games_are_not_opened_so(capsys):
    assert cli.main(["play", "--opening", "swap"]) == 2
    assert "--size 15 --line 5" in capsys.readouterr().err


def test_the_side_that_is_liked_better_is_taken():
    board = opened([(7, 7), (8, 8), (6, 6)], FIVE)
    assert side(board, lambda _board, _player: -0.2) is SwapChoice.X
    assert side(board, lambda _board, _player: 0.2) is SwapChoice.O


def test_the_most_even_of_some_openings_is_offered():
    seen = []

    def value(board, _player):
        seen.append(board.rows)
        return 0.01 if len(seen) == 4 else -0.5

    squares = even_opening(FIVE, random.Random(1), value)
    assert opened(squares, FIVE).rows == seen[3]
    assert len(set(squares)) == 3
    assert all(4 <= number <= 10 for square in squares for number in square), "near the middle"
