"""What the table's columns show: of playouts, and of a tree search."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine import Square
from engine.exact import WORTH
from ttt_desktop.play.board_model import BoardModel
from ttt_desktop.play.sheet import ScoreSheet
from ttt_desktop.text import QT_TRANSLATE_NOOP, tr


class Numbers:
    """The numbers of the squares, as the board's model has them now.

    Args:
        board: the model.
    """

    def __init__(self, board: BoardModel) -> None:
        self._board = board

    @property
    def sheet(self) -> ScoreSheet | None:
        """The scores that are shown."""
        return self._board.sheet

    def total(self, square: Square) -> float | None:
        """Return a square's total, or None where nothing was searched."""
        return None if self.sheet is None else self.sheet.analysis.totals[square[0]][square[1]]

    def mean(self, square: Square) -> float | None:
        """Return a square's mean, or its value in a tree."""
        if self.sheet is None or not self.sheet.analysis.knows(square):
            return None
        return self.sheet.means[square[0]][square[1]]

    def share(self, square: Square) -> float | None:
        """Return the share of a tree's simulations that went through a square."""
        visits = self.decisive(square)
        return None if visits is None or self.sheet is None else visits / max(1, self.sheet.trials)

    def prior(self, square: Square) -> float | None:
        """Return the share of simulations that a tree gave a move at first sight."""
        return None if self.sheet is None else self.sheet.analysis.prior(square)

    def step(self, square: Square) -> float | None:
        """Return a square's number among the moves that a tree expects."""
        return None if self.sheet is None else self.sheet.expected.get(square)

    def proven(self, square: Square) -> float | None:
        """Return what a tree has proven of a move."""
        return None if self.sheet is None else self.sheet.analysis.proven(square)

    def low(self, square: Square) -> float | None:
        """Return the lower end of a square's interval."""
        ends = None if self.sheet is None else self.sheet.interval(square)
        return None if ends is None else ends[0]

    def high(self, square: Square) -> float | None:
        """Return the upper end of a square's interval."""
        ends = None if self.sheet is None else self.sheet.interval(square)
        return None if ends is None else ends[1]

    def decisive(self, square: Square) -> float | None:
        """Return the playouts that say something about a square."""
        return None if self.sheet is None else self.sheet.decisive(square)

    def behind(self, square: Square) -> float | None:
        """Return how far a square's mean lies behind the best one's."""
        best, mean = self._leader(), self.mean(square)
        return None if best is None or mean is None else (self.mean(best) or 0.0) - mean

    def behind_width(self, square: Square) -> float | None:
        """Return half of that difference's interval (a bound; see ``engine.confidence``)."""
        best, sheet = self._leader(), self.sheet
        if best is None or sheet is None:
            return None
        width = sheet.analysis.difference(best, square)
        return 0.0 if square == best and width is not None else width

    def exact(self, square: Square) -> float | None:
        """Return the mean that infinitely many playouts would give, where that is shown."""
        return self._board.exact_mean(square)

    def worth(self, square: Square) -> float | None:
        """Return what the move is worth in perfect play, where that is shown."""
        truth = self._board.truth
        return None if truth is None else truth.values.get(square)

    def _leader(self) -> Square | None:
        return min(self.sheet.best) if self.sheet is not None and self.sheet.best else None


class Column(NamedTuple):
    """A column: its title and help, its numbers, and how they are written."""

    title: str
    help: str
    value: Callable[[Numbers, Square], float | None]
    text: Callable[[float], str]


_SQUARE = Column(
    QT_TRANSLATE_NOOP("", "Square"),
    QT_TRANSLATE_NOOP("", "The square, and how it stands."),
    lambda _numbers, _square: None,
    str,
)

_PERFECT = Column(
    QT_TRANSLATE_NOOP("", "Perfect play"),
    QT_TRANSLATE_NOOP(
        "", "What the move is worth if both sides play perfectly (with “Show the truth”)."
    ),
    Numbers.worth,
    lambda value: tr(WORTH[int(value)]),
)

