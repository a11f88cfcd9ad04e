"""One choice of a few, as chips beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QWidget

from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.measures import S1
from ttt_desktop.look.parts import Chip
from ttt_desktop.look.theme import ThemeManager


class ChipRow(QWidget):
    """Chips of which one is on. They go on below where they have no room.

    Args:
        theme: the look.
        choices: what each chip says, by its value.

    Attributes:
        chips: the chips, by their values.

    Signals:
        changed(object): another value is chosen.
    """

    changed = Signal(object)

    def __init__(self, theme: ThemeManager, choices: Mapping[Any, str]) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self.chips: dict[Any, Chip] = {}
        row = FlowRow(S1)
        row.setContentsMargins(0, 0, 0, 0)
        for value, text in choices.items():
            self.chips[value] = chip = Chip(theme, text)
            chip.clicked.connect(lambda _=False, value=value: self.set_value(value))
            self._group.addButton(chip)
            row.addWidget(chip)
        self.setLayout(row)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._value: Any = next(iter(choices))
        self.chips[self._value].setChecked(True)

    def value(self) -> Any:
        """Return the value that is chosen."""
        return self._value

    def set_value(self, value: Any) -> None:
        """Choose a value; one that is not offered leaves all as it is."""
        if value in self.chips:
            self.chips[value].setChecked(True)
            if value != self._value:
                self._value = value
                self.changed.emit(value)
