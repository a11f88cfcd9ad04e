"""The demo bar: machine against machine, at a chosen pace, a step at a time if wanted."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSlider,
    QSpinBox,
    QWidget,
)

from engine import PLAYERO, PLAYERX
from engine.players.monte_carlo import KIND
from engine.specs import PlayerSpec
from ttt_desktop.look.theme import SPACE
from ttt_desktop.look.tool_buttons import action_button
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.settings.number_box import NumberBox, number_box, show_number
from ttt_desktop.settings.player_field import kind_box
from ttt_desktop.text import letter, tr, two_lines

_PACE_STEPS = 30
_SLOWEST_S = 3.0
_NARROW = 60
_PER_SIDE = ("trials", "current", "other")


class DemoBar(QFrame):
    """Controls of a game between two machines.

    Args:
        actions: the buttons' actions, in order.

    Attributes:
        kinds: what plays, by the side's setting.
        fields: the boxes, by the side's setting and the player's parameter.
        pace: the slider for the time a move.

    Signals:
        chosen(str, object): a setting's name and the value that the user gave it.
    """

    chosen = Signal(str, object)

    def __init__(self, actions: list[QAction]) -> None:
        super().__init__()
        self.setObjectName("card")
        self._settings = Settings()
        self.kinds: dict[str, QComboBox] = {}
        self.fields: dict[tuple[str, str], NumberBox] = {}
        self.pace = QSlider(Qt.Orientation.Horizontal)
        self.pace.setRange(0, _PACE_STEPS)
        self.pace.setMinimumWidth(70)
        self.pace.setAccessibleName(tr("Time a move, in tenths of a second"))
        self.pace.setToolTip(tr("The shortest time that a machine takes for a move"))
        self.pace.valueChanged.connect(self._choose_pace)
        row = QHBoxLayout()
        row.setSpacing(SPACE // 2)
        for action in actions:
            button = action_button(action)
            button.setAutoRaise(True)
            row.addWidget(button)
        row.addWidget(QLabel(tr("Pace:")))
        row.addWidget(self.pace, 1)
        self._seconds = QLabel()
        longest = f"{_seconds(_SLOWEST_S)} "
        self._seconds.setMinimumWidth(self._seconds.fontMetrics().horizontalAdvance(longest))
        row.addWidget(self._seconds)
        grid = QGridLayout(self)
        grid.setContentsMargins(SPACE, SPACE // 2, SPACE, SPACE // 2)
        grid.setSpacing(SPACE // 2)
        grid.addLayout(row, 0, 0, 1, 5)
        for column, name in enumerate(_PER_SIDE, start=2):
            title = QLabel(two_lines(tr(KIND.parameter(name).label)))
            title.setObjectName("muted")
            grid.addWidget(title, 1, column)
            grid.setColumnStretch(column, 1)
        for line, mark in enumerate((PLAYERX, PLAYERO), start=2):
            self._add_side(grid, line, letter(mark))

    def _add_side(self, grid: QGridLayout, line: int, side: str) -> None:
        """Add a row: what plays one side, its trials and its weights."""
        grid.addWidget(QLabel(f"<b>{side}</b>"), line, 0)
        player = side.lower()
        self.kinds[player] = box = kind_box()
        box.setAccessibleName(tr("{mark}: player", mark=side))
        box.setObjectName(player)
        box.activated.connect(self._choose_kind)
        grid.addWidget(box, line, 1)
        for place, name in enumerate(_PER_SIDE):
            field = number_box(KIND.parameter(name))
            field.setKeyboardTracking(False)
            field.setMinimumWidth(_NARROW)
            field.setObjectName(f"{player} {name}")
            label = tr(KIND.parameter(name).label)
            field.setAccessibleName(tr("{mark}: {setting}", mark=side, setting=label))
            field.valueChanged.connect(self._choose)
            self.fields[player, name] = field
            grid.addWidget(field, line, 2 + place)

    def show_settings(self, settings: Settings) -> None:
        """Show the settings in force."""
        self._settings = settings
        for player, box in self.kinds.items():
            spec = PlayerSpec.parse(getattr(settings, player))
            box.setCurrentIndex(box.findData(spec.kind.word))
            for name in _PER_SIDE:
                field = self.fields[player, name]
                field.setEnabled(spec.kind.has(name))
                if spec.kind.has(name):
                    with QSignalBlocker(field):
                        show_number(field, spec.number(name))
        with QSignalBlocker(self.pace):
            self.pace.setValue(round(settings.min_move_time / _SLOWEST_S * _PACE_STEPS))
        self._seconds.setText(_seconds(settings.min_move_time))

    @Slot()
    def _choose_kind(self) -> None:
        box = self.sender()
        assert isinstance(box, QComboBox)
        self.chosen.emit(box.objectName(), str(PlayerSpec.parse(box.currentData())))

    @Slot()
    def _choose(self) -> None:
        field: QWidget | object = self.sender()
        if isinstance(field, (QSpinBox, QDoubleSpinBox)):
            player, _, name = field.objectName().partition(" ")
            spec = PlayerSpec.parse(getattr(self._settings, player))
            self.chosen.emit(player, str(spec.with_values({name: field.value()})))

    @Slot(int)
    def _choose_pace(self, step: int) -> None:
        self.chosen.emit("min_move_time", round(step * _SLOWEST_S / _PACE_STEPS, 3))


def _seconds(seconds: float) -> str:
    return tr("{seconds} s", seconds=f"{seconds:.1f}")
