"""What takes long in Python itself, done in the window's thread a few milliseconds at a time.

A thread of its own would keep the interpreter from the window (see ``ttt_desktop.work.jobs``).
Modules that take long to import are prepared like this, and then imported behind the window.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from time import perf_counter
from types import ModuleType

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ttt_desktop.work.jobs import REPORT_SECONDS, JobRunner, Latest

log = logging.getLogger(__name__)

TURN_SECONDS = 0.008
"""How long work is done before the window gets its turn. One step may take longer."""


class Turns(QObject):
    """Goes through an iterator in short turns, the first one at once.

    Attributes:
        report_seconds: the shortest time between two ``turned``.

    Signals:
        turned(): some steps were made.
        ended(): the iterator has come to its end.
        failed(Exception): it raised this error.
    """

    turned = Signal()
    ended = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] | None = None
        self.report_seconds = REPORT_SECONDS
        self._reported_at = 0.0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def running(self) -> bool:
        """Whether there are steps to be made."""
        return self._steps is not None

    def start(self, steps: Iterator[object]) -> None:
        """Go through ``steps``; they take the place of earlier ones."""
        self._steps = steps
        self._timer.start()
        self._go_on()

    def stop(self) -> None:
        """Drop the remaining steps, and say nothing more."""
        self._steps = None
        self._timer.stop()

    def finish(self) -> None:
        """Go through the remaining steps now, in one go."""
        if self._steps is not None:
            for _ in self._steps:
                pass
            self.stop()
            self.ended.emit()

    @Slot()
    def _go_on(self) -> None:
        steps, start = self._steps, perf_counter()
        if steps is None:
            return
        try:
            while perf_counter() - start < TURN_SECONDS:
                next(steps)
        except StopIteration:
            self.stop()
            self.ended.emit()
        except Exception as error:
            if not isinstance(error, (OSError, ValueError)):  # those have a sentence to show
                log.exception("work in turns failed")
            self.stop()
            self.failed.emit(error)
        else:
            now = perf_counter()
            if now - self._reported_at >= self.report_seconds:
                self._reported_at = now
                self.turned.emit()


_QT = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtOpenGL", "QtOpenGLWidgets", "QtTest")
"""The modules of Qt that charts import, and look at name by name."""


class ModuleLoader(QObject):
    """Loads one module, once.

    Attributes:
        module: the module, or None until it is there.

    Signals:
        loaded(): the module is there.
        failed(Exception): it cannot be imported.
    """

    loaded = Signal()
    failed = Signal(object)

    def __init__(self, name: str, runner: JobRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._name = name
        self._job = Latest(runner.start, self)
        self._turns = Turns(self)
        self._turns.ended.connect(self._import)
        self.module: ModuleType | None = None

    def load(self) -> None:
        """Begin, unless that has happened."""
        if self.module is None and not (self._job.busy or self._turns.running):
            self._turns.start(_qt_classes())

    @Slot()
    def _import(self) -> None:
        # Where it fails, it may be tried again.
        self._job.start(lambda _job: import_module(self._name), self._take, self.failed.emit)

    def _take(self, module: ModuleType) -> None:
        self.module = module
        self.loaded.emit()


def _qt_classes() -> Iterator[None]:
    """Have PySide make all of Qt's classes, one a step.

    It makes a class when it is first looked at, partly in Python. If the import's thread and the
    window's thread looked at the same one at once, one of them would see half a class.
    """
    for qt in _QT:
        with suppress(ImportError):
            module = import_module(f"PySide6.{qt}")
            yield
            for name in dir(module):
                getattr(module, name)
                yield
