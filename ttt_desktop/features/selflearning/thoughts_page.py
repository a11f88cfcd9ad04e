"""The page on which one generation's thoughts about the position on the board are seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSlider,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from engine import PLAYERX, Board
from engine.board import Position
from engine.errors import Problem
from engine.rules import Square
from engine.search.exact import can_be_solved
from engine.search.solver import solve
from ttt_desktop.features.selflearning.pictures import Insight, ThoughtsPicture
from ttt_desktop.features.selflearning.study import Study
from ttt_desktop.features.selflearning.tables import thought_cells
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.tables import CellTable, sorted_view
from ttt_desktop.look.text import problem, rule_text, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import mute
from ttt_desktop.look.windows import PageArea
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.work.jobs import Job, JobRunner, Latest

if TYPE_CHECKING:
    from engine.learning.learner import Mind, Thoughts


_PICTURE, _TABLE = 375, 300
"""How wide the picture and the table are at first, in pixels: the same share of other widths."""


class ThoughtsPage(QWidget):
    """A board with what a generation thinks of each square, and a slider over the generations.

    The position is the one on the main board; where the learner learns other rules, it is the empty
    board.

    Args:
        study: the learner.
        controller: the game on the main board.

    Attributes:
        slider: chooses a generation, by its place among those that are kept.
        picture, table: the thoughts, painted and in numbers.

    Signals:
        chosen(): another generation is looked at.
    """

    chosen = Signal()

    def __init__(
        self, study: Study, controller: GameController, runner: JobRunner, theme: ThemeManager
    ) -> None:
        super().__init__()
        self._study, self._controller = study, controller
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(tr("Generation"))
        explain(
            self.slider, tr("Which of the kept generations is asked; at the right end the last")
        )
        self.slider.valueChanged.connect(self._slid)
        self._follows = True  # whether the last generation is looked at, whichever that is
        self._label, self._about = QLabel(), QLabel()
        self._about.setWordWrap(True)
        mute(self._about)
        self.picture = ThoughtsPicture(theme)
        self._cells = CellTable(self)
        self.table = sorted_view(self._cells)
        self.table.setAccessibleName(tr("Thoughts, square by square"))
        self.table.text_resized.connect(self._fit_columns)
        self._truth: dict[Square, int] | None = None
        self._asked: Board | None = None
        self._solving = Latest(runner.start, self)
        self._build()
        controller.follow(self.look, View.game, View.moves)
        study.began.connect(self._begin)
        study.grown.connect(self.look)
        self._begin()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        top = QHBoxLayout()
        top.addWidget(self._label)
        top.addWidget(self.slider, 1)
        column.addLayout(top)
        split = QSplitter()
        split.addWidget(self.picture)
        split.addWidget(self.table)
        split.setStretchFactor(0, 5)
        split.setStretchFactor(1, 4)
        split.setSizes([_PICTURE, _TABLE])
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(split, 1)
        layout.addWidget(self._about)
        area = PageArea(page)
        area.see_through()
        column.addWidget(area, 1)

    # --- which generation -----------------------------------------------------------------------

    @property
    def mind(self) -> Mind | None:
        """What the generation knew that is looked at; None where there is no learner."""
        generations = sorted(self._study.minds)
        if not generations:
            return None
        return self._study.minds[generations[min(self.slider.value(), len(generations) - 1)]]

    @Slot()
    def _begin(self) -> None:
        self._follows = True
        self._asked = None
        self.look()

    @Slot()
    def _slid(self) -> None:
        self._follows = self.slider.value() == self.slider.maximum()
        self._show()
        self.chosen.emit()

    @Slot()
    def look(self) -> None:
        """Show what there is by now: another position, or more generations."""
        last = max(0, len(self._study.minds) - 1)
        if last != self.slider.maximum():
            self.slider.blockSignals(True)
            self.slider.setMaximum(last)
            self.slider.setTickInterval(1)
            self.slider.blockSignals(False)
        if self._follows and self.slider.value() != last:
            self.slider.blockSignals(True)
            self.slider.setValue(last)
            self.slider.blockSignals(False)
        self._show()

    # --- what it thinks -------------------------------------------------------------------------

    def _position(self, mind: Mind) -> tuple[Board, int, bool]:
        """Return the board, the side to move, and whether it is the main board's position."""
        game = self._controller.game
        if game.rules == mind.rules and game.result is None:
            return game.board.clone(), game.to_move, True
        return Board.empty(mind.rules), PLAYERX, False

    @Slot()
    def _show(self) -> None:
        mind = self.mind
        self.slider.setEnabled(mind is not None)
        if mind is None:
            self._label.setText(tr("Nobody has learnt anything yet."))
            self._about.setText("")
            self._cells.show([tr("Square")], [])
            self.picture.hide()
            return
        board, player, on_board = self._position(mind)
        self._find_truth(board, player)
        name = tr("Generation {number} of {count}", number=f"{mind.generation:,}",
                  count=f"{max(self._study.minds):,}")  # fmt: skip
        self._label.setText(name)
        thoughts: Thoughts | None = None
        sentence = _legend(mind)
        try:
            thoughts = mind.thoughts(Position.of(board, player))
        except Problem as error:
            reason = problem(error)
            sentence = f"{reason[:1].upper()}{reason[1:]}."
        if not on_board:
            rules = rule_text(mind.rules)
            sentence = tr("This is the empty board: on the main board there is no game of {rules} "
                          "that goes on. {more}", rules=rules, more=sentence)  # fmt: skip
        sight = Insight(board, thoughts, self._truth)
        self._about.setText(sentence)
        self.picture.show_sight(sight, tr("What generation {number} thinks",
                                          number=f"{mind.generation:,}"))  # fmt: skip
        self.picture.show()
        if self._cells.show(*thought_cells(sight)):
            self.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
            self._fit_columns()

    @Slot()
    def _fit_columns(self) -> None:
        self.table.resizeColumnsToContents()

    def _find_truth(self, board: Board, player: int) -> None:
        """Have it found out what the moves are worth, where another position is shown."""
        if self._asked is not None and str(self._asked) == str(board) and (
            self._asked.rules == board.rules
        ):  # fmt: skip
            return
        self._asked, self._truth = board.clone(), None
        self._solving.cancel()
        if can_be_solved(board):
            self._solving.start(lambda job: _solved(board, player, job), self._take_truth)

    def _take_truth(self, truth: dict[Square, int] | None) -> None:
        self._truth = truth
        self._show()


def _solved(board: Board, player: int, job: Job) -> dict[Square, int] | None:
    """Return what each move is worth; None where the solver gives up."""
    solution = solve(board, player, check=job.check)
    return None if solution is None else solution.values


def _legend(mind: Mind) -> str:
    from engine.learning.matchboxes import BoxesMind  # noqa: PLC0415  (it needs NumPy)
    from engine.learning.networks import NetMind  # noqa: PLC0415

    if isinstance(mind, BoxesMind):
        return tr("Beads: a bead is drawn, and its square is played. The word is what the move is "
                  "worth in perfect play; the best ones are framed.")  # fmt: skip
    if isinstance(mind, NetMind):
        return tr("Disc and number: how likely it plays there at first sight, in percent. Colour: "
                  "what it thinks the move is worth, as on the heat map. The word is what the move "
                  "is worth in perfect play; the best ones are framed.")  # fmt: skip
    return tr("Colour: what it thinks the move is worth, as on the heat map; it plays to the "
              "greatest. The word is what the move is worth in perfect play; the best ones are "
              "framed.")  # fmt: skip
