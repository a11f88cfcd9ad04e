"""A class: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from ttt_desktop.features.classroom.answers import ClassAnswers
from ttt_desktop.look.text import tr
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.pages import FeaturePage, place_action
from ttt_desktop.shell.sections import CLASSES
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import SeveralDropped

if TYPE_CHECKING:
    from engine.classroom.run import Entry
    from ttt_desktop.features.classroom.page import ClassPage
    from ttt_desktop.features.classroom.rubric_page import RubricPage
    from ttt_desktop.features.classroom.student_page import StudentPage

_HOME, _STUDENT, _RUBRIC = "class", "student", "rubric"
"""Its pages."""


class ClassroomFeature(Feature):
    """Checks the files of a whole class, and sums up what it answered in lessons.

    Attributes:
        answers: makes a page of a class's answers.
    """

    name = "classroom"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.answers = ClassAnswers(shell.runner, shell.window)
        self.answers.saved.connect(shell.status.say_saved)
        self.answers.failed.connect(self._tell)

    @classmethod
    def actions(cls) -> Sequence[Action[ClassroomFeature]]:  # noqa: D102
        return (
            place_action("class", "&Class", "The files of a whole class, checked", "Ctrl+5",
                         "users"),
            Action("class_answers", "A class's &answers…", "A page on a class's answers "
                   "in lessons: what was understood", CLASSES, ClassroomFeature.ask_answers,
                   icon="graduation-cap"),
            Action("class_files", "&Check a class", "Check and compare the files of a whole class",
                   CLASSES, ClassroomFeature.open),
        )  # fmt: skip

    @classmethod
    def texts(cls) -> Iterable[str]:  # noqa: D102
        from ttt_desktop.features.classroom import page, rubric_page  # noqa: PLC0415
        from ttt_desktop.fields.form import texts_of  # noqa: PLC0415  (not for the start)

        points = [*rubric_page.points_fields(), *rubric_page.SHARES]
        return texts_of([*page.FIELDS, *points])

    def serve(self, wish: object) -> bool:  # noqa: D102
        if not isinstance(wish, SeveralDropped):
            return False
        sentence = tr("Drop one file at a time. Class checks the files of a class: a folder or a "
                      "zip.")  # fmt: skip
        self.shell.notice.tell(sentence)
        return True

    def opens(self) -> Mapping[str, Callable[[Path], object]]:  # noqa: D102
        return {".zip": self.take}

    def pages(self) -> Sequence[FeaturePage]:  # noqa: D102
        return (
            FeaturePage(
                _HOME,
                "Class",
                self._make,
                icon="users",
                header=("class_answers",),
                is_led=True,
                busy=lambda: _HOME in self.shell.pages.opened and self.page.runs,
            ),
            FeaturePage(_STUDENT, "Student", self._make_student, within=_HOME),
            FeaturePage(_RUBRIC, "Rubric", self._make_rubric, within=_HOME, is_led=True),
        )

    def close(self) -> None:  # noqa: D102
        if _HOME in self.shell.pages.opened:
            self.page.stop()

    # --- its pages --------------------------------------------------------------------------

    @property
    def page(self) -> ClassPage:
        """The place about a class; made when it is first asked for."""
        page: ClassPage = self.shell.pages[_HOME]  # type: ignore[assignment]
        return page

    @property
    def student_page(self) -> StudentPage:
        """The page about one student; made when it is first asked for."""
        page: StudentPage = self.shell.pages[_STUDENT]  # type: ignore[assignment]
        return page

    @property
    def rubric_page(self) -> RubricPage:
        """The page on which a rubric is edited; made when it is first asked for."""
        page: RubricPage = self.shell.pages[_RUBRIC]  # type: ignore[assignment]
        return page

    def _make(self) -> ClassPage:
        from ttt_desktop.features.classroom.page import ClassPage  # noqa: PLC0415  (few need it)

        shell = self.shell
        page = ClassPage(shell.runner, shell.theme, shell.trust)
        page.running_changed.connect(self.changed)
        page.entry_wanted.connect(self._show_entry)
        page.rubric_wanted.connect(self._edit_rubric)
        return page

    def _make_student(self) -> StudentPage:
        from ttt_desktop.features.classroom.student_page import StudentPage  # noqa: PLC0415

        return StudentPage()

    def _make_rubric(self) -> RubricPage:
        from ttt_desktop.features.classroom.rubric_page import RubricPage  # noqa: PLC0415

        page = RubricPage(self.shell.runner, self.shell.theme)
        page.saved.connect(self._take_rubric)
        return page

    # --- what people do ---------------------------------------------------------------------

    def open(self) -> None:
        """Open the place, ready for a class's folder or zip to be named."""
        self.shell.pages.open(_HOME)
        self.page.fields["folder"].setFocus()

    def take(self, path: Path) -> None:
        """Ask for a zip of hand-ins, which was dropped on the window."""
        self.shell.pages.open(_HOME)
        self.page.take(path)

    def ask_answers(self) -> None:
        """Ask for the folder with a class's answers, and write a page on them."""
        self.shell.pages.open(_HOME)
        self.page.notice.dismiss()
        self.answers.ask()

    @Slot(object)
    def _show_entry(self, entry: Entry) -> None:
        self.shell.pages.open(_STUDENT)
        self.student_page.show_entry(entry)

    @Slot(object)
    def _edit_rubric(self, path: Path | None) -> None:
        self.rubric_page.edit(path)
        self.shell.pages.open(_RUBRIC)

    @Slot(object)
    def _take_rubric(self, path: Path) -> None:
        self.page.take_rubric(path)
        self.shell.pages.open(_HOME)

    @Slot(str)
    def _tell(self, sentence: str) -> None:
        self.page.notice.tell(sentence)
