"""A board's scores as a heat map."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from engine import EMPTY, Square, switch_player
from engine.search.exact import WORTH
from ttt_desktop.look.colours import STONES
from ttt_desktop.look.grid_view import GridView
from ttt_desktop.look.grounds import draw_tile, tile_of
from ttt_desktop.look.guard import handler
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.signs import Sign, draw_flag, draw_sign, sign_ink
from ttt_desktop.look.squares import SquareText, draw_spot, heat_colours, spot_of
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.board_model import BoardModel, SquareHeat

_SMALLEST = 22.0
"""Squares smaller than this, in pixels, have room for a value alone."""

_SIGNS = {
    1: (((0.26, 0.52), (0.44, 0.70)), ((0.44, 0.70), (0.76, 0.32))),  # a tick
    0: (((0.28, 0.40), (0.72, 0.40)), ((0.28, 0.62), (0.72, 0.62))),  # equal
    -1: (((0.30, 0.30), (0.70, 0.70)), ((0.70, 0.30), (0.30, 0.70))),  # a cross
}
"""The strokes of each proof's sign, in shares of its circle."""


def proof_circle(tile: QRectF) -> QRectF | None:
    """Return where a proof's badge is, at the upper right; None where it has no room."""
    if tile.width() < _SMALLEST:
        return None
    side = max(9.0, tile.width() * 0.2)
    inset = tile.width() * 0.06
    return QRectF(tile.right() - inset - side, tile.top() + inset, side, side)


def draw_proof(painter: QPainter, tile: QRectF, worth: int, ink: QColor, ground: QColor) -> None:
    """Draw a badge at the upper right: the move is proven to win, tie or lose."""
    circle = proof_circle(tile)
    if circle is None:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(circle)
    pen = QPen(ground, max(1.2, circle.width() * 0.13))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    for start, end in _SIGNS[worth]:
        painter.drawLine(_at(circle, *start), _at(circle, *end))


def draw_step(
    painter: QPainter, tile: QRectF, step: int, player: int, ink: QColor, ground: QColor
) -> None:
    """Draw the number of an expected move and its mark, at the lower left, on a ground of its own.

    Args:
        tile: the square.
        step: the move's number, from 1.
        player: the side that makes the first move.
        ink: a colour that reads on the ground.
        ground: what it is drawn on: half of it may lie over the value's tile.
    """
    if tile.width() < _SMALLEST:
        return
    side, inset = tile.width() * 0.22, tile.width() * 0.05
    chip = QRectF(tile.left() + inset, tile.bottom() - inset - side, side * 2.2, side)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(chip, side * 0.3, side * 0.3)
    box = QRectF(chip.left() + side * 0.08, chip.top(), side, side)
    mark = player if step % 2 else switch_player(player)
    draw_mark(painter, box, mark, ink)
    font = QFont(painter.font())
    font.setPixelSize(max(7, round(side * 0.8)))
    painter.setFont(font)
    painter.setPen(ink)
    place = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(box.translated(side * 1.1, 0).adjusted(0, 0, side, 0), place, str(step))


def _at(box: QRectF, across: float, down: float) -> QPointF:
    return QPointF(box.left() + across * box.width(), box.top() + down * box.height())


