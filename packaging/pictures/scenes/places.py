"""The six places of the window, each with its home."""

from __future__ import annotations

from pictures.scene import Act, Scene, Steps
from tests.driver.user import User
from ttt_desktop.settings.declarations import PLACES

_LOOKS = ("phone", "window", "laptop", "desk", "large")
"""Beside light and dark: small and large windows, and large text."""


def home(place: str) -> Act:
    """Return what opens a place's home."""

    def act(user: User) -> Steps:
        user.app.begin()
        user.window.shell.pages.open(place)
        yield user.at_rest
        return None

    return act


SCENES = tuple(
    Scene(f"place-{name}", f"{title}: the home", home(name), looks=_LOOKS, docks=())
    for name, title in PLACES.items()
)
