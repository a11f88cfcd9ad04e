"""The page of one side's machine: its kind, and the settings that the kind declares."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QWidget,
)

from engine.specs import Parameter, PlayerKind, PlayerSpec
from ttt_desktop.look.theme import SPACE
from ttt_desktop.settings.declarations import CUSTOM, choosable
from ttt_desktop.settings.number_box import NumberBox, real_box, show_number, whole_box
from ttt_desktop.settings.wide_field import WideField
from ttt_desktop.text import tr

_WIDE = 10_000


def kind_box() -> QComboBox:
    """Return a list to choose a kind from. The data of an entry is its word."""
    box = QComboBox()
    for kind in choosable():
        box.addItem(tr(kind.title), kind.word)
    return box


class ParameterField(QWidget):
    """A field for one setting of a player; with a box to switch it on where it may be off.

    Args:
        parameter: the setting.
    """

    def __init__(self, parameter: Parameter) -> None:
        super().__init__()
        self.parameter = parameter
        self.number = _number(parameter)
        self.switch = QCheckBox() if parameter.default is None else None
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        if self.switch is not None:
            self.switch.setAccessibleName(tr(parameter.label))
            self.switch.toggled.connect(self.number.setEnabled)
            self.number.setEnabled(False)
            layout.addWidget(self.switch)
        layout.addWidget(self.number, 1)
        self.setObjectName(parameter.name)
        self.setFocusProxy(self.number if self.switch is None else self.switch)
        self._exact = self._shown = parameter.default

    def show_value(self, value: float | None) -> None:
        """Show a value."""
        if self.switch is not None:
            self.switch.setChecked(value is not None)
        shown = self.parameter.suggested if value is None else value
        if isinstance(self.number, WideField):
            self.number.set_value(int(shown))
        else:
            show_number(self.number, shown)
        self._exact, self._shown = value, self._read()

    @property
    def value(self) -> float | None:
        """What the user chose; exactly what was shown where nothing was."""
        now = self._read()
        return self._exact if now == self._shown else now

    def _read(self) -> float | None:
        if self.switch is not None and not self.switch.isChecked():
            return None
        return self.number.value()


class PlayerField(QWidget):
    """Fields for one player, after what its kind declares."""

    def __init__(self) -> None:
        super().__init__()
        self.kind = kind_box()
        self.kind.setAccessibleName(tr("What plays"))
        self.level = QComboBox()
        self.level.setToolTip(tr("A named difficulty. It sets the values below."))
        self.level.setAccessibleName(tr("Difficulty"))
        self.fields: dict[str, ParameterField] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setSpacing(SPACE)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.addRow(tr("&Player:"), self.kind)
        self._form.addRow(tr("&Difficulty:"), self.level)
        self._spec = PlayerSpec(choosable()[0])
        self.kind.activated.connect(self._choose_kind)
        self.level.activated.connect(self._choose_level)
        self.set_value(str(self._spec))

    def value(self) -> str:
        """Return the player's text."""
        changed = {
            name: field.value
            for name, field in self.fields.items()
            if field.value != self._spec[name]
        }
        return str(self._spec.with_values(changed))

    def set_value(self, text: str) -> None:
        """Show a player."""
        spec = PlayerSpec.parse(text)
        if spec.kind != self._spec.kind or not self.fields:
            self._lay_out(spec.kind)
        self._spec = spec
        with QSignalBlocker(self.kind):
            self.kind.setCurrentIndex(self.kind.findData(spec.kind.word))
        for name, field in self.fields.items():
            field.show_value(spec[name])
        self._show_level()

    def _lay_out(self, kind: PlayerKind) -> None:
        """Make the fields of a kind of players."""
        for field in self.fields.values():
            self._form.removeRow(field)
        self.fields = {each.name: ParameterField(each) for each in kind.parameters}
        for field in self.fields.values():
            self._form.addRow(tr("{label}:", label=tr(field.parameter.label)), field)
            self._form.setRowVisible(field, not kind.named)  # the level says it all
            if isinstance(field.number, WideField):
                field.number.changed.connect(self._show_level)
            else:
                field.number.valueChanged.connect(self._show_level)
        self.level.clear()
        for level in kind.levels:
            self.level.addItem(tr(level), level)
        self.level.addItem(tr(CUSTOM), "")
        self._form.setRowVisible(self.level, bool(kind.levels))

    @Slot()
    def _choose_kind(self) -> None:
        spec = PlayerSpec.parse(self.kind.currentData())
        if spec.kind != self._spec.kind:
            self.set_value(str(spec))

    @Slot()
    def _choose_level(self) -> None:
        values = self._spec.kind.levels.get(self.level.currentData(), {})
        for name, value in values.items():
            self.fields[name].show_value(value)

    @Slot()
    def _show_level(self) -> None:
        level = PlayerSpec.parse(self.value()).level
        self.level.setCurrentIndex(self.level.findData(level))


def _number(parameter: Parameter) -> WideField | NumberBox:
    low, high = parameter.offered
    if parameter.whole and low == 1 and high >= _WIDE:
        return WideField(parameter)
    if parameter.whole:
        return whole_box(parameter)
    return real_box(parameter, decimals=4, step=0.1 if high - low > 1 else 0.01)
