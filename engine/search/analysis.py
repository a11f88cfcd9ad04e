"""What a player knew when it chose: values of squares, how sure they are, and what they cost."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from engine.board import STRMAP, Board
from engine.notation import board_html, frame_of, square_name
from engine.rules import Line, Square
from engine.search.confidence import LEVEL, Ends
from engine.tally import Grid, Weights, best_squares

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray


_NAMED = 4
"""How many of the best squares ``repr`` names."""


class Certainty(Enum):
    """What is known of how far the values may be off."""

    SAMPLED = "sampled"
    """They are means of random samples and have intervals."""
    ESTIMATED = "estimated"
    """They are a tree search's estimates; some may be proven."""
    UNKNOWN = "unknown"
    """Another program worked them out and did not say how sure they are."""
    EXACT = "exact"
    """They are right."""


class Analysis(ABC):
    """A value for each empty square, in the sense of the side to move: more is better for it.

    Attributes:
        board: the position. Not to be changed.
        player: the side to move.
        certainty: what is known of how far the values may be off.
        unit: what ``count`` counts, in the plural.
        done: whether this is the last word on the position.
        seconds: how long it took; 0 where that was not measured.
    """

    board: Board
    player: int
    certainty: ClassVar[Certainty]
    unit: ClassVar[str] = "playouts"
    done: bool
    seconds: float

    @property
    @abstractmethod
    def count(self) -> int:
        """How much work it comes from."""

    @property
    @abstractmethod
    def totals(self) -> Grid:
        """The values, summed up over ``count``; what stands on taken squares means nothing."""

    @cached_property
    def means(self) -> Grid:
        """The values, each a mean over ``count``."""
        count = max(self.count, 1)
        return [[total / count for total in row] for row in self.totals]

    @cached_property
    def best(self) -> list[Square]:
        """The squares with the greatest value, row by row; of those that are no fouls."""
        return best_squares(self.board, self.totals, self.player)

    @property
    def outcome(self) -> int | None:
        """How the game ends in perfect play, where that is proven: 1 won, 0 tied, -1 lost."""
        return None

    @property
    def line(self) -> Line:
        """The moves that the player expects from here on, where it knows any."""
        return ()

    def prior(self, square: Square) -> float | None:
        """Return how promising a move was before the search, as a share of all; None if unknown."""
        return None

    def knows(self, square: Square) -> bool:
        """Whether there is a value of an empty square."""
        return True

    def proven(self, square: Square) -> int | None:
        """Return what a move is worth, where that is proven: 1 won, 0 tied, -1 lost."""
        return None

    @property
    def progress(self) -> float:
        """How far the work has come towards its end, from 0 to 1."""
        return 1.0

    @property
    def per_second(self) -> float:
        """``count`` a second; 0 where no time was measured."""
        return self.count / self.seconds if self.seconds > 0 else 0.0

    @property
    def saved(self) -> int:
        """What was left out of the work that was allowed, because the best square was settled."""
        return 0

    def intervals(self, level: float = LEVEL) -> list[list[Ends]] | None:
        """Return the ends of each mean's interval; None where they are not known."""
        return None

    def interval(self, square: Square) -> Ends | None:
        """Return the ends of one mean's 95 % interval; None where they are not known."""
        return None

    def mean(self, square: Square) -> float:
        """Return the mean of one square, without those of the others where that is quicker."""
        return self.means[square[0]][square[1]]

    def difference(self, one: Square, two: Square) -> float | None:
        """Return half of the 95 % interval of the difference of two means, where it is known."""
        return None

    @property
    def mostly_ties(self) -> bool:
        """Whether nearly all the work ended in ties, and so says little of any square."""
        return False

    def contenders(self, rough: bool = False) -> list[Square]:
        """Return the squares that may yet be as good as the best one, without that one.

        Args:
            rough: be quick, and name too many rather than too few.
        """
        return []

    def samples(self, square: Square) -> int | None:
        """Return how much of ``count`` says something about a square, where that is known."""
        return None

    def reweighed(self, weights: Weights) -> Analysis:
        """Return the same work, with squares valued by other weights where weights count."""
        return self

    # --- for a notebook ---------------------------------------------------------------------

    def as_rows(self) -> list[dict[str, object]]:
        """Return a row for each empty square: what is known of it, None where nothing is.

        ``square`` is its name, ``row`` and ``col`` count from 0. ``low`` and ``high`` are the ends
        of the mean's 95 % interval, ``samples`` is how much of the work says something about the
        square, and ``close`` whether it may yet be as good as the best one.
        """
        best, rows = {*self.best}, []
        close = {*self.contenders()} - best
        for square in filter(self.knows, self.board.get_empty_squares()):
            low, high = self.interval(square) or (None, None)
            row, col = square
            rows.append({
                "square": square_name(square), "row": row, "col": col,
                "total": self.totals[row][col], "mean": self.mean(square), "low": low, "high": high,
                "samples": self.samples(square), "best": square in best,
                "close": square in close,
            })  # fmt: skip
        return rows

    def to_frame(self) -> Any:
        """Return ``as_rows`` as a pandas data frame; ValueError where pandas is not installed."""
        return frame_of(self.as_rows())

    def arrays(self) -> dict[str, NDArray[float64]]:
        """Return ``total``, ``mean``, ``low`` and ``high``, each as a NumPy array of the board.

        NaN stands where there is no number: on marks, and where no interval is known.
        """
        import numpy as np  # noqa: PLC0415  (not needed at a start)

        side = self.board.size
        names = ("total", "mean", "low", "high")
        arrays = {name: np.full((side, side), np.nan) for name in names}
        for square in filter(self.knows, self.board.get_empty_squares()):
            ends = self.interval(square) or (np.nan, np.nan)
            numbers = (self.totals[square[0]][square[1]], self.mean(square), *ends)
            for array, number in zip(arrays.values(), numbers, strict=True):
                array[square] = number
        return arrays

    def __repr__(self) -> str:
        """Return one line: the position's size, the work, and the best squares."""
        named = [square_name(square) for square in self.best]
        more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        size, best = self.board.size, ", ".join(named[:_NAMED]) + more
        return (
            f"<{type(self).__name__}: {STRMAP[self.player]} to move on {size}x{size}, "
            f"{self.count:,} {self.unit}{self._origin}, best {best}>"
        )

    @property
    def _origin(self) -> str:
        """What ``repr`` adds on where the work comes from."""
        return ""

    def _repr_html_(self) -> str:
        """Return the board in colours, with the mean on each square."""
        known = [square for square in self.board.get_empty_squares() if self.knows(square)]
        greatest = max((abs(self.mean(square)) for square in known), default=0.0) or 1.0
        shades = {square: self.mean(square) / greatest for square in known}
        texts = {square: f"{self.mean(square):+.3f}" for square in known}
        return board_html(self.board, shades, texts, self.best, repr(self).strip("<>"))


