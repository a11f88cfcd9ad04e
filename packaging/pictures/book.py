"""The whole book: its groups of scenes, its shots, and those that the README shows."""

from __future__ import annotations

from fnmatch import fnmatch
from importlib import import_module

from pictures.looks import EVERYWHERE, LOOKS
from pictures.scene import Scene, Shot
from pictures.scenes import (
    boards,
    dialogs,
    docks,
    menus,
    notices,
    places,
    playing,
    rounds,
    teaching,
)
from ttt_desktop.features import FEATURES


def _of(feature: str, module: str) -> tuple[Scene, ...]:
    """Return a feature's scenes; none where it was taken out of the program."""
    if feature not in {known.name for known in FEATURES}:
        return ()
    scenes: tuple[Scene, ...] = import_module(f"pictures.scenes.{module}").SCENES
    return scenes


GROUPS: dict[str, tuple[Scene, ...]] = {
    "Places": places.SCENES,
    "Playing": playing.SCENES,
    "From game to game": rounds.SCENES,
    "Boards": boards.SCENES,
    "Docks": docks.SCENES,
    "Teaching": teaching.SCENES,
    "Lab": _of("lab", "lab"),
    "A machine that teaches itself": _of("selflearning", "learning"),
    "Notices": notices.SCENES,
    "Menus": menus.SCENES,
    "Settings": dialogs.SETTINGS,
    "Dialogs": dialogs.SCENES,
}
"""The scenes by the titles of their groups, in the book's order."""

README = {
    "light.png": "scores.light",
    "dark.png": "board-7x7.dark",
    "trap.png": "truth.light",
    "tree.png": "tree.light",
    "theatre.png": "theatre.light",
    "tree_dock.png": "tree-dock.light",
    "bandits.png": "bandits.light",
    "convergence.png": "convergence.dark",
    "lab.png": "lab-published-after.light",
    "learning.png": "learning-early.light",
    "presenter.png": "presenter.dark",
    "review.png": "review-15x15.light",
}
"""The README's pictures, and the shots that they are."""


def shots_of(scene: Scene) -> list[Shot]:
    """Return a scene in all its looks."""
    return [Shot(scene, LOOKS[name]) for name in (*EVERYWHERE, *scene.looks)]


def shots(pattern: str = "*") -> list[Shot]:
    """Return the shots with a name, or the title of their group, in which the pattern occurs."""
    wanted = f"*{pattern}*".lower()
    return [
        shot
        for title, scenes in GROUPS.items()
        for scene in scenes
        for shot in shots_of(scene)
        if fnmatch(shot.name, wanted) or fnmatch(title.lower(), wanted)
    ]
