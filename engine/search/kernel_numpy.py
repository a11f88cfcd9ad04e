"""Random playouts with NumPy: whole batches of games at once, no Python loop over games.

A random game is a random order of the empty squares, marked in turn by the two sides. In the
game played on to a full board, a line that one side owns is complete at the ply of its latest
mark; the earliest completed line ends the real game, and the marks after it never came.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.board import EMPTY, Position
from engine.native.loading import SINGLE_BLOCK, are_single
from engine.rules import Rules
from engine.search.random_games import play_games
from engine.search.windows import windows_of
from engine.tally import Counts, LineCounts, Tally

NAME = "numpy"

_NEVER = np.iinfo(np.int16).max
_BLOCK_CELLS = 1_000_000
"""Numbers that one block's largest array may hold: a block then takes a few milliseconds, soon
enough for a search to be stopped, and stays near the processor's caches."""

Array = npt.NDArray[Any]


def block_trials(position: Position, heavy: bool = False) -> int:
    """Return how many playouts one block has: the smallest unit that is seeded by itself."""
    if are_single(position, heavy):
        return SINGLE_BLOCK
    lines = _lines(position.rules)
    cells = max(lines.size, position.rules.size**2)
    return max(32, min(8192, _BLOCK_CELLS // cells))


def instruction_set() -> str:
    """Return what runs the games: NumPy chooses its instruction set itself."""
    return "numpy"


def play(
    position: Position, seed: int, first_block: int, trials: int, heavy: bool = False
) -> Tally:
    """Play ``trials`` random games from ``position`` and count them.

    Args:
        seed: any number from 0; with the blocks' numbers it fixes all the games.
        first_block: the number of the first block; the games go on through the next ones.
        heavy: whether both sides see wins and blocks. Such games, and those in which a
            line's ends matter, are played one at a time, in plain Python.
    """
    size = block_trials(position, heavy)
    if are_single(position, heavy):
        counts = play_games(position, heavy, seed, first_block, size, trials)
        return Tally.of_lines(position, trials, counts)
    tally = Tally.zero(position.rules.size)
    for number, start in enumerate(range(0, trials, size), first_block):
        played = min(size, trials - start)
        tally += Tally.of_lines(position, played, _play_block(position, seed, number, played))
    return tally


def _play_block(position: Position, seed: int, block: int, trials: int) -> LineCounts:
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(block,)))
    mine, ply = _random_fills(position, rng, trials)
    lines = _lines(position.rules)
    # A line is complete for a side at its latest mark, and never if the other side has a part.
    own_ply = np.where(mine, ply, _NEVER)[lines].max(axis=1).min(axis=0)
    their_ply = np.where(mine, _NEVER, ply)[lines].max(axis=1).min(axis=0)
    placed = ply <= np.minimum(own_ply, their_ply)
    own_first, their_first = own_ply < their_ply, their_ply < own_ply
    return (
        int(np.count_nonzero(own_first)),
        int(np.count_nonzero(their_first)),
        _count(placed & mine & own_first),
        _count(placed & ~mine & own_first),
        _count(placed & mine & their_first),
        _count(placed & ~mine & their_first),
    )


def _count(marked: Array) -> Counts:
    """Return, per square, in how many games it is marked."""
    return tuple(np.count_nonzero(marked, axis=1).tolist())


def _random_fills(position: Position, rng: np.random.Generator, trials: int) -> tuple[Array, Array]:
    """Fill the board at random in every game.

    Returns:
        Two arrays of shape (squares, trials): whether the square belongs to the side to move,
        and the ply at which it was marked (-1 for the marks that stood before).
    """
    marks = np.frombuffer(position.marks, np.uint8)
    empty = np.flatnonzero(marks == EMPTY)
    # Sorting random numbers gives a uniformly random permutation: two equal numbers of 53 bits
    # in one game of 625 squares have a chance below 1e-10.
    order = np.argsort(rng.random((trials, len(empty))), axis=1).astype(np.int16)
    ply = np.full((len(marks), trials), -1, np.int16)
    ply[empty] = order.T
    mine = np.repeat((marks == position.player)[:, np.newaxis], trials, axis=1)
    mine[empty] = (order.T & 1) == 0
    return mine, ply


@lru_cache(maxsize=16)
def _lines(rules: Rules) -> Array:
    """Return the square numbers of every line, one line a row."""
    return np.array(windows_of(rules.size, rules.line))
