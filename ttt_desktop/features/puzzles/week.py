"""The days of the week on which a puzzle was solved, as a row of ticks."""

from __future__ import annotations

from datetime import date, timedelta

from PySide6.QtCore import QLocale, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ttt_desktop.features.puzzles.practice import WEEK
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, S1
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_SIDE, _TICK = 30, 16
"""The diameters of a day and its tick, in pixels at the usual text size."""


class WeekRow(QWidget):
    """Shows seven days, today last: a tick where a puzzle was solved, a ring where one can be.

    Args:
        theme: the look.
    """

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme
        self._today, self._solved = date.today(), (False,) * WEEK
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    @property
    def solved(self) -> tuple[bool, ...]:
        """Of each day, whether a puzzle was solved."""
        return self._solved

    def show_days(self, today: date, solved: tuple[bool, ...]) -> None:
        """Show the week that ends today."""
        self._today, self._solved = today, solved
        count = sum(solved)
        name = tr("Puzzles on {count} of the last 7 days", count=count)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        side = self._theme.px(_SIDE)
        high = self.fontMetrics().height()
        return QSize(WEEK * (side + S1), side + high + S1)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(WEEK * self._theme.px(_TICK), self.sizeHint().height())

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        theme, painter = self._theme.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        step = self.width() / WEEK
        side = min(self._theme.px(_SIDE), int(step) - 2)
        locale, short = QLocale(), QLocale.FormatType.ShortFormat
        for place, is_solved in enumerate(self._solved):
            column = WEEK - 1 - place if self.isRightToLeft() else place
            disc = QRectF(column * step + (step - side) / 2, 1, side, side)
            is_today = place == WEEK - 1
            painter.setPen(Qt.PenStyle.NoPen)
            if is_today and not is_solved:
                painter.setPen(QPen(theme.colour("accent"), 2))
            painter.setBrush(theme.colour("right" if is_solved else "sunken"))
            painter.drawEllipse(disc.adjusted(1, 1, -1, -1))
            if is_solved:
                ratio, tick = self.devicePixelRatioF(), min(self._theme.px(_TICK), side)
                picture = self._theme.icon("check", tick, theme.surface, ratio)
                middle = disc.center()
                painter.drawPixmap(
                    QPoint(round(middle.x() - tick / 2), round(middle.y() - tick / 2)), picture
                )
            day = self._today - timedelta(days=WEEK - 1 - place)
            weight = QFont.Weight.DemiBold if is_today else QFont.Weight.Normal
            painter.setFont(self._theme.font(CAPTION, weight))
            painter.setPen(QColor(theme.ink if is_today else theme.muted))
            below = QRectF(column * step, side + S1, step, self.height() - side - S1)
            name = locale.dayName(day.isoweekday(), short)[:2]
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, name)
        painter.end()
