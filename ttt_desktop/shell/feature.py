"""What the shell asks of a feature: one thing to do or to see, whole in a folder of its own.

``ttt_desktop.features`` lists them. Without its folder and its entry there, the rest works.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine import EMPTY, Square
from ttt_desktop.shell.actions import Action, Choices
from ttt_desktop.shell.docks import Dock
from ttt_desktop.shell.pages import FeaturePage
from ttt_desktop.shell.shell import Shell
from ttt_desktop.shell.tiles import Tile

if TYPE_CHECKING:
    from ttt_desktop.archive.tables import Table

Wait = Callable[[Callable[[], object]], bool]
"""Lets events happen until something has come; returns whether it did."""


class Feature(QObject):
    """Answers what the shell asks every feature; the defaults mean that it has none.

    Actions and docks are declared before there is a window: menus, manual and lessons read them.

    Args:
        shell: what all features share.

    Attributes:
        name: its folder's name.
        speaks_first: whether its panel stands above the sentence that says whose turn it is.

    Signals:
        changed(): what can be done, or what goes on, is something else now.
    """

    name = ""
    speaks_first = False
    changed = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.shell = shell

    @classmethod
    def actions(cls) -> Sequence[Action[Any] | Choices[Any]]:
        """Return what can be done: its entries in the menus, and its buttons."""
        return ()

    @classmethod
    def docks(cls) -> Sequence[Dock[Any]]:
        """Return its instruments around the board."""
        return ()

    @classmethod
    def texts(cls) -> Iterable[str]:
        """Return what it declares as data, and shows translated: translators are given it."""
        return ()

    @classmethod
    def papers(cls, titles: Mapping[str, str]) -> Mapping[str, str]:
        """Return pages for paper, as Markdown, by their names: the manual's web site has them, too.

        Args:
            titles: what the menus call each action.
        """
        return {}

    @classmethod
    def tables(cls) -> Sequence[Table]:
        """Return its tables in the database of games."""
        return ()

    def pages(self) -> Sequence[FeaturePage]:
        """Return its pages: a place on the rail, and what belongs to a place."""
        return ()

    def tiles(self) -> Sequence[Tile]:
        """Return what it offers on the start page, beside games."""
        return ()

    def panel(self) -> QWidget | None:
        """Return what it says beside the board; it shows and hides itself."""
        return None

    def takes(self, square: Square, mark: int = EMPTY) -> bool:
        """Take a click on a square (O for the right button); the first feature to do so has it."""
        return False

    def escape(self) -> bool:
        """Leave something of its own, because Esc was pressed; return whether there was any."""
        return False

    def leave(self) -> None:
        """Take away what it has laid over the game: something else is to come."""

    def serve(self, wish: object) -> bool:
        """Do what another feature wishes (see ``shell.wishes``); False where it does not."""
        return False

    def opens(self) -> Mapping[str, Callable[[Path], object]]:
        """Return what it does with files that are dropped on the window, by their endings."""
        return {}

    def close(self) -> None:
        """End all work: the window closes."""

    def try_out(self, wait: Wait) -> str:
        """Open in a self-test what is loaded when it is wanted; return what is wrong, or ""."""
        return ""
