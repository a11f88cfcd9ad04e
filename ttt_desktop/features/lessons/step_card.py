"""The step of a lesson in the panel, while an instrument lies in front of the lesson."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ttt_desktop.features.lessons.guide import Guide
from ttt_desktop.features.lessons.markdown import Pictures, show_markdown
from ttt_desktop.features.lessons.step_bar import StepBar
from ttt_desktop.look.measures import BODY, CAPTION, LEAD, S2
from ttt_desktop.look.parts import FILLED, OUTLINED, PLAIN, Button, Card, Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager


class StepCard(Card):
    """Says what the step says, and goes on; it is hidden while the lesson itself is seen.

    Attributes:
        back, onward: go to the steps beside this one.
        answer: shows the lesson, where its question is answered.

    Signals:
        lesson_wanted(): the lesson is to be in front.
        resized(): it needs another height.
    """

    lesson_wanted = Signal()
    resized = Signal()

    def __init__(self, guide: Guide, theme: ThemeManager) -> None:
        super().__init__(theme)
        self._guide, self._look, self._is_wanted = guide, theme, False
        self._where = Words(theme, "", CAPTION, colour="muted", wrap=True)
        self._steps = StepBar(theme)
        self._title = Words(theme, "", LEAD, QFont.Weight.DemiBold, wrap=True)
        self._text = QWidget()
        self._lines = QVBoxLayout(self._text)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(S2)
        self.back = Button(theme, "", "chevron-left", PLAIN)
        self.back.setAccessibleName(tr("Back"))
        self.back.setToolTip(tr("Back"))
        self.back.clicked.connect(guide.go_back)
        self.answer = Button(theme, tr("Answer"), kind=OUTLINED)
        self.answer.clicked.connect(self.lesson_wanted)
        self.onward = Button(theme, tr("Next"), kind=FILLED)
        self.onward.clicked.connect(guide.go_on)
        row = QHBoxLayout()
        row.addWidget(self._where, 1)
        for button in (self.back, self.answer, self.onward):
            row.addWidget(button)
        self.box.addLayout(row)  # above the text, which may be long
        for part in (self._steps, self._title, self._text):
            self.box.addWidget(part)
        guide.changed.connect(self.refresh)
        self.hide()

    def want(self, is_wanted: bool) -> None:
        """Be seen while a lesson is on, or not at all."""
        if is_wanted != self._is_wanted:
            self._is_wanted = is_wanted
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Say what the step says by now."""
        guide, lesson, step = self._guide, self._guide.lesson, self._guide.step
        is_shown = self._is_wanted and guide.active and lesson is not None and step is not None
        self.setVisible(is_shown)
        if not is_shown or lesson is None or step is None:
            return
        number, count = guide.place + 1, len(lesson.steps)
        self._where.setText(
            tr("{title} ({number} of {count})", title=tr(lesson.title), number=number, count=count)
        )
        self._steps.show_place(guide.place, count)
        self._title.setText(tr(step.title))
        texts = [(text, QFont.Weight.Normal) for text in step.begin.text]
        if guide.revealed and step.reveal is not None:
            texts = [(text, QFont.Weight.Normal) for text in step.reveal.text]
        elif step.question is not None:
            texts.append((step.question.text, QFont.Weight.DemiBold))
        self._write(texts)
        asks_here = step.question is not None and bool(step.question.squares)
        self.answer.setVisible(guide.asks and not asks_here)
        self.back.setEnabled(guide.can_go_back)
        self.onward.setEnabled(guide.can_go_on)
        self.resized.emit()

    def _write(self, texts: list[tuple[str, QFont.Weight]]) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        folder = self._guide.lesson.folder if self._guide.lesson is not None else None
        for text, weight in texts:
            words = Words(self._look, "", BODY, weight, wrap=True)
            show_markdown(words, tr(text), Pictures(folder))
            self._lines.addWidget(words)
