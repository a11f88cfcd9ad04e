"""One page of the panel: the text of a step, its question and answer, or the list of lessons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine import square_name
from engine.coach.puzzles import puzzle_of
from engine.learning.task import ITSELF
from engine.specs import PlayerSpec
from ttt_desktop.features.lessons.answer_option import AnswerOption, outcome_of
from ttt_desktop.features.lessons.lesson import (
    Answer,
    Measurement,
    OfferedLearner,
    Part,
    Prediction,
)
from ttt_desktop.features.lessons.markdown import Pictures, show_markdown
from ttt_desktop.look.measures import BODY, SPACE, TITLE
from ttt_desktop.look.parts import Card, Words
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, listed, rule_text, tr, worded
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import WrappingButton, action_button, mute, plain_label


class Page(QWidget):
    """A column of texts and buttons. Texts are Markdown.

    Args:
        folder: where pictures in the texts lie; None for texts without any.

    Attributes:
        options: the buttons of a question's options, in order.
        verdict: the card that says whether the answer was right, or None while nothing is.
    """

    def __init__(self, theme: ThemeManager, folder: Path | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._pictures = Pictures(folder)
        self.options: list[QPushButton] = []
        self.verdict: Card | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, SPACE, SPACE)
        self._column.setSpacing(SPACE)

    def add_title(self, text: str) -> None:
        """Add the title of the page."""
        self._add_text(text, self._theme.font(TITLE, QFont.Weight.DemiBold))

    def add_part(
        self,
        part: Part,
        buttons: Iterable[QAction],
        solve: Callable[[str], object],
        measure: Callable[[Measurement], object],
        learn: Callable[[OfferedLearner], object],
    ) -> None:
        """Add a part of a step, with its buttons.

        Args:
            buttons: the actions that it offers.
            solve: called with the id of a puzzle that is to be solved.
            measure: called with an experiment that is wanted.
            learn: called with a learner that is.
        """
        for paragraph in part.text:
            self._add_text(tr(paragraph))
        for action in buttons:
            button = action_button(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self._column.addWidget(button)
        for name in part.puzzles:
            puzzle = puzzle_of(name)
            title, board = worded(puzzle.title), rule_text(puzzle.rules)
            offer = WrappingButton(tr("A puzzle: {title} ({board})", title=title, board=board))
            offer.clicked.connect(partial(solve, name))
            self._column.addWidget(offer)
        for measurement in part.labs:
            lab = WrappingButton(lab_text(measurement))
            lab.clicked.connect(partial(measure, measurement))
            self._column.addWidget(lab)
        for offered in part.learners:
            learner = WrappingButton(learner_text(offered))
            learner.clicked.connect(partial(learn, offered))
            self._column.addWidget(learner)

    def add_question(
        self, question: Prediction, answer: Answer | None, revealed: bool
    ) -> Sequence[QPushButton]:
        """Add a question, with its answer once that is revealed; return the options' buttons."""
        self._add_text(tr(question.text), self._theme.font(weight=QFont.Weight.DemiBold))
        for place, (text, is_right) in enumerate(question.options):
            outcome = outcome_of(is_right, revealed and answer == place, revealed)
            button = AnswerOption(self._theme, tr(text), outcome)
            self._column.addWidget(button)
            self.options.append(button)
        if revealed:
            self.verdict = self._add_verdict(question, answer)
        return self.options

    def _add_verdict(self, question: Prediction, answer: Answer | None) -> Card:
        """Add a card that says what an answer was worth: green if right, red if wrong."""
        is_right = answer is not None and question.is_right(answer)
        fill, ink = ("right_soft", "right") if is_right else ("wrong_soft", "wrong")
        if answer is None:
            fill, ink = "sunken", "ink"
        card = Card(self._theme, fill)
        words = Words(self._theme, "", BODY, QFont.Weight.DemiBold, ink, wrap=True)
        show_markdown(words, verdict(question, answer), self._pictures)
        card.box.addWidget(words)
        self._column.addWidget(card)
        return card

    def add_choice(self, title: str, about: str, plain: bool = False) -> QPushButton:
        """Add a button, with a sentence under it; a plain one is no Markdown."""
        button = WrappingButton(title)
        self._column.addWidget(button)
        label = self._add_text(about, plain=plain)
        mute(label)
        return button

    def add_button(self, text: str) -> QPushButton:
        """Add a button that belongs to what stands above it, a little to the right."""
        button = WrappingButton(text)
        row = QHBoxLayout()
        row.addSpacing(4 * SPACE)
        row.addWidget(button)
        self._column.addLayout(row)
        return button

    def add_sentence(self, text: str, plain: bool = False) -> None:
        """Add a sentence; a plain one is no Markdown."""
        self._add_text(text, plain=plain)

    def end(self) -> None:
        """Leave the rest of the column empty."""
        self._column.addStretch(1)

    def _add_text(self, text: str, font: QFont | None = None, plain: bool = False) -> QLabel:
        label = plain_label(text)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if font is not None:
            label.setFont(font)
        if not plain:
            show_markdown(label, text, self._pictures)
        self._column.addWidget(label)
        return label


