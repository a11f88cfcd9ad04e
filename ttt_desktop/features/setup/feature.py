"""Positions that are set up, and ready ones: what the shell asks of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from engine import EMPTY, Square
from engine.board import Position
from ttt_desktop.features.setup.bar import FIELDS, SetupBar
from ttt_desktop.features.setup.editor import PositionEditor
from ttt_desktop.features.setup.positions import POSITIONS, ReadyPosition
from ttt_desktop.fields.form import texts_of
from ttt_desktop.look.focus import is_typed_in
from ttt_desktop.look.text import tr
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.shell.actions import Action, Choices, ListEntry
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.sections import ON_BOARD
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import BeginGame


class SetupFeature(Feature):
    """Has a position put on the board, by hand or a ready one.

    Attributes:
        editor: the position that is set up.
        bar: what is asked of it, above the board.
    """

    name = "setup"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.editor = PositionEditor(shell.controller, self)
        self.bar = SetupBar(self.editor)
        self.bar.started.connect(self._start)

    @classmethod
    def actions(cls) -> Sequence[Action[SetupFeature] | Choices[SetupFeature]]:  # noqa: D102
        return (
            Choices("positions", "&Ready positions", ON_BOARD, _positions, SetupFeature.show_ready),
            Action("setup", "Set up a posi&tion…", "Put marks on the board as you like, and play "
                   "from there", ON_BOARD, SetupFeature.begin, "Ctrl+E"),
        )  # fmt: skip

    @classmethod
    def texts(cls) -> Iterable[str]:  # noqa: D102
        return texts_of(FIELDS)

    def panel(self) -> QWidget:  # noqa: D102
        return self.bar

    def takes(self, square: Square, mark: int = EMPTY) -> bool:  # noqa: D102
        if not self.editor.active:
            return False
        self.editor.turn(square, mark)
        return True

    def escape(self) -> bool:  # noqa: D102
        if not self.editor.active or is_typed_in(self.shell.window.focusWidget()):
            return False
        self.editor.leave()
        return True

    def begin(self) -> None:
        """Have a position set up, beginning with the one on the board."""
        shell = self.shell
        shell.clear()
        self.bar.begin(shell.controller.view.own, shell.machine.kept)
        shell.board.begin()

    def show_ready(self, position: ReadyPosition) -> None:
        """Set a ready position up, have it searched, and hold the scores against the truth."""
        shell = self.shell
        shell.clear()
        shell.preferences.change(show_truth=True)
        for dock in shell.docks.first:
            dock.show()
        shell.controller.adopt(position.game(), wait=True)
        shell.controller.analyse()
        title, text = tr(position.title), tr(position.text)
        shell.notice.tell(tr("{title}. {text}", title=title, text=text))

    @Slot(object, str, object)
    def _start(self, settings: Settings, opponent: str, start: Position) -> None:
        self.shell.serve(BeginGame(settings, opponent, start))


def _positions() -> list[ListEntry]:
    return [ListEntry(position.title, position, position.text) for position in POSITIONS]
