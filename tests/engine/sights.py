"""What a player sees in games: wins taken, single threats blocked, double threats answered."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from engine import PLAYERO, PLAYERX, Board, Game, Rules, switch_player
from engine.rules import Square
from engine.search.windows import completing, double_threats
from engine.specs import PlayerSpec

KINDS = WINS, BLOCKS, DOUBLES = (
    "wins taken",
    "single threats blocked",
    "double threats answered",
)

SIGHT_GAMES = {
    Rules(3, 3): 400, Rules(4, 4): 500, Rules(5, 4): 160,
    Rules(7, 4): 120, Rules(10, 5): 40, Rules(15, 5): 20,
}  # fmt: skip
"""Where it is measured what the levels see, and in how many games against themselves."""


@dataclass(frozen=True)
class Sight:
    """How often a player saw something, and how often there was something to be seen."""

    seen: int
    asked: int

    @property
    def share(self) -> float:
        """The share that it saw, from 0 to 1; 1 where there was nothing."""
        return self.seen / self.asked if self.asked else 1.0


def sights(text: str, opponent: str, rules: Rules, games: int) -> dict[str, Sight]:
    """Play games, each seed once from both sides, and return what the first player saw in them."""
    player, other = PlayerSpec.parse(text).make(), PlayerSpec.parse(opponent).make()
    asked, seen = Counter[str](), Counter[str]()
    for seed in range(games // 2):
        for side in (PLAYERX, PLAYERO):
            chance, game = random.Random(seed), Game(rules)
            while game.result is None:
                mover, board = game.to_move, game.board
                chooser = player if mover == side else other
                square = chooser.choose(board, mover, chance.getrandbits(60)).square
                if mover == side:
                    for kind, saw in judged(board, mover, square):
                        asked[kind] += 1
                        seen[kind] += saw
                game.play(square)
    return {kind: Sight(seen[kind], asked[kind]) for kind in KINDS}


def judged(board: Board, player: int, square: Square) -> list[tuple[str, bool]]:
    """Return what there was to be seen before a move, at most one thing, and whether it was.

    A win is a line of one's own that lacks one mark. Where there is none, a single threat is one
    square where the other side would complete a line. Where there is neither, a double threat is
    a square where a mark of the other side would leave two such squares. Double threats count
    where one mark can answer all of them, and the player could not make one itself; and not where
    the player makes a threat of its own, which puts its answer off.
    """
    other = switch_player(player)
    own, rows = completing(board, player), completing(board, other)
    if own:
        return [(WINS, square in own)]
    if rows:
        return [(BLOCKS, square in rows)] if len(rows) == 1 else []
    doubles = double_threats(board, other)
    if not doubles or double_threats(board, player):
        return []
    candidates = {*doubles, *(at for squares in doubles.values() for at in squares)}
    if all(double_threats(_after(board, player, at), other) for at in candidates):
        return []
    after = _after(board, player, square)
    return [] if completing(after, player) else [(DOUBLES, not double_threats(after, other))]


def _after(board: Board, player: int, square: Square) -> Board:
    after = board.clone()
    after.move(*square, player)
    return after
