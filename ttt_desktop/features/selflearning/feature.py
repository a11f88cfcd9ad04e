"""A machine that teaches itself: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature, Wait
from ttt_desktop.shell.pages import FeaturePage
from ttt_desktop.shell.sections import STUDY
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import GoThrough, Learn, Measure, PlayAgainst

if TYPE_CHECKING:
    from engine import Game, Player, Rules
    from engine.tournament.experiment import Experiment
    from ttt_desktop.features.selflearning.page import LearningPage
    from ttt_desktop.session.seats import Seating

_PAGE = "teaches_itself"


class SelfLearningFeature(Feature):
    """Has a machine learn from games against itself, and shows what it knows.

    Attributes:
        window: its page, or None before it was first opened.
    """

    name = "selflearning"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.window: LearningPage | None = None

    @classmethod
    def actions(cls) -> Sequence[Action[SelfLearningFeature]]:  # noqa: D102
        return (
            Action("teaches_itself", "A &machine that teaches itself", "Matchboxes, a table or a "
                   "network learn from games against themselves, while you watch", STUDY,
                   SelfLearningFeature.open, "Ctrl+Shift+L"),
        )  # fmt: skip

    def pages(self) -> Sequence[FeaturePage]:  # noqa: D102
        page = FeaturePage(
            _PAGE,
            "A machine that teaches itself",
            self._make,
            self._load,
            within="learn",
            is_led=True,
            busy=self._learns,
        )
        return (page,)

    def serve(self, wish: object) -> bool:  # noqa: D102
        if not isinstance(wish, Learn):
            return False
        self.open().learn(wish.task, wish.start)
        return True

    def try_out(self, wait: Wait) -> str:  # noqa: D102
        window = self.open()
        return "" if wait(lambda: window.chart) else "the learner's chart did not come"

    def open(self) -> LearningPage:
        """Open the page, or bring it to the front."""
        self.shell.pages.open(_PAGE)
        assert self.window is not None
        return self.window

    def _make(self) -> LearningPage:
        # Not needed at the start, and not small.
        from ttt_desktop.features.selflearning.page import LearningPage  # noqa: PLC0415
        from ttt_desktop.features.selflearning.study import Study  # noqa: PLC0415

        shell = self.shell
        study = Study(shell.runner, shell.folder, self)
        self.window = window = LearningPage(study, shell.controller, shell.runner, shell.theme)
        window.has_lab = shell.has("lab")
        window.show_state()
        window.game_chosen.connect(self._go_through)
        study.changed.connect(self.changed)
        window.player_chosen.connect(self._play_against)
        window.lab_wanted.connect(self._measure)
        return window

    def _learns(self) -> bool:
        return self.window is not None and self.window.study.busy

    def close(self) -> None:  # noqa: D102
        if self.window is not None:
            self.window.study.leave()

    def _load(self) -> None:
        if self.window is not None:
            self.window.show_chart()

    @Slot(object, object)
    def _go_through(self, game: Game, seating: Seating) -> None:
        self.shell.serve(GoThrough(game, seating))

    @Slot(object, object, object, object)
    def _play_against(self, player: Player, rules: Rules, has_scores: bool, x_only: bool) -> None:
        self.shell.serve(PlayAgainst(player, rules, has_scores, x_only))

    @Slot(object)
    def _measure(self, experiment: Experiment) -> None:
        self.shell.serve(Measure(experiment, start=False))
