"""The pairs of squares in which a side can answer every move and never lose, on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPen

from engine import PLAYERO, PLAYERX, Square, switch_player
from engine.board import Position
from engine.search.pairs import answers, may_foul
from ttt_desktop.board.board_view import BoardView
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View

_GOLDEN = 0.618
"""A step round the circle of hues after which neighbours never look alike."""


class Pairs(QObject):
    """Keeps the pairs on the board in step with the game, while they are shown.

    Attributes:
        shown: whether they are to be seen.
        found: the pairs of the position, each once; those of the machine where it plays.
    """

    def __init__(
        self, controller: GameController, view: BoardView, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller, self._view = controller, view
        self.shown = False
        self._searched: object = None
        self.found: list[tuple[Square, Square]] = []
        view.overlays.append(self._draw)
        self._refresh()
        controller.follow(self._refresh, View.game, View.moves, View.seats_now)

    def show(self, shown: bool) -> None:
        """Show or hide them."""
        self.shown = shown
        self._view.viewport().update()

    def _draw(self, painter: QPainter, place: Callable[[Square], QRectF]) -> None:
        """Join the squares of each pair; neighbouring pairs differ in colour."""
        if not self.shown:
            return
        for number, pair in enumerate(self.found):
            ends = [place(square) for square in pair]
            side = ends[0].width()
            colour = QColor.fromHsvF(number * _GOLDEN % 1, 0.65, 0.85 if number % 2 else 0.6, 0.75)
            pen = QPen(colour, max(2.0, side * 0.07))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(ends[0].center(), ends[1].center())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            for end in ends:
                painter.drawEllipse(end.center(), side * 0.13, side * 0.13)

    def _search(self, machines: Sequence[int]) -> list[tuple[Square, Square]]:
        view = self._controller.view
        if view.result is not None:
            return []
        position = Position.of(view.game.board, view.to_move)
        for defender in dict.fromkeys((*machines, PLAYERO, PLAYERX)):
            if may_foul(view.game.rules, defender):
                continue  # without a line of the other side it may lose as well
            partner = answers(position, switch_player(defender))
            if partner:
                side = view.game.rules.size
                return [
                    (divmod(square, side), divmod(other, side))
                    for square, other in partner.items()
                    if square < other
                ]
        return []

    @Slot()
    def _refresh(self) -> None:
        view = self._controller.view
        machines = [mark for mark in (PLAYERO, PLAYERX) if view.is_machine(mark)]
        searched = view.game, view.moves, machines
        if searched != self._searched:
            self._searched, self.found = searched, self._search(machines)
            if self.shown:
                self._view.viewport().update()
