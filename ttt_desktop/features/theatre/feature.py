"""The theatre: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDockWidget

from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.docks import Dock, dock_action, instrument
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.sections import RUNS

_THEATRE = RUNS.under("&Theatre")
_ACTIONS: tuple[Action[TheatreFeature], ...] = (
    Action("theatre_play", "&Play", "Go on by itself, at the speed below", _THEATRE,
           icon="play", icon_on="pause", checkable=True),
    Action("theatre_step", "&Step", "The next move; then the scores; then the sum", _THEATRE,
           icon="step-forward"),
    Action("theatre_next", "&Next playout", "Finish this playout, or play one more", _THEATRE,
           icon="fast-forward"),
    Action("theatre_ten", "Add &10", "Play ten playouts", _THEATRE),
    Action("theatre_thousand", "Add 1,&000", "Play a thousand playouts", _THEATRE),
    Action("theatre_all", "Add &all", "Play as many as the machine would before its move",
           _THEATRE),
    Action("theatre_stop", "S&top", "End the run; what was played counts", _THEATRE,
           icon="square"),
    Action("theatre_reset", "&Reset", "Forget the playouts of this position", _THEATRE,
           icon="rotate-ccw"),
)  # fmt: skip


class TheatreFeature(Feature):
    """Plays single playouts before one's eyes."""

    name = "theatre"

    @classmethod
    def actions(cls) -> Sequence[Action[TheatreFeature]]:  # noqa: D102
        return _ACTIONS

    @classmethod
    def docks(cls) -> Sequence[Dock[TheatreFeature]]:  # noqa: D102
        tip = "Watch single playouts and what they add"
        action = dock_action("theatre", "&Theatre", tip, "Ctrl+P", "clapperboard")
        return (instrument(action, TheatreFeature.make, _ACTIONS),)

    def make(self) -> QDockWidget:
        """Make the dock."""
        from ttt_desktop.features.theatre.dock import BUTTONS, TheatreDock  # noqa: PLC0415
        from ttt_desktop.features.theatre.theatre import Theatre  # noqa: PLC0415

        shell = self.shell
        actions = {name: shell.actions[f"theatre_{name}"] for name in BUTTONS}
        theatre = Theatre(shell.window)
        dock = TheatreDock(shell.controller, theatre, shell.theme, actions, shell.window)
        dock.chosen.connect(shell.preferences.choose)
        return dock