_EXPERIMENTS = {
    "published": QT_TRANSLATE_NOOP("", "the published experiment"),
    "ladder": QT_TRANSLATE_NOOP("", "the ladder of all levels"),
    "sweep": QT_TRANSLATE_NOOP("", "a sweep"),
    "pairing": QT_TRANSLATE_NOOP("", "a pairing"),
    "robin": QT_TRANSLATE_NOOP("", "a round robin"),
}
"""What the kinds of ``engine.tournament.experiment`` are called on a button."""


def lab_text(offered: Measurement) -> str:
    """Return what the button says that opens the lab with an experiment."""
    plan = offered.experiment.plan
    what, games = tr(_EXPERIMENTS[offered.experiment.kind]), f"{plan.games:,}"
    if offered.experiment.kind == "pairing" and not offered.experiment.wants_file:
        opponent = PlayerSpec.parse(plan.players[-1])
        name = opponent.level or opponent.kind.title
        what = tr("a pairing against {opponent}", opponent=tr(name))
        if plan.openings is not None:
            what = tr("a pairing against {opponent}, from an opening", opponent=tr(name))
    if offered.runs:
        return tr("Run in the lab: {what}, {games} games a row", what=what, games=games)
    return tr("Open the lab, filled in: {what}, {games} games a row", what=what, games=games)


_LEARNERS = {
    "menace": QT_TRANSLATE_NOOP("", "matchboxes"),
    "td": QT_TRANSLATE_NOOP("", "a table of values"),
    "plain": QT_TRANSLATE_NOOP("", "a network"),
    "lines": QT_TRANSLATE_NOOP("", "a network that counts lines"),
}
"""What the kinds of ``engine.learning.task`` are called on a button; of networks the shapes."""


_TEACHERS = {
    "random": QT_TRANSLATE_NOOP("", "random moves"),
    "perfect": QT_TRANSLATE_NOOP("", "perfect play"),
}
"""What teachers are called on a button."""


def learner_text(offered: OfferedLearner) -> str:
    """Return what the button says that has something learn."""
    task = offered.task
    word = task.settings.get("shape", "plain") if task.kind == "net" else task.kind
    who, board = tr(_LEARNERS[word]), rule_text(task.rules)
    if task.settings.get("sides") == "X":
        who = tr("{learner} for X", learner=who)
    teacher = task.settings.get("teacher", ITSELF)
    if teacher != ITSELF:
        who = tr("{learner} against {teacher}", learner=who, teacher=tr(_TEACHERS[teacher]))
    if task.settings.get("exploration") == "off":
        who = tr("{learner} without exploration", learner=who)
    if offered.runs and task.games is not None:
        return tr("Let it learn: {who} on {board}, {count} games", who=who, board=board,
                  count=f"{task.games:,}")  # fmt: skip
    if offered.runs:
        return tr("Let it learn: {who} on {board}", who=who, board=board)
    return tr("Open the window, filled in: {who} on {board}", who=who, board=board)


def verdict(question: Prediction, answer: Answer | None) -> str:
    """Return a sentence on an answer; on the right one alone where nothing was answered."""
    if question.squares:
        right = listed(square_name(square) for square in sorted(question.squares))
    else:
        right = listed(_quoted(text) for text, is_right in question.options if is_right)
    if answer is None:
        return tr("The answer: {right}.", right=right)
    if question.is_right(answer):
        return tr("Right: {right}.", right=right)
    given = _quoted(question.options[answer][0]) if isinstance(answer, int) else square_name(answer)
    return tr("Not {answer}. The answer: {right}.", answer=given, right=right)


def _quoted(option: str) -> str:
    return tr("“{text}”", text=tr(option))
