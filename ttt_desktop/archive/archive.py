"""The history as the window knows it: changes and questions, all done in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ttt_desktop.archive.annotations import OWN_TABLES
from ttt_desktop.archive.store import HistoryError, HistoryStore
from ttt_desktop.archive.tables import Change, Table
from ttt_desktop.archive.waiting import Waiting
from ttt_desktop.look.text import tr
from ttt_desktop.work.jobs import Job, JobRunner, Latest
from ttt_desktop.work.storage import HISTORY_NAME

T = TypeVar("T")

_AT_ONCE = 100
"""How many changes are made in one transaction."""

_AGAIN_MS, _LATEST_MS = 500, 15_000
"""After how long a change that could not be made is tried again, at first and at most."""


class Archive(QObject):
    """Makes changes in the order in which they come, and asks the database.

    A change waits in a file, at the next start too, until the database has it. One job at a time
    makes changes, so that no two are made in another order.

    Args:
        folder: where ``history.db`` is kept.
        tables: those that features have beside that of the games.

    Signals:
        changed(): games have come in or gone.
        message(str): something is to be said: a sentence.
        waits(str): why changes wait: a sentence; empty once none does.
    """

    changed = Signal()
    message = Signal(str)
    waits = Signal(str)

    def __init__(
        self, folder: Path, runner: JobRunner, tables: Sequence[Table], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._tables = (*OWN_TABLES, *tables)
        self._path = folder / HISTORY_NAME
        self._runner = runner
        self._waiting = Waiting(folder, self._tables)
        self.message.connect(self.changed)  # a database that was mended may have fewer games
        self._stores: list[HistoryStore] = []
        self._idle: list[HistoryStore] = []
        self._making = Latest(self._start, self)
        self._more = False
        self._reason = ""
        self._cleaned = False
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._again.timeout.connect(self.make_waiting)

    @property
    def path(self) -> Path:
        """The database's file."""
        return self._path

    @property
    def busy(self) -> bool:
        """Whether a change is being made, a question answered, or anything else done meanwhile."""
        return self._runner.busy

    def make(self, change: Change) -> None:
        """Have a change made."""
        self._waiting.add(change)
        self.make_waiting()

    def ask(self, question: Callable[[HistoryStore, Job], T]) -> Job:
        """Return the job that asks the database something; cancelled, it ends soon."""
        return self._start(question)

    def now(self, question: Callable[[HistoryStore], T]) -> T | None:
        """Return what the database says, asked in a thread of a job's; None where it cannot say."""
        store = self._taken()
        try:
            return question(store)
        except HistoryError:
            return None  # what is wrong with it is said elsewhere
        finally:
            self._idle.append(store)

    @Slot()
    def make_waiting(self) -> None:
        """Make the changes that wait."""
        self._again.stop()
        self._more = self._making.busy
        if not self._more:
            self._making.start(self._make_changes, self._note_made, self._try_later)

    def close(self) -> None:
        """Close the database, once all work has ended."""
        for store in self._stores:
            store.close()

    def _start(self, work: Callable[[HistoryStore, Job], T]) -> Job:
        def run(job: Job) -> T:
            store = self._taken()
            store.stopped = lambda: job.cancelled
            try:
                return work(store, job)
            finally:
                store.stopped = lambda: False
                self._idle.append(store)

        return self._runner.start(run)

    def _taken(self) -> HistoryStore:
        """Return a store that nobody else uses, until it is put back."""
        try:
            return self._idle.pop()
        except IndexError:  # another thread may have had the last one
            return self._make_store()

    def _make_store(self) -> HistoryStore:
        store = HistoryStore(self._path, self.message.emit, self._tables)
        self._stores.append(store)
        return store

    def _make_changes(self, store: HistoryStore, job: Job) -> int:
        """Make all changes that wait; return how many there were."""
        count = 0
        if not self._cleaned:  # what this program deletes may still be brought back
            store.clean_up()
            self._cleaned = True
        while changes := self._waiting.oldest(_AT_ONCE):
            job.check()
            try:
                store.make(changes.values())
            except HistoryError:
                self._waiting.write_down()
                raise
            self._waiting.remove(changes)
            count += len(changes)
        self._waiting.make_reserve()
        return count

    def _note_made(self, count: int) -> None:
        self._again.setInterval(_AGAIN_MS)
        self._say_why("")
        if count:
            self.changed.emit()
        if self._more:
            self.make_waiting()

    def _try_later(self, error: Exception) -> None:
        self._again.start()
        self._again.setInterval(min(2 * self._again.interval(), _LATEST_MS))
        if self._waiting.is_safe:
            rest = tr("What is not in it yet is kept in a file and tried again.")
        else:
            rest = tr("What is not in it yet is tried again until this program ends.")
        self._say_why(f"{error} {rest}")

    def _say_why(self, reason: str) -> None:
        """Say why changes wait, where that is news; nothing once none does."""
        if reason != self._reason:
            self._reason = reason
            self.waits.emit(reason)
