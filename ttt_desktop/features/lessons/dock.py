"""The panel of a lesson, which stays beside the board."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.classroom.answers import LessonAnswers
from engine.errors import printable
from ttt_desktop.features.lessons import library
from ttt_desktop.features.lessons.guide import Guide
from ttt_desktop.features.lessons.lesson import Lesson, Part, Step
from ttt_desktop.features.lessons.page import Page
from ttt_desktop.features.lessons.step_bar import StepBar
from ttt_desktop.look.guard import virtual
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.parts import FILLED, PLAIN, Button
from ttt_desktop.look.text import breakable, tr
from ttt_desktop.look.widgets import mute, plain_label
from ttt_desktop.shell.shell import Shell

_WIDTH, _HEIGHT = 300, 260


class LessonDock(QDockWidget):
    """A dockable panel: the step of the lesson that is under way, or else the list of lessons.

    Closing it leaves the lesson; opening it goes on.

    Attributes:
        page: what is shown between the head and the buttons.
        button: the buttons "contents", "back", "tell" and "next".
        lessons: the buttons in the list, by the lessons' keys.
        go_on: the button in the list that goes on with a lesson that was put off, or None.
        anew: the buttons in the list that forget a lesson's answers, by the lessons' keys.
        rename: the button in the list that asks for another name, or None.

    Signals:
        solve(str): a puzzle of this id is wanted.
        measure(Measurement): an experiment in the lab is wanted.
        learn(OfferedLearner): a learner is.
        file_wanted(Path): the lesson in a file is to be begun.
        name_wanted(): the pupil's name is to be asked for.
        answered_on_board(): the keyboard is to go to the board, where the answer is given.
    """

    solve = Signal(str)
    measure = Signal(object)
    learn = Signal(object)
    file_wanted = Signal(object)
    name_wanted = Signal()
    answered_on_board = Signal()

    def __init__(self, guide: Guide, shell: Shell) -> None:
        super().__init__(tr("Lesson"), shell.window)
        self.setObjectName("lesson_panel")
        self._guide, self._shell = guide, shell
        self._theme = theme = shell.theme
        self.page = Page(theme)
        self.lessons: dict[str, QPushButton] = {}
        self.go_on: QPushButton | None = None
        self.anew: dict[str, QPushButton] = {}
        self.rename: QPushButton | None = None
        self._where = plain_label()
        mute(self._where)
        self._where.setWordWrap(True)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.button: dict[str, QPushButton] = {
            "contents": Button(theme, tr("All lessons"), "list", PLAIN),
            "back": Button(theme, tr("Back"), "chevron-left", PLAIN),
            "tell": Button(theme, tr("Tell me")),
            "next": Button(theme, tr("Next"), "", FILLED),
        }
        self._steps = StepBar(theme)
        self.button["tell"].setToolTip(tr("Show the answer without guessing"))
        self.setWidget(self._build())
        self._begun: Lesson | None = None
        # A moment later: the page of before takes the keyboard along when it goes.
        self._called = QTimer(self, singleShot=True, interval=0)
        self._called.timeout.connect(self._take_keyboard)
        # A moment later: while a layout is restored, docks go and come back, and a lesson that
        # opened docks in the midst of it would find some that lie nowhere yet.
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self._follow_visibility)
        self.visibilityChanged.connect(self._settle)
        theme.changed.connect(self._show)
        guide.changed.connect(self._show)
        guide.changed.connect(self._settled.stop)  # what is begun or left since, holds
        self.button["back"].clicked.connect(guide.go_back)
        self.button["tell"].clicked.connect(partial(guide.take, None))
        self.button["next"].clicked.connect(self._go_on)
        self.button["contents"].clicked.connect(guide.put_away)
        self._show()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(_WIDTH, 2 * _HEIGHT)

    def _build(self) -> QWidget:
        head = QHBoxLayout()
        head.addWidget(self._where, 1)
        head.addWidget(self.button["contents"])
        foot = QHBoxLayout()
        foot.addWidget(self.button["back"])
        foot.addStretch(1)
        foot.addWidget(self.button["tell"])
        foot.addWidget(self.button["next"])
        content = QWidget()
        content.setMinimumSize(_WIDTH, _HEIGHT)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(SPACE, 0, SPACE, SPACE)
        layout.addLayout(head)
        layout.addWidget(self._steps)
        layout.addWidget(self._scroll, 1)
        layout.addLayout(foot)
        return content

    # --- what there is to see -------------------------------------------------------------

    @Slot()
    def _show(self) -> None:
        guide = self._guide
        held = self._holds_keyboard()  # before a button that has it is disabled
        self.page = Page(self._theme, guide.lesson.folder if guide.lesson is not None else None)
        self.lessons, self.anew, self.go_on, self.rename = {}, {}, None, None
        if guide.active and guide.lesson is not None and guide.step is not None:
            self._show_step(guide, guide.lesson, guide.step)
        else:
            self._show_contents(guide)
        self.page.end()
        self._call_keyboard(guide, held)
        before = self._scroll.takeWidget()
        if before is not None:
            before.deleteLater()  # one of its buttons may have been clicked just now
        self._scroll.setWidget(self.page)
        self._scroll.verticalScrollBar().setValue(0)
        if self.page.verdict is not None:  # at the top, so that what follows is in sight
            self.page.adjustSize()
            self._scroll.verticalScrollBar().setValue(self.page.verdict.y())

    def _holds_keyboard(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def _call_keyboard(self, guide: Guide, held: bool) -> None:
        """Have the keyboard go on in the panel: where it was there, or where a lesson begins."""
        begins = guide.active and guide.lesson is not self._begun
        self._begun = guide.lesson if guide.active else None
        if guide.active and (begins or held):
            self._called.start()

    @Slot()
    def _take_keyboard(self) -> None:
        """Put the keyboard on what goes on: the next step, or what answers the question."""
        guide = self._guide
        question = None if guide.step is None else guide.step.question
        if not guide.active or self.isHidden():
            return
        if guide.asks and question is not None and question.squares:
            self.answered_on_board.emit()
        elif guide.asks and self.page.options:
            self.page.options[0].setFocus()
        else:
            self.button["next"].setFocus()

    def _show_step(self, guide: Guide, lesson: Lesson, step: Step) -> None:
        number, count = guide.place + 1, len(lesson.steps)
        self._steps.show()
        title = tr(lesson.title)
        self._where.setText(
            tr("{title} ({number} of {count})", title=title, number=number, count=count)
        )
        self._steps.show_place(guide.place, count)
        self.page.add_title(tr(step.title))
        self._add_part(step.begin)
        if step.question is not None and step.reveal is not None:
            asked = self.page.add_question(step.question, guide.answer, guide.revealed)
            for place, button in enumerate(asked):
                button.clicked.connect(partial(guide.take, place))
            if guide.revealed:
                self._add_part(step.reveal)
        last = number == count
        onward = tr("Next lesson") if guide.next_key else tr("Finish")
        self.button["next"].setText(onward if last else tr("Next"))
        for name, shown in (("contents", True), ("back", True), ("tell", guide.asks),
                            ("next", True)):  # fmt: skip
            self.button[name].setVisible(shown)
        self.button["back"].setEnabled(guide.can_go_back)
        self.button["next"].setEnabled(guide.can_go_on or (last and not guide.asks))

    def _add_part(self, part: Part) -> None:
        shell = self._shell
        buttons = [shell.actions[name] for name in part.buttons if shell.has(name)]
        self.page.add_part(part, buttons, self.solve.emit, self.measure.emit, self.learn.emit)

    def _show_contents(self, guide: Guide) -> None:
        for button in self.button.values():
            button.hide()
        self._where.setText("")
        self._steps.hide()
        self.page.add_title(tr("Lessons"))
        self.page.add_sentence(
            tr("A lesson sets the board up and leads you on. Your own game waits meanwhile.")
        )
        if guide.put_off is not None:
            lesson, place = guide.put_off
            count = len(lesson.steps)
            named = tr("Go on: {title} ({number} of {count})", title=tr(lesson.title),
                       number=place + 1, count=count)  # fmt: skip
            self.go_on = self.page.add_choice(named, tr(lesson.steps[place].title))
            self.go_on.clicked.connect(partial(guide.begin, lesson, place))
        for number, key in enumerate(library.own_keys(), start=1):
            title, about = library.own_heading(key)
            named = tr("{number}. {title}", number=number, title=tr(title))
            digest = library.own_digest(key)
            answers = guide.progress.of(key, digest)
            named = _with_standing(named, answers, digest)
            self.lessons[key] = button = self.page.add_choice(named, tr(about))
            button.clicked.connect(partial(guide.open_own, key))
            self._offer_anew(guide, key, answers)
        self._show_files(guide)
        if name := guide.progress.file.name:
            self.page.add_sentence(
                tr("Your answers are exported in the name of {name}.", name=name), plain=True
            )
            self.rename = self.page.add_button(tr("Another name…"))
            self.rename.clicked.connect(self.name_wanted)

    def _show_files(self, guide: Guide) -> None:
        """List the lessons that are files and were begun."""
        file = guide.progress.file
        if file.paths:
            self.page.add_title(tr("Lessons from files"))
        for (key, digest), path in file.paths.items():
            answers = file.lessons[key, digest]
            named = _with_standing(answers.title, answers, digest)
            self.lessons[path] = button = self.page.add_choice(
                named, breakable(printable(path)), plain=True
            )
            button.clicked.connect(partial(self.file_wanted.emit, Path(path)))
            self._offer_anew(guide, path, answers)

    def _offer_anew(self, guide: Guide, key: str, answers: LessonAnswers | None) -> None:
        """Offer to forget the answers to a lesson and to begin it anew, if there are some."""
        if answers is None or not answers.answers:
            return
        self.anew[key] = button = self.page.add_button(_anew_text(answers))
        button.clicked.connect(partial(guide.progress.forget, answers))
        button.clicked.connect(self.lessons[key].click)

    @Slot()
    def _go_on(self) -> None:
        guide = self._guide
        if guide.can_go_on:
            guide.go_on()
        elif guide.next_key:
            guide.open_own(guide.next_key)
        else:
            guide.put_away()

    # --- opened and closed ----------------------------------------------------------------

    @Slot(bool)
    def _settle(self, _visible: bool) -> None:
        self._settled.start()

    @Slot()
    def _follow_visibility(self) -> None:
        """Go on with a lesson that was left where the panel opens; leave it where it closes."""
        if self.isVisible():
            self._guide.resume()
        elif self.isHidden():  # and not just behind another tab
            self._guide.leave()


def _with_standing(title: str, answers: LessonAnswers | None, digest: str) -> str:
    """Return what a lesson's button says: its title, and below it how far somebody came.

    Args:
        title: the title, with its number.
        answers: what was answered; None where the lesson was never begun.
        digest: of the lesson's text by now.
    """
    if answers is None:
        return title
    standing = _standing(answers)
    if answers.digest != digest:
        standing = tr("{standing} (its text has changed since)", standing=standing)
    return f"{title}\n{standing}"


def _standing(answers: LessonAnswers) -> str:
    """Return how far somebody came, such as "Done · 3 of 4 predictions right"."""
    if not answers.done:
        return tr("{seen} of {steps} steps", seen=answers.seen, steps=answers.steps)
    if not answers.questions:
        return tr("Done")
    return tr(
        "Done · {right} of %n predictions right", n=len(answers.questions),
        one="Done · {right} of 1 prediction right", right=answers.right,
    )  # fmt: skip


def _anew_text(answers: LessonAnswers) -> str:
    """Return what the button says that begins a lesson anew."""
    return tr(
        "Begin anew, and forget my %n answers", n=len(answers.answers),
        one="Begin anew, and forget my answer",
    )  # fmt: skip
