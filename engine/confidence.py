"""How sure a tally is: intervals, close calls, and when the best square is settled.

A square's mean has a standard error that follows from the tally's counts. The difference of two
squares' means has one too, but the two scores come from the same games and are correlated, and a
tally does not count pairs of squares. What the counts do fix is a bound: among all ways in which
the two squares' marks may have fallen together in the games that one side won, the difference
varies most where high scores of one met low scores of the other (the countermonotone coupling of
Hoeffding and Fréchet). That largest variance is used throughout, so a call may be named too close
that is not, never the other way round.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from math import inf, sqrt

from engine.board import PLAYERO, PLAYERX, Board, switch_player
from engine.rules import Square
from engine.tally import Grid, Tally, best_squares
from engine.weights import Weights

LEVEL = 0.95
"""The usual confidence of an interval."""

MIN_TRIALS = 30
"""Below this, means are not near enough to normal for any verdict."""


@lru_cache(maxsize=256)
def z_value(level: float, comparisons: int = 1) -> float:
    """Return how many standard errors an interval has on each side.

    Args:
        level: the confidence, above 0 and below 1.
        comparisons: how many such intervals are to hold at once (Bonferroni's inequality).
    """
    from statistics import NormalDist  # noqa: PLC0415  (slow to load, and no start needs it)

    return NormalDist().inv_cdf(1 - (1 - level) / (2 * comparisons))


def half_widths(tally: Tally, player: int, weights: Weights, level: float = LEVEL) -> Grid:
    """Return half of each square's interval, in score a playout (infinite below two playouts)."""
    z = z_value(level)
    return [[z * error for error in row] for row in tally.standard_error(player, *weights)]


def square_mean(
    tally: Tally, player: int, square: Square, weights: Weights, level: float = LEVEL
) -> tuple[float, float]:
    """Return one square's mean and half of its interval, as in ``Tally.mean``, ``half_widths``."""
    n = tally.trials
    total = squares = 0.0
    for winner in (PLAYERX, PLAYERO):
        own, rival, _ = _counts(tally, player, winner, square)
        value, other, _ = _values(winner == player, weights)
        total += own * value + rival * other
        squares += own * value * value + rival * other * other
    mean = total / max(n, 1)
    if n < 2:
        return mean, inf
    return mean, z_value(level) * sqrt(max(squares - n * mean * mean, 0.0) / (n - 1) / n)


def difference_error(
    tally: Tally, player: int, one: Square, two: Square, weights: Weights
) -> float:
    """Return a bound on the standard error of the difference of two squares' means.

    It is the error itself if the two squares' scores fell together in the most unlucky way that
    the counts allow, and never below the true one. In score a playout; infinite below two playouts.
    """
    n = tally.trials
    if n < 2:
        return inf
    squares = products = means = 0.0
    for winner in (PLAYERX, PLAYERO):
        values = _values(winner == player, weights)
        first, second = (_counts(tally, player, winner, at) for at in (one, two))
        for value, here, there in zip(values, first, second, strict=True):
            squares += value * value * (here + there)
            means += value * (here - there)
        products += _least_products(values, first, second)
    spread = squares - 2 * products - means * means / n
    return sqrt(max(spread, 0.0) / (n - 1) / n)


def contenders(
    board: Board,
    player: int,
    tally: Tally,
    weights: Weights,
    level: float = LEVEL,
    rough: bool = False,
) -> list[Square]:
    """Return the empty squares that may yet be as good as the best one, without that one.

    Where this is not empty, the best square is too close to call. Of several equal best squares
    the first one counts as the best. The verdict is about each pair by itself. With ``rough`` the
    two squares' errors are simply added up: an even wider bound, but soon done.
    """
    scores = tally.scores(player, *weights)
    best, *equal = best_squares(board, scores)
    others = [square for square in board.get_empty_squares() if square != best]
    if tally.trials < MIN_TRIALS:
        return others
    close = _close(tally, player, best, others, weights, z_value(level), rough)
    return [square for square in others if square in close or square in equal]


def is_settled(
    board: Board, player: int, tally: Tally, weights: Weights, level: float, look: int = 1
) -> bool:
    """Whether the best square is better than every other one, with confidence ``level``.

    Squares that mirror or rotate into each other in this position are worth the same; they count
    as one. Bonferroni's inequality covers the many rivals, and the many looks: look k may err with
    a share 1 / (k (k + 1)) of what is allowed in all.

    Args:
        board: the position.
        player: the side to move.
        tally: the playouts so far.
        weights: SCORE_CURRENT and SCORE_OTHER.
        level: the confidence, such as 0.99.
        look: how many times this search has been looked at, this one included.
    """
    if tally.trials < MIN_TRIALS:
        return False
    twins = equivalent_squares(board)
    best = best_squares(board, tally.scores(player, *weights))[0]
    rivals = [square for square in board.get_empty_squares() if twins[square] != twins[best]]
    if not rivals:
        return True
    allowed = (1 - level) / (look * (look + 1))
    return not _close(tally, player, best, rivals, weights, z_value(1 - allowed, len(rivals)))


def equivalent_squares(board: Board) -> dict[Square, Square]:
    """Return, for each square, the first one that a symmetry of the position maps it to.

    A symmetry is a rotation or reflection of the board that leaves every mark in place.
    """
    last = board.size - 1
    cells = [(row, col) for row in range(last + 1) for col in range(last + 1)]
    turns: tuple[Callable[[int, int], Square], ...] = (
        lambda row, col: (row, last - col),
        lambda row, col: (last - row, col),
        lambda row, col: (last - row, last - col),
        lambda row, col: (col, row),
        lambda row, col: (last - col, last - row),
        lambda row, col: (col, last - row),
        lambda row, col: (last - col, row),
    )
    kept = [
        turn
        for turn in turns
        if all(board.square(*turn(*cell)) == board.square(*cell) for cell in cells)
    ]
    return {cell: min([cell, *(turn(*cell) for turn in kept)]) for cell in cells}


def _close(
    tally: Tally,
    player: int,
    best: Square,
    others: list[Square],
    weights: Weights,
    z: float,
    rough: bool = False,
) -> set[Square]:
    """Return the squares whose difference from ``best`` is within ``z`` of its errors."""
    means = tally.mean(player, *weights)
    errors = tally.standard_error(player, *weights)
    top, error = means[best[0]][best[1]], errors[best[0]][best[1]]
    close = set()
    for row, col in others:
        lead = top - means[row][col]
        # No difference varies more than this; on large boards it spares nearly all the work.
        if lead > z * (error + errors[row][col]):
            continue
        if rough or lead <= z * difference_error(tally, player, best, (row, col), weights):
            close.add((row, col))
    return close


def _values(won: bool, weights: Weights) -> tuple[float, float, float]:
    """Return what an own mark, the opponent's and an empty square score in a decisive game."""
    current, other = Weights.checked(*weights)
    return (current, -other, 0.0) if won else (-current, other, 0.0)


def _counts(tally: Tally, player: int, winner: int, square: Square) -> tuple[int, int, int]:
    """Return in how many of a side's wins a square is the player's, the opponent's, and empty."""
    index = square[0] * tally.dim + square[1]
    own = tally.marks(winner, player)[index]
    rival = tally.marks(winner, switch_player(player))[index]
    wins = tally.x_wins if winner == PLAYERX else tally.o_wins
    return own, rival, wins - own - rival


def _least_products(
    values: tuple[float, ...], first: tuple[int, ...], second: tuple[int, ...]
) -> float:
    """Return the least sum of products when values with these counts are paired off."""
    order = sorted(range(len(values)), key=values.__getitem__)
    rising = [(values[i], first[i]) for i in order if first[i]]
    falling = [(values[i], second[i]) for i in reversed(order) if second[i]]
    ends = sorted({*_running(rising), *_running(falling)})
    total, i, j = 0.0, 0, 0
    up, down = _running(rising), _running(falling)
    for start, end in pairwise([0, *ends]):
        total += rising[i][0] * falling[j][0] * (end - start)
        i += end == up[i]
        j += end == down[j]
    return total


def _running(counted: list[tuple[float, int]]) -> list[int]:
    """Return the running totals of the counts."""
    totals, total = [], 0
    for _, count in counted:
        total += count
        totals.append(total)
    return totals


def look_at(look: int) -> int:
    """Return after how many playouts a search is looked at for the ``look``-th time.

    Looks lie a factor of 1.5 apart, so that at most a third of the playouts come after the one
    that would have settled it, and so that they do not depend on how fast the machine is.
    """
    trials = 100
    for _ in range(look - 1):
        trials += trials // 2
    return trials
