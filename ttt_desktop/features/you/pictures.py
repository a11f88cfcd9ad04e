"""Small pictures on the pages: a game's last position, a goal's badge, a day."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import Board
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.small_board import draw_small_board, squares_in
from ttt_desktop.look.theme import ThemeManager


class PastPicture(QWidget):
    """Draws a position, with the line that ended the game.

    Args:
        board: the position.
        side: the board's, in pixels; the board is smaller where there is less room.
    """

    def __init__(self, theme: ThemeManager, board: Board, side: int) -> None:
        super().__init__()
        self._theme, self._board, self._side = theme, board, side
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    @virtual(int)
    def heightForWidth(self, width: int) -> int:  # noqa: D102
        return min(width, self._side)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(self._side, self._side)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        least = min(self._side, 24)
        return QSize(least, least)

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        side = min(self.width(), self.height(), self._side)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = self.width() - side if mirrored else 0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = squares_in(QRectF(left, 0, side, side))
        draw_small_board(painter, area, self._theme.theme, self._board)
        painter.end()


class Medal(QWidget):
    """A round badge with an icon; an outline where its goal is not reached yet.

    Args:
        icon: its Lucide icon.
        fill: the name of its colour; empty where the goal is not reached.
    """

    def __init__(self, theme: ThemeManager, icon: str, fill: str) -> None:
        super().__init__()
        self._theme, self._icon, self._fill = theme, icon, fill
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        side = self._theme.px(_MEDAL)
        return QSize(side, side)

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        theme, side = self._theme.theme, self._theme.px(_MEDAL)
        box = QRectF((self.width() - side) / 2, 0, side, side).adjusted(1, 1, -1, -1)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._fill:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(self._fill))
        else:
            painter.setPen(QPen(QColor(theme.edge), 1, Qt.PenStyle.DashLine))
        painter.drawEllipse(box)
        ink = theme.surface if self._fill else theme.muted
        icon = self._theme.px(_MEDAL_ICON)
        at = QPoint(round(box.center().x() - icon / 2), round(box.center().y() - icon / 2))
        picture = self._theme.icon(self._icon, icon, ink, self.devicePixelRatioF())
        painter.drawPixmap(at, picture)
        painter.end()


_MEDAL, _MEDAL_ICON = 44, 22
"""The sides of a badge and of its icon, in pixels at the usual text size."""
