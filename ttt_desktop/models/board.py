"""The board as a Qt model: what every view of it shows, square by square."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from engine import EMPTY, STRMAP, Board, Result, Snapshot, Square, best_squares, square_name
from ttt_desktop.colormap import round_limit

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """What the model knows of a square, beyond Qt's own roles."""

    MARK = Qt.ItemDataRole.UserRole + 1
    """EMPTY, PLAYERX or PLAYERO: the position now."""
    SEARCHED_MARK = MARK + 1
    """The mark in the position that the scores are of; EMPTY where there are none."""
    SCORE = MARK + 2
    """The score (total or mean, as set) of a square that was searched, else None."""
    SCORE_TEXT = MARK + 3
    """The score, short enough for a square."""
    SHORT_TEXT = MARK + 4
    """The score in two digits, for small squares."""
    SHADE = MARK + 5
    """The score on the scale of the heat map: -1 to +1, else None."""
    BEST = MARK + 6
    """Whether no searched square has a greater score."""
    WINNING = MARK + 7
    """Whether the square is part of the line that ended the game."""
    LAST = MARK + 8
    """Whether the last mark was put here."""


SCORE_ROLES = (
    Role.SEARCHED_MARK,
    Role.SCORE,
    Role.SCORE_TEXT,
    Role.SHORT_TEXT,
    Role.SHADE,
    Role.BEST,
)
"""What changes while a search runs."""


