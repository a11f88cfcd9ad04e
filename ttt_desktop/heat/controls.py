"""What can be set beside the heat map: weights, numbers, palette, scale, truth."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from engine import PLAYERX
from engine.players.monte_carlo import KIND
from engine.specs import Parameter
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.theme import SPACE
from ttt_desktop.settings.declarations import Settings, option_of
from ttt_desktop.settings.number_box import real_box, show_number
from ttt_desktop.text import letter, tr, two_lines

_SLIDER_TOP = 3.0
_STEPS = 60


class WeightSlider(QWidget):
    """One weight: a slider from 0 to 3, and a box for any number.

    Args:
        option: the machine's setting.

    Signals:
        changed(float): the user chose another weight.
    """

    changed = Signal(float)

    def __init__(self, option: Parameter) -> None:
        super().__init__()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, _STEPS)
        self.slider.setPageStep(_STEPS // 12)
        self.slider.setMinimumWidth(30)
        self.box = real_box(option, step=0.05)
        label, most = self.box.accessibleName(), f"{_SLIDER_TOP:g}"
        self.slider.setAccessibleName(tr("{setting}, from 0 to {most}", setting=label, most=most))
        self.slider.setToolTip(self.box.toolTip())
        self.slider.setAccessibleDescription(self.box.accessibleDescription())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE // 2)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.box)
        self.setFocusProxy(self.slider)
        self.slider.valueChanged.connect(self._slid)
        self.box.valueChanged.connect(self._typed)

    def show_weight(self, weight: float) -> None:
        """Show a weight without reporting it as chosen."""
        with QSignalBlocker(self.box), QSignalBlocker(self.slider):
            self.slider.setValue(round(max(0.0, min(weight / _SLIDER_TOP, 1.0)) * _STEPS))
            if round(weight, 3) != self.box.value():
                show_number(self.box, weight)

    @Slot(int)
    def _slid(self, step: int) -> None:
        self.box.setValue(step * _SLIDER_TOP / _STEPS)

    @Slot(float)
    def _typed(self, weight: float) -> None:
        self.changed.emit(weight)


class HeatControls(QWidget):
    """The controls under the heat map. Each is a setting, shown where it is needed.

    Signals:
        chosen(str, object): a setting's name and the value that the user gave it.
        fit_wanted(): the colour scale is to be fitted to the scores.
    """

    chosen = Signal(str, object)
    fit_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._settings, self._mark = Settings(), PLAYERX
        self.current = WeightSlider(KIND.parameter("current"))
        self.other = WeightSlider(KIND.parameter("other"))
        self.current.changed.connect(self._choose_current)
        self.other.changed.connect(self._choose_other)
        self.numbers = _choices("heat_values")
        self.palette_ = _choices("palette")
        self.lock = _switch("lock_scale")
        self.truth = _switch("show_truth")
        self.numbers.activated.connect(self._choose_numbers)
        self.palette_.activated.connect(self._choose_palette)
        self.lock.clicked.connect(self._choose_lock)
        self.truth.clicked.connect(self._choose_truth)
        self.fit = QPushButton(tr("&Fit"))
        self.fit.setToolTip(tr("Fit the colour scale to the scores shown now"))
        self.fit.clicked.connect(self.fit_wanted)
        self._side = QLabel()
        self._side.setObjectName("muted")
        self._build()

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(SPACE // 2)
        rows = (
            (two_lines(tr(KIND.parameter("current").label)), self.current),
            (two_lines(tr(KIND.parameter("other").label)), self.other),
            (tr("&Numbers:"), self.numbers),
            (tr("&Colours:"), self.palette_),
        )
        for row, (text, field) in enumerate(rows):
            label = QLabel(text)
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.setColumnStretch(1, 1)
        scale = QHBoxLayout()
        scale.addWidget(self.lock)
        scale.addWidget(self.fit)
        scale.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE // 2)
        layout.addWidget(self._side)
        layout.addLayout(grid)
        layout.addLayout(scale)
        layout.addWidget(self.truth)
        layout.addStretch(1)

    def show_settings(self, settings: Settings, mark: int) -> None:
        """Show the settings in force, and the weights of the side that is searched for."""
        self._settings, self._mark = settings, mark
        kind = settings.player(mark).kind
        self._side.setVisible(not settings.alike)
        self._side.setText(tr("Weights of {mark}'s machine", mark=letter(mark)))
        weights = settings.weights(mark)
        for name, slider, weight in (
            ("current", self.current, weights.current),
            ("other", self.other, weights.other),
        ):
            slider.setEnabled(kind.has(name))
            slider.show_weight(weight)
        for field, value in (
            (self.numbers, settings.heat_values),
            (self.palette_, settings.palette),
        ):
            field.setCurrentIndex(field.findData(value))
        self.lock.setChecked(settings.lock_scale)
        self.truth.setChecked(settings.show_truth)

    @Slot(float)
    def _choose_current(self, weight: float) -> None:
        self._weigh("current", weight)

    @Slot(float)
    def _choose_other(self, weight: float) -> None:
        self._weigh("other", weight)

    def _weigh(self, name: str, weight: float) -> None:
        spec = self._settings.player(self._mark).with_values({name: weight})
        self.chosen.emit(self._settings.player_name(self._mark), str(spec))

    @Slot()
    def _choose_numbers(self) -> None:
        self.chosen.emit("heat_values", self.numbers.currentData())

    @Slot()
    def _choose_palette(self) -> None:
        self.chosen.emit("palette", self.palette_.currentData())

    @Slot(bool)
    def _choose_lock(self, locked: bool) -> None:
        self.chosen.emit("lock_scale", locked)

    @Slot(bool)
    def _choose_truth(self, shown: bool) -> None:
        self.chosen.emit("show_truth", shown)


def _choices(name: str) -> QComboBox:
    option, field = option_of(name), QComboBox()
    for stored, label in option.choices.items():
        field.addItem(tr(label), stored)
    explain(field, tr(option.help))
    field.setAccessibleName(tr(option.label))
    field.setMinimumContentsLength(8)
    field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return field


def _switch(name: str) -> QCheckBox:
    option = option_of(name)
    switch = QCheckBox(tr(option.label))
    explain(switch, tr(option.help))
    return switch
