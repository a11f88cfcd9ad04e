"""The demo bar: machine against machine, at a chosen pace, a step at a time if wanted."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSlider,
    QSpinBox,
    QToolButton,
    QWidget,
)

from ttt_desktop.look.theme import SPACE
from ttt_desktop.settings.declarations import Settings, option_of

_PACE_STEPS = 30
_SLOWEST_S = 3.0
_NARROW = 60
_PER_SIDE = ("trials", "score_current", "score_other")


class DemoBar(QFrame):
    """Controls of a game between two machines.

    Args:
        actions: the buttons' actions, in order.

    Attributes:
        fields: the boxes, by the name of the setting that each one shows.
        pace: the slider for the time a move.

    Signals:
        chosen(str, object): a setting's name and the value that the user gave it.
    """

    chosen = Signal(str, object)

    def __init__(self, actions: list[QAction]) -> None:
        super().__init__()
        self.setObjectName("card")
        self.fields: dict[str, QSpinBox | QDoubleSpinBox] = {}
        self.pace = QSlider(Qt.Orientation.Horizontal)
        self.pace.setRange(0, _PACE_STEPS)
        self.pace.setMinimumWidth(70)
        self.pace.setAccessibleName("Time a move, in tenths of a second")
        self.pace.setToolTip("The shortest time that a machine takes for a move")
        self.pace.valueChanged.connect(self._choose_pace)
        row = QHBoxLayout()
        row.setSpacing(SPACE // 2)
        for action in actions:
            button = QToolButton()
            button.setDefaultAction(action)
            button.setAutoRaise(True)
            row.addWidget(button)
        row.addWidget(QLabel("Pace:"))
        row.addWidget(self.pace, 1)
        self._seconds = QLabel()
        self._seconds.setMinimumWidth(self._seconds.fontMetrics().horizontalAdvance("3.0 s "))
        row.addWidget(self._seconds)
        grid = QGridLayout(self)
        grid.setContentsMargins(SPACE, SPACE // 2, SPACE, SPACE // 2)
        grid.setSpacing(SPACE // 2)
        grid.addLayout(row, 0, 0, 1, 4)
        for column, name in enumerate(_PER_SIDE, start=1):
            title = QLabel(option_of(name).label)
            title.setObjectName("muted")
            grid.addWidget(title, 1, column)
            grid.setColumnStretch(column, 1)
        for line, (side, prefix) in enumerate((("X", ""), ("O", "o_")), start=2):
            self._add_side(grid, line, side, prefix)

    def _add_side(self, grid: QGridLayout, line: int, side: str, prefix: str) -> None:
        """Add a row of boxes: trials and weights of one side."""
        grid.addWidget(QLabel(f"<b>{side}</b>"), line, 0)
        for place, name in enumerate(_PER_SIDE):
            option = option_of(name)
            field: QSpinBox | QDoubleSpinBox
            if name == "trials":
                field = whole = QSpinBox()
                whole.setRange(int(option.low), int(option.high))
                whole.setGroupSeparatorShown(True)
                whole.setStepType(QSpinBox.StepType.AdaptiveDecimalStepType)
            else:
                field = real = QDoubleSpinBox()
                real.setRange(option.low, option.high)
                real.setDecimals(3)
                real.setSingleStep(0.1)
            field.setKeyboardTracking(False)
            field.setObjectName(prefix + name)
            field.setAccessibleName(f"{side}: {option.label}")
            field.setToolTip(f"<qt>{option.help}</qt>")
            field.valueChanged.connect(self._choose)
            self.fields[prefix + name] = field
            field.setMinimumWidth(_NARROW)
            grid.addWidget(field, line, 1 + place)

    def show_settings(self, settings: Settings) -> None:
        """Show the settings in force."""
        for name, field in self.fields.items():
            with QSignalBlocker(field):
                field.setValue(getattr(settings, name))
        with QSignalBlocker(self.pace):
            self.pace.setValue(round(settings.min_move_time / _SLOWEST_S * _PACE_STEPS))
        self._seconds.setText(f"{settings.min_move_time:.1f} s")

    @Slot()
    def _choose(self) -> None:
        field: QWidget | object = self.sender()
        if isinstance(field, (QSpinBox, QDoubleSpinBox)):
            self.chosen.emit(field.objectName(), field.value())

    @Slot(int)
    def _choose_pace(self, step: int) -> None:
        self.chosen.emit("min_move_time", round(step * _SLOWEST_S / _PACE_STEPS, 3))
