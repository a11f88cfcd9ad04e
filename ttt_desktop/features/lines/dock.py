"""The dock of best lines: what to play, what would follow and what it is worth, live."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDockWidget,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSpinBox,
    QWidget,
)

from engine import square_name
from engine.search.best_lines import MOST, BestLine
from engine.search.exact import WORTH
from ttt_desktop.board.ghosts import Place, draw_steps
from ttt_desktop.features.lines.analyst import LineAnalyst
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.marks import mark_colour
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.signs import draw_badge
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.tables import TableModel, TextTable
from ttt_desktop.look.text import letter, signed, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import dock_column
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View

_USUAL = 3
_ROWS = 4
"""Lines of text that the list is high at least, its header included."""

_DIGITS = 2


class LinesModel(TableModel):
    """The best moves: their values, their shares of the search, and what follows."""

    def __init__(self) -> None:
        super().__init__()
        self.titles = [tr("Value"), tr("Share"), tr("Line")]
        self.lines: tuple[BestLine, ...] = ()

    def show(self, lines: tuple[BestLine, ...]) -> None:
        """Show other lines."""
        if len(lines) != len(self.lines):
            self.beginResetModel()
            self.lines, self.count = lines, len(lines)
            self.endResetModel()
        elif lines != self.lines:
            self.lines = lines
            last = self.index(self.count - 1, len(self.titles) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def cell(self, row: int, column: int, role: int) -> Any:  # noqa: D102
        line = self.lines[row]
        if role == Qt.ItemDataRole.ToolTipRole:
            return " ".join(map(square_name, line.line))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            worth_text(line),
            f"{line.share:.0%}",
            " ".join(map(square_name, line.line)),
        )[column]


def worth_text(line: BestLine) -> str:
    """Return what a move is worth to the side that makes it: a value, or what is proven."""
    move = line.move
    if move.proven is not None:
        return tr(WORTH[move.proven])
    if move.low == 1:
        return tr(WORTH[1])
    return "–" if move.value is None else signed(move.value, _DIGITS)


class _LineTable(TextTable):
    """The list; Enter plays a line's first move, Escape lets go of it."""

    entered_row = Signal(int)

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.entered_row.emit(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Escape and self.selectionModel().hasSelection():
            self.clearSelection()
        else:
            super().keyPressEvent(event)


class LinesDock(QDockWidget):
    """A dockable list of the best lines of the position on the board.

    Args:
        analyst: searches it.

    Attributes:
        think: the box that is ticked for as long as it is to think.
        count: how many lines are shown.
        both: the button that lets moves of both sides be tried beside the game.
        view: the list.

    Signals:
        drawn(): other squares are to be marked on the board.
    """

    drawn = Signal()

    def __init__(
        self,
        controller: GameController,
        analyst: LineAnalyst,
        theme: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Best lines"), parent)
        self.setObjectName("best_lines")
        self._controller, self._analyst, self._theme = controller, analyst, theme
        self._model = LinesModel()
        self.think = QCheckBox(tr("Think along"))
        explain(self.think, tr("Search each position that comes to the board, until you stop it"))
        self.think.clicked.connect(analyst.switch)
        self.count = QSpinBox()
        self.count.setRange(1, MOST)
        self.count.setValue(_USUAL)
        self.count.setAccessibleName(tr("How many lines"))
        self.count.setToolTip(tr("How many lines"))
        self.count.valueChanged.connect(self.refresh)
        self.both = QPushButton()
        self.both.clicked.connect(self._try_both)
        self._said = QLabel()
        self._said.setWordWrap(True)
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self.view = self._list()
        self._build()
        analyst.changed.connect(self.refresh)
        controller.follow(self.refresh, View.game, View.moves, View.scene)
        self.visibilityChanged.connect(self._repaint)
        self.refresh()

    def _list(self) -> _LineTable:
        view = _LineTable()
        view.setModel(self._model)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setAccessibleName(tr("Best lines"))
        explain(view, tr("Double-click a line, or press Enter, to play its first move"))
        view.setMinimumHeight(_ROWS * view.fontMetrics().lineSpacing())
        header = view.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        view.doubleClicked.connect(self._play_index)
        view.entered_row.connect(self._play)
        view.selectionModel().selectionChanged.connect(self._repaint)
        return view

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE // 2)
        row.addWidget(self.think)
        row.addWidget(self.count)
        row.addWidget(self.both)
        row.addStretch(1)
        column = dock_column(self, SPACE // 2)
        column.addLayout(row)
        column.addWidget(self._said)
        column.addWidget(self.view, 1)

    @property
    def text(self) -> str:
        """What is said above the list."""
        return self._said.text()

    @property
    def lines(self) -> tuple[BestLine, ...]:
        """The lines that are listed."""
        return self._model.lines

    @Slot()
    def refresh(self) -> None:
        """Show what is known by now."""
        analyst, controller = self._analyst, self._controller
        result = analyst.result
        self._model.show(result.lines[: self.count.value()] if result is not None else ())
        self.think.setChecked(analyst.on)
        trying = controller.view.scene.is_try
        self.both.setText(tr("Back to the game") if trying else tr("Try both sides"))
        self.both.setEnabled(trying or analyst.can_search)
        self._said.setText(self._sentence())
        self._repaint()

    def _sentence(self) -> str:
        analyst = self._analyst
        result, view = analyst.result, self._controller.view
        if not analyst.can_search:
            if view.result is None:
                return tr("Nothing is shown in puzzles, lessons and positions that are set up.")
            return tr("There is no move to look for here.")
        if result is None:
            return tr("Thinking…") if analyst.on else tr("The best moves, with what would follow.")
        count, mark = f"{result.simulations:,}", letter(view.to_move)
        if result.lines and result.lines[0].to_the_end:
            moves = (len(result.lines[0].line) + 1) // 2
            return tr("{mark} to move wins by force, in %n moves. Other moves were not looked at.",
                      n=moves, one="{mark} to move wins at once.", mark=mark)  # fmt: skip
        if result.proven:
            return tr("{mark} to move: the position is proven, after {count} simulations.",
                      one="{mark} to move: the position is proven, after 1 simulation.",
                      n=result.simulations, mark=mark, count=count)  # fmt: skip
        rate = f"{result.simulations / max(result.seconds, 1e-9):,.0f}"
        return tr("{mark} to move: {count} simulations, {rate} a second.", mark=mark, count=count,
                  rate=rate)  # fmt: skip

    def draw(self, painter: QPainter, place: Place) -> None:
        """Draw the best moves over the board, by their numbers; a chosen one with its line."""
        result = self._analyst.result
        if result is None or not self.isVisible():
            return
        if result.board.rows != self._controller.game.board.rows:
            return
        rows = self.view.selectionModel().selectedRows()
        if rows and rows[0].row() < len(self.lines):
            chosen = self.lines[rows[0].row()]
            draw_steps(painter, place, chosen.line, result.player, self._theme, self.font())
            return
        ink = mark_colour(self._theme.theme, result.player)
        for number, line in enumerate(self.lines, start=1):
            cell = place(line.square)
            draw_badge(painter, cell, str(number), ink, self.font())
            self._draw_worth(painter, cell, worth_text(line))

    def _draw_worth(self, painter: QPainter, cell: QRectF, text: str) -> None:
        """Write what a move is worth at the foot of its square."""
        font = self.font()
        font.setPixelSize(max(8, round(cell.height() * 0.26)))
        painter.setFont(font)
        painter.setPen(self._theme.theme.colour("ink"))
        foot = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
        painter.drawText(cell.adjusted(0, 0, 0, -cell.height() * 0.06), foot, text)

    @Slot()
    def _repaint(self) -> None:
        self.drawn.emit()

    @virtual(bool)
    def event(self, event: QEvent) -> bool:
        """Stop thinking once the dock is closed, behind a tab too; behind one it goes on."""
        if event.type() == QEvent.Type.HideToParent:
            self._analyst.switch(False)
        return super().event(event)

    @Slot()
    def _try_both(self) -> None:
        """Play both sides beside the game, or go back to it."""
        if self._controller.view.scene.is_try:
            self._controller.overlays.leave()
        else:
            self._controller.overlays.try_both_sides()

    @Slot(QModelIndex)
    def _play_index(self, index: QModelIndex) -> None:
        self._play(index.row())

    @Slot(int)
    def _play(self, row: int) -> None:
        """Play a line's first move; beside the game where the machine is to move in it."""
        if row >= len(self.lines):
            return
        square = self.lines[row].square
        self.view.clearSelection()
        if not self._controller.play(square):
            self._controller.overlays.try_both_sides()
            self._controller.play(square)
