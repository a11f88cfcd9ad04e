"""What features declare before there is a window: their actions, docks and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ttt_desktop.shell.docks import DockEntry
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.menus import Entry
from ttt_desktop.shell.window_feature import WindowFeature

if TYPE_CHECKING:
    from ttt_desktop.archive.tables import Table


def docks_of(features: Sequence[type[Feature]]) -> list[DockEntry]:
    """Return the docks of features, in their order."""
    return [(feature.name, dock) for feature in features for dock in feature.docks()]


def entries_of(features: Sequence[type[Feature]]) -> list[Entry]:
    """Return what can be done: in features, in the window itself, then showing and hiding docks."""
    kinds: list[type[Feature]] = [*features, WindowFeature]
    done = [(kind.name, action) for kind in kinds for action in kind.actions()]
    return [*done, *((name, dock.action) for name, dock in docks_of(features))]


def tables_of(features: Sequence[type[Feature]]) -> list[Table]:
    """Return the tables that features have in the database of games."""
    return [table for feature in features for table in feature.tables()]
