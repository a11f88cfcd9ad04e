"""The list of moves beside the board, as far as a review opens it: it closes with that game."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from engine import Game
from ttt_desktop.session.view import View
from ttt_desktop.shell.shell import Shell

_MOVES = "moves"


class ReviewPanel(QObject):
    """Opens the list of moves where a review begins, and closes it when another game comes.

    A list that somebody has opened stays open.
    """

    def __init__(self, shell: Shell, parent: QObject) -> None:
        super().__init__(parent)
        self._shell, self._docks, self._controller = shell, shell.docks, shell.controller
        self._game: Game | None = None
        self._opened = False
        self._opens = False
        if shell.has(_MOVES):
            shell.actions[_MOVES].triggered.connect(self._leave_open)
        self._controller.follow(self._look, View.game)

    @Slot()
    def open(self) -> None:
        """Show the moves of the game that is looked through, with its curve."""
        view = self._controller.view
        self._game = view.game
        if self._shell.has(_MOVES) and not self._shell.actions[_MOVES].isChecked():
            self._opens = True
            self._shell.do(_MOVES)
            self._opens = False
            self._opened = True

    def close(self) -> None:
        """Close the list where a review has opened it."""
        if self._opened:
            self._opened = False
            self._docks[_MOVES].hide()

    @Slot()
    def _leave_open(self) -> None:
        """Leave the list to who has opened or closed it."""
        if not self._opens:
            self._opened = False

    @Slot()
    def _look(self) -> None:
        view = self._controller.view
        if view.scene.takes_comments and view.game is not self._game and not view.reviewing:
            self.close()
