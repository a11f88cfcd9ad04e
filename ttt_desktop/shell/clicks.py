"""What a click on a square means: an answer, a mark of a position that is set up, or a move."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QKeySequence

from engine import EMPTY, PLAYERO, Square, square_name
from ttt_desktop.lessons.guide import Guide
from ttt_desktop.look.text import foul_text, tr
from ttt_desktop.play.puzzle_bar import PuzzleBar
from ttt_desktop.session.coach import Coach
from ttt_desktop.session.editor import PositionEditor
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.shell import Shell


class Clicks(QObject):
    """Takes each square that is chosen, on the board or on the heat map.

    Args:
        parts: what the window is made of; its board is where squares are chosen and refused.
        features: are asked first, in their order.
        lessons: may wait for a square.
        editor: may be setting a position up.
        coach: may have asked for a better move.

    """

    def __init__(
        self,
        parts: Shell,
        features: Sequence[Feature],
        lessons: Guide,
        editor: PositionEditor,
        puzzle_bar: PuzzleBar,
        coach: Coach,
    ) -> None:
        super().__init__(parts.window)
        self._controller, self._action, self._status = parts.controller, parts.actions, parts.status
        self._shell, self._features = parts, features
        self._board = board = parts.board
        self._lessons, self._editor, self._coach = lessons, editor, coach
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
        controller = self._controller
        if self._lessons.takes(square):
            if self._lessons.asks:
                self._say_taken(square)
            return
        if self._editor.active:
            self._editor.turn(square)
            return
        if self._takes_in_puzzle(square) or self._takes_in_review(square):
            return
        if not controller.view.machines_turn and self._is_foul(square):
            self._say_why_not(square)
            return
        if (why := self._coach.warning(square)) and not controller.view.machines_turn:
            self._refuse(square, why)
            return
        if controller.play(square):
            return
        if controller.game.result is not None:
            self._shell.chosen_late.emit()
        elif not controller.view.machines_turn:
            self._say_why_not(square)
        elif controller.view.looks_back:
            last = self._action["last"].shortcut()
            keys = last.toString(QKeySequence.SequenceFormat.NativeText)
            self._status.say(
                tr("This is an earlier position; {keys} shows the last one", keys=keys)
            )

    @Slot(object)
    def _mark_o(self, square: Square) -> None:
        """Put O on a square of a position that is set up, or take it away."""
        if any(feature.takes(square, PLAYERO) for feature in self._features):
            return
        if self._editor.active:
            self._editor.turn(square, PLAYERO)

    def answer(self, square: Square) -> None:
        """Take a square as an answer, where a lesson waits for one."""
        if self._lessons.asks:
            self.take(square)

    def _takes_in_puzzle(self, square: Square) -> bool:
        """Take a square as the answer to a puzzle, if one lies on the board."""
        if not self._puzzler.active:
            return False
        task = self._controller.view.task
        if task is not None and not task.asks:
            self._refuse(
                square, tr("Nothing more is asked here; “{button}” goes on",
                           button=self._puzzle_bar.another.text()),
            )  # fmt: skip
        elif not self._controller.game.board.may(square, self._controller.game.to_move):
            self._say_why_not(square)
        else:
            self._puzzler.play(square)
        return True

    @Slot(object)
    def _refuse_in_puzzle(self, square: Square) -> None:
        self._board.refuse(square, self._puzzler.text)

    def _takes_in_review(self, square: Square) -> bool:
        """In a review, take a square as an answer, or as a move beside the game."""
        controller, coach = self._controller, self._coach
        if not coach.active or controller.game.result is not None:
            return False
        if not controller.game.board.may(square, controller.game.to_move):
            self._say_why_not(square)
        elif coach.ahead and coach.subject is not None and coach.subject.verdict.is_slip:
            coach.answer(square)
        else:
            controller.overlays.try_move(square)
        return True

    def _is_foul(self, square: Square) -> bool:
        """Whether a square is empty, and refused as a foul of the side to move."""
        game = self._controller.game
        empty = game.board.square(*square) == EMPTY
        return empty and game.result is None and not game.board.may(square, game.to_move)

    def _say_why_not(self, square: Square) -> None:
        foul = self._controller.game.board.foul_at(square)
        if foul is None:
            self._say_taken(square)
            return
        name, what = square_name(square), foul_text(foul)
        why = tr("X would lose by a foul on {square}: {what}", square=name, what=what)
        self._refuse(square, why)

    def _say_taken(self, square: Square) -> None:
        self._refuse(
            square, tr("{square} is taken; choose an empty square", square=square_name(square))
        )

    def _refuse(self, square: Square, why: str) -> None:
        self._board.refuse(square, why)
        self._status.say_again(why)

    def _mark_to_play(self) -> int:
        """Return the mark that a click would make; EMPTY where it would make none."""
        view = self._controller.view
        moves = view.result is None and not view.machines_turn and not self._editor.active
        return view.awaited if moves else EMPTY
