"""The threat search: whether a side wins by fours and open threes, whatever the other answers.

A four must be answered in one square, an open three in a few. Where every answer loses, the win is
proven (Allis, van den Herik and Huntjens, 1993). What is not found may be there all the same: quiet
moves are not tried.

The search is in the native kernel (``engine/native/force.c``); without it nothing is ever found.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import Board, Position
from engine.errors import whole_number
from engine.native.loading import native_kernel, needed_kernel
from engine.rules import Line, Rules, Square

SHORTEST, LONGEST = 4, 6
"""The lines whose threats are known: with shorter ones every move is a threat, with longer ones
hardly any."""

MAX_NODES = 2**31 - 1

NODES = 20_000
"""Positions that take about a tenth of a second at the most, for fours and for threes together."""


def sees_threats(rules: Rules) -> bool:
    """Whether threats are searched under some rules, and the native kernel is here to do it."""
    return not rules.reverse and SHORTEST <= rules.line <= LONGEST and native_kernel() is not None


def forced_win(
    board: Board, player: int, nodes: int = NODES, allowed: Sequence[Square] = ()
) -> Line | None:
    """Return how a side wins by threats: its moves and the answers that hold out longest, in turns.

    Args:
        board: a position in which nobody has won.
        player: the side to move, which is to win.
        nodes: how many positions may be looked at for fours alone, and as many for open threes. The
            same number finds the same on every machine.
        allowed: the squares that the first move is chosen from; all where there are none.

    Returns:
        The moves up to the line; None where no win was found, which proves nothing.

    Raises:
        ValueError: a bad number of nodes, a finished game, or an unknown player.
    """
    nodes = whole_number(nodes, "the number of nodes", 1, MAX_NODES)
    position = Position.of(board, player)
    if not sees_threats(position.rules):
        return None
    only = [row * board.size + col for row, col in allowed]
    moves = needed_kernel().forced_win(position, nodes, only)
    return tuple(divmod(square, board.size) for square in moves) or None
