"""Bandits and darts: what the shell asks of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDockWidget

from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.docks import Dock, dock_action, instrument
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.sections import RUNS

_BANDITS = RUNS.under("&Bandits")
_DARTS = RUNS.under("&Darts")
_BANDIT_RUNS: tuple[Action[BanditsFeature], ...] = (
    Action("bandits_play", "&Play", "Each policy pulls, again and again", _BANDITS,
           icon="play", icon_on="pause",
           checkable=True),
    Action("bandits_step", "&Step", "Each policy pulls once", _BANDITS, icon="step-forward"),
    Action("bandits_thousand", "Add 1,&000", "Each policy pulls a thousand times", _BANDITS),
    Action("bandits_stop", "S&top", "End the run; what was pulled counts", _BANDITS,
           icon="square"),
    Action("bandits_reset", "&Reset", "Forget all pulls of these arms", _BANDITS,
           icon="rotate-ccw"),
    Action("bandits_new", "&New arms", "Other arms, with other hidden chances", _BANDITS),
    Action("bandits_reveal", "Re&veal", "Show the true chances", _BANDITS),
)  # fmt: skip
_DART_RUNS: tuple[Action[BanditsFeature], ...] = (
    Action("darts_one", "&One", "Everybody throws once", _DARTS),
    Action("darts_hundred", "&Hundred", "Everybody throws a hundred times", _DARTS),
    Action("darts_fourfold", "&Four times as many", "Throw until everybody has thrown four "
           "times as often as now", _DARTS),
    Action("darts_stop", "S&top", "End the run; what was thrown counts", _DARTS,
           icon="square"),
    Action("darts_reset", "&Reset", "Forget all throws", _DARTS, icon="rotate-ccw"),
    Action("darts_pi", "&π by darts", "Throw darts into a square: how many hit the quarter of "
           "a circle?", _DARTS),
    Action("darts_first", "First &move", "Play random games: how often does X, who "
           "moves first, win?", _DARTS),
)  # fmt: skip


class BanditsFeature(Feature):
    """Compares ways to choose what to try next, and measures by chance."""

    name = "bandits"

    @classmethod
    def actions(cls) -> Sequence[Action[BanditsFeature]]:  # noqa: D102
        return (*_BANDIT_RUNS, *_DART_RUNS)

    @classmethod
    def docks(cls) -> Sequence[Dock[BanditsFeature]]:  # noqa: D102
        tip = "Compare ways to choose what to try next"
        bandits = dock_action("bandits", "&Bandits", tip, "Ctrl+Shift+B", "dices")
        tip = "Measure by chance, and see how the error falls"
        darts = dock_action("darts", "&Darts", tip, "Ctrl+Shift+D", "target")
        return (
            instrument(bandits, BanditsFeature.make_bench, _BANDIT_RUNS),
            instrument(darts, BanditsFeature.make_target, _DART_RUNS),
        )

    def make_bench(self) -> QDockWidget:
        """Make the dock of bandits."""
        from ttt_desktop.features.bandits.dock import BUTTONS, BanditDock  # noqa: PLC0415

        shell = self.shell
        actions = {name: shell.actions[f"bandits_{name}"] for name in BUTTONS}
        dock = BanditDock(shell.controller, shell.runner, shell.theme, actions, shell.window)
        dock.chosen.connect(shell.preferences.choose)
        return dock

    def make_target(self) -> QDockWidget:
        """Make the dock of darts."""
        from ttt_desktop.features.bandits.darts_dock import BUTTONS, DartsDock  # noqa: PLC0415

        shell = self.shell
        actions = {name: shell.actions[f"darts_{name}"] for name in BUTTONS}
        return DartsDock(shell.runner, shell.theme, actions, shell.window)
