"""The one way to do anything in the background.

A job runs a function in a worker of a QThreadPool. Its handle lives in the window's thread, is
kept by the runner until the job has ended, and reports by signals: progress (the newest value
only, at most 60 a second), then finished or failed. A job that was cancelled says nothing more.

What runs for seconds in Python itself does not belong here: at each of its calls into Qt the
window's thread releases the interpreter's lock, and then waits until the work releases it, for up
to ``SWITCH_SECONDS``. Such work goes to other processes, or is done in the window's thread in short
turns.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Lock, Semaphore
from time import monotonic
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot

log = logging.getLogger(__name__)

REPORT_SECONDS = 1 / 60
PAINT_SECONDS = 120e-6
"""Time to allow for painting one square with its score: a large board is shown less often, so
that the window's thread stays idle most of the time."""

SWITCH_SECONDS = 0.001
"""After so long, work in Python hands the interpreter to the window's thread, if that wants it. By
default it keeps it five times as long, and a window that paints itself would be seen to stand."""

SHUTDOWN_MS = 3000

_NOTHING = object()


class CancelledError(Exception):
    """Raised by work that finds its job cancelled."""


class Job(QObject):
    """A handle on work in the background. Made by ``JobRunner.start``.

    Signals, all in the window's thread:
        progressed(object): the newest value that the work reported.
        finished(object): the work's result.
        failed(Exception): what the work raised.
        ended(): after any of these, or after a cancelled job has come to its end.
    """

    progressed = Signal(object)
    finished = Signal(object)
    failed = Signal(object)
    ended = Signal()

    _reported = Signal()
    _returned = Signal(object, object)

    def __init__(self, on_cancel: Callable[[], object] | None, report_seconds: float) -> None:
        super().__init__()
        self._report_seconds = report_seconds
        self._on_cancel = on_cancel
        self._cancelled = Event()
        self._lock = Lock()
        self._newest: object = _NOTHING
        self._last_report = float("-inf")
        self._reported.connect(self._deliver_progress)
        self._returned.connect(self._deliver_end)

    @property
    def cancelled(self) -> bool:
        """Whether the job was told to end; the work may ask this from its own thread."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Have the work end as soon as it can, and say nothing more."""
        self._cancelled.set()
        if self._on_cancel is not None:
            self._on_cancel()

    def check(self) -> None:
        """Raise CancelledError if the job was told to end; for the work's own thread."""
        if self.cancelled:
            raise CancelledError

    def report(self, value: object) -> None:
        """Publish progress from the work's thread; what comes too fast is left out."""
        now = monotonic()
        if now - self._last_report < self._report_seconds:
            return
        self._last_report = now
        with self._lock:
            waiting = self._newest is not _NOTHING
            self._newest = value
        if not waiting:
            self._reported.emit()

    def do(self, work: Callable[[Job], Any]) -> None:
        """Do the work, in a worker's thread; what it raises reaches ``failed``."""
        try:
            result = None if self.cancelled else work(self)
        except BaseException as error:  # anything less would leave the window waiting
            if self.cancelled or isinstance(error, ValueError | OSError):
                log.info("a background job ended with %s: %s", type(error).__name__, str(error))
            else:
                log.exception("a background job failed")
            self._returned.emit(None, error)
        else:
            self._returned.emit(result, None)

    @Slot()
    def _deliver_progress(self) -> None:
        with self._lock:
            value, self._newest = self._newest, _NOTHING
        if not self.cancelled and value is not _NOTHING:
            self.progressed.emit(value)

    @Slot(object, object)
    def _deliver_end(self, result: object, error: BaseException | None) -> None:
        if not self.cancelled:
            if error is None:
                self.finished.emit(result)
            else:
                self.failed.emit(error)
        self.ended.emit()


class _Task(NamedTuple):
    """A job and its work, on the way to a worker."""

    job: Job
    work: Callable[[Job], Any]


class _Worker(QRunnable):
    """Does tasks one after another until told to stop.

    A QThreadPool keeps the Python side of about every other runnable for ever, with all that hangs
    on it (seen with PySide6 6.11). So there are few of these, and none belongs to a job.
    """

    def __init__(self, tasks: SimpleQueue[_Task | None], idle: Semaphore) -> None:
        super().__init__()
        self._tasks = tasks
        self._idle = idle

    def run(self) -> None:
        while (task := self._tasks.get()) is not None:
            task.job.do(task.work)
            del task  # or it would be kept until the next one comes
            self._idle.release()


