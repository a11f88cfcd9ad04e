"""What a scene is: how the window comes to look as it is pictured."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QWidget

from pictures.looks import Look, Size
from tests.driver.performer import Condition
from tests.driver.user import User

Steps = Generator[Condition, None, Sequence[QWidget] | None]
"""Does something, yields what to wait for, goes on; returns what is to be pictured.

That is a list of windows, the lowest one first; None stands for the main window.
"""

Act = Callable[[User], Steps]


@dataclass(frozen=True)
class Scene:
    """One state of the app.

    Attributes:
        name: the first part of its pictures' file names.
        caption: what is to be seen, in a sentence.
        act: brings it about.
        options: the command line that the app is started with.
        extent: the window's width and height; None for that of a first start.
        looks: the looks to picture it in beside light and dark.
        unhurried: whether the app is as it comes: animated, and with a pause before its moves.
        live: whether something goes on while the picture is taken, such as a search.
        docks: those that are open.
        files: writes files into the folder where the app keeps its own, before it starts.
    """

    name: str
    caption: str
    act: Act
    options: str = ""
    extent: Size | None = None
    looks: tuple[str, ...] = ()
    unhurried: bool = False
    live: bool = False
    docks: tuple[str, ...] = ("heatmap",)
    files: Callable[[Path], object] | None = None


@dataclass(frozen=True)
class Shot:
    """A picture to be taken: a scene in a look."""

    scene: Scene
    look: Look

    @property
    def name(self) -> str:
        """The picture's name, without its ending."""
        return f"{self.scene.name}.{self.look.name}"
