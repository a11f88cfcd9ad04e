"""Machine against machine: what the shell asks of a demo."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from ttt_desktop.features.demo.bar import DemoBar
from ttt_desktop.session.view import View
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.sections import MATCHES
from ttt_desktop.shell.shell import Shell

_BUTTONS = ("new", "undo", "stop", "resume", "step")


class DemoFeature(Feature):
    """Has two machines play, each with its own settings, at a pace that can be watched.

    Attributes:
        bar: its controls, above the board.
    """

    name = "demo"
    speaks_first = True

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.bar = DemoBar([shell.actions[name] for name in _BUTTONS if shell.has(name)])
        self.bar.chosen.connect(shell.preferences.choose)
        shell.controller.follow(self._show, View.demo, View.settings)
        shell.presenting_changed.connect(self._show)
        self._show()

    @classmethod
    def actions(cls) -> Sequence[Action[DemoFeature]]:  # noqa: D102
        return (
            Action("demo", "D&emo: machine against machine", "Two machines, each with its own "
                   "settings", MATCHES, DemoFeature.toggle, "Ctrl+D", icon="bot",
                   checkable=True,
                   checked=lambda demo: demo.shell.controller.view.demo),
        )  # fmt: skip

    def panel(self) -> QWidget:  # noqa: D102
        return self.bar

    def toggle(self) -> None:
        """Begin a demo, or end it."""
        controller = self.shell.controller
        if controller.view.demo:
            controller.end_demo()
        else:
            controller.begin_demo()

    @Slot()
    def _show(self) -> None:
        view = self.shell.controller.view
        self.bar.show_settings(view.settings)
        self.bar.setVisible(view.demo and not self.shell.presenting)
