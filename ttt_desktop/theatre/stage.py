"""The small board on which one playout is shown: its marks, and what each square earned."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt

from engine import Board, Result, Square, square_name
from ttt_desktop.guard import nothing, virtual
from ttt_desktop.look.table_model import Index
from ttt_desktop.play.board_model import BoardModel, Role
from ttt_desktop.text import tr

STAMP = Role.MARK + 100
"""What the square earns in this playout: a number, or None."""

FRESH = Role.MARK + 101
"""Whether the mark was made in this playout."""

Stamps = dict[Square, tuple[float, str]]
"""What each square earns, and why."""


class StageModel(BoardModel):
    """A position inside a playout.

    Args:
        parent: the Qt owner.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stamps: Stamps = {}
        self._start: Board | None = None

    def show(
        self,
        start: Board,
        board: Board,
        last: Square | None,
        result: Result | None,
        stamps: Stamps,
    ) -> None:
        """Show a position of a playout.

        Args:
            start: where the playout began.
            board: the position.
            last: the last move, or None.
            result: how the playout ended, or None.
            stamps: what the squares earn; empty until the playout is scored.
        """
        self._start, self._stamps = start, stamps
        self.set_position(board, last, result)
        self._all_changed()

    @virtual(nothing)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: D102
        square = index.row(), index.column()
        if role == STAMP:
            return self._stamps[square][0] if square in self._stamps else None
        if role == FRESH:
            return self._start is not None and self._start.square(*square) != self._mark(square)
        spoken = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole)
        if role in spoken and square in self._stamps:
            value, reason = self._stamps[square]
            return tr(
                "{square}: {score}, {reason}",
                square=square_name(square),
                score=f"{value:+g}",
                reason=reason,
            )
        return super().data(index, role)
