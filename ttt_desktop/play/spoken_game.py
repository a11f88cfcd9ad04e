"""Has what happens in a game read out: moves, moves taken back, another game."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from engine import Game, Square, square_name
from ttt_desktop.look.spoken import Herald
from ttt_desktop.look.text import letter, listed, rule_text, tr
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.words import place_sentence


class SpokenGame(QObject):
    """Says what the eye sees on the board.

    Args:
        herald: reads sentences out.
    """

    def __init__(self, controller: Stage, herald: Herald) -> None:
        super().__init__(herald)
        self._controller = controller
        self._herald = herald
        self._game = controller.game
        self._moves = tuple(controller.game.moves)
        self._looked_back = False
        controller.moved.connect(self._say_move)
        controller.follow(self._say_change, "game", "moves", "rest")

    @Slot(object)
    def _say_move(self, square: Square) -> None:
        if self._controller.game is not self._game:
            self._say_change()
        self._moves = tuple(self._controller.game.moves)
        mark = letter(self._controller.game.board.square(*square))
        self._herald.say(tr("{mark} plays {square}", mark=mark, square=square_name(square)))

    @Slot()
    def _say_change(self) -> None:
        game, before = self._controller.game, self._moves
        now = self._moves = tuple(game.moves)
        looked_back, self._looked_back = self._looked_back, self._controller.view.looks_back
        if self._controller.in_setup:
            self._game = game  # the bar says what was changed
        elif game is not self._game:
            self._game = game
            what = tr("Another game: {rule}") if now else tr("New game: {rule}")
            self._herald.say(what.format(rule=rule_text(game.rules)))
        elif self._looked_back:
            return  # the headline says where
        elif looked_back and len(now) > len(before):
            self._herald.say(place_sentence(self._controller.view))
        elif len(now) < len(before):
            gone = _named(game, before, len(now))
            self._herald.say(tr("Taken back: {moves}", moves=listed(reversed(gone))))
        elif len(now) > len(before):
            replayed = _named(game, now, len(before))
            self._herald.say(tr("Made again: {moves}", moves=listed(replayed)))


def _named(game: Game, moves: tuple[Square, ...], first: int) -> list[str]:
    """Return moves of a game from the ``first`` on, such as "X C3"."""
    plies = range(first, len(moves))
    return [f"{letter(game.mover(ply + 1))} {square_name(moves[ply])}" for ply in plies]
