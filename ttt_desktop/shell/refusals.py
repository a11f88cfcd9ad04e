"""How a square is refused: it is shaken, and why is said in words."""

from __future__ import annotations

from engine import EMPTY, Square, square_name
from ttt_desktop.board.board_view import BoardView
from ttt_desktop.look.text import foul_text, tr
from ttt_desktop.session.game import GameController
from ttt_desktop.shell.status_line import StatusLine


class Refusals:
    """Says why a square cannot be chosen.

    Args:
        board: shakes the square.
        status: says why.
    """

    def __init__(self, controller: GameController, board: BoardView, status: StatusLine) -> None:
        self._controller, self._board, self._status = controller, board, status

    def refuse(self, square: Square, why: str) -> None:
        """Refuse a square, for a reason."""
        self._board.refuse(square, why)
        self._status.say_again(why)

    def may(self, square: Square) -> bool:
        """Return whether the side to move may move there; where it may not, say why not."""
        game = self._controller.game
        if game.board.may(square, game.to_move):
            return True
        self.say_why_not(square)
        return False

    def is_foul(self, square: Square) -> bool:
        """Return whether a square is empty, and refused as a foul of the side to move."""
        game = self._controller.game
        empty = game.board.square(*square) == EMPTY
        return empty and game.result is None and not game.board.may(square, game.to_move)

    def say_why_not(self, square: Square) -> None:
        """Refuse a square that is taken, or where X would lose by a foul."""
        foul = self._controller.game.board.foul_at(square)
        if foul is None:
            self.say_taken(square)
            return
        name, what = square_name(square), foul_text(foul)
        why = tr("X would lose by a foul on {square}: {what}", square=name, what=what)
        self.refuse(square, why)

    def say_taken(self, square: Square) -> None:
        """Refuse a square that is taken."""
        name = square_name(square)
        self.refuse(square, tr("{square} is taken; choose an empty square", square=name))
