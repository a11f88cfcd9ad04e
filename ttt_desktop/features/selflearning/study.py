"""One learner and its training, which goes on in a process of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from enum import Enum
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.files import write_whole
from engine.learning.task import LearningTask
from engine.tournament.running import end_executor, executor_maker
from ttt_desktop.look.text import problem, tr
from ttt_desktop.work.jobs import Job, JobRunner, Latest
from ttt_desktop.work.locks import LockHolder, WindowLock
from ttt_desktop.work.storage import (
    LAB_LEARNER_NAME,
    LEARNER_LOCK_NAME,
    LEARNER_NAME,
    aside_sentence,
)

if TYPE_CHECKING:
    from engine.learning.learner import Mind
    from ttt_desktop.features.selflearning.worker import LearningReport

SLOW_SECONDS = 1.0
"""How long a generation takes where it is to be watched."""

_CHUNK_SECONDS = 0.25
"""How long the process learns without a word, in s of processor time."""

_GLANCE_SECONDS = 0.1
"""How often a slow learner looks whether it is to be fast, or to end."""


class StudyState(Enum):
    """What becomes of the learner."""

    EMPTY = "there is none"
    OPENING = "reading a file"
    RESTING = "at rest"
    LEARNING = "learning"
    PAUSED = "paused"


class _EndedError(Exception):
    """The process that learns was ended from outside."""


class Study(QObject):
    """Keeps one learner, and has it learn.

    The learner is always in a file of the program's own, whole, as it was after some generation. So
    it goes on after a pause, a restart, or the end of its process.

    Args:
        folder: where the learner's file is.

    Attributes:
        report: what there is to say of the learner; None where there is none.
        minds: what it knew, by generations, the last one among them.
        state: what becomes of it.
        slow: whether it makes a generation a second.

    Signals:
        began(): another learner is here, or none.
        grown(): the learner has learnt, or was measured.
        changed(): the state is another one.
        failed(str): something went wrong: a sentence.
    """

    began = Signal()
    grown = Signal()
    changed = Signal()
    failed = Signal(str)

    def __init__(self, runner: JobRunner, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.report: LearningReport | None = None
        self.minds: dict[int, Mind] = {}
        self.state = StudyState.EMPTY
        self.slow = True
        self._folder = folder
        self._job, self._opening = Latest(runner.start, self), Latest(runner.start, self)
        self._going, self._ended = Event(), Event()
        self._arrived: deque[LearningReport] = deque()
        self._until: int | None = None  # after how many games it ends
        self._lock = WindowLock(folder / LEARNER_LOCK_NAME)
        self._leaving, self._left = False, (0, 0)
        self._is_elsewhere = False  # whether another window had it when it was last asked for
        self._fresh = False  # whether the next report is of another learner
        self._since, self._games_before = 0.0, 0

    @property
    def path(self) -> Path:
        """The learner's file."""
        return self._folder / LEARNER_NAME

    @property
    def busy(self) -> bool:
        """Whether it learns, or is only paused."""
        return self.state in (StudyState.LEARNING, StudyState.PAUSED)

    @property
    def rate(self) -> float:
        """Games a second since it began or went on; 0 while it does not learn."""
        if self.state is not StudyState.LEARNING or self.report is None:
            return 0.0
        return (self.report.games - self._games_before) / max(monotonic() - self._since, 1e-9)

    # --- what people do -------------------------------------------------------------------------

    def load(self) -> None:
        """Show the learner that is kept, if there is one that is not shown."""
        self._leaving, was_elsewhere = False, self._is_elsewhere
        if not self.busy:
            self._claim()
            if was_elsewhere and self._lock.is_mine:
                self._say_it_is_here()

    def leave(self) -> None:
        """End the process after the generation under way, and let other windows have the learner.

        The learner stays, and ``load`` takes it up again.
        """
        self._leaving = True
        self.stop()
        self._give_back()

    def open(self, path: Path) -> None:
        """Take the learner of a file in place of this one; ``failed`` says why it cannot be."""
        if not self.busy and self._is_mine():
            self._read(path, self._refuse)

    def start(self, task: LearningTask, threads: int) -> None:
        """Begin with a learner that knows nothing, in place of the one that there is."""
        if not self._is_mine():
            return
        self.slow, path = task.slow, self.path

        def begin(executor: Executor) -> Future[LearningReport]:
            from ttt_desktop.features.selflearning import worker  # noqa: PLC0415  (it needs NumPy)

            return executor.submit(worker.begin, task, path, threads)

        self._run(begin, task.games, True)

    def go_on(self, threads: int, games: int | None = None) -> None:
        """Have the learner learn on.

        Args:
            threads: on how many of them a network's games are played.
            games: until it has learnt from so many in all; None for no such limit.
        """
        path = self.path

        def begin(executor: Executor) -> Future[LearningReport]:
            from ttt_desktop.features.selflearning import worker  # noqa: PLC0415  (as above)

            return executor.submit(worker.resume, path, threads)

        if self.state is StudyState.PAUSED:
            self._count_from_now()
            self._going.set()
            self._set(StudyState.LEARNING)
        elif self.state is StudyState.RESTING and self._is_mine():
            self._run(begin, games, False)

    def extend(self, games: int | None) -> None:
        """Have a learner that is under way go on until it has learnt from so many games in all."""
        if self._until is not None:
            self._until = None if games is None else max(games, self._until)

    def pause(self) -> None:
        """Make no further generation until ``go_on``."""
        if self.state is StudyState.LEARNING:
            self._going.clear()
            self._set(StudyState.PAUSED)

    def stop(self) -> None:
        """End the process after the generation under way; the learner stays."""
        self._ended.set()
        self._going.set()

    def throw_away(self) -> None:
        """Forget the learner, and its file."""
        if self.busy or not self._is_mine():
            return
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            self.failed.emit(tr("The learner could not be thrown away: {why}.", why=problem(error)))
            return
        self.report, self.minds = None, {}
        self._set(StudyState.EMPTY)
        self.began.emit()

    def copy_to(self, path: Path) -> None:
        """Write the learner to a file, as it was when it was last kept.

        Raises:
            OSError: that cannot be done.
        """
        write_whole(path, self.path.read_bytes())

    def copy_for_lab(self) -> Path:
        """Return a copy of the learner's file that stays as it is while it learns on."""
        path = self._folder / LAB_LEARNER_NAME
        self.copy_to(path)
        return path

    # --- which window has it --------------------------------------------------------------------

    def _is_mine(self) -> bool:
        """Whether the learner is this window's, and shown; else say why not."""
        if self._claim():
            return True
        if self._lock.is_mine:
            self._say_it_is_here()
        return False

    def _say_it_is_here(self) -> None:
        self.failed.emit(tr("The other window has let go of the machine that learns; here it is."))

    def _claim(self) -> bool:
        """Take the lock, and have what is kept read; return whether there was nothing to be done.

        Two windows that learn into one file would overwrite each other's learner.
        """
        if self._lock.is_mine:
            return True
        lock = self._lock.take()
        self._is_elsewhere = lock.holder in (LockHolder.HERE, LockHolder.ELSEWHERE)
        if lock.holder is LockHolder.HERE:
            self.failed.emit(tr(
                "Another window of this program (process {number}) has the machine that learns: "
                "let it learn there, or close that window.", number=str(lock.process),
            ))  # fmt: skip
            return False
        if lock.holder is LockHolder.ELSEWHERE:
            self.failed.emit(tr(
                "The file {file} says that a window on the computer {computer} has the machine "
                "that learns. If there is none, delete the file.",
                file=lock.file, computer=lock.computer,
            ))  # fmt: skip
            return False
        if self.path.exists() and (self.report is None or self._left != self._stamp()):
            self._read(self.path, self._refuse_own)
            return False
        return True

    def let_go(self) -> None:
        """Let other windows have the learner; none of its processes runs any more."""
        self._left = self._stamp()
        self._lock.give_back()

    def _give_back(self) -> None:
        if self._leaving and not self.busy and self.state is not StudyState.OPENING:
            self.let_go()

    def _stamp(self) -> tuple[int, int]:
        """Return what tells whether another window has changed the file."""
        try:
            state = self.path.stat()
        except OSError:
            return 0, 0
        return state.st_mtime_ns, state.st_size

    # --- a file ---------------------------------------------------------------------------------

    def _read(self, path: Path, refuse: Callable[[Exception], object]) -> None:
        own, before, make = self.path, self.state, executor_maker("processes", 1)

        def work(_job: Job) -> LearningReport:
            from ttt_desktop.features.selflearning import worker  # noqa: PLC0415  (it needs NumPy)

            executor = make(1)
            try:
                return _prepared(executor.submit(worker.look, path, own).result())
            except BrokenExecutor:
                raise _EndedError from None
            finally:
                end_executor(executor)

        def failed(error: Exception) -> None:
            self._set(before)
            refuse(error)

        self._set(StudyState.OPENING)
        self._opening.start(work, self._show, failed)

    def _show(self, report: LearningReport) -> None:
        self.report, self.minds = report, dict(report.minds)
        self._set(StudyState.RESTING)
        self.began.emit()

    def _refuse(self, error: Exception) -> None:
        self.failed.emit(tr("This cannot be opened: {why}.", why=problem(error)))

    def _refuse_own(self, error: Exception) -> None:
        what = tr("The learner of before cannot be read: {why}", why=problem(error))
        self.failed.emit(aside_sentence(self.path, what))

    # --- learning -------------------------------------------------------------------------------

    def _run(
        self, begin: Callable[[Executor], Future[LearningReport]], games: int | None, fresh: bool
    ) -> None:
        """Start a process, have it begin, and let it learn until it is to end."""
        make = executor_maker("processes", 1)
        # Events and a queue of its own: an earlier job may still be on its way to its end.
        going, ended = Event(), Event()
        arrived: deque[LearningReport] = deque()
        self._going, self._ended, self._arrived, self._fresh = going, ended, arrived, fresh
        self._until = games
        going.set()

        def work(job: Job) -> None:
            executor = make(1)
            try:
                arrived.append(_prepared(begin(executor).result()))
                job.report(None)
                self._learn(executor, going, ended, arrived, job)
            except BrokenExecutor:
                raise _EndedError from None
            finally:
                end_executor(executor)

        def stop() -> None:
            ended.set()
            going.set()

        self._games_before = 0 if fresh or self.report is None else self.report.games
        self._since = monotonic()
        self._job.start(work, self._finished, self._fail, self._take, on_cancel=stop)
        self._set(StudyState.LEARNING)

    def _learn(
        self, executor: Executor, going: Event, ended: Event, arrived: deque[LearningReport],
        job: Job,
    ) -> None:  # fmt: skip
        """Have the process learn, and measure; in the job's thread."""
        from ttt_desktop.features.selflearning import worker  # noqa: PLC0415  (it needs NumPy)

        due = monotonic()
        while not ended.is_set():
            if not going.is_set():
                executor.submit(worker.save).result()
                going.wait()
                due = monotonic()
                continue
            if self.slow and (left := due - monotonic()) > 0:
                ended.wait(min(left, _GLANCE_SECONDS))
                continue
            due = monotonic() + SLOW_SECONDS
            report = executor.submit(worker.learn, self.slow, _CHUNK_SECONDS, self._until).result()
            arrived.append(report)
            job.report(None)
            measured = executor.submit(worker.measure_strength).result()
            if measured is not None:
                arrived.append(measured)
                job.report(None)
            elif self._until is not None and report.games >= self._until:
                break
        executor.submit(worker.save).result()

    def _take(self, _nothing: object) -> None:
        while self._arrived:
            report = self._arrived.popleft()
            if self._fresh:
                self.minds = {}
            elif report.minds:
                self._forget_last()
            self.report = report
            self.minds.update(report.minds)
            if self._fresh:
                self._fresh = False
                self._count_from_now()
                self.began.emit()
        self.grown.emit()

    def _forget_last(self) -> None:
        """Forget the newest mind, unless it is one that is kept for good."""
        from engine.learning.learner import is_kept  # noqa: PLC0415  (it needs NumPy)

        newest = max(self.minds, default=0)
        if not is_kept(newest):
            del self.minds[newest]

    def _finished(self, _nothing: object) -> None:
        self._take(None)
        self._set(StudyState.EMPTY if self.report is None else StudyState.RESTING)

    def _fail(self, error: Exception) -> None:
        self._finished(None)
        if isinstance(error, _EndedError):
            sentence = tr(
                "The process that learns was ended. “Go on” goes on with what it had saved."
            )
        else:
            sentence = tr("This cannot be learnt: {why}.", why=problem(error))
        self.failed.emit(sentence)

    def _count_from_now(self) -> None:
        self._since = monotonic()
        self._games_before = 0 if self.report is None else self.report.games

    def _set(self, state: StudyState) -> None:
        if state is not self.state:
            self.state = state
            self._give_back()
            self.changed.emit()


def _prepared(report: LearningReport) -> LearningReport:
    """Return a report, once all is there that its minds need: in the job's thread."""
    from engine.learning.small import atlas  # noqa: PLC0415
    from engine.learning.task import NET  # noqa: PLC0415

    if report.kind != NET:
        atlas(report.rules)
    return report
