"""Fits what the classes of squares are worth to games of the tree against itself.

    python -m engine.learning.pattern_fit

plays the games, fits the weights, and writes ``engine/native/weights.h``; build the native kernel
anew for them to hold. The games are played with the weights that there are, and the fit begins with
them: classes that never occur keep what they had.

A position's value is v = x / sqrt(1 + x²), where x is a constant and what the classes of its empty
squares are worth to the side to move, its own and the other's. The squared error from what the
position was worth is made small: half the game's result, half the tree's own value. A move's prior
is the softmax of what both classes of its square say, less its distance from the centre; its
cross-entropy with the tree's visits is made small. Both by Adam (Kingma and Ba, 2015).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.learning.pattern_games import TAKEN, UNPROVEN, Positions, play_games

HEADER = Path(__file__).parents[1] / "native" / "weights.h"

GAMES, FEWEST, BLOCK = 20_000, 1_000, 100
"""How many games are played, at least, and at a time in a process."""

TYPES = 10
"""Types of a line through a square; a class is its best type times this, plus its second one."""

_CLASSES = TYPES * TYPES
_TESTED = 10
"""One game in so many is not fitted to, and says how good the fit is."""

_PASSES, _BATCH, _RATE = 3, 1024, 0.003
_RESULT = 0.5
"""How much of a position's worth is the game's result; the rest is the tree's value, which is"""
_STRETCHED = 1.25
"""times this: a value of few simulations errs towards 0."""
_VISITS = 100
"""Visits that a position has at least from which the prior learns."""

Floats = npt.NDArray[np.float64]


@dataclass
class PatternWeights:
    """What classes are worth.

    Attributes:
        bias: the constant of the value: one number.
        own, other: of the value, by class: of the side to move, and of the other one.
        own_prior, other_prior: of the prior: natural logarithms.
        centre: how much less a prior's logarithm is for the distance from the centre, rows and
            columns together and in half sides of the board: one number.
    """

    bias: Floats
    own: Floats
    other: Floats
    own_prior: Floats
    other_prior: Floats
    centre: Floats

    @classmethod
    def read(cls, text: str) -> PatternWeights:
        """Return the weights in a header's text, as ``written`` wrote it."""

        def number(name: str) -> Floats:
            (found,) = re.findall(rf"{name} = (\S+);", text)
            return np.array([float(found)])

        def table(name: str) -> Floats:
            (rows,) = re.findall(rf"{name}\[TYPES\]\[TYPES\] = \{{\n(.*?)\n\}};", text, re.DOTALL)
            found = np.zeros((TYPES, TYPES))
            for best, row in enumerate(re.findall(r"\{([^}]*)\}", rows)):
                found[best, : best + 1] = [float(each) for each in row.split(",")]
            return found.ravel()

        return cls(
            number("BIAS") / 1000, table("OWN") / 1000, table("OTHER") / 1000, table("OWN_PRIOR"),
            table("OTHER_PRIOR"), number("CENTRE"),
        )  # fmt: skip

    def parts(self) -> dict[str, Floats]:
        """Return all by their names; changes to them are changes of the weights."""
        return dict(vars(self))


@dataclass(frozen=True)
class Fit:
    """How well weights say what positions are worth that they were not fitted to.

    Attributes:
        positions: how many these are.
        error: the mean squared error of the game's result.
        tree: that of the tree's own value, for comparison.
        entropy: the cross-entropy of the prior with the tree's visits, in nats.
    """

    positions: int
    error: float
    tree: float
    entropy: float


