"""A meter of as many steps as a machine has levels; a click on a step sets that level."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CONTROL, CORNER
from ttt_desktop.look.theme import ThemeManager

_LOWEST = 0.2
"""The height of the first step's bar, as a share of the last one's."""

_FREE = 0.16
"""The share of a step on each side of its bar that is left free."""


class StrengthMeter(QSlider):
    """Rising bars, filled up to the level that is chosen.

    Args:
        steps: how many levels there are.

    Attributes:
        titles: returns what a level is called, by its place.
    """

    def __init__(self, steps: int, theme: ThemeManager) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self._hovered: int | None = None
        self.titles: Callable[[int], str] = str
        self.setRange(0, steps - 1)
        self.setPageStep(1)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def _steps(self) -> int:
        return self.maximum() + 1

    def target(self, place: int) -> QRectF:
        """Return the area of a step, in pixels."""
        width = self.width() / self._steps
        return QRectF(place * width, 0, width, self.height())

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        side = max(CONTROL, round(1.3 * self.fontMetrics().height()))
        return QSize(self._steps * side, side)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return self.sizeHint()

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        theme = self._theme.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in range(self._steps):
            step = self.target(place)
            if place == self._hovered:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.colour("board"))
                painter.drawRoundedRect(step, CORNER, CORNER)
            free = step.width() * _FREE
            bar = step.adjusted(free, 4, -free, -4)
            share = _LOWEST + (1 - _LOWEST) * (place + 1) / self._steps
            bar.setTop(bar.bottom() - bar.height() * share)
            filled = place <= self.value()
            painter.setPen(QPen(theme.colour("accent" if filled else "edge"), 1.5))
            painter.setBrush(theme.colour("accent") if filled else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(bar, CORNER / 3, CORNER / 3)
        painter.end()

    def _at(self, x: float) -> int:
        """Return the step at a distance from the left edge, in pixels."""
        return max(0, min(self.maximum(), int(x * self._steps / max(1, self.width()))))

    @handler
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.button() == Qt.MouseButton.LeftButton:
            self.setValue(self._at(event.position().x()))

    @handler
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        self._hovered = self._at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.setValue(self._hovered)
        self.update()

    @handler
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        event.accept()  # the tile below is not clicked

    @handler
    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        self._hovered = None
        self.update()

    @handler
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        event.ignore()  # the page scrolls

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()  # they go between tiles
        else:
            super().keyPressEvent(event)

    @virtual(bool)
    def event(self, event: QEvent) -> bool:  # noqa: D102
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.titles(self._at(event.pos().x())), self)
            return True
        return super().event(event)
