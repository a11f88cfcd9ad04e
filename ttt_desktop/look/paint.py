"""Boxes with round corners, and the shadows under cards."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from ttt_desktop.look.measures import CARD_CORNER

SHADOW = 16
"""How far a card's shadow reaches beyond it, in pixels."""

_LOWER = 3
"""How much lower than its card a shadow lies."""


def rounded(
    painter: QPainter,
    box: QRectF,
    radius: float,
    fill: str | None,
    line: str | None = None,
    width: float = 1.0,
) -> None:
    """Paint a box with round corners; its line lies inside it, and is sharp.

    Args:
        painter: paints; it is left as it was.
        box: where.
        radius: of the corners.
        fill: its colour; None where it has none.
        line: the colour of its outline; None where it has none.
        width: the outline's.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(line), width) if line else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(fill) if fill else Qt.BrushStyle.NoBrush)
    inset = width / 2 if line else 0.0
    corner = max(0.0, radius - inset)
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), corner, corner)
    painter.restore()


def shadow_picture(darkest: int, ratio: float) -> QPixmap:
    """Return the shadow of a card as small as a card can be, for ``draw_shadow``.

    Rings laid over each other add up to a soft edge: nothing is blurred.

    Args:
        darkest: how dark it is at the card, from 0 to 255.
        ratio: the screen's pixels for each of the window's.
    """
    side = 2 * (SHADOW + CARD_CORNER) + 2
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("black"))
    for step in range(1, SHADOW + 1):
        painter.setOpacity(darkest / 255 * 2 * step / (SHADOW * SHADOW))
        box = QRectF(step, step + _LOWER, side - 2 * step, side - 2 * step - _LOWER)
        corner = CARD_CORNER + SHADOW - step
        painter.drawRoundedRect(box, corner, corner)
    painter.end()
    return picture


def draw_shadow(painter: QPainter, picture: QPixmap, card: QRectF) -> None:
    """Paint a shadow around a card: the picture's corners as they are, its sides drawn out."""
    ratio, corner = picture.devicePixelRatio(), SHADOW + CARD_CORNER
    width = picture.width() / ratio
    box = card.adjusted(-SHADOW, -SHADOW, SHADOW, SHADOW)
    cuts = (0.0, corner, width - corner, width)
    across = (box.left(), box.left() + corner, box.right() - corner, box.right())
    down = (box.top(), box.top() + corner, box.bottom() - corner, box.bottom())
    for column in range(3):
        for row in range(3):
            if column == row == 1:
                continue  # the card lies there
            source = QRectF(
                cuts[column] * ratio,
                cuts[row] * ratio,
                (cuts[column + 1] - cuts[column]) * ratio,
                (cuts[row + 1] - cuts[row]) * ratio,
            )
            target = QRectF(
                across[column],
                down[row],
                across[column + 1] - across[column],
                down[row + 1] - down[row],
            )
            painter.drawPixmap(target, picture, source)
