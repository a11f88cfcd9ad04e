"""You: what the shell asks of the past games and what they add up to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QWidget

from ttt_desktop.features.you.goal_watch import GoalWatch
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.pages import FeaturePage, place_action
from ttt_desktop.shell.shell import Shell

if TYPE_CHECKING:
    from ttt_desktop.features.you.window import HistoryWindow


class YouFeature(Feature):
    """Lists the past games, adds them up, and says which goals they have reached."""

    name = "you"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        GoalWatch(shell.controller, shell.recorder, shell.notice, self)

    @classmethod
    def actions(cls) -> Sequence[Action[YouFeature]]:  # noqa: D102
        return (
            place_action("you", "&You", "Your games, your levels and what they add up to",
                         "Ctrl+6", "circle-user-round", "Ctrl+H"),
        )  # fmt: skip

    def pages(self) -> Sequence[FeaturePage]:  # noqa: D102
        return (FeaturePage("you", "You", self._make, self._refresh, icon="circle-user-round"),)

    def open(self) -> None:
        """Open the history's window, or bring it to the front."""
        self.shell.show("you")

    def _make(self) -> QWidget:
        from ttt_desktop.features.you.window import HistoryWindow  # noqa: PLC0415  (not for the start)

        return HistoryWindow(self.shell)

    def _refresh(self) -> None:
        cast("HistoryWindow", self.shell.pages["you"]).refresh()
