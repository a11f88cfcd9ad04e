"""The engine: a self-play game, the cost of one call, and OpenSpiel's rollouts beside ours."""

from __future__ import annotations

import tempfile
import timeit
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from engine import PLAYERX, Board, Game, MonteCarlo, sample
from engine.compat.player import FilePlayer
from engine.search.sampling import load_kernel

TRIALS = 5000
GAMES = 100


def measure_game() -> Iterator[dict[str, object]]:
    """Yield the milliseconds that a self-play game on 3x3 at 5,000 trials a move takes."""
    searching = 0.0
    for player_seed in range(GAMES + 1):
        if player_seed == 1:  # the first game loaded everything
            searching, start = 0.0, perf_counter()
        game, player = Game(), MonteCarlo(TRIALS)
        while game.result is None:
            decision = player.choose(game.board, game.to_move, seed=player_seed)
            assert decision.analysis is not None
            searching += decision.analysis.seconds
            game.play(decision.square)
    yield {
        "kernel": load_kernel().NAME,
        "search_ms_a_game": round(searching / GAMES * 1000, 3),
        "all_ms_a_game": round((perf_counter() - start) / GAMES * 1000, 3),
    }


def measure_call() -> Iterator[dict[str, object]]:
    """Yield the microseconds that a call for a single trial on 3x3 takes."""
    board, calls = Board(3), 20_000
    times = timeit.repeat(lambda: sample(board, PLAYERX, 1, seed=1), number=calls, repeat=5)
    yield {"kernel": load_kernel().NAME, "us_a_call": round(min(times) / calls * 1e6, 2)}


def measure_openspiel() -> Iterator[dict[str, object]]:
    """Yield our playouts a second on 3x3 beside OpenSpiel's C++ rollouts, if it is installed.

    Its rollouts are reached through its MCTS bot: with many rollouts an evaluation, next to all
    of the bot's time is spent playing random games in C++.
    """
    try:
        import pyspiel
    except ImportError:
        yield {"skipped": "the package open_spiel is not installed"}
        return
    rollouts, simulations, rounds = 20_000, 10, 5
    game = pyspiel.load_game("tic_tac_toe")
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, 1, False)
    board = Board(3)
    sample(board, PLAYERX, 10**6)
    seconds = [0.0, 0.0]
    for number in range(rounds):
        start = perf_counter()
        bot.step(game.new_initial_state())
        middle = perf_counter()
        sample(board, PLAYERX, 10**8, seed=number)
        seconds[0] += middle - start
        seconds[1] += perf_counter() - middle
    theirs, ours = rollouts * simulations * rounds / seconds[0], 10**8 * rounds / seconds[1]
    yield {
        "openspiel_per_s": round(theirs),
        "playouts_per_s": round(ours),
        "ratio": round(ours / theirs, 1),
    }


def _seconds_to_first_move(path: Path) -> float:
    """Return how long it takes from nothing until a file has made a move, on 3x3."""
    start = perf_counter()
    player = FilePlayer(path, 1)
    try:
        player.choose(Board(3), PLAYERX)
    finally:
        player.close()
    return perf_counter() - start


def measure_file() -> Iterator[dict[str, object]]:
    """Yield what a file's first move takes, and what one costs across the boundary, in ms."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "first_empty.py"
        path.write_text("def mc_move(board, player, trials):\n    return (0, 0)\n")
        player = FilePlayer(path, 1)
        try:
            times = []
            for _ in range(2000):
                start = perf_counter()
                player.choose(Board(3), PLAYERX)
                times.append(perf_counter() - start)
        finally:
            player.close()
    times.sort()
    files = Path(__file__).parents[2] / "tests" / "engine" / "course_files"
    for name in ("plain", "python2"):
        first = sorted(_seconds_to_first_move(files / f"{name}.py") for _ in range(9))
        yield {"file": name, "first_move_s": round(first[4], 3), "slowest_s": round(first[-1], 3)}
    yield {"median_ms": round(times[1000] * 1000, 3), "p99_ms": round(times[1980] * 1000, 3)}
