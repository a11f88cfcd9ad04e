"""How much of its limit ``ttt-engine brain`` uses, and how often it is late.

A manager gives it positions. Of each answer are told: its processor time as a share of the limit,
and how long it took by the clock. What the system took away for others counts for neither (Linux).
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter

from engine import Game, Rules
from engine.gomocup.words import stones_of, written
from engine.processor_time import processor_seconds
from engine.search.limit import Limit
from engine.search.tree import TreeSearch
from tools.benchmarks.rivals import openings

_RULES = Rules(15, 5)
_MOST_MOVES = 12
_ENOUGH, _PROVES = 0.7, 20_000


def positions(count: int, seed: int) -> list[Game]:
    """Return games under way: balanced openings, and some moves of a small tree.

    Positions that are soon proven are none of them: their moves take no time.
    """
    chance, lines, games = random.Random(seed), openings(_RULES), list[Game]()
    while len(games) < count:
        game = Game.of(_RULES, lines[chance.randrange(len(lines))])
        for _ in range(chance.randrange(_MOST_MOVES)):
            search = TreeSearch(game.board, game.to_move, Limit(100), chance.getrandbits(32))
            game.play(chance.choice(search.result().best))
            if game.result is not None:
                break
        else:
            search = TreeSearch(game.board, game.to_move, Limit(_PROVES), 1)
            if search.result().outcome is None:
                games.append(game)
    return games


class _Brain:
    """The program in a process of its own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "engine", "brain", "--seed", "1"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.ask(f"START {_RULES.size}")

    def tell(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def ask(self, *lines: str) -> str:
        self.tell(*lines)
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def timed(self, *lines: str) -> tuple[float, float, float]:
        """Return an answer's processor time, its time by the clock, and what was taken of that."""
        number = self._process.pid
        used, taken, begun = processor_seconds(number) or 0.0, _taken(number), perf_counter()
        self.ask(*lines)
        passed = perf_counter() - begun
        used = (processor_seconds(number) or 0.0) - used
        return used, passed, _taken(number) - taken

    def close(self) -> None:
        with self._process:  # its pipes are closed, and it is waited for
            self.tell("END")


def _taken(number: int) -> float:
    """Return how long a process's threads have waited for a processor, in seconds."""
    try:
        threads = [path.read_text() for path in Path(f"/proc/{number}/task").glob("*/schedstat")]
    except OSError:
        return 0.0
    return sum(int(text.split()[1]) for text in threads) * 1e-9


def measure(options: Sequence[str] = ()) -> Iterator[dict[str, object]]:
    """Yield the figures of each limit."""
    parser = argparse.ArgumentParser(prog="dev.py bench brain", description=__doc__)
    parser.add_argument("--limits", type=int, nargs="+", default=[30, 100, 300, 1000], metavar="MS")
    parser.add_argument("--positions", type=int, default=150)
    given = parser.parse_args(options)
    games = positions(given.positions, 1)
    with closing(_Brain()) as brain:
        for limit in given.limits:
            brain.tell(f"INFO timeout_turn {limit}")
            shares, over, used_in_all, left_in_all = list[float](), list[float](), 0.0, 0.0
            for game in games:
                stones = stones_of(game.board, game.to_move)
                lines = [f"{written(square)},{whose}" for square, whose in stones.items()]
                brain.ask("RESTART")
                used, passed, taken = brain.timed("BOARD", *lines, "DONE")
                left = max(1e-3, limit / 1000 - taken)
                shares.append(used / left)
                used_in_all, left_in_all = used_in_all + used, left_in_all + left
                over.append((passed - taken) / (limit / 1000))
            yield {
                "limit_ms": limit,
                "positions": len(games),
                "share_used": round(used_in_all / left_in_all, 3),
                "below_70_percent": sum(share < _ENOUGH for share in shares),
                "late": sum(share > 1 for share in over),
                "longest": round(max(over), 3),
            }
