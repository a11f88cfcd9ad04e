"""How much of some work is done, as a bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import S2
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.theme import ThemeManager

_MOST = 10_000
"""What a full bar counts to where the work's own numbers are larger."""


class Gauge(QProgressBar):
    """A thin bar. A screen reader says it as a progress bar.

    Args:
        theme: the look.
        name: what it measures, for a screen reader.
    """

    def __init__(self, theme: ThemeManager, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(name)
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_share(self, done: int, count: int) -> None:
        """Show that so many of some number are done; none of none while that is not known."""
        scale = max(1.0, count / _MOST)
        self.setRange(0, round(count / scale))
        self.setValue(round(done / scale))

    @property
    def share(self) -> float:
        """The share of its length that is filled, from 0 to 1; 0 while nothing is known."""
        return max(0, self.value()) / self.maximum() if self.maximum() else 0.0

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(8 * S2, self._theme.px(S2))

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(2 * S2, self._theme.px(S2))

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        painter, theme, box = QPainter(self), self._theme.theme, QRectF(self.rect())
        round_corner = box.height() / 2
        rounded(painter, box, round_corner, theme.sunken, theme.line)
        filled = box.width() * self.share
        if filled > 0:
            # Cut at its end, so that its length is exact and its beginning round.
            left = box.right() - filled if self.isRightToLeft() else box.left()
            painter.setClipRect(QRectF(left, box.top(), filled, box.height()))
            rounded(painter, box, round_corner, theme.accent)
        painter.end()
