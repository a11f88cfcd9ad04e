"""How sure a tally is: intervals, close calls, and settled squares."""

import itertools
import random

import pytest

from engine import (
    PLAYERO,
    PLAYERX,
    Board,
    Limit,
    MonteCarlo,
    Search,
    Tally,
    course,
    exact_tally,
    parse_board,
    sample,
)
from engine.search.confidence import (
    contenders,
    difference_error,
    interval,
    intervals,
    is_settled,
    look_at,
    square_mean,
    twins,
    z_value,
)

EVEN = (1.0, 1.0)


@pytest.mark.parametrize("weights", [EVEN, (1.0, 0.25), (2.0, 3.0), (0.0, 1.0)])
@pytest.mark.parametrize(("rows", "player"), [(".../.../...", PLAYERX), ("X.../.O../..../...X", 3)])
def test_the_differences_error_is_never_below_the_true_one(rows, player, weights):
    """Compared with the error from the playouts themselves, two squares at a time."""
    random.seed(3)
    board = parse_board(rows)
    finals = []
    for _ in range(400):
        final = board.clone()
        course.mc_trial(final, player)
        finals.append(final)
    tally = sum((Tally.of_finished(final) for final in finals), Tally.zero(board.get_dim()))
    grids = [Tally.of_finished(final).scores(player, *weights) for final in finals]
    widest = 0.0
    for one, two in itertools.combinations(board.get_empty_squares(), 2):
        values = [grid[one[0]][one[1]] - grid[two[0]][two[1]] for grid in grids]
        mean = sum(values) / len(values)
        true = (sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values)) ** 0.5
        bound = difference_error(tally, player, one, two, weights)
        assert bound >= true * (1 - 1e-12)
        assert bound == pytest.approx(difference_error(tally, player, two, one, weights))
        widest = max(widest, bound / true)
    assert widest < 1.8, "a bound, but no useless one"


def test_the_bound_is_reached_where_marks_never_meet():
    # Two squares left, O to move: whoever gets one leaves the other.
    board = parse_board("XOX/XO./O.X")
    finals = []
    for square in board.get_empty_squares():
        final = board.clone()
        final.move(*square, PLAYERO)
        if final.check_win() is None:
            other = next(iter(final.get_empty_squares()))
            final.move(*other, PLAYERX)
        finals.append(final)
    tally = sum((Tally.of_finished(final) for final in finals), Tally.zero(3))
    grids = [Tally.of_finished(final).scores(PLAYERO) for final in finals]
    values = [grid[1][2] - grid[2][1] for grid in grids]
    mean = sum(values) / 2
    true = (sum((v - mean) ** 2 for v in values) / 2) ** 0.5
    # Two playouts are added, in which the squares differ by 2 and by -2.
    both = (true**2 * 2 + 2 * 2**2) ** 0.5 / 2
    assert difference_error(tally, PLAYERO, (1, 2), (2, 1), EVEN) == pytest.approx(both)


def test_a_close_call_is_named_and_more_trials_decide_it():
    board = parse_board("X../.O./...")
    few, many = sample(board, PLAYERX, 40, seed=1), sample(board, PLAYERX, 4_000_000, seed=1)
    assert contenders(board, PLAYERX, few, EVEN)
    assert len(contenders(board, PLAYERX, sample(board, PLAYERX, 10, seed=1), EVEN)) == 6
    best = max(board.get_empty_squares(), key=lambda s: many.mean(PLAYERX)[s[0]][s[1]])
    # What is left is the mirror image of the best square, which is exactly as good.
    assert contenders(board, PLAYERX, many, EVEN) == [(best[1], best[0])]


def test_an_interval_is_around_the_mean_and_as_long_as_its_error_says():
    tally = sample(Board(3), PLAYERX, 20_000, seed=3)
    errors = tally.standard_error(PLAYERX, 1.0, 0.5)
    for square in Board(3).get_empty_squares():
        low, high = interval(tally, PLAYERX, square, (1.0, 0.5))
        assert low < square_mean(tally, PLAYERX, square, (1.0, 0.5)) < high
        error = errors[square[0]][square[1]]
        assert high - low == pytest.approx(2 * z_value(0.95) * error, rel=0.02)


def test_ties_add_nothing():
    tied = sample(parse_board("XOX/XOO/OX."), PLAYERX, 100, seed=1)
    assert tied.ties == 100
    low, high = interval(tied, PLAYERX, (2, 2), EVEN)
    assert -0.1 < low < 0 < high < 0.1
    assert low == pytest.approx(-high)
    assert interval(tied, PLAYERX, (2, 2), (0.0, 0.0)) == (0.0, 0.0)


def test_one_squares_mean_is_the_whole_tallys():
    tally = sample(Board(4), PLAYERX, 500, seed=3)
    ends = intervals(tally, PLAYERO, (1.0, 0.5))
    for square in Board(4).get_empty_squares():
        mean = square_mean(tally, PLAYERO, square, (1.0, 0.5))
        assert mean == pytest.approx(tally.mean(PLAYERO, 1.0, 0.5)[square[0]][square[1]])
        assert interval(tally, PLAYERO, square, (1.0, 0.5)) == ends[square[0]][square[1]]


