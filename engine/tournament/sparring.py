"""Games of one player against another one, from openings of two random marks.

From the empty board two machines would play the same game again and again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from engine.board import PLAYERO, PLAYERX
from engine.game import Game
from engine.players.player import Player
from engine.rules import Rules

OPENING = 2
"""The random marks with which each game but the first two begins."""


def spar(player: Player, other: Player, rules: Rules, games: Iterable[int]) -> tuple[int, int, int]:
    """Play some games; return how many ``player`` has lost, tied and won.

    Each opening is played from both sides: by the games of an even number and of the one after it.
    Both begin with the empty board in the first two. A game depends on its number alone.

    Args:
        player: whose games are counted.
        games: the numbers of the games, from 0.
    """
    counts = [0, 0, 0]
    for number in games:
        chance = random.Random(number // 2)
        game = Game(rules)
        while len(game.moves) < OPENING * (number > 1):
            game.play(chance.choice(game.board.get_empty_squares()))
        side = PLAYERO if number % 2 else PLAYERX
        chance = random.Random(f"game {number}")
        while game.result is None:
            mover = player if game.to_move == side else other
            chosen = mover.choose(game.board, game.to_move, chance.getrandbits(63))
            game.play(chosen.square)
        winner = game.result.winner
        counts[1 if winner is None else 2 if winner == side else 0] += 1
    return counts[0], counts[1], counts[2]
