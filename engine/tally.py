"""The one statistic of random playouts, and everything that is derived from it.

A tally holds counts only: how many playouts, how many each side won, and on how many of the
final boards that a side won each mark stood on each square. Scores for any weights, means,
standard errors and win rates follow from these counts, so changing a weight never needs
another playout. Tallies of one position add up, and that sum is the only merging there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import add
from typing import NamedTuple

from engine.board import DRAW, PLAYERO, PLAYERX, Board, Position, check_player, switch_player
from engine.errors import Problem, real_number, shown
from engine.rules import Square

MAX_WEIGHT = 1e100
"""Larger weights would leave the range of floating-point numbers when they are summed."""


class Weights(NamedTuple):
    """The two weights of the course's scores.

    Attributes:
        current: SCORE_CURRENT, what a square with the player's own mark earns in a win, and
            loses in a defeat.
        other: SCORE_OTHER, what a square with the other side's mark loses in a win, and earns
            in a defeat.
    """

    current: float = 1.0
    other: float = 1.0

    @classmethod
    def checked(cls, current: float, other: float) -> Weights:
        """Return both as floats; ValueError unless they are finite and can be summed.

        Numbers of other types, such as NumPy's of eight bits, may overflow in a sum.
        """
        for name, weight in (("SCORE_CURRENT", current), ("SCORE_OTHER", other)):
            if real_number(weight, -MAX_WEIGHT, MAX_WEIGHT) is None:
                raise Problem(
                    "{name} must be a finite number of at most {limit}, not {value}",
                    name=name, limit=f"{MAX_WEIGHT:g}", value=shown(weight),
                )  # fmt: skip
        return cls(float(current), float(other))


EQUAL = Weights()
"""Both 1: the weights of the course's example."""


Grid = list[list[float]]
"""One number per square: a list of rows, as in the course."""

Counts = tuple[int, ...]
"""One count per square, row by row."""

LineCounts = tuple[int, int, Counts, Counts, Counts, Counts]
"""What a kernel counts; see ``Tally.of_lines``."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Shares of the playouts, from 0 to 1, that one side won, tied and lost."""

    win: float
    tie: float
    loss: float


