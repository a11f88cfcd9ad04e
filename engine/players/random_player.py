"""Random moves."""

from __future__ import annotations

import random

from engine.board import Board, Position
from engine.players.kind import PlayerKind, PlayerSpec
from engine.players.player import Decision, Player, Progress


class Random(Player):
    """Plays any empty square, all with the same chance."""

    name = "Random"

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose an empty square at random (see ``Player.choose``)."""
        Position.of(board, player)
        return Decision(random.Random(seed).choice(board.moves_for(player)))


def _make(_spec: PlayerSpec) -> Random:
    return Random()


KIND = PlayerKind("random", "Random moves", "plays any empty square", _make)
