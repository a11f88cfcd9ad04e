"""The board as a Qt model: what every view of it shows, square by square."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QObject,
    Qt,
    Signal,
)

from engine import (
    EMPTY,
    PLAYERO,
    PLAYERX,
    Analysis,
    Board,
    Certainty,
    Result,
    Square,
    Truth,
    Weights,
    square_name,
)
from engine.renju import Foul
from engine.search.exact import WORTH
from engine.tally import EQUAL
from ttt_desktop.look.guard import nothing, virtual
from ttt_desktop.look.tables import Index
from ttt_desktop.look.text import foul_text, letter, listed, tr
from ttt_desktop.session.findings import explained
from ttt_desktop.session.sheet import TOTAL, ScoreSheet, score_text


class SquareHeat(NamedTuple):
    """What the colour and frame of a square with a score say.

    Attributes:
        shade: the score on the scale of the heat map, from -1 to +1.
        strength: how much is known of it, from 0 to 1.
        best, close: whether no square is better, or too close to the best one to call.
        size: how large its tile is, from 0 to 1.
        proven: what a tree has proven of the move: 1, 0 or -1; else None.
    """

    shade: float
    strength: float
    best: bool
    close: bool
    size: float = 1.0
    proven: int | None = None


SCORES = Qt.ItemDataRole.UserRole + 1
"""The role that stands for scores: they alone change while a search runs."""


class BoardModel(QAbstractTableModel):
    """A game's position, and what a search found out about it.

    The controller sets both. Views ask the methods; Qt's own roles have what is said of a square.

    Attributes:
        dim: the board's side, in squares.
        free: its empty squares.
        note: why there are no scores, in a sentence; empty for the usual reason.

    Signals:
        positionChanged(): another position is shown.
    """

    positionChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._board = Board(3)
        self.dim = 3  # (no property: views ask some thousand times)
        self.free: frozenset[Square] = frozenset(self._board.get_empty_squares())
        self._last: Square | None = None
        self._order: Mapping[Square, int] = {}
        self._result: Result | None = None
        self._fouls: Mapping[Square, Foul] = {}
        self._analysis: Analysis | None = None
        self._weights: Mapping[int, Weights] = {PLAYERX: EQUAL, PLAYERO: EQUAL}
        self._numbers = TOTAL
        self._lock_scale = False
        self._locked: float | None = None
        self._sheet: ScoreSheet | None = None
        self.note = ""
        self._truth: Truth | None = None
        self._readers: dict[int, Callable[[Square], object]] = {
            Qt.ItemDataRole.AccessibleTextRole: self._spoken,
            Qt.ItemDataRole.ToolTipRole: self._explained,
            Qt.ItemDataRole.AccessibleDescriptionRole: self._explained,
        }

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self._result

    @property
    def line_loses(self) -> bool:
        """Whether the game ended with a line that lost it, or with a foul."""
        return self._result is not None and self._result.line_loses

    @property
    def analysis(self) -> Analysis | None:
        """What the scores are from, or None."""
        return self._analysis

    @property
    def searcher(self) -> int:
        """The side that the scores are of: PLAYERX or PLAYERO; EMPTY where there are none."""
        return self._analysis.player if self._analysis else EMPTY

    @property
    def moves_since(self) -> int:
        """How many moves have been made since the position that the scores are of."""
        if self._analysis is None:
            return 0
        then, now = (
            len(board.get_empty_squares()) for board in (self._analysis.board, self._board)
        )
        return then - now

    @property
    def chosen(self) -> Square | None:
        """Where the side moved that the scores are of; None before, and where that is not known."""
        since = self.moves_since
        if since < 1:
            return None
        number = len(self._order) - since + 1
        return next((square for square, order in self._order.items() if order == number), None)

    @property
    def sheet(self) -> ScoreSheet | None:
        """The scores, derived from the search, or None."""
        return self._sheet

    def weights(self, player: int) -> Weights:
        """Return what the searches of one side are valued by."""
        return self._weights[player]

    @property
    def locked_limit(self) -> float | None:
        """The end of a locked colour scale, in score a trial, or None."""
        return self._locked

    @property
    def truth(self) -> Truth | None:
        """What is known exactly of the position that the scores are of, if that is shown."""
        return self._truth

    @property
    def blind_spots(self) -> list[Square]:
        """Squares that infinitely many trials would choose, and that are mistakes."""
        if self._truth is None:
            return []
        return self._truth.blind_spots(*self._weights[self._truth.player])

    def set_position(
        self,
        board: Board,
        last: Square | None,
        result: Result | None,
        moves: Sequence[Square] = (),
    ) -> None:
        """Show another position, and the moves that led there where they are known."""
        before = self._shown_on_squares()
        self._order = {square: number for number, square in enumerate(moves, start=1)}
        if board.size != self.dim:
            self.beginResetModel()
            self._analysis = self._truth = None
            self._derive()
            self._take(board, last, result)
            self.dim = board.size
            self.endResetModel()
        else:
            # On a large board a repaint of every square would take longer than the move.
            self._take(board, last, result)
            for square, shown in self._shown_on_squares().items():
                if shown != before[square]:
                    index = self.index(*square)
                    self.dataChanged.emit(index, index)
        self.positionChanged.emit()

    def _take(self, board: Board, last: Square | None, result: Result | None) -> None:
        self._board, self._last, self._result = board, last, result
        self.free = frozenset(board.get_empty_squares())
        self._fouls = board.fouls() if result is None else {}

    def _shown_on_squares(self) -> dict[Square, tuple[int, bool, bool, int, bool]]:
        """Return what each square shows: mark, last move, winning line, number, foul."""
        line, order = self._result.line if self._result is not None else (), self._order
        return {
            (row, col): (
                mark,
                (row, col) == self._last,
                (row, col) in line,
                order.get((row, col), 0),
                (row, col) in self._fouls,
            )
            for row, marks in enumerate(self._board.rows)
            for col, mark in enumerate(marks)
        }

    def set_analysis(self, analysis: Analysis | None) -> None:
        """Show what a player found out, or nothing."""
        if analysis is self._analysis:
            return
        self._analysis = analysis
        self._derive()
        self._scores_changed()

    def set_scoring(self, weights: Mapping[int, Weights], numbers: str, lock_scale: bool) -> None:
        """Derive the scores anew, from the same playouts.

        Args:
            weights: SCORE_CURRENT and SCORE_OTHER for the searches of each side.
            numbers: what is shown on squares (see ``ttt_desktop.session.sheet``).
            lock_scale: keep the colour scale from search to search.
        """
        scoring = weights, numbers, lock_scale
        if scoring == (self._weights, self._numbers, self._lock_scale):
            return
        if lock_scale != self._lock_scale:
            self._locked = None
        self._weights, self._numbers, self._lock_scale = scoring
        self._derive()
        self._scores_changed()

    def fit_scale(self) -> None:
        """Fit the colour scale to the scores shown; a locked scale stays there from now on."""
        self._locked = None
        self._derive()
        self._scores_changed()

    def set_truth(self, truth: Truth | None) -> None:
        """Show what is known exactly of the position that the scores are of, or nothing."""
        self._truth = truth
        self._scores_changed()

    def _derive(self) -> None:
        self._sheet = None
        if self._analysis is None:
            return
        weighed = self._analysis.reweighed(self._weights[self._analysis.player])
        self._sheet = ScoreSheet(weighed, self._numbers, self._locked)
        if self._lock_scale and self._locked is None and weighed.done:
            self._locked = self._sheet.mean_limit

    def _scores_changed(self) -> None:
        self._all_changed([SCORES])

    def _all_changed(self, roles: Sequence[int] = ()) -> None:
        last = self.dim - 1
        self.dataChanged.emit(self.index(0, 0), self.index(last, last), list(roles))

    @virtual(int)
    def rowCount(self, parent: Index | None = None) -> int:  # noqa: D102
        return 0 if parent is not None and parent.isValid() else self.dim

    @virtual(int)
    def columnCount(self, parent: Index | None = None) -> int:  # noqa: D102
        return 0 if parent is not None and parent.isValid() else self.dim

    @virtual(nothing)
    def headerData(  # noqa: D102
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            name = square_name((section, section))
            return name[0] if orientation == Qt.Orientation.Horizontal else name[1:]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        return None

    @virtual(nothing)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: D102
        if not index.isValid():
            return None
        reader = self._readers.get(role)
        return reader((index.row(), index.column())) if reader else None

    def score(self, square: Square) -> float | None:
        """Return a square's score (total or mean, as set), or None where it has none."""
        sheet = self._sheet
        if sheet is None or self.searched_mark(square) != EMPTY:
            return None
        if not sheet.analysis.knows(square):
            return None
        return sheet.scores[square[0]][square[1]]

    # The grids are read directly: on a large board a repaint asks some thousand times, and
    # no view asks for a square beyond the board.

    def mark(self, square: Square) -> int:
        """Return what stands on a square now: EMPTY, PLAYERX or PLAYERO."""
        return self._board.rows[square[0]][square[1]]

    def in_line(self, square: Square) -> bool:
        """Whether a square is part of the line that ended the game."""
        return self._result is not None and square in self._result.line

    def foul(self, square: Square) -> Foul | None:
        """Return why X must not move to a square in Renju; None where it may."""
        return self._fouls.get(square)

    def number(self, square: Square) -> int:
        """Return which move put a square's mark there, from 1; 0 where that is not known."""
        return self._order.get(square, 0)

    @property
    def last(self) -> Square | None:
        """Where the last mark was put, if that is known."""
        return self._last

    def searched_mark(self, square: Square) -> int:
        """Return the mark in the position that the scores are of; EMPTY where there are none."""
        searched = self._analysis or self._truth
        return searched.board.rows[square[0]][square[1]] if searched else EMPTY

    def heat(self, square: Square) -> SquareHeat | None:
        """Return what is painted of a square with a score, or None where it has none."""
        score, sheet = self.score(square), self._sheet
        if score is None or sheet is None:
            return None
        shade = score / sheet.limit
        best = square in sheet.best
        close = not best and square in sheet.marked_close
        if sheet.analysis.certainty is not Certainty.ESTIMATED:
            return SquareHeat(shade, sheet.strength(square), best, close)
        proven = sheet.analysis.proven(square)
        return SquareHeat(shade, 1.0, best, False, sheet.size(square), proven)

    def step(self, square: Square) -> int:
        """Return a square's number among the moves that a tree expects, from 1; 0 for none."""
        return self._sheet.expected.get(square, 0) if self._sheet else 0

    def worth(self, square: Square) -> int | None:
        """Return what a move is worth in perfect play: 1, 0 or -1; None where it is not shown."""
        return self._truth.values.get(square) if self._truth else None

    def score_text(self, square: Square, compact: bool = False) -> str:
        """Return a square's score, short enough for it; ``compact`` for small squares."""
        if self._sheet is None or self.score(square) is None:
            return ""
        return self._sheet.text(square, compact)

    def exact_mean(self, square: Square) -> float | None:
        """Return the mean that infinitely many playouts would give; None where it is not shown."""
        truth = self._truth
        if truth is None or truth.tally is None or square not in truth.values:
            return None
        means = truth.tally.mean(truth.player, *self._weights[truth.player])
        return means[square[0]][square[1]]

    def truth_text(self, square: Square, compact: bool = False) -> str:
        """Return the mean of infinitely many playouts, where it is known and shown, else ""."""
        mean = self.exact_mean(square)
        return "" if mean is None else score_text(mean, True, compact)

    def _spoken(self, square: Square) -> str:
        """Return what a screen reader says, such as "C2, X, last move"."""
        words = [square_name(square)]
        mark = self.mark(square)
        words.append(tr("empty") if mark == EMPTY else letter(mark))
        if (foul := self.foul(square)) is not None:
            words.append(tr("a foul for X: {what}", what=foul_text(foul)))
        if square == self._last:
            words.append(tr("last move"))
        if self.in_line(square):
            words.append(tr("part of the line"))
        if text := self.score_text(square):
            words.append(tr("score {score}", score=text.replace("\n", " ")))
        if self._sheet is not None and square in self._sheet.best:
            words.append(tr("best square"))
        return listed(words)

    def _explained(self, square: Square) -> str:
        sentences, sheet = [], self._sheet
        foul = self.foul(square)
        if foul is not None:
            sentences.append(tr("A foul for X: {what}.", what=foul_text(foul)))
        refused = foul is not None and sheet is not None and sheet.analysis.player == PLAYERX
        if sheet is not None and not refused and self.score(square) is not None:
            sentences.append(explained(sheet, square))
        if (exact := self.truth_text(square)) and self._truth is not None:
            worth = tr(WORTH[self._truth.values[square]])
            sentences.append(tr("Infinitely many trials: {mean}.", mean=exact))
            sentences.append(tr("Perfect play: {worth}.", worth=worth))
            if square in self.blind_spots:
                sentences.append(tr("A blind spot of the method."))
        return " ".join(sentences)