@dataclass(frozen=True, slots=True, repr=False)
class Tally:
    """Counts over finished random games from one position.

    Attributes:
        dim: the board's side, in squares.
        trials: playouts counted.
        x_wins, o_wins: playouts that each side won; the others were ties.
        x_won_x, x_won_o: per square, the playouts that X won whose final board has an X
            (or an O) there.
        o_won_x, o_won_o: the same for the playouts that O won.
    """

    dim: int
    trials: int
    x_wins: int
    o_wins: int
    x_won_x: Counts
    x_won_o: Counts
    o_won_x: Counts
    o_won_o: Counts

    @classmethod
    def zero(cls, dim: int) -> Tally:
        """Return the tally of no playouts at all."""
        none = (0,) * (dim * dim)
        return cls(dim, 0, 0, 0, none, none, none, none)

    @classmethod
    def of_finished(cls, board: Board) -> Tally:
        """Return the tally of one finished game; ValueError for a game that goes on."""
        winner = board.check_win()
        if winner is None:
            raise Problem("this game is not finished, so it cannot be counted")
        dim = board.size
        marks = [mark for row in board.rows for mark in row]
        none = (0,) * (dim * dim)
        if winner == DRAW:
            return cls(dim, 1, 0, 0, none, none, none, none)
        x_marks = tuple(int(mark == PLAYERX) for mark in marks)
        o_marks = tuple(int(mark == PLAYERO) for mark in marks)
        if winner == PLAYERX:
            return cls(dim, 1, 1, 0, x_marks, o_marks, none, none)
        return cls(dim, 1, 0, 1, none, none, x_marks, o_marks)

    @classmethod
    def of_lines(cls, position: Position, trials: int, counts: LineCounts) -> Tally:
        """Return the tally of playouts whose lines were counted by side.

        Args:
            position: where the playouts started. In the reverse game lines lose.
            trials: playouts counted, those without a line included.
            counts: playouts with a line of the side to move, and of the other side; then, per
                square, the marks on the final boards: own in own lines, the other's in own
                lines, own in the other's lines, the other's in its own lines.
        """
        own, other, own_own, own_other, other_own, other_other = counts
        if position.rules.reverse:
            own, other = other, own
            own_own, other_own = other_own, own_own
            own_other, other_other = other_other, own_other
        if position.player == PLAYERX:
            return cls(
                position.rules.size, trials, own, other, own_own, own_other, other_own, other_other
            )
        return cls(
            position.rules.size, trials, other, own, other_other, other_own, own_other, own_own
        )

    def __add__(self, other: Tally) -> Tally:
        """Return the tally of both sets of playouts of one position."""
        if not isinstance(other, Tally):
            return NotImplemented
        if other.dim != self.dim:
            raise Problem(
                "tallies of a {one}x{one} and a {two}x{two} board do not add up",
                one=self.dim, two=other.dim,
            )  # fmt: skip
        return Tally(
            self.dim,
            self.trials + other.trials,
            self.x_wins + other.x_wins,
            self.o_wins + other.o_wins,
            tuple(map(add, self.x_won_x, other.x_won_x)),
            tuple(map(add, self.x_won_o, other.x_won_o)),
            tuple(map(add, self.o_won_x, other.o_won_x)),
            tuple(map(add, self.o_won_o, other.o_won_o)),
        )

    def __repr__(self) -> str:
        """Return one line; the counts of squares are left out."""
        return (
            f"<Tally: {self.trials:,} playouts on {self.dim}x{self.dim}, {self.x_wins:,} won by X, "
            f"{self.o_wins:,} by O>"
        )

    def __radd__(self, other: object) -> Tally:
        """Let ``sum`` add tallies up: it starts from 0."""
        return self if other == 0 else NotImplemented

    @property
    def ties(self) -> int:
        """Playouts that nobody won."""
        return self.trials - self.x_wins - self.o_wins

    def marks(self, winner: int, mark: int) -> Counts:
        """Return, per square, the playouts that ``winner`` won and that have ``mark`` there."""
        if check_player(winner) == PLAYERX:
            return self.x_won_x if check_player(mark) == PLAYERX else self.x_won_o
        return self.o_won_x if check_player(mark) == PLAYERX else self.o_won_o

    def decisive(self) -> Counts:
        """Return, per square, the playouts that told something of it: someone won, with a mark."""
        return tuple(
            map(sum, zip(self.x_won_x, self.x_won_o, self.o_won_x, self.o_won_o, strict=True))
        )

    def scores(self, player: int, current: float = 1.0, other: float = 1.0) -> Grid:
        """Return the course's score grid for ``player``: totals over all playouts.

        Args:
            player: the side that the search works for.
            current: SCORE_CURRENT, what a square that holds the player's mark earns in a win
                and loses in a defeat.
            other: SCORE_OTHER, the same with the signs turned for the opponent's marks.

        Raises:
            ValueError: a weight that is not a finite number.
        """
        current, other = Weights.checked(current, other)
        own_won, own_lost, their_lost, their_won = self._sides(player)
        return self._grid([
            current * (won - lost) - other * (beaten - beating)
            for won, lost, beaten, beating in zip(
                own_won, own_lost, their_lost, their_won, strict=True
            )
        ])  # fmt: skip

    def mean(self, player: int, current: float = 1.0, other: float = 1.0) -> Grid:
        """Return the scores a playout: ``scores`` divided by ``trials`` (zeros without any)."""
        trials = max(self.trials, 1)
        return [[total / trials for total in row] for row in self.scores(player, current, other)]

    def standard_error(self, player: int, current: float = 1.0, other: float = 1.0) -> Grid:
        """Return the standard error of each square's mean, in score a playout.

        A playout scores a square with one of five known values, so the sample variance needs
        only the counts: (sum of squares - n mean^2) / (n - 1). With fewer than two playouts
        nothing is known of the spread and the error is infinite.
        """
        current, other = Weights.checked(current, other)
        if self.trials < 2:
            return self._grid(float("inf") for _ in self.x_won_x)
        own_won, own_lost, their_lost, their_won = self._sides(player)
        means = [mean for row in self.mean(player, current, other) for mean in row]
        n = self.trials
        errors = []
        for mean, won, lost, beaten, beating in zip(
            means, own_won, own_lost, their_lost, their_won, strict=True
        ):
            squares = current**2 * (won + lost) + other**2 * (beaten + beating)
            errors.append(sqrt(max(squares - n * mean**2, 0.0) / (n - 1) / n))
        return self._grid(errors)

    def rates(self, player: int) -> Rates:
        """Return the shares of playouts that ``player`` won, tied and lost (zeros without any)."""
        wins, losses = self.x_wins, self.o_wins
        if check_player(player) == PLAYERO:
            wins, losses = losses, wins
        trials = max(self.trials, 1)
        return Rates(wins / trials, self.ties / trials, losses / trials)

    def _sides(self, player: int) -> tuple[Counts, Counts, Counts, Counts]:
        """Return own marks in wins and in defeats, then the opponent's in the same games."""
        rival = switch_player(check_player(player))
        return (
            self.marks(player, player),
            self.marks(rival, player),
            self.marks(player, rival),
            self.marks(rival, rival),
        )

    def _grid(self, values: Iterable[float]) -> Grid:
        flat = list(map(float, values))
        return [flat[start : start + self.dim] for start in range(0, len(flat), self.dim)]


def best_squares(
    board: Board, scores: Sequence[Sequence[float]], player: int | None = None
) -> list[Square]:
    """Return the empty squares with the greatest score, row by row (all of the equal ones).

    Args:
        scores: a number for each square.
        player: who is to move: its fouls are left out where the game knows any.

    Raises:
        ValueError: the board has no empty square.
    """
    empty = board.get_empty_squares() if player is None else board.moves_for(player)
    if not empty:
        raise Problem("there is no best square: the board has no empty square")
    best = max([scores[row][col] for row, col in empty])
    return [(row, col) for row, col in empty if scores[row][col] == best]
