"""The lab's controller: a tournament in the background, counted in the window's thread."""

from __future__ import annotations

from collections import deque
from enum import Enum
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import Game
from engine.errors import Problem
from engine.files import write_whole
from engine.tournament import GameRecord, Run, Summary, Tournament
from engine.tournament.plan import FileCheck, UnplayableError
from engine.tournament.results import ResultReader, as_lines, header_of
from engine.tournament.running import executor_maker
from ttt_desktop.features.lab.games import KeptGame, LatestGame
from ttt_desktop.features.lab.rows import short_names
from ttt_desktop.look.text import problem, tr
from ttt_desktop.session.seats import Seating, machines
from ttt_desktop.work.jobs import Job, JobRunner, Latest
from ttt_desktop.work.turns import Turns


class LabState(Enum):
    """What the lab is doing."""

    IDLE = "idle"
    READING = "reading a file"
    RUNNING = "running"
    PAUSED = "paused"


class Tournaments(QObject):
    """Runs one tournament at a time and keeps its games.

    Attributes:
        summary: the counts so far, or None before the first tournament.
        games: the games played so far.
        state: what the lab is doing.
        workers: how many games the run plays at once; 0 for results from a file.
        waiting: whom the run waits for, in a sentence; None where it need not.

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
    _waited = Signal()

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.summary: Summary | None = None
        self.games: list[KeptGame] = []
        self.state = LabState.IDLE
        self.workers = 0
        self._header: dict[str, Any] = {}
        self._job = Latest(runner.start, self)
        self._run: Run | None = None
        self.waiting: Problem | None = None
        self._waiting_now: Problem | None = None  # as the run's own thread knows it
        self._waited.connect(self._take_wait)
        self._arrived: deque[list[GameRecord]] = deque()
        self._started = self._seconds_before = 0.0
        self._reading = Turns(self)
        self._reading.ended.connect(self._take_over)
        self._reading.failed.connect(self._fail_to_read)
        self._read: tuple[Summary, dict[str, Any], list[KeptGame]] | None = None
        # A file's lines are made in turns, and then written in the background.
        self._making, self._writing = Turns(self), Latest(runner.start, self)
        self._making.ended.connect(self._hand_over)
        self._making.failed.connect(self._fail_to_write)
        self._path, self._lines = Path(), list[str]()

    @property
    def runs(self) -> bool:
        """Whether a tournament is under way, or was halted."""
        return self.state in (LabState.RUNNING, LabState.PAUSED)

    @property
    def wanted(self) -> int:
        """How many games there are to be: those played, and those that are left.

        A pairing that a test has decided leaves none, so that these may become fewer.
        """
        return 0 if self.summary is None else len(self.games) + self.summary.left

    @property
    def progress(self) -> float:
        """How much of ``wanted`` is played, from 0 to 1."""
        return len(self.games) / self.wanted if self.wanted else 0.0

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
        self.workers = workers
        self._show(tournament)
        self._run = run = Run(tournament, make, workers)
        # One queue a run: what a cancelled one still delivers must not get into the next.
        arrived: deque[list[GameRecord]] = deque()
        self._arrived = arrived

        def on_wait(sentence: Problem | None) -> None:
            if run is self._run:
                self._waiting_now = sentence
                self._waited.emit()

        check, run.on_wait = FileCheck(tournament, on_wait), on_wait

        def work(job: Job) -> None:
            check.run()
            for records in run:
                arrived.append(records)
                job.report(None)

        def stop() -> None:
            check.stop()
            run.cancel()

        self._job.start(work, self._finished, self._fail, self._take, on_cancel=stop)
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
        if self._job.busy:
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
        # Apart from what is shown: that stays until all is read.
        summary, games = Summary(reader.tournament), list[KeptGame]()
        self._read = summary, reader.header, games

        def keep(record: GameRecord) -> None:
            summary.add([record])
            games.append(KeptGame.of(record))

        self._reading.start(map(keep, reader))

    @Slot()
    def _take_over(self) -> None:
        assert self._read is not None
        self.summary, self._header, self.games = self._read
        self._seconds_before, self.workers = 0.0, 0
        self.began.emit()
        self._set(LabState.IDLE)

    @Slot(object)
    def _fail_to_read(self, error: Exception) -> None:
        self._set(LabState.IDLE)
        self.failed.emit(tr("These results cannot be opened: {why}.", why=problem(error)))

    def write(self, path: Path) -> None:
        """Write a result file with all games so far; ``written`` or ``failed`` says how it went."""
        if self._making.running or self._writing.busy:
            self.failed.emit(tr("A file is still being written; wait for it, and try again."))
            return
        self._path, self._lines = path, []
        lines = as_lines(self._header, (game.record() for game in list(self.games)))
        self._making.start(map(self._lines.append, lines))

    def finish_writing(self) -> None:
        """Hand a file that is being written over at once: the window closes."""
        self._making.finish()

    @Slot()
    def _hand_over(self) -> None:
        path, lines = self._path, self._lines
        self._writing.start(
            lambda _job: write_whole(path, "".join(lines)), self._say_written, self._fail_to_write
        )

    def _say_written(self, _nothing: object) -> None:
        self.written.emit(self._path)

    @Slot(object)
    def _fail_to_write(self, error: Exception) -> None:
        sentence = tr("{path} could not be written: {why}.", path=self._path, why=problem(error))
        self.failed.emit(sentence)

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
        x, o = record.players(pairing).values()
        return machines(x, o, short_names((x, o)))

    def latest(self, most: int) -> list[LatestGame]:
        """Return the games that ended last, the newest first."""
        if self.summary is None:
            return []
        newest = []
        for place in range(len(self.games) - 1, max(-1, len(self.games) - 1 - most), -1):
            record = self.games[place].record()
            pairing = self.summary.tournament.pairings[record.pairing]
            x, o = record.players(pairing).values()
            newest.append(LatestGame(place, pairing.rules, record.moves, x, o, record.outcome))
        return newest

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

    def _take(self, _nothing: object) -> None:
        self._drain()

    @Slot()
    def _take_wait(self) -> None:
        self.waiting = self._waiting_now
        self.changed.emit()

    def _finished(self, _nothing: object) -> None:
        self._drain()
        self._end()

    def _fail(self, error: Exception) -> None:
        self._finished(None)
        if isinstance(error, UnplayableError):
            self.failed.emit(tr("This cannot be run: {why}.", why=problem(error)))
        else:
            self.failed.emit(tr("The tournament ended: {why}.", why=problem(error)))

    def _end(self) -> None:
        if self.state is LabState.RUNNING:
            self._seconds_before += monotonic() - self._started
        self._run = self.waiting = self._waiting_now = None
        self._set(LabState.IDLE)

    def _set(self, state: LabState) -> None:
        self.state = state
        self.changed.emit()
