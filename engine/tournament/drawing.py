"""Draws openings at random that leave both sides a chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.board import Board
from engine.errors import Problem, whole_number
from engine.game import Game
from engine.rules import Rules
from engine.search.limit import Limit
from engine.search.sampling import check_seed
from engine.search.solver import Solution, go_on, solve
from engine.search.tree import TreeSearch
from engine.tournament.openings import MOST, Line, Openings

UNCLEAR = 0.15
"""An opening is kept if a tree search values it nearer to 0 than this, for either side."""

SIMULATIONS = 400
_NODES = 30_000
_CENTRE = 5
_PATIENCE = 20

Check = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class OpeningsWanted:
    """What openings are asked for.

    Attributes:
        rules: what they are for.
        plies: how many marks stand on the board, from 1 on.
        count: how many openings.
        seed: fixes them; the same seed gives the same openings.
        fair: whether those are left out that are decided, as far as the machine can tell.
    """

    rules: Rules
    plies: int
    count: int
    seed: int
    fair: bool = True

    def __post_init__(self) -> None:
        """Raise ValueError with a sentence where something cannot be."""
        whole_number(self.plies, "the number of plies", 1, self.rules.size**2 - 1)
        whole_number(self.count, "the number of openings", 1, MOST)
        check_seed(self.seed)

    def to_json(self) -> dict[str, Any]:
        """Return how openings were made, for their file."""
        return {"plies": self.plies, "seed": self.seed, "fair": self.fair, "asked": self.count}


def usual_plies(rules: Rules) -> int:
    """Return how many plies suit a board: enough for games to differ, and few enough to be fair."""
    return 2 if rules.size <= 3 else 3 if rules.size <= 5 else 4


def draw_openings(wanted: OpeningsWanted, check: Check = lambda _count: None) -> Openings:
    """Return openings, none like another one turned or mirrored; fewer where there are no more.

    Args:
        check: called now and then with the number of openings so far; an error that it raises
            ends the work.

    Raises:
        ValueError: there is not a single one.
    """
    lines: list[Line] = []
    for game in _positions(wanted):
        check(len(lines))
        if not wanted.fair or is_fair(game.board, game.to_move, lambda: check(len(lines))):
            side = wanted.rules.size
            lines.append(tuple(row * side + col for row, col in game.moves))
        if len(lines) == wanted.count:
            break
    if not lines:
        raise Problem(
            "no opening of {plies} plies leaves both sides a chance here; ask for another number "
            "of plies",
            plies=wanted.plies,
        )
    return Openings(wanted.rules, tuple(lines))


def is_fair(board: Board, player: int, check: Callable[[], None] = go_on) -> bool:
    """Whether a position is a tie in perfect play, or unclear to a tree search where nobody knows.

    Args:
        check: called every few milliseconds; an error that it raises ends the work.
    """
    solution: Solution | None = solve(board, player, _NODES, check)
    if solution is not None:
        return solution.value == 0
    analysis = TreeSearch(board, player, Limit(SIMULATIONS), seed=0).result()
    if analysis.outcome is not None:
        return analysis.outcome == 0
    visits = sum(move.visits for move in analysis.moves)
    value = sum(move.visits * (move.value or 0.0) for move in analysis.moves) / visits
    return abs(value) < UNCLEAR


def _positions(wanted: OpeningsWanted) -> Iterator[Game]:
    """Yield unfinished games of random moves about the centre, none like another.

    It ends when new ones no longer come.
    """
    chance, size = random.Random(wanted.seed), wanted.rules.size
    wide = min(size, _CENTRE + (size - _CENTRE) % 2)
    while wide * wide <= wanted.plies:
        wide = min(size, wide + 2)
    near = (size - wide) // 2
    squares = [(row, col) for row in range(near, near + wide) for col in range(near, near + wide)]
    seen: set[bytes] = set()
    vain = 0
    while vain < 100 + _PATIENCE * len(seen):
        vain += 1
        game = Game(wanted.rules)
        for square in chance.sample(squares, wanted.plies):
            if game.result is not None:
                break
            game.play(square)
        if game.result is not None or (key := _form(game.board)) in seen:
            continue
        seen.add(key)
        vain = 0
        yield game


def _form(board: Board) -> bytes:
    """Return what a position has in common with those that it is turned or mirrored into."""
    import numpy as np  # noqa: PLC0415  (few need it)

    side = range(board.size)
    marks = np.array([[board.square(row, col) for col in side] for row in side], np.uint8)
    return min(
        np.rot90(turned, turns).tobytes() for turned in (marks, marks.T) for turns in range(4)
    )
