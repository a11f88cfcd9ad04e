"""Points for groups of checks: edited here, and kept as the file that the console reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFormLayout

from engine.specs import Field
from ttt_desktop.fields.form import Form
from ttt_desktop.look.parts import FILLED, Card, Words
from ttt_desktop.look.text import breakable, problem, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.work_page import WorkPage
from ttt_desktop.work.files import FileKind, ask_save
from ttt_desktop.work.jobs import JobRunner, Latest

if TYPE_CHECKING:
    from engine.classroom.rubric import Rubric

SHARES = (
    Field("warnings", "Share with &warnings",
          "How much of a group's points is left where it has warnings only: 1 is all of them.",
          1.0, 0, 1),
    Field("faults", "Share with &faults",
          "How much of a group's points is left where it has a fault: 0 is none of them.",
          0.0, 0, 1),
)  # fmt: skip
_POINTS = "points "
"""What stands before a group's name in the form: no share is called so."""


def points_fields() -> list[Field]:
    """Return a field for each group of checks."""
    from engine.compat.contract import CHECKS  # noqa: PLC0415  (few need it)

    return [Field(_POINTS + name, name, "", 0.0, 0, 1e6, usual=(0, 1000)) for name in CHECKS]


class RubricPage(WorkPage):
    """Edits a rubric, and saves it as a file.

    Args:
        runner: where files are read.
        theme: the look.

    Attributes:
        fields: points, by groups of checks, and shares.
        message: what all groups together are worth, or what went wrong.

    Signals:
        saved(Path): the file was written.
    """

    saved = Signal(object)

    def __init__(self, runner: JobRunner, theme: ThemeManager) -> None:
        super().__init__(theme)
        self._reading = Latest(runner.start, self)
        self._path: Path | None = None
        self.fields = Form(self, [*points_fields(), *SHARES], decimals=2)
        self.message = Words(theme, "", wrap=True)
        self.make_button(
            "save", tr("&Save…"), tr("Write the rubric to a file"), self._save, "save", FILLED
        )
        self.fields.chosen.connect(self._tell_most)
        self._lay_out()
        self._tell_most()

    def _lay_out(self) -> None:
        card = Card(self.theme)
        card.box.addWidget(
            Words(self.theme, tr("How many points each group of checks is worth."), wrap=True)
        )
        rows = QFormLayout()
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for name in self.fields:
            self.fields.add_row(rows, name)
        card.box.addLayout(rows)
        self.lay_beside([card], [self.message, self.button["save"]])

    def edit(self, path: Path | None) -> None:
        """Edit the rubric of a file, or a new one."""
        self._reading.cancel()
        self._path = path
        for name in self.fields:
            self.fields.show({name: self.fields.declared[name].default})
        self._let_edit(True)
        self._tell_most()
        if path is not None:
            self._read(path)

    def _read(self, path: Path) -> None:
        """Have a file read; what is in it can be edited once it is there."""
        from engine.classroom.rubric import Rubric  # noqa: PLC0415  (few need it)

        self._let_edit(False)
        self._reading.start(lambda _job: Rubric.read(path), self._show, self._fail)

    def _let_edit(self, lets: bool) -> None:
        for name in self.fields:
            self.fields[name].setEnabled(lets)
        self.button["save"].setEnabled(lets)

    def _fail(self, error: Exception) -> None:
        """Say why a file cannot be read, and edit another one, which is not written over it."""
        self._let_edit(True)
        self._path = None
        self.message.setText(breakable(f"{problem(error)}."))

    def _show(self, rubric: Rubric) -> None:
        """Show what a file says."""
        self._let_edit(True)
        self.fields.show({_POINTS + name: worth for name, worth in rubric.points.items()})
        self.fields.show({"warnings": rubric.warnings, "faults": rubric.faults})
        self._tell_most()

    @property
    def rubric(self) -> Rubric:
        """What the fields say."""
        from engine.classroom.rubric import Rubric  # noqa: PLC0415  (few need it)

        values = self.fields.values()
        points = {
            name.removeprefix(_POINTS): worth
            for name, worth in values.items()
            if name.startswith(_POINTS) and worth
        }
        return Rubric(points, values["warnings"], values["faults"])

    @Slot()
    def _tell_most(self) -> None:
        most = f"{self.rubric.most:g}"
        self.message.setText(
            tr("A file without a fault or a warning earns {most} points.", most=most)
        )

    @Slot()
    def _save(self) -> None:
        """Ask for a file, and write it; the one that is edited is proposed."""
        name = str(self._path) if self._path is not None else "rubric.toml"
        kinds = [FileKind(tr("Rubrics"), ".toml")]
        if (path := ask_save(self, tr("Save rubric"), kinds, name)) is None:
            return
        try:
            self.rubric.write(path)
        except ValueError as error:
            self.message.setText(breakable(f"{problem(error)}."))
            return
        self.saved.emit(path)
