"""What went wrong: the log, errors that nothing caught and their box, crashes of the last run."""

from __future__ import annotations

import faulthandler
import logging
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TextIO

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    Slot,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from shiboken6 import isValid

from ttt_desktop import APP_TITLE
from ttt_desktop.look.text import tr, unmarked
from ttt_desktop.work.storage import FAULT_NAME, LOG_NAME, set_aside

log = logging.getLogger(__name__)

LOG_BYTES = 500_000

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class _LogFile(RotatingFileHandler):
    """A log that begins a new file now and then; where that cannot be, the old one goes on.

    Windows renames no file that another window has open too.

    Attributes:
        faults: the file for crashes of Python itself, if there is one.
    """

    faults: TextIO | None = None

    def doRollover(self) -> None:
        """Begin a new file if that can be."""
        with suppress(OSError):
            super().doRollover()

    def close(self) -> None:
        """Close both files."""
        super().close()
        if self.faults is not None:
            faulthandler.disable()
            self.faults.close()


def log_path() -> str:
    """Return where the log file is; empty where none is written."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, RotatingFileHandler):
            return handler.baseFilename
    return ""


def start_log(folder: Path, level: str = "info") -> str:
    """Log to a file in ``folder`` from now on, crashes of Python itself included.

    Args:
        folder: an existing folder.
        level: what is less serious is left out; one of ``engine.cli.options.LOG_LEVELS``.

    Returns:
        A sentence if the last run left a crash report, which is renamed; else "".
    """
    handler = _LogFile(
        folder / LOG_NAME, maxBytes=LOG_BYTES, backupCount=2, encoding="utf-8", delay=True
    )
    logging.raiseExceptions = False  # a full disk must not print a traceback a message
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level.upper())
    qInstallMessageHandler(_log_qt)
    handler.faults, sentence = _start_fault_log(folder / FAULT_NAME)
    return sentence


def stop_log() -> None:
    """Close the files that ``start_log`` opened: Windows deletes no folder with an open one."""
    root = logging.getLogger()
    root.addHandler(logging.NullHandler())  # what Qt says at its end goes nowhere
    for handler in list(root.handlers):
        if isinstance(handler, _LogFile):
            root.removeHandler(handler)
            handler.close()


class UncaughtErrors(QObject):
    """Sends errors that nothing caught to the log, to standard error and to one listener.

    Args:
        show: called in the window's thread with a sentence and the details.

    Signals:
        caught(str, str): the same; emitted from whichever thread the error came from.
    """

    caught = Signal(str, str)

    def __init__(self, show: Callable[[str, str], None]) -> None:
        super().__init__()
        self._show = show
        # Queued: it may come out of the middle of a paint event.
        self.caught.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Take over Python's hooks for uncaught errors."""
        sys.excepthook = self._main
        threading.excepthook = self._thread

    def _main(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        details = "".join(traceback.format_exception(kind, error, trace))
        log.critical("uncaught error\n%s", details)
        if sys.stderr is not None:  # a windowed build has none
            print(details, file=sys.stderr)
        self.caught.emit(
            tr("Something went wrong in the program. You can go on; the game is kept."), details
        )

    @Slot(str, str)
    def _deliver(self, sentence: str, details: str) -> None:
        self._show(sentence, details)

    def _thread(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            self._main(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)


def _start_fault_log(path: Path) -> tuple[TextIO | None, str]:
    """Return the file for crashes, and a sentence if there was one."""
    file, sentence = None, ""
    try:
        if path.exists() and path.stat().st_size > 0:
            report = set_aside(path)
            sentence = tr("The program ended unexpectedly last time. A report is in {path}.",
                          path=report)  # fmt: skip
        file = path.open("w", encoding="utf-8")
        faulthandler.enable(file)
    except OSError as error:
        log.warning("no report will be written of a crash: %s", error)
    return file, sentence


def _log_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    category = getattr(context, "category", None) or "default"
    logging.getLogger(f"qt.{category}").log(_LEVELS.get(kind, logging.WARNING), message)


_ERROR = "error"
_kept: list[QMessageBox] = []


def show_error(parent: QWidget | None, sentence: str, details: str) -> None:
    """Show an error, with its details folded away, and leave the program running."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setObjectName(_ERROR)
    box.setWindowTitle(APP_TITLE)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setText(unmarked(sentence))
    where = log_path()
    box.setInformativeText(unmarked(tr("The log has more: {path}", path=where)) if where else "")
    box.setDetailedText(details)
    if parent is None:
        # Nothing else would keep the box alive.
        _kept[:] = [kept for kept in _kept if isValid(kept)] + [box]
    box.open()


def error_is_shown() -> bool:
    """Whether an error waits to be read."""
    return any(
        widget.objectName() == _ERROR and widget.isVisible()
        for widget in QApplication.topLevelWidgets()
    )
