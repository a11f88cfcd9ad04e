"""What the table's columns show: of playouts, and of a tree search."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine import Analysis, Certainty, Square
from engine.search.exact import WORTH
from engine.search.tree import TreeAnalysis
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, tr
from ttt_desktop.session.board_model import BoardModel
from ttt_desktop.session.sheet import ScoreSheet

Value = Callable[[BoardModel, Square], float | None]


class ScoreColumn(NamedTuple):
    """A column: its title and help, its numbers, and how they are written.

    ``value`` returns a square's number; None where it is not known, or nothing was searched.
    """

    title: str
    help: str
    value: Value
    text: Callable[[float], str]


def _scored(value: Callable[[ScoreSheet, Square], float | None]) -> Value:
    """Return a column's numbers where they come from the scores that are shown."""
    return lambda board, square: None if board.sheet is None else value(board.sheet, square)


def _mean(sheet: ScoreSheet, square: Square) -> float | None:
    """Return a square's mean, or its value in a tree."""
    return sheet.means[square[0]][square[1]] if sheet.analysis.knows(square) else None


def _share(sheet: ScoreSheet, square: Square) -> float | None:
    """Return the share of a tree's simulations that went through a square."""
    visits = sheet.decisive(square)
    return None if visits is None else visits / max(1, sheet.trials)


def _end(which: int) -> Value:
    """Return the lower (0) or the upper (1) ends of the intervals."""

    def end(sheet: ScoreSheet, square: Square) -> float | None:
        ends = sheet.interval(square)
        return None if ends is None else ends[which]

    return _scored(end)


def _behind(sheet: ScoreSheet, square: Square) -> float | None:
    mean = _mean(sheet, square)
    return None if mean is None or not sheet.best else (_mean(sheet, min(sheet.best)) or 0.0) - mean


def _behind_width(sheet: ScoreSheet, square: Square) -> float | None:
    """Return half of the interval of ``_behind`` (a bound; see ``engine.search.confidence``)."""
    if not sheet.best:
        return None
    best = min(sheet.best)
    width = sheet.analysis.difference(best, square)
    return 0.0 if square == best and width is not None else width


def _worth(board: BoardModel, square: Square) -> float | None:
    return None if board.truth is None else board.truth.values.get(square)


_SQUARE = ScoreColumn(
    QT_TRANSLATE_NOOP("", "Square"),
    QT_TRANSLATE_NOOP("", "The square, and how it stands."),
    lambda _board, _square: None,
    str,
)

_PERFECT = ScoreColumn(
    QT_TRANSLATE_NOOP("", "Perfect play"),
    QT_TRANSLATE_NOOP(
        "", "What the move is worth if both sides play perfectly (with “Show the truth”)."
    ),
    _worth,
    lambda value: tr(WORTH[int(value)]),
)

_FIRST_SIGHT = ScoreColumn(
    QT_TRANSLATE_NOOP("", "First sight"),
    QT_TRANSLATE_NOOP("", "The share that the move was to have before any search: its prior."),
    _scored(lambda sheet, square: sheet.analysis.prior(square)),
    "{:.1%}".format,
)

PLAYOUTS: tuple[ScoreColumn, ...] = (
    _SQUARE,
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "Total"),
        QT_TRANSLATE_NOOP(
            "",
            "The sum of its scores over all trials. Its 95 % interval is that of the mean, times "
            "the trials.",
        ),
        _scored(lambda sheet, square: sheet.analysis.totals[square[0]][square[1]]),
        "{:+,.6g}".format,
    ),
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "Mean"),
        QT_TRANSLATE_NOOP("", "Its score a trial. The next two columns are its 95 % interval."),
        _scored(_mean),
        "{:+.4f}".format,
    ),
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "95 % from"),
        QT_TRANSLATE_NOOP("", "The lower end of the mean's 95 % interval."),
        _end(0),
        "{:+.4f}".format,
    ),
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "95 % to"),
        QT_TRANSLATE_NOOP("", "The upper end of the mean's 95 % interval."),
        _end(1),
        "{:+.4f}".format,
    ),
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "Decisive"),
        QT_TRANSLATE_NOOP(
            "", "Trials that say something about it: one side won, and it was not empty."
        ),
        _scored(lambda sheet, square: sheet.decisive(square)),
        "{:,.0f}".format,
    ),
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "Behind"),
        QT_TRANSLATE_NOOP("", "How far it lies behind the best."),
        _scored(_behind),
        "{:.4f}".format,
    ),
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "Behind ± 95 %"),
        QT_TRANSLATE_NOOP(
            "",
            "Half of the difference's 95 % interval. The two scores come from the same games and "
            "are correlated; this is the widest interval that the counts allow.",
        ),
        _scored(_behind_width),
        "{:.4f}".format,
    ),
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "∞ trials"),
        QT_TRANSLATE_NOOP(
            "", "The mean that infinitely many trials would give (with “Show the truth”)."
        ),
        BoardModel.exact_mean,
        "{:+.4f}".format,
    ),
    _PERFECT,
)
"""The columns of playouts, and of scores that a file gave."""

SOLVED: tuple[ScoreColumn, ...] = (
    _SQUARE,
    _PERFECT._replace(
        help=QT_TRANSLATE_NOOP("", "What the move is worth if both sides play perfectly."),
        value=_scored(lambda sheet, square: sheet.analysis.proven(square)),
    ),
)
"""The columns of a position that is solved to the end."""

TREE: tuple[ScoreColumn, ...] = (
    _SQUARE,
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "Value"),
        QT_TRANSLATE_NOOP(
            "",
            "How good the tree thinks the move is, from −1 (lost) to 1 (won). That is no chance of "
            "winning, and it has no interval: a tree looks where it likes a move, not at random.",
        ),
        _scored(_mean),
        "{:+.4f}".format,
    ),
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "Visits"),
        QT_TRANSLATE_NOOP("", "How many simulations went through the move."),
        _scored(lambda sheet, square: sheet.decisive(square)),
        "{:,.0f}".format,
    ),
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "Share"),
        QT_TRANSLATE_NOOP("", "Its share of all simulations."),
        _scored(_share),
        "{:.1%}".format,
    ),
    _FIRST_SIGHT,
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "Proven"),
        QT_TRANSLATE_NOOP("", "What the move is worth, where the tree has proven it."),
        _scored(lambda sheet, square: sheet.analysis.proven(square)),
        lambda value: tr(WORTH[int(value)]),
    ),
    ScoreColumn(
        QT_TRANSLATE_NOOP("", "Expected"),
        QT_TRANSLATE_NOOP("", "Its number among the moves that the tree expects from here on."),
        _scored(lambda sheet, square: sheet.expected.get(square)),
        "{:.0f}".format,
    ),
    _PERFECT,
)
"""The columns of a tree search."""

_PLAYOUT_TREE = tuple(column for column in TREE if column is not _FIRST_SIGHT)
"""The columns of a tree with playouts, which has no first sight."""

_COLUMNS = {Certainty.ESTIMATED: TREE, Certainty.EXACT: SOLVED}


def columns_of(analysis: Analysis) -> tuple[ScoreColumn, ...]:
    """Return the columns for what was found."""
    if isinstance(analysis, TreeAnalysis) and analysis.leaves is not None:
        return _PLAYOUT_TREE
    return _COLUMNS.get(analysis.certainty, PLAYOUTS)