class _Batch:
    """Some positions, and what weights make of them."""

    def __init__(self, positions: Positions, rows: npt.NDArray[np.int64]) -> None:
        own, other = positions.own[rows].astype(np.int64), positions.other[rows].astype(np.int64)
        self.count = len(rows)
        self.empty = own != TAKEN
        self.own, self.other = np.where(self.empty, own, 0), np.where(self.empty, other, 0)
        self.results = positions.results[rows].astype(float)
        self.values = positions.values[rows].astype(float)
        self.proven = positions.proven[rows] != UNPROVEN
        visits = positions.visits[rows].astype(float)
        whole = visits.sum(axis=1, keepdims=True)
        self.follows = (whole[:, 0] >= _VISITS) & ~self.proven
        self.shares = visits / np.maximum(whole, 1)
        sizes = positions.sizes[rows].astype(np.int64)[:, None]
        row, col = np.divmod(np.arange(own.shape[1])[None], sizes)
        self.far = (abs(2 * row + 1 - sizes) + abs(2 * col + 1 - sizes)) / sizes
        self.counted = _counts(self.own, self.empty), _counts(self.other, self.empty)

    @property
    def worth(self) -> Floats:
        """What the positions are to be worth."""
        seen = np.clip(_STRETCHED * self.values, -1, 1)
        return np.where(self.proven, self.results, _RESULT * self.results + (1 - _RESULT) * seen)

    def sums(self, weights: PatternWeights) -> Floats:
        """Return x of the positions' values."""
        own, other = self.counted
        sums: Floats = weights.bias + own @ weights.own + other @ weights.other
        return sums

    def priors(self, weights: PatternWeights) -> Floats:
        """Return the prior of each square; 0 where it is taken."""
        logs = weights.own_prior[self.own] + weights.other_prior[self.other]
        logs = np.where(self.empty, logs - weights.centre * self.far, -np.inf)
        odds = np.exp(logs - logs.max(axis=1, keepdims=True))
        shares: Floats = odds / odds.sum(axis=1, keepdims=True)
        return shares

    def slopes(self, weights: PatternWeights) -> dict[str, Floats]:
        """Return the gradients of both losses, by the weights' names."""
        sums, own, other = self.sums(weights), *self.counted
        root = np.sqrt(1 + sums**2)
        by_sum = 2 * (sums / root - self.worth) / root**3 / self.count
        missed = self.follows[:, None] * (self.priors(weights) - self.shares) / self.count
        return {
            "bias": by_sum.sum(keepdims=True), "own": by_sum @ own, "other": by_sum @ other,
            "own_prior": np.bincount(self.own.ravel(), missed.ravel(), _CLASSES),
            "other_prior": np.bincount(self.other.ravel(), missed.ravel(), _CLASSES),
            "centre": -(missed * self.far).sum(keepdims=True)[0],
        }  # fmt: skip


def _counts(classes: npt.NDArray[np.int64], empty: npt.NDArray[np.bool_]) -> Floats:
    """Return how many empty squares of each class there are: positions x classes."""
    count = len(classes)
    places = classes + _CLASSES * np.arange(count)[:, None]
    found = np.bincount(places[empty], minlength=count * _CLASSES)
    return found.reshape(count, _CLASSES).astype(float)


