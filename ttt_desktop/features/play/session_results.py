"""How your games of this session ended, one after another, and the row of letters that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import Result, Rules
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import BODY, CAPTION, CORNER, S1, S2
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, listed, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.session.game import GameController
from ttt_desktop.session.seats import MARKS, company
from ttt_desktop.session.view import View

if TYPE_CHECKING:
    from engine import Game

WON, TIED, LOST = "won", "tied", "lost"
"""How a game ended for you."""

_MOST = 7
"""How many of the newest games the row shows."""

_SIDE = 24
"""The side of a letter's box, in pixels at the usual text size."""

_LETTERS = {
    WON: QT_TRANSLATE_NOOP("", "W"),
    TIED: QT_TRANSLATE_NOOP("", "T"),
    LOST: QT_TRANSLATE_NOOP("", "L"),
}
_WORDS = {
    WON: QT_TRANSLATE_NOOP("", "won"),
    TIED: QT_TRANSLATE_NOOP("", "tied"),
    LOST: QT_TRANSLATE_NOOP("", "lost"),
}
_COLOURS = {WON: ("right_soft", "right"), TIED: ("sunken", "muted"), LOST: ("wrong_soft", "wrong")}
"""The ground and the letter of each box, by their names in the theme."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """A game that has ended: against whom, by which rules, how, and in which game object."""

    against: str
    rules: Rules
    outcome: str
    game: Game


class SessionResults(QObject):
    """Remembers how your games against machines ended since the program was started.

    Signals:
        changed(): there may be others to show now.
    """

    changed = Signal()

    def __init__(self, controller: GameController, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._ended: list[_Ended] = []
        controller.game_over.connect(self._add)
        controller.follow(self._follow, View.wins, View.game, View.seats_now)

    @property
    def outcomes(self) -> list[str]:
        """How the games went that the score counts, the oldest one first: WON, TIED or LOST.

        Empty where the score counts others' games, or some that are not known here.
        """
        view = self._controller.view
        if view.settings.machine not in MARKS:
            return []
        against = company(view.seats_now.settings, view.seats_now.machine)
        found = [ended.outcome for ended in self._ended
                 if (ended.against, ended.rules) == (against, view.game.rules)]  # fmt: skip
        return found if len(found) == sum(view.wins) else []

    @Slot(object)
    def _add(self, result: Result) -> None:
        view = self._controller.view
        seating = view.seating
        if not view.counts or seating.settings.machine not in MARKS:
            return
        if any(ended.game is view.game for ended in self._ended):
            return  # its end is come to once more
        machine = MARKS[seating.settings.machine]
        outcome = TIED if result.winner is None else LOST if result.winner == machine else WON
        against = company(seating.settings, seating.machine)
        self._ended.append(_Ended(against, view.game.rules, outcome, view.game))
        self.changed.emit()

    @Slot()
    def _follow(self) -> None:
        """Forget a game whose last move was taken back: the score has forgotten it, too."""
        end, newest = self._controller.end, self._ended[-1].game if self._ended else None
        if newest is self._controller.game and (end is None or end.win is None):
            self._ended.pop()
        self.changed.emit()


class ResultChips(QWidget):
    """Shows how many games there were, and a letter for each of the newest."""

    def __init__(self, results: SessionResults, theme: ThemeManager) -> None:
        super().__init__()
        self._results, self._theme = results, theme
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        results.changed.connect(self._refresh)
        theme.changed.connect(self.updateGeometry)
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        outcomes = self._results.outcomes
        self.setVisible(bool(outcomes))
        words = listed(tr(_WORDS[outcome]) for outcome in outcomes[-_MOST:])
        self.setAccessibleName(tr("{games}: {results}", games=self._count(), results=words))
        self.setToolTip(words)
        self.update()

    def _count(self) -> str:
        count = len(self._results.outcomes)
        return tr("{count} games", n=count, one="1 game", count=count)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(0, self._theme.px(_SIDE))

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        theme, side = self._theme.theme, self._theme.px(_SIDE)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        painter = QPainter(self)
        painter.setFont(self._theme.font(BODY))
        painter.setPen(QColor(theme.muted))
        middle, start = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect(), middle | start, self._count())
        room = self.width() - painter.fontMetrics().horizontalAdvance(self._count()) - S2
        painter.setFont(self._theme.font(CAPTION, QFont.Weight.Bold))
        most = max(0, min(_MOST, (room + S1) // (side + S1)))
        newest = self._results.outcomes[-most:] if most else []
        for place, outcome in enumerate(reversed(newest)):
            ground, ink = _COLOURS[outcome]
            left = place * (side + S1)
            box = QRectF(left if mirrored else self.width() - side - left, 0, side, side)
            rounded(painter, box, CORNER, getattr(theme, ground))
            painter.setPen(theme.colour(ink))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tr(_LETTERS[outcome]))
        painter.end()
