"""The lab's controller: a tournament in the background, counted in the window's thread."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import Game
from engine.tournament import GameRecord, Run, Summary, Tournament
from engine.tournament.results import ResultReader, as_text, header_of
from engine.tournament.running import executor_maker
from ttt_desktop.jobs import Job, JobRunner
from ttt_desktop.turns import Turns
from ttt_desktop.words import reason


class LabState(Enum):
    """What the lab is doing."""

    IDLE = "idle"
    READING = "reading a file"
    RUNNING = "running"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of the tournament, in little memory."""

    pairing: int
    game: int
    outcome: str
    moves: bytes
    seconds: float
    problem: str

    @classmethod
    def of(cls, record: GameRecord) -> KeptGame:
        """Pack a record."""
        moves = array("H", record.moves).tobytes()
        return cls(
            record.pairing, record.game, record.outcome, moves, record.seconds, record.problem
        )

    def record(self) -> GameRecord:
        """Return the record that was packed."""
        moves = array("H")
        moves.frombytes(self.moves)
        return GameRecord(
            self.pairing, self.game, self.outcome, tuple(moves), self.seconds, self.problem
        )

    @property
    def length(self) -> int:
        """How many moves the game has."""
        return len(self.moves) // 2


class _Reading(Turns):
    """Reads a result file in turns, apart from what is shown."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.header: dict[str, Any] = {}
        self.summary: Summary | None = None
        self.games: list[KeptGame] = []

    def start_reading(self, reader: ResultReader) -> None:
        """Read a file."""
        self.header, self.summary = reader.header, Summary(reader.tournament)
        self.games = []
        self.start(self._steps_of(reader, self.summary, self.games))

    @staticmethod
    def _steps_of(reader: ResultReader, summary: Summary, games: list[KeptGame]) -> Iterator[None]:
        for record in reader:
            summary.add([record])
            games.append(KeptGame.of(record))
            yield


class Lab(QObject):
    """Runs one tournament at a time and keeps its games.

    Args:
        runner: runs the job that waits for the games.
        parent: the Qt owner.

    Attributes:
        summary: the counts so far, or None before the first tournament.
        games: the games played so far.
        state: what the lab is doing.

    Signals:
        began(): another tournament is shown.
        added(int, int): games were added: the first one's place in ``games``, and how many.
        changed(): the state is another one.
        failed(str): a run ended with an error: a sentence.
    """

    began = Signal()
    added = Signal(int, int)
    changed = Signal()
    failed = Signal(str)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self.summary: Summary | None = None
        self.games: list[KeptGame] = []
        self.state = LabState.IDLE
        self._header: dict[str, Any] = {}
        self._job: Job | None = None
        self._run: Run | None = None
        self._arrived: deque[list[GameRecord]] = deque()
        self._started = self._seconds_before = 0.0
        self._reading = _Reading(self)
        self._reading.ended.connect(self._take_over)
        self._reading.failed.connect(self._fail_to_read)

    @property
    def progress(self) -> float:
        """How much of the tournament is played, from 0 to 1."""
        if self.summary is None:
            return 0.0
        return len(self.games) / self.summary.tournament.games

    @property
    def rate(self) -> float:
        """Games a second of the run under way or just ended."""
        seconds = self._seconds_before
        if self.state is LabState.RUNNING:
            seconds += monotonic() - self._started
        return len(self.games) / seconds if seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take, or None where that is not known."""
        if self.summary is None or not self.rate:
            return None
        return (self.summary.tournament.games - len(self.games)) / self.rate

    def start(self, tournament: Tournament, workers: int) -> None:
        """Run a tournament in processes; what was shown before is dropped.

        In threads, players that are Python would keep the interpreter from the window.
        """
        make = executor_maker("processes", workers)
        self.cancel()
        self._show(tournament)
        self._run = run = Run(tournament, make, workers)
        # One queue a run: what a cancelled one still delivers must not get into the next.
        arrived: deque[list[GameRecord]] = deque()
        self._arrived = arrived

        def work(job: Job) -> None:
            for records in run:
                arrived.append(records)
                job.report(None)

        self._job = self._runner.start(work, run.cancel)
        self._job.progressed.connect(self._take)
        self._job.finished.connect(self._finished)
        self._job.failed.connect(self._fail)
        self._started, self._seconds_before = monotonic(), 0.0
        self._set(LabState.RUNNING)

    def pause(self) -> None:
        """Begin no more games, until ``resume``."""
        if self._run is not None and self.state is LabState.RUNNING:
            self._run.pause()
            self._seconds_before += monotonic() - self._started
            self._set(LabState.PAUSED)

    def resume(self) -> None:
        """Go on."""
        if self._run is not None and self.state is LabState.PAUSED:
            self._run.resume()
            self._started = monotonic()
            self._set(LabState.RUNNING)

    def cancel(self) -> None:
        """End the run, and its games so far stay; or leave the file that is read as it is."""
        if self.state is LabState.READING:
            self._reading.stop()
            self._set(LabState.IDLE)
        if self._job is not None:
            self._drain()
            self._job.cancel()
            self._end()

    def open(self, path: Path) -> None:
        """Show the results in a file, once they are read; until then all stays as it is.

        Raises:
            ValueError, OSError: they cannot be read. Damage further down is told by ``failed``.
        """
        reader = ResultReader(path)
        self.cancel()
        self._set(LabState.READING)
        self._reading.start_reading(reader)

    @Slot()
    def _take_over(self) -> None:
        read = self._reading
        self.summary, self._header, self.games = read.summary, read.header, read.games
        self._seconds_before = 0.0
        self.began.emit()
        self._set(LabState.IDLE)

    @Slot(object)
    def _fail_to_read(self, error: Exception) -> None:
        self._set(LabState.IDLE)
        self.failed.emit(f"These results cannot be opened: {reason(error)}.")

    def results(self) -> str:
        """Return the content of a result file with all games so far."""
        return as_text(self._header, (game.record() for game in self.games))

    def replay(self, place: int) -> Game:
        """Return one of the games, taken back to its first position, to be gone through."""
        assert self.summary is not None
        kept = self.games[place]
        game = kept.record().replay(self.summary.tournament.pairings[kept.pairing])
        while game.moves:
            game.undo()
        return game

    def _show(self, tournament: Tournament) -> None:
        self.summary, self._header = Summary(tournament), header_of(tournament)
        self.games = []
        self._seconds_before = 0.0
        self.began.emit()

    def _add(self, records: list[GameRecord]) -> None:
        if self.summary is None or not records:
            return
        for pairing in self.summary.add(records):
            if self._run is not None:
                self._run.finish(pairing)
        first = len(self.games)
        self.games.extend(KeptGame.of(record) for record in records)
        self.added.emit(first, len(records))

    def _drain(self) -> None:
        records: list[GameRecord] = []
        while self._arrived:
            records.extend(self._arrived.popleft())
        self._add(records)

    @Slot(object)
    def _take(self, _nothing: object) -> None:
        if self.sender() is self._job:
            self._drain()

    @Slot(object)
    def _finished(self, _nothing: object) -> None:
        if self.sender() is self._job:
            self._drain()
            self._end()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if self.sender() is self._job:
            self._drain()
            self._end()
            self.failed.emit(f"The tournament ended: {reason(error)}.")

    def _end(self) -> None:
        if self.state is LabState.RUNNING:
            self._seconds_before += monotonic() - self._started
        self._job = self._run = None
        self._set(LabState.IDLE)

    def _set(self, state: LabState) -> None:
        self.state = state
        self.changed.emit()
