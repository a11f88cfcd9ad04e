"""The lab: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature, Wait
from ttt_desktop.shell.pages import FeaturePage, place_action
from ttt_desktop.shell.sections import EXPERIMENTS
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.wishes import GoThrough, Measure

if TYPE_CHECKING:
    from engine import Game
    from engine.tournament.experiment import Experiment
    from ttt_desktop.features.lab.window import LabWindow
    from ttt_desktop.session.seats import Seating

_PAGE = "lab"


class LabFeature(Feature):
    """Plays many games between machines, and measures them.

    Attributes:
        window: its page, or None before it was first opened.
    """

    name = "lab"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.window: LabWindow | None = None

    @classmethod
    def actions(cls) -> Sequence[Action[LabFeature]]:  # noqa: D102
        return (
            place_action("lab", "L&ab", "Many games between machines, measured", "Ctrl+4",
                         "flask-conical", "Ctrl+L"),
            Action("published", "&Run the published experiment", "900 games in the lab, at nine "
                   "numbers of playouts a move", EXPERIMENTS, LabFeature.run_published),
        )  # fmt: skip

    @classmethod
    def texts(cls) -> Iterable[str]:  # noqa: D102
        from ttt_desktop.features.lab import form, openings  # noqa: PLC0415  (not for the start)
        from ttt_desktop.fields.form import texts_of  # noqa: PLC0415

        return texts_of([*form.fields(), openings.PLIES])

    def pages(self) -> Sequence[FeaturePage]:  # noqa: D102
        page = FeaturePage(
            _PAGE,
            "Lab",
            self._make,
            self._show_charts,
            icon="flask-conical",
            header=("published",),
            busy=self._runs,
        )
        return (page,)

    def serve(self, wish: object) -> bool:  # noqa: D102
        if not isinstance(wish, Measure):
            return False
        self.measure(wish.experiment, wish.start)
        return True

    def try_out(self, wait: Wait) -> str:  # noqa: D102
        window = self.open()
        return "" if wait(lambda: window.charts) else "the lab's charts did not come"

    def open(self) -> LabWindow:
        """Open the page, or bring it to the front."""
        self.shell.pages.open(_PAGE)
        assert self.window is not None
        return self.window

    def run_published(self) -> None:
        """Run the published experiment, unless the lab is at work or shows it already."""
        from engine.tournament.experiment import THE_PUBLISHED  # noqa: PLC0415  (as the lab)

        self.measure(THE_PUBLISHED, start=True)

    def measure(self, experiment: Experiment, start: bool) -> None:
        """Open the page with its form filled in, and start what it asks for if wanted."""
        self.open().measure(experiment, start)

    def _make(self) -> LabWindow:
        # Not needed at the start, and not small.
        from ttt_desktop.features.lab.tournaments import Tournaments  # noqa: PLC0415
        from ttt_desktop.features.lab.window import LabWindow  # noqa: PLC0415

        shell = self.shell
        lab = Tournaments(shell.runner, self)
        self.window = window = LabWindow(lab, shell.runner, shell.theme, shell.trust)
        window.game_chosen.connect(self._go_through)
        lab.changed.connect(self.changed)
        return window

    def _runs(self) -> bool:
        return self.window is not None and self.window.lab.runs

    def _show_charts(self) -> None:
        if self.window is not None:
            self.window.show_charts()

    @Slot(object, object)
    def _go_through(self, game: Game, seating: Seating) -> None:
        self.shell.serve(GoThrough(game, seating))
