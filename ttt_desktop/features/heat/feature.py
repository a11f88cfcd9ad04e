"""The heat map: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, Slot
from PySide6.QtWidgets import QDockWidget

from engine import Analysis
from engine.players import level
from ttt_desktop.board.shimmer import glows_of
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.session.view import View
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.docks import Dock, dock_action, instrument
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.sections import MARKS
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import AnswerSquare

if TYPE_CHECKING:
    from ttt_desktop.features.heat.dock import HeatDock


_THOUGHTFUL = 2
"""Levels below the third see too little to be watched: their place on the ladder is lower."""


class HeatFeature(Feature):
    """Shows the scores of a search as colours, beside the board and on it."""

    name = "heat"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._dock: HeatDock | None = None
        shell.board.heat_map_wanted.connect(shell.actions["heatmap"].trigger)
        shell.controller.follow(self._show_settings, View.settings, View.machine_name)
        shell.presenting_changed.connect(self._present)
        shell.controller.searched.connect(self._glow)
        shell.controller.follow(
            self._end_glow, View.thinking, View.task, View.settings, View.game, View.moves
        )

    @classmethod
    def actions(cls) -> Sequence[Action[HeatFeature]]:  # noqa: D102
        return (_THOUGHTS,)

    @classmethod
    def docks(cls) -> Sequence[Dock[HeatFeature]]:  # noqa: D102
        action = dock_action("heatmap", "&Heat map", "Show or hide the heat map", "H", "grid-3x3")
        return (replace(instrument(action, HeatFeature.make), explains=True),)

    def make(self) -> QDockWidget:
        """Make the dock."""
        from ttt_desktop.features.heat.dock import HeatDock  # noqa: PLC0415  (not for the start)

        shell = self.shell
        dock = self._dock = HeatDock(shell.controller.model, shell.theme, shell.window)
        dock.chosen.connect(shell.preferences.choose)
        dock.view.clicked.connect(self._answer)
        self._show_settings()
        return dock

    # --- thoughts on the board ----------------------------------------------------------

    def toggle_thoughts(self) -> None:
        """Show or hide the machine's thoughts on the board."""
        self.shell.preferences.change(thoughts=self.shell.actions["shimmer"].isChecked())

    @property
    def glows(self) -> bool:
        """Whether the machine thinks about its move, and is to be watched."""
        view = self.shell.controller.view
        wanted = view.settings.thoughts and view.thinking is Thinking.MOVE and view.task is None
        return wanted and self._is_thoughtful(view) and self.shell.animates()

    @staticmethod
    def _is_thoughtful(view: View) -> bool:
        spec = view.settings.player(view.to_move)
        if view.machine_name or spec.kind is not level.KIND:
            return True
        return list(level.KIND.levels).index(spec.level) >= _THOUGHTFUL

    @Slot(object)
    def _glow(self, _analysis: Analysis) -> None:
        """Have squares glow as the newest state of the search says."""
        model = self.shell.controller.model
        if self.glows and model.moves_since == 0:
            self.shell.board.shimmer.follow(glows_of(model))

    @Slot()
    def _end_glow(self) -> None:
        """Have the colours fade once the machine has moved; a question sees none at all."""
        shimmer, view = self.shell.board.shimmer, self.shell.controller.view
        if view.task is not None or not self.shell.animates():
            shimmer.clear()
        elif not self.glows:
            shimmer.fade()

    # --- the dock -----------------------------------------------------------------------

    @Slot(QModelIndex)
    def _answer(self, index: QModelIndex) -> None:
        """Let a click on the map be an answer, where a square is asked for."""
        self.shell.serve(AnswerSquare((index.row(), index.column())))

    @Slot()
    def _present(self) -> None:
        """Keep the controls in sight in presenter view: a lesson may ask to use them."""
        dock = cast("HeatDock", self.shell.docks["heatmap"])
        dock.show_controls(True if self.shell.presenting else None)

    @Slot()
    def _show_settings(self) -> None:
        if self._dock is not None:
            view = self.shell.controller.view
            self._dock.show_settings(view.settings, view.machine_name)


_THOUGHTS: Action[HeatFeature] = Action(
    "shimmer", "&Thoughts on the board", "From level 3 on, show as colours what the machine "
    "thinks of each square", MARKS, HeatFeature.toggle_thoughts, checkable=True,
    checked=lambda heat: heat.shell.controller.settings.thoughts,
)  # fmt: skip
