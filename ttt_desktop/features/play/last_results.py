"""How your last game on each board ended, as the history knows it, in two or three words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QObject, Signal

from engine import Rules
from ttt_desktop.archive.goals import LADDER
from ttt_desktop.archive.recorder import Recorder
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, tr
from ttt_desktop.work.jobs import Latest

if TYPE_CHECKING:
    from ttt_desktop.archive.past_game import PastGame
    from ttt_desktop.archive.store import HistoryStore
    from ttt_desktop.work.jobs import Job

_LOOKED_AT = 40
"""How many of the newest games on a board are looked at for one against the ladder."""

_WEEK = 7

_TODAY = {
    1.0: QT_TRANSLATE_NOOP("", "Won today"),
    0.5: QT_TRANSLATE_NOOP("", "Tie today"),
    0.0: QT_TRANSLATE_NOOP("", "Lost today"),
}
_YESTERDAY = {
    1.0: QT_TRANSLATE_NOOP("", "Won yesterday"),
    0.5: QT_TRANSLATE_NOOP("", "Tie yesterday"),
    0.0: QT_TRANSLATE_NOOP("", "Lost yesterday"),
}
_ON = {
    1.0: QT_TRANSLATE_NOOP("", "Won on {day}"),
    0.5: QT_TRANSLATE_NOOP("", "Tie on {day}"),
    0.0: QT_TRANSLATE_NOOP("", "Lost on {day}"),
}


class LastResults(QObject):
    """Asks the history for the last game on each board against the ladder, in the background.

    Signals:
        changed(): the history is another one than when it was asked.
    """

    changed = Signal()

    def __init__(self, recorder: Recorder, parent: QObject) -> None:
        super().__init__(parent)
        self._recorder = recorder
        self._asking: Latest | None = None

    def ask(self, boards: Sequence[Rules], show: Callable[[dict[Rules, PastGame]], object]) -> None:
        """Have a function called with the last games by their boards, once they are known."""
        if not (self._recorder.active and self._recorder.exists):
            return
        if self._asking is None:
            self._asking = Latest(self._recorder.archive.ask, self)
            self._recorder.archive.changed.connect(self.changed)

        from ttt_desktop.archive.games import Filter  # noqa: PLC0415  (not for the start)

        def run(store: HistoryStore, _job: Job) -> dict[Rules, PastGame]:
            found = {}
            for rules in boards:
                games = store.find(Filter(board=rules), 0, _LOOKED_AT)
                met = (game for game in games if game.opponent.startswith(f"{LADDER}/"))
                if (last := next(met, None)) is not None:
                    found[rules] = last
            return found

        self._asking.start(run, show)  # (what is wrong with the history is said elsewhere)


def result_note(game: PastGame, today: date) -> str:
    """Return how a game of yours ended, and when: "Lost today", "Won on Thursday"."""
    score = game.score
    if score is None:
        return ""
    day = datetime.fromisoformat(game.ended).astimezone().date()
    days = (today - day).days
    if days == 0:
        return tr(_TODAY[score])
    if days == 1:
        return tr(_YESTERDAY[score])
    locale, qt_day = QLocale(), QDate(day.year, day.month, day.day)
    is_near = 0 < days < _WEEK
    named = locale.standaloneDayName(day.isoweekday()) if is_near else (
        locale.toString(qt_day, "d MMM yyyy")
    )  # fmt: skip
    return tr(_ON[score], day=named)
