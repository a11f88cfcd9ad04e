"""What a click on a square means: an answer, a mark of a position that is set up, or a move."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Slot

from engine import EMPTY, PLAYERO, Square
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.shell import Shell


class Clicks(QObject):
    """Takes each square that is chosen, on the board or on the heat map.

    Args:
        parts: what the window is made of; its board is where squares are chosen and refused.
        features: are asked first, in their order.
    """

    def __init__(self, parts: Shell, features: Sequence[Feature]) -> None:
        super().__init__(parts.window)
        self._controller = parts.controller
        self._shell, self._features = parts, features
        self._board = board = parts.board
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
