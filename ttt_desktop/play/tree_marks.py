"""What only a tree search knows of a square: a proof, and a place among the expected moves."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from engine import switch_player
from ttt_desktop.look.marks import draw_mark

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
