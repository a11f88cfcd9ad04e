"""The settings dialog, built from the declarations in ``ttt_desktop.settings.declarations``."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ttt_desktop.look.scroll_page import ScrollPage, open_fitting
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.theme import SPACE
from ttt_desktop.settings.declarations import (
    Applies,
    Group,
    Settings,
    Value,
    default_of,
    names,
    option_of,
    with_values,
)
from ttt_desktop.settings.player_field import PlayerField
from ttt_desktop.text import tr


class SettingsDialog(QDialog):
    """Lets the user change every setting.

    It is made once and shown again and again: with a style sheet in force, Qt does not give back
    all the memory of a spin box that is deleted.

    Args:
        parent: the main window.

    Attributes:
        fields: the settings' fields, by the settings' names.
        buttons: the row of buttons at its foot.

    Signals:
        applied(Settings): OK or Apply was pressed.
    """

    applied = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.fields: dict[str, QWidget] = {name: _field(name) for name in names()}
        size = self.fields["size"]
        assert isinstance(size, QSpinBox)
        size.valueChanged.connect(self._offer_lines)
        alike = self.fields["alike"]
        assert isinstance(alike, QCheckBox)
        alike.toggled.connect(self.fields["o"].setDisabled)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.Apply
            | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.buttons.clicked.connect(self._clicked)
        self._pages = pages = QTabWidget()
        pages.setAccessibleName(tr("Pages of the settings"))
        for group in Group:
            pages.addTab(ScrollPage(self._page(group)), tr(group.value))
        layout = QVBoxLayout(self)
        layout.addWidget(pages)
        layout.addWidget(self.buttons)

    def edit(self, settings: Settings) -> None:
        """Open the dialog at its first page, with the given settings in its fields."""
        if self.isVisible():
            return
        self.show_settings(settings)
        self._pages.setCurrentIndex(0)
        self.fields["size"].setFocus()
        open_fitting(self)

    def show_settings(self, settings: Settings) -> None:
        """Show the given settings in all fields."""
        for name, field in self.fields.items():
            _show(field, getattr(settings, name))
        self._shown = settings
        self._unedited = {name: _read(field) for name, field in self.fields.items()}

    def chosen(self) -> Settings:
        """Return the settings as edited; what was not touched keeps its exact value."""
        now = {name: _read(field) for name, field in self.fields.items()}
        edited = {name: value for name, value in now.items() if value != self._unedited[name]}
        return with_values(self._shown, edited)

    @Slot()
    def accept(self) -> None:
        """Apply the settings and close."""
        self.applied.emit(self.chosen())
        super().accept()

    def _page(self, group: Group) -> QWidget:
        page = QWidget()
        form = QFormLayout(page)
        form.setSpacing(SPACE)
        form.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        waiting = False
        for name, field in self.fields.items():
            option = option_of(name)
            if option.group is not group:
                continue
            waits = option.applies is Applies.NEW_GAME
            waiting = waiting or waits
            label = f"{tr(option.label)}{' *' * waits}"
            if isinstance(field, PlayerField):
                form.addRow(_framed(tr(option.label), field))
            elif isinstance(field, QCheckBox):
                form.addRow("", field)
                field.setText(label)
            else:
                form.addRow(tr("{label}:", label=label), field)
        if waiting:
            note = QLabel(tr("* takes effect with the next new game"))
            note.setObjectName("muted")
            form.addRow("", note)
        return page

    @Slot(int)
    def _offer_lines(self, size: int) -> None:
        """Offer the line lengths that fit the board, keeping the chosen one if it does."""
        lines = self.fields["line"]
        assert isinstance(lines, QComboBox)
        _fill_lines(lines, size)

    @Slot(object)
    def _clicked(self, button: object) -> None:
        role = QDialogButtonBox.StandardButton
        if button is self.buttons.button(role.Apply):
            self.applied.emit(self.chosen())
        elif button is self.buttons.button(role.RestoreDefaults):
            self.show_settings(Settings())


def _framed(title: str, field: QWidget) -> QGroupBox:
    """Put a frame with a title around a field of many parts."""
    frame = QGroupBox(title)
    layout = QVBoxLayout(frame)
    layout.addWidget(field)
    return frame


def _field(name: str) -> QWidget:
    """Return the widget for a setting, after its type."""
    option, default = option_of(name), default_of(name)
    field: QWidget
    if option.player:
        field = PlayerField()
    elif option.letters:
        field = line = QLineEdit()
        line.setMaxLength(option.letters)
    elif name == "line":
        field = QComboBox()
        _fill_lines(field, int(option.low))
    elif option.choices:
        field = combo = QComboBox()
        for stored, label in option.choices.items():
            combo.addItem(tr(label), stored)
    elif isinstance(default, bool):
        field = QCheckBox()
    elif isinstance(default, int):
        field = spin = QSpinBox()
        spin.setRange(int(option.low), int(option.high))
        spin.setSuffix(tr(option.suffix) if option.suffix else "")
    else:
        field = real = QDoubleSpinBox()
        real.setRange(option.low, option.high)
        real.setDecimals(3)
        real.setSingleStep(0.1)
        real.setSuffix(tr(option.suffix) if option.suffix else "")
    field.setObjectName(name)
    field.setAccessibleName(tr(option.label))
    explain(field, tr(option.help), _when(option.applies))
    return field


def _when(applies: Applies) -> str:
    """Return when a changed setting takes effect, as a sentence."""
    return {
        Applies.AT_ONCE: tr("Takes effect at once."),
        Applies.NEXT_MOVE: tr("Takes effect from the machine's next move."),
        Applies.NEW_GAME: tr("Takes effect from the next new game."),
    }[applies]


def _fill_lines(lines: QComboBox, size: int) -> None:
    chosen = lines.currentData()
    lines.clear()
    lines.addItem(tr("Whole side ({size})", size=size), 0)
    for length in range(int(option_of("line").low), size):
        lines.addItem(tr("{length} in a row", length=length), length)
    lines.setCurrentIndex(max(0, lines.findData(chosen)))


def _show(field: QWidget, value: Value) -> None:
    if isinstance(field, PlayerField):
        field.set_value(str(value))
    elif isinstance(field, QComboBox):
        field.setCurrentIndex(max(0, field.findData(value)))
    elif isinstance(field, QCheckBox):
        field.setChecked(bool(value))
    elif isinstance(field, QLineEdit):
        field.setText(str(value))
    elif isinstance(field, QSpinBox):
        field.setValue(int(value))
    elif isinstance(field, QDoubleSpinBox):
        field.setValue(float(value))


def _read(field: QWidget) -> Value:
    if isinstance(field, (PlayerField, QSpinBox, QDoubleSpinBox)):
        return field.value()
    if isinstance(field, QCheckBox):
        return field.isChecked()
    if isinstance(field, QLineEdit):
        return field.text()
    assert isinstance(field, QComboBox)
    value: Value = field.currentData()
    return value
