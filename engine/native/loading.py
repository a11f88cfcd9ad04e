"""Which of two modules does the hot work: the one in C, or the one without it.

Where the one in C is missing, the first search logs a warning, once: without other arrangements
Python writes it to standard error.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

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
"""Games in a block of those that are played one at a time, in both modules: as few as plain Python
plays soon enough."""


def are_single(position: Position, heavy: bool) -> bool:
    """Whether games are played one at a time: heavy ones, and those where a line's ends matter.

    All others are filled up at once, and the first line is looked for then.
    """
    return heavy or position.rules.rule.ends_matter


log = logging.getLogger(__name__)

KERNEL_VARIABLE = "TTT_ENGINE_KERNEL"


def choose_module(native: str, other: str) -> Any:
    """Return the native module, or the other one where the extension was not built.

    The environment variable TTT_ENGINE_KERNEL forces one: "native" or "numpy".

    Raises:
        ValueError: the variable names no kernel, or one that was not built here.
    """
    wanted = os.environ.get(KERNEL_VARIABLE, "")
    if wanted not in ("", "native", "numpy"):
        raise Problem(
            "{variable} must be native or numpy, not {value}",
            variable=KERNEL_VARIABLE, value=repr(wanted),
        )  # fmt: skip
    if wanted != "numpy":
        try:
            found = import_module(native)
        except ImportError:
            if wanted == "native":
                raise Problem(
                    "{variable} asks for the native kernel, which was not built here; "
                    "install a C compiler and this program again",
                    variable=KERNEL_VARIABLE,
                ) from None
            _warn()
        else:
            log.info("%s is used", native)
            return found
    log.info("%s is used", other)
    return import_module(other)


def missing_kernel() -> Problem | None:
    """Return what to do about a native kernel that is missing; None where it is not missed."""
    if os.environ.get(KERNEL_VARIABLE):
        return None  # somebody has chosen
    try:
        import_module("engine._kernel")
    except ImportError:
        return Problem(
            "random games run on NumPy, many times slower than the native kernel, which was not "
            "built here; install a C compiler and Python's headers (on Debian: gcc libc6-dev "
            "python3-dev), then this program again"
        )
    return None


@cache
def _warn() -> None:
    if (problem := missing_kernel()) is not None:
        log.warning("%s", problem)


@cache
def searcher() -> Any:
    """Return the module with the solver and the tree."""
    return choose_module("engine.native.kernel", "engine.search.without_c")
