"""Perfect moves, where few squares are empty."""

from __future__ import annotations

import random

from engine.analysis import Solved
from engine.board import Board
from engine.exact import MAX_EMPTY, perfect_values
from engine.players.kind import PlayerKind, PlayerSpec
from engine.players.player import Decision, Player, Progress
from engine.rules import Rules


class Perfect(Player):
    """Plays a move that perfect play cannot better, any of them with the same chance.

    Only where at most nine squares are empty: on 3x3 always, on larger boards near the end.
    """

    name = "Perfect play"

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose one of the best moves (see ``Player.choose``).

        Raises:
            ValueError: also where more than nine squares are empty.
        """
        solved = Solved(board.clone(), player, perfect_values(board, player))
        return Decision(random.Random(seed).choice(solved.best), solved)


def _make(_spec: PlayerSpec) -> Perfect:
    return Perfect()


def _needs(rules: Rules) -> str:
    return "" if rules.size**2 <= MAX_EMPTY else "perfect play needs a board of at most 3x3"


KIND = PlayerKind(
    "perfect", "Perfect play", "never gives a win or a tie away, where at most nine squares are "
    "empty", _make, needs=_needs,
)  # fmt: skip
