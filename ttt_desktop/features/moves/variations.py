"""The list of variations: other moves that were tried in a game, to go on from, name and delete."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QMenu

from engine import square_name
from engine.record import Variation
from ttt_desktop.look.guard import handler
from ttt_desktop.look.text import tr, unmarked
from ttt_desktop.session.coach import Coach
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View

_SHOWN = 8
"""Moves of a variation that are named."""

_LINES = 4
"""The list's height, in lines of text."""


class VariationList(QListWidget):
    """Lists a game's variations. Enter goes on from one, F2 names it, Delete forgets it."""

    def __init__(self, controller: GameController) -> None:
        super().__init__()
        self._controller = controller
        self.setAccessibleName(tr("Variations"))
        self.setToolTip(tr("Double-click to play on from one; F2 names it, Delete forgets it"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMaximumHeight(_LINES * self.fontMetrics().lineSpacing() + 12)
        self.itemDoubleClicked.connect(self._open)
        self.itemChanged.connect(self._name)
        self.customContextMenuRequested.connect(self._offer)
        self._coach: Coach | None = None
        controller.follow(self.refresh, View.game, View.variations, View.moves)
        self.refresh()

    def hide_answers(self, coach: Coach) -> None:
        """Show none that begins where the coach asks for a better move: it may be the answer."""
        self._coach = coach
        coach.changed.connect(self._choose)
        self._choose()

    @Slot()
    def refresh(self) -> None:
        """Show the variations of the game on the board."""
        variations = self._controller.view.variations
        self.blockSignals(True)
        self.clear()
        for variation in variations:
            item = QListWidgetItem(_told(variation))
            item.setToolTip(unmarked(_commented(variation)))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self.addItem(item)
        self.blockSignals(False)
        self._choose()

    @Slot()
    def _choose(self) -> None:
        """Show those that give no answer away."""
        view = self._controller.view
        asked = len(view.moves) if self._coach is not None and self._coach.asks else None
        hidden = [variation.ply == asked for variation in view.variations]
        for row, hides in enumerate(hidden[: self.count()]):
            self.setRowHidden(row, hides)
        self.setVisible(not all(hidden))

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        row = self.currentRow()
        if row >= 0 and event.key() == Qt.Key.Key_Delete:
            self._controller.notes.delete_variation(row)
        elif row >= 0 and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._controller.overlays.open_variation(row)
        else:
            super().keyPressEvent(event)

    @Slot(QListWidgetItem)
    def _open(self, item: QListWidgetItem) -> None:
        self._controller.overlays.open_variation(self.row(item))

    @Slot(QListWidgetItem)
    def _name(self, item: QListWidgetItem) -> None:
        row = self.row(item)
        if item.text() != _told(self._controller.view.variations[row]):
            self._controller.notes.name_variation(row, item.text().strip())

    def _offer(self, place: QPoint) -> None:
        """Offer what can be done with the variation below the mouse."""
        row = self.currentRow()
        if row < 0:
            return
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.addAction(tr("Play on from it"), lambda: self._controller.overlays.open_variation(row))
        menu.addAction(tr("Name it"), lambda: self.editItem(self.item(row)))
        menu.addAction(tr("Delete it"), lambda: self._controller.notes.delete_variation(row))
        menu.popup(self.viewport().mapToGlobal(place))


def _commented(variation: Variation) -> str:
    """Return a variation's moves, each with what is noted of it; empty where nothing is."""
    if not variation.comments:
        return ""
    moves = enumerate(map(square_name, variation.moves), start=1)
    return "\n".join(
        ": ".join(filter(None, (name, variation.comments.get(number)))) for number, name in moves
    )


def _told(variation: Variation) -> str:
    """Return a variation's name, or its moves."""
    if variation.name:
        return variation.name
    named = ", ".join(map(square_name, variation.moves[:_SHOWN]))
    more = "…" if len(variation.moves) > _SHOWN else ""
    return tr("From move {number}: {moves}", number=variation.ply + 1, moves=named + more)
