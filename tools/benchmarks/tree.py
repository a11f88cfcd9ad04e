"""The solver, the tree, and both beside flat Monte Carlo at equal time of the processor."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from time import thread_time
from typing import Any

from engine import PLAYERO, PLAYERX, Board, Game, Rules, course
from engine.board import Position
from engine.native.kernel import NativePlayoutTree, NativeTree
from engine.players.level import LADDER
from engine.rules import Rule
from engine.search.limit import Limit
from engine.search.sampling import Sampler
from engine.search.solver import solve
from engine.search.tree import TreeSearch
from engine.specs import PlayerSpec
from engine.tally import best_squares
from tests.engine.matches import Match

SOLVED = (
    Rules(3, 3), Rules(3, 3, Rule.REVERSE), Rules(4, 3), Rules(4, 3, Rule.REVERSE), Rules(4, 4),
    Rules(4, 4, Rule.REVERSE), Rules(5, 3), Rules(5, 4), Rules(5, 5), Rules(8, 8),
)  # fmt: skip
SPEED = ((5, 4), (10, 5), (15, 5), (25, 5), (25, 25))
ANSWERS = ((25, 5), (25, 20), (19, 5), (15, 5), (10, 5), (8, 5), (7, 5), (7, 4))
MATCHES = ((5, 4), (10, 5), (15, 5))
SECONDS_A_MOVE, GAMES, OPENING = 0.01, 100, 3

Chooser = Callable[[Board, int], tuple[int, int]]
"""Returns a move for a side, in ``SECONDS_A_MOVE`` of the processor's time."""


def measure_solver() -> Iterator[dict[str, Any]]:
    """Yield how long it takes to value every first move of a board."""
    for rules in SOLVED:
        start = thread_time()
        solution = solve(Board(rules.size, rules.reverse, None, rules.line), PLAYERX)
        assert solution is not None
        yield {
            "rules": str(rules),
            "value_for_x": solution.value,
            "nodes": solution.nodes,
            "processor_seconds": round(thread_time() - start, 3),
        }


def measure_tree() -> Iterator[dict[str, Any]]:
    """Yield the tree's simulations a second, and their ratio to the course's playouts."""
    for size, line in SPEED:
        board = Board(size, win_length=line)
        tree = NativeTree(Position.of(board, PLAYERX), 0, ())
        start = thread_time()
        while thread_time() - start < 1:
            done = tree.grow(500)
        rate = done / (thread_time() - start)
        start, played = thread_time(), 0
        while thread_time() - start < 1:
            course.mc_move(board, PLAYERX, 10)
            played += 10
        reference = played / (thread_time() - start)
        yield {
            "board": size,
            "line": line,
            "simulations_a_second": round(rate),
            "course_playouts_a_second": round(reference),
            "ratio": round(rate / reference),
            "nodes": tree.nodes,
        }


def measure_master() -> Iterator[dict[str, Any]]:
    """Yield the processor's time for Master's second move, and for the same tree search alone."""
    for size, line in ANSWERS:
        board, master = Board(size, win_length=line), PlayerSpec.parse(LADDER[-1]).make()
        board.move(size // 2, size // 2, PLAYERX)
        start = thread_time()
        analysis = master.choose(board, PLAYERO, seed=1).analysis
        middle = thread_time()
        assert analysis is not None
        TreeSearch(board, PLAYERO, Limit(analysis.count), seed=0).result()
        answer, tree = middle - start, thread_time() - middle
        yield {
            "board": size,
            "line": line,
            "certainty": analysis.certainty.name,
            "simulations": analysis.count,
            "processor_seconds": round(answer, 3),
            "the_tree_alone": round(tree, 3),
            "ratio": round(answer / tree, 2),
        }


def measure_match() -> Iterator[dict[str, Any]]:
    """Yield games of the tree against flat Monte Carlo, each opening played from both sides."""
    for size, line in MATCHES:
        lost: list[tuple[Game, int]] = []
        result = played_match(Rules(size, line), _by_tree, by_playouts, lost)
        yield result | {"of_them_lost_from_the_opening_on": sum(_is_lost(*game) for game in lost)}


def played_match(
    rules: Rules, first: Chooser, second: Chooser, lost: list[tuple[Game, int]] | None = None
) -> dict[str, Any]:
    """Return the first one's results against another one, each opening played from both sides.

    ``lost`` gets the opening and the side of each game that the first one lost.
    """
    chance, points = random.Random(1), [0, 0, 0]
    for _ in range(GAMES // 2):
        opening = _opening(rules, chance)
        for side in (2, 3):
            winner = _played(opening, {side: first, 5 - side: second})
            points[0 if winner == side else 1 if winner is None else 2] += 1
            if winner == 5 - side and lost is not None:
                lost.append((opening, side))
    result = Match(*points)
    return {
        "board": rules.size,
        "line": rules.line,
        "reverse": rules.reverse,
        "won": result.won,
        "tied": result.tied,
        "lost": result.lost,
        "percent": round(100 * result.share, 1),
        "low": round(100 * result.low, 1),
        "high": round(100 * result.high, 1),
    }


def _opening(rules: Rules, chance: random.Random) -> Game:
    """Return a game of a few random moves."""
    game = Game(rules)
    while len(game.moves) < OPENING:
        game.play(chance.choice(game.board.get_empty_squares()))
    return game


def _is_lost(opening: Game, side: int) -> bool:
    """Whether the solver knows that a side loses from an opening on."""
    solution = solve(opening.board, opening.to_move, nodes=30_000_000)
    value = 0 if solution is None else solution.value
    return (value if opening.to_move == side else -value) < 0


def _played(opening: Game, choosers: Mapping[int, Chooser]) -> int | None:
    """Play on from an opening, and return the mark that won."""
    game = Game(opening.rules)
    for square in opening.moves:
        game.play(square)
    while game.result is None:
        game.play(choosers[game.to_move](game.board, game.to_move))
    return game.result.winner


def _by_tree(board: Board, player: int) -> tuple[int, int]:
    return grown(NativeTree(Position.of(board, player), 0, ()), board.size)


def grown(tree: NativeTree | NativePlayoutTree, size: int) -> tuple[int, int]:
    """Return the move that a tree would play once its time is over, or that it has proven."""
    start, before = thread_time(), -1
    while thread_time() - start < SECONDS_A_MOVE and (done := tree.grow(50)) > before:
        before = done
    moves = tree.children(())
    square = max(moves, key=lambda move: (move[4] == 1, move[5] > -1, move[1]))[0]
    return divmod(square, size)


def by_playouts(board: Board, player: int) -> tuple[int, int]:
    """Return flat Monte Carlo's move."""
    start, sampler, block = thread_time(), Sampler(board, player), 0
    tally = sampler.draw(0, 256)
    while thread_time() - start < SECONDS_A_MOVE:
        block += 1
        tally += sampler.draw(block, min(256, sampler.block))
    return best_squares(board, tally.scores(player, 1.0, 1.0))[0]
