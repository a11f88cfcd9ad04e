"""Checks of course files in the background, one at a time, and what they found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ttt_desktop.look.text import problem
from ttt_desktop.session.game import GameController
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.session.view import View
from ttt_desktop.work.jobs import Job, JobRunner, Latest

if TYPE_CHECKING:
    from engine.compat.checking import Report
    from ttt_desktop.machines.patient_file import PatientFile

_MOST_KNOWN = 16
"""How many reports are kept: a file that plays, those that were tried, and versions of before."""


@dataclass
class _Wish:
    """A check that is wanted.

    Attributes:
        path: the file.
        content: the version; None where the file cannot be read: the check says why.
        by_hand: somebody asked for it and waits; else it is made while no machine thinks.
    """

    path: Path
    content: bytes | None
    by_hand: bool


class Checks(QObject):
    """Checks files one after another; those that somebody waits for come first.

    A check is one of a version: of bytes, and not of a path that may hold others by now.

    Args:
        controller: whose machines have precedence.

    Attributes:
        asked: how many requests the check that is under way has made.

    Signals:
        changed(): another check is under way, wanted or known; or it has come further.
        checked(Report): a check has come to its end.
        announced(str): a check has failed, which is our mistake: a sentence.
    """

    changed = Signal()
    checked = Signal(object)
    announced = Signal(str)

    def __init__(self, controller: GameController, runner: JobRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._job = Latest(runner.start, self)
        self._now: _Wish | None = None
        self._file: PatientFile | None = None
        self._waiting: list[_Wish] = []
        self._known: dict[tuple[Path, bytes], Report] = {}
        self.asked = 0
        controller.follow(self._make_way, View.thinking)

    # --- what is known --------------------------------------------------------------------

    def report(self, path: Path, content: bytes | None) -> Report | None:
        """Return what a version was found to be; None where it was not checked."""
        return self._known.get((path, content or b""))

    def is_wanted(self, path: Path, content: bytes | None) -> bool:
        """Whether a version is being checked, or will be."""
        return any((queued.path, queued.content) == (path, content) for queued in self._wishes)

    def is_begun(self, path: Path, content: bytes | None) -> bool:
        """Whether a version is being checked."""
        now = self._now
        return now is not None and (now.path, now.content) == (path, content)

    def is_awaited(self, path: Path) -> bool:
        """Whether somebody waits for a check of a file."""
        return any(queued.path == path and queued.by_hand for queued in self._wishes)

    @property
    def busy(self) -> bool:
        """Whether anything is being checked, or will be."""
        return bool(self._wishes)

    @property
    def _wishes(self) -> list[_Wish]:
        return [*([self._now] if self._now is not None else []), *self._waiting]

    # --- what is wanted -------------------------------------------------------------------

    def check(self, path: Path, by_hand: bool = True) -> bytes | None:
        """Check a file as it is now.

        Args:
            by_hand: somebody waits for it; else it is checked while no machine thinks.

        Returns:
            The version that will be checked; None where it cannot be read, which is what the check
            will say then.
        """
        from engine.compat.source import read_source  # noqa: PLC0415  (few need it)

        try:
            content = read_source(path)
        except ValueError:
            content = None
        self._want(_Wish(path, content, by_hand))
        return content

    def want(self, path: Path, content: bytes, by_hand: bool = False) -> None:
        """Check a version, if it is not known; while no machine thinks, or for who waits for it."""
        known = self.report(path, content)
        if known is None or known.unjudged:
            self._want(_Wish(path, content, by_hand))
        else:
            self.forget(path)

    def forget(self, path: Path) -> None:
        """Make no check of a file that nobody waits for."""
        for queued in self._wishes:
            if queued.path == path and not queued.by_hand:
                self._drop(queued)
        self._go_on()

    def cancel(self, path: Path) -> None:
        """Make no check of a file."""
        for queued in self._wishes:
            if queued.path == path:
                self._drop(queued)
        self._go_on()

    def close(self) -> None:
        """End all of it."""
        for queued in self._wishes:
            self._drop(queued)

    def _want(self, wish: _Wish) -> None:
        """Put a check into the queue, in the place of those of versions of before.

        Who asks by hand may ask about another version than the one that plays: both are checked.
        """
        others = [queued for queued in self._wishes
                  if queued.path == wish.path and queued.content != wish.content]  # fmt: skip
        if wish.by_hand:
            others = [queued for queued in others if queued.by_hand]
        wish.by_hand |= any(queued.by_hand for queued in others)
        for queued in others:
            self._drop(queued)
        same = [queued for queued in self._wishes
                if (queued.path, queued.content) == (wish.path, wish.content)]  # fmt: skip
        if same:
            same[0].by_hand |= wish.by_hand
            self._make_way()
        else:
            self._waiting.append(wish)
        if wish.by_hand and self._now is not None and not self._now.by_hand:
            before = self._now
            self._drop(before)
            self._waiting.append(before)
        self._go_on()

    def _drop(self, wish: _Wish) -> None:
        if wish is self._now:
            self._now = self._file = None
            self._job.cancel()
        else:
            self._waiting.remove(wish)

    # --- what is done ---------------------------------------------------------------------

    @property
    def _is_quiet(self) -> bool:
        return self._controller.view.thinking is Thinking.NOTHING

    @Slot()
    def _make_way(self) -> None:
        """Take no further look while a machine thinks, unless somebody waits for the check."""
        if self._now is None or self._file is None:
            self._go_on()
        elif self._now.by_hand or self._is_quiet:
            self._file.go_on.set()
        else:
            self._file.go_on.clear()

    def _go_on(self) -> None:
        """Begin the next check where none is under way, and say that things are different."""
        if self._now is None:
            ready = [queued for queued in self._waiting if queued.by_hand or self._is_quiet]
            ready.sort(key=lambda queued: not queued.by_hand)
            if ready:
                self._begin(ready[0])
        self.changed.emit()

    def _begin(self, wish: _Wish) -> None:
        from engine.compat.checking import check_file  # noqa: PLC0415  (few need it)
        from ttt_desktop.machines.patient_file import PatientFile  # noqa: PLC0415

        self._waiting.remove(wish)
        self._now, self.asked = wish, 0
        self._file = file = PatientFile(wish.path, wish.content)

        def work(job: Job) -> Report:
            file.job = job
            try:
                return check_file(wish.path, file)
            finally:
                file.job = None

        self._job.start(work, self._finished, self._failed, self._count, on_cancel=file.close)

    def _count(self, asked: int) -> None:
        self.asked = asked
        self.changed.emit()

    def _finished(self, report: Report) -> None:
        self._now = self._file = None
        key = report.path, report.code
        self._known.pop(key, None)
        self._known[key] = report
        for old in [*self._known][:-_MOST_KNOWN]:
            del self._known[old]
        self.checked.emit(report)
        self._go_on()

    def _failed(self, error: Exception) -> None:
        self._now = self._file = None
        self.announced.emit(f"{problem(error)}.")
        self._go_on()
