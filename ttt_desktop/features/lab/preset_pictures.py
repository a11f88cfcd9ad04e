"""Small sketches of what experiments give. They show the kind of outcome, and no measured value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from ttt_desktop.look.colours import Theme
from ttt_desktop.look.paint import rounded

Shares = tuple[float, float, float]

_TIES = "edge"
"""The colour of ties."""

_PUBLISHED: tuple[Shares, ...] = (
    (63, 25, 12), (56, 35, 9), (44, 51, 5), (33, 67, 0), (30, 70, 0), (21, 79, 0), (6, 94, 0),
    (2, 98, 0), (0, 100, 0),
)  # fmt: skip
_REVERSE: tuple[Shares, ...] = ((31, 69, 0), (1, 49, 50))
_LEVELS = (0.05, 0.17, 0.33, 0.5, 0.66, 0.82, 0.95)
_DOUBLING = (0.1, 0.38, 0.64, 0.9)
_WEIGHTS = (0.05, 0.3, 0.55, 0.7, 0.8, 0.92)
_EXPLORATION = (0.3, 0.45, 0.85, 0.7, 0.55, 0.2)

SKETCHED = (104, 84)
"""The width and height of a sketch, in pixels."""


def draw_sketch(painter: QPainter, box: QRectF, theme: Theme, name: str) -> None:
    """Paint the sketch of a ready-made experiment, or of one's own; antialiasing is on.

    Args:
        name: the experiment's, or "own".
    """
    painter.save()
    _SKETCHES[name](painter, box, theme)
    painter.restore()


def draw_stacks(painter: QPainter, box: QRectF, colours: Sequence[QColor],
                rows: Sequence[Sequence[float]], gap: float = 3) -> None:  # fmt: skip
    """Paint standing bars of shares; the first share of each stands at the bottom."""
    wide = (box.width() - gap * (len(rows) - 1)) / max(1, len(rows))
    for place, shares in enumerate(rows):
        foot, total = box.bottom(), sum(shares)
        for share, colour in zip(shares, colours, strict=True):
            high = box.height() * share / total if total else 0.0
            left = box.left() + place * (wide + gap)
            painter.fillRect(QRectF(left, foot - high, wide, high), colour)
            foot -= high


def _stacks(rows: Sequence[Shares]) -> Callable[[QPainter, QRectF, Theme], None]:
    def draw(painter: QPainter, box: QRectF, theme: Theme) -> None:
        colours = [theme.colour(name) for name in ("x", _TIES, "o")]
        draw_stacks(painter, box, colours, rows, 3 if len(rows) > 2 else 10)

    return draw


def _dots(values: Sequence[float]) -> Callable[[QPainter, QRectF, Theme], None]:
    def draw(painter: QPainter, box: QRectF, theme: Theme) -> None:
        _draw_floor(painter, box, theme)
        step = (box.width() - 16) / (len(values) - 1)
        for place, value in enumerate(values):
            x = box.left() + 8 + place * step
            y = box.bottom() - 16 - value * (box.height() - 30)
            painter.setPen(QPen(_pale(theme.colour("accent")), 2))
            painter.drawLine(QPointF(x, y - 11), QPointF(x, y + 11))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent"))
            painter.drawEllipse(QPointF(x, y), 4, 4)

    return draw


def _curve(values: Sequence[float]) -> Callable[[QPainter, QRectF, Theme], None]:
    def draw(painter: QPainter, box: QRectF, theme: Theme) -> None:
        _draw_floor(painter, box, theme)
        step = (box.width() - 16) / (len(values) - 1)
        points = [
            QPointF(box.left() + 8 + place * step,
                    box.bottom() - 10 - value * (box.height() - 22))
            for place, value in enumerate(values)
        ]  # fmt: skip
        path = QPainterPath(points[0])
        for point in points[1:]:
            path.lineTo(point)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("accent"), 2.8))
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent"))
        for point in points:
            painter.drawEllipse(point, 3.5, 3.5)

    return draw


def _lying(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint one lying bar: the first player's wins, ties, and the second one's."""
    bar = QRectF(box.left(), box.center().y() - 12, box.width(), 24)
    for share, colour in ((0.2, theme.accent), (0.25, theme.edge), (0.55, theme.ink)):
        bar.setWidth(box.width() * share - 2)
        rounded(painter, bar, 3, colour)
        bar.moveLeft(bar.right() + 2)


def _program(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint a file, and the machine that it meets."""
    sheet = QRectF(box.left() + 1, box.center().y() - 30, 46, 60)
    rounded(painter, sheet, 6, theme.sunken, theme.edge)
    painter.setPen(theme.colour("ink"))
    painter.drawText(sheet, Qt.AlignmentFlag.AlignCenter, ".py")
    face = QRectF(box.right() - 38, box.center().y() - 17, 34, 34)
    rounded(painter, face, 6, theme.accent)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("accent_ink"))
    for x in (-6, 6):
        painter.drawEllipse(QPointF(face.center().x() + x, face.center().y() - 2), 3.5, 3.5)
    painter.fillRect(QRectF(face.center().x() - 6, face.center().y() + 7, 12, 2.5),
                     theme.colour("accent_ink"))  # fmt: skip


def _sliders(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint three sliders."""
    for row, place in enumerate((0.3, 0.7, 0.45)):
        y = box.center().y() + (row - 1) * 24
        painter.setPen(QPen(theme.colour("edge"), 3))
        painter.drawLine(QPointF(box.left() + 8, y), QPointF(box.right() - 8, y))
        painter.setPen(QPen(theme.colour("accent"), 3))
        painter.setBrush(theme.colour("surface"))
        painter.drawEllipse(QPointF(box.left() + 8 + place * (box.width() - 16), y), 8, 8)


def _draw_floor(painter: QPainter, box: QRectF, theme: Theme) -> None:
    painter.setPen(QPen(theme.colour("line"), 2))
    painter.drawLine(box.bottomLeft(), box.bottomRight())


def _pale(colour: QColor) -> QColor:
    colour.setAlphaF(0.5)
    return colour


_SKETCHES: dict[str, Callable[[QPainter, QRectF, Theme], None]] = {
    "published": _stacks(_PUBLISHED),
    "levels": _dots(_LEVELS),
    "doubling": _dots(_DOUBLING),
    "weights": _curve(_WEIGHTS),
    "reverse": _stacks(_REVERSE),
    "exploration": _curve(_EXPLORATION),
    "two_levels": _lying,
    "yours": _program,
    "own": _sliders,
}
