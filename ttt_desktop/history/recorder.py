"""Keeps every game that ends in the window in the history."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from engine import PLAYERO, PLAYERX, Game, Result, square_name, switch_player
from ttt_desktop.play.seats import Seat, Seating, seat_of
from ttt_desktop.play.standing import GameStanding
from ttt_desktop.storage import HISTORY_NAME

if TYPE_CHECKING:
    from ttt_desktop.history.record import Record
    from ttt_desktop.history.store import HistoryStore


class Recorder(QObject):
    """Writes a game to the history when it ends; after moves taken back its new end counts.

    Args:
        controller: the games.
        folder: where ``history.db`` is kept.
        parent: the Qt owner.

    Attributes:
        active: whether games are kept.

    Signals:
        kept(): a game was written.
        told(str): something is to be said: a sentence.
    """

    kept = Signal()
    told = Signal(str)

    def __init__(self, controller: GameStanding, folder: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.active = True
        self._controller = controller
        self._path = folder / HISTORY_NAME
        self._store: HistoryStore | None = None
        self._game: Game | None = None
        self._number = 0
        self._seating: Seating | None = None
        self._began = monotonic()
        self._ended: float | None = None
        controller.moved.connect(self._note_game)
        controller.changed.connect(self._note_time)
        controller.game_over.connect(self._keep)

    @property
    def store(self) -> HistoryStore:
        """The games; the database is opened when it is first asked something."""
        if self._store is None:
            from ttt_desktop.history.store import HistoryStore  # noqa: PLC0415  (not for the start)

            self._store = HistoryStore(self._path, self.told.emit)
        return self._store

    def close(self) -> None:
        """Close the database."""
        if self._store is not None:
            self._store.close()

    @Slot()
    def _note_game(self) -> None:
        """Note when a game begins: with its first move here."""
        if self._game is not self._controller.game:
            self._game, self._number = self._controller.game, 0
            self._began, self._ended = monotonic(), None

    @Slot()
    def _note_time(self) -> None:
        """Leave out the time between a game's end and the move that takes it back."""
        if self._ended is not None and self._controller.game.result is None:
            self._began += monotonic() - self._ended
            self._ended = None

    @Slot(object)
    def _keep(self, result: Result) -> None:
        if not self.active or self._controller.score.left_out:
            return
        from ttt_desktop.history.store import HistoryError  # noqa: PLC0415  (not for the start)

        self._note_game()
        seating = self._controller.seats_now
        if self._seating is not None and not seating.is_like(self._seating):
            self._number = 0  # what others have ended stays
        self._seating, self._ended = seating, monotonic()
        try:
            record = self._record(result)
            keep = self.store.replace if self._number else self.store.add
            self._number = keep(record)
        except HistoryError as error:
            self.told.emit(str(error))
        else:
            self.kept.emit()

    def _record(self, result: Result) -> Record:
        from ttt_desktop.history.record import Record  # noqa: PLC0415

        controller = self._controller
        game, settings = controller.game, controller.settings
        seats = {mark: seat_of(settings, mark) for mark in (PLAYERX, PLAYERO)}
        names = {mark: controller.seats_now.name(mark) for mark in seats}
        players = {mark: self._player(mark) for mark in seats}
        return Record(
            ended=datetime.now(UTC).isoformat(timespec="seconds"),
            seconds=round(monotonic() - self._began, 1),
            size=game.rules.size,
            line=game.rules.line,
            reverse=game.rules.reverse,
            moves=" ".join(square_name(square) for square in game.moves),
            x_seat=seats[PLAYERX].value,
            o_seat=seats[PLAYERO].value,
            x_name=names[PLAYERX],
            o_name=names[PLAYERO],
            x_player=players[PLAYERX],
            o_player=players[PLAYERO],
            opponent=self._opponent(seats, names),
            outcome=result.outcome.value,
            id=self._number,
        )

    def _player(self, mark: int) -> str:
        """Return a machine's text; empty for people, and for machines from files."""
        controller = self._controller
        if not controller.is_machine(mark) or controller.machine_name:
            return ""
        return str(controller.settings.player(mark))

    def _opponent(self, seats: dict[int, Seat], names: dict[int, str]) -> str:
        """Return whom you played against, as statistics count it."""
        yours = [mark for mark, seat in seats.items() if seat is Seat.YOU]
        if not yours:
            return ""
        other = switch_player(yours[0])
        if seats[other] is Seat.FRIEND or self._controller.machine_name:
            return names[other]
        spec = self._controller.settings.player(other)
        return f"{spec.kind.word}/{spec.level}" if spec.level else str(spec)
