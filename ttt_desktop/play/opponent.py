"""The fields in which an opponent is chosen: a person, any declared kind of player, or a file."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from engine import PLAYERO, Rules
from engine.specs import PlayerSpec
from ttt_desktop.look.theme import SPACE
from ttt_desktop.settings.declarations import CUSTOM, choosable
from ttt_desktop.text import tr

PERSON, FILE = "person", "file…"
"""Opponents that are no declared kind: somebody at the same computer, and a course file."""


class OpponentField(QWidget):
    """Two lists: who plays, and how strong.

    Signals:
        changed(): another opponent was chosen.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._spec = PlayerSpec(choosable()[0])
        self._rules: Rules = Rules.of()
        self._marks: Collection[int] = (PLAYERO,)
        self.who, self.level = QComboBox(), QComboBox()
        self.who.setAccessibleName(tr("Opponent"))
        self.level.setAccessibleName(tr("Difficulty"))
        self.who.addItem(tr("A person here"), PERSON)
        for kind in choosable():
            self.who.addItem(tr(kind.title), kind.word)
            self.who.setItemData(self.who.count() - 1, tr(kind.help), Qt.ItemDataRole.ToolTipRole)
        self.who.addItem("", FILE)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(self.who, 2)
        row.addWidget(self.level, 1)
        self.setFocusProxy(self.who)
        self.who.currentIndexChanged.connect(self._chosen)

    def offer(self, spec: PlayerSpec, file: str, opponent: str) -> None:
        """Show what can be chosen, and who is.

        Args:
            spec: the machine of the settings.
            file: what the machine from a file is called that plays now; empty where there is none.
            opponent: PERSON, FILE or the word of a kind.
        """
        self._spec = spec
        self.who.setItemText(self.who.findData(FILE), file or tr("A course file…"))
        with QSignalBlocker(self.who):
            self.who.setCurrentIndex(max(0, self.who.findData(opponent)))
        self._offer_levels()

    @property
    def opponent(self) -> str:
        """Who was chosen: PERSON, FILE or the word of a kind."""
        return str(self.who.currentData())

    @property
    def spec(self) -> PlayerSpec:
        """The machine that was chosen; the one of the settings where none was."""
        if self.opponent in (PERSON, FILE):
            return self._spec
        spec = self._of_kind(self.opponent)
        values = spec.kind.levels.get(self.level.currentData(), {})
        return spec.with_values(values)

    def allow(self, rules: Rules, marks: Collection[int]) -> None:
        """Offer only who can play a game by these rules, and call levels what they are there.

        Args:
            rules: the game's rules.
            marks: the sides that the opponent may come to play.
        """
        self._rules, self._marks = rules, marks
        model = self.who.model()
        assert isinstance(model, QStandardItemModel)
        for place, kind in enumerate(choosable(), start=1):
            why = kind.needs(rules)
            item = model.item(place)
            item.setEnabled(not why)
            item.setToolTip(tr(why) if why else tr(kind.help))
        if not model.item(self.who.currentIndex()).isEnabled():
            able = [kind.word for kind in choosable() if kind.levels and not kind.needs(rules)]
            self.who.setCurrentIndex(self.who.findData(able[0] if able else PERSON))
        for place in range(self.level.count()):
            if level := self.level.itemData(place):
                self.level.setItemText(place, self._title(level))

    def _title(self, level: str) -> str:
        """Return what a level is called; its own name where the sides differ."""
        kind = self._of_kind(self.opponent).kind
        titles = {kind.level_title(level, self._rules, mark) for mark in self._marks}
        title = titles.pop() if len(titles) == 1 else level
        return tr(title)

    def _of_kind(self, word: str) -> PlayerSpec:
        """Return the settings' machine where it is of this kind, else the kind's usual one."""
        return self._spec if self._spec.kind.word == word else PlayerSpec.parse(word)

    @Slot()
    def _chosen(self) -> None:
        self._offer_levels()
        self.changed.emit()

    def _offer_levels(self) -> None:
        self.level.clear()
        if self.opponent not in (PERSON, FILE):
            spec = self._of_kind(self.opponent)
            for level in spec.kind.levels:
                self.level.addItem(self._title(level), level)
            if spec.kind.levels and not spec.level:
                self.level.addItem(tr(CUSTOM), "")
            self.level.setCurrentIndex(max(0, self.level.findData(spec.level)))
        self.level.setVisible(self.level.count() > 0)
