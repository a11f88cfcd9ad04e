"""The list of moves: a click shows the game as it was after one of them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDockWidget,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from engine import PLAYERO, PLAYERX, Square, square_name
from engine.coach.review import Review
from engine.coach.words import sign_of
from ttt_desktop.features.moves.value_curve import ValueCurve
from ttt_desktop.features.moves.variations import VariationList
from ttt_desktop.look.guard import nothing, virtual
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.tables import TableModel, TextTable
from ttt_desktop.look.text import listed, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import action_button, mute, plain_label
from ttt_desktop.session.coach_words import heading, reason_text, summary, verdict_text
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View

_LEAST_LINES = 6
"""The list's least height, in lines of text: its head and some moves, however much lies below."""


_LINES = 3
"""The field's height, in lines of text."""


class CommentField(QPlainTextEdit):
    """Shows the comment on the position, and takes what is typed at once."""

    def __init__(self, controller: GameController) -> None:
        super().__init__()
        self._controller = controller
        self.setAccessibleName(tr("Comment on this position"))
        self.setPlaceholderText(tr("Comment on this position"))
        self.setToolTip(tr("A saved game keeps your comments"))
        self.setTabChangesFocus(True)
        margins = 2 * round(self.document().documentMargin()) + 2 * self.frameWidth()
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + margins)
        self.textChanged.connect(self._take)
        controller.follow(self.refresh, View.game, View.moves, View.comment, View.scene)

    @Slot()
    def refresh(self) -> None:
        """Show what is noted of the position on the board."""
        view = self._controller.view
        self.setVisible(view.scene.takes_comments)
        if view.comment != self.toPlainText():
            place = self.textCursor().position()
            self.blockSignals(True)
            self.setPlainText(view.comment)
            self.blockSignals(False)
            cursor = self.textCursor()
            cursor.setPosition(min(place, len(view.comment)))
            self.setTextCursor(cursor)

    @Slot()
    def _take(self) -> None:
        self._controller.notes.comment(self.toPlainText())
        self.refresh()  # there may not have been room for all of it


class MovesModel(TableModel):
    """The moves of a game, a row for each pair; those gone back from are in it."""

    def __init__(self) -> None:
        super().__init__()
        self._moves: tuple[Square, ...] = ()
        self._review: Review | None = None
        self._skipped = 0

    def show(self, moves: tuple[Square, ...], review: Review | None, first: int = PLAYERX) -> None:
        """Show the moves of a game, with what the coach says of them.

        Args:
            review: what the coach says; None where that is not known.
            first: who made the first one, PLAYERX or PLAYERO.
        """
        skipped = int(first == PLAYERO)
        if moves != self._moves or review is not self._review or skipped != self._skipped:
            self.beginResetModel()
            self._moves, self._review, self._skipped = moves, review, skipped
            self.endResetModel()

    def ply_at(self, row: int, column: int) -> int | None:
        """Return the number, from 1, of the move in a cell; None where there is none."""
        ply = row * 2 + column + 1 - self._skipped
        return ply if 1 <= ply <= len(self._moves) else None

    def place_of(self, ply: int) -> QModelIndex:
        """Return the cell of a move, by its number from 1."""
        return self.index(*divmod(ply - 1 + self._skipped, 2))

    def rows(self) -> int:  # noqa: D102
        return -(-(len(self._moves) + self._skipped) // 2) if self._moves else 0

    def columns(self) -> int:  # noqa: D102
        return 2

    def title(self, column: int) -> str:  # noqa: D102
        return "XO"[column]

    @virtual(nothing)
    def headerData(  # noqa: D102
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical and role == Qt.ItemDataRole.DisplayRole:
            plies = [self.ply_at(section, column) for column in range(2)]
            return "–".join(str(ply) for ply in plies if ply is not None)
        return super().headerData(section, orientation, role)

    def cell(self, row: int, column: int, role: int) -> Any:  # noqa: D102
        ply = self.ply_at(row, column)
        if ply is None:
            return None
        name = square_name(self._moves[ply - 1])
        judged = self._review.moves[ply - 1] if self._review is not None else None
        if role == Qt.ItemDataRole.DisplayRole:
            return name if judged is None else f"{name} {sign_of(judged)}".rstrip()
        if role == Qt.ItemDataRole.ToolTipRole and judged is not None:
            return " ".join(filter(None, (heading(judged), reason_text(judged))))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            mark = "XO"[column]
            move_text = tr("move {number}, {mark}, {square}", number=ply, mark=mark, square=name)
            if judged is None:
                return move_text
            return listed((move_text, verdict_text(judged), reason_text(judged)))
        return None


class MovesDock(QDockWidget):
    """Lists the moves and goes through them.

    Args:
        actions: what goes to the first move, back, forward and to the last one.

    Attributes:
        view: the list.
        variations: other moves that were tried in the game.
        comment: what is noted of the position.
        curve: what the game was worth after each move, once the coach knows.
    """

    def __init__(
        self,
        controller: GameController,
        theme: ThemeManager,
        actions: list[QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Moves"), parent)
        self.setObjectName("moves")
        self._controller = controller
        self._model = MovesModel()
        self._place = QLabel()
        mute(self._place)
        self.view = TextTable()
        self.view.verticalHeader().show()  # it numbers the moves, two a row
        self.view.setModel(self._model)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setAccessibleName(tr("Moves"))
        self.view.setMinimumHeight(_LEAST_LINES * self.view.fontMetrics().lineSpacing())
        header = self.view.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.view.clicked.connect(self._go)
        self.view.activated.connect(self._go)
        row = QHBoxLayout()
        row.setSpacing(SPACE // 2)
        for action in actions:
            button = action_button(action)
            button.setAutoRaise(True)
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self._place)
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(SPACE, 0, SPACE, SPACE)
        self.curve = ValueCurve(theme)
        self.curve.chosen.connect(self._show)
        self._summary = plain_label()
        self._summary.setWordWrap(True)
        layout.addWidget(self.curve)
        layout.addWidget(self._summary)
        layout.addWidget(self.view, 1)
        self.variations = VariationList(controller)
        layout.addWidget(self.variations)
        self.comment = CommentField(controller)
        layout.addWidget(self.comment)
        layout.addLayout(row)
        self.setWidget(content)
        self.comment.refresh()
        controller.follow(self.refresh, View.game, View.moves, View.undone, View.ahead, View.draft)
        self.visibilityChanged.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show the game's moves, and which one the board is at."""
        if self.isHidden():
            return
        view = self._controller.view
        self._model.show((*view.moves, *view.undone), view.draft, view.game.first)
        self.curve.show_review(view.draft, len(view.moves))
        self._summary.setText(summary(view.draft) if view.draft is not None else "")
        self._summary.setVisible(view.draft is not None)
        ply, count = len(view.moves), view.plies
        if count:
            self._place.setText(tr("{ply} of {whole}", ply=ply, whole=count))
        else:
            self._place.setText(tr("No move yet"))
        if spoken := ply + view.ahead:
            index = self._model.place_of(spoken)
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        else:
            self.view.clearSelection()

    @Slot(QModelIndex)
    def _go(self, index: QModelIndex) -> None:
        ply = self._model.ply_at(index.row(), index.column())
        if ply is not None:
            self._show(ply)

    @Slot(int)
    def _show(self, ply: int) -> None:
        """Show the game after so many moves; one that is over is looked through from there on."""
        view = self._controller.view
        ended = view.draft is not None and view.draft.result is not None
        if ended and not view.scene.is_try:
            self._controller.replay.review(ply)
        else:
            self._controller.replay.go_to(ply)
