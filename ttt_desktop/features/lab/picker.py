"""Picks players for the lab: a kind, its numbers as it declares them, or its text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import (
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

from engine.specs import COURSE_FILE, PROGRAM, PlayerKind, PlayerSpec, kinds
from ttt_desktop.features.lab.rows import short_names
from ttt_desktop.fields.form import Form
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.text import tr
from ttt_desktop.settings.players import PlayerWidget
from ttt_desktop.work.files import all_files, ask_open, filters, programs

_SHOWN_LINES = 5
_TEXT = Qt.ItemDataRole.UserRole
"""The role of a listed player's text."""


class PlayerPicker(PlayerWidget):
    """Picks one player. What is picked, and what is written as its text, are always the same.

    Args:
        text: the player's text at first.
        name: the name of the field for its text.
        label: what it is called, for screen readers.

    Attributes:
        kind: the list of kinds, a course file and a program among them.
        written: the field for the player's text. It may name no player.
    """

    def __init__(self, text: str, name: str, label: str) -> None:
        super().__init__()
        self.kind.addItem(tr("Course file…"), COURSE_FILE.word)
        self.kind.addItem(tr("Program…"), PROGRAM.word)
        self.kind.setAccessibleName(label)
        self.written = QLineEdit()
        self.written.setObjectName(name)
        self.written.setAccessibleName(tr("{label} as text", label=label))
        examples = ", ".join(kind.example or kind.word for kind in kinds())
        explain(self.written, tr("A player, such as: {examples}", examples=examples))
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
        self.written.textChanged.connect(self._take_text)
        self.set_value(text)

    def value(self) -> str:
        """Return the player's text, as it is written."""
        return self.written.text().strip()

    def set_value(self, value: str) -> None:
        """Pick a player by its text."""
        self.written.setText(value)

    @Slot(str)
    def _take_text(self, text: str) -> None:
        """Show what a text stands for; one that names no player shows no kind."""
        try:
            spec = PlayerSpec.parse(text)
        except ValueError:
            self.kind.setCurrentIndex(-1)
        else:
            self.show_player(spec)
        self.changed.emit(text)

    def _form_of(self, kind: PlayerKind) -> Form:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        form = Form(self, kind.parameters)
        for row, (name, field) in enumerate(form.declared.items()):
            box = form[name]
            label: QWidget
            if name in form.switches:
                label = switch = form.switches[name]
                switch.setText(tr(field.label))
                switch.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            else:
                label = name_of = QLabel(tr(field.label))
                name_of.setWordWrap(True)
                name_of.setBuddy(box)
                name_of.setToolTip(box.toolTip())
            self._grid.addWidget(label, 2 * row, 0)  # above it: a narrow page has no room beside
            self._grid.addWidget(box, 2 * row + 1, 0)
        self._numbers.setVisible(bool(kind.parameters))
        return form

    @Slot()
    def _choose_value(self) -> None:
        """Write the number that a box says, whatever is written there now."""
        try:
            spec = PlayerSpec.parse(str(self.edited()))
        except ValueError:  # of a range that was widened for what was written
            self.show_player(self._spec)
        else:
            self.set_value(str(spec))

    @Slot()
    def _choose_kind(self) -> None:
        word = self.kind.currentData()
        if word == COURSE_FILE.word:
            path = ask_open(self, tr("Choose a course file"), filters([programs()]))
        elif word == PROGRAM.word:
            title = tr("Choose a program that you trust")
            path = ask_open(self, title, filters([all_files()]))
        else:
            self.set_value(str(PlayerSpec.parse(word)))
            return
        if path is not None:
            self.set_value(f"{word}:{path}")
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
        self.show_texts(texts)
        self.list.currentItemChanged.connect(self._show)
        self.picker.changed.connect(self._change)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self._show(self.list.item(0), None)

    def show_texts(self, texts: Sequence[str]) -> None:
        """Show other players, in place of those before."""
        self.list.clear()
        for text in texts:
            self._append(text)
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
                self.picker.set_value(item.data(_TEXT))

    @Slot(str)
    def _change(self, text: str) -> None:
        item = self.list.currentItem()
        if item is not None:
            item.setData(_TEXT, text.strip())
            self._write_names()

    @Slot()
    def _add(self) -> None:
        self._append(self.picker.value())
        self.list.setCurrentRow(self.list.count() - 1)
        self.picker.kind.setFocus()

    @Slot()
    def _remove(self) -> None:
        self.list.takeItem(self.list.currentRow())
        self._write_names()
