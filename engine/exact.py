"""What random playouts approach, and what perfect play is worth, where few squares are left.

Played on to a full board, every order of the empty squares is equally likely. So the exact result
of infinitely many playouts is a tally too: the one that plays each order once. Its means are the
expected scores, for any weights; its standard errors mean nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import factorial

from engine.board import EMPTY, Board, Square, lines_of, switch_player
from engine.position import Position
from engine.tally import Tally, best_squares

MAX_EMPTY = 9
"""Empty squares of a position that can be solved: one more takes three times as long."""

WORTH = {1: "win", 0: "tie", -1: "loss"}
"""What a move is worth, in a word."""

_CACHED = 1 << 16

# Lines of the side to move and of the other, then four grids of marks: ``tally.LineCounts``,
# flat, so that two of them add up in one go.
_Flat = tuple[int, ...]


def exact_tally(board: Board, player: int) -> Tally:
    """Return the tally that plays every order of the empty squares once.

    Args:
        board: a position with a move to make and at most ``MAX_EMPTY`` empty squares.
        player: the side to move first.

    Raises:
        ValueError: a finished game, an unknown player, or too many empty squares.
    """
    position = _solvable(board, player)
    squares = position.dim**2
    flat = _count_orders(position.dim, position.win_length, position.marks, player)
    grids = [flat[2 + i * squares : 2 + (i + 1) * squares] for i in range(4)]
    counts = (flat[0], flat[1], grids[0], grids[1], grids[2], grids[3])
    return Tally.of_lines(position, factorial(position.empty), counts)


def perfect_values(board: Board, player: int) -> dict[Square, int]:
    """Return what each move is worth for ``player`` if both sides play perfectly from then on.

    Returns:
        For each empty square, row by row: 1 for a win, 0 for a tie, -1 for a loss.

    Raises:
        ValueError: a finished game, an unknown player, or too many empty squares.
    """
    position = _solvable(board, player)
    values = {}
    for row, col in board.get_empty_squares():
        marks = _marked(position.marks, row * position.dim + col, player)
        values[row, col] = -_value(
            position.dim, position.win_length, position.reverse, marks, switch_player(player)
        )
    return values


@dataclass(frozen=True, slots=True)
class Truth:
    """What is known exactly of a position with few empty squares.

    Attributes:
        board: the position. Not to be changed.
        player: the side to move.
        tally: ``exact_tally`` of the position.
        values: ``perfect_values`` of the position.
    """

    board: Board
    player: int
    tally: Tally
    values: dict[Square, int]

    @classmethod
    def of(cls, board: Board, player: int) -> Truth:
        """Solve a position; ValueError where ``exact_tally`` raises it."""
        return cls(board.clone(), player, exact_tally(board, player), perfect_values(board, player))

    @property
    def best_value(self) -> int:
        """What the position is worth for the side to move: 1, 0 or -1."""
        return max(self.values.values())

    def favourites(self, current: float = 1.0, other: float = 1.0) -> list[Square]:
        """Return the squares that infinitely many random games would choose from."""
        return best_squares(self.board, self.tally.scores(self.player, current, other))

    def blind_spots(self, current: float = 1.0, other: float = 1.0) -> list[Square]:
        """Return those of the ``favourites`` that are mistakes in perfect play."""
        liked = self.favourites(current, other)
        return [square for square in liked if self.values[square] < self.best_value]


def can_be_solved(board: Board) -> bool:
    """Whether a position is small enough for ``exact_tally`` and goes on."""
    return len(board.get_empty_squares()) <= MAX_EMPTY and board.check_win() is None


def _solvable(board: Board, player: int) -> Position:
    position = Position.of(board, player)
    if position.empty > MAX_EMPTY:
        raise ValueError(
            f"only positions with at most {MAX_EMPTY} empty squares can be solved exactly; "
            f"this one has {position.empty}"
        )
    return position


@lru_cache(maxsize=_CACHED)
def _count_orders(dim: int, win_length: int, marks: bytes, player: int) -> _Flat:
    """Count what ``exact_tally`` tells, from the point of view of the side to move."""
    squares = dim * dim
    total = [0] * (2 + 4 * squares)
    left = marks.count(EMPTY)
    for square in range(squares):
        if marks[square] != EMPTY:
            continue
        after = _marked(marks, square, player)
        if _has_line(dim, win_length, after):
            # Every order of the squares that are left leads through this end.
            orders = factorial(left - 1)
            total[0] += orders
            for i, mark in enumerate(after):
                if mark != EMPTY:
                    total[2 + i + squares * (mark != player)] += orders
        elif left > 1:
            theirs = _count_orders(dim, win_length, after, switch_player(player))
            for i, count in enumerate(_turned(theirs, squares)):
                total[i] += count
    return tuple(total)


def _turned(flat: _Flat, squares: int) -> _Flat:
    """Return the same counts from the other side's point of view."""
    own_own, own_other, other_own, other_other = (
        flat[2 + i * squares : 2 + (i + 1) * squares] for i in range(4)
    )
    return (flat[1], flat[0], *other_other, *other_own, *own_other, *own_own)


@lru_cache(maxsize=_CACHED)
def _value(dim: int, win_length: int, reverse: bool, marks: bytes, player: int) -> int:
    """Return 1, 0 or -1 for the side to move, after a move of the other side."""
    if _has_line(dim, win_length, marks):
        return 1 if reverse else -1
    empty = [square for square, mark in enumerate(marks) if mark == EMPTY]
    if not empty:
        return 0
    rival = switch_player(player)
    return max(
        -_value(dim, win_length, reverse, _marked(marks, square, player), rival) for square in empty
    )


def _marked(marks: bytes, square: int, player: int) -> bytes:
    return marks[:square] + bytes((player,)) + marks[square + 1 :]


def _has_line(dim: int, win_length: int, marks: bytes) -> bool:
    for line in lines_of(dim, win_length):
        first = marks[line[0][0] * dim + line[0][1]]
        if first != EMPTY and all(marks[row * dim + col] == first for row, col in line):
            return True
    return False
