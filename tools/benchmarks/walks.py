"""What a change of the window costs, counted: Python calls, and how often a winner is worked out.

Counts are the same on every machine, as no clock has a part in them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from time import process_time
from types import FrameType

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import Board
from tools.benchmarks.window import open_app
from ttt_desktop.features.heat.dock import HeatDock
from ttt_desktop.start import app as desktop

BOARDS = ((3, 3), (15, 5))
_WINNER = Board.winning_line.__code__


class Counted:
    """How many Python functions were called, and how often a line was looked for."""

    def __init__(self) -> None:
        self.calls = self.winners = 0

    def _take(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            self.calls += 1
            self.winners += frame.f_code is _WINNER

    def count(self, do: Callable[[], None]) -> dict[str, int]:
        """Do something, let its events be done, and return the counts."""
        QApplication.processEvents()
        self.calls = self.winners = 0
        sys.setprofile(self._take)
        try:
            do()
            QApplication.processEvents()
        finally:
            sys.setprofile(None)
        return {"calls": self.calls, "winners": self.winners}


def measure() -> Iterator[dict[str, object]]:
    """Yield the counts of a click, a step of a slider, sound on, a last move; then of all views."""
    for size, line in BOARDS:
        app = _opened(size, line)
        for what, do in _walks(app, size, line):
            yield {"board": size, "line": line, "walk": what} | Counted().count(do)
        app.close()
    app = _opened(25, 5)
    _click(app, (12, 12))
    followers = app.controller._lookout.followers  # noqa: SLF001
    start = process_time()
    for _ in range(50):
        followers.tell(followers.names)
    yield {"board": 25, "walk": "every view", "ms": round((process_time() - start) / 50 * 1000, 2)}
    app.close()


def _opened(size: int, line: int) -> desktop.App:
    """Open a window for two people; a search has been made, and nothing moves by itself."""
    app = open_app(
        "--machine", "neither", "--size", str(size), "--line", str(line), "--trials", "100",
        "--animations", "off", "--no-sound", "--seed", "1",
    )  # fmt: skip
    app.begin(None)
    app.window.action["analyse"].trigger()
    while app.controller.view.is_thinking:
        QApplication.processEvents()
    return app


def _walks(app: desktop.App, size: int, line: int) -> Iterator[tuple[str, Callable[[], None]]]:
    heat = app.window.docks["heatmap"]
    assert isinstance(heat, HeatDock)
    weight = heat.controls.fields["other"].slider
    yield "click", lambda: _click(app, (size // 2, size // 2))
    yield "slider", lambda: weight.setValue(weight.value() + 1)
    yield "sound", app.window.action["sound"].trigger
    # O beside, and X a line; the middle has been taken by X.
    middle = size // 2
    row = [(middle, col) for col in range(middle - line // 2, middle - line // 2 + line)]
    others = [(0, col) for col in range(line - 1)]
    for x, o in zip([square for square in row if square != (middle, middle)], others, strict=True):
        _click(app, o)
        if x != row[-1]:
            _click(app, x)
    yield "last move", lambda: _click(app, row[-1])


def _click(app: desktop.App, square: tuple[int, int]) -> None:
    view = app.window.board
    place = view.visualRect(app.controller.model.index(*square)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