def fitted(weights: PatternWeights, positions: Positions) -> PatternWeights:
    """Fit weights to positions, in place, and return them; the tested games are left out."""
    chance = np.random.default_rng(1)
    rows = np.flatnonzero(positions.games % _TESTED != 0)
    steps, step = _PASSES * (len(rows) // _BATCH), 0
    parts = weights.parts()
    means = {name: np.zeros_like(part) for name, part in parts.items()}
    squares = {name: np.zeros_like(part) for name, part in parts.items()}
    for _ in range(_PASSES):
        chance.shuffle(rows)
        for first in range(0, len(rows) // _BATCH * _BATCH, _BATCH):
            slopes = _Batch(positions, rows[first : first + _BATCH]).slopes(weights)
            rate, step = _RATE * (1 - step / steps), step + 1
            for name, part in parts.items():
                means[name] = 0.9 * means[name] + 0.1 * slopes[name]
                squares[name] = 0.999 * squares[name] + 0.001 * slopes[name] ** 2
                mean, square = means[name] / (1 - 0.9**step), squares[name] / (1 - 0.999**step)
                np.subtract(part, rate * mean / (np.sqrt(square) + 1e-8), out=part)
    return weights


def judged(weights: PatternWeights, positions: Positions) -> Fit:
    """Return how well weights do on the games that they are not fitted to."""
    rows = np.flatnonzero(positions.games % _TESTED == 0)
    errors, trees, entropies = [], [], []
    for first in range(0, len(rows), _BATCH):
        batch = _Batch(positions, rows[first : first + _BATCH])
        sums = batch.sums(weights)
        errors.append((sums / np.sqrt(1 + sums**2) - batch.results) ** 2)
        trees.append((batch.values - batch.results) ** 2)
        logs = np.log(np.maximum(batch.priors(weights), 1e-300))
        entropies.append(-(batch.shares * logs).sum(axis=1)[batch.follows])
    means = (float(np.concatenate(each).mean()) for each in (errors, trees, entropies))
    return Fit(len(rows), *means)


def written(weights: PatternWeights, about: str) -> str:
    """Return the header's text.

    Args:
        weights: what it says.
        about: what they were fitted to, in a sentence.
    """

    def table(values: Floats, digits: int) -> str:
        rows = values.reshape(TYPES, TYPES)
        lines = (
            ", ".join(f"{round(each, digits) + 0.0:.{digits}f}" for each in rows[best, : best + 1])
            for best in range(TYPES)
        )
        return "\n".join(f"    {{{line}}}," for line in lines)

    return f"""\
/* What the classes of squares are worth, to the value of a position and to the prior of a move, by
   a class's best type (down) and its second one (across), each from DEAD to F5.

   Written by engine/learning/pattern_fit.py. {about} */

#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "patterns.h"

/* Of the value, in thousandths: to the side to move, where the class is its own, or the other's. */
static const int BIAS = {1000 * weights.bias[0]:.0f};
static const int OWN[TYPES][TYPES] = {{
{table(1000 * weights.own, 0)}
}};
static const int OTHER[TYPES][TYPES] = {{
{table(1000 * weights.other, 0)}
}};

/* Of the prior: natural logarithms; and what is taken off for the distance from the centre, in half
   sides of the board, rows and columns together. */
static const double OWN_PRIOR[TYPES][TYPES] = {{
{table(weights.own_prior, 3)}
}};
static const double OTHER_PRIOR[TYPES][TYPES] = {{
{table(weights.other_prior, 3)}
}};
static const double CENTRE = {weights.centre[0]:.3f};

#endif
"""


def _games(count: int, workers: int | None) -> Iterator[Positions]:
    with ProcessPoolExecutor(workers) as pool:
        first = range(0, count, BLOCK)
        yield from pool.map(play_games, first, [min(BLOCK, count - each) for each in first])


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(prog="dev.py weights", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="how many (default: %(default)s)")
    parser.add_argument("--workers", type=int, help="processes (default: one for each core)")
    given = parser.parse_args()
    if given.games < FEWEST:
        parser.error(f"fewer than {FEWEST:,} games say too little of classes that are rare")
    weights, parts, played = PatternWeights.read(HEADER.read_text()), [], 0
    for part in _games(given.games, given.workers):
        parts.append(part)
        played += BLOCK
        print(f"\r{min(played, given.games):,} of {given.games:,} games", end="", file=sys.stderr)
    print(file=sys.stderr)
    positions = Positions.of(parts)
    print(f"before: {judged(weights, positions)}")
    fitted(weights, positions)
    print(f"after:  {judged(weights, positions)}")
    learnt_from = (positions.games % _TESTED != 0).sum()
    about = (
        f"Fitted to {learnt_from:,} positions of\n   {given.games:,} games of the tree against "
        "itself, with five in a row on 11x11, 15x15 and 20x20."
    )
    HEADER.write_text(written(weights, about))
    print(f"{HEADER} is written")


if __name__ == "__main__":
    main()
