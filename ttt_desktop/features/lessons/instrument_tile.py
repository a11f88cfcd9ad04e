"""An instrument as a small card: a picture of what it shows, and its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from engine import PLAYERO, PLAYERX
from ttt_desktop.look.colormap import shade
from ttt_desktop.look.colours import Theme
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.measures import BODY, CARD_CORNER, S1, S3
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.theme import ThemeManager

_WIDE, _HIGH = 40, 38
"""The size of the picture, in pixels at the usual text size."""

_SCORES = (0.4, -0.5, 0.4, -0.5, 0.9, -0.5, 0.4, -0.5, 0.4)
"""What the small heat map shows."""


class InstrumentTile(QAbstractButton):
    """A click opens the instrument beside the board.

    Args:
        theme: the look.
        name: the instrument's name in the code.
        title: what it is called.
        about: what it shows.
        icon: what is shown where there is no picture of it: the name of an icon.
    """

    def __init__(self, theme: ThemeManager, name: str, title: str, about: str, icon: str) -> None:
        super().__init__()
        self._theme, self._name, self._icon = theme, name, icon
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(about)
        self.setToolTip(about)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        px = self._theme.px
        return QSize(px(150), px(_HIGH) + 2 * S3)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        px = self._theme.px
        return QSize(px(110), px(_HIGH) + 2 * S3)

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        theme, painter, box = self._theme.theme, QPainter(self), QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.underMouse() or self.isDown()
        line, width = (theme.accent, 2.0) if lit else (theme.line, 1.0)
        rounded(painter, box, CARD_CORNER, theme.surface, line, width)
        wide, high = self._theme.px(_WIDE), self._theme.px(_HIGH)
        mirrored = self.isRightToLeft()
        left = box.right() - S3 - wide if mirrored else S3
        place = QRectF(left, (box.height() - high) / 2, wide, high)
        draw = _PICTURES.get(self._name)
        if draw is not None:
            painter.save()
            draw(painter, place, theme, self._theme.palette)
            painter.restore()
        elif self._icon:
            side = min(wide, high)
            ratio = self.devicePixelRatioF()
            picture = self._theme.icon(self._icon, side, theme.accent, ratio)
            painter.drawPixmap(QPoint(round(place.left()), round(place.top())), picture)
        painter.setFont(self._theme.font(BODY, QFont.Weight.Medium))
        painter.setPen(theme.colour("ink"))
        room = box.width() - wide - S3 - 3 * S1
        start = S1 if mirrored else left + wide + 2 * S1
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        text = QRectF(start, 0, room, box.height())
        painter.drawText(text, int(side | Qt.TextFlag.TextWordWrap), self.text())
        painter.end()


# --- the pictures ---------------------------------------------------------------------------


def _draw_heat(painter: QPainter, box: QRectF, theme: Theme, palette: str) -> None:
    side, step = box.height(), box.height() / 3
    for place, score in enumerate(_SCORES):
        row, col = divmod(place, 3)
        cell = QRectF(box.left() + col * step, box.top() + row * step, step - 2, step - 2)
        rounded(painter, cell, side / 16, QColor(*shade(score, palette)).name())


def _draw_stage(painter: QPainter, box: QRectF, theme: Theme, _palette: str) -> None:
    rounded(painter, box.adjusted(0, 0, 0, -6), 4, theme.board)
    rounded(painter, QRectF(box.left(), box.top(), box.width(), 7), 3, theme.accent)
    side = box.height() / 3
    for mark, share in ((PLAYERX, 0.3), (PLAYERO, 0.7)):
        middle = QPointF(box.left() + share * box.width(), box.center().y())
        place = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
        draw_mark(painter, place, mark, mark_colour(theme, mark))
    painter.setPen(QPen(theme.colour("edge"), 3, c=Qt.PenCapStyle.RoundCap))
    painter.drawLine(box.bottomLeft() + QPointF(6, -1), box.bottomRight() + QPointF(-6, -1))


def _draw_tree(painter: QPainter, box: QRectF, theme: Theme, palette: str) -> None:
    def at(x: float, y: float) -> QPointF:
        return QPointF(box.left() + x * box.width(), box.top() + y * box.height())

    root, second = at(0.5, 0.14), [at(0.16, 0.52), at(0.5, 0.52), at(0.84, 0.52)]
    third = [at(0.32, 0.88), at(0.66, 0.88)]
    painter.setPen(QPen(theme.colour("edge"), 1.5))
    for node in second:
        painter.drawLine(root, node)
    for node in third:
        painter.drawLine(second[1], node)
    painter.setPen(Qt.PenStyle.NoPen)
    scores = (None, -0.6, 0.8, -0.4, 0.9, 0.6)
    for node, score in zip((root, *second, *third), scores, strict=True):
        painter.setBrush(QColor(theme.ink) if score is None else QColor(*shade(score, palette)))
        painter.drawEllipse(node, 5, 5)


def _draw_bandit(painter: QPainter, box: QRectF, theme: Theme, _palette: str) -> None:
    body = QRectF(box.left() + 6, box.top(), box.width() * 0.6, box.height())
    rounded(painter, body, 6, theme.accent)
    rounded(
        painter, QRectF(body.left() + 4, body.top() + 8, body.width() - 8, 10), 3, theme.surface
    )
    painter.setPen(Qt.PenStyle.NoPen)
    for place, colour in enumerate((theme.o, theme.right, theme.x)):
        painter.setBrush(QColor(colour))
        middle = QPointF(body.left() + body.width() * (0.28 + 0.22 * place), body.top() + 13)
        painter.drawEllipse(middle, 2.2, 2.2)
    painter.setPen(QPen(theme.colour("edge"), 2.5))
    arm = QPointF(body.right() + 6, body.top() + 6)
    painter.drawLine(QPointF(body.right(), body.center().y()), QPointF(arm.x(), body.center().y()))
    painter.drawLine(QPointF(arm.x(), body.center().y()), arm)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.o))
    painter.drawEllipse(arm, 4, 4)


def _draw_chart(painter: QPainter, box: QRectF, theme: Theme, _palette: str) -> None:
    painter.setPen(QPen(theme.colour("edge"), 2))
    painter.drawPolyline(QPolygonF([box.topLeft(), box.bottomLeft(), box.bottomRight()]))
    for heights, colour in (((0.2, 0.5, 0.25, 0.42, 0.36, 0.38), theme.accent),
                            ((0.9, 0.4, 0.78, 0.6, 0.7, 0.66), theme.gold)):  # fmt: skip
        points = [
            QPointF(box.left() + 4 + place / 5 * (box.width() - 6), box.top() + high * box.height())
            for place, high in enumerate(heights)
        ]
        painter.setPen(QPen(QColor(colour), 2))
        painter.drawPolyline(QPolygonF(points))


def _draw_table(painter: QPainter, box: QRectF, theme: Theme, _palette: str) -> None:
    rounded(painter, box, 5, None, theme.edge, 2)
    painter.setPen(QPen(theme.colour("edge"), 2))
    head = box.top() + box.height() * 0.3
    painter.drawLine(QPointF(box.left(), head), QPointF(box.right(), head))
    side = box.left() + box.width() * 0.36
    painter.drawLine(QPointF(side, head), QPointF(side, box.bottom()))
    painter.setPen(QPen(theme.colour("accent"), 3, c=Qt.PenCapStyle.RoundCap))
    for place, long in enumerate((0.5, 0.36, 0.22)):
        y = head + 7 + 7 * place
        if y < box.bottom() - 2:
            end = side + 6 + long * box.width()
            painter.drawLine(QPointF(side + 6, y), QPointF(min(end, box.right() - 5), y))


def _draw_lines(painter: QPainter, box: QRectF, theme: Theme, _palette: str) -> None:
    step = box.height() / 3
    cells = [
        QRectF(box.left() + col * step, box.top() + row * step, step - 2, step - 2)
        for row in range(3)
        for col in range(3)
    ]
    for cell in cells:
        rounded(painter, cell, 2, theme.board)
    painter.setPen(QPen(theme.colour("accent"), 2, Qt.PenStyle.DotLine))
    painter.drawLine(cells[6].center(), cells[2].center())
    font = QFont(painter.font())
    font.setPixelSize(max(1, round(step * 0.8)))
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(theme.colour("ink"))
    for number, cell in enumerate((cells[6], cells[4], cells[2]), start=1):
        painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, str(number))


def _draw_darts(painter: QPainter, box: QRectF, theme: Theme, _palette: str) -> None:
    side = box.height()
    square = QRectF(box.left() + (box.width() - side) / 2, box.top(), side, side)
    rounded(painter, square, 4, theme.board)
    painter.setPen(QPen(theme.colour("edge"), 1.2))
    painter.setBrush(theme.colour("surface"))
    painter.drawEllipse(square.adjusted(1, 1, -1, -1))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("right"))
    for number in range(9):
        radius, angle = side * (0.08 + 0.04 * number), number * 2.4
        spot = QPointF(radius * cos(angle), radius * sin(angle))
        painter.drawEllipse(square.center() + spot, 1.8, 1.8)
    painter.setBrush(theme.colour("wrong"))
    for number in range(3):
        spot = QPointF(cos(pi / 4 + number * pi / 2), sin(pi / 4 + number * pi / 2)) * side * 0.64
        painter.drawEllipse(square.center() + spot, 1.8, 1.8)


_PICTURES: Mapping[str, Callable[[QPainter, QRectF, Theme, str], None]] = {
    "heatmap": _draw_heat,
    "theatre": _draw_stage,
    "tree": _draw_tree,
    "bandits": _draw_bandit,
    "chart": _draw_chart,
    "table": _draw_table,
    "lines": _draw_lines,
    "darts": _draw_darts,
}
"""Draws each instrument, by the name of its dock."""