class BoardModel(QAbstractTableModel):
    """A game's position, and what a search found out about it.

    The controller sets both; views read them through the roles.

    Args:
        parent: the Qt owner.

    Signals:
        positionChanged(): another position is shown.
    """

    positionChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._board = Board(3)
        self._last: Square | None = None
        self._result: Result | None = None
        self._snapshot: Snapshot | None = None
        self._weights = (1.0, 1.0)
        self._as_mean = False
        self._scores: list[list[float]] = []
        self._best: frozenset[Square] = frozenset()
        self._limit = 1.0
        self._readers: dict[int, Callable[[Square], object]] = {
            Role.MARK: self._mark,
            Role.SEARCHED_MARK: self._searched_mark,
            Role.SCORE: self._score,
            Role.SCORE_TEXT: self._score_text,
            Role.SHORT_TEXT: lambda square: self._score_text(square, compact=True),
            Role.SHADE: self._shade,
            Role.BEST: lambda square: square in self._best,
            Role.WINNING: self._is_winning,
            Role.LAST: lambda square: square == self._last,
            Qt.ItemDataRole.AccessibleTextRole: self._spoken,
            Qt.ItemDataRole.ToolTipRole: self._explained,
            Qt.ItemDataRole.AccessibleDescriptionRole: self._explained,
        }

    @property
    def dim(self) -> int:
        """The board's side, in squares."""
        return self._board.get_dim()

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self._result

    @property
    def snapshot(self) -> Snapshot | None:
        """The search that the scores are from, or None."""
        return self._snapshot

    @property
    def limit(self) -> float:
        """The score at the end of the colour scale; the scale runs from minus this to plus it."""
        return self._limit

    @property
    def as_mean(self) -> bool:
        """Whether scores are means of one trial rather than totals."""
        return self._as_mean

    @property
    def best(self) -> frozenset[Square]:
        """The searched squares with the greatest score."""
        return self._best

    def set_position(self, board: Board, last: Square | None, result: Result | None) -> None:
        """Show another position."""
        if board.get_dim() != self.dim:
            self.beginResetModel()
            self._snapshot = None
            self._derive()
            self._board, self._last, self._result = board, last, result
            self.endResetModel()
        else:
            # On a large board a repaint of every square would take longer than the move.
            before = self._shown_on_squares()
            self._board, self._last, self._result = board, last, result
            for square, shown in self._shown_on_squares().items():
                if shown != before[square]:
                    index = self.index(*square)
                    self.dataChanged.emit(index, index)
        self.positionChanged.emit()

    def _shown_on_squares(self) -> dict[Square, tuple[int, bool, bool]]:
        """Return what each square shows of the position: mark, last move, winning line."""
        line = self._result.line if self._result is not None else ()
        return {
            (row, col): (mark, (row, col) == self._last, (row, col) in line)
            for row, marks in enumerate(self._board._board)
            for col, mark in enumerate(marks)
        }

    def set_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show what a search found out, or nothing."""
        self._snapshot = snapshot
        self._derive()
        self._all_changed(SCORE_ROLES)

    def set_scoring(self, weights: tuple[float, float], as_mean: bool) -> None:
        """Derive the scores anew, from the same playouts."""
        self._weights, self._as_mean = weights, as_mean
        self._derive()
        self._all_changed(SCORE_ROLES)

    def _derive(self) -> None:
        self._scores, self._best, self._limit = [], frozenset(), 1.0
        if self._snapshot is None:
            return
        found, side = self._snapshot.tally, self._snapshot.player
        grid = found.mean if self._as_mean else found.scores
        self._scores = grid(side, *self._weights)
        searched = self._snapshot.board
        empty = searched.get_empty_squares()
        best = best_squares(searched, self._scores)
        # Where every square is as good as any other, none is worth marking.
        self._best = frozenset(best if len(best) < len(empty) or len(empty) == 1 else ())
        self._limit = round_limit(max(abs(self._scores[row][col]) for row, col in empty))

    def _all_changed(self, roles: Sequence[int] = ()) -> None:
        last = self.dim - 1
        self.dataChanged.emit(self.index(0, 0), self.index(last, last), list(roles))

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: D102
        return 0 if parent is not None and parent.isValid() else self.dim

    def columnCount(self, parent: Index | None = None) -> int:  # noqa: D102
        return 0 if parent is not None and parent.isValid() else self.dim

    def headerData(  # noqa: D102
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            name = square_name((section, section))
            return name[0] if orientation == Qt.Orientation.Horizontal else name[1:]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: D102
        if not index.isValid():
            return None
        reader = self._readers.get(role)
        return reader((index.row(), index.column())) if reader else None

    def _score(self, square: Square) -> float | None:
        if self._snapshot is None or self._searched_mark(square) != EMPTY:
            return None
        return self._scores[square[0]][square[1]]

    # The grids are read directly: on a large board a repaint asks some thousand times, and
    # Qt hands out no index beyond the board.

    def _mark(self, square: Square) -> int:
        return self._board._board[square[0]][square[1]]

    def _searched_mark(self, square: Square) -> int:
        return self._snapshot.board._board[square[0]][square[1]] if self._snapshot else EMPTY

    def _is_winning(self, square: Square) -> bool:
        return self._result is not None and square in self._result.line

    def _shade(self, square: Square) -> float | None:
        score = self._score(square)
        return None if score is None else score / self._limit

    def _score_text(self, square: Square, compact: bool = False) -> str:
        score = self._score(square)
        return "" if score is None else score_text(score, self._as_mean, compact)

    def _spoken(self, square: Square) -> str:
        """Return what a screen reader says, such as "row 2, column 3, X, last move"."""
        row, col = square
        words = [f"row {row + 1}, column {col + 1}"]
        mark = self._mark(square)
        words.append("empty" if mark == EMPTY else STRMAP[mark])
        if square == self._last:
            words.append("last move")
        if self._is_winning(square):
            words.append("part of the line")
        if text := self._score_text(square):
            words.append(f"score {text}")
        if square in self._best:
            words.append("best square")
        return ", ".join(words)

    def _explained(self, square: Square) -> str:
        score = self._score(square)
        if score is None or self._snapshot is None:
            return ""
        tally, side = self._snapshot.tally, self._snapshot.player
        unit = 1 if self._as_mean else tally.trials
        error = unit * tally.standard_error(side, *self._weights)[square[0]][square[1]]
        kind = "mean of one trial" if self._as_mean else "total"
        best = ", the best square" if square in self._best else ""
        return f"{square_name(square)}: {kind} {score:+,.6g} ± {error:,.3g}{best}"


def score_text(score: float, as_mean: bool, compact: bool = False) -> str:
    """Return a score short enough for a square: "+12.3k", or "+.283" for a mean.

    Args:
        score: the score.
        as_mean: whether it is a mean of one trial, rather than a total.
        compact: keep to two digits, for small squares: "+12k", "+.28".
    """
    if score == 0:
        return "0"
    if as_mean:
        text = f"{score:+.{2 if compact else 3}f}"
        return text.replace("0.", ".", 1) if text[1] == "0" else text
    digits, plain = (2, 1e3) if compact else (3, 1e4)
    for size, unit, start in ((1e9, "G", 1e9), (1e6, "M", 1e6), (1e3, "k", plain)):
        if abs(score) >= start:
            text = f"{score / size:+.{digits}g}"
            return (text if "e" not in text else f"{score / size:+.0f}") + unit
    whole = compact or abs(score) >= 1000 or score == int(score)
    return f"{score:+.0f}" if whole else f"{score:+.1f}"
