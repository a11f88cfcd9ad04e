"""What random playouts approach where few squares are left, beside what perfect play is worth.

Played on to a full board, every order of the empty squares is equally likely. So the exact result
of infinitely many playouts is a tally too: the one that plays each order once. Its means are the
expected scores, for any weights; its standard errors mean nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import factorial

from engine.board import EMPTY, Board, Position, is_line, switch_player
from engine.errors import Problem
from engine.rules import Rule, Rules, Square
from engine.search.solver import MAX_OPEN, Check, Solution, go_on, is_solvable, solve
from engine.search.windows import ends_of, windows_of, windows_through
from engine.tally import LineCounts, Tally, best_squares

MAX_EMPTY = 9
"""Empty squares of a position whose playouts can be counted: one more takes three times as long."""

WORTH = {1: "win", 0: "tie", -1: "loss"}
"""What a move is worth, in a word."""

_Flat = tuple[int, ...]


def exact_tally(board: Board, player: int, check: Check = go_on) -> Tally:
    """Return the tally that plays every order of the empty squares once.

    Args:
        board: a position with a move to make and at most ``MAX_EMPTY`` empty squares.
        player: the side to move first.
        check: called now and then; an error that it raises ends the work.

    Raises:
        ValueError: a finished game, an unknown player, too many empty squares, or a game of Renju.
    """
    position = Position.of(board, player)
    if board.rules.rule == Rule.RENJU:
        raise Problem("games of Renju are not counted out: X leaves out what is a foul by then")
    if position.empty > MAX_EMPTY:
        raise Problem(
            "only positions with at most {most} empty squares can be counted out; "
            "this one has {empty}",
            most=MAX_EMPTY, empty=position.empty,
        )  # fmt: skip
    return Tally.of_lines(position, factorial(position.empty), _counted(position, check))


def can_be_counted(rules: Rules, empty: int) -> bool:
    """Whether all orders of so many empty squares can be counted."""
    return empty <= MAX_EMPTY and rules.rule != Rule.RENJU


def perfect_values(board: Board, player: int) -> dict[Square, int]:
    """Return what each move is worth for ``player`` if both sides play perfectly from then on.

    Returns:
        For each empty square, row by row: 1 for a win, 0 for a tie, -1 for a loss.

    Raises:
        ValueError: a finished game, an unknown player, or a position that takes too long to solve.
    """
    return _solved(board, player, go_on).values


@dataclass(frozen=True, slots=True)
class Truth:
    """What is known exactly of a position.

    Attributes:
        board: the position. Not to be changed.
        player: the side to move.
        values: ``perfect_values`` of the position.
        plies: of won and lost moves, after how many moves the game ends, where that is known.
        tally: ``exact_tally`` of the position; None where too many squares are empty.
    """

    board: Board
    player: int
    values: dict[Square, int]
    plies: dict[Square, int]
    tally: Tally | None

    @classmethod
    def of(cls, board: Board, player: int, check: Check = go_on) -> Truth:
        """Solve a position; ValueError where ``perfect_values`` raises it."""
        solution = _solved(board, player, check)
        few = len(solution.values) <= MAX_EMPTY
        tally = exact_tally(board, player, check) if few else None
        return cls(board.clone(), player, solution.values, solution.plies, tally)

    @property
    def best_value(self) -> int:
        """What the position is worth for the side to move: 1, 0 or -1."""
        return max(self.values.values())

    def favourites(self, current: float = 1.0, other: float = 1.0) -> list[Square]:
        """Return the squares that infinitely many random games would choose from, where known."""
        if self.tally is None:
            return []
        return best_squares(self.board, self.tally.scores(self.player, current, other), self.player)

    def blind_spots(self, current: float = 1.0, other: float = 1.0) -> list[Square]:
        """Return those of the ``favourites`` that are mistakes in perfect play."""
        liked = self.favourites(current, other)
        return [square for square in liked if self.values[square] < self.best_value]


def can_be_solved(board: Board) -> bool:
    """Whether a position goes on and is small enough for the solver to be tried."""
    return (
        is_solvable(board.rules)
        and len(board.get_empty_squares()) <= MAX_OPEN
        and board.check_win() is None
    )


def _solved(board: Board, player: int, check: Check) -> Solution:
    if not is_solvable(board.rules):
        raise Problem("games in which a line's ends matter are not solved here")
    solution = solve(board, player, check=check)
    if solution is None:
        raise Problem("this position has too many empty squares to be solved")
    return solution


def _counted(position: Position, check: Check) -> LineCounts:
    """Count what ``exact_tally`` tells, for ``Tally.of_lines``.

    Only the squares that are empty at the start are counted one by one. A mark that stands there
    already is on every board that is won.
    """
    rules, marks = position.rules, position.marks
    free = [square for square, mark in enumerate(marks) if mark == EMPTY]

    @cache
    def counts(marks: bytes, player: int) -> _Flat:
        """Return lines of the side to move and of the other, then four lists of marks."""
        check()
        total = [0] * (2 + 4 * len(free))
        left = marks.count(EMPTY)
        for square in free:
            if marks[square] != EMPTY:
                continue
            after = _marked(marks, square, player)
            if _completes(rules, after, square):
                # Every order of the squares that are left leads through this end.
                orders = factorial(left - 1)
                total[0] += orders
                for i, place in enumerate(free):
                    if after[place] != EMPTY:
                        total[2 + i + len(free) * (after[place] != player)] += orders
            elif left > 1:
                theirs = counts(after, switch_player(player))
                for i, count in enumerate(_turned(theirs, len(free))):
                    total[i] += count
        return tuple(total)

    flat = counts(marks, position.player)
    own_lines, other_lines = flat[:2]
    grids = []
    for which in range(4):
        won = own_lines if which < 2 else other_lines
        mark = position.player if which in (0, 2) else switch_player(position.player)
        grid = [won if owner == mark else 0 for owner in marks]
        for i, place in enumerate(free):
            grid[place] = flat[2 + i + which * len(free)]
        grids.append(tuple(grid))
    return own_lines, other_lines, grids[0], grids[1], grids[2], grids[3]


def _turned(flat: _Flat, squares: int) -> _Flat:
    """Return the same counts from the other side's point of view."""
    own_own, own_other, other_own, other_other = (
        flat[2 + i * squares : 2 + (i + 1) * squares] for i in range(4)
    )
    return (flat[1], flat[0], *other_other, *other_own, *own_other, *own_own)


def _marked(marks: bytes, square: int, player: int) -> bytes:
    return marks[:square] + bytes((player,)) + marks[square + 1 :]


def _completes(rules: Rules, marks: bytes, square: int) -> bool:
    """Whether the mark on a square is part of a line."""
    mark, board = marks[square], (rules.size, rules.line)
    windows, ends = windows_of(*board), ends_of(*board) if rules.rule.ends_matter else None
    return any(
        all(marks[place] == mark for place in windows[number])
        and (ends is None or is_line(rules.rule, mark, [marks[end] for end in ends[number]]))
        for number in windows_through(*board)[square]
    )
