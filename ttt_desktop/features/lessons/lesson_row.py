"""A lesson in a list: a circle that says how far it is, its title, and how long it takes."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from ttt_desktop.features.lessons.standing import LessonStage
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import BODY, CAPTION, CONTROL, CORNER, S2, S3
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.theme import ThemeManager

_DISC, _TICK = 20, 12
"""The diameters of the circle and of the tick in it, in pixels at the usual text size."""

_QUARTER = 90 * 16
"""A quarter of a turn, as Qt counts angles."""


class LessonRow(QAbstractButton):
    """A click begins the lesson, or goes on with it.

    Args:
        theme: the look.
        title: the lesson's.

    Attributes:
        standing: what stands at its end: how far the lesson is, or how long it takes.
        is_next: whether it is the one to go on with.
    """

    def __init__(self, theme: ThemeManager, title: str) -> None:
        super().__init__()
        self._theme = theme
        self._stage, self._share = LessonStage.NEW, 0.0
        self.standing, self.is_next = "", False
        self.setText(title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def tell(self, stage: LessonStage, share: float, standing: str, is_next: bool) -> None:
        """Say how far the lesson is.

        Args:
            share: the share of its steps that were seen, from 0 to 1.
            standing: the same in words, or how long it takes.
            is_next: whether it is the one to go on with.
        """
        self._stage, self._share = stage, share
        self.standing, self.is_next = standing, is_next
        self.setAccessibleDescription(standing)
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(self._theme.px(200), self._theme.px(CONTROL))

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(self._theme.px(100), self._theme.px(CONTROL))

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        theme, painter, box = self._theme.theme, QPainter(self), QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.is_next or self.underMouse() or self.isDown():
            rounded(painter, box, CORNER, theme.accent_soft if self.is_next else theme.sunken)
        side = self._theme.px(_DISC)
        mirrored = self.isRightToLeft()
        left = box.right() - S2 - side if mirrored else S2
        self._draw_circle(painter, QRectF(left, (box.height() - side) / 2, side, side))
        weight = QFont.Weight.DemiBold if self.is_next else QFont.Weight.Normal
        painter.setFont(self._theme.font(CAPTION, weight))
        painter.setPen(theme.colour("accent" if self.is_next else "muted"))
        metrics = painter.fontMetrics()
        wide = metrics.horizontalAdvance(self.standing) + 1
        end = S2 if mirrored else box.right() - S2 - wide
        middle = Qt.AlignmentFlag.AlignCenter
        painter.drawText(QRectF(end, 0, wide, box.height()), middle, self.standing)
        painter.setFont(self._theme.font(BODY, weight))
        painter.setPen(theme.colour("ink"))
        room = box.width() - side - 2 * S2 - 2 * S3 - wide
        title = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, round(room)
        )
        across = painter.fontMetrics().horizontalAdvance(title) + 1
        start = left - S3 - across if mirrored else left + side + S3
        painter.drawText(QRectF(start, 0, across, box.height()), middle, title)
        painter.end()

    def _draw_circle(self, painter: QPainter, disc: QRectF) -> None:
        """Draw a ring; filled with a tick where the lesson is done, partly thick while it is on."""
        theme = self._theme.theme
        if self._stage is LessonStage.DONE:
            rounded(painter, disc, disc.width() / 2, theme.right)
            tick = self._theme.px(_TICK)
            picture = self._theme.icon("check", tick, theme.surface, self.devicePixelRatioF())
            corner = disc.center()
            at = QPoint(round(corner.x() - tick / 2), round(corner.y() - tick / 2))
            painter.drawPixmap(at, picture)
            return
        ring = disc.adjusted(1, 1, -1, -1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("edge"), 1.2))
        painter.drawEllipse(ring)
        if self._stage is LessonStage.BEGUN:
            painter.setPen(QPen(theme.colour("accent"), 3))
            painter.drawArc(ring, _QUARTER, -round(4 * _QUARTER * self._share))
