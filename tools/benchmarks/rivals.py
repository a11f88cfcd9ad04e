"""The tree against rivals: what it was before, and programs from elsewhere.

Each opening is played from both sides, and the two games count as one pair. Trees get processor
time; other players keep to their own settings. What is proven ends a tree's thinking, not the game.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time, thread_time

from engine import PLAYERO, PLAYERX, Board, Game, Rules
from engine.players.kind import PlayerSpec
from engine.rules import Square
from engine.search.limit import Limit
from engine.search.tree import TreeSearch
from engine.tournament.statistics import Scores

OPENINGS = Path(__file__).with_name("balanced.txt")
PORTION = 200
USUAL = (("15x15/5", 0.1, 20), ("10x10/5", 0.1, 10), ("7x7/4", 0.1, 10), ("25x25/5", 0.1, 5))
"""What is played where no options are given: board, seconds a move, pairs."""


class Rival:
    """A side of a match.

    Args:
        text: a player's text; trees take their time from here, others from ``seconds`` in it.
        seconds: of the processor, for a move.

    Attributes:
        spent: seconds of the processor so far.
        moves: how many moves these were for.
        simulations: of a tree.
    """

    def __init__(self, text: str, seconds: float) -> None:
        self._spec, self._seconds = PlayerSpec.parse(text), seconds
        self._player = None if self._spec.kind.word == "tree" else self._spec.make()
        self.spent, self.moves, self.simulations = 0.0, 0, 0

    def choose(self, board: Board, player: int, seed: int) -> Square:
        """Return a move."""
        start = process_time()
        if self._player is None:
            square = self._grown(board, player, seed)
        else:
            square = self._player.choose(board, player, seed).square
        self.spent += process_time() - start
        self.moves += 1
        return square

    def _grown(self, board: Board, player: int, seed: int) -> Square:
        start, sight = thread_time(), int(self._spec.number("sight"))
        search = TreeSearch(board, player, Limit(10**9), seed, leaves=sight)
        wanted = done = 0
        while done == wanted and thread_time() - start < self._seconds:
            wanted += PORTION
            done = search.grow(wanted - done)
        self.simulations += done
        return max(search.moves(), key=lambda move: move.rank).square


def openings(rules: Rules) -> list[list[Square]]:
    """Return the balanced openings for some rules."""
    balanced = []
    for line in OPENINGS.read_text().splitlines():
        if line.startswith("#"):
            continue
        size, length, *moves = map(int, line.split())
        if (size, length) == (rules.size, rules.line):
            balanced.append([divmod(move, size) for move in moves])
    return balanced


def played(rules: Rules, opening: list[Square], sides: dict[int, Rival], seed: int) -> int | None:
    """Play on from an opening and return the mark that won."""
    game = Game.of(rules, opening)
    while game.result is None:
        game.play(sides[game.to_move].choose(game.board, game.to_move, seed + len(game.moves)))
    return game.result.winner


def match(
    rules: Rules, texts: tuple[str, str], seconds: float, pairs: int, first: int = 0
) -> dict[str, object]:
    """Play a match and return its figures.

    Args:
        texts: both players'; the results are the first one's.
        seconds: for a move.
        pairs: how many openings, each from both sides.
    """
    one, two = (Rival(text, seconds) for text in texts)
    return {
        "board": f"{rules.size}x{rules.size}/{rules.line}",
        "players": texts,
        "seconds_a_move": seconds,
        **match_of(rules, one, two, pairs, first),
    }


def match_of(rules: Rules, one: Rival, two: Rival, pairs: int, first: int = 0) -> dict[str, object]:
    """Return the first rival's results in a match of so many pairs from an opening on."""
    lines, points, games = openings(rules), [0] * 5, [0] * 3
    for number in range(first, first + pairs):
        score = 0
        for side in (PLAYERX, PLAYERO):
            sides = {side: one, PLAYERX + PLAYERO - side: two}
            winner = played(rules, lines[number % len(lines)], sides, 1000 * number + side)
            result = 1 if winner is None else 2 * (winner == side)
            games[result] += 1
            score += result
        points[score] += 1
    share = Scores(tuple(points)).interval()
    return {
        "pairs": pairs,
        "won": games[2],
        "tied": games[1],
        "lost": games[0],
        "pairs_by_points": points,
        "percent": round(100 * share.value, 1),
        "low": round(100 * share.low, 1),
        "high": round(100 * share.high, 1),
        "processor_seconds_a_move": [
            round(rival.spent / max(1, rival.moves), 3) for rival in (one, two)
        ],
        "simulations_a_move": [rival.simulations // max(1, rival.moves) for rival in (one, two)],
    }


def board_of(text: str) -> Rules:
    """Return the rules that a text such as 15x15/5 stands for."""
    if not (parts := re.fullmatch(r"(\d+)x\1/(\d+)", text)):
        raise argparse.ArgumentTypeError(f"a board is written like 15x15/5, not {text!r}")
    return Rules(int(parts[1]), int(parts[2]))


def rules_of(text: str) -> Rules:
    """Return the rules that a text stands for, if there are openings for them."""
    rules = board_of(text)
    if not openings(rules):
        raise argparse.ArgumentTypeError(f"{OPENINGS.name} has no openings for {text}")
    return rules


def measure(options: Sequence[str] = ()) -> Iterator[dict[str, object]]:
    """Yield a match's figures; those of the usual ones where no options are given."""
    parser = argparse.ArgumentParser(prog="dev.py bench rivals", description=__doc__)
    parser.add_argument("--board", type=rules_of, help="such as 15x15/5")
    parser.add_argument("--seconds", type=float, default=0.1, help="for a move")
    parser.add_argument("--pairs", type=int, default=20, help="openings, each from both sides")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first opening")
    parser.add_argument("--first", default="tree", dest="one", help="whose results they are")
    parser.add_argument("--rival", default="tree:sight=0", help="a player, such as engine:PATH")
    given = parser.parse_args(options)
    texts = (given.one, given.rival)
    if given.board is not None:
        yield match(given.board, texts, given.seconds, given.pairs, given.first)
        return
    for board, seconds, pairs in USUAL:
        yield match(rules_of(board), texts, seconds, pairs)
