"""What a playout tree is grown by: its settings, its arithmetic, and what one simulation did.

UCB1 (Auer, Cesa-Bianchi and Fischer, 2002) weighs a move by its mean result and by a bonus that
grows with the logarithm of its position's visits, and shrinks with its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import frexp, inf, sqrt
from typing import NamedTuple

from engine.errors import Problem, real_number, whole_number
from engine.rules import Line

MAX_PLAYOUTS = 1000
"""More from one position would keep a search from being stopped."""

MAX_EXPLORATION = 100.0

EXPLORATION = 1.4
"""The constant of UCB1, about the square root of 2: of those that were tried on 3x3 one with the
fewest wrong moves. On larger boards somewhat smaller ones play better."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """How a tree values new positions: by random games from there to their end.

    Attributes:
        count: games from each new position; their mean result goes up the tree.
        exploration: the constant of UCB1: how much few visits count beside a good result.
        heavy: whether a side in these games completes a line where it can, and else blocks one of
            the other side; in the reverse game, whether it completes none while it has another
            move.
        proofs: whether a finished game proves what it is worth, and what follows for the positions
            above it (Winands, Björnsson and Saito, 2008).

    Raises:
        ValueError: a count or a constant that is out of bounds.
    """

    count: int = 1
    exploration: float = EXPLORATION
    heavy: bool = False
    proofs: bool = True

    def __post_init__(self) -> None:
        whole_number(self.count, "the number of playouts", 1, MAX_PLAYOUTS)
        if real_number(self.exploration, 0, MAX_EXPLORATION) is None:
            raise Problem(
                "exploration must be a number from 0 to {high}, not {value}",
                high=f"{MAX_EXPLORATION:g}", value=repr(self.exploration),
            )  # fmt: skip


class Simulation(NamedTuple):
    """What one simulation did.

    Attributes:
        path: the moves from the root to the position that it came to.
        playout: the moves of the last random game from there; none where the game was over there,
            where its worth was proven, and in a tree without playouts.
        result: the value that it took up the tree, for the side to move at the root, from -1 to 1.
    """

    path: Line
    playout: Line
    result: float


def logarithm(number: int) -> float:
    """Return the natural logarithm of a positive number, the same to the last digit everywhere.

    The logarithms of different systems' libraries differ in their last digits, and with one of
    them a tree would.
    """
    part, exponent = frexp(number)
    if part < 0.70710678118654752:
        part, exponent = part * 2, exponent - 1
    x, total = (part - 1) / (part + 1), 0.0
    square = x * x
    for odd in range(21, 0, -2):
        total = total * square + 1.0 / odd
    return exponent * 0.69314718055994531 + 2 * x * total


def bonus(visits: int, parent: int, exploration: float) -> float:
    """Return what UCB1 adds to a move's mean: nothing is more than that of an untried one.

    Args:
        visits: the simulations that went through the move.
        parent: and through the position that it is a move of.
    """
    return exploration * sqrt(logarithm(parent)) / sqrt(visits) if visits else inf


def ucb1(value: float, visits: int, parent: int, exploration: float) -> float:
    """Return what UCB1 weighs a move by, for any constant: selection takes the greatest.

    Args:
        value: the move's mean result, from -1 to 1.
        visits: the simulations that went through the move.
        parent: and through the position that it is a move of.
    """
    return value + bonus(visits, parent, exploration)
