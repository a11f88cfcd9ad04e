"""Ready positions that show what Monte Carlo scoring does well, and where it is blind. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Game, Rules, parse_square


@dataclass(frozen=True, slots=True)
class ReadyPosition:
    """A position worth looking at.

    Attributes:
        title: its name in the menu.
        moves: the moves that lead to it, X first.
        text: what there is to see, in a sentence or two.
        reverse: whether it is one of the reverse game.
    """

    title: str
    moves: str
    text: str
    reverse: bool = False

    def game(self) -> Game:
        """Return the game that leads to the position."""
        game = Game(Rules.of(3, reverse=self.reverse))
        for move in self.moves.split():
            game.play(parse_square(move, 3))
        return game


POSITIONS = (
    ReadyPosition(
        "Takes the win",
        "A1 A2 B1 B2",
        "X can win at C1. Most playouts that X wins have an X there, so its score is far ahead.",
    ),
    ReadyPosition(
        "Blocks",
        "A1 B2 B1",
        "X threatens C1. In most playouts that X wins, C1 carries an X, so the score of C1 for O "
        "is the greatest. It blocks, though no rule tells it to.",
    ),
    ReadyPosition(
        "The corner trap that infinite trials still lose",
        "A1 B2 C3",
        "O to move. Random playouts like the free corners best, however many there are; but X "
        "then forces a win by a double threat. An edge would hold the tie.",
    ),
    ReadyPosition(
        "A fair opening",
        "B2",
        "O to move. Corners hold the tie, edges lose to perfect play; the scores say so too.",
    ),
    ReadyPosition(
        "Misère trap: the first move",
        "",
        "The reverse game: completing a line loses. Random playouts shun the centre, the "
        "only first move of X that holds the tie.",
        reverse=True,
    ),
    ReadyPosition(
        "Misère trap: a win thrown away",
        "B1 A2 C2",
        "The reverse game, O to move. Any free corner but C1 wins by force; random playouts prefer "
        "B3, which only ties.",
        reverse=True,
    ),
    ReadyPosition(
        "Misère: the mirror",
        "B2 A1",
        "The reverse game, X to move. Mirroring O's every move through the centre keeps the tie, "
        "and here the random playouts find it.",
        reverse=True,
    ),
)
