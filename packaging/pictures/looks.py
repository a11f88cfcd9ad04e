"""The circumstances under which the app is pictured: colours, screen, text size, window."""

from __future__ import annotations

from dataclasses import dataclass

Size = tuple[int, int]

DESK = (1920, 1080)


@dataclass(frozen=True, slots=True)
class Look:
    """One set of circumstances.

    Attributes:
        name: the second part of a picture's file name.
        caption: what stands below the picture.
        options: the command line that brings it about.
        scale: how many of the screen's pixels are one of the window's.
        screen: the screen, in the window's pixels.
        extent: the windows' width and height; None for the scene's own.
    """

    name: str
    caption: str
    options: str = "--theme light"
    scale: int = 1
    screen: Size = DESK
    extent: Size | None = None


_ALL = (
    Look("light", "light"),
    Look("dark", "dark", "--theme dark"),
    Look("fine", "scale factor 2", scale=2),
    Look("large", "text at 200 %", "--theme light --text-scale 200"),
    Look("phone", "420×740", extent=(420, 740)),
    Look("window", "980×700", extent=(980, 700)),
    Look("desk", "1920×1080", extent=(1920, 1080)),
    Look("laptop", "1366×768", screen=(1366, 768), extent=(1366, 768)),
    Look(
        "laptop-large",
        "1366×768, text at 200 %",
        "--theme dark --text-scale 200",
        screen=(1366, 768),
        extent=(1366, 768),
    ),
    Look("4k", "3840×2160, scale factor 2", scale=2, extent=DESK),
    Look("4k-plain", "3840×2160, scale factor 1", screen=(3840, 2160), extent=(3840, 2160)),
    Look("small", "420×400 was asked for", extent=(420, 400)),
)
LOOKS = {look.name: look for look in _ALL}
"""All looks by their names."""

EVERYWHERE = ("light", "dark")
"""The looks that every scene is pictured in."""
