"""The self-test: a whole game of the machine against itself, then every dock and page.

It fails by what goes wrong, never by the clock: a busy machine may take its time.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic, perf_counter

from PySide6.QtCore import QEventLoop, QObject, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine import STRMAP, Analysis, Result
from ttt_desktop.look.measures import MACHINE_STROKE_MS
from ttt_desktop.session.game import GameController
from ttt_desktop.shell.window import MainWindow
from ttt_desktop.work.versions import facts

log = logging.getLogger(__name__)

HANG_S = 600
"""Whatever takes longer than this hangs, and is ended."""


class Errors(logging.Handler):
    """Collects the errors that are logged: whoever runs a self-test rarely finds its log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one, with its traceback."""
        self.lines.append(self.format(record))


class SelfTest(QObject):
    """Watches one game to its end."""

    def __init__(self, controller: GameController) -> None:
        super().__init__()
        self.problem = f"the game did not end within {HANG_S} s"
        self.trials = 0
        self.result: Result | None = None
        self._counted: Analysis | None = None
        self._loop = QEventLoop()
        self._controller = controller
        controller.game_over.connect(self._ended)
        controller.failed.connect(self._failed)
        controller.searched.connect(self._searched)

    def play(self) -> None:
        """Play until the game is over, a search fails, or it hangs."""
        QTimer.singleShot(HANG_S * 1000, self._loop.quit)
        self._controller.start()
        if self._controller.game.result is None and self.problem:
            self._loop.exec()

    def settle(self) -> None:
        """Let the last mark be drawn."""
        QTimer.singleShot(MACHINE_STROKE_MS + 150, self._loop.quit)
        self._loop.exec()

    @Slot(object)
    def _searched(self, analysis: Analysis) -> None:
        # A search's last state may come twice: as progress, and with the move.
        if analysis.done and analysis is not self._counted:
            self._counted = analysis
            self.trials += analysis.count

    @Slot(object)
    def _ended(self, result: Result) -> None:
        self.result, self.problem = result, ""
        self._loop.quit()

    @Slot(str, str)
    def _failed(self, sentence: str, details: str) -> None:
        self.problem = f"{sentence} {details}"
        self._loop.quit()


def _wait_until(come: Callable[[], object], errors: Errors) -> bool:
    """Let events happen until something has come, an error is logged, or it hangs."""
    end = perf_counter() + HANG_S
    while not come() and not errors.lines and perf_counter() < end:
        QGuiApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)
    return bool(come())


def _open_the_rest(window: MainWindow, errors: Errors) -> str:
    """Open every dock and page, have each feature try itself; return what is wrong, or ""."""
    shell = window.shell

    def wait(come: Callable[[], object]) -> bool:
        return _wait_until(come, errors)

    def why() -> str:
        return errors.lines[0] if errors.lines else f"it did not come within {HANG_S} s"

    try:
        for name in (*shell.docks.names, *shell.pages.names):
            shell.show(name)
            opened = shell.docks[name] if name in shell.docks else shell.pages[name]
            if not wait(partial(_is_seen, opened)):
                return f"{name} was not shown: {why()}"
            opened.grab()  # it paints itself at once
        for feature in window.features.values():
            if problem := feature.try_out(wait):
                return f"{problem}: {why()}"
    except Exception as error:
        log.exception("self-test")
        return f"{type(error).__name__}: {error}"
    return why() if errors.lines else ""


def _is_seen(opened: QWidget) -> bool:
    """Whether a dock or a page has come onto the screen."""
    handle = opened.window().windowHandle()
    return opened.isVisible() and handle is not None and handle.isExposed()


def run(window: MainWindow, controller: GameController, shot: str | None) -> int:
    """Play the game, save the picture, print one line of JSON; return 0, or 1 if it failed."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    _wait_until(lambda: not window.board.viewport().visibleRegion().isEmpty(), errors)
    shown = monotonic()  # on the system's clock, from which whoever started us can take the time
    start = perf_counter()
    test = SelfTest(controller)
    test.play()
    seconds = perf_counter() - start
    if shot and not test.problem:
        test.settle()
        if not window.grab().save(str(Path(shot))):
            test.problem = f"the picture could not be written to {shot}"
    if not test.problem:
        test.problem = _open_the_rest(window, errors)
    window.close()
    logging.getLogger().removeHandler(errors)
    winner = test.result.winner if test.result else None
    report = {
        "ok": not test.problem,
        "problem": test.problem,
        "winner": STRMAP[winner] if winner is not None else None,
        "moves": len(controller.game.moves),
        "trials": test.trials,
        "seconds": round(seconds, 3),
        "size": controller.game.rules.size,
        "shown_at": round(shown, 4),
        **facts(),
        "platform": QGuiApplication.platformName(),
    }
    if sys.stdout is not None:
        try:
            print(json.dumps(report), flush=True)
        except BrokenPipeError:  # the reader has closed its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
    return 0 if report["ok"] else 1
