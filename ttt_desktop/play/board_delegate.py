"""How one square of the board is painted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine import EMPTY
from ttt_desktop.look.guard import handler
from ttt_desktop.look.marks import mark_colour
from ttt_desktop.look.squares import SquareLook, SquarePainter, draw_ring, is_star, tile_of
from ttt_desktop.look.tables import Index
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.board_model import Role


class BoardDelegate(QStyledItemDelegate):
    """Paints the squares of the game's own board.

    Args:
        theme: colours and fonts.
        progress: how much of a mark is drawn, per square that is being drawn.
        swayed: how far squares are out of their places, as a share of their side.
        ghost: asked which mark a click would make; EMPTY for none.

    Attributes:
        show_scores: whether scores and their colours are shown.
        show_numbers: whether stones say which move they were.
        progress: how much of a mark is drawn, per square that is being drawn.
        swayed: how far squares are out of their places, as a share of their side.
        cursor_visible: whether the keyboard's square is framed.
        hint: the square that is recommended, or None.
        pointed: the square that is pointed at elsewhere, in a chart or table, or None.
        refused: the square that was just refused, or None.
    """

    def __init__(
        self,
        theme: ThemeManager,
        progress: Mapping[tuple[int, int], float],
        swayed: Mapping[tuple[int, int], QPointF],
        ghost: Callable[[], int],
    ) -> None:
        super().__init__()
        self._ghost = ghost
        self._theme = theme
        self._painter = SquarePainter(theme)
        self.show_scores = self.show_numbers = False
        self.progress = progress
        self.swayed = swayed
        self.cursor_visible = False
        self.hint: tuple[int, int] | None = None
        self.pointed: tuple[int, int] | None = None
        self.refused: tuple[int, int] | None = None

    @handler
    def paint(  # noqa: D102
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        rect = QRectF(option.rect)
        square = index.row(), index.column()
        if square in self.swayed:
            rect.translate(self.swayed[square] * rect.width())
        tile = tile_of(rect)
        state: QStyle.StateFlag = option.state
        look = self._look(index, bool(state & QStyle.StateFlag.State_MouseOver))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.draw(painter, rect, look)
        accent = self._theme.theme.colour("accent")
        if self.hint == square:
            ink = mark_colour(self._theme.theme, look.ghost) if look.ghost != EMPTY else accent
            self._draw_hint(painter, tile, ink if look.heat is None else self._painter.ink(look))
        if self.pointed == square:
            draw_ring(painter, tile, accent, max(3.0, rect.width() * 0.07))
        if self.refused == square:
            danger = self._theme.theme.colour("danger")
            draw_ring(painter, tile, danger, max(3.0, rect.width() * 0.05))
        elif self.cursor_visible and state & QStyle.StateFlag.State_HasFocus:
            draw_ring(painter, tile, accent, max(2.0, rect.width() * 0.04))

    def _look(self, index: Index, hovered: bool) -> SquareLook:
        row, col, last = index.row(), index.column(), index.model().columnCount() - 1
        look = SquareLook(
            index.data(Role.MARK),
            winning=index.data(Role.WINNING) and not self.progress,  # first the mark is drawn
            losing=index.data(Role.LOSING),
            last=index.data(Role.LAST),
            hovered=hovered,
            ghost=self._ghost() if hovered else EMPTY,
            number=index.data(Role.NUMBER) if self.show_numbers else 0,
            progress=self.progress.get((row, col), 1.0),
            seed=row * (last + 1) + col,
            beyond=(col > 0, col < last, row > 0, row < last),
            star=is_star((row, col), last + 1),
        )
        heat = index.data(Role.HEAT) if self.show_scores else None
        if heat is None and self.hint == (row, col):
            look.ghost = self._ghost()  # what is recommended is to be seen, not only where
        if heat is not None:
            look.heat, look.strength, look.best, look.close = heat[:4]
            look.text = lambda compact: index.data(Role.SHORT_TEXT if compact else Role.SCORE_TEXT)
        return look

    def _draw_hint(self, painter: QPainter, tile: QRectF, ink: QColor) -> None:
        """Mark the recommended square with a bracket in each corner."""
        inset, arm = tile.width() * 0.14, tile.width() * 0.18
        pen = QPen(ink, max(1.5, tile.width() * 0.05))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        box = tile.adjusted(inset, inset, -inset, -inset)
        for corner, right, down in (
            (box.topLeft(), 1, 1),
            (box.topRight(), -1, 1),
            (box.bottomLeft(), 1, -1),
            (box.bottomRight(), -1, -1),
        ):
            painter.drawLine(corner, corner + QPointF(right * arm, 0))
            painter.drawLine(corner, corner + QPointF(0, down * arm))
