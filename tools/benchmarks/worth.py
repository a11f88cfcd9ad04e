"""What the tree's values are worth: how often games are won where it shows them.

The tree with patterns plays itself from balanced openings. Each game gives some positions in which
nothing is proven; the value is that of the best move, and the result the mover's in the end.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine import Game, Rules
from engine.board import Position
from engine.native.kernel import NativePatternTree
from tools.benchmarks.rivals import openings

RULES, SIMULATIONS = Rules(15, 5), 3000
SEEDS = (1, 2)
"""Each opening is played with these."""

MOST = 10
"""Positions of a game: more would say the same."""

EDGES = (-0.6, -0.4, -0.2, 0.2, 0.4, 0.6)
"""Where one group of values ends and the next one begins."""

FAR = 0.4
"""Values from here on are called far from 0."""


class Valued(NamedTuple):
    """A position's value for the side to move, from -1 to 1, and how many points it got: 0 to 1."""

    value: float
    points: float


def valued_positions() -> Iterator[Valued]:
    """Yield values and results from games of the tree against itself."""
    for number, opening in enumerate(openings(RULES)):
        for seed in SEEDS:
            yield from _of_game(opening, 1000 * number + seed)


def _of_game(opening: list[tuple[int, int]], seed: int) -> list[Valued]:
    game, shown = Game.of(RULES, opening), []
    while game.result is None:
        tree = NativePatternTree(Position.of(game.board, game.to_move), seed + len(game.moves), ())
        done = tree.grow(SIMULATIONS)
        best = max(tree.children(()), key=lambda move: (move[4] == 1, move[5] > -1, move[1]))
        square, visits, total, _, low, high, *_ = best
        if done == SIMULATIONS and visits and low < high:
            shown.append((game.to_move, total / visits))
        game.play(divmod(square, RULES.size))
    winner = game.result.winner
    chosen = random.Random(seed).sample(shown, min(MOST, len(shown)))
    return [
        Valued(value, 0.5 if winner is None else float(winner == player))
        for player, value in chosen
    ]


def measure() -> Iterator[dict[str, Any]]:
    """Yield, for each group of values, what they said and how much was won."""
    groups: list[list[Valued]] = [[] for _ in range(len(EDGES) + 1)]
    for position in valued_positions():
        groups[bisect_right(EDGES, position.value)].append(position)
    for low, high, group in zip((-1, *EDGES), (*EDGES, 1), groups, strict=True):
        count = max(1, len(group))
        yield {
            "low": low,
            "high": high,
            "positions": len(group),
            "said": round(sum((1 + position.value) / 2 for position in group) / count, 3),
            "won": round(sum(position.points for position in group) / count, 3),
        }
