"""A position as the playout kernels take it: checked once, flat, and immutable."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from engine.board import EMPTY, MAX_DIM, Board, check_player, shown, whole_number


class Position(NamedTuple):
    """A position with a move to make.

    Attributes:
        dim: the side, in squares.
        win_length: marks in a row that make a line.
        reverse: whether whoever completes a line loses.
        player: the side to move first in every playout.
        marks: the mark of each square, row by row.
    """

    dim: int
    win_length: int
    reverse: bool
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
            raise ValueError(f"the position must be an engine.Board, not {shown(board)}")
        # Before anything is worked out from them: a huge side would keep that busy for minutes.
        dim = whole_number(board.get_dim(), "the board's side", 1, MAX_DIM)
        line = whole_number(board.win_length, "the line length", 1, dim)
        try:
            finished = board.check_win() is not None
            marks = bytes(chain.from_iterable(board.rows))
        except (IndexError, TypeError, ValueError):
            marks = b""
        if len(marks) != dim * dim:
            raise ValueError(f"the position must be {dim} rows of {dim} marks")
        if finished:
            raise ValueError("the game is over in this position: there is no move to try")
        return cls(dim, line, bool(board.reverse), side, marks)

    @property
    def empty(self) -> int:
        """How many squares are empty."""
        return self.marks.count(EMPTY)
