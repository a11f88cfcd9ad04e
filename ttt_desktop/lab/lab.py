"""The lab's controller: a tournament in the background, counted in the window's thread."""

from __future__ import annotations

from collections import deque
from enum import Enum
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import Game
from engine.tournament import GameRecord, Run, Summary, Tournament
from engine.tournament.plan import FileCheck, UnplayableError
from engine.tournament.results import ResultReader, header_of
from engine.tournament.running import executor_maker
from ttt_desktop.jobs import Job, JobRunner
from ttt_desktop.lab.files import KeptGame, ResultReading, ResultWriting
from ttt_desktop.lab.latest import LatestGame
from ttt_desktop.play.seats import Seating, machines
from ttt_desktop.text import problem, tr


class LabState(Enum):
    """What the lab is doing."""

    IDLE = "idle"
    READING = "reading a file"
    RUNNING = "running"
    PAUSED = "paused"


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
        failed(str): a run ended with an error, or a file could not be written: a sentence.
        written(Path): all games are in this file.
    """

    began = Signal()
    added = Signal(int, int)
    changed = Signal()
    failed = Signal(str)
    written = Signal(object)

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
        self._reading = ResultReading(self)
        self._reading.ended.connect(self._take_over)
        self._reading.failed.connect(self._fail_to_read)
        self._writing = ResultWriting(runner, self)
        self._writing.written.connect(self.written)
        self._writing.not_written.connect(self.failed)

    @property
    def progress(self) -> float:
        """How much of the tournament is played or need not be, from 0 to 1."""
        if self.summary is None:
            return 0.0
        return 1 - self.summary.left / self.summary.tournament.games

    @property
    def decided(self) -> bool:
        """Whether a run is over, and that sooner, since its test has decided pairings."""
        summary = self.summary
        if self.state is not LabState.IDLE or summary is None:
            return False
        return summary.decided > 0 and summary.left == 0

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
        return self.summary.left / self.rate

    def start(self, tournament: Tournament, workers: int) -> None:
        """Run a tournament in processes; what was shown before is dropped.

        In threads, players that are Python would keep the interpreter from the window.
        """
        make = executor_maker("processes", workers)
        self.cancel()
        self._show(tournament)
        self._run = run = Run(tournament, make, workers)
        check = FileCheck(tournament)
        # One queue a run: what a cancelled one still delivers must not get into the next.
        arrived: deque[list[GameRecord]] = deque()
        self._arrived = arrived

        def work(job: Job) -> None:
            check.run()
            for records in run:
                arrived.append(records)
                job.report(None)

        def stop() -> None:
            check.stop()
            run.cancel()

        self._job = self._runner.start(work, stop)
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
            ValueError, OSError: they cannot be read. Damage further down is reported by ``failed``.
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
        self.failed.emit(tr("These results cannot be opened: {why}.", why=problem(error)))

    def write(self, path: Path) -> None:
        """Write a result file with all games so far; ``written`` or ``failed`` says how it went."""
        if self._writing.busy:
            self.failed.emit(tr("A file is still being written; wait for it, and try again."))
            return
        self._writing.write(path, self._header, list(self.games))

    def finish_writing(self) -> None:
        """Hand a file that is being written over at once: the window closes."""
        self._writing.finish()

    def replay(self, place: int) -> Game:
        """Return one of the games, taken back to its first position, to be gone through."""
        assert self.summary is not None
        kept = self.games[place]
        game = kept.record().replay(self.summary.tournament.pairings[kept.pairing])
        while game.moves:
            game.undo()
        return game

    def seating(self, place: int) -> Seating:
        """Return who played one of the games."""
        assert self.summary is not None
        record = self.games[place].record()
        pairing = self.summary.tournament.pairings[record.pairing]
        names = pairing.first, pairing.second
        return machines(*(names if pairing.x_is_first(record.game) else names[::-1]))

    def latest(self, most: int) -> list[LatestGame]:
        """Return the games that ended last, the newest first."""
        if self.summary is None:
            return []
        found = []
        for place in range(len(self.games) - 1, max(-1, len(self.games) - 1 - most), -1):
            record = self.games[place].record()
            pairing = self.summary.tournament.pairings[record.pairing]
            names = pairing.first, pairing.second
            x, o = names if pairing.x_is_first(record.game) else names[::-1]
            found.append(LatestGame(place, pairing.rules, record.moves, x, o, record.outcome))
        return found

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
            if isinstance(error, UnplayableError):
                self.failed.emit(tr("This cannot be run: {why}.", why=problem(error)))
            else:
                self.failed.emit(tr("The tournament ended: {why}.", why=problem(error)))

    def _end(self) -> None:
        if self.state is LabState.RUNNING:
            self._seconds_before += monotonic() - self._started
        self._job = self._run = None
        self._set(LabState.IDLE)

    def _set(self, state: LabState) -> None:
        self.state = state
        self.changed.emit()
