"""Points for groups of checks: edited here, and kept as the file that the console reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from engine.specs import Field
from ttt_desktop.fields.form import Form
from ttt_desktop.look.text import breakable, problem, tr
from ttt_desktop.look.widgets import plain_label
from ttt_desktop.work.files import FileKind, ask_save

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


class RubricDialog(QDialog):
    """Edits a rubric, and saves it as a file.

    Args:
        path: the file that is edited; None for a new one.
        parent: the window about a class.

    Attributes:
        fields: points, by groups of checks, and shares.
        buttons: save, and close.
        message: what all groups together are worth, or what went wrong.

    Signals:
        saved(Path): the file was written.
    """

    saved = Signal(object)

    def __init__(self, path: Path | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Rubric"))
        self._path = path
        self.fields = Form(self, [*points_fields(), *SHARES], decimals=2)
        self.message = plain_label()
        self.message.setWordWrap(True)
        kinds = QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Close
        self.buttons = QDialogButtonBox(kinds)
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)
        self.fields.chosen.connect(self._tell_most)
        self._lay_out()
        self._tell_most()
        if path is not None:
            self._show(path)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        asked = QLabel(tr("How many points each group of checks is worth."))
        asked.setWordWrap(True)
        layout.addWidget(asked)
        rows = QFormLayout()
        for name in self.fields:
            self.fields.add_row(rows, name)
        layout.addLayout(rows)
        layout.addWidget(self.message)
        layout.addWidget(self.buttons)

    def _show(self, path: Path) -> None:
        """Show what a file says."""
        from engine.classroom.rubric import Rubric  # noqa: PLC0415  (few need it)

        try:
            rubric = Rubric.read(path)
        except ValueError as error:
            self._path = None  # another file, which is not written over
            self.message.setText(breakable(f"{problem(error)}."))
            return
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
        self.accept()
