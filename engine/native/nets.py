"""Networks in C: what they make of a position, trees, games against themselves, and training.

Importing this module raises ImportError where the extension was not built.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import _kernel
from engine.board import Position
from engine.native.kernel import NativeGrowing, root_of
from engine.native.loading import PlayedGame, Playing
from engine.rules import Rules

Buffer = bytes | bytearray | memoryview
"""Numbers one behind the other, as NumPy's arrays give them, too."""


def look(kind: int, units: int, weights: Buffer, position: Position) -> tuple[list[float], float]:
    """Return what a network makes of a position.

    Args:
        kind: 0 for a plain network, 1 for one that counts lines.
        units: of a layer.
        weights: all its weights, as floats.
        position: a position of at most 8x8 squares.

    Returns:
        Each square's prior, 0 where it is taken; and the position's value for the side to move.
    """
    rules, player, marks = position
    return _kernel.net_look(
        kind, units, weights, marks, rules.size, rules.line, rules.reverse, player
    )


class NativeNetTree(NativeGrowing):
    """A tree whose leaves a network values.

    Args:
        kind, units, weights: the network (see ``look``).
        position: the root.
        seed: shifts the root's prior a little; 0 leaves it as it is.
        allowed: the squares that the root may try; all where there are none.
    """

    def __init__(
        self, kind: int, units: int, weights: Buffer, position: Position, seed: int,
        allowed: Sequence[int],
    ) -> None:  # fmt: skip
        self._tree = _kernel.net_tree(kind, units, weights, *root_of(position, seed, allowed))


def games(
    kind: int, units: int, weights: Buffer, rules: Rules, seed: int, generation: int, first: int,
    count: int, playing: Playing,
) -> list[PlayedGame]:  # fmt: skip
    """Play games of a network against itself; each depends on the seed, generation and its number.

    Args:
        kind: of the network (see ``look``).
        units: of a layer.
        weights: all its weights.
        rules: what is played.
        seed: a number of 64 bits.
        generation: another one.
        first: the number of the first game.
        count: how many, at most 4,096.
        playing: how.
    """
    return _kernel.net_games(
        kind, units, weights, rules.size, rules.line, rules.reverse, seed, generation, first, count,
        playing.simulations, playing.random_marks, playing.drawn, playing.proofs,
        playing.result_share,
    )  # fmt: skip


def train(
    kind: int, units: int, weights: Buffer, mean: Buffer, square: Buffer, rules: Rules,
    examples: tuple[Buffer, Buffer, Buffer], seed: int, first: int, batches: int, rate: float,
    shrink: float,
) -> tuple[float, float]:  # fmt: skip
    """Change a network's weights by what examples say.

    Args:
        kind: of the network (see ``look``).
        units: of a layer.
        weights: all its weights; they are changed in place.
        mean: Adam's mean of the slopes, likewise.
        square: the one of their squares.
        rules: what is played.
        examples: marks, visits and worths, as ``games`` returns them, one behind the other.
        seed: a number of 64 bits, from which examples are drawn and turned.
        first: the number of the first batch of 128.
        batches: how many.
        rate: how long a step is.
        shrink: by how much of the rate weights shrink in a step.

    Returns:
        The mean losses of the priors and of the values.
    """
    marks, visits, worth = examples
    return _kernel.net_train(
        kind, units, weights, mean, square, rules.size, rules.line, marks, visits, worth, seed,
        first, batches, rate, shrink,
    )  # fmt: skip
