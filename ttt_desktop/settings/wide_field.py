"""A whole number of any size: a logarithmic slider with the number beside it."""

from __future__ import annotations

from html import escape
from math import log10

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSlider, QSpinBox, QWidget

from engine.specs import Parameter
from ttt_desktop.look.theme import SPACE
from ttt_desktop.text import tr

_STEPS_PER_DECADE = 20


class WideField(QWidget):
    """A slider over the powers of ten, and a box for the exact number.

    Args:
        parameter: what is set; its lowest value is 1.

    Signals:
        changed(int): another number was chosen.
    """

    changed = Signal(int)

    def __init__(self, parameter: Parameter) -> None:
        super().__init__()
        low, high = parameter.offered
        self.box = QSpinBox()
        self.box.setRange(int(low), int(high))
        self.box.setGroupSeparatorShown(True)
        self.box.setStepType(QSpinBox.StepType.AdaptiveDecimalStepType)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, round(log10(high) * _STEPS_PER_DECADE))
        self.slider.setPageStep(_STEPS_PER_DECADE)
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.slider.setTickInterval(_STEPS_PER_DECADE)
        self.slider.setMinimumWidth(180)
        label, text = tr(parameter.label), tr(parameter.help)
        self.slider.setAccessibleName(tr("{label}, by powers of ten", label=label))
        self.box.setAccessibleName(label)
        self.box.setAccessibleDescription(text)
        for part in (self.slider, self.box):
            part.setToolTip(f"<qt>{escape(text)}</qt>")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.box)
        self.setFocusProxy(self.box)
        self.slider.valueChanged.connect(self._slid)
        self.box.valueChanged.connect(self._typed)

    def value(self) -> int:
        """Return the number."""
        return self.box.value()

    def set_value(self, value: int) -> None:
        """Show a number; the nearest one where it is beyond the field."""
        self.box.setValue(min(value, self.box.maximum()))

    @Slot(int)
    def _slid(self, step: int) -> None:
        value = 10 ** (step / _STEPS_PER_DECADE)
        digits = max(0, int(log10(value)) - 1)
        self.box.setValue(round(value / 10**digits) * 10**digits)

    @Slot(int)
    def _typed(self, value: int) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(round(log10(value) * _STEPS_PER_DECADE))
        self.slider.blockSignals(False)
        self.changed.emit(value)
