"""What a click on a square means: an answer, a mark of a position that is set up, or a move."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Slot

from engine import EMPTY, PLAYERO, Square
from ttt_desktop.look.text import tr
from ttt_desktop.play.puzzle_bar import PuzzleBar
from ttt_desktop.session.coach import Coach
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.shell import Shell


class Clicks(QObject):
    """Takes each square that is chosen, on the board or on the heat map.

    Args:
        parts: what the window is made of; its board is where squares are chosen and refused.
        features: are asked first, in their order.
        coach: may have asked for a better move.

    """

    def __init__(
        self,
        parts: Shell,
        features: Sequence[Feature],
        puzzle_bar: PuzzleBar,
        coach: Coach,
    ) -> None:
        super().__init__(parts.window)
        self._controller, self._action, self._status = parts.controller, parts.actions, parts.status
        self._shell, self._features, self._refusals = parts, features, parts.refusals
        self._board = board = parts.board
        self._coach = coach
        self._puzzle_bar, self._puzzler = puzzle_bar, puzzle_bar.puzzler
        board.chosen.connect(self.take)
        board.chosen_right.connect(self._mark_o)
        board.ghost = self._mark_to_play
        self._puzzler.refused.connect(self._refuse_in_puzzle)

    @Slot(object)
    def take(self, square: Square) -> None:
        """Do what a square is chosen for now."""
        if any(feature.takes(square) for feature in self._features):
            return
        self._take_as_before(square)

    def _take_as_before(self, square: Square) -> None:
        if self._takes_in_puzzle(square):
            return
        self._shell.chosen.emit(square)

    @Slot(object)
    def _mark_o(self, square: Square) -> None:
        """Do what a square is chosen for by the right button."""
        any(feature.takes(square, PLAYERO) for feature in self._features)

    def _takes_in_puzzle(self, square: Square) -> bool:
        """Take a square as the answer to a puzzle, if one lies on the board."""
        if not self._puzzler.active:
            return False
        task = self._controller.view.task
        if task is not None and not task.asks:
            self._refusals.refuse(
                square, tr("Nothing more is asked here; “{button}” goes on",
                           button=self._puzzle_bar.another.text()),
            )  # fmt: skip
        elif not self._controller.game.board.may(square, self._controller.game.to_move):
            self._refusals.say_why_not(square)
        else:
            self._puzzler.play(square)
        return True

    @Slot(object)
    def _refuse_in_puzzle(self, square: Square) -> None:
        self._board.refuse(square, self._puzzler.text)

    def _mark_to_play(self) -> int:
        """Return the mark that a click would make; EMPTY where it would make none."""
        view = self._controller.view
        asked = view.task is None or view.task.asks
        moves = view.result is None and not view.machines_turn and asked
        return view.to_move if moves else EMPTY
