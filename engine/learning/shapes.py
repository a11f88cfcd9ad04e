"""What networks are made of: two shapes, and how each of their parts is called.

Both look at a position and say how promising each square is (its prior) and what the position is
worth. The plain one has an input for each mark of either side and two layers; it knows nothing of
lines. The other one counts the lines through each square and has the same two layers on every
square, so that its weights fit every board with lines of the same length.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from engine.errors import Problem, shown
from engine.learning.task import LINES, NET, PLAIN, SHAPES, check_rules
from engine.rules import Rules
from engine.search.stream import Stream

_UNITS = {PLAIN: 64, LINES: 32}
_MORE_UNITS = 128
"""Units of a plain network's layers from 4x4 on."""

_SMALL = 0.1
"""How much smaller than others the last layers' weights begin: no square is promising at first."""

Weights = NDArray[np.float32]


@dataclass(frozen=True)
class Shape:
    """A network's shape.

    Attributes:
        name: ``plain`` or ``lines``.
        rules: what it plays: a board of 2x2 to 8x8, lines of at least two.

    Raises:
        ValueError: there is no such shape, or none for these rules.
    """

    name: str
    rules: Rules

    def __post_init__(self) -> None:
        if self.name not in SHAPES:
            raise Problem("a network's shape must be plain or lines, not {value}",
                          value=shown(self.name))  # fmt: skip
        check_rules(NET, self.rules)

    @property
    def number(self) -> int:
        """Its number in the extension in C."""
        return SHAPES.index(self.name)

    @property
    def units(self) -> int:
        """Units of a layer."""
        large = self.name == PLAIN and self.rules.size > 3
        return _MORE_UNITS if large else _UNITS[self.name]

    @property
    def inputs(self) -> int:
        """What goes into the first layer: of the whole board, or of a square."""
        if self.name == PLAIN:
            return 2 * self.rules.size**2
        return 2 * self.rules.line + 2

    @cached_property
    def parts(self) -> dict[str, tuple[int, ...]]:
        """The parts of its weights, in their order, and the shape of each.

        A layer has a row of weights for each of its inputs. The prior and the value have one weight
        for each unit of the layer before; where all squares share them, one row serves all.
        """
        units, plain = self.units, self.name == PLAIN
        outputs = self.rules.size**2 if plain else 1
        parts: dict[str, tuple[int, ...]] = {
            "first": (self.inputs, units), "first_bias": (units,),
            "second": (units, units), "second_bias": (units,),
            "prior": (outputs, units), "prior_bias": (outputs,),
        }  # fmt: skip
        if not plain:
            pooled = 2 * units + 2 * self.rules.line
            parts |= {"pooled": (pooled, units), "pooled_bias": (units,)}
        return parts | {"value": (units,), "value_bias": (1,)}

    @property
    def count(self) -> int:
        """How many weights it has."""
        return sum(int(np.prod(shape)) for shape in self.parts.values())

    def named(self, weights: Weights) -> dict[str, Weights]:
        """Return the parts of some weights by their names, without copying them."""
        parts, begins = {}, 0
        for name, shape in self.parts.items():
            ends = begins + int(np.prod(shape))
            parts[name] = weights[begins:ends].reshape(shape)
            begins = ends
        return parts

    def first_weights(self, seed: int) -> Weights:
        """Return weights to begin with: even within bounds that depend on the inputs; no biases.

        They come from whole numbers, so that they are the same on every machine.
        """
        stream, weights = Stream(seed), np.zeros(self.count, np.float32)
        for name, part in self.named(weights).items():
            if name.endswith("_bias"):
                continue
            inputs = part.shape[0] if name in ("first", "second", "pooled") else part.shape[-1]
            bound = sqrt(6 / inputs) * (_SMALL if name in ("prior", "value") else 1)
            flat = [(stream.next() >> 40) / (1 << 23) - 1 for _ in range(part.size)]
            part[...] = np.array(flat).reshape(part.shape) * bound
        return weights
