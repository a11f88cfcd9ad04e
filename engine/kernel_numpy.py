"""Random playouts with NumPy: whole batches of games at once, no Python loop over games.

A random game is a random order of the empty squares, marked in turn by the two sides. In the
game played on to a full board, a line that one side owns is complete at the ply of its latest
mark; the earliest completed line ends the real game, and the marks after it never came.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.board import EMPTY, PLAYERX, lines_of, switch_player
from engine.position import Position
from engine.tally import Tally

NAME = "numpy"

_NEVER = np.iinfo(np.int16).max
_BLOCK_CELLS = 1_000_000
"""Numbers that one block's largest array may hold: a block then takes a few milliseconds, soon
enough for a search to be stopped, and stays near the processor's caches."""

Array = npt.NDArray[Any]


def block_trials(position: Position) -> int:
    """Return how many playouts one block has: the smallest unit that is seeded by itself."""
    lines = _lines(position.dim, position.win_length)
    cells = max(lines.size, position.dim**2)
    return max(32, min(8192, _BLOCK_CELLS // cells))


def play_block(position: Position, seed: int, block: int, trials: int) -> Tally:
    """Play ``trials`` random games from ``position`` and count them.

    Args:
        position: where every game starts.
        seed: any number from 0; with ``block`` it fixes all the games.
        block: the number of this block of games in a larger sample.
        trials: games to play, at most ``block_trials(position)``.
    """
    rng = np.random.Generator(np.random.PCG64((seed, block)))
    mine, ply = _random_fills(position, rng, trials)
    lines = _lines(position.dim, position.win_length)
    # A line is complete for a side at its latest mark, and never if the other side has a part.
    own_ply = np.where(mine, ply, _NEVER)[lines].max(axis=1).min(axis=0)
    their_ply = np.where(mine, _NEVER, ply)[lines].max(axis=1).min(axis=0)
    last_ply = np.minimum(own_ply, their_ply)
    placed = ply <= last_ply
    rival = switch_player(position.player)
    mover_lined, rival_lined = own_ply < their_ply, their_ply < own_ply
    if position.reverse:
        mover_lined, rival_lined = rival_lined, mover_lined
    counts = {}
    for winner, won in ((position.player, mover_lined), (rival, rival_lined)):
        for mark, owned in ((position.player, mine), (rival, ~mine)):
            counted = np.count_nonzero(placed & owned & won, axis=1)
            counts[winner == PLAYERX, mark == PLAYERX] = tuple(counted.tolist())
    wins = {
        position.player: int(np.count_nonzero(mover_lined)),
        rival: int(np.count_nonzero(rival_lined)),
    }
    return Tally(
        position.dim,
        trials,
        wins[PLAYERX],
        wins[switch_player(PLAYERX)],
        counts[True, True],
        counts[True, False],
        counts[False, True],
        counts[False, False],
    )


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


@cache
def _lines(dim: int, win_length: int) -> Array:
    """Return the square numbers of every line, one line a row."""
    return np.array([[row * dim + col for row, col in line] for line in lines_of(dim, win_length)])
