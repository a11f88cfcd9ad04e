"""What a right file does by chance: with which chances its games end, and it chooses its moves.

Random play is enumerated whole. One trial's choice follows exactly; that of more trials from many
random sums of single trials (a multinomial draw each). Only NumPy is needed, and no file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import erfc, exp, lgamma, log, log1p, pi, sqrt
from typing import TYPE_CHECKING, Any

from engine import course
from engine.board import Board
from engine.notation import parse_board
from engine.rules import Square

if TYPE_CHECKING:
    import numpy as np

DRAWS = 30_000
"""Random sums from which the choice after more than one trial is worked out at run time."""

FLOOR = 1e-5
"""The least chance of a move that was never drawn: not drawn does not mean impossible."""

_CELLS = 1 << 22
_SEED = 20_260_101
_KEPT = 500
"""Positions whose ends, and cases whose best squares, are kept: each file has some of its own."""

_LEAST_EXPECTED = 5.0

Chances = dict[Square, float]


@dataclass(frozen=True, slots=True)
class Case:
    """A position that ``mc_move`` is asked about.

    Attributes:
        rows: its marks, such as ``X.O/.X./..O``.
        player: the side to move.
        trials: how many are asked for.
        weights: SCORE_CURRENT and SCORE_OTHER.
        reverse: whether the reverse game is played.
    """

    rows: str
    player: int
    trials: int
    weights: tuple[float, float] = (1.0, 1.0)
    reverse: bool = False

    @property
    def board(self) -> Board:
        """The position."""
        return parse_board(self.rows, self.reverse)

    @property
    def key(self) -> str:
        """The case in one word, for tables."""
        current, other = self.weights
        rule = "reverse" if self.reverse else "normal"
        return f"{self.rows}:{self.player}:{self.trials}:{current:g}:{other:g}:{rule}"


@lru_cache(maxsize=_KEPT)
def ends(rows: str, player: int, reverse: bool = False) -> Mapping[str, float]:
    """Return how random games from a position end: the chance of each final board.

    Args:
        rows: the position, such as ``X.O/.X./..O``.
        reverse: whether the reverse game is played. The games are the same ones.
    """
    dim = len(rows.split("/"))
    layer = {rows.replace("/", ""): 1.0}
    chances: dict[str, float] = {}
    mark = "XO"[player - 2]
    while layer:
        after: dict[str, float] = defaultdict(float)
        for cells, chance in layer.items():
            if _parsed(cells, dim, reverse).check_win() is not None:
                chances[_slashed(cells, dim)] = chance
                continue
            places = [i for i, cell in enumerate(cells) if cell == "."]
            for place in places:
                after[cells[:place] + mark + cells[place + 1 :]] += chance / len(places)
        layer, mark = after, "OX"["XO".index(mark)]
    return chances


def _slashed(cells: str, dim: int) -> str:
    return "/".join(cells[i : i + dim] for i in range(0, len(cells), dim))


def _parsed(cells: str, dim: int, reverse: bool) -> Board:
    return parse_board(_slashed(cells, dim), reverse)


def trial_scores(case: Case) -> tuple[np.ndarray, np.ndarray]:
    """Return what one trial may add on the empty squares, and the chance of each such result.

    Returns:
        Scores, one row a result, one column an empty square in row-major order; and chances.
    """
    import numpy as np  # noqa: PLC0415  (few commands check files)

    board = case.board
    empty = board.get_empty_squares()
    merged: dict[tuple[float, ...], float] = defaultdict(float)
    for rows, chance in ends(case.rows, case.player, case.reverse).items():
        scores = [[0.0] * board.size for _ in range(board.size)]
        end = parse_board(rows, case.reverse)
        course.mc_update_scores(scores, end, case.player, *case.weights)
        merged[tuple(scores[row][col] for row, col in empty)] += chance
    chances = np.array(list(merged.values()))
    return np.array(list(merged)), chances / chances.sum()


@lru_cache(maxsize=_KEPT)
def best_sets(case: Case, draws: int = DRAWS) -> Mapping[tuple[Square, ...], float]:
    """Return the chance of each set of squares to be the best ones after a case's trials.

    Args:
        case: the position. With one trial the chances are exact.
        draws: from how many random sums they are worked out otherwise.
    """
    import numpy as np  # noqa: PLC0415  (few commands check files)

    empty = case.board.get_empty_squares()
    scores, chances = trial_scores(case)
    best_chances: dict[tuple[Square, ...], float] = defaultdict(float)
    scale = max(1e-300, *map(abs, case.weights))
    if case.trials == 1:
        parts: Iterator[tuple[np.ndarray, np.ndarray]] = iter([(scores, chances)])
    else:
        parts = _sums(scores, chances, case.trials, draws)
    for totals, shares in parts:
        best = totals.max(axis=1, keepdims=True) - totals < 1e-9 * scale * case.trials
        codes = best @ (1 << np.arange(len(empty)))
        for code in np.unique(codes):
            squares = tuple(empty[i] for i in range(len(empty)) if code >> i & 1)
            best_chances[squares] += float(shares[codes == code].sum())
    return best_chances


def _sums(
    scores: np.ndarray, chances: np.ndarray, trials: int, draws: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield random sums of trials, some thousands at a time, and the share of each."""
    import numpy as np  # noqa: PLC0415  (few commands check files)

    generator = np.random.default_rng(_SEED)
    step = max(1, _CELLS // len(chances))
    for begin in range(0, draws, step):
        count = min(step, draws - begin)
        yield generator.multinomial(trials, chances, count) @ scores, np.full(count, 1 / draws)


def choices(case: Case, ties: str = "fair", draws: int = DRAWS) -> Chances:
    """Return the chance of each empty square to be chosen.

    Args:
        ties: how equals are chosen among: "fair", or always the "first" or "last" one.
        draws: see ``best_sets``.
    """
    moves = dict.fromkeys(case.board.get_empty_squares(), 0.0)
    for squares, chance in best_sets(case, draws).items():
        if ties == "fair":
            for square in squares:
                moves[square] += chance / len(squares)
        else:
            moves[squares[0 if ties == "first" else -1]] += chance
    return moves


def with_floor(chances: Chances, trials: int) -> Chances:
    """Return chances in which nothing that was only never drawn is impossible."""
    if trials == 1:
        return chances
    raised = {square: max(chance, FLOOR) for square, chance in chances.items()}
    total = sum(raised.values())
    return {square: chance / total for square, chance in raised.items()}


def surprise(counts: Mapping[Any, int], chances: Mapping[Any, float]) -> float:
    """Return how likely counts at least as far from their chances are.

    By Pearson's chi-squared, with cells pooled to an expectation of 5, in an order that the chances
    alone give: an order that the counts had a say in would raise false alarms by hundreds. And by
    the exact chance of the rarest ones, together too few for a cell, to come as often as they did.

    Args:
        chances: of each outcome; all others are impossible.

    Returns:
        A probability, not below the true one by much; 0 where an impossible outcome came.
    """
    games = sum(counts.values())
    if any(count and not chances.get(outcome) for outcome, count in counts.items()):
        return 0.0
    if not games:
        return 1.0
    ranked = sorted(chances.items(), key=lambda pair: (pair[1], str(pair[0])))
    pooled: list[list[float]] = [[0.0, 0.0]]
    rare, rare_came = 0.0, 0
    for outcome, chance in ranked:
        if pooled[-1][0] >= _LEAST_EXPECTED:
            pooled.append([0.0, 0.0])
        pooled[-1][0] += games * chance
        pooled[-1][1] += counts.get(outcome, 0)
        if len(pooled) == 1 and pooled[0][0] < _LEAST_EXPECTED:
            rare, rare_came = rare + chance, rare_came + counts.get(outcome, 0)
    if len(pooled) > 1 and pooled[-1][0] < _LEAST_EXPECTED:
        expected, came = pooled.pop()
        pooled[-1][0] += expected
        pooled[-1][1] += came
    squared = sum((came - expected) ** 2 / expected for expected, came in pooled)
    likely = chi_squared_tail(squared, len(pooled) - 1)
    if not rare:
        return likely
    return min(1.0, 2 * likely, 2 * at_least(rare_came, games, rare))


def at_least(count: int, games: int, chance: float) -> float:
    """Return the chance that something happens so often, or more, in a number of games."""
    if count <= 0 or chance >= 1:
        return 1.0
    term = lgamma(games + 1) - lgamma(count + 1) - lgamma(games - count + 1)
    term = exp(term + count * log(chance) + (games - count) * log1p(-chance))
    total = 0.0
    for came in range(count, games + 1):
        total += term
        term *= (games - came) / (came + 1) * chance / (1 - chance)
        if term < total * 1e-12:
            break
    return min(1.0, total)


def difference(one: Mapping[Any, int], two: Mapping[Any, int]) -> float:
    """Return how likely two samples of one distribution differ at least as much as these two."""
    first, second = sum(one.values()), sum(two.values())
    both = {
        outcome: one.get(outcome, 0) + two.get(outcome, 0) for outcome in one.keys() | two.keys()
    }
    pooled: list[list[float]] = [[0.0, 0.0, 0.0]]
    for outcome in sorted(both, key=lambda outcome: (both[outcome], str(outcome))):
        if pooled[-1][0] >= 2 * _LEAST_EXPECTED:
            pooled.append([0.0, 0.0, 0.0])
        pooled[-1] = [
            pooled[-1][0] + both[outcome],
            pooled[-1][1] + one.get(outcome, 0),
            pooled[-1][2] + two.get(outcome, 0),
        ]
    squared = sum(
        (a * sqrt(second / first) - b * sqrt(first / second)) ** 2 / total for total, a, b in pooled
    )
    return chi_squared_tail(squared, len(pooled) - 1)


def chi_squared_tail(value: float, degrees: int) -> float:
    """Return the chance that a chi-squared number is above a value.

    Args:
        value: 0 or more.
        degrees: of freedom; with none the number is always 0.
    """
    if degrees < 1 or value <= 0:
        return 1.0
    half = value / 2
    if degrees % 2 == 0:
        term = total = exp(-half)
        for i in range(1, degrees // 2):
            term *= half / i
            total += term
    else:
        total = erfc(sqrt(half))
        term = exp(-half) * 2 * sqrt(half / pi)
        for i in range(degrees // 2):
            total += term
            term *= half / (i + 1.5)
    return min(1.0, total)
