"""Random playouts: exact enumeration on 3x3, the course functions elsewhere, fixed seeds."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from scipy import stats

from engine import DRAW, PLAYERO, PLAYERX, Board, Rules, parse_board, sample
from engine.board import Position, switch_player
from engine.search import kernel_numpy
from engine.search.random_games import heavy_trial
from engine.search.sampling import Sampler, load_kernel
from tests.engine.exact import as_rows, expected, open_positions
from tests.engine.statistics import (
    MARKS,
    assert_alike,
    assert_sums_agree,
    course_tally,
    p_value_of_outcomes,
    worst_z,
)


def test_known_values_of_the_empty_board():
    exact = expected("." * 9, "X")
    assert (exact["X"], exact["O"], exact["tie"]) == pytest.approx(
        (0.58492, 0.28810, 0.12698), abs=5e-6
    )
    # Exact: corner 143/1260, edge -47/1260, centre 353/1260. Over all squares they add up to
    # X's wins, since X has one mark more in every game it wins and O none more in its own.
    assert [exact["mean"][i] for i in (0, 1, 4)] == pytest.approx(
        [143 / 1260, -47 / 1260, 353 / 1260]
    )
    assert sum(exact["mean"]) == pytest.approx(exact["X"])
    tally = sample(Board(3), PLAYERX, 1_000_000, seed=1)
    assert p_value_of_outcomes(tally, exact) > 1e-4
    assert worst_z(tally, PLAYERX, exact) < 4.5


@pytest.mark.parametrize(
    "trials",
    [
        pytest.param(10**6),
        pytest.param(10**8, marks=[pytest.mark.nightly, pytest.mark.timeout(900)]),
    ],
)
@pytest.mark.parametrize("reverse", [False, True])
def test_random_positions_agree_with_exact_enumeration(reverse, trials):
    positions = random.Random(4).sample(open_positions(), 50)
    p_values = []
    for number, cells in enumerate(positions):
        for mover in "XO":  # either side may move first, whatever the marks
            exact = expected(cells, mover, reverse)
            tally = sample(parse_board(as_rows(cells), reverse), MARKS[mover], trials, seed=number)
            assert worst_z(tally, MARKS[mover], exact) < 5, (cells, mover)
            p_values.append(p_value_of_outcomes(tally, exact))
    assert min(p_values) > 1e-5
    informative = [p for p in p_values if p < 1]
    assert stats.kstest(informative, "uniform").pvalue > 1e-4


@pytest.mark.parametrize(
    ("dim", "win_length", "reverse", "rows"),
    [
        (4, 4, False, None),
        (4, 3, False, None),
        (4, 3, True, "XO../.X../..O./...."),
        (5, 4, False, "X.O../.X.../..O../...../....."),
        (7, 5, True, None),
        (1, 1, False, None),
        (2, 2, True, None),
    ],
)
def test_other_boards_agree_with_the_course_functions(dim, win_length, reverse, rows):
    random.seed(dim * 10 + win_length)
    board = (
        parse_board(rows, reverse, win_length)
        if rows
        else Board(dim, reverse, win_length=win_length)
    )
    theirs = course_tally(board, PLAYERO, 600)
    ours = sample(board, PLAYERO, 100_000, seed=dim)
    assert_alike(ours, theirs, PLAYERO)


@pytest.mark.parametrize(
    ("dim", "win_length"), [(1, 1), (2, 1), (6, 4), (15, 5), (25, 25), (25, 7)]
)
@pytest.mark.parametrize("reverse", [False, True])
def test_every_size_keeps_its_sums(dim, win_length, reverse):
    tally = sample(Board(dim, reverse, win_length=win_length), PLAYERX, 500, seed=3)
    assert tally.trials == 500
    assert_sums_agree(tally, reverse, win_length)


def test_marks_that_stood_before_count():
    tally = sample(parse_board("X../.O./..."), PLAYERX, 1000, seed=2)
    assert tally.x_won_x[0] == tally.x_wins
    assert tally.o_won_o[4] == tally.o_wins
    assert tally.x_won_o[0] == tally.o_won_o[0] == 0


def test_a_seed_fixes_the_tally_whatever_the_threads_and_portions():
    board = Board(4)
    sampler = Sampler(board, PLAYERX, seed=9)
    trials = sampler.block * 14 + 5
    whole = sample(board, PLAYERX, trials, seed=9)
    assert whole == sample(board, PLAYERX, trials, seed=9, threads=3)
    assert whole != sample(board, PLAYERX, trials, seed=10)
    assert whole == sampler.draw(0, sampler.block * 2) + sampler.draw(2, trials - sampler.block * 2)
    assert sample(board, PLAYERX, 5000) != sample(board, PLAYERX, 5000)


@pytest.mark.parametrize(
    ("blocks", "threads"), [(7, []), (8, [2]), (11, [2]), (12, [3]), (40, [3])]
)
def test_a_thread_is_there_for_four_blocks_at_least_and_no_more_than_are_allowed(
    blocks, threads, monkeypatch
):
    made = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers):
            made.append(workers)
            super().__init__(workers)

    monkeypatch.setattr("concurrent.futures.ThreadPoolExecutor", Pool)
    sampler = Sampler(Board(3), PLAYERX, seed=1, threads=3)
    sampler.draw(0, blocks * sampler.block)
    assert made == threads


def test_the_board_is_left_alone():
    board = parse_board("X../.O./...")
    before = str(board)
    sample(board, PLAYERX, 100, seed=1)
    assert str(board) == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((Board(3), PLAYERX, 0), "trials must be a whole number from 1"),
        ((Board(3), PLAYERX, -5), "trials"),
        ((Board(3), PLAYERX, 1.5), "trials"),
        ((Board(3), PLAYERX, 10**16), "trials"),
        ((Board(3), DRAW, 10), "player must be"),
        ((parse_board("XXX/OO./..."), PLAYERO, 10), "game is over"),
        ((parse_board("XOX/XOO/OXX"), PLAYERO, 10), "game is over"),
        ((Board(3), PLAYERX, 10, "a"), "seed"),
        ((Board(3), PLAYERX, 10, -1), "seed"),
        ((Board(3), PLAYERX, 10, 1, 0), "threads"),
    ],
)
def test_bad_arguments_say_what_was_wrong(arguments, words):
    with pytest.raises(ValueError, match=words):
        sample(*arguments)


# --- heavy playouts -------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Rules(3, 3), Rules(3, 3, True), Rules(5, 4), Rules(5, 4, True)])
def test_heavy_playouts_are_the_same_in_c_and_in_python(rules):
    chance = random.Random(1)
    for _ in range(12):
        board, player = Board.empty(rules), PLAYERX
        for square in chance.sample(board.get_empty_squares(), chance.randrange(6)):
            board.move(*square, player)
            player = switch_player(player)
        if board.check_win() is not None:
            continue
        wanted = Position.of(board, player), chance.getrandbits(64), chance.randrange(9), 150
        assert load_kernel().play(*wanted, heavy=True) == kernel_numpy.play(*wanted, heavy=True)


def test_heavy_playouts_do_not_depend_on_threads_and_portions():
    board = parse_board("X../.O./...")
    whole = Sampler(board, PLAYERX, 5, heavy=True).draw(0, 6400)
    assert Sampler(board, PLAYERX, 5, threads=4, heavy=True).draw(0, 6400) == whole
    sampler = Sampler(board, PLAYERX, 5, heavy=True)
    assert sampler.draw(0, 64) + sampler.draw(1, 6336) == whole
    assert whole.trials == 6400


def test_heavy_playouts_take_a_win_and_block_one():
    won = Sampler(parse_board("XX./OO./..."), PLAYERX, 1, heavy=True).draw(0, 500)
    assert won.x_wins == 500
    forced = Sampler(parse_board("XX./.O./..."), PLAYERO, 1, heavy=True).draw(0, 500)
    assert forced.ties == 500


def test_a_heavy_trial_is_one_of_the_heavy_playouts():
    board, seen = parse_board("X../.O./..."), Counter()
    random.seed(3)
    for _ in range(3000):
        end = board.clone()
        heavy_trial(end, PLAYERX)
        seen[end.check_win()] += 1
    tally = Sampler(board, PLAYERX, 5, heavy=True).draw(0, 64_000)
    shares = {PLAYERX: tally.x_wins, PLAYERO: tally.o_wins, DRAW: tally.ties}
    for end, count in shares.items():
        share = count / tally.trials
        assert abs(seen[end] / 3000 - share) < 4 * (share * (1 - share) / 3000) ** 0.5
