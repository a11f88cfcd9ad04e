"""The lab's result files, read and written without holding the window up."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import Outcome
from engine.tournament import GameRecord, Summary
from engine.tournament.results import ResultReader, as_lines
from engine.writing import write_whole
from ttt_desktop.jobs import Job, JobRunner
from ttt_desktop.text import problem, tr
from ttt_desktop.turns import Turns


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of the tournament, in little memory."""

    pairing: int
    game: int
    outcome: Outcome | None
    moves: bytes
    seconds: float
    problem: str
    blame: int | None

    @classmethod
    def of(cls, record: GameRecord) -> KeptGame:
        """Pack a record."""
        moves = array("H", record.moves).tobytes()
        return cls(
            record.pairing, record.game, record.outcome, moves, record.seconds, record.problem,
            record.blame,
        )  # fmt: skip

    def record(self) -> GameRecord:
        """Return the record that was packed."""
        moves = array("H")
        moves.frombytes(self.moves)
        return GameRecord(
            self.pairing, self.game, self.outcome, tuple(moves), self.seconds, self.problem,
            self.blame,
        )  # fmt: skip

    @property
    def length(self) -> int:
        """How many moves the game has."""
        return len(self.moves) // 2


class ResultReading(Turns):
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


class ResultWriting(Turns):
    """Writes a result file: makes its lines in turns, and hands them over in the background.

    Signals:
        written(Path): the file is complete.
        not_written(str): it could not be written: a sentence.
    """

    written = Signal(object)
    not_written = Signal(str)

    def __init__(self, runner: JobRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = runner
        self._path = Path()
        self._lines: list[str] = []
        self._job: Job | None = None
        self.ended.connect(self._hand_over)
        self.failed.connect(self._fail)

    @property
    def busy(self) -> bool:
        """Whether a file is still being written."""
        return self.running or self._job is not None

    def write(self, path: Path, header: dict[str, Any], games: list[KeptGame]) -> None:
        """Begin with another file."""
        self._path, self._lines = path, []
        lines = as_lines(header, (game.record() for game in games))
        self.start(self._made(lines))

    def _made(self, lines: Iterator[str]) -> Iterator[None]:
        kept = self._lines
        for line in lines:
            kept.append(line)
            yield

    @Slot()
    def _hand_over(self) -> None:
        path, lines = self._path, self._lines
        self._job = self._runner.start(lambda _job: _write(path, lines))
        self._job.finished.connect(self._finish)
        self._job.failed.connect(self._fail)

    @Slot(object)
    def _finish(self, path: Path) -> None:
        self._job = None
        self.written.emit(path)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        sentence = tr("{path} could not be written: {why}.", path=self._path, why=problem(error))
        self.not_written.emit(sentence)


def _write(path: Path, lines: list[str]) -> Path:
    write_whole(path, "".join(lines))
    return path
