"""The form of the learning window: who learns what, from whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFormLayout, QVBoxLayout, QWidget

from engine.learning.task import (
    EXPLORATIONS,
    ITSELF,
    LINES,
    MENACE,
    MOST_SIDE,
    NET,
    PLAIN,
    SIDES,
    SMALL,
    TABLE,
    LearningTask,
)
from engine.rules import Rules
from engine.specs import Field
from engine.tournament.running import usual_workers
from ttt_desktop.features.selflearning.learner_cards import LearnerCards
from ttt_desktop.fields.form import Form
from ttt_desktop.look.chip_row import ChipRow
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, tr
from ttt_desktop.look.theme import ThemeManager

_LEARNERS = {
    MENACE: QT_TRANSLATE_NOOP("", "Matchboxes"),
    TABLE: QT_TRANSLATE_NOOP("", "A table of values"),
    PLAIN: QT_TRANSLATE_NOOP("", "A network, plain"),
    LINES: QT_TRANSLATE_NOOP("", "A network that counts lines"),
}
"""The learners to choose from: of networks both shapes."""

TEACHER_TITLES = {
    ITSELF: QT_TRANSLATE_NOOP("", "Itself"),
    "random": QT_TRANSLATE_NOOP("", "Random moves"),
    "perfect": QT_TRANSLATE_NOOP("", "Perfect play"),
}
"""What teachers are called."""

_NETWORKS = (PLAIN, LINES)

_SHOWN = {
    MENACE: {"teacher", "sides"},
    TABLE: {"teacher", "exploration"},
    PLAIN: {"size", "line", "exploration", "threads"},
    LINES: {"size", "line", "exploration", "threads"},
}
_ALWAYS = {"reverse", "seed"}


def learner_title(kind: str, shape: str = "") -> str:
    """Return what a learner is called.

    Args:
        kind: the word for its kind.
        shape: a network's.
    """
    learner = shape if kind == NET else kind
    return tr(_LEARNERS[learner])


def fields() -> list[Field]:
    """Return what is asked for."""
    return [
        Field("learner", "&Learner", "", PLAIN, choices=_LEARNERS),
        Field("size", "Board si&ze", "", SMALL, SMALL, MOST_SIDE),
        Field("line", "L&ine length", "", 2, 2, MOST_SIDE),
        Field("reverse", "Reverse game", "", False),
        Field("teacher", "&Teacher", "Who it plays against while it learns.", ITSELF,
              choices=TEACHER_TITLES),
        Field("sides", "Boxes &for", "Michie's matchboxes played X only; then another teacher is "
              "needed.", SIDES[0], choices={SIDES[0]: "Both sides", SIDES[1]: "X only"}),
        Field("exploration", "E&xploration", "A table tries moves that it does not like best; a "
              "network's games begin after some random marks. Without it, much is never learnt.",
              True),
        Field("seed", "See&d", "The same seed learns the same.", "1", letters=20),
        Field("threads", "At o&nce", "How many of a network's games are played at once, each on a "
              "core of its own. What is learnt does not depend on it.", 1, 1, usual_workers()),
    ]  # fmt: skip


class LearningForm(QWidget):
    """Asks what is to be learnt. ``task`` reads what is asked for.

    Args:
        theme: the look.

    Attributes:
        cards: the learners to choose from, which lie elsewhere.
        fields: what is asked for, by name.
    """

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        learner, *others = fields()
        self.cards = LearnerCards(theme)
        self.fields = Form(self)
        self.fields.add(learner, self.cards)
        for field in others:
            choices: Mapping[Any, str] = field.choices
            if isinstance(field.default, bool):
                choices = {True: QT_TRANSLATE_NOOP("", "On"), False: QT_TRANSLATE_NOOP("", "Off")}
            chips = {value: tr(text) for value, text in choices.items()}
            self.fields.add(field, ChipRow(theme, chips) if chips else None)
        self.fields["line"].setSpecialValueText(tr("Whole side"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._rows = QFormLayout()
        self._rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        column.addLayout(self._rows)
        column.addStretch(1)  # or the rows would share the room that is left
        self._names = [field.name for field in others]
        for name in self._names:
            self.fields.add_row(self._rows, name)
        self.fields.chosen.connect(self._changed)
        self._offer()

    @property
    def threads(self) -> int:
        """On how many threads a network's games are played."""
        return int(self.fields.value("threads"))

    def ask_for(self, task: LearningTask) -> None:
        """Ask for a task."""
        settings = task.settings
        learner = settings.get("shape", PLAIN) if task.kind == NET else task.kind
        full_line = task.rules.line == task.rules.size
        self.fields.show({
            "learner": learner, "size": task.rules.size,
            "line": self.fields.declared["line"].low if full_line else task.rules.line,
            "reverse": task.rules.reverse, "teacher": settings.get("teacher", ITSELF),
            "sides": settings.get("sides", SIDES[0]),
            "exploration": settings.get("exploration") != EXPLORATIONS[1], "seed": str(task.seed),
        })  # fmt: skip
        self._offer()

    def task(self, slow: bool) -> LearningTask:
        """Return what is asked for; ValueError with a sentence where it cannot be learnt."""
        asked = self.fields.values()
        learner = asked["learner"]
        kind = NET if learner in _NETWORKS else learner
        return LearningTask(
            kind, self._rules(asked, kind), _seed(asked["seed"]), self._settings(asked, learner),
            slow=slow,
        )  # fmt: skip

    def _rules(self, asked: dict[str, Any], kind: str) -> Rules:
        if kind != NET:
            return Rules.of(SMALL, None, asked["reverse"])
        line: int = asked["line"]
        full_line = line == self.fields.declared["line"].low
        return Rules.of(asked["size"], None if full_line else line, asked["reverse"])

    @staticmethod
    def _settings(asked: dict[str, Any], learner: str) -> dict[str, str]:
        shown = _SHOWN[learner]
        settings: dict[str, str] = {
            name: asked[name] for name in ("teacher", "sides") if name in shown
        }
        if "exploration" in shown:
            settings["exploration"] = EXPLORATIONS[0 if asked["exploration"] else 1]
        if learner in _NETWORKS:
            settings["shape"] = learner
        return settings

    @Slot(str)
    def _changed(self, name: str) -> None:
        if name == "learner":
            self._offer()

    def _offer(self) -> None:
        """Show the fields that a learner has."""
        learner = self.fields.value("learner")
        for row, name in enumerate(self._names):
            self._rows.setRowVisible(row, name in _ALWAYS | _SHOWN[learner])


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(tr("the seed must be a whole number, not {text}", text=repr(text)))
    return int(text)
