"""Networks in C: what they make of a position, trees, games against themselves, and training.

Importing this module raises ImportError where the extension was not built.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import _kernel
from engine.board import Position
from engine.native.kernel import NativeGrowing, root_of
from engine.native.loading import Buffer, Net, PlayedGame, Playing
from engine.rules import Rules


def look(net: Net, position: Position) -> tuple[list[float], float]:
    """Return what a network makes of a position of at most 8x8 squares.

    Returns:
        Each square's prior, 0 where it is taken; and the position's value for the side to move.
    """
    rules, player, marks = position
    return _kernel.net_look(*net, marks, rules.size, rules.line, rules.reverse, player)


class NativeNetTree(NativeGrowing):
    """A tree whose leaves a network values.

    Args:
        seed: shifts the root's prior a little; 0 leaves it as it is.
        allowed: the squares that the root may try; all where there are none.
    """

    def __init__(self, net: Net, position: Position, seed: int, allowed: Sequence[int]) -> None:
        root = root_of(position, seed, allowed)
        self._tree = _kernel.net_tree(net.kind, net.units, net.weights, *root)


def games(
    net: Net, rules: Rules, seed: int, generation: int, first: int, count: int, playing: Playing
) -> list[PlayedGame]:
    """Play games of a network against itself; each depends on the seed, generation and its number.

    Args:
        seed: a number of 64 bits.
        generation: another one.
        first: the number of the first game.
        count: how many, at most 4,096.
    """
    return _kernel.net_games(
        *net, rules.size, rules.line, rules.reverse, seed, generation, first, count,
        playing.simulations, playing.random_marks, playing.drawn, playing.proofs,
        playing.result_share,
    )  # fmt: skip


def train(
    net: Net, mean: Buffer, square: Buffer, rules: Rules,
    examples: tuple[Buffer, Buffer, Buffer], seed: int, first: int, batches: int, rate: float,
    shrink: float,
) -> tuple[float, float]:  # fmt: skip
    """Change a network's weights by what examples say.

    Args:
        net: the network, whose weights are changed in place.
        mean: Adam's mean of the slopes, likewise.
        square: the one of their squares.
        examples: marks, visits and worths, as ``games`` returns them, one behind the other.
        seed: a number of 64 bits, from which examples are drawn and turned.
        first: the number of the first batch of 128.
        rate: how long a step is.
        shrink: by how much of the rate weights shrink in a step.

    Returns:
        The mean losses of the priors and of the values.
    """
    marks, visits, worth = examples
    return _kernel.net_train(
        *net, mean, square, rules.size, rules.line, marks, visits, worth, seed,
        first, batches, rate, shrink,
    )  # fmt: skip
