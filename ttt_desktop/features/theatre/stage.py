"""The small board on which one playout is shown: its marks, what each square earned, its look."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from engine import EMPTY, Board, Line, Result, Square, square_name
from ttt_desktop.look.grid_view import GridView
from ttt_desktop.look.grounds import tile_of
from ttt_desktop.look.guard import handler, nothing, virtual
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.signs import Sign, draw_sign
from ttt_desktop.look.squares import SquareText, heat_colours
from ttt_desktop.look.tables import Index
from ttt_desktop.look.text import tr, with_minus
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.board_model import BoardModel
from ttt_desktop.session.sheet import score_text

Stamps = dict[Square, tuple[float, str]]
"""What each square earns, and why."""


class StageModel(BoardModel):
    """A position inside a playout."""

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
            last: the last move, or None.
            result: how the playout ended, or None.
            stamps: what the squares earn; empty until the playout is scored.
        """
        self._start, self._stamps = start, stamps
        self.set_position(board, last, result)
        self._all_changed()

    def stamp(self, square: Square) -> float | None:
        """Return what a square earns in this playout, or None."""
        return self._stamps[square][0] if square in self._stamps else None

    def is_fresh(self, square: Square) -> bool:
        """Whether a square's mark was made in this playout."""
        return self._start is not None and self._start.square(*square) != self.mark(square)

    @virtual(nothing)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: D102
        square = index.row(), index.column()
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


_STAMP_HEAT = 0.9


class StageView(GridView):
    """Shows a playout: marks that stood before at full strength, its own fainter, and stamps.

    Args:
        model: the playout.
    """

    def __init__(self, model: StageModel, theme: ThemeManager) -> None:
        super().__init__(theme)
        self.setModel(model)
        self._playout = model
        self._text = SquareText(theme, 0.24, 0.8, 20, QFont.Weight.Bold)

    @handler
    def paint_square(self, painter: QPainter, rect: QRectF, square: Square) -> None:  # noqa: D102
        theme, playout = self.theme.theme, self._playout
        mark = playout.mark(square)
        if mark != EMPTY:
            ink = mark_colour(theme, mark)
            ink.setAlphaF(0.62 if playout.is_fresh(square) else 1.0)
            seed = square[0] * playout.dim + square[1]
            draw_mark(painter, rect, mark, ink, look=theme.look, seed=seed)
        if square == playout.last:
            draw_sign(painter, rect, Sign.LAST, theme)
        stamp = playout.stamp(square)
        if stamp is not None:
            self._draw_stamp(painter, tile_of(rect), stamp)

    def ending(self) -> tuple[Line, bool]:
        """Return the line that ended the playout, and whether it lost."""
        result = self._playout.result
        return (result.line, result.line_loses) if result is not None else ((), False)

    def _draw_stamp(self, painter: QPainter, tile: QRectF, value: float) -> None:
        """Stamp what the square earns across its foot: bright for a gain, dark for a loss."""
        sign = (value > 0) - (value < 0)
        ground, ink = heat_colours(self.theme, _STAMP_HEAT * sign)
        strip = QRectF(tile.left(), tile.bottom() - tile.height() * 0.34, tile.width(), 0)
        strip.setHeight(tile.height() * 0.34)
        strip.adjust(tile.width() * 0.12, 0, -tile.width() * 0.12, -tile.height() * 0.06)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(strip, strip.height() / 2, strip.height() / 2)
        text = with_minus(f"{value:+.3g}") if abs(value) < 1000 else score_text(value, False)
        centre = Qt.AlignmentFlag.AlignCenter
        self._text.write(painter, tile.width(), strip, centre, lambda _compact: text, ink)