PLAYOUTS: tuple[Column, ...] = (
    _SQUARE,
    Column(
        QT_TRANSLATE_NOOP("", "Total"),
        QT_TRANSLATE_NOOP(
            "",
            "The sum of its scores over all trials. Its 95 % interval is that of the mean, times "
            "the trials.",
        ),
        Numbers.total,
        "{:+,.6g}".format,
    ),
    Column(
        QT_TRANSLATE_NOOP("", "Mean"),
        QT_TRANSLATE_NOOP("", "Its score a trial. The next two columns are its 95 % interval."),
        Numbers.mean,
        "{:+.4f}".format,
    ),
    Column(
        QT_TRANSLATE_NOOP("", "95 % from"),
        QT_TRANSLATE_NOOP("", "The lower end of the mean's 95 % interval."),
        Numbers.low,
        "{:+.4f}".format,
    ),
    Column(
        QT_TRANSLATE_NOOP("", "95 % to"),
        QT_TRANSLATE_NOOP("", "The upper end of the mean's 95 % interval."),
        Numbers.high,
        "{:+.4f}".format,
    ),
    Column(
        QT_TRANSLATE_NOOP("", "Decisive"),
        QT_TRANSLATE_NOOP(
            "", "Trials that say something about it: one side won, and it was not empty."
        ),
        Numbers.decisive,
        "{:,.0f}".format,
    ),
    Column(
        QT_TRANSLATE_NOOP("", "Behind"),
        QT_TRANSLATE_NOOP("", "How far it lies behind the best."),
        Numbers.behind,
        "{:.4f}".format,
    ),
    Column(
        QT_TRANSLATE_NOOP("", "Behind ± 95 %"),
        QT_TRANSLATE_NOOP(
            "",
            "Half of the difference's 95 % interval. The two scores come from the same games and "
            "are correlated; this is the widest interval that the counts allow.",
        ),
        Numbers.behind_width,
        "{:.4f}".format,
    ),
    Column(
        QT_TRANSLATE_NOOP("", "∞ trials"),
        QT_TRANSLATE_NOOP(
            "", "The mean that infinitely many trials would give (with “Show the truth”)."
        ),
        Numbers.exact,
        "{:+.4f}".format,
    ),
    _PERFECT,
)
"""The columns of playouts, and of scores that a file gave."""

SOLVED: tuple[Column, ...] = (
    _SQUARE,
    _PERFECT._replace(
        help=QT_TRANSLATE_NOOP("", "What the move is worth if both sides play perfectly."),
        value=Numbers.proven,
    ),
)
"""The columns of a position that is solved to the end."""

TREE: tuple[Column, ...] = (
    _SQUARE,
    Column(
        QT_TRANSLATE_NOOP("", "Value"),
        QT_TRANSLATE_NOOP(
            "",
            "What the tree expects of the move, from −1 (lost) to 1 (won). It has no interval: a "
            "tree looks where it likes a move, not at random.",
        ),
        Numbers.mean,
        "{:+.4f}".format,
    ),
    Column(
        QT_TRANSLATE_NOOP("", "Visits"),
        QT_TRANSLATE_NOOP("", "How many simulations went through the move."),
        Numbers.decisive,
        "{:,.0f}".format,
    ),
    Column(
        QT_TRANSLATE_NOOP("", "Share"),
        QT_TRANSLATE_NOOP("", "Its share of all simulations."),
        Numbers.share,
        "{:.1%}".format,
    ),
    Column(
        QT_TRANSLATE_NOOP("", "First sight"),
        QT_TRANSLATE_NOOP("", "The share that the move was to have before any search: its prior."),
        Numbers.prior,
        "{:.1%}".format,
    ),
    Column(
        QT_TRANSLATE_NOOP("", "Proven"),
        QT_TRANSLATE_NOOP("", "What the move is worth, where the tree has proven it."),
        Numbers.proven,
        lambda value: tr(WORTH[int(value)]),
    ),
    Column(
        QT_TRANSLATE_NOOP("", "Expected"),
        QT_TRANSLATE_NOOP("", "Its number among the moves that the tree expects from here on."),
        Numbers.step,
        "{:.0f}".format,
    ),
    _PERFECT,
)
"""The columns of a tree search."""
