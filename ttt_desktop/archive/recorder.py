"""Saves every game that ends in the window in the history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from secrets import randbits
from time import monotonic
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal, Slot

from engine import PLAYERO, PLAYERX, Game, Line, Result, square_name, switch_player
from engine.errors import printable
from ttt_desktop.look.text import tr
from ttt_desktop.session.game import GameController
from ttt_desktop.session.scene import End
from ttt_desktop.session.seats import Seat, Seating, seat_of
from ttt_desktop.session.view import View
from ttt_desktop.work.jobs import JobRunner
from ttt_desktop.work.storage import HISTORY_NAME, WAITING_NAMES

if TYPE_CHECKING:
    from ttt_desktop.archive.archive import Archive
    from ttt_desktop.archive.past_game import PastGame
    from ttt_desktop.archive.tables import Table


class Recorder(QObject):
    """Saves a game in the history when it ends; after moves taken back its new end counts.

    Args:
        folder: where ``history.db`` is kept.
        tables: returns those that features have beside that of the games.

    Attributes:
        active: whether games are saved.

    Signals:
        message(str): something is to be said: a sentence.
        waits(str): why games wait to be saved: a sentence; empty once none does.
    """

    message = Signal(str)
    waits = Signal(str)

    def __init__(
        self,
        controller: GameController,
        folder: Path,
        runner: JobRunner,
        tables: Callable[[], Sequence[Table]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.active = True
        self._controller = controller
        self._folder = folder
        self._runner, self._tables = runner, tables
        self._archive: Archive | None = None
        # How long each game was played, without the time that other games had the board.
        self._seconds: WeakKeyDictionary[Game, float] = WeakKeyDictionary()
        self._timed: Game | None = None
        self._since = monotonic()
        controller.moved.connect(self._note_move)
        controller.follow(self._note_time, View.game, View.moves)
        controller.game_over.connect(self._save)

    @property
    def archive(self) -> Archive:
        """The history; nothing of it is loaded before it is first asked for."""
        if self._archive is None:
            from ttt_desktop.archive.archive import Archive  # noqa: PLC0415  (not for the start)

            self._archive = Archive(self._folder, self._runner, self._tables(), self)
            self._archive.message.connect(self.message)
            self._archive.waits.connect(self.waits)
        return self._archive

    @property
    def opened(self) -> Archive | None:
        """The history, if it was asked for before."""
        return self._archive

    @property
    def exists(self) -> bool:
        """Whether any game was ever saved."""
        return (self._folder / HISTORY_NAME).exists()

    def key_of(self, moves: Line) -> int:
        """Return the key in the history of the game on the board; 0 where it is not kept.

        Args:
            moves: those with which it is to have ended.
        """
        end = self._controller.end
        return end.key if self.active and end is not None and end.moves == moves else 0

    def begin(self) -> None:
        """Save what an earlier start has left waiting."""
        if self.active and any(self._folder.glob(WAITING_NAMES)):
            self.archive.make_waiting()

    def close(self) -> None:
        """Close the database, once all work has ended."""
        if self._archive is not None:
            self._archive.close()

    @Slot()
    def _note_move(self) -> None:
        """Note when a game begins: with its first move here."""
        self._seconds.setdefault(self._controller.game, 0.0)
        self._note_time()

    @Slot()
    def _note_time(self) -> None:
        """Add the time since the last look to the game that was under way then."""
        now, game = monotonic(), self._controller.game
        if self._timed is not None:
            self._seconds[self._timed] += now - self._since
        self._since = now
        self._timed = game if game in self._seconds and game.result is None else None

    @Slot(object)
    def _save(self, result: Result) -> None:
        end = self._controller.end
        if not self.active or not self._controller.view.counts or end is None:
            return
        from ttt_desktop.archive.waiting import SaveGames  # noqa: PLC0415  (not for the start)

        end.key = end.key or randbits(63)
        self.archive.make(SaveGames((self._past_game(result, end),)))

    def _past_game(self, result: Result, end: End) -> PastGame:
        from ttt_desktop.archive.past_game import PastGame  # noqa: PLC0415

        game, seating = self._controller.game, end.seating
        seats = {mark: seat_of(seating.settings, mark) for mark in (PLAYERX, PLAYERO)}
        players = {mark: _player(seating, mark) for mark in seats}
        return PastGame(
            ended=datetime.now(UTC).isoformat(timespec="seconds"),
            seconds=round(self._seconds.get(game, 0.0), 1),
            size=game.rules.size,
            line=game.rules.line,
            rule=game.rules.rule,
            moves=" ".join(square_name(square) for square in game.moves),
            x_seat=seats[PLAYERX],
            o_seat=seats[PLAYERO],
            x_name=printable(seating.name(PLAYERX)),
            o_name=printable(seating.name(PLAYERO)),
            x_player=players[PLAYERX],
            o_player=players[PLAYERO],
            opponent=printable(_opponent(seating, seats)),
            outcome=result.outcome,
            key=end.key,
        )


def _player(seating: Seating, mark: int) -> str:
    """Return a machine's text; empty for people, and for machines from files."""
    if seat_of(seating.settings, mark) is not Seat.MACHINE or seating.guest(mark):
        return ""
    return str(seating.settings.player(mark))


def _opponent(seating: Seating, seats: dict[int, Seat]) -> str:
    """Return whom you played against, as statistics count it."""
    yours = [mark for mark, seat in seats.items() if seat is Seat.YOU]
    if not yours:
        return ""
    other = switch_player(yours[0])
    if seats[other] is Seat.FRIEND:
        return seating.settings.friend or tr("A friend")  # whichever mark it was
    if guest := seating.guest(other):
        return guest
    spec = seating.settings.player(other)
    return f"{spec.kind.word}/{spec.level}" if spec.level else str(spec)
