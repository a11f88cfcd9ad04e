"""The playout tree: its speed beside OpenSpiel's, and matches at equal time of the processor."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time
from typing import Any

from engine import PLAYERX, Board, Rules
from engine.board import Position
from engine.native.kernel import NativePlayoutTree
from engine.rules import Rule
from engine.search.playouts import Playouts
from tools.benchmarks.tree import Chooser, by_playouts, grown, played_match

SPEED = ((3, 3), (5, 4), (10, 5), (15, 5))
THEIRS = {(3, 3): 50_000, (5, 4): 10_000, (10, 5): 1000}
"""Simulations in which OpenSpiel's search takes about a second."""

ROUNDS, OURS = 3, 100_000
MATCHES = ((5, 4), (7, 4), (10, 5), (15, 5))
HEAVY = (
    Rules(3, 3), Rules(5, 4), Rules(7, 4), Rules(10, 5), Rules(3, 3, Rule.REVERSE),
    Rules(5, 4, Rule.REVERSE), Rules(7, 4, Rule.REVERSE),
)  # fmt: skip

PLAIN = Playouts(proofs=False)
"""As OpenSpiel's search is: a random game from each new position, and no proofs."""


def measure_speed() -> Iterator[dict[str, Any]]:
    """Yield simulations a second from the empty board, and OpenSpiel's, if it is installed.

    Both do the same work: UCT, one random game a simulation, a tree begun anew in every round, and
    no proofs; the last number is with proofs, as the player has them. For 3x3 OpenSpiel has a game
    of its own besides m,n,k-games.
    """
    for size, line in SPEED:
        figures: dict[str, Any] = {
            "board": size,
            "line": line,
            "simulations_a_second": round(_ours(size, line, PLAIN)),
            "with_proofs": round(_ours(size, line, Playouts())),
            "heavy": round(_ours(size, line, Playouts(proofs=False, heavy=True))),
        }
        games = {"openspiel": f"mnk(m={size},n={size},k={line})"}
        if size == 3:
            games["openspiel_own"] = "tic_tac_toe"
        for name, game in games.items():
            if (size, line) in THEIRS and (rate := _theirs(game, THEIRS[size, line])):
                figures[name] = round(rate)
                figures[f"{name}_ratio"] = round(figures["simulations_a_second"] / rate, 1)
        yield figures


def _ours(size: int, line: int, leaves: Playouts) -> float:
    position, best = Position.of(Board(size, win_length=line), PLAYERX), 0.0
    for seed in range(ROUNDS):
        start, tree = thread_time(), new_tree(position, seed, leaves)
        done = tree.grow(OURS)
        best = max(best, done / (thread_time() - start))
    return best


def _theirs(name: str, simulations: int) -> float | None:
    """Return the simulations a second of OpenSpiel's search in C++; None where it is missing."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, best = pyspiel.load_game(name), 0.0
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    for seed in range(ROUNDS):
        bot = pyspiel.MCTSBot(
            game, evaluator, PLAIN.exploration, simulations, 1000, False, seed, False
        )
        start = thread_time()
        bot.step(game.new_initial_state())
        best = max(best, simulations / (thread_time() - start))
    return best


def new_tree(position: Position, seed: int, leaves: Playouts) -> NativePlayoutTree:
    """Return a tree with playouts."""
    return NativePlayoutTree(position, seed, (), leaves)


def _by_tree(leaves: Playouts) -> Chooser:
    def choose(board: Board, player: int) -> tuple[int, int]:
        return grown(new_tree(Position.of(board, player), 1, leaves), board.size)

    return choose


def measure_against_flat() -> Iterator[dict[str, Any]]:
    """Yield games of the playout tree against flat Monte Carlo."""
    for size, line in MATCHES:
        yield played_match(Rules(size, line), _by_tree(Playouts()), by_playouts)


def measure_heavy() -> Iterator[dict[str, Any]]:
    """Yield games of heavy playouts against plain ones."""
    for rules in HEAVY:
        yield played_match(rules, _by_tree(Playouts(heavy=True)), _by_tree(Playouts()))
