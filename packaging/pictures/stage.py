"""What a scene has at hand: the real app, ways to use it as people do, and things to wait for."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QDockWidget, QWidget

from engine import Game, parse_square
from pictures.looks import Size
from pictures.scene import Condition
from ttt_desktop.docks import DOCKS
from ttt_desktop.lab.window import LabWindow
from ttt_desktop.play.thinker import Thinking
from ttt_desktop.start.app import App
from ttt_desktop.window import MainWindow


class Stage:
    """The app on one scene.

    Args:
        app: the app, its window shown and no game begun.
        folder: a folder for the scene's files.
        extent: the windows' width and height; None for those of a first start.

    Attributes:
        window: the main window.
        controller: the game's controller.
    """

    def __init__(self, app: App, folder: Path, extent: Size | None) -> None:
        self.app = app
        self.folder = folder
        self.extent = extent
        self.window: MainWindow = app.window
        self.controller = app.controller

    # --- doing something ------------------------------------------------------------------

    def trigger(self, name: str) -> None:
        """Choose an action of the main window."""
        self.window.action[name].trigger()

    def later(self, name: str) -> None:
        """Choose an action that opens a dialog and comes back only when that is closed."""
        QTimer.singleShot(0, self.window.action[name].trigger)

    def adopt(self, moves: str, wait: bool = True) -> None:
        """Go on with a game of these moves, by the rules in force.

        Args:
            moves: squares by their names, X's first.
            wait: have the machine wait to be told to move.
        """
        board = self.controller.game.board
        game = Game(board.rules)
        for move in moves.split():
            game.play(parse_square(move, game.rules.size))
        self.controller.adopt(game, wait=wait)

    def play(self, square: str) -> None:
        """Make a person's move."""
        if not self.controller.play(parse_square(square, self.controller.game.rules.size)):
            raise ValueError(f"{square} cannot be played here")

    def search(self) -> Condition:
        """Have the course's machine score the position; return what to wait for."""
        self.trigger("analyse")
        return self.idle

    def show_docks(self, *names: str) -> None:
        """Open the docks of these actions and close all others."""
        for each in DOCKS:
            name = each.action.name
            if (name in names) != self.window.action[name].isChecked():
                self.trigger(name)

    def open_lab(self) -> LabWindow:
        """Open the lab and return its window."""
        self.trigger("lab")
        lab = self.window.lab
        assert lab is not None
        if self.extent:
            lab.resize(*self.extent)
        return lab

    # --- finding something ----------------------------------------------------------------

    def dock(self, name: str) -> QDockWidget:
        """Return the dock of an action."""
        return self.window.docks[name]

    @staticmethod
    def button(within: QWidget, text: str) -> QAbstractButton:
        """Return the button on which a text begins so."""
        for button in within.findChildren(QAbstractButton):
            if button.text().replace("&", "").startswith(text):
                return button
        raise LookupError(f"there is no button {text!r}")

    @staticmethod
    def dialogs() -> list[QDialog]:
        """Return the open dialogs, in the order in which they were opened."""
        windows = QApplication.topLevelWidgets()
        found = [each for each in windows if isinstance(each, QDialog) and each.isVisible()]
        return sorted(found, key=_depth)

    # --- waiting for something ------------------------------------------------------------

    def idle(self) -> bool:
        """Whether the machine does nothing."""
        return self.controller.thinking is Thinking.NOTHING

    def settled(self) -> bool:
        """Whether a person is to move, or the game is over."""
        controller = self.controller
        over = controller.game.result is not None
        return self.idle() and (over or not controller.machines_turn)

    def asked(self) -> bool:
        """Whether a dialog is open."""
        return bool(self.dialogs())

    def at_rest(self) -> bool:
        """Whether nothing goes on in the background, and nothing is about to."""
        timers = [
            timer
            for window in QApplication.topLevelWidgets()
            for timer in window.findChildren(QTimer)
        ]
        due = any(timer.isActive() and timer.isSingleShot() for timer in timers)
        return not self.app.runner.busy and not due


def _depth(window: QWidget) -> int:
    """Return how many windows a window was opened from."""
    above = window.parentWidget()
    return 0 if above is None else 1 + _depth(above)
