"""Puzzles and mistakes: your streak, what is due today, and the buttons that begin."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import LEAD, S2
from ttt_desktop.look.parts import Button, Card, Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.shell.wishes import DayStanding

_DAYS = 7
"""How many days are drawn."""

_DAY = 28
"""The side of a day, in pixels at the usual text size."""


class Week(QWidget):
    """Draws the last days: those of the streak with a tick, today with a ring until it counts."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme, self._days, self._today = theme, 0, False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_streak(self, days: int, today: bool) -> None:
        """Show a streak of days, up to today or yesterday."""
        self._days, self._today = days, today
        self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(_DAYS * self._theme.px(_DAY), self._theme.px(_DAY))

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(_DAYS * _DAY // 2, self._theme.px(_DAY))

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        theme, painter = self._theme.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = self.width() / _DAYS
        side = min(wide - 2, self.height()) - 2
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for place in range(_DAYS):
            ago = _DAYS - 1 - place
            back = ago - (not self._today)  # days before the streak's last one
            done = 0 <= back < self._days
            at = ago if mirrored else place
            box = QRectF(at * wide + (wide - side) / 2, 1, side, side)
            painter.setPen(theme.colour("accent") if not ago and not done else Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("right" if done else "sunken"))
            painter.drawEllipse(box)
            if done:
                icon = round(side * 0.6)
                corner = box.center().toPoint()
                corner -= QRectF(0, 0, icon, icon).center().toPoint()
                ratio = self.devicePixelRatioF()
                painter.drawPixmap(corner, self._theme.icon("check", icon, theme.surface, ratio))
        painter.end()


class StreakCard(Card):
    """On how many days one after another you solved a puzzle.

    Attributes:
        streak: says so.
        today: the button that sets today's puzzle up.
    """

    def __init__(self, theme: ThemeManager, begin: Callable[[], object]) -> None:
        super().__init__(theme, gap=S2)
        self.streak = Words(theme, "", LEAD, QFont.Weight.DemiBold, wrap=True)
        self._week = Week(theme)
        self.today = Button(theme, tr("Solve today's puzzle"), "puzzle")
        self.today.clicked.connect(begin)
        for part in (self.streak, self._week, self.today):
            self.box.addWidget(part)

    def show_standing(self, standing: DayStanding) -> None:
        """Show how you stand."""
        days = tr("{count} days", n=standing.days, one="1 day", count=standing.days)
        self.streak.setText(
            tr("Puzzle streak: {days} (best: {longest})", days=days, longest=standing.longest)
        )
        self._week.show_streak(standing.days, standing.today)
        self._week.setAccessibleName(self.streak.text())
        done = tr("Today's puzzle again") if standing.today else tr("Solve today's puzzle")
        self.today.setText(done)


class MistakesCard(Card):
    """How many of your mistakes are asked about today.

    Attributes:
        due: says how many.
        about: says how many come later.
        practise: the button that begins.
    """

    def __init__(self, theme: ThemeManager, begin: Callable[[], object]) -> None:
        super().__init__(theme, gap=S2)
        self.due = Words(theme, "", LEAD, QFont.Weight.DemiBold, wrap=True)
        self.about = Words(theme, colour="muted", wrap=True)
        self.practise = Button(theme, tr("Practise your mistakes"), "rotate-ccw")
        self.practise.clicked.connect(begin)
        for part in (self.due, self.about, self.practise):
            self.box.addWidget(part)

    def show_standing(self, standing: DayStanding) -> None:
        """Show how you stand."""
        due = standing.due
        self.due.setText(tr("Your mistakes due today: {count}", count=due))
        self.about.setText(
            tr("They come back as puzzles until you have mastered them. Coming up {waiting}, "
               "mastered {learnt}.", waiting=standing.waiting, learnt=standing.learnt)
        )  # fmt: skip
        self.practise.setText(
            tr("Practise {count} mistakes", n=due, one="Practise 1 mistake", count=due)
            if due
            else tr("Practise your mistakes")
        )
        self.practise.setEnabled(bool(due or standing.waiting))
