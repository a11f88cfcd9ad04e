"""The pairs of squares in which a side can answer every move and never lose, on the board."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from engine import PLAYERO, PLAYERX, Square, switch_player
from engine.pairing import answers
from engine.position import Position
from ttt_desktop.play.board_view import BoardView
from ttt_desktop.play.standing import GameStanding


class Pairs(QObject):
    """Keeps the pairs on the board in step with the game, while they are shown.

    Args:
        controller: the game.
        view: where they are drawn.
        parent: the Qt owner.

    Attributes:
        shown: whether they are to be seen.
    """

    def __init__(
        self, controller: GameStanding, view: BoardView, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller, self._view = controller, view
        self.shown = False
        controller.changed.connect(self._refresh)

    @property
    def exist(self) -> bool:
        """Whether there are pairs in the position."""
        return bool(self.found())

    def show(self, shown: bool) -> None:
        """Show or hide them."""
        self.shown = shown
        self._refresh()

    def found(self) -> list[tuple[Square, Square]]:
        """Return the pairs of the position, each once; those of the machine where it plays."""
        game, controller = self._controller.game, self._controller
        if game.result is not None:
            return []
        position = Position.of(game.board, game.to_move)
        machines = [mark for mark in (PLAYERO, PLAYERX) if controller.is_machine(mark)]
        for defender in dict.fromkeys((*machines, PLAYERO, PLAYERX)):
            partner = answers(position, switch_player(defender))
            if partner:
                side = game.rules.size
                return [
                    (divmod(square, side), divmod(other, side))
                    for square, other in partner.items()
                    if square < other
                ]
        return []

    @Slot()
    def _refresh(self) -> None:
        self._view.show_pairs(self.found() if self.shown else [])
