"""A position as the playout kernels take it: checked once, flat, and immutable."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from engine.board import EMPTY, Board, check_player
from engine.checks import shown
from engine.errors import Problem
from engine.rules import Rules


class Position(NamedTuple):
    """A position with a move to make.

    Attributes:
        rules: the board's size, the line length and the rule.
        player: the side to move first in every playout.
        marks: the mark of each square, row by row.
    """

    rules: Rules
    player: int
    marks: bytes

    @classmethod
    def of(cls, board: Board, player: int) -> Position:
        """Return ``board`` with ``player`` to move.

        Raises:
            ValueError: a player that is neither X nor O, a finished game, or a board whose fields
                were changed into something that is none.
        """
        side = check_player(player)
        if not isinstance(board, Board):
            raise Problem("the position must be an engine.Board, not {value}", value=shown(board))
        # Checked before anything is worked out from it: a huge size would take minutes.
        rules = board.rules
        try:
            finished = board.check_win() is not None
            marks = bytes(chain.from_iterable(board.rows))
        except (IndexError, TypeError, ValueError):
            marks = b""
        if len(marks) != rules.size**2:
            raise Problem("the position must be {dim} rows of {dim} marks", dim=rules.size)
        if finished:
            raise Problem("the game is over in this position: there is no move to try")
        return cls(rules, side, marks)

    @property
    def empty(self) -> int:
        """How many squares are empty."""
        return self.marks.count(EMPTY)
