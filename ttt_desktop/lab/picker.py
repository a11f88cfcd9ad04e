"""Picks players for the lab: a kind, its numbers as it declares them, or its text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.specs import Parameter, PlayerSpec, kinds
from ttt_desktop.lab.rows import short_names
from ttt_desktop.look.file_dialogs import FileKind, ask_open, filters
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.theme import SPACE
from ttt_desktop.settings.number_box import NumberBox, number_box, show_number
from ttt_desktop.settings.player_field import kind_box
from ttt_desktop.text import tr, two_lines

_FILE = "file"
_SHOWN_LINES = 5
_TEXT = Qt.ItemDataRole.UserRole
"""The role of a listed player's text."""


class PlayerPicker(QWidget):
    """Picks one player. What is picked, and what is written as its text, are always the same.

    Args:
        text: the player's text at first.
        name: the name of the field for its text.
        label: what it is called, for screen readers.

    Attributes:
        kind: the list of kinds, a course file among them.
        fields: a box for each number of the kind; those that may be off have a switch.
        written: the field for the player's text.

    Signals:
        changed(str): another player is picked, or another text is written: the text.
    """

    changed = Signal(str)

    def __init__(self, text: str, name: str, label: str) -> None:
        super().__init__()
        self.kind = kind_box()
        self.kind.addItem(tr("Course file…"), _FILE)
        self.kind.setAccessibleName(label)
        self.written = QLineEdit()
        self.written.setObjectName(name)
        self.written.setAccessibleName(tr("{label} as text", label=label))
        examples = ", ".join(kind.example or kind.word for kind in kinds())
        tip = tr("A player, such as: {examples}", examples=examples)
        explain(self.written, tip)
        self.fields: dict[str, NumberBox] = {}
        self._switches: dict[str, QCheckBox] = {}
        self._numbers = QWidget()
        self._grid = QGridLayout(self._numbers)
        self._grid.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE // 2)
        column.addWidget(self.kind)
        column.addWidget(self._numbers)
        column.addWidget(self.written)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._shown: PlayerSpec | None = None
        self.kind.activated.connect(self._choose_kind)
        self.written.textChanged.connect(self._take_text)
        self.set_text(text)

    def text(self) -> str:
        """Return the player's text, as it is written."""
        return self.written.text().strip()

    def set_text(self, text: str) -> None:
        """Pick a player by its text."""
        self.written.setText(text)

    @Slot(str)
    def _take_text(self, text: str) -> None:
        """Show what a text stands for; one that names no player shows no kind."""
        try:
            spec = PlayerSpec.parse(text)
        except ValueError:
            self.kind.setCurrentIndex(-1)
        else:
            self._show(spec)
        self.changed.emit(text)

    def _show(self, spec: PlayerSpec) -> None:
        if self._shown is None or spec.kind.word != self._shown.kind.word:
            self._make_fields(spec.kind.parameters)
        self._shown = spec
        self.kind.setCurrentIndex(self.kind.findData(spec.kind.word))
        for name, box in self.fields.items():
            value, switch = spec[name], self._switches.get(name)
            if switch is not None:
                with QSignalBlocker(switch):
                    switch.setChecked(value is not None)
                box.setEnabled(value is not None)
            if value is not None and value != box.value():
                with QSignalBlocker(box):
                    show_number(box, value)

    def _make_fields(self, parameters: Sequence[Parameter]) -> None:
        """Make the boxes of a kind, in place of another kind's."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.fields, self._switches = {}, {}
        for row, each in enumerate(parameters):
            box = self.fields[each.name] = number_box(each)
            self._grid.addWidget(self._label(each, box), row, 0)
            self._grid.addWidget(box, row, 1)
            box.valueChanged.connect(partial(self._take_field, each.name))
        self._numbers.setVisible(bool(parameters))

    def _label(self, parameter: Parameter, box: NumberBox) -> QWidget:
        """Return what stands before a box: its name, as a switch where the number may be off."""
        if parameter.default is not None:
            label = QLabel(two_lines(tr(parameter.label)))
            label.setBuddy(box)
            label.setToolTip(box.toolTip())
            return label
        switch = self._switches[parameter.name] = QCheckBox(tr(parameter.label))
        show_number(box, parameter.suggested)
        switch.setToolTip(box.toolTip())
        switch.toggled.connect(partial(self._take_field, parameter.name))
        return switch

    def _take_field(self, name: str, *_changed: object) -> None:
        """Write the number that a box says, whatever is written there now.

        The others stay as they were written: their boxes may show them with fewer digits.
        """
        spec = self._shown
        if spec is None:
            return
        switch = self._switches.get(name)
        on = switch is None or switch.isChecked()
        try:
            made = spec.with_value(name, repr(self.fields[name].value()) if on else "off")
        except ValueError:  # of a range that was widened for what was written
            self._show(spec)
        else:
            self.set_text(str(made))

    @Slot()
    def _choose_kind(self) -> None:
        word = self.kind.currentData()
        if word != _FILE:
            self.set_text(str(PlayerSpec.parse(word)))
            return
        wanted = filters([FileKind(tr("Python files"), ".py")])
        if path := ask_open(self, tr("Choose a course file"), wanted):
            self.set_text(f"{_FILE}:{path}")
        else:
            self._take_text(self.written.text())


class PlayerList(QWidget):
    """Picks the players of a round robin: a list, and the picker of the chosen one under it.

    Args:
        texts: the players' texts at first.

    Attributes:
        list: the players.
        picker: changes the chosen one.
        add, remove: the buttons.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Players"))
        line = self.list.fontMetrics().height() + SPACE // 2
        self.list.setFixedHeight(_SHOWN_LINES * line + SPACE // 2)
        self.add, self.remove = QPushButton(tr("&Add")), QPushButton(tr("&Remove"))
        self.picker = PlayerPicker(texts[0], "chosen player", tr("Chosen player"))
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addWidget(self.remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE // 2)
        column.addWidget(self.list)
        column.addLayout(row)
        column.addWidget(self.picker)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        for text in texts:
            self._append(text)
        self.list.currentItemChanged.connect(self._show)
        self.picker.changed.connect(self._change)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.list.setCurrentRow(0)

    def texts(self) -> tuple[str, ...]:
        """Return the players' texts."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return tuple(item.data(_TEXT) for item in items)

    def _append(self, text: str) -> None:
        item = QListWidgetItem()
        item.setData(_TEXT, text)
        self.list.addItem(item)
        self._write_names()

    def _write_names(self) -> None:
        texts = self.texts()
        names = short_names(texts)
        for row, text in enumerate(texts):
            self.list.item(row).setText(names[text])

    @Slot(QListWidgetItem, QListWidgetItem)
    def _show(self, item: QListWidgetItem | None, _before: QListWidgetItem | None) -> None:
        self.picker.setEnabled(item is not None)
        self.remove.setEnabled(item is not None)
        if item is not None:
            with QSignalBlocker(self.picker):
                self.picker.set_text(item.data(_TEXT))

    @Slot(str)
    def _change(self, text: str) -> None:
        item = self.list.currentItem()
        if item is not None:
            item.setData(_TEXT, text.strip())
            self._write_names()

    @Slot()
    def _add(self) -> None:
        self._append(self.picker.text())
        self.list.setCurrentRow(self.list.count() - 1)
        self.picker.kind.setFocus()

    @Slot()
    def _remove(self) -> None:
        self.list.takeItem(self.list.currentRow())
        self._write_names()
