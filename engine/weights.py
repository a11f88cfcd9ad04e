"""SCORE_CURRENT and SCORE_OTHER: what a square earns in a playout."""

from __future__ import annotations

from typing import NamedTuple

from engine.checks import real_number, shown
from engine.errors import Problem

MAX_WEIGHT = 1e100
"""Larger weights would leave the range of floating-point numbers when they are summed."""


class Weights(NamedTuple):
    """The two weights of the course's scores.

    Attributes:
        current: SCORE_CURRENT, what a square with the player's own mark earns in a win, and
            loses in a defeat.
        other: SCORE_OTHER, what a square with the other side's mark loses in a win, and earns
            in a defeat.
    """

    current: float = 1.0
    other: float = 1.0

    @classmethod
    def checked(cls, current: float, other: float) -> Weights:
        """Return both as floats; ValueError unless they are finite and can be summed.

        Numbers of other types, such as NumPy's of eight bits, may overflow in a sum.
        """
        for name, weight in (("SCORE_CURRENT", current), ("SCORE_OTHER", other)):
            if real_number(weight, -MAX_WEIGHT, MAX_WEIGHT) is None:
                raise Problem(
                    "{name} must be a finite number of at most {limit}, not {value}",
                    name=name, limit=f"{MAX_WEIGHT:g}", value=shown(weight),
                )  # fmt: skip
        return cls(float(current), float(other))


EQUAL = Weights()
"""Both 1: the weights of the course's example."""
