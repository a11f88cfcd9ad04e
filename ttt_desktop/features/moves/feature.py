"""The list of moves: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDockWidget

from ttt_desktop.shell.docks import Dock, dock_action
from ttt_desktop.shell.feature import Feature

_STEPS = ("first", "step_back", "step_forward", "last")


class MovesFeature(Feature):
    """Lists every move beside the board, to go through the game."""

    name = "moves"

    @classmethod
    def docks(cls) -> Sequence[Dock[MovesFeature]]:  # noqa: D102
        tip = "Every move, to go through the game"
        action = dock_action("moves", "&Moves", tip, "Ctrl+Shift+M", "list-ordered")
        return (Dock(action, MovesFeature.make),)

    def make(self) -> QDockWidget:
        """Make the dock."""
        from ttt_desktop.features.moves.dock import MovesDock  # noqa: PLC0415  (not for the start)

        shell = self.shell
        steps = [shell.actions[name] for name in _STEPS]
        dock = MovesDock(shell.controller, shell.theme, steps, shell.window)
        dock.variations.hide_answers(shell.coach)
        return dock
