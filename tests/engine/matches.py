"""How well players play: matches, both sides of each seed, and the positions of 3x3."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from engine import PLAYERO, PLAYERX, Board, Game, Player, Rules, parse_board, perfect_values
from engine.players.level import LADDER
from engine.search.limit import Limit
from engine.search.tree import Leaves, TreeSearch
from engine.specs import PlayerSpec
from engine.tournament.statistics import elo, score_of_elo
from tests.engine.exact import as_rows, open_positions

BOARDS = {
    Rules(3, 3): (1000, 1000), Rules(4, 4): (1200, 1200), Rules(5, 4): (160, 80),
    Rules(7, 4): (160, 60), Rules(10, 5): (60, 20), Rules(15, 5): (40, 20),
}  # fmt: skip
"""Where neighbouring levels meet, and in how many games; the second number is that of the two best
pairs, whose games take long. On the two small boards most games are ties: many show little."""


@dataclass(frozen=True)
class Match:
    """How a match ended, for its first player."""

    won: int
    tied: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.tied + self.lost

    @property
    def share(self) -> float:
        """Its share of the points, from 0 to 1."""
        return (self.won + self.tied / 2) / self.games

    @property
    def low(self) -> float:
        """The lower end of the share's 95 % interval."""
        return score_of_elo(elo(self.won, self.tied, self.lost).low)

    @property
    def high(self) -> float:
        """The upper end of the share's 95 % interval."""
        return score_of_elo(elo(self.won, self.tied, self.lost).high)


def played(rules: Rules, players: dict[int, Player], seed: int) -> int | None:
    """Play a game and return the mark that won, or None."""
    chance, game = random.Random(seed), Game(rules)
    while game.result is None:
        player = players[game.to_move]
        game.play(player.choose(game.board, game.to_move, chance.getrandbits(60)).square)
    return game.result.winner


def match(first: str, second: str, rules: Rules, games: int) -> Match:
    """Play a match, each seed once from both sides."""
    one, two = (PlayerSpec.parse(text).make() for text in (first, second))
    points = {True: 0, None: 0, False: 0}
    for seed in range(games // 2):
        for side in (PLAYERX, PLAYERO):
            players = {side: one, PLAYERX + PLAYERO - side: two}
            winner = played(rules, players, seed)
            points[None if winner is None else winner == side] += 1
    return Match(points[True], points[None], points[False])


def step_is_sure(rules: Rules, share: float, low: float) -> bool:
    """Whether a level is stronger than the one below it, by its share and the interval's lower end.

    On boards up to 4x4 most games are ties, and shares lie close to a half.
    """
    return low > 0.5 if rules.size < 5 else share >= 0.53


def neighbours(rules: Rules) -> list[tuple[str, str, int]]:
    """Return each level, the one below it, and how many games they play."""
    many, few = BOARDS[rules]
    pairs = list(zip(LADDER[1:], LADDER, strict=False))
    return [(*pair, few if pair in pairs[-2:] else many) for pair in pairs]


@cache
def _truths(reverse: bool, every: int) -> list[tuple[Board, int, dict[tuple[int, int], int]]]:
    """Return positions of 3x3 with a move to make, the side to move, the truth: 4,520 in all."""
    truths = []
    for cells in open_positions()[::every]:
        player = PLAYERX if cells.count("X") == cells.count("O") else PLAYERO
        board = parse_board(as_rows(cells), reverse)
        truths.append((board, player, perfect_values(board, player)))
    return truths


def wrong_moves(
    simulations: int, seed: int, leaves: Leaves, reverse: bool = False, every: int = 1
) -> int:
    """Count the positions of 3x3 in which a move that a tree may play gives something away.

    Args:
        simulations: in each position.
        seed: of each tree.
        leaves: how it values positions (see ``TreeSearch``).
        reverse: the rule.
        every: look at one position of so many only.
    """
    wrong = 0
    for board, player, truth in _truths(reverse, every):
        search = TreeSearch(board, player, Limit(simulations), seed, leaves=leaves)
        best = search.look(simulations, lambda: None).best
        wrong += min(truth[square] for square in best) < max(truth.values())
    return wrong
