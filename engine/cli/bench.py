"""``ttt-engine bench``: how fast random playouts are here, against the course's functions."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from itertools import count
from time import perf_counter
from typing import Any

from engine import course
from engine.board import PLAYERX, Board
from engine.cli.options import Commands, integer
from engine.errors import whole_number
from engine.search.sampling import MAX_THREADS, Sampler, load_kernel

BOARDS = (
    (3, 3), (4, 4), (5, 5), (7, 4), (10, 10), (10, 5), (15, 5), (19, 19), (19, 5),
)  # fmt: skip
"""(side, line length) of the boards measured, all empty."""

_ROUNDS, _MOST_ROUNDS = 25, 10_000
_TURN_SECONDS = 0.1
_REFERENCE_TRIALS = 10


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "bench",
        help="measure how fast random games are on this machine",
        description="Measure random games a second from empty boards, with the fast kernel and "
        "with the course's own functions (engine.course). They take turns, and the fastest turn "
        "of each counts: other work on this machine can only slow a turn down. Takes about a "
        "minute, or a minute and a half with more threads.",
    )
    parser.add_argument(
        "--threads", type=integer, default=1, metavar="N", help="threads to use (default: 1)"
    )
    parser.add_argument(
        "--rounds", type=integer, default=_ROUNDS, metavar="N",
        help=f"turns that each takes (default: {_ROUNDS}); more of them find quieter moments",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print a JSON list instead of a table")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure, print, return 0."""
    threads = whole_number(options.threads, "the number of threads", 1, MAX_THREADS)
    rounds = whole_number(options.rounds, "the number of rounds", 1, _MOST_ROUNDS)
    if options.json:
        print(json.dumps([measure(*board, threads, rounds) for board in BOARDS], indent=1))
        return 0
    kernel = load_kernel()
    print(f"kernel {kernel.NAME}, instruction set {kernel.instruction_set()}, ", end="")
    print(f"{threads} thread{'s' * (threads != 1)}")
    gain = f" {'gain':>5}" if threads > 1 else ""
    print(f"{'board':>8} {'line':>5} {'games/s':>14} {'course/s':>10} {'ratio':>8}{gain}")
    for board in BOARDS:
        row = measure(*board, threads, rounds)
        print(
            f"{row['board']:>5}x{row['board']:<2} {row['win_length']:>5} "
            f"{row['playouts_per_s']:>14,} {row['reference_per_s']:>10,.0f} {row['ratio']:>8,}",
            end="",
        )
        if threads > 1:
            print(f" {row['playouts_per_s'] / row['one_thread_per_s']:>5.2f}", end="")
        print(flush=True)
    return 0


def measure(size: int, line: int, threads: int, rounds: int) -> dict[str, Any]:
    """Return playouts a second of the kernel and of the course's functions, and their ratio.

    They take turns, and the fastest turn of each counts, as in Python's ``timeit``. With more than
    one thread, ``one_thread_per_s`` from the same run is added.
    """
    board = Board(size, win_length=line)

    def reference() -> int:
        course.mc_move(board, PLAYERX, _REFERENCE_TRIALS)
        return _REFERENCE_TRIALS

    plays = [reference] + [_fast(board, number) for number in sorted({1, threads})]
    turns = [[_games_a_second(play) for play in plays] for _ in range(rounds)]
    rates = [max(of_one) for of_one in zip(*turns, strict=True)]
    kernel = load_kernel()
    row = {
        "board": size,
        "win_length": line,
        "threads": threads,
        "kernel": kernel.NAME,
        "isa": kernel.instruction_set(),
        "playouts_per_s": round(rates[-1]),
        "reference_per_s": round(rates[0], 1),
        "ratio": round(rates[-1] / rates[0]),
    }
    return row | {"one_thread_per_s": round(rates[1])} if threads > 1 else row


def _fast(board: Board, threads: int) -> Callable[[], int]:
    """Return a function that plays games for about a turn, other ones each time."""
    sampler = Sampler(board, PLAYERX, seed=1, threads=threads)
    portion = _portion(sampler)
    numbers = count()
    return lambda: sampler.draw(next(numbers) * portion, portion * sampler.block).trials


def _portion(sampler: Sampler) -> int:
    """Return how many blocks take about a turn; the first ones played also warm everything up."""
    blocks, taken = 1, 0.0
    while taken < 0.02:
        blocks *= 2
        start = perf_counter()
        sampler.draw(0, blocks * sampler.block)
        taken = perf_counter() - start
    return max(1, round(blocks * _TURN_SECONDS / taken))


def _games_a_second(play: Callable[[], int]) -> float:
    """Call ``play`` for a turn; return the games a second that it says it played."""
    games, start = 0, perf_counter()
    while True:
        games += play()
        taken = perf_counter() - start
        if taken >= _TURN_SECONDS:
            return games / taken