def test_symmetries_of_a_position():
    assert twins(Board(3), (0, 0)) == {(0, 0), (0, 2), (2, 0), (2, 2)}
    assert twins(Board(3), (0, 1)) == {(0, 1), (1, 0), (1, 2), (2, 1)}
    assert twins(Board(3), (1, 1)) == {(1, 1)}
    assert len(twins(Board(4), (0, 1))) == 8
    corner = parse_board("X../.../...")
    assert twins(corner, (0, 1)) == {(0, 1), (1, 0)}
    assert twins(corner, (0, 2)) == {(0, 2), (2, 0)}
    lopsided = parse_board("XO./.../...")
    assert all(twins(lopsided, square) == {square} for square in lopsided.get_empty_squares())
    windmill = parse_board("X..O/..../..../O..X")  # a half turn, and both diagonals
    assert twins(windmill, (0, 1)) == {(0, 1), (1, 0), (3, 2), (2, 3)}


def test_squares_that_mirror_each_other_are_never_told_apart():
    """A test at 95 % would separate them by chance now and then, however alike they are."""
    board = parse_board("X../.O./..X")
    best = {(0, 2), (2, 0)}
    for seed in range(200):
        tally = sample(board, PLAYERO, 3000, seed)
        scores = tally.scores(PLAYERO)
        leader = max(board.get_empty_squares(), key=lambda s: scores[s[0]][s[1]])
        assert {leader, *contenders(board, PLAYERO, tally, EVEN)} >= best


def test_looks_are_a_schedule_of_trials():
    looks = [look_at(look) for look in range(1, 40)]
    assert looks[:3] == [100, 150, 225]
    assert all(1.4 < later / earlier <= 1.5 for earlier, later in itertools.pairwise(looks))
    assert z_value(0.95) == pytest.approx(1.959964, abs=1e-6)
    assert z_value(0.95, 8) > z_value(0.95)


def positions():
    """Yield positions with a best square that is strictly better than the others."""
    for rows, player in [
        (".../.../...", PLAYERX), ("X../.../...", PLAYERO), ("X../.O./...", PLAYERX),
        ("X.O/.X./..O", PLAYERX), ("XO./.../...", PLAYERX), ("X../.O./..X", PLAYERO),
        ("X.O/.../X..", PLAYERO), ("XO./.X./..O", PLAYERX),
    ]:  # fmt: skip
        yield parse_board(rows), player


def test_settled_squares_are_the_best_ones_and_save_trials():
    """At 90 % no more than a tenth may be wrong; with the bounds used it is far less."""
    wrong = runs = saved = 0
    for board, player in positions():
        truth = exact_tally(board, player).mean(player)
        top = max(truth[row][col] for row, col in board.get_empty_squares())
        for seed in range(40):
            limit = Limit(trials=200_000, settled=0.9)
            result = Search(board, player, limit, seed).result()
            runs += 1
            if result.settled:
                row, col = max(
                    board.get_empty_squares(),
                    key=lambda s: result.tally.scores(player)[s[0]][s[1]],
                )
                wrong += truth[row][col] < top - 1e-9
                saved += result.saved
            else:
                assert result.tally.trials == 200_000
                assert result.saved == 0
    assert wrong / runs <= 0.1
    assert saved > 0.5 * runs * 200_000


@pytest.mark.parametrize("look", [1, 3])
def test_a_square_is_settled_where_no_other_contends_at_the_looks_share(look):
    board, told = parse_board("XO./.../..."), set()
    for seed in range(30):
        tally = sample(board, PLAYERX, 300, seed)
        settled = is_settled(board, PLAYERX, tally, EVEN, 0.9, look)
        level = 1 - 0.1 / (look * (look + 1))
        assert settled == (not contenders(board, PLAYERX, tally, EVEN, level))
        told.add(settled)
    assert told == {True, False}


def test_where_a_search_settles_depends_on_the_seed_alone():
    limit = Limit(trials=10**7, settled=0.99)
    runs = [
        Search(parse_board("X.O/.X./..O"), PLAYERX, limit, seed=4, threads=threads).result()
        for threads in (1, 1, 3)
    ]
    assert runs[0].settled
    assert runs[0].saved == 10**7 - runs[0].tally.trials > 0
    assert runs[0].tally == runs[1].tally == runs[2].tally


def test_two_equal_squares_by_chance_of_the_weights_never_settle_but_mirrored_ones_do():
    limit = Limit(trials=20_000, settled=0.99)
    assert not Search(Board(3), PLAYERX, limit, seed=1, weights=(0.0, 0.0)).result().settled
    assert Search(Board(3), PLAYERX, limit, seed=1).result().settled
    last = parse_board("XOX/XOO/OX.")
    assert is_settled(last, PLAYERX, sample(last, PLAYERX, 100, seed=1), EVEN, 0.99)


def test_weights_changed_while_a_search_runs_count_at_the_next_look():
    search = Search(Board(3), PLAYERX, Limit(trials=10**6, settled=0.99), 1, weights=(0.0, 0.0))
    counts = iter(search)
    assert not next(counts).done
    search.weights = EVEN
    *_, last = counts
    assert last.settled


def test_the_machine_stops_when_it_is_sure():
    machine = MonteCarlo(Limit(trials=10**6, settled=0.99))
    decision = machine.choose(parse_board("X.O/.X./..O"), PLAYERX, seed=1)
    assert decision.analysis.settled
    assert decision.square == (1, 2)
    machine.weights = (2.0, 0.5)
    assert machine.weights == (2.0, 0.5)
    with pytest.raises(ValueError, match="SCORE_CURRENT"):
        machine.weights = (float("nan"), 1.0)


@pytest.mark.parametrize("level", [0.4, 1.0, 1.5, float("nan"), "99"])
def test_a_confidence_that_is_none_is_refused(level):
    with pytest.raises(ValueError, match="confidence"):
        Limit(trials=10, settled=level)
