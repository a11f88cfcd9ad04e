"""The best moves of a tree that grows, each with what the tree expects to follow."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board import switch_player
from engine.rules import Line, Square
from engine.search.force import forced_win
from engine.search.tree import Move, TreeSearch

MOST = 5
"""Best moves that are asked for at most."""

_LONGEST = 10
_FEW_VISITS = 8
_LEAST_SHARE = 40
"""A line ends where its next move has fewer visits, or less than one in so many of its first's."""


@dataclass(frozen=True, slots=True)
class BestLine:
    """A move, and what follows if both sides play as the tree expects.

    Attributes:
        move: what the tree knows of it: its square, value, proof and visits.
        share: the share of the simulations that went through it, from 0 to 1.
        line: the moves, its own first.
        to_the_end: whether the line goes up to a win by force that its side cannot be kept from.
    """

    move: Move
    share: float
    line: Line
    to_the_end: bool = False

    @property
    def square(self) -> Square:
        """Where the move is."""
        return self.move.square


def best_lines(search: TreeSearch, count: int = MOST) -> tuple[BestLine, ...]:
    """Return the best moves of a tree, the best one first; those without a simulation are none."""
    moves = search.moves()
    total = sum(move.visits for move in moves) or 1
    ranked = sorted(range(len(moves)), key=lambda number: moves[number].rank, reverse=True)
    known = [number for number in ranked if moves[number].visits or moves[number].low == 1]
    forced = _forced(search) if known and moves[known[0]].low == 1 else None
    if forced is not None:  # the tree ended when it had seen that: it looked at nothing else
        first = next((move for move in moves if move.square == forced[0]), moves[known[0]])
        return (BestLine(first._replace(square=forced[0], low=1, high=1), 1.0, forced, True),)
    return tuple(
        BestLine(moves[number], moves[number].visits / total, _line(search, number, moves))
        for number in known[:count]
    )


def _forced(search: TreeSearch) -> Line | None:
    """Return a win by threats up to its line; None where none is found."""
    line = forced_win(search.board, search.player)
    if line is None:
        return None
    board, player = search.board, search.player
    for square in line:
        board.move(*square, player)
        player = switch_player(player)
    return line if board.check_win() == search.player else None


def _line(search: TreeSearch, number: int, moves: tuple[Move, ...]) -> Line:
    first = moves[number].visits
    line, path = [moves[number].square], [number]
    while len(line) < _LONGEST:
        following = search.moves(path)
        if not following:
            break
        number = max(range(len(following)), key=lambda i: following[i].rank)
        move = following[number]
        least = max(_FEW_VISITS, first // _LEAST_SHARE)
        if move.visits < least and move.low < 1:
            break
        line.append(move.square)
        path.append(number)
    return tuple(line)