class HeatView(GridView):
    """Shows the squares of the position that was searched, coloured by score.

    Attributes:
        marked: asked for by the dock: the square that was played though it was not the best.
    """

    def __init__(
        self, model: BoardModel, theme: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self.setModel(model)
        self._scores = model
        self.marked: Square | None = None
        self._text = SquareText(theme, 0.28, 0.86, 22, QFont.Weight.DemiBold)
        self._beside_truth = SquareText(theme, 0.2, 0.86, 18, QFont.Weight.DemiBold)
        self._small = SquareText(theme, 0.16, 0.6, 13)

    @handler
    def paint_square(self, painter: QPainter, rect: QRectF, square: Square) -> None:  # noqa: D102
        tile, scores = tile_of(rect), self._scores
        heat, step, worth = scores.heat(square), scores.step(square), scores.worth(square)
        if heat is None:
            self._paint_taken(painter, rect, square)
        else:
            self._paint_score(painter, rect, square, heat, worth is not None)
            if heat.proven is not None:
                text, plain = (self.theme.theme.colour(name) for name in ("ink", "tile"))
                draw_proof(painter, tile, heat.proven, text, plain)
        if step:
            text, plain = (self.theme.theme.colour(name) for name in ("ink", "tile"))
            draw_step(painter, tile, step, scores.searcher, text, plain)
        if worth is not None:
            self._paint_truth(painter, tile, square, worth, heat)

    def _paint_score(
        self, painter: QPainter, rect: QRectF, square: Square, heat: SquareHeat, beside_truth: bool
    ) -> None:
        """Paint a square that was searched."""
        theme = self.theme.theme
        ground, ink = heat_colours(self.theme, heat.shade, heat.strength)
        cell = _scaled(rect, heat.size) if heat.size < 1 else rect
        if theme.look == STONES:
            draw_spot(painter, spot_of(cell), ground, theme.colour("board"))
        else:
            draw_tile(painter, tile_of(cell), ground)
        if heat.best or heat.close:
            draw_sign(painter, cell, Sign.BEST if heat.best else Sign.CLOSE, theme, ink)
        if square == self.marked:
            wooden = theme.look == STONES
            draw_flag(painter, rect, theme, sign_ink(Sign.LAST, theme) if wooden else ink)
        tile = tile_of(cell)
        side = tile.width()
        text = self._beside_truth if beside_truth else self._text
        text.write(
            painter,
            side,
            tile,
            Qt.AlignmentFlag.AlignCenter,
            lambda compact: self._scores.score_text(square, compact),
            ink,
        )

    def _paint_taken(self, painter: QPainter, rect: QRectF, square: Square) -> None:
        """Paint a square that has no score: it was taken, or nothing was searched."""
        mark = self._scores.searched_mark(square)
        if mark != EMPTY:
            theme, seed = self.theme.theme, square[0] * self._scores.dim + square[1]
            ink = mark_colour(theme, mark)
            ink.setAlphaF(0.6)
            draw_mark(painter, rect, mark, ink, look=theme.look, seed=seed)

    def _paint_truth(
        self, painter: QPainter, tile: QRectF, square: Square, worth: int, heat: SquareHeat | None
    ) -> None:
        """Write the exact mean at the top and the move's worth at the bottom."""
        inset = tile.width() * 0.09
        box = tile.adjusted(inset, inset, -inset, -inset)
        side = tile.width()
        top = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight
        if heat is None or heat.size < 1:  # the corners are those of a plain tile
            ink = self.theme.theme.colour("ink")
        else:
            ink = heat_colours(self.theme, heat.shade, heat.strength)[1]
        if self._scores.truth_text(square):
            above, badge = QRectF(box), proof_circle(tile)
            if heat is not None and heat.proven is not None and badge is not None:
                above.setRight(badge.left())

            def exact(compact: bool) -> str:
                return f"∞ {self._scores.truth_text(square, compact)}"

            self._small.write(painter, side, above, top, exact, ink)
        self._small.write(painter, side, box, bottom, lambda _compact: tr(WORTH[worth]), ink)
        if square in self._scores.blind_spots:
            _draw_warning(painter, tile)


def _scaled(tile: QRectF, share: float) -> QRectF:
    """Return a tile of a share of another one's side, in its middle."""
    inset = tile.width() * (1 - share) / 2
    return tile.adjusted(inset, inset, -inset, -inset)


def _draw_warning(painter: QPainter, tile: QRectF) -> None:
    """Draw a warning sign at the lower left: red with a white edge, on any ground."""
    size = max(9.0, tile.width() * 0.21)
    left, base = tile.left() + size * 0.3, tile.bottom() - size * 0.3
    sign = QPainterPath(QPointF(left, base))
    sign.lineTo(left + size, base)
    sign.lineTo(left + size / 2, base - size * 0.9)
    sign.closeSubpath()
    painter.setPen(QColor("white"))
    painter.setBrush(QColor("#b3202c"))
    painter.drawPath(sign)
    font = QFont(painter.font())
    font.setPixelSize(max(6, round(size * 0.6)))
    font.setBold(True)
    painter.setFont(font)
    painter.drawText(
        QRectF(left, base - size * 0.78, size, size * 0.75), Qt.AlignmentFlag.AlignCenter, "!"
    )
