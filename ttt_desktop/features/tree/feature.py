"""The search tree: what the shell asks of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDockWidget

from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.docks import Dock, dock_action, instrument
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.sections import RUNS

_TREE = RUNS.under("Search &tree")
_ACTIONS: tuple[Action[TreeFeature], ...] = (
    Action("tree_play", "&Play", "One simulation after another", _TREE, icon="play",
           icon_on="pause",
           checkable=True),
    Action("tree_step", "&Step", "One simulation: down the tree and back", _TREE,
           icon="step-forward"),
    Action("tree_ten", "Add &10", "Make ten simulations", _TREE),
    Action("tree_hundred", "Add 10&0", "Make a hundred simulations", _TREE),
    Action("tree_thousand", "Add &1,000", "Make a thousand simulations", _TREE),
    Action("tree_follow", "&Follow", "Draw the tree from the position that was clicked on",
           _TREE, icon="crosshair"),
    Action("tree_fold", "F&old", "Draw nothing below the position that was clicked on, or all "
           "again", _TREE, icon="fold-vertical"),
    Action("tree_up", "&Up", "Draw the tree from one move earlier on", _TREE,
           icon="arrow-up"),
    Action("tree_stop", "S&top", "End the run; what was grown stays", _TREE, icon="square"),
    Action("tree_reset", "&Reset", "Begin the tree of this position anew", _TREE,
           icon="rotate-ccw"),
)  # fmt: skip


class TreeFeature(Feature):
    """Grows a tree search before one's eyes."""

    name = "tree"

    @classmethod
    def actions(cls) -> Sequence[Action[TreeFeature]]:  # noqa: D102
        return _ACTIONS

    @classmethod
    def docks(cls) -> Sequence[Dock[TreeFeature]]:  # noqa: D102
        tip = "Watch a tree search grow, simulation by simulation"
        action = dock_action("tree", "Searc&h tree", tip, "Ctrl+Shift+T", "network")
        return (instrument(action, TreeFeature.make, _ACTIONS),)

    def make(self) -> QDockWidget:
        """Make the dock."""
        from ttt_desktop.features.tree.dock import BUTTONS, TreeDock  # noqa: PLC0415

        shell = self.shell
        actions = {name: shell.actions[f"tree_{name}"] for name in BUTTONS}
        dock = TreeDock(shell.controller, shell.theme, actions, shell.animates, shell.window)
        shell.board.overlays.append(dock.draw_line)
        dock.pointed.connect(shell.board.viewport().update)
        dock.chosen.connect(shell.preferences.choose)
        return dock
