"""Lessons: what the shell asks of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QScrollArea, QSlider, QWidget

from engine import EMPTY, Square
from ttt_desktop.features.lessons.files import AnswerFiles, LessonFiles
from ttt_desktop.features.lessons.guide import Guide
from ttt_desktop.features.lessons.lesson import Measurement, OfferedLearner
from ttt_desktop.features.lessons.library import (
    CHAPTERS,
    Chapter,
    own_heading,
    own_keys,
    own_lesson,
)
from ttt_desktop.features.lessons.progress import Progress
from ttt_desktop.features.lessons.reading import Vocabulary
from ttt_desktop.features.lessons.step_card import StepCard
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.text import tr
from ttt_desktop.shell.actions import Action, Choices, ListEntry
from ttt_desktop.shell.docks import Dock, dock_action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.pages import FeaturePage, place_action
from ttt_desktop.shell.sections import LESSON_STEPS, LESSONS
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.transport import Transport
from ttt_desktop.shell.wishes import AnswerSquare, Learn, Measure, SolvePuzzle

if TYPE_CHECKING:
    from ttt_desktop.features.lessons.home import LearnHome

_HEAT, _WEIGHTS = "heatmap", frozenset({"current", "other"})
"""The heat map's dock, and the settings that its sliders change."""

_LESSONS = LESSONS.under("Be&gin a lesson")
"""Where the chapters stand in the menu."""

PANEL = "lesson"
"""The name of the action that shows and hides the panel."""


