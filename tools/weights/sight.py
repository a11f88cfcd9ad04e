"""The weights of a tree's first sight, and the header from which the native kernel has them.

First sight is a small convolutional network: see ``engine/native/sight.c``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

HEADER = Path(__file__).parents[2] / "engine" / "native" / "weights.h"

TYPES, FEATURES, HIDDEN = 10, 16, 16
"""Types of a line through a square; features of a square in each layer; hidden units."""

MOST, HIDDEN_MOST = 4.0, 8.0
"""What a feature and a hidden unit are at most."""

NEAR_SUM, MIX_SUM = 4.0, 32.0
"""What the sizes of a feature's 3 x 3 weights, and of those that it is mixed with, may sum up
to, so that 16 bits hold what comes of it."""

SUMMED = np.float32(0.1)
"""What sums over a board are multiplied by: the fit needs numbers of one size."""

_ONE, _LINE_BITS, _NEAR_BITS, _MIX_BITS, _PROMISE_ONE = 31, 3, 6, 8, 256
"""How the header has them: see ``engine/native/sight.c``."""

Floats = npt.NDArray[np.floating[Any]]


@dataclass
class FirstSight:
    """The weights of first sight.

    Attributes:
        line: what a line through a square says, by what a mark of the side to move makes of it,
            and one of the other side: types x types x features.
        square: what is added to the sum of its four lines.
        mark: the features of taken squares: the side to move, the other.
        near, mix, area: the convolution: the 3 x 3 squares' weights; those of what it sees in each
            feature, before it, in each one after it; and what is added.
        promise: of a move's number: both layers' weights.
        centre: how much less it is for the distance from the centre, rows and columns together and
            in half sides of the board: one number.
        bias, direct: of the value, past the hidden units: a constant, and weights of both layers'
            sums.
        into, hidden, out: of the hidden units: weights of the sums, constants, and what they count.
    """

    line: Floats
    square: Floats
    mark: Floats
    near: Floats
    mix: Floats
    area: Floats
    promise: Floats
    centre: Floats
    bias: Floats
    direct: Floats
    into: Floats
    hidden: Floats
    out: Floats

    @classmethod
    def drawn(cls, seed: int) -> FirstSight:
        """Return random weights to begin with."""
        chance = np.random.default_rng(seed)

        def some(spread: float, *shape: int) -> Floats:
            return (spread * chance.standard_normal(shape)).astype(np.float32)

        return cls(
            line=some(0.3, TYPES, TYPES, FEATURES), square=some(0, FEATURES) + np.float32(0.1),
            mark=some(0.3, 2, FEATURES),
            near=some(0.15, 9, FEATURES), mix=some(0.3, FEATURES, FEATURES),
            area=some(0, FEATURES) + np.float32(0.1),
            promise=some(0.2, 2, FEATURES), centre=some(0, 1) + np.float32(0.5),
            bias=some(0, 1), direct=some(0.05, 2 * FEATURES),
            into=some(0.2, 2 * FEATURES, HIDDEN), hidden=some(0, HIDDEN), out=some(0.2, HIDDEN),
        )  # fmt: skip

    @classmethod
    def read(cls, text: str) -> FirstSight:
        """Return the weights in a header's text, as ``written`` wrote it."""

        def numbers(name: str, *shape: int) -> Floats:
            (digits,) = re.findall(rf" {name}(?:\[.*?\])* = (.*?);", text, re.DOTALL)
            return np.array(re.findall(r"-?[\d.]+", digits), np.float32).reshape(shape)

        return cls(
            line=numbers("OF_LINE", TYPES, TYPES, FEATURES) / (_ONE << _LINE_BITS),
            square=numbers("OF_SQUARE", FEATURES) / (_ONE << _LINE_BITS),
            mark=numbers("OF_MARK", 2, FEATURES) / _ONE,
            near=numbers("OF_NEAR", 9, FEATURES) / (1 << _NEAR_BITS),
            mix=numbers("MIX", FEATURES, FEATURES) / (1 << _MIX_BITS),
            area=numbers("OF_AREA", FEATURES) / (_ONE << (_NEAR_BITS + _MIX_BITS)),
            promise=numbers("PROMISE", 2, FEATURES) / _PROMISE_ONE,
            centre=numbers("CENTRE", 1),
            bias=numbers("BIAS", 1),
            direct=numbers("DIRECT", 2 * FEATURES) / SUMMED,
            into=numbers("INTO", 2 * FEATURES, HIDDEN) / SUMMED,
            hidden=numbers("HIDDEN_BIAS", HIDDEN),
            out=numbers("OUT", HIDDEN),
        )  # fmt: skip

    def parts(self) -> dict[str, Floats]:
        """Return all by their names; changes to them are changes of the weights."""
        return dict(vars(self))


def written(sight: FirstSight, about: str) -> str:
    """Return the header's text.

    Args:
        about: what they were fitted to, in a sentence.
    """

    def integers(values: Floats, one: int) -> str:
        return _braced(np.rint(values * one).astype(int))

    def real(values: Floats) -> str:
        return _braced(values.astype(float))

    line, near, mix = _ONE << _LINE_BITS, 1 << _NEAR_BITS, 1 << _MIX_BITS
    return f"""\
/* The weights of first sight: see sight.c.

   Written by tools/weights/fit.py. {about} */

#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "patterns.h"

enum {{
    FEATURES = {FEATURES}, HIDDEN = {HIDDEN}, HIDDEN_MOST = {HIDDEN_MOST:.0f},
    ONE = {_ONE}, MOST = {_ONE * MOST:.0f}, PROMISE_ONE = {_PROMISE_ONE},
    LINE_BITS = {_LINE_BITS}, NEAR_BITS = {_NEAR_BITS}, MIX_BITS = {_MIX_BITS}
}};

/* A line through a square, by what a mark of the side to move makes of it, and one of the other. */
static const int16_t OF_LINE[TYPES][TYPES][FEATURES] = {integers(sight.line, line)};
static const int16_t OF_SQUARE[FEATURES] = {integers(sight.square, line)};
static const int16_t OF_MARK[2][FEATURES] = {integers(sight.mark, _ONE)};

/* The convolution. */
static const int16_t OF_NEAR[9][FEATURES] = {integers(sight.near, near)};
static const int16_t MIX[FEATURES][FEATURES] = {integers(sight.mix, mix)};
static const int32_t OF_AREA[FEATURES] = {integers(sight.area, _ONE * near * mix)};

/* A move's promise. */
static const int16_t PROMISE[2][FEATURES] = {integers(sight.promise, _PROMISE_ONE)};
static const double CENTRE = {sight.centre[0]:.5f};

/* The value. */
static const double BIAS = {sight.bias[0]:.5f};
static const double DIRECT[2 * FEATURES] = {real(sight.direct * SUMMED)};
static const double INTO[2 * FEATURES][HIDDEN] = {real(sight.into * SUMMED)};
static const double HIDDEN_BIAS[HIDDEN] = {real(sight.hidden)};
static const double OUT[HIDDEN] = {real(sight.out)};

#endif
"""


def _braced(values: npt.NDArray[np.generic], deep: int = 0) -> str:
    """Return an array as C writes it."""
    if values.ndim == 1:
        spelt = [f"{number:.5f}" if values.dtype.kind == "f" else str(number) for number in values]
        return "{" + ", ".join(spelt) + "}"
    margin = "\n" + "    " * (deep + 1)
    rows = margin + ("," + margin).join(_braced(row, deep + 1) for row in values)
    return "{" + rows + ",\n" + "    " * deep + "}"
