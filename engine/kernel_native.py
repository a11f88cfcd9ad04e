"""Random playouts in C (``engine/native``): the fast kernel, without NumPy and without the GIL.

Importing this module raises ImportError where the extension was not built.
"""

from __future__ import annotations

from engine import _kernel
from engine.position import Position
from engine.tally import Tally

NAME = "native"


def instruction_set() -> str:
    """Return the instruction set in use, such as "avx2"."""
    return _kernel.isa()


def block_trials(position: Position) -> int:
    """Return how many playouts one block has: the smallest unit that is seeded by itself."""
    return _kernel.block_trials(position.rules.size)


def play(position: Position, seed: int, first_block: int, trials: int) -> Tally:
    """Play ``trials`` random games from ``position`` and count them.

    Args:
        position: where every game starts.
        seed: a number of 64 bits; with the blocks' numbers it fixes all the games.
        first_block: the number of the first block; the games go on through the next ones.
        trials: games to play.
    """
    rules, player, marks = position
    counts = _kernel.play(marks, rules.size, rules.line, player, seed, first_block, trials)
    return Tally.of_lines(position, trials, counts)
