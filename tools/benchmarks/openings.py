"""Balanced openings for matches between trees, found by searches and by games.

An opening is balanced where two things hold. A long search of either tree, with patterns and with
windows alone, finds that neither side is much better. And in games of either tree against itself,
each with another number of simulations, both marks win: a position that looks even may still be one
that everybody wins from the same side, and a pair of games from it tells nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice, repeat
from random import Random

from engine import PLAYERO, PLAYERX, Game, Rules
from engine.rules import Square
from engine.search.limit import Limit
from engine.search.tree import PATTERNS, WINDOWS, Move, TreeSearch
from tools.benchmarks.rivals import board_of

MARKS = (4, 5, 6, 7)
"""How many marks an opening may have, X's first."""

NEAR = 7
"""They lie on so many rows and columns in the middle, or one more where the side is even."""

SIMULATIONS = {PATTERNS: 1, WINDOWS: 3}
"""Those of a tree for one of the tree with patterns, whose simulations take longer."""

FIRST_LOOK, LONG_LOOK = 1000, 60_000
EVEN = 0.3
"""What a side may be better by, at most: the value of its best move."""

GAMES = (4000, 5000, 6000, 7000)
"""Simulations a move, in games of a tree against itself."""


def best_move(game: Game, sight: int, simulations: int) -> Move:
    """Return what a tree plays after so many simulations."""
    search = TreeSearch(game.board, game.to_move, Limit(10**9), 1, leaves=sight)
    search.grow(simulations)
    return max(search.moves(), key=lambda move: move.rank)


def drawn(rules: Rules, random: Random) -> list[Square]:
    """Return a few marks near the middle."""
    least = max(0, (rules.size - NEAR) // 2)
    places = range(least, rules.size - least)
    squares = [(row, col) for row in places for col in places]
    return random.sample(squares, random.choice(MARKS))


def is_even(game: Game, simulations: int) -> bool:
    """Return whether both trees see no side much better."""
    if game.result is not None:
        return False
    values = (
        best_move(game, sight, more * simulations).value for sight, more in SIMULATIONS.items()
    )
    return all(value is not None and abs(value) <= EVEN for value in values)


def is_open(rules: Rules, opening: Sequence[Square]) -> bool:
    """Return whether both marks win games of each tree against itself."""
    for sight, more in SIMULATIONS.items():
        winners = set()
        for simulations in GAMES:
            game = Game.of(rules, opening)
            while game.result is None:
                game.play(best_move(game, sight, more * simulations).square)
            winners.add(game.result.winner)
            if winners >= {PLAYERX, PLAYERO}:
                break
        else:
            return False
    return True


def balanced(rules: Rules, seed: int) -> list[Square] | None:
    """Return the first opening from a seed on that looks even, if it is balanced."""
    random = Random(seed)
    opening = drawn(rules, random)
    while not is_even(Game.of(rules, opening), FIRST_LOOK):
        opening = drawn(rules, random)
    if is_even(Game.of(rules, opening), LONG_LOOK) and is_open(rules, opening):
        return opening
    return None


def measure(options: Sequence[str] = ()) -> Iterator[dict[str, object]]:
    """Yield balanced openings, each as a line of ``balanced.txt``."""
    parser = argparse.ArgumentParser(prog="dev.py bench openings", description=__doc__)
    parser.add_argument("--board", type=board_of, default="15x15/5", help="such as 15x15/5")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(options)
    rules, count = given.board, 0
    with ProcessPoolExecutor() as pool:
        seeds = range(1000 * given.seed, 1000 * given.seed + 1000)
        openings = filter(None, pool.map(balanced, repeat(rules), seeds))
        try:
            for opening in islice(openings, given.count):
                moves = " ".join(str(row * rules.size + col) for row, col in opening)
                count += 1
                yield {"line": f"{rules.size} {rules.line} {moves}"}
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    if count < given.count:
        yield {"found": count, "wanted": given.count, "missing": "ask for more with another --seed"}