class JobRunner(QObject):
    """Starts jobs and keeps them until they end. It must be shut down before it is deleted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(SWITCH_SECONDS)
        self._pool = QThreadPool(self)
        # A cancelled search still runs out its last batch while the next one starts.
        self._pool.setMaxThreadCount(max(4, QThreadPool.globalInstance().maxThreadCount()))
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._idle = Semaphore(0)
        self._workers = 0
        self._closed = False
        self._jobs: set[Job] = set()

    def start(
        self,
        work: Callable[[Job], Any],
        on_cancel: Callable[[], object] | None = None,
        report_seconds: float = REPORT_SECONDS,
    ) -> Job:
        """Run ``work(job)`` in the background.

        Args:
            work: the function; it may call ``job.report`` and ask ``job.cancelled``.
            on_cancel: called by ``job.cancel`` in the window's thread, to end ``work`` early.
                Where there is none, ``work`` must look at ``job.cancelled`` now and then.
            report_seconds: the shortest time between two reports that are passed on.

        Returns:
            The handle. Connect its signals at once, before the event loop turns again. After
            ``shut_down`` it is a job that was cancelled already, and nothing is run.
        """
        job = Job(on_cancel, report_seconds)
        if self._closed:
            job.cancel()
            return job
        self._jobs.add(job)
        job.ended.connect(self._forget)
        self._tasks.put(_Task(job, work))
        idle = self._idle.acquire(blocking=False)
        if not idle and self._workers < self._pool.maxThreadCount():
            self._workers += 1
            self._pool.start(_Worker(self._tasks, self._idle))
        return job

    @property
    def busy(self) -> bool:
        """Whether any job has not come to its end yet, cancelled ones included."""
        return bool(self._jobs)

    def shut_down(self) -> bool:
        """Cancel everything and wait for it; return whether all came to an end in time.

        Only the first call waits.
        """
        if self._closed:
            return self._pool.waitForDone(0)
        self._closed = True
        for job in self._jobs:
            job.cancel()
        for _ in range(self._workers):
            self._tasks.put(None)
        return self._pool.waitForDone(SHUTDOWN_MS)

    @Slot()
    def _forget(self) -> None:
        job = self.sender()
        if isinstance(job, Job):
            self._jobs.discard(job)
            job.deleteLater()


def _ignore(_value: Any) -> None:
    """Do nothing with what a job reports or raises."""


class Latest(QObject):
    """Starts jobs of which the newest alone counts: a new one cancels the one before.

    Args:
        begin: starts a job: ``JobRunner.start``, or what takes the work in the same way.
    """

    def __init__(self, begin: Callable[..., Job], parent: QObject) -> None:
        super().__init__(parent)
        self._begin = begin
        self._job: Job | None = None
        self._receivers: tuple[Callable[[Any], object], ...] = ()

    @property
    def busy(self) -> bool:
        """Whether a job is under way that still counts."""
        return self._job is not None

    def start(
        self,
        work: Callable[..., Any],
        done: Callable[[Any], object],
        failed: Callable[[Exception], object] = _ignore,
        progressed: Callable[[Any], object] = _ignore,
        **options: Any,
    ) -> None:
        """Begin a job; what it says reaches these functions, unless it is cancelled before.

        Args:
            done: called with its result, when it is under way no more.
            failed: called with what it raised, likewise.
            progressed: called with what it reports.
            options: passed on to what starts jobs.
        """
        self.cancel()
        self._receivers = done, failed, progressed
        job = self._begin(work, **options)
        if job.cancelled:  # the program is about to end
            return
        self._job = job
        job.finished.connect(self._finished)
        job.failed.connect(self._failed)
        job.progressed.connect(self._progressed)

    def cancel(self) -> bool:
        """Have nothing more come of what is under way; return whether something was."""
        job, self._job = self._job, None
        if job is not None:
            job.cancel()
        return job is not None

    @Slot(object)
    def _finished(self, result: object) -> None:
        self._job = None
        self._receivers[0](result)

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self._job = None
        self._receivers[1](error)

    @Slot(object)
    def _progressed(self, value: object) -> None:
        self._receivers[2](value)
