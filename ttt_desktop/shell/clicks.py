"""What a click on a square means: the first feature that takes it says so, or it is a move."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Slot

from engine import EMPTY, PLAYERO, Square
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.shell import Shell


class Clicks(QObject):
    """Hands on each square that is chosen on the board.

    Args:
        shell: tells of the squares that no feature takes.
        features: are asked first, in their order.
    """

    def __init__(self, shell: Shell, features: Sequence[Feature]) -> None:
        super().__init__(shell)
        self._controller = shell.controller
        self._shell, self._features = shell, features
        board = shell.board
        board.chosen.connect(self.take)
        board.chosen_right.connect(self._mark_o)
        board.ghost = self._mark_to_play

    @Slot(object)
    def take(self, square: Square) -> None:
        """Do what a square is chosen for now."""
        if any(feature.takes(square) for feature in self._features):
            return
        self._shell.chosen.emit(square)

    @Slot(object)
    def _mark_o(self, square: Square) -> None:
        """Do what a square is chosen for by the right button."""
        any(feature.takes(square, PLAYERO) for feature in self._features)

    def _mark_to_play(self) -> int:
        """Return the mark that a click would make; EMPTY where it would make none."""
        view = self._controller.view
        asked = view.task is None or view.task.asks
        moves = view.result is None and not view.machines_turn and asked
        return view.to_move if moves else EMPTY
