"""The number of trials: a logarithmic slider with the number beside it."""

from __future__ import annotations

from math import log10

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSlider, QSpinBox, QWidget

from ttt_desktop.look.theme import SPACE
from ttt_desktop.settings.declarations import option_of

_STEPS_PER_DECADE = 20


class TrialsField(QWidget):
    """A slider over the powers of ten, and a box for the exact number.

    Signals:
        changed(int): another number of trials was chosen.
    """

    changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        option = option_of("trials")
        self.box = QSpinBox()
        self.box.setRange(int(option.low), int(option.high))
        self.box.setGroupSeparatorShown(True)
        self.box.setStepType(QSpinBox.StepType.AdaptiveDecimalStepType)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, round(log10(option.high) * _STEPS_PER_DECADE))
        self.slider.setPageStep(_STEPS_PER_DECADE)
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.slider.setTickInterval(_STEPS_PER_DECADE)
        self.slider.setMinimumWidth(180)
        self.slider.setAccessibleName(f"{option.label}, by powers of ten")
        self.box.setAccessibleName(option.label)
        self.box.setAccessibleDescription(option.help)
        for part in (self.slider, self.box):
            part.setToolTip(f"<qt>{option.help}</qt>")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.box)
        self.setFocusProxy(self.box)
        self.slider.valueChanged.connect(self._slid)
        self.box.valueChanged.connect(self._typed)

    def value(self) -> int:
        """Return the number of trials."""
        return self.box.value()

    def set_value(self, trials: int) -> None:
        """Show a number of trials."""
        self.box.setValue(trials)

    @Slot(int)
    def _slid(self, step: int) -> None:
        trials = 10 ** (step / _STEPS_PER_DECADE)
        digits = max(0, int(log10(trials)) - 1)
        self.box.setValue(round(trials / 10**digits) * 10**digits)

    @Slot(int)
    def _typed(self, trials: int) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(round(log10(trials) * _STEPS_PER_DECADE))
        self.slider.blockSignals(False)
        self.changed.emit(trials)
