"""The demo bar: machine against machine, at a chosen pace, a step at a time if wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractSpinBox, QGridLayout, QHBoxLayout, QLabel, QSlider

from engine import PLAYERO, PLAYERX, STRMAP
from engine.players.monte_carlo import KIND
from engine.specs import Field, PlayerSpec
from ttt_desktop.fields.form import Form
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.text import tr, two_lines
from ttt_desktop.look.widgets import BoardBar, action_button, mute, narrow
from ttt_desktop.settings.declarations import Settings, choosable

_PACE_STEPS = 30
_SLOWEST_S = 3.0
_NARROW = 60
_KIND_LETTERS = 1
_PARAMETERS = [KIND.parameter(name) for name in ("trials", "current", "other")]


class DemoBar(BoardBar):
    """Controls of a game between two machines.

    Attributes:
        fields: what plays a side, by its setting, and the player's parameters, as "x trials".
        pace: the slider for the time a move.

    Signals:
        chosen(str, object): a setting's name and the value that the user gave it.
    """

    chosen = Signal(str, object)

    def __init__(self, actions: list[QAction]) -> None:
        super().__init__()
        self._settings = Settings()
        self.fields = Form(self)
        self.fields.chosen.connect(self._choose)
        self.pace = QSlider(Qt.Orientation.Horizontal)
        self.pace.setRange(0, _PACE_STEPS)
        self.pace.setMinimumWidth(70)
        self.pace.setAccessibleName(tr("Time a move, in tenths of a second"))
        self.pace.setToolTip(tr("The shortest time that a machine takes for a move"))
        self.pace.valueChanged.connect(self._choose_pace)
        self.column.addLayout(self.row(map(action_button, actions)))
        row = QHBoxLayout()
        row.setSpacing(SPACE // 2)
        row.addWidget(QLabel(tr("Pace:")))
        row.addWidget(self.pace, 1)
        self._seconds = QLabel()
        longest = f"{_seconds(_SLOWEST_S)} "
        self._seconds.setMinimumWidth(self._seconds.fontMetrics().horizontalAdvance(longest))
        row.addWidget(self._seconds)
        self.column.addLayout(row)
        grid = QGridLayout()
        grid.setSpacing(SPACE // 2)
        self.column.addLayout(grid)
        for line, parameter in enumerate(_PARAMETERS, start=2):
            title = QLabel(two_lines(tr(parameter.label)))
            mute(title)
            grid.addWidget(title, line, 0)
        for column, mark in enumerate((PLAYERX, PLAYERO), start=1):
            self._add_side(grid, column, STRMAP[mark])
            grid.setColumnStretch(column, 1)

    def _add_side(self, grid: QGridLayout, column: int, side: str) -> None:
        """Add a column: what plays one side, its trials and its weights."""
        title = QLabel(f"<b>{side}</b>")
        grid.addWidget(title, 0, column, Qt.AlignmentFlag.AlignHCenter)
        player = side.lower()
        kinds = {kind.word: kind.title for kind in choosable()}
        label = tr("{mark}: player", mark=side)
        self.fields.add(Field(player, label, "", KIND.word, choices=kinds))
        narrow(self.fields[player], _KIND_LETTERS)
        grid.addWidget(self.fields[player], 1, column)
        for line, parameter in enumerate(_PARAMETERS, start=2):
            label = tr("{mark}: {setting}", mark=side, setting=tr(parameter.label))
            self.fields.add(replace(parameter, name=f"{player} {parameter.name}", label=label))
            box = self.fields[f"{player} {parameter.name}"]
            box.setKeyboardTracking(False)
            box.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)  # the keys do it
            box.setMinimumWidth(_NARROW)
            grid.addWidget(box, line, column)

    def show_settings(self, settings: Settings) -> None:
        """Show the settings in force."""
        self._settings = settings
        for player in ("x", "o"):
            spec = PlayerSpec.parse(getattr(settings, player))
            self.fields.show({player: spec.kind.word})
            for parameter in _PARAMETERS:
                name, has = f"{player} {parameter.name}", spec.kind.has(parameter.name)
                self.fields[name].setEnabled(has)
                if has:
                    self.fields.show({name: spec.number(parameter.name)})
        with QSignalBlocker(self.pace):
            self.pace.setValue(round(settings.min_move_time / _SLOWEST_S * _PACE_STEPS))
        self._seconds.setText(_seconds(settings.min_move_time))

    @Slot(str, object)
    def _choose(self, field: str, value: Any) -> None:
        player, _, name = field.partition(" ")
        if name:
            spec = PlayerSpec.parse(getattr(self._settings, player)).with_values({name: value})
        else:
            spec = PlayerSpec.parse(value)
        self.chosen.emit(player, str(spec))

    @Slot(int)
    def _choose_pace(self, step: int) -> None:
        self.chosen.emit("min_move_time", round(step * _SLOWEST_S / _PACE_STEPS, 3))


def _seconds(seconds: float) -> str:
    return tr("{seconds} s", seconds=f"{seconds:.1f}")
