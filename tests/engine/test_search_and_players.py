"""Searches, their limits, and the players built on them."""

import threading
from collections import Counter

import pytest

from engine import (
    PLAYERO,
    PLAYERX,
    Board,
    Game,
    Limit,
    MonteCarlo,
    Random,
    Search,
    parse_board,
    sample,
)


def test_a_search_by_trials_ends_exactly_there_with_growing_snapshots():
    search = Search(Board(3), PLAYERX, Limit(trials=100_000), seed=1)
    snapshots = list(search)
    counts = [snapshot.tally.trials for snapshot in snapshots]
    assert counts == sorted(set(counts))
    assert counts[-1] == 100_000
    assert [snapshot.done for snapshot in snapshots] == [False] * (len(counts) - 1) + [True]
    assert snapshots[-1].progress == 1.0
    assert snapshots[-1].per_second > 0


def test_a_searchs_tally_is_the_samples_with_the_same_seed():
    result = Search(Board(4), PLAYERO, Limit(trials=30_001), seed=5).result()
    assert result.tally == sample(Board(4), PLAYERO, 30_001, seed=5)


def test_a_search_by_time_ends_soon_after_it():
    snapshot = Search(Board(3), PLAYERX, Limit(seconds=0.2)).result()
    assert snapshot.done
    assert snapshot.seconds >= 0.2
    assert snapshot.tally.trials > 0


def test_stopping_ends_a_search_of_a_billion_trials():
    search = Search(Board(25), PLAYERX, Limit(trials=10**9))
    threading.Timer(0.1, search.stop).start()
    snapshot = search.result()
    assert snapshot.done
    assert 0 < snapshot.tally.trials < 10**9


def test_stopping_from_inside_the_loop_still_gives_a_last_word():
    search = Search(Board(3), PLAYERX, Limit(trials=10**9))
    snapshots = []
    for snapshot in search:
        snapshots.append(snapshot)
        search.stop()
    assert snapshots[-1].done


def test_a_search_keeps_its_own_position():
    board = Board(3)
    search = Search(board, PLAYERX, Limit(trials=10), seed=1)
    board.move(0, 0, PLAYERX)
    assert len(search.result().board.get_empty_squares()) == 9


@pytest.mark.parametrize(
    "arguments", [{}, {"trials": 0}, {"seconds": 0}, {"seconds": -1}, {"seconds": float("nan")}]
)
def test_limits_that_limit_nothing_are_refused(arguments):
    with pytest.raises(ValueError, match=r"limit|trials|seconds"):
        Limit(**arguments)


@pytest.mark.parametrize(
    ("rows", "player", "move"),
    [
        ("XX./OO./...", PLAYERX, (0, 2)),
        ("OO./XX./X..", PLAYERO, (0, 2)),
        ("X.X/.O./...", PLAYERO, (0, 1)),
    ],
)
def test_monte_carlo_takes_wins_and_blocks(rows, player, move):
    decision = MonteCarlo(2000).choose(parse_board(rows), player, seed=3)
    assert decision.square == move
    assert decision.analysis.tally.trials == 2000
    assert decision.analysis.player == player


def test_monte_carlo_chooses_at_random_among_equals():
    # In the reverse game's last but one position both squares lose alike: scores are equal.
    board = parse_board("X.O/OXX/XO.")
    squares = Counter(MonteCarlo(1, 0.0, 0.0).choose(board, PLAYERO).square for _ in range(200))
    assert set(squares) == set(board.get_empty_squares())


def test_weights_may_change_while_it_thinks():
    board = parse_board("X../.../...")
    player = MonteCarlo(20_000)

    def change(_snapshot):
        player.weights = (0.0, -1.0)

    changed = player.choose(board, PLAYERO, seed=1, on_progress=change)
    scores = changed.analysis.tally.scores(PLAYERO, 0.0, -1.0)
    assert scores[changed.square[0]][changed.square[1]] == max(
        scores[r][c] for r, c in board.get_empty_squares()
    )
    assert changed.square != MonteCarlo(20_000).choose(board, PLAYERO, seed=1).square


def test_stopping_monte_carlo_returns_its_best_so_far_and_it_can_play_on():
    player = MonteCarlo(10**9)
    threading.Timer(0.1, player.stop).start()
    decision = player.choose(Board(3), PLAYERX)
    assert decision.square == (1, 1)
    assert 0 < decision.analysis.tally.trials < 10**9
    player.limit = Limit(trials=10_000)
    assert player.choose(Board(3), PLAYERX).analysis.tally.trials == 10_000