class LessonsFeature(Feature):
    """Leads through lessons: each sets the window up, step by step.

    Attributes:
        progress: what was seen and answered.
        guide: leads through a lesson.
        card: the step in the panel, while the lesson itself is not seen.
        files: asks for lessons of other people.
        answers: exports what was answered.
    """

    name = "lessons"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.progress = Progress(shell.folder, shell.notice.tell)
        self.guide = Guide(
            shell, words_of(shell.actions.declared, shell.docks.names), self.progress
        )
        self.files = LessonFiles(self.guide, shell.notice, shell.window)
        self.answers = AnswerFiles(self.progress, shell.notice, shell.window)
        self.card = StepCard(self.guide, shell.theme)
        self.card.lesson_wanted.connect(self._bring_lesson)
        self.card.resized.connect(self._divide)
        self.guide.changed.connect(self._show)
        self.guide.placed.connect(self._tidy_up)
        self.guide.lacks.connect(self._tell_missing)
        self.answers.saved.connect(shell.status.say_saved)
        self.answers.renamed.connect(self.guide.changed)

    @classmethod
    def actions(cls) -> Sequence[Action[LessonsFeature] | Choices[LessonsFeature]]:  # noqa: D102
        return (
            place_action("learn", "&Learn", "Lessons, and instruments that show how the machine "
                         "thinks", "Ctrl+3", "graduation-cap"),
            *map(_choices, CHAPTERS),
            Action("lesson_file", "&Open lesson…", "Begin a lesson that you or others wrote",
                   _LESSONS, lambda f: f.files.ask_open()),
            Action("export_answers", "&Export my answers…", "What you predicted in the lessons, "
                   "as a file for your teacher", LESSONS, lambda f: f.answers.ask_export()),
            Action("lesson_next", "Ne&xt step", "The lesson's next step", LESSON_STEPS,
                   lambda f: f.guide.go_on(), "PgDown", enabled=lambda f: f.guide.active),
            Action("lesson_back", "Step &back", "The lesson's step before", LESSON_STEPS,
                   lambda f: f.guide.go_back(), "PgUp", enabled=lambda f: f.guide.active),
        )  # fmt: skip

    def pages(self) -> Sequence[FeaturePage]:  # noqa: D102
        page = FeaturePage(
            "learn",
            "Learn",
            self._make_home,
            self._refresh_home,
            icon="graduation-cap",
            header=("lesson_file", "export_answers"),
            is_led=True,
            on_board=("heatmap", "lesson"),
            has_board=lambda: self.guide.active,
        )
        return (page,)

    @classmethod
    def docks(cls) -> Sequence[Dock[LessonsFeature]]:  # noqa: D102
        tip = "Lessons beside the board, step by step"
        action = dock_action(PANEL, "&Lessons", tip, "F2", "graduation-cap", LESSONS)
        return (Dock(action, LessonsFeature.make, presented=True),)

    @classmethod
    def texts(cls) -> Iterable[str]:  # noqa: D102
        for key in own_keys():
            yield from own_lesson(key).texts()

    @classmethod
    def papers(cls, titles: Mapping[str, str]) -> Mapping[str, str]:  # noqa: D102
        from ttt_desktop.features.lessons.booklet import booklet  # noqa: PLC0415  (few need it)

        return {"lessons-booklet": booklet([*map(own_lesson, own_keys())], titles.__getitem__)}

    def make(self) -> QDockWidget:
        """Make the dock."""
        from ttt_desktop.features.lessons.dock import LessonDock  # noqa: PLC0415  (not for the start)

        dock = LessonDock(self.guide, self.shell)
        dock.solve.connect(self._solve)
        dock.measure.connect(self._measure)
        dock.learn.connect(self._learn)
        dock.file_wanted.connect(self.files.open)
        dock.name_wanted.connect(self.answers.ask_name)
        dock.answered_on_board.connect(self.shell.board.setFocus)
        dock.visibilityChanged.connect(self._look_again)
        return dock

    def panel(self) -> QWidget:  # noqa: D102
        return self.card

    @Slot(bool)
    def _look_again(self, is_seen: bool) -> None:
        """Show the step in the panel while something lies in front of the lesson."""
        self.card.want(not is_seen)

    @Slot()
    def _bring_lesson(self) -> None:
        self.shell.docks.bring_forward([PANEL])

    @Slot()
    def _divide(self) -> None:
        """Leave the panel the room that the step needs now, once its texts lie."""
        QTimer.singleShot(0, self, self.shell.desk.divide)

    # --- the home ---------------------------------------------------------------------------

    def _make_home(self) -> QWidget:
        from ttt_desktop.features.lessons.home import LearnHome  # noqa: PLC0415  (not for the start)

        home = LearnHome(self.guide, self.shell)
        home.file_wanted.connect(self.files.open)
        home.arranged.connect(self._arrange)
        return home

    def _refresh_home(self) -> None:
        cast("LearnHome", self.shell.pages["learn"]).refresh()

    @Slot(object)
    def _arrange(self, names: Sequence[str]) -> None:
        """Open these docks beside the board and close the others; the first one is in front."""
        docks = self.shell.docks
        for name, dock in docks.by_action.items():
            if name not in names:
                dock.hide()
        for name in reversed(names):
            self.shell.show(name)

    # --- what the shell asks ----------------------------------------------------------------

    def takes(self, square: Square, mark: int = EMPTY) -> bool:  # noqa: D102
        if mark != EMPTY or not self.guide.takes(square):
            return False
        if self.guide.asks:
            self.shell.refusals.say_taken(square)
        return True

    def leave(self) -> None:  # noqa: D102
        self.guide.leave()
        if self.shell.actions[PANEL].isChecked():
            self.shell.docks[PANEL].hide()

    def serve(self, wish: object) -> bool:  # noqa: D102
        if not isinstance(wish, AnswerSquare):
            return False
        if self.guide.asks:
            self.takes(wish.square)
        return True

    # --- what a lesson asks of the others ---------------------------------------------------

    @Slot(str)
    def _solve(self, name: str) -> None:
        """Have a puzzle set up that a lesson offers; the lesson can be continued later."""
        self._wish(SolvePuzzle(name))

    @Slot(object)
    def _measure(self, wanted: Measurement) -> None:
        """Open the lab with what a lesson wants measured, with the file that was loaded last."""
        experiment, path = wanted.experiment, self.shell.machine.last
        if path is not None:
            experiment = experiment.with_file(path)
        self._wish(Measure(experiment, wanted.runs))

    @Slot(object)
    def _learn(self, wanted: OfferedLearner) -> None:
        """Have what a lesson offers learn from games against itself."""
        self._wish(Learn(wanted.task, wanted.runs))

    def _wish(self, wish: object) -> None:
        if not self.shell.serve(wish):
            self.shell.notice.tell(
                tr("This program has no part that does this; go on with the lesson without it.")
            )

    # --- what the guide says ----------------------------------------------------------------

    @Slot()
    def _show(self) -> None:
        """Show what the panel shows: open it with a lesson, and enable its actions."""
        if self.guide.active and self.shell.docks[PANEL].isHidden():
            self.shell.docks.open(PANEL)
        question = None if self.guide.step is None else self.guide.step.question
        if self.guide.asks and question is not None and question.options:
            self._bring_lesson()
        self.changed.emit()

    @Slot()
    def _tidy_up(self) -> None:
        """Have nothing of a lesson's last step under way, and the docks at this one's board."""
        for transport in self.shell.window.findChildren(Transport):
            transport.pause()
            transport.look()
        QTimer.singleShot(0, self, self._show_weights)
        # Where a button goes that had the focus, the board gets it: a frame would look like a hint.
        QTimer.singleShot(0, self, self.shell.board.hide_cursor)

    @Slot()
    def _show_weights(self) -> None:
        """Scroll to the sliders of the heat map in a step about them, and not farther."""
        step, docks = self.guide.step, self.shell.docks.by_action
        if step is None or _HEAT not in docks or docks[_HEAT].isHidden():
            return
        part = step.reveal if self.guide.revealed and step.reveal is not None else step.begin
        content = docks[_HEAT].widget()
        if isinstance(content, QScrollArea) and not _WEIGHTS.isdisjoint(dict(part.setup.settings)):
            bar = content.verticalScrollBar()
            unique = Qt.ConnectionType.UniqueConnection
            bar.rangeChanged.connect(self._show_weights, unique)  # where it gets another height
            for slider in content.findChildren(QSlider):
                content.ensureWidgetVisible(slider, 0, SPACE)

    @Slot(str)
    def _tell_missing(self, names: str) -> None:
        self.shell.notice.tell(
            tr("This lesson shows what this program has not got: {names}.", names=names)
        )


def words_of(actions: Iterable[Action[Any]], docks: Collection[str]) -> Vocabulary:
    """Return what lessons can name: docks to show, and actions that ask nothing, or are buttons.

    Args:
        docks: the names of the actions that show and hide docks.
    """
    shown = [name for name in docks if name != PANEL]
    others = [
        action for action in actions
        if action.role != QAction.MenuRole.QuitRole and action.name not in docks
    ]  # fmt: skip
    doable = [
        action.name for action in others if not (action.checkable or action.text.endswith("…"))
    ]
    return Vocabulary(shown, doable, [*(action.name for action in others), *shown])


def _choices(chapter: Chapter) -> Choices[LessonsFeature]:
    """Return the submenu of a chapter, whose lessons begin by a click."""

    def own() -> list[ListEntry]:
        headings = ((key, *own_heading(key)) for key in chapter.keys)
        return [ListEntry(title, key, about) for key, title, about in headings]

    return Choices(
        f"lessons_{CHAPTERS.index(chapter) + 1}",
        chapter.title,
        _LESSONS,
        own,
        lambda feature, key: feature.guide.open_own(key),
    )
