"""You: what the shell asks of the past games and what they add up to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtWidgets import QWidget

from ttt_desktop.features.you.goal_watch import GoalWatch
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.pages import FeaturePage, place_action
from ttt_desktop.shell.sections import KEPT_GAMES
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import EditSettings

if TYPE_CHECKING:
    from collections.abc import Callable


class _Page(Protocol):
    def refresh(self) -> None: ...


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
            Action("rename", "Change your &name…", "Opens the settings, where your name stands",
                   KEPT_GAMES, lambda you: you.shell.serve(EditSettings("name")), icon="pencil"),
            Action("statistics", "&Statistics", "Your results against each opponent, and all goals",
                   KEPT_GAMES, lambda you: you.shell.show("statistics"), icon="chart-line"),
            Action("games", "&All games", "The list of your games: find, review, delete and export "
                   "them", KEPT_GAMES, lambda you: you.shell.show("games"), icon="history"),
        )  # fmt: skip

    def pages(self) -> Sequence[FeaturePage]:  # noqa: D102
        return (
            FeaturePage(
                "you",
                "You",
                self._make_home,
                self._refresher("you"),
                icon="circle-user-round",
                header=("rename", "statistics", "games"),
            ),
            FeaturePage(
                "games", "All games", self._make_games, self._refresher("games"), within="you"
            ),
            FeaturePage(
                "statistics",
                "Statistics",
                self._make_statistics,
                self._refresher("statistics"),
                within="you",
            ),
        )

    def _make_home(self) -> QWidget:
        from ttt_desktop.features.you.home import YouHome  # noqa: PLC0415  (not for the start)

        return YouHome(self.shell)

    def _make_games(self) -> QWidget:
        from ttt_desktop.features.you.games_page import GamesPage  # noqa: PLC0415

        return GamesPage(self.shell)

    def _make_statistics(self) -> QWidget:
        from ttt_desktop.features.you.statistics_page import StatisticsPage  # noqa: PLC0415

        return StatisticsPage(self.shell)

    def _refresher(self, name: str) -> Callable[[], None]:
        return lambda: cast(_Page, self.shell.pages[name]).refresh()
