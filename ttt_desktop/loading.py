"""Modules that take long to import, loaded behind the window when they are first wanted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from types import ModuleType

from PySide6.QtCore import QObject, Signal, Slot

from ttt_desktop.jobs import Job, JobRunner
from ttt_desktop.turns import Turns

_QT = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtOpenGL", "QtOpenGLWidgets", "QtTest")
"""The modules of Qt that charts import, and look at name by name."""


class ModuleLoader(QObject):
    """Loads one module, once.

    Args:
        name: the module.
        runner: runs the import.
        parent: the Qt owner.

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
        self._runner = runner
        self._job: Job | None = None
        self._turns = Turns(self)
        self._turns.ended.connect(self._import)
        self.module: ModuleType | None = None

    def load(self) -> None:
        """Begin, unless that has happened."""
        if self._job is None and self.module is None and not self._turns.running:
            self._turns.start(_qt_classes())

    @Slot()
    def _import(self) -> None:
        self._job = self._runner.start(lambda _job: import_module(self._name))
        self._job.finished.connect(self._take)
        self._job.failed.connect(self._fail)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None  # it may be tried again
        self.failed.emit(error)

    @Slot(object)
    def _take(self, module: ModuleType) -> None:
        self.module = module
        self.loaded.emit()


def _qt_classes() -> Iterator[None]:
    """Have PySide make all of Qt's classes, one a step.

    It makes a class when it is first looked at, partly in Python. If the import's thread and the
    window's thread looked at the same one at once, one of them would see half a class.
    """
    for name in _QT:
        with suppress(ImportError):
            module = import_module(f"PySide6.{name}")
            yield
            for each in dir(module):
                getattr(module, each)
                yield
