"""The native kernel, what goes into it and comes out, and what to say where it is missing.

Where it is missing, the first search logs a warning, once: without other arrangements Python writes
it to standard error.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from engine.board import Position
from engine.errors import Problem

Row = tuple[int, int, float, float, int, int, float, float]
"""A move as a tree tells it: square, visits, sum of values, prior, bounds, weighed value, bonus. A
tree with playouts has the sum of the values' squares instead of a prior."""

Last = tuple[list[int], list[int], float]
"""A tree's last simulation: the squares of its path, those of the last random game that was played
from its end, and its result for the side to move at the root."""

PlayedGame = tuple[bytes, int, bytes, bytes, bytes]
"""A network's game against itself: its moves; how many of them were random; and of each other move
the marks (1 own, 2 the other's), the visits (16 bits each) and the worth (a float)."""


Buffer = bytes | bytearray | memoryview
"""Numbers one behind the other, as NumPy's arrays give them, too."""


class Net(NamedTuple):
    """A network.

    Attributes:
        kind: 0 for a plain one, 1 for one that counts lines.
        units: of a layer.
        weights: all its weights, as floats.
    """

    kind: int
    units: int
    weights: Buffer


@dataclass(frozen=True, slots=True)
class Playing:
    """How a network plays against itself.

    Attributes:
        simulations: of the tree before each move.
        random_marks: a game begins with 0 to so many random marks.
        drawn: moves up to so many marks are drawn by their visits, later ones are the best.
        proofs: whether what is proven goes up the tree.
        result_share: how much of a position's worth is the game's result; the rest is what the
            tree makes of it. What is proven is worth just that.
    """

    simulations: int
    random_marks: int
    drawn: int
    proofs: bool
    result_share: float


SINGLE_BLOCK = 64
"""Games in a block of those that are played one at a time: as few as plain Python plays soon."""


def are_single(position: Position, heavy: bool) -> bool:
    """Whether games are played one at a time: heavy ones, and those where a line's ends matter.

    All others are filled up at once, and the first line is looked for then.
    """
    return heavy or position.rules.rule.ends_matter


log = logging.getLogger(__name__)


@cache
def native_kernel() -> ModuleType | None:
    """Return ``engine.native.kernel``; None, after a warning, where it was not built here.

    Without it NumPy plays random games, and ``engine.search`` has a solver and a tree in plain
    Python; whatever else it does is not to be had (see ``needed_kernel``).
    """
    if (problem := missing_kernel()) is not None:
        log.warning("%s", problem)
        return None
    from engine.native import kernel  # noqa: PLC0415  (it imports this module)

    log.info("the native kernel is used, with %s", kernel.instruction_set())
    return kernel


def needed_kernel() -> ModuleType:
    """Return the native kernel for what only it can do; a Problem where it was not built here."""
    if (kernel := native_kernel()) is None:
        raise _needed()
    return kernel


def kernel_lacking() -> str:
    """Return why something that only the native kernel does cannot be done, without its end.

    It is empty where it can be done.
    """
    return str(_needed()) if native_kernel() is None else ""


def _needed() -> Problem:
    return Problem(
        "this needs the native kernel, which was not built here; install a C compiler and this "
        "program again"
    )


def missing_kernel() -> Problem | None:
    """Return what is missing without the native kernel, and how to get it; None where it is."""
    try:
        import_module("engine._kernel")
    except ImportError:
        return Problem(
            "the native kernel was not built here, so random games are many times slower, and "
            "networks, threats and trees with random games are missing; install a C compiler and "
            "Python's headers (on Debian: gcc libc6-dev python3-dev), then this program again"
        )
    return None
