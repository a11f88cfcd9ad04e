"""A position that is set up at the board: its marks, whose turn it is, and what is wrong."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from engine import EMPTY, PLAYERO, PLAYERX, Board, Game, Rules, Square, square_name
from engine.beginning import legal
from engine.board import Position
from engine.notation import next_player
from ttt_desktop.look.text import letter, problem, tr
from ttt_desktop.session.game import GameController
from ttt_desktop.session.task import Task
from ttt_desktop.session.view import View

_OWNER = "setup"

LEAST = 3
"""The least side of a board, and the shortest line, that can be chosen."""

_NEXT = {EMPTY: PLAYERX, PLAYERX: PLAYERO, PLAYERO: EMPTY}


class PositionEditor(QObject):
    """Changes a position that lies over the user's game.

    Attributes:
        rules: what is to be played by.
        player: the side to move.
        change: what was changed last, in a few words; empty at first.

    Signals:
        changed(): the position is another one, or was left.
    """

    changed = Signal()

    def __init__(self, controller: GameController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.rules, self.player, self.change = Rules(LEAST, LEAST), PLAYERX, ""
        self._board, self._chosen = Board.empty(self.rules), False
        controller.follow(self._look, View.task)

    @property
    def active(self) -> bool:
        """Whether a position is set up."""
        return self._controller.view.is_asked_by(_OWNER)

    @property
    def problem(self) -> str:
        """Why the position cannot be played from, as a sentence; empty where it can."""
        try:
            legal(self._board, self.player)
        except ValueError as error:
            sentence = problem(error)
            return f"{sentence[0].upper()}{sentence[1:]}."
        return ""

    @property
    def start(self) -> Position:
        """The position, to be played from; ValueError where it cannot be."""
        return legal(self._board, self.player)

    def begin(self) -> None:
        """Set up a position, beginning with the one that is shown."""
        game = self._controller.game
        if not self.active:
            size = max(LEAST, game.rules.size)
            self.player = game.to_move
            self._board, self.change, self._chosen = game.board, "", False
            self.rules = Rules(size, max(LEAST, game.rules.line), game.rules.rule)
            self._fit()
        self._show()

    def turn(self, square: Square, wanted: int = EMPTY) -> None:
        """Change a square.

        Args:
            wanted: the mark that it gets; it is taken away where it is there. Where none is given,
                an empty square gets X, X becomes O, and O is taken away.
        """
        before = self._board.square(*square)
        mark = _NEXT[before] if wanted == EMPTY else EMPTY if before == wanted else wanted
        self._board.set_up(*square, mark)
        shown = letter(mark) if mark != EMPTY else tr("empty")
        self.change = tr("{square}: {mark}.", square=square_name(square), mark=shown)
        self._follow_marks()
        self._show()

    def _follow_marks(self) -> None:
        """Have the side move whose turn it is by the marks, unless another one was chosen."""
        before = self.player
        if self._chosen and not self.problem:
            return
        self.player = next_player(self._board)
        if self._chosen and self.problem:
            self.player = before

    def choose_player(self, player: int) -> None:
        """Have a side move first."""
        self.player, self.change, self._chosen = player, "", True
        self._show()

    def choose_rules(self, rules: Rules) -> None:
        """Take other rules; marks that are off the board then are lost."""
        self.rules, self.change = rules, ""
        self._fit()
        self._show()

    @Slot()
    def clear(self) -> None:
        """Take all marks away."""
        self._board = Board.empty(self.rules)
        self.player, self.change, self._chosen = PLAYERX, tr("The board is empty."), False
        self._show()

    @Slot()
    def leave(self) -> None:
        """Go back to the user's game."""
        if self.active:
            self._controller.overlays.leave()

    def _fit(self) -> None:
        """Put the marks on a board of these rules."""
        fitted = Board.empty(self.rules)
        for row, marks in enumerate(self._board.rows[: self.rules.size]):
            for col, mark in enumerate(marks[: self.rules.size]):
                fitted.set_up(row, col, mark)
        self._board = fitted

    def _show(self) -> None:
        marks = bytes(mark for row in self._board.rows for mark in row)
        start = Position(self.rules, self.player, marks)
        asked = tr("A position is set up: {mark} to move.", mark=letter(self.player))
        task, game = Task(_OWNER, asked, asks=False), Game(self.rules, start)
        if self.active:
            self._controller.overlays.change_task(task, game=game)
        else:
            self._controller.overlays.show_task(game, task)
        self.changed.emit()

    @Slot()
    def _look(self) -> None:
        if not self.active:
            self.changed.emit()
