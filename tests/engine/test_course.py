"""The course's four functions and its game loop, contract by contract."""

import random
from collections import Counter

import pytest

from engine import EMPTY, PLAYERO, PLAYERX, Board, course, parse_board, switch_player


@pytest.fixture(autouse=True)
def seeded():
    random.seed(20)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("dim", [1, 3, 5])
def test_a_trial_plays_to_the_end_in_place_with_sides_alternating(dim, reverse):
    for first in (PLAYERX, PLAYERO):
        board = Board(dim, reverse)
        assert course.mc_trial(board, first) is None
        assert board.check_win() is not None
        marks = Counter(mark for row in board.rows for mark in row)
        assert marks[first] - marks[switch_player(first)] in (0, 1)


def test_a_trial_leaves_a_finished_game_alone():
    board = parse_board("XXX/OO./...")
    course.mc_trial(board, PLAYERO)
    assert str(board) == str(parse_board("XXX/OO./..."))


def test_scores_of_a_won_lost_and_tied_board():
    won = parse_board("XXX/OO./...")
    scores = [[10.0] * 3 for _ in range(3)]
    assert course.mc_update_scores(scores, won, PLAYERX) is None
    assert scores == [[11, 11, 11], [9, 9, 10], [10, 10, 10]]
    scores = [[0.0] * 3 for _ in range(3)]
    course.mc_update_scores(scores, won, PLAYERO, 2.0, 0.5)
    assert scores == [[0.5, 0.5, 0.5], [-2, -2, 0], [0, 0, 0]]
    course.mc_update_scores(scores, parse_board("XOX/XOO/OXX"), PLAYERX)
    assert scores == [[0.5, 0.5, 0.5], [-2, -2, 0], [0, 0, 0]], "a tie scores nothing"


def test_scores_follow_the_reverse_rule():
    scores = [[0.0] * 3 for _ in range(3)]
    course.mc_update_scores(scores, parse_board("XXX/OO./...", reverse=True), PLAYERX)
    assert scores == [[-1, -1, -1], [1, 1, 0], [0, 0, 0]]


def test_best_move_is_empty_greatest_and_random_among_equals():
    board = parse_board("X../.../..O")
    scores = [[99, -1, -3], [-1, -2, -5], [-1, -4, 99]]
    moves = Counter(course.get_best_move(board, scores) for _ in range(3000))
    assert set(moves) == {(0, 1), (1, 0), (2, 0)}
    assert min(moves.values()) > 900


def test_best_move_on_a_full_board_is_an_error():
    with pytest.raises(ValueError, match="no empty square"):
        course.get_best_move(parse_board("XOX/XOO/OXX"), [[0.0] * 3] * 3)


@pytest.mark.parametrize(
    ("rows", "player", "move"),
    [
        ("XX./OO./...", PLAYERX, (0, 2)),
        ("OO./XX./X..", PLAYERO, (0, 2)),
        ("X.X/.O./...", PLAYERO, (0, 1)),
        ("X.../OX../O.X./....", PLAYERX, (3, 3)),
    ],
)
def test_the_machine_takes_wins_and_blocks(rows, player, move):
    board = parse_board(rows)
    before = str(board)
    assert course.mc_move(board, player, 300) == move
    assert str(board) == before, "the position itself is left alone"


def test_both_editions_of_the_constants_are_there():
    assert course.NTRIALS >= 1
    assert (course.SCORE_CURRENT, course.SCORE_OTHER) == (1.0, 1.0)
    assert (course.MCMATCH, course.MCOTHER) == (1.0, 1.0)


def scripted(moves):
    remaining = iter(moves)
    return lambda board, player, trials: next(remaining)


@pytest.mark.parametrize(
    ("moves", "reverse", "end"),
    [
        ([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)], False, "X wins!"),
        ([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)], True, "O wins!"),
        ([(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)], False, "Tie!"),
    ],
)
def test_play_game_prints_every_position_and_the_end(capsys, moves, reverse, end):
    assert course.play_game(scripted(moves), 1, reverse) is None
    lines = capsys.readouterr().out.split("\n")
    assert lines[:7] == ["X |   |  ", "---------", "  |   |  ", "---------", "  |   |  ", "", ""]
    assert lines[-2] == end


def test_a_move_onto_an_occupied_square_loses_the_turn(capsys):
    moves = [(0, 0), (0, 0), (0, 1), (0, 1), (0, 2)]
    course.play_game(scripted(moves), 1)
    out = capsys.readouterr().out
    assert out.endswith("X wins!\n")
    assert "O |" not in out


def test_play_game_passes_the_trials_and_a_3x3_board():
    asked = []

    def first_empty(board, player, trials):
        asked.append((board.get_dim(), player, trials))
        return board.get_empty_squares()[0]

    course.play_game(first_empty, 17)
    assert {(dim, trials) for dim, _, trials in asked} == {(3, 17)}
    assert [player for _, player, _ in asked[:3]] == [PLAYERX, PLAYERO, PLAYERX]
    assert EMPTY not in {player for _, player, _ in asked}


def test_the_modules_own_weights_count(monkeypatch):
    monkeypatch.setattr(course, "SCORE_CURRENT", 3.0)
    monkeypatch.setattr(course, "SCORE_OTHER", 0.5)
    scores = [[0.0] * 3 for _ in range(3)]
    course.mc_update_scores(scores, parse_board("XXX/OO./..."), PLAYERX)
    assert scores == [[3, 3, 3], [-0.5, -0.5, 0], [0, 0, 0]]
