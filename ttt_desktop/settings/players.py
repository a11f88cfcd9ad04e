"""Asks for a player: its kind, and the settings that the kind declares."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QWidget

from engine.specs import PlayerKind, PlayerSpec
from ttt_desktop.fields.form import Form, add_labelled
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import narrow
from ttt_desktop.settings.declarations import CUSTOM, choosable


class PlayerWidget(QWidget):
    """Asks for a player: a list of kinds, and a form for the one that is chosen.

    Args:
        offered: the kinds; none for all that need no file.

    Attributes:
        kind: the list of kinds.
        fields: asks for what the kind declares.

    Signals:
        changed(str): another player was chosen: its text.
    """

    changed = Signal(str)

    def __init__(self, offered: Sequence[PlayerKind] = ()) -> None:
        super().__init__()
        offered = offered or choosable()
        self.kind = QComboBox()
        for kind in offered:
            self.kind.addItem(tr(kind.title), kind.word)
        self.kind.activated.connect(self._choose_kind)
        self.fields = Form(self)
        self._spec = PlayerSpec(offered[0])
        self._laid_out: PlayerKind | None = None

    def value(self) -> str:
        """Return the player's text."""
        return str(self.edited())

    def set_value(self, value: str) -> None:
        """Show a player; ValueError where a text names none."""
        self.show_player(PlayerSpec.parse(value))

    def edited(self) -> PlayerSpec:
        """Return the player that the form asks for; what was not touched stays as it was shown."""
        values = self.fields.values().items()
        changed = {name: value for name, value in values if value != self._spec[name]}
        return self._spec.with_values(changed)

    def show_player(self, spec: PlayerSpec) -> None:
        """Show a player."""
        if spec.kind != self._laid_out:
            self._laid_out = spec.kind
            self.fields.deleteLater()
            self.fields = self._form_of(spec.kind)
            self.fields.chosen.connect(self._choose_value)
        self._spec = spec
        self.kind.setCurrentIndex(self.kind.findData(spec.kind.word))
        self.fields.show({name: spec[name] for name in self.fields})

    def _form_of(self, kind: PlayerKind) -> Form:
        """Return a form for a kind, laid out in the place of the one before."""
        raise NotImplementedError

    @Slot()
    def _choose_kind(self) -> None:
        """Show the usual player of another kind."""
        if self.kind.currentData() != self._spec.kind.word:
            self.set_value(self.kind.currentData())
            self._choose_value()

    @Slot()
    def _choose_value(self) -> None:
        """Follow a change in the form."""
        self.changed.emit(self.value())


_LETTERS = 10
"""The least width of a list to choose from, in letters."""


class PlayerField(PlayerWidget):
    """A player, under the label of each of its settings.

    Args:
        only: the word of the only kind that is offered; empty for all.
    """

    def __init__(self, only: str = "") -> None:
        super().__init__([kind for kind in choosable() if only in ("", kind.word)])
        self.kind.setAccessibleName(tr("What plays"))
        self.level = QComboBox()
        self.level.setToolTip(tr("A named difficulty. It sets the values below."))
        self.level.setAccessibleName(tr("Difficulty"))
        self._is_narrow = False
        self._rows = rows = QFormLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(SPACE)
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for box in (self.kind, self.level):
            narrow(box, _LETTERS)
        add_labelled(rows, tr("&Player:"), self.kind)
        add_labelled(rows, tr("&Difficulty:"), self.level)
        rows.setRowVisible(self.kind, self.kind.count() > 1)
        self._own_rows = rows.rowCount()
        self.level.activated.connect(self._choose_level)
        self.show_player(self._spec)

    def show_player(self, spec: PlayerSpec) -> None:
        """Show a player and the name of its strength."""
        super().show_player(spec)
        self._show_level()

    @property
    def has_numbers(self) -> bool:
        """Whether numbers of the player are asked for, and not its level alone."""
        return self._laid_out is not None and not self._laid_out.named

    def parts(self) -> list[QWidget]:
        """Return what it is set with, label by label."""
        role, rows = QFormLayout.ItemRole.FieldRole, self._rows
        items = (rows.itemAt(place, role) for place in range(rows.rowCount()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if widget is not None]

    def bend(self, narrow: bool) -> None:
        """Put labels above what they name, where it is narrow, or else beside it."""
        policy = QFormLayout.RowWrapPolicy
        self._is_narrow = narrow
        self._rows.setRowWrapPolicy(policy.WrapAllRows if narrow else policy.DontWrapRows)
        for place in range(self._rows.rowCount()):
            item = self._rows.itemAt(place, QFormLayout.ItemRole.LabelRole)
            label = item.widget() if item is not None else None
            if isinstance(label, QLabel):
                label.setWordWrap(narrow)

    def _form_of(self, kind: PlayerKind) -> Form:
        rows = self._rows
        while rows.rowCount() > self._own_rows:
            rows.removeRow(self._own_rows)
        form = Form(self, kind.parameters, decimals=4, sliders=True)
        for name in form:
            if isinstance(form[name], QComboBox):
                narrow(form[name], _LETTERS)
            form.add_row(rows, name)
            rows.setRowVisible(rows.rowCount() - 1, not kind.named)  # the level says it all
        self.level.clear()
        for level in kind.levels:
            self.level.addItem(tr(level), level)
        self.level.addItem(tr(CUSTOM), "")
        rows.setRowVisible(self.level, bool(kind.levels))
        self.bend(self._is_narrow)
        return form

    @Slot()
    def _choose_value(self) -> None:
        self._show_level()
        super()._choose_value()

    @Slot()
    def _choose_level(self) -> None:
        self.fields.show(self._spec.kind.levels.get(self.level.currentData(), {}))
        super()._choose_value()

    def _show_level(self) -> None:
        level = self.edited().level
        self.level.setCurrentIndex(self.level.findData(level))
