"""The heat map's dock: the scores of the newest search, live."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDockWidget, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine import square_name
from ttt_desktop.models.board import BoardModel
from ttt_desktop.settings import option_of
from ttt_desktop.theme import SPACE, ThemeManager
from ttt_desktop.widgets.grid_view import GridView, SquareFrame
from ttt_desktop.widgets.heat_delegate import HeatDelegate
from ttt_desktop.widgets.legend import Legend
from ttt_desktop.words import letter


class HeatDock(QDockWidget):
    """A dockable heat map of the scores that the newest search found.

    Args:
        model: the board and its scores.
        theme: colours and fonts.
        parent: the main window.

    Signals:
        values_chosen(str): totals or means were chosen ("total" or "mean").
    """

    values_chosen = Signal(str)

    def __init__(
        self, model: BoardModel, theme: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__("Heat map", parent)
        self.setObjectName("heat_map")
        self._model = model
        self._view = GridView(theme)
        self._view.setModel(model)
        self._squares = HeatDelegate(theme)
        self._view.setItemDelegate(self._squares)
        self._view.setAccessibleName("Heat map")
        self._view.setAccessibleDescription("Arrow keys read out the score of each square.")
        self._view.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._caption = QLabel()
        self._caption.setWordWrap(True)
        self._caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        # Room for two lines, so that the map stays where it is when the text grows.
        self._caption.setMinimumHeight(2 * self._caption.fontMetrics().lineSpacing())
        self._values = QComboBox()
        for name, label in option_of("heat_values").choices.items():
            self._values.addItem(label, name)
        self._values.setToolTip(option_of("heat_values").help)
        self._values.setAccessibleName(option_of("heat_values").label)
        self._values.activated.connect(self._choose)
        self.setWidget(self._build(theme))
        model.dataChanged.connect(self._refresh)
        model.modelReset.connect(self._refresh)
        self._refresh()

    def show_values(self, name: str) -> None:
        """Show whether scores are totals or means."""
        self._values.setCurrentIndex(self._values.findData(name))

    def _build(self, theme: ThemeManager) -> QWidget:
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(SPACE, 0, SPACE, SPACE)
        layout.setSpacing(SPACE // 2)
        shown_as = QLabel("&Scores:")
        shown_as.setBuddy(self._values)
        row = QHBoxLayout()
        row.addWidget(shown_as)
        row.addWidget(self._values)
        row.addStretch()
        layout.addWidget(self._caption)
        layout.addWidget(SquareFrame(self._view, 110))
        layout.addWidget(Legend(self._model, theme))
        layout.addLayout(row)
        layout.addStretch(1)
        return content

    @Slot(int)
    def _choose(self, index: int) -> None:
        self.values_chosen.emit(self._values.itemData(index))

    @Slot()
    def _refresh(self) -> None:
        snapshot = self._model.snapshot
        if snapshot is None:
            self._caption.setText("No search yet. Scores appear while the machine thinks.")
            return
        best = ", ".join(square_name(square) for square in sorted(self._model.best)[:3])
        more = " …" if len(self._model.best) > 3 else ""
        verdict = f"Best square: {best}{more}" if best else "All squares are equal so far."
        self._caption.setText(
            f"{letter(snapshot.player)} to move, {snapshot.tally.trials:,} trials. {verdict}"
        )
