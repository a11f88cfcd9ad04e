"""What a level of the ladder notices of a position: lines, double threats and squares."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.board import Board, switch_player
from engine.rules import Rules, Square
from engine.search.windows import completing, double_threats


@dataclass(frozen=True, slots=True)
class Attention:
    """What a level notices, and how far it looks.

    ``block``, ``double`` and ``sight`` are chances beside the last mark. They fall with each step
    from it: what is 0.8 there is 0.64 two squares away, 0.51 three away; and 1 overlooks nothing
    anywhere.

    Attributes:
        win: the chance of noticing that a line of its own lacks one mark.
        block: the same, for a line of the other side.
        double: the chance of noticing a square where a mark of either side makes a double threat.
        sight: the chance of thinking of any other square.
        simulations: how many it compares the squares with that it thinks of.
    """

    win: float
    block: float
    double: float
    sight: float
    simulations: int


_SMALL, _LARGE = 16, 50
"""Up to so many squares a board is small, and from so many on large."""

LEVELS = {
    "Novice": (
        Attention(0.45, 0.32, 0, 0.1, 4),
        Attention(0.2, 0.2, 0, 0.05, 4),
        Attention(0.17, 0.17, 0, 0.045, 4),
    ),
    "Beginner": (
        Attention(0.6, 0.55, 0, 0.1, 8),
        Attention(0.5, 0.5, 0.1, 0.11, 6),
        Attention(0.7, 0.7, 0.2, 0.2, 8),
    ),
    "Easy": (
        Attention(0.85, 0.8, 0.2, 0.1, 16),
        Attention(0.75, 0.75, 0.4, 0.2, 12),
        Attention(0.93, 0.93, 0.55, 0.31, 16),
    ),
    "Medium": (
        Attention(1, 0.98, 0.7, 0.1, 50),
        Attention(1, 0.99, 0.93, 0.09, 18),
        Attention(1, 0.995, 0.89, 0.4, 40),
    ),
    "Hard": (
        Attention(1, 1, 0.85, 0.15, 200),
        Attention(1, 1, 0.95, 0.26, 40),
        Attention(1, 1, 0.98, 0.65, 340),
    ),
    "Expert": (
        Attention(1, 1, 0.95, 0.4, 1000),
        Attention(1, 1, 0.98, 0.48, 400),
        Attention(1, 1, 1, 0.84, 1500),
    ),
}
"""What each level but the best one notices on small, middle and large boards, the weakest first."""


def attention_of(level: str, rules: Rules) -> Attention:
    """Return what a level notices on a board."""
    small, middle, large = LEVELS[level]
    squares = rules.size**2
    return small if squares <= _SMALL else large if squares >= _LARGE else middle


class Noticed:
    """What is noticed of a position.

    Attributes:
        squares: what to choose from; none for all of them.
        overlooks: whether there are lines that lack one mark, and all of them were overlooked.
    """

    def __init__(
        self, attention: Attention, board: Board, player: int, chance: random.Random
    ) -> None:
        self._board, self._player = board, player
        self._attention, self._chance = attention, chance
        self._empty = board.moves_for(player)
        own = completing(board, player)
        sees_own = chance.random() < attention.win
        self.overlooks = False
        if board.rules.reverse:  # a line of its own would lose
            self.squares = self._seen([at for at in self._empty if not (sees_own and at in own)])
        elif own and sees_own:
            self.squares = own
        else:
            self.squares = self._without_a_win(own)
        if len(self.squares) == len(self._empty):
            self.squares = []

    def _without_a_win(self, own: list[Square]) -> list[Square]:
        """Return what to choose from where no line of its own is noticed."""
        other = completing(self._board, switch_player(self._player))
        blocks = [
            square
            for square in other
            if square in self._empty and self._sees(square, self._attention.block)
        ]
        if blocks:
            return blocks
        lines = {*own, *other}
        self.overlooks = bool(lines)
        squares = self._seen([square for square in self._empty if square not in lines])
        return squares if lines else sorted({*squares, *self._of_double_threats()})

    def _of_double_threats(self) -> list[Square]:
        """Return the squares that make the double threats that are noticed, or answer them."""
        noticed: list[Square] = []
        for side in (self._player, switch_player(self._player)):
            for square, completions in double_threats(self._board, side).items():
                if self._sees(square, self._attention.double):
                    noticed.append(square)
                    if side != self._player and len(completions) == 2:
                        noticed += completions
        return [square for square in noticed if square in self._empty]

    def _seen(self, squares: list[Square]) -> list[Square]:
        """Return those squares that are thought of: at least one, most likely a near one.

        Args:
            squares: what there is to be thought of; all that are empty where there are none.
        """
        sight = self._attention.sight
        drawn = sorted(
            (self._chance.random() / sight ** self._steps(square), square)
            for square in squares or self._empty
        )
        return [square for number, square in drawn if number < 1] or [at for _, at in drawn[:1]]

    def _sees(self, square: Square, beside: float) -> bool:
        return self._chance.random() < beside ** self._steps(square)

    def _steps(self, square: Square) -> int:
        """Return how far a square is from the last mark; 1 where that is not known."""
        last = self._board.last
        if last is None:
            return 1
        return max(abs(square[0] - last[0]), abs(square[1] - last[1]))
