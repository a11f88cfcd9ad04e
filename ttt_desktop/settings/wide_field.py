"""A whole number of any size: a logarithmic slider with the number beside it."""

from __future__ import annotations

from math import log10

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from engine.specs import Parameter
from ttt_desktop.look.theme import SPACE
from ttt_desktop.settings.number_box import show_number, whole_box
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
        self.box = whole_box(parameter)
        high = parameter.offered[1]
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, round(log10(high) * _STEPS_PER_DECADE))
        self.slider.setPageStep(_STEPS_PER_DECADE)
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.slider.setTickInterval(_STEPS_PER_DECADE)
        self.slider.setMinimumWidth(180)
        label = self.box.accessibleName()
        self.slider.setAccessibleName(tr("{label}, by powers of ten", label=label))
        self.slider.setToolTip(self.box.toolTip())
        self.slider.setAccessibleDescription(self.box.accessibleDescription())
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
        show_number(self.box, value)

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
