"""How the brain finds a move in time: a tree search that ends by the clock, and lost positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from time import perf_counter

from engine.board import Board, Position, switch_player
from engine.native.loading import needed_kernel
from engine.rules import Square
from engine.search.force import MAX_NODES, forced_win, sees_threats
from engine.search.limit import Limit
from engine.search.tree import PATTERNS, Growing, TreeAnalysis, TreeSearch

_NODES_A_SECOND = 25_000
"""How many positions a threat search may look at for each second that is left, for fours and for
open threes each: that takes a fifth of the time on a usual machine, and all on a slow, busy one."""

_PORTION_SECONDS, _SHARE = 0.005, 0.25
"""How long a portion of the search takes at most, and of the time that is left."""

_TRIES = (8, 64, 512, 4096)
"""How many positions a threat search may look at: wins that are found in few are short ones."""


def search_until(
    deadline: float,
    board: Board,
    player: int,
    simulations: int,
    seed: int,
    allowed: Sequence[Square],
    is_over: Callable[[], bool],
) -> TreeAnalysis:
    """Search until a time, and return what is known then.

    A single threat search may take as long as a move: none is begun that the time left is too short
    for.

    Args:
        deadline: the end, as ``perf_counter`` tells the time.
        simulations: how many there may be.
        allowed: the squares to choose from; all where there are none.
        is_over: is asked every few milliseconds whether to end at once.
    """
    hurry: Callable[[int], object] = _nothing

    def nodes() -> int:
        left = deadline - perf_counter()
        return int(max(1, min(MAX_NODES, left * _NODES_A_SECOND)))

    def pattern_tree(position: Position, seed: int, allowed: Sequence[int]) -> Growing:
        nonlocal hurry
        tree = needed_kernel().NativePatternTree(position, seed, allowed, nodes())
        hurry = tree.hurry
        grown: Growing = tree
        return grown

    leaves = pattern_tree if sees_threats(board.rules) else PATTERNS
    search = TreeSearch(board, player, Limit(simulations), seed, allowed, leaves)
    count, portion, is_proven, now = 0, 1, False, perf_counter()
    while not is_proven and now < deadline and count < simulations and not is_over():
        hurry(nodes())
        wanted = min(portion, simulations - count)
        before, count = count, search.grow(wanted)
        is_proven = count - before < wanted
        then, now = now, perf_counter()
        target = min(_PORTION_SECONDS, _SHARE * (deadline - now))
        portion = max(1, min(2 * portion, int(portion * target / max(now - then, 1e-9))))
    analysis = search.look(1, _nothing)
    return replace(analysis, is_proven=True) if is_proven and not allowed else analysis


def _nothing(*_: object) -> None:
    """Do nothing."""


def longest(analysis: TreeAnalysis, deadline: float) -> Square:
    """Return, where every move loses, one after which the other side's win takes longest.

    Among equal ones, what takes a square of that win goes first.

    Args:
        deadline: until when to look, as ``perf_counter`` tells the time.
    """
    board, player = analysis.board, analysis.player
    other = switch_player(player)
    threat = _win(board, other)
    moves = sorted(analysis.moves, key=lambda move: (move.square not in threat, -move.visits))
    squares = [move.square for move in moves if board.may(move.square, player)]
    best, most = analysis.best[0], -1.0
    for square in squares:
        if most >= 0 and perf_counter() >= deadline:
            break
        after = board.clone()
        after.move(*square, player)
        plies = float(len(_win(after, other))) or inf
        if plies > most:
            best, most = square, plies
    return best


def _win(board: Board, player: int) -> tuple[Square, ...]:
    """Return how a side wins by threats if it moves next; empty where none is found."""
    for nodes in _TRIES:
        if line := forced_win(board, player, nodes):
            return tuple(line)
    return ()
