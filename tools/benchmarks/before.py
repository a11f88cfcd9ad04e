"""The tree with patterns beside the one of an earlier commit: its speed, its trees, and matches.

    python3 dev.py bench before COMMIT               # simulations a second, in one run, in turns
    python3 dev.py bench before COMMIT --same        # how many trees are the same
    python3 dev.py bench before COMMIT --pairs 100   # a match from balanced openings, in pairs

The earlier kernel is built from its sources and loaded beside the one that is installed. Speed is
measured in real games: balanced openings, played on by the earlier tree. All times are those of the
processor.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time, thread_time
from types import ModuleType

from engine import PLAYERO, PLAYERX, Board, Game, Rules, _kernel
from engine.board import Position
from engine.native.kernel import root_of
from engine.native.loading import Row
from engine.rules import Rule, Square
from tools.benchmarks.kernels import built
from tools.benchmarks.rivals import PORTION, Rival, match_of, openings, rules_of

GAMES, MOVES = 20, (10, 20, 30, 40)
"""How many openings are played on, and after how many moves their games are looked at."""

PLAYED, SIMULATIONS = 3000, 6000
"""Simulations a move in these games, and in each of the positions."""

ROUNDS = 3
"""The fastest of so many turns counts: what else the machine does can only slow a turn down."""

BOARDS = (
    Rules(15, 5), Rules(15, 5, Rule.EXACT), Rules(15, 5, Rule.CARO), Rules(15, 5, Rule.RENJU),
    Rules(10, 5), Rules(7, 4), Rules(25, 5),
)  # fmt: skip
"""Where the tree is measured from one mark in the middle."""


def kernel_of(commit: str) -> ModuleType:
    """Build the kernel of a commit and load it."""
    command = ["git", "archive", commit, "engine/native"]
    sources = subprocess.run(command, check=True, capture_output=True).stdout
    folder = Path(tempfile.mkdtemp())
    with tarfile.open(fileobj=io.BytesIO(sources)) as archive:
        archive.extractall(folder, filter="data")
    return built(folder / "engine" / "native")


def grown(kernel: ModuleType, position: Position, seed: int, simulations: int) -> list[Row]:
    """Return the moves of a tree's root after so many simulations."""
    tree = kernel.pattern_tree(*root_of(position, seed, ()))
    kernel.grow(tree, simulations)
    moves: list[Row] = kernel.children(tree, b"")
    return moves


def best_move(moves: list[Row]) -> int:
    """Return the number of the square that a tree plays."""
    return max(moves, key=lambda move: (move[4] == 1, move[5] > -1, move[1]))[0]


def positions_in_games(kernel: ModuleType, rules: Rules, games: int) -> list[Position]:
    """Return positions from games that a kernel's tree plays against itself."""
    positions = []
    for number, opening in enumerate(openings(rules)[:games]):
        game = Game.of(rules, opening)
        while game.result is None and len(game.moves) <= max(MOVES):
            position = Position.of(game.board, game.to_move)
            if len(game.moves) in MOVES:
                positions.append(position)
            square = best_move(grown(kernel, position, number + 1, PLAYED))
            game.play(divmod(square, rules.size))
    return positions


def rates(kernels: Sequence[ModuleType], positions: Sequence[Position]) -> list[float]:
    """Return each kernel's simulations a second over some positions."""
    counts, seconds = [0] * len(kernels), [0.0] * len(kernels)
    for position in positions:
        fastest = [float("inf")] * len(kernels)
        for _ in range(ROUNDS):
            for i, kernel in enumerate(kernels):
                start = process_time()
                tree = kernel.pattern_tree(*root_of(position, 1, ()))
                count = kernel.grow(tree, SIMULATIONS)
                fastest[i] = min(fastest[i], process_time() - start)
                counts[i] += count
        for i, least in enumerate(fastest):
            seconds[i] += least
    return [count / ROUNDS / spent for count, spent in zip(counts, seconds, strict=True)]


def named(rules: Rules) -> str:
    """Return what rules are called in the figures."""
    return f"{rules.size}x{rules.size}/{rules.line} {rules.rule.name.lower()}"


def one_mark(rules: Rules) -> Position:
    """Return the position after a first mark in the middle."""
    board = Board.empty(rules)
    board.move(rules.size // 2, rules.size // 2, PLAYERX)
    return Position.of(board, PLAYERO)


def speed_figures(kernel: ModuleType) -> Iterator[dict[str, object]]:
    """Yield both kernels' simulations a second: in games of 15x15, and from one mark."""
    kernels = (kernel, _kernel)
    rules = BOARDS[0]
    in_games = positions_in_games(kernel, rules, GAMES)
    cases = [("games", rules, in_games)]
    cases += [("one mark", rules, [one_mark(rules)]) for rules in BOARDS]
    for name, rules, positions in cases:
        earlier, now = rates(kernels, positions)
        yield {
            "rules": named(rules), "in": name, "positions": len(positions),
            "before": round(earlier), "now": round(now), "ratio": round(now / earlier, 2),
        }  # fmt: skip


def likeness(kernel: ModuleType) -> dict[str, object]:
    """Return how many of both kernels' trees are the same."""
    positions = positions_in_games(kernel, BOARDS[0], GAMES)
    positions += [one_mark(rules) for rules in BOARDS]
    same = sum(
        grown(kernel, position, 1, SIMULATIONS) == grown(_kernel, position, 1, SIMULATIONS)
        for position in positions
    )
    return {"positions": len(positions), "same_trees": same}


class KernelRival(Rival):
    """A kernel's tree with patterns as a side of a match."""

    def __init__(self, kernel: ModuleType, seconds: float) -> None:
        super().__init__("tree", seconds)
        self._kernel = kernel

    def _grown(self, board: Board, player: int, seed: int) -> Square:
        start = thread_time()
        tree = self._kernel.pattern_tree(*root_of(Position.of(board, player), seed, ()))
        wanted = done = 0
        while done == wanted and thread_time() - start < self._seconds:
            wanted += PORTION
            done = self._kernel.grow(tree, PORTION)
        self.simulations += done
        return divmod(best_move(self._kernel.children(tree, b"")), board.size)


def match_figures(
    kernel: ModuleType, rules: Rules, seconds: float, pairs: int, first: int
) -> dict[str, object]:
    """Return the results of the installed kernel's tree against another kernel's."""
    now, earlier = KernelRival(_kernel, seconds), KernelRival(kernel, seconds)
    return {"rules": named(rules), "seconds_a_move": seconds} | match_of(
        rules, now, earlier, pairs, first
    )


def measure(options: Sequence[str] = ()) -> Iterator[dict[str, object]]:
    """Yield how the installed kernel's tree compares with an earlier one's."""
    parser = argparse.ArgumentParser(prog="dev.py bench before", description=__doc__)
    parser.add_argument("commit", help="whose kernel is built")
    parser.add_argument("--same", action="store_true", help="count trees that are the same")
    parser.add_argument("--pairs", type=int, help="play a match: openings, each from both sides")
    parser.add_argument("--board", type=rules_of, default=BOARDS[0], help="such as 15x15/5")
    parser.add_argument("--seconds", type=float, default=0.1, help="for a move")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first opening")
    given = parser.parse_args(options)
    kernel = kernel_of(given.commit)
    if given.pairs is not None:
        yield match_figures(kernel, given.board, given.seconds, given.pairs, given.first)
    elif given.same:
        yield likeness(kernel)
    else:
        yield from speed_figures(kernel)
