"""Who plays against you, and how strong: a list of opponents and one of their levels."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from engine import PLAYERO, Rules
from engine.specs import PlayerKind, PlayerSpec
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.text import tr
from ttt_desktop.settings.declarations import CUSTOM, choosable
from ttt_desktop.settings.levels import LADDER, level_text

PERSON, FILE, GUEST = "person", "file…", "guest…"
"""Opponents that are no declared kind: somebody at the same computer, a course file, and what has
learnt or is another program."""

ASKED = (PERSON, FILE, GUEST)
"""All of these."""


def _machines() -> list[PlayerKind]:
    """Return the kinds of machines that can be chosen, the ladder before all others."""
    return sorted(choosable(), key=lambda kind: kind is not LADDER)


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
        ladder, *others = _machines()
        self.who.addItem(tr(ladder.title), ladder.word)
        self.who.addItem(tr("A person here"), PERSON)
        self.who.addItem(tr("Other machines"))  # a heading, which cannot be chosen
        self._item(self.who.count() - 1).setEnabled(False)
        for kind in others:
            self.who.addItem(tr(kind.title), kind.word)
        self.who.addItem(tr("A course file…"), FILE)
        self.who.addItem(tr("A network or program…"), GUEST)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(self.who, 2)
        row.addWidget(self.level, 1)
        self.setFocusProxy(self.who)
        self.who.currentIndexChanged.connect(self._chosen)

    def _item(self, place: int) -> QStandardItem:
        model = self.who.model()
        assert isinstance(model, QStandardItemModel)
        return model.item(place)

    def offer(self, spec: PlayerSpec, file: str, opponent: str) -> None:
        """Show what can be chosen, and who is.

        Args:
            file: what the machine from a file is called that plays now, a course file's or another;
                empty where there is none.
            opponent: PERSON, FILE, GUEST or the word of a kind.
        """
        self._spec = spec
        self.who.setItemText(self.who.findData(FILE), file or tr("A course file…"))
        with QSignalBlocker(self.who):
            self.who.setCurrentIndex(max(0, self.who.findData(opponent)))
        self._offer_levels()

    @property
    def opponent(self) -> str:
        """Who was chosen: PERSON, FILE, GUEST or the word of a kind."""
        return str(self.who.currentData())

    @property
    def spec(self) -> PlayerSpec:
        """The machine that was chosen; the one of the settings where none was."""
        if self.opponent in ASKED:
            return self._spec
        spec = self._of_kind(self.opponent)
        values = spec.kind.levels.get(self.level.currentData(), {})
        return spec.with_values(values)

    def allow(self, rules: Rules, marks: Collection[int]) -> None:
        """Offer only who can play a game by these rules, and call levels what they are there.

        Args:
            marks: the sides that the opponent may come to play.
        """
        self._rules, self._marks = rules, marks
        for kind in choosable():
            why = kind.needs(rules)
            item = self._item(self.who.findData(kind.word))
            item.setEnabled(not why)
            item.setToolTip(tr(why) if why else tr(kind.help))
        if not self._item(self.who.currentIndex()).isEnabled():
            able = [kind.word for kind in _machines() if kind.levels and not kind.needs(rules)]
            self.who.setCurrentIndex(self.who.findData(able[0] if able else PERSON))
        for place in range(self.level.count()):
            if level := self.level.itemData(place):
                self.level.setItemText(place, self._title(level))

    @property
    def help(self) -> str:
        """What the chosen machine does, in a sentence; empty for a person, a file or a program."""
        if self.opponent in ASKED:
            return ""
        text = tr(self._of_kind(self.opponent).kind.help)
        return f"{text[0].upper()}{text[1:]}."

    def _title(self, level: str) -> str:
        kind = self._of_kind(self.opponent).kind
        return level_text(kind, level, self._rules, self._marks)

    def _of_kind(self, word: str) -> PlayerSpec:
        """Return the settings' machine where it is of this kind, else the kind's usual one."""
        return self._spec if self._spec.kind.word == word else PlayerSpec.parse(word)

    @Slot()
    def _chosen(self) -> None:
        self._offer_levels()
        self.changed.emit()

    def _offer_levels(self) -> None:
        self.level.clear()
        if self.opponent not in ASKED:
            spec = self._of_kind(self.opponent)
            for level in spec.kind.levels:
                self.level.addItem(self._title(level), level)
            if spec.kind.levels and not spec.level:
                self.level.addItem(tr(CUSTOM), "")
            self.level.setCurrentIndex(max(0, self.level.findData(spec.level)))
        self.level.setVisible(self.level.count() > 0)
