"""A class: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from ttt_desktop.features.classroom.answers import ClassAnswers
from ttt_desktop.look.text import tr
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.pages import FeaturePage, place_action
from ttt_desktop.shell.sections import CLASSES
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import SeveralDropped

if TYPE_CHECKING:
    from ttt_desktop.features.classroom.dialog import ClassDialog


class ClassroomFeature(Feature):
    """Checks the files of a whole class, and sums up what it answered in lessons.

    Attributes:
        answers: makes a page of a class's answers.
        dialog: asks for a class's files; None before it was first opened.
    """

    name = "classroom"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.answers = ClassAnswers(shell.runner, shell.notice, shell.window)
        self.answers.saved.connect(shell.status.say_saved)
        self.dialog: ClassDialog | None = None

    @classmethod
    def actions(cls) -> Sequence[Action[ClassroomFeature]]:  # noqa: D102
        return (
            place_action("class", "&Class", "The files of a whole class, checked", "Ctrl+5",
                         "users"),
            Action("class_answers", "A class's &answers…", "A page on a class's answers "
                   "in lessons: what was understood", CLASSES, lambda room: room.answers.ask()),
            Action("class_files", "&Class…", "Check and compare the files of a whole class",
                   CLASSES, ClassroomFeature.open),
        )  # fmt: skip

    @classmethod
    def texts(cls) -> Iterable[str]:  # noqa: D102
        from ttt_desktop.features.classroom import dialog, rubric_dialog  # noqa: PLC0415
        from ttt_desktop.fields.form import texts_of  # noqa: PLC0415  (not for the start)

        points = [*rubric_dialog.points_fields(), *rubric_dialog.SHARES]
        return texts_of([*dialog.FIELDS, *points])

    def serve(self, wish: object) -> bool:  # noqa: D102
        if not isinstance(wish, SeveralDropped):
            return False
        sentence = tr("Drop one file at a time. Learn → Class… checks the files of a class.")
        self.shell.notice.tell(sentence)
        return True

    def pages(self) -> Sequence[FeaturePage]:  # noqa: D102
        page = FeaturePage(
            "class", "Class", QWidget, icon="users", header=("class_answers", "class_files")
        )
        return (page,)

    def open(self) -> None:
        """Open the window about a whole class's files."""
        window = self.shell.window
        if not self.shell.trust.in_course_files(tr("Class"), window):
            return
        if self.dialog is None:
            from ttt_desktop.features.classroom.dialog import ClassDialog  # noqa: PLC0415

            self.dialog = ClassDialog(self.shell.runner, window)
        self.dialog.show()
        self.dialog.raise_()
