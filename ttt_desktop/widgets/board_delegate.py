"""How one square of the board is painted."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine import EMPTY, PLAYERX
from ttt_desktop.models.board import Index, Role
from ttt_desktop.theme import ThemeManager
from ttt_desktop.widgets.marks import draw_mark
from ttt_desktop.widgets.square_text import SquareText
from ttt_desktop.widgets.tiles import draw_ring, draw_tile, heat_colours, tile_of


class BoardDelegate(QStyledItemDelegate):
    """Paints the squares of the game's own board.

    Attributes:
        show_scores: whether scores and their colours are shown.
        progress: how much of a mark is drawn, per square that is being drawn.
        cursor_visible: whether the keyboard's square is framed.
        hint: the square that is recommended, or None.
    """

    def __init__(self, theme: ThemeManager, progress: Mapping[tuple[int, int], float]) -> None:
        super().__init__()
        self._theme = theme
        self._text = SquareText(theme, 0.2, 0.88, 18)
        self.show_scores = False
        self.progress = progress
        self.cursor_visible = False
        self.hint: tuple[int, int] | None = None

    def paint(  # noqa: D102
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        rect = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        theme = self._theme.theme
        tile = tile_of(rect)
        mark = index.data(Role.MARK)
        heat = index.data(Role.SHADE) if self.show_scores else None
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = self._ground(index, mark, heat, bool(state & QStyle.StateFlag.State_MouseOver))
        draw_tile(painter, tile, ground)
        if mark != EMPTY:
            square = index.row(), index.column()
            ink = theme.colour("x" if mark == PLAYERX else "o")
            draw_mark(painter, rect, mark, ink, self.progress.get(square, 1.0))
        if index.data(Role.LAST):
            self._draw_last(painter, tile)
        if heat is not None:
            text_ink = heat_colours(heat)[1] if mark == EMPTY else theme.colour("muted")
            self._draw_score(painter, tile, index, text_ink)
            if index.data(Role.BEST):
                frame = text_ink if mark == EMPTY else theme.colour("text")
                draw_ring(painter, tile, frame, max(1.5, rect.width() * 0.03))
        if self.hint == (index.row(), index.column()):
            ink = theme.colour("accent") if heat is None else heat_colours(heat)[1]
            self._draw_hint(painter, tile, ink)
        if self.cursor_visible and state & QStyle.StateFlag.State_HasFocus:
            draw_ring(painter, tile, theme.colour("accent"), max(2.0, rect.width() * 0.04))
        painter.restore()

    def _ground(self, index: Index, mark: int, heat: float | None, hovered: bool) -> QColor:
        theme = self._theme.theme
        if index.data(Role.WINNING):
            return theme.colour("tile_win")
        if mark == EMPTY and heat is not None:
            return heat_colours(heat)[0]
        return theme.colour("tile_hover" if hovered and mark == EMPTY else "tile")

    def _draw_hint(self, painter: QPainter, tile: QRectF, ink: QColor) -> None:
        """Mark the recommended square with a bracket in each corner."""
        inset, arm = tile.width() * 0.14, tile.width() * 0.18
        pen = QPen(ink, max(1.5, tile.width() * 0.05))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        foot = tile.width() * 0.2 if self.show_scores else 0.0  # the number stays readable
        box = tile.adjusted(inset, inset, -inset, -inset - foot)
        for corner, right, down in (
            (box.topLeft(), 1, 1),
            (box.topRight(), -1, 1),
            (box.bottomLeft(), 1, -1),
            (box.bottomRight(), -1, -1),
        ):
            painter.drawLine(corner, corner + QPointF(right * arm, 0))
            painter.drawLine(corner, corner + QPointF(0, down * arm))

    def _draw_last(self, painter: QPainter, tile: QRectF) -> None:
        """Mark the last move with a dot in the upper right corner."""
        size = max(3.0, tile.width() * 0.08)
        inset = max(2.0, tile.width() * 0.07)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.theme.colour("accent"))
        painter.drawEllipse(QRectF(tile.right() - inset - size, tile.top() + inset, size, size))

    def _draw_score(self, painter: QPainter, tile: QRectF, index: Index, ink: QColor) -> None:
        """Write the score at the bottom right."""
        inset = tile.width() * 0.06
        corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
        box = tile.adjusted(inset, inset, -inset, -inset)
        self._text.write(painter, tile.width(), box, corner, index, ink)
