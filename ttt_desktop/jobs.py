"""The one way to do anything in the background.

A job runs a function in a QThreadPool. Its handle lives in the window's thread, is kept by the
runner until the job has ended, and reports by signals: progress (the newest value only, at
most 60 a second), then finished or failed. A job that was cancelled says nothing more.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Lock
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot

log = logging.getLogger(__name__)

REPORT_SECONDS = 1 / 60
SHUTDOWN_MS = 3000

_NOTHING = object()


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

    def __init__(self, on_cancel: Callable[[], None], report_seconds: float) -> None:
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
        self._on_cancel()

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

    def _run(self, work: Callable[[Job], Any]) -> None:
        """Do the work, in the pool's thread; whatever it raises reaches ``failed``."""
        try:
            result = None if self.cancelled else work(self)
        except BaseException as error:  # anything less would leave the window waiting
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


class _Runnable(QRunnable):
    """Carries a job into the pool. The job itself outlives it: the runner keeps it."""

    def __init__(self, job: Job, work: Callable[[Job], Any]) -> None:
        super().__init__()
        self._job = job
        self._work = work

    def run(self) -> None:
        self._job._run(self._work)


class JobRunner(QObject):
    """Starts jobs and keeps them until they end.

    Args:
        parent: the Qt owner.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        # A cancelled search still runs out its last batch while the next one starts.
        self._pool.setMaxThreadCount(max(4, QThreadPool.globalInstance().maxThreadCount()))
        self._jobs: set[Job] = set()

    def start(
        self,
        work: Callable[[Job], Any],
        on_cancel: Callable[[], None],
        report_seconds: float = REPORT_SECONDS,
    ) -> Job:
        """Run ``work(job)`` in the background.

        Args:
            work: the function; it may call ``job.report`` and ask ``job.cancelled``.
            on_cancel: called by ``job.cancel`` in the window's thread, to end ``work`` early.
            report_seconds: the shortest time between two reports that are passed on.

        Returns:
            The handle. Connect its signals at once, before the event loop turns again.
        """
        job = Job(on_cancel, report_seconds)
        self._jobs.add(job)
        job.ended.connect(self._forget)
        self._pool.start(_Runnable(job, work))
        return job

    @property
    def busy(self) -> bool:
        """Whether any job has not come to its end yet, cancelled ones included."""
        return bool(self._jobs)

    def shut_down(self) -> bool:
        """Cancel everything and wait for it; return whether all came to an end in time."""
        for job in self._jobs:
            job.cancel()
        self._pool.clear()
        return self._pool.waitForDone(SHUTDOWN_MS)

    @Slot()
    def _forget(self) -> None:
        job = self.sender()
        if isinstance(job, Job):
            self._jobs.discard(job)
            job.deleteLater()
