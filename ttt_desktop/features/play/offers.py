"""What the card at a game's end offers: the machine's next level, or the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ttt_desktop.archive.goals import LADDER, levels
from ttt_desktop.archive.recorder import Recorder
from ttt_desktop.features.play.result_card import ResultCard
from ttt_desktop.look.text import tr
from ttt_desktop.session.game import GameController
from ttt_desktop.session.seats import MARKS, swapped
from ttt_desktop.session.view import View
from ttt_desktop.settings.levels import level_text
from ttt_desktop.work.jobs import Latest

if TYPE_CHECKING:
    from ttt_desktop.archive.past_game import PastGame
    from ttt_desktop.archive.store import HistoryStore
    from ttt_desktop.work.jobs import Job

_IN_A_ROW = 3
"""After how many wins, or losses, in a row another level is offered."""

_NONE = 0, "", 0
"""No run: the key of the game that ended it, the level, and 1 for wins or -1 for losses."""


class Offers(QObject):
    """Offers the level above after wins in a row against one, the level below after losses.

    What was won or lost is read in the history: your games against the ladder on the board and by
    the rule of the game that has just ended. Games on other boards and with others lie apart.

    Args:
        card: the card at a game's end.

    Signals:
        accepted(str): the next game is to be against this level.
    """

    accepted = Signal(str)

    def __init__(
        self, controller: GameController, recorder: Recorder, card: ResultCard, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._recorder = recorder
        self._card = card
        self._asking: Latest | None = None
        self._run = _NONE
        self._offered = ""
        controller.game_over.connect(self._watch)
        controller.follow(self._show, View.game, View.result, View.settings, View.seats_now)
        card.taken.connect(self._accept)

    @property
    def _met(self) -> tuple[int, str]:
        """The key of the game that you have ended against a level, and the level; else 0."""
        view, end = self._controller.view, self._controller.end
        own = view.counts and view.result is not None and not view.changed_hands
        seating = view.seating
        if not own or end is None or seating.machine or seating.settings.machine not in MARKS:
            return 0, ""
        spec = seating.settings.player(MARKS[seating.settings.machine])
        return (end.key, spec.level) if spec.kind.word == LADDER else (0, "")

    @Slot()
    def _watch(self) -> None:
        """Look at the history whenever it has changed, from the first such game on."""
        if self._asking is None and self._recorder.active and self._met[0]:
            self._asking = Latest(self._recorder.archive.ask, self)
            self._recorder.archive.changed.connect(self._ask)

    @Slot()
    def _ask(self) -> None:
        key, level = self._met
        if self._asking is None or not key:
            return

        def run(store: HistoryStore, _job: Job) -> tuple[int, str, int]:
            return key, level, _direction(store.latest(key, LADDER, _IN_A_ROW), key, level)

        self._asking.start(run, self._take, self._fail)

    def _take(self, run: tuple[int, str, int]) -> None:
        self._run = run
        self._show()

    def _fail(self, _error: Exception) -> None:
        """Offer nothing: what is wrong with the history is said elsewhere."""
        self._take(_NONE)

    @Slot()
    def _show(self) -> None:
        """Offer what the newest games ask for, as things stand on the board."""
        view = self._controller.view
        if view.result is None:
            self._run = _NONE
        *met, direction = self._run
        self._offered = ""
        if direction and tuple(met) == self._met and not view.waits_for_new_game:
            ladder = levels()
            place = ladder.index(self._run[1]) + direction
            self._offered = ladder[place] if 0 <= place < len(ladder) else ""
        if not self._offered:
            self._card.offer()
            return
        why = tr("Three wins in a row!") if direction > 0 else tr("Three tough games in a row.")
        coming = swapped(view.settings) if view.settings.alternate else view.settings
        mark = MARKS[coming.machine]
        level = level_text(coming.player(mark).kind, self._offered, coming.rules, (mark,))
        what = (
            tr("Harder: {level}", level=level)
            if direction > 0
            else tr("Easier: {level}", level=level)
        )
        self._card.offer(why, what)

    @Slot()
    def _accept(self) -> None:
        self.accepted.emit(self._offered)


def _direction(games: list[PastGame], key: int, level: str) -> int:
    """Return 1 where all games, the newest one first, were won against a level, -1 where lost.

    Args:
        games: the newest ones against the ladder.
        key: the one that has just ended.
        level: the one that it was played against.
    """
    if len(games) < _IN_A_ROW or games[0].key != key:
        return 0
    if any(game.opponent != f"{LADDER}/{level}" for game in games):
        return 0
    scores = {game.score for game in games}
    return 1 if scores == {1.0} else -1 if scores == {0.0} else 0