@dataclass(frozen=True, repr=False)
class Given(Analysis):
    """Scores that another program has added up, such as a course file.

    Attributes:
        trials: how many playouts it was asked for.
        scores: the totals, on every square.
    """

    board: Board
    player: int
    trials: int
    scores: Grid
    certainty = Certainty.UNKNOWN
    done = True
    seconds = 0.0

    @property
    def count(self) -> int:
        """The playouts that were asked for."""
        return self.trials

    @property
    def totals(self) -> Grid:
        """The scores as they were given."""
        return self.scores


@dataclass(frozen=True, repr=False)
class Solved(Analysis):
    """What each move is worth in perfect play.

    Attributes:
        worth: for each empty square, 1 for a win, 0 for a tie, -1 for a loss.
        plies: for each won or lost square after how many moves the game ends, where that is known.
        chosen: the moves to choose from; all of the greatest worth where there are none.
    """

    board: Board
    player: int
    worth: Mapping[Square, int]
    plies: Mapping[Square, int] = field(default_factory=dict)
    chosen: Sequence[Square] = ()
    certainty = Certainty.EXACT
    unit = "moves"
    done = True
    seconds = 0.0

    @property
    def count(self) -> int:
        """One: the values are no sums."""
        return 1

    @cached_property
    def totals(self) -> Grid:
        """The worth of each move; 0 on taken squares."""
        side = range(self.board.size)
        return [[float(self.worth.get((row, col), 0)) for col in side] for row in side]

    @cached_property
    def best(self) -> list[Square]:
        """The moves to choose from, row by row."""
        return sorted(self.chosen) or best_squares(self.board, self.totals, self.player)

    @property
    def outcome(self) -> int:
        """What the position is worth for the side to move."""
        return max(self.worth.values())

    def proven(self, square: Square) -> int | None:
        """Return what a move is worth."""
        return self.worth.get(square)

    def intervals(self, level: float = LEVEL) -> list[list[Ends]]:
        """Return the means twice over: they are right."""
        return [[(mean, mean) for mean in row] for row in self.means]
