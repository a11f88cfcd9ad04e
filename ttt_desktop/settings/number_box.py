"""Boxes for the numbers that players declare."""

from __future__ import annotations

from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

from engine.specs import Parameter
from ttt_desktop.look.spoken import explain
from ttt_desktop.text import tr

NumberBox = QSpinBox | QDoubleSpinBox

_MOST = 10**9
"""The largest whole number that a box shows."""


def number_box(parameter: Parameter) -> NumberBox:
    """Return a box within the bounds that a window offers, with the number's name and help."""
    return whole_box(parameter) if parameter.whole else real_box(parameter)


def whole_box(parameter: Parameter) -> QSpinBox:
    """Return the box of a whole number."""
    low, high = parameter.offered
    box = QSpinBox()
    box.setRange(int(max(low, -_MOST)), int(min(high, _MOST)))
    box.setGroupSeparatorShown(True)
    box.setStepType(QSpinBox.StepType.AdaptiveDecimalStepType)
    _describe(box, parameter)
    return box


def real_box(parameter: Parameter, decimals: int = 3, step: float = 0.1) -> QDoubleSpinBox:
    """Return the box of a number with so many decimals, and the step of its arrows."""
    box = QDoubleSpinBox()
    box.setDecimals(decimals)
    box.setRange(*parameter.offered)
    box.setSingleStep(step)
    _describe(box, parameter)
    return box


def _describe(box: NumberBox, parameter: Parameter) -> None:
    box.setAccessibleName(tr(parameter.label))
    explain(box, tr(parameter.help))


def show_number(box: NumberBox, value: float) -> None:
    """Show a number: a whole one that is beyond its box as the nearest one, any other as it is."""
    if isinstance(box, QSpinBox):
        box.setValue(int(min(value, box.maximum())))
    else:
        box.setRange(min(value, box.minimum()), max(value, box.maximum()))
        box.setValue(value)