def test_stopping_before_it_starts_is_not_lost():
    player = MonteCarlo(10**9)
    player.stop()
    assert player.choose(Board(3), PLAYERX).analysis.done


def test_progress_comes_with_snapshots():
    seen = []
    MonteCarlo(50_000).choose(Board(3), PLAYERX, seed=1, on_progress=seen.append)
    assert seen[-1].tally.trials == 50_000


def test_random_plays_every_empty_square_and_a_seed_fixes_it():
    board = parse_board("XOX/.O./X..")
    player = Random()
    seen = Counter(player.choose(board, PLAYERO, seed=n).square for n in range(400))
    assert set(seen) == set(board.get_empty_squares())
    assert player.choose(board, PLAYERO, seed=7) == player.choose(board, PLAYERO, seed=7)


@pytest.mark.parametrize("player", [Random(), MonteCarlo(10)])
def test_a_finished_game_has_no_move(player):
    with pytest.raises(ValueError, match="game is over"):
        player.choose(parse_board("XXX/OO./..."), PLAYERO)
    player.stop()


@pytest.mark.parametrize("arguments", [(0,), (10, float("nan")), (10, 1.0, float("inf"))])
def test_monte_carlo_refuses_bad_settings(arguments):
    with pytest.raises(ValueError, match=r"trials|SCORE"):
        MonteCarlo(*arguments)


def test_choosing_again_from_the_same_search_follows_the_weights():
    board = parse_board("X../.../...")
    player = MonteCarlo(20_000)
    decision = player.choose(board, PLAYERO, seed=1)
    assert player.reconsider(decision, seed=1) == decision
    player.weights = (0.0, -1.0)
    assert player.reconsider(decision, seed=1).square != decision.square


def test_numbers_of_numpy_are_numbers():
    np = pytest.importorskip("numpy")
    board = Board(np.int8(3), board=[[np.int64(1)] * 3] * 3)
    tally = sample(board, np.int64(PLAYERX), np.int16(1000), seed=np.uint32(4))
    assert tally == sample(Board(3), PLAYERX, 1000, seed=4)
    assert tally.scores(PLAYERX, np.float32(0.5)) == tally.scores(PLAYERX, 0.5)
    assert Limit(trials=np.int64(5)).trials == 5


def broken(rows):
    """Return a board whose private field somebody has filled with something else."""
    board = Board(3)
    board._board = rows  # noqa: SLF001
    return board


@pytest.mark.parametrize(
    "call",
    [
        lambda: Limit(seconds="3"),
        lambda: Limit(trials="3"),
        lambda: MonteCarlo(10, 10**400),
        lambda: MonteCarlo(10, "1"),
        lambda: Board(1, board=[[[1]]]),
        lambda: Board(1, board=[[2.0]]),
        lambda: sample(Board(3), PLAYERX, 10, seed=2**64),
        lambda: sample(None, PLAYERX, 10),
        lambda: sample([[1] * 3] * 3, PLAYERX, 10),
        lambda: Search(None, PLAYERX, Limit(trials=1)),
        lambda: MonteCarlo(5).choose(None, PLAYERX),
        lambda: sample(broken([[1] * 3] * 2), PLAYERX, 10),
        lambda: sample(broken([[1] * 3] * 4), PLAYERX, 10),
        lambda: sample(broken([["X", 1, 1]] * 3), PLAYERX, 10),
        lambda: sample(broken([[9, 1, 1]] * 3), PLAYERX, 10),
        lambda: sample(broken(None), PLAYERX, 10),
        lambda: Game().play(None),
        lambda: Game().play(5),
        lambda: Game.from_json(None),
        lambda: parse_board(None),
    ],
)
def test_wrong_types_are_values_that_are_refused(call):
    with pytest.raises(ValueError, match=r"\w"):
        call()


def test_a_player_that_equals_x_is_x():
    assert sample(Board(3), 2.0, 100, seed=1) == sample(Board(3), PLAYERX, 100, seed=1)


def test_tallies_sum():
    one, two = (sample(Board(3), PLAYERX, 100, seed=seed) for seed in (1, 2))
    assert sum([one, two]) == one + two
