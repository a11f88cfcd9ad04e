"""Leads through a lesson: sets the app up for each step, takes answers, and puts all back after."""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine import Square
from ttt_desktop.features.lessons import library
from ttt_desktop.features.lessons.lesson import KEPT, Answer, Lesson, Part, Step
from ttt_desktop.features.lessons.progress import Progress
from ttt_desktop.features.lessons.reading import Vocabulary
from ttt_desktop.look.text import listed
from ttt_desktop.session.view import View
from ttt_desktop.settings.declarations import names
from ttt_desktop.shell.shell import Shell

log = logging.getLogger(__name__)

BORROWED = frozenset(names()) - KEPT
"""The settings that a lesson changes for as long as it lasts."""


class Guide(QObject):
    """Leads through one lesson at a time.

    Args:
        words: what lessons can name of the window.

    Attributes:
        progress: what was seen and answered.
        lesson: the lesson, or None where there is none.
        place: the number of its step, from 0.
        put_off: the lesson, and its step, that was left for the list of all before its end.

    Signals:
        changed(): another step, or the answer to its question, is to be shown.
        placed(): the app has just been set up for a step, whose actions are about to be done.
        lacks(str): a lesson begins that names what the program has not got: its names.
    """

    changed = Signal()
    placed = Signal()
    lacks = Signal(str)

    def __init__(self, shell: Shell, words: Vocabulary, progress: Progress) -> None:
        super().__init__(shell)
        self._shell, self._words = shell, words
        self._controller = shell.controller
        self._memory = shell.store.lesson_place()
        self.progress = progress
        self.lesson: Lesson | None = None
        self.place = 0
        self.put_off: tuple[Lesson, int] | None = None
        self._answers: dict[int, Answer | None] = {}
        self._open_before: dict[str, bool] | None = None
        self._controller.follow(self._follow_stage, View.scene)

    # --- what is shown of it --------------------------------------------------------------

    @property
    def active(self) -> bool:
        """Whether the app is set up for the lesson now; one that was left waits."""
        return self._controller.view.scene.is_lesson

    @property
    def step(self) -> Step | None:
        """The step that is shown, or None."""
        return self.lesson.steps[self.place] if self.lesson is not None else None

    @property
    def revealed(self) -> bool:
        """Whether the step's question is answered, or the answer was asked for."""
        return self.place in self._answers

    @property
    def answer(self) -> Answer | None:
        """What was answered; None where nothing was."""
        return self._answers.get(self.place)

    @property
    def asks(self) -> bool:
        """Whether an answer is waited for."""
        return self.active and self._question_waits

    @property
    def can_go_on(self) -> bool:
        """Whether there is a next step that does not give an answer away."""
        last = self.lesson is None or self.place == len(self.lesson.steps) - 1
        return self.active and not last and not self._question_waits

    @property
    def can_go_back(self) -> bool:
        """Whether there is a step before."""
        return self.active and self.place > 0

    @property
    def next_key(self) -> str:
        """The key of the program's own lesson after this one; empty where there is none."""
        keys = library.own_keys()
        if self.lesson is None or self.lesson.key not in keys[:-1]:
            return ""
        return keys[keys.index(self.lesson.key) + 1]

    @property
    def _question_waits(self) -> bool:
        return self.step is not None and self.step.question is not None and not self.revealed

    @property
    def left(self) -> tuple[Lesson, int] | None:
        """The lesson that was left before its end, and its step; from an earlier session, too."""
        if self.put_off is not None:
            return self.put_off
        if self.lesson is None:
            self._recall()
        return None if self.lesson is None else (self.lesson, self.place)

    # --- what is asked of it --------------------------------------------------------------

    def open_own(self, key: str) -> None:
        """Begin one of the program's own lessons."""
        self.begin(library.own_lesson(key))

    def open_file(self, path: Path) -> None:
        """Begin the lesson in a file; ValueError with a sentence where it holds none."""
        self.begin(library.lesson_in(path, self._words))

    def begin(self, lesson: Lesson, place: int = 0) -> None:
        """Show a lesson from one of its steps on."""
        self.put_off = None
        self.lesson, self.place, self._answers = lesson, place, {}
        self._enter(lesson)

    def resume(self) -> None:
        """Go on with the lesson that was left, in an earlier session too, if there is one."""
        if self.active:
            return
        if self.lesson is None:
            self._recall()
        if self.lesson is not None:
            self._enter(self.lesson)

    @Slot()
    def go_on(self) -> None:
        """Show the next step."""
        if self.can_go_on:
            self._go(self.place + 1)

    @Slot()
    def go_back(self) -> None:
        """Show the step before."""
        if self.can_go_back:
            self._go(self.place - 1)

    def takes(self, square: Square) -> bool:
        """Take a click on the board as the answer, if one is waited for; return whether it was."""
        step = self.step
        if not self.asks or step is None or step.question is None or not step.question.squares:
            return False
        if square in self._controller.game.board.get_empty_squares():
            self.take(square)
        return True

    def take(self, answer: Answer | None) -> None:
        """Take the answer to the step's question, or None to be told; then reveal it."""
        step = self.step
        if not self.asks or step is None or step.reveal is None:
            return
        self._answers[self.place] = answer
        if self.lesson is not None:
            self.progress.take(self.lesson, self.place, answer)
        self._set_up(step.reveal)

    @Slot()
    def leave(self) -> None:
        """Give the user's game back; the lesson can be continued later."""
        if self.active:  # and not where a puzzle has taken its place since
            self._controller.overlays.leave()

    @Slot()
    def put_away(self) -> None:
        """Leave the lesson for the list of all lessons, which offers to go on with it."""
        self.leave()
        if self.lesson is not None and self.place < len(self.lesson.steps) - 1:
            self.put_off = self.lesson, self.place
        self.lesson = None
        self._memory.write("")
        self.changed.emit()

    # --- how it is done -------------------------------------------------------------------

    def _recall(self) -> None:
        """Find the lesson of an earlier session again; a file may be gone or different by now."""
        place, _, key = self._memory.read().partition(" ")
        try:
            if key in library.own_keys():
                lesson = library.own_lesson(key)
            else:
                lesson = library.lesson_in(Path(key), self._words)
            self.lesson, self.place = lesson, max(0, min(int(place), len(lesson.steps) - 1))
        except ValueError as error:
            log.info("the lesson that was left cannot be continued: %s", error)
            self._memory.write("")

    def _enter(self, lesson: Lesson) -> None:
        if not self.active:
            self._open_before = {name: self._is_open(name) for name in self._words.docks}
        if missing := [name for name in lesson.names() if name not in self._words.offered]:
            self.lacks.emit(listed(missing))
        self._go(self.place)

    @Slot()
    def _follow_stage(self) -> None:
        """Open the docks that were open before, once the lesson has been left."""
        if self.active or self._open_before is None:
            return
        before, self._open_before = self._open_before, None
        random.seed()
        self._show_docks(before)
        self.changed.emit()

    def _go(self, place: int) -> None:
        assert self.lesson is not None
        self.place = place
        self._memory.write(f"{place} {self.lesson.key}")
        self.progress.see(self.lesson, place)
        step = self.lesson.steps[place]
        self._set_up(step.begin)
        if self.revealed and step.reveal is not None:
            self._set_up(step.reveal)

    def _set_up(self, part: Part) -> None:
        """Bring the app into the state that a part of a step wants, and do what it says."""
        assert self.lesson is not None
        random.seed(part.seed)  # the theatre plays with the course's functions, and so with this
        controller, setup = self._controller, part.setup
        own = controller.view.own
        fresh = part.fresh or (bool(part.do) and controller.view.is_thinking)
        controller.overlays.show_lesson(
            setup.game(), setup.applied(own), BORROWED, part.seed,
            fresh=fresh, built_in=not self.lesson.with_file,
        )  # fmt: skip
        self._show_docks({name: name in setup.docks for name in self._words.docks})
        self._shell.docks.bring_forward(filter(self._words.docks.__contains__, setup.docks))
        self.changed.emit()
        self.placed.emit()
        for name in part.do:
            self._shell.do(name)

    def _show_docks(self, wanted: Mapping[str, bool]) -> None:
        for name, shown in wanted.items():
            if self._is_open(name) != shown:
                self._shell.do(name)

    def _is_open(self, dock: str) -> bool:
        return self._shell.actions[dock].isChecked()
