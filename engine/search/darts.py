"""Why chance is good for measuring: many throwers estimate one number, all by the same means.

What a thrower hits with a chance p is hit in a share of n throws that lies around p; its standard
error is sqrt(p (1 - p) / n). So the error falls with the root of n, whatever is measured: four
times the throws for half the error (the law behind every Monte Carlo method; Metropolis and Ulam,
"The Monte Carlo method", 1949). It is measured here, not taken for granted: a hundred throwers
throw the same number each, and the root of the mean of their squared errors is their typical error.

The module needs NumPy, and loads it when the first dart is thrown.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import pi, sqrt
from typing import TYPE_CHECKING, Protocol

from engine.board import PLAYERX, Board
from engine.search.confidence import LEVEL, Ends, mean_interval, z_value
from engine.search.sampling import Sampler, sample

if TYPE_CHECKING:
    import numpy as np

THROWERS = 100
"""How many throw."""

MOST = 40_960
"""The most throws of each: four million of all."""

SEEN = 2_000
"""How many throws of the first one are kept to be seen."""

_BATCH = 512
"""The most throws of each between two reports."""

_ROUND = (1, 2, 5)

FIRST_MOVER_WINS = Fraction(737, 1260)
"""The exact share of random games on the empty 3x3 board that X wins: 58.49 %."""

Seen = tuple[float, float, bool]
"""A throw that is kept: where it fell (0 to 1 across and upwards), and whether it was a hit."""


class Subject(Protocol):
    """What is measured.

    Attributes:
        chance: the true chance of a hit.
        scale: what the share of hits is multiplied by.
    """

    chance: float
    scale: float

    def throw(self, thrower: int, first: int, count: int) -> int:
        """Return the hits among a thrower's throws from number ``first`` on."""

    def seen(self, first: int, count: int) -> list[Seen]:
        """Return the first thrower's throws from number ``first`` on, one by one."""


class Darts:
    """Darts that fall anywhere in a square; a hit lies in the quarter of a circle around a corner.

    The quarter fills pi/4 of the square, so that four times the share of hits estimates pi.
    """

    chance = pi / 4
    scale = 4.0

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._luck: dict[int, np.random.Generator] = {}

    def throw(self, thrower: int, _first: int, count: int) -> int:
        """Return the hits among a thrower's next throws."""
        return int(self._hits(self._places(thrower, count)).sum())

    def seen(self, _first: int, count: int) -> list[Seen]:
        """Return the first thrower's next throws, one by one."""
        places = self._places(0, count)
        hits = self._hits(places)
        return [(float(x), float(y), bool(hit))
                for (x, y), hit in zip(places, hits, strict=True)]  # fmt: skip

    def _places(self, thrower: int, count: int) -> np.ndarray:
        import numpy as np  # noqa: PLC0415  (not needed at a start)

        if thrower not in self._luck:
            self._luck[thrower] = np.random.default_rng((self._seed, thrower))
        return self._luck[thrower].random((count, 2))

    @staticmethod
    def _hits(places: np.ndarray) -> np.ndarray:
        inside: np.ndarray = (places**2).sum(axis=1) <= 1.0
        return inside


class FirstMoves:
    """Random games on the empty 3x3 board; a hit is a win of X, who moves first."""

    chance = float(FIRST_MOVER_WINS)
    scale = 1.0

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        self._board = Board(3)
        self._seeds = [chance.getrandbits(64) for _ in range(THROWERS)]
        self._alone = Sampler(self._board, PLAYERX, chance.getrandbits(64))

    def throw(self, thrower: int, first: int, count: int) -> int:
        """Return X's wins among a thrower's next games."""
        seed = random.Random(f"{self._seeds[thrower]} {first}").getrandbits(64)
        return sample(self._board, PLAYERX, count, seed).x_wins

    def seen(self, first: int, count: int) -> list[Seen]:
        """Return the first thrower's next games, one by one; they fall nowhere."""
        wins = (self._alone.draw(number, 1).x_wins for number in range(first, first + count))
        return [(0.0, 0.0, bool(win)) for win in wins]


@dataclass(frozen=True, slots=True)
class Measured:
    """How things stand after some throws.

    Attributes:
        count: throws of each thrower.
        hits: the first one's.
        estimate: what the first one makes of them.
        ends: the 95 % interval of that.
        error: the typical error of all throwers; 0 before the first throw.
        errors: the same after fewer throws, by their number.
    """

    count: int
    hits: int
    estimate: float
    ends: Ends
    error: float
    errors: dict[int, float]

    @property
    def gain(self) -> tuple[int, float, float] | None:
        """A quarter of the throws, the typical error then and now; None where it is not known."""
        fewer = self.errors.get(self.count // 4)
        if self.count % 4 or fewer is None:
            return None
        return self.count // 4, fewer, self.error


class Throwing:
    """Throwers at work: the same number of throws each, and their errors as they go.

    Attributes:
        seen: the first throws of the first thrower.
    """

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.seen: list[Seen] = []
        self._count = 0
        self._hits = [0] * THROWERS
        self._errors: dict[int, float] = {}

    @property
    def typical(self) -> float:
        """What the typical error after one throw should be: the standard error for n = 1."""
        chance = self.subject.chance
        return self.subject.scale * sqrt(chance * (1 - chance))

    @property
    def measured(self) -> Measured:
        """How things stand."""
        scale, count, hits = self.subject.scale, self._count, self._hits[0]
        low, high = mean_interval({0.0: count - hits, 1.0: hits}, 0.0, 1.0, z_value(LEVEL))
        estimate = scale * hits / count if count else 0.0
        error = self._typical_error() if count else 0.0
        ends = scale * low, scale * high
        return Measured(count, hits, estimate, ends, error, dict(self._errors))

    def run(self, count: int) -> Iterator[None]:
        """Have everybody throw so often, at most up to ``MOST``; yield between two batches."""
        end = min(MOST, self._count + count)
        while self._count < end:
            to_be_measured = min(end, self._next_round())
            self._throw(min(to_be_measured - self._count, _BATCH))
            if self._count == to_be_measured:
                self._errors[self._count] = self._typical_error()
            yield

    def _next_round(self) -> int:
        """Return the next number of throws at which errors are measured in any case."""
        return next(number for number in _rounds() if number > self._count)

    def _throw(self, count: int) -> None:
        first, kept = self._count, max(0, min(count, SEEN - self._count))
        if kept:
            seen = self.subject.seen(first, kept)
            self.seen += seen
            self._hits[0] += sum(hit for *_, hit in seen)
        if count > kept:
            self._hits[0] += self.subject.throw(0, first + kept, count - kept)
        for thrower in range(1, THROWERS):
            self._hits[thrower] += self.subject.throw(thrower, first, count)
        self._count += count

    def _typical_error(self) -> float:
        chance, scale = self.subject.chance, self.subject.scale
        squares = ((hits / self._count - chance) ** 2 for hits in self._hits)
        return scale * sqrt(sum(squares) / THROWERS)


def _rounds() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    power = 1
    while True:
        yield from (power * number for number in _ROUND)
        power *= 10
