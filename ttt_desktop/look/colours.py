"""Every colour of the window and of its boards, in light, dark and strong contrast."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication

from ttt_desktop.look.colormap import RGB, blend, ink_on, readable
from ttt_desktop.look.system import system_accent, system_wants_contrast


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one scheme, each named for what it is used on.

    Attributes:
        window: what everything lies on.
        rail: the ground of the places' list.
        surface: cards, fields, buttons.
        sunken: what lies lower than a card: quiet cards, every second row, what the mouse is over.
        ink: text and icons.
        muted: text that may be overlooked.
        line: what parts things that stand for themselves; it is faint.
        edge: the outline of controls, 3:1 from what they lie on.
        off: what cannot be used now.
        accent: what stands out: the one filled button, what is chosen, the keyboard's ring.
        accent_ink: text on the accent.
        accent_soft: the ground of what is chosen.
        x, o: the two players' marks, on boards, cards and charts.
        x_soft, o_soft: grounds for these two.
        right, right_soft: what is right, and its ground.
        wrong, wrong_soft: what is wrong or fails, and its ground.
        hint, hint_soft: advice, and its ground.
        gold: what won.
        series: curves that are neither X's nor O's, nor right or wrong.
        board, tile: the board's ground, and its squares.
        tile_hover, tile_win, tile_last: squares under the mouse, what won, and the newest one.
        shadow: how dark a card's shadow is at its darkest, from 0 to 255.
        look: what a board is drawn like: TILES, PAPER, CONTRAST or STONES.
        strong: whether this is the strong contrast, in which every card has an outline.
    """

    window: str
    rail: str
    surface: str
    sunken: str
    ink: str
    muted: str
    line: str
    edge: str
    off: str
    accent: str
    accent_ink: str
    accent_soft: str
    x: str
    x_soft: str
    o: str
    o_soft: str
    right: str
    right_soft: str
    wrong: str
    wrong_soft: str
    hint: str
    hint_soft: str
    gold: str
    series: tuple[str, ...]
    board: str
    tile: str
    tile_hover: str
    tile_win: str
    tile_last: str
    shadow: int
    look: str = "tiles"
    strong: bool = False

    def colour(self, name: str) -> QColor:
        """Return one of the colours for painting."""
        return QColor(getattr(self, name))


LIGHT = Theme(
    window="#f4f6fa",
    rail="#e9edf4",
    surface="#ffffff",
    sunken="#eef1f6",
    ink="#18202b",
    muted="#566173",
    line="#dce1ea",
    edge="#7d8697",
    off="#a3abb8",
    accent="#5b45d6",
    accent_ink="#ffffff",
    accent_soft="#e9e5fc",
    x="#1668c7",
    x_soft="#dceafa",
    o="#cf3b31",
    o_soft="#fbe3e0",
    right="#17753f",
    right_soft="#ddf3e5",
    wrong="#b3261e",
    wrong_soft="#fbe4e1",
    hint="#965900",
    hint_soft="#fff0d6",
    gold="#b38600",
    series=("#5b45d6", "#1668c7", "#0e7c86", "#a33b7d", "#8a5a00", "#566173"),
    board="#dde3ee",
    tile="#ffffff",
    tile_hover="#eef1f6",
    tile_win="#fff0c2",
    tile_last="#dceafa",
    shadow=28,
)

DARK = Theme(
    window="#13161b",
    rail="#0e1115",
    surface="#1c2128",
    sunken="#171b21",
    ink="#eef1f6",
    muted="#a3adbb",
    line="#2c333d",
    edge="#6c7685",
    off="#535c69",
    accent="#a99bff",
    accent_ink="#14102b",
    accent_soft="#2c2650",
    x="#6fb2ff",
    x_soft="#17304d",
    o="#ff8a7e",
    o_soft="#4a211d",
    right="#5bd391",
    right_soft="#143a26",
    wrong="#ff8c82",
    wrong_soft="#47201c",
    hint="#ffc05a",
    hint_soft="#42300f",
    gold="#f0c14b",
    series=("#a99bff", "#6fb2ff", "#4fc3cc", "#e58ac6", "#e0a84a", "#a3adbb"),
    board="#313a46",
    tile="#232a33",
    tile_hover="#2c343f",
    tile_win="#463f24",
    tile_last="#17304d",
    shadow=110,
)


TILES, PAPER, CONTRAST, STONES = "tiles", "paper", "contrast", "stones"
"""The looks of the board."""

_WOOD = {
    "board": "#5e4319", "tile": "#dfb272", "tile_hover": "#e6bd81", "tile_last": "#e6bd81",
    "tile_win": "#e6bd81", "x": "#000000", "o": "#ffffff",
}  # fmt: skip
"""Wood and its lines. Black stones stand out on it by themselves, white ones by their edge."""

_SIGNS_ON_WOOD = {
    "ink": "#241a08", "edge": "#5e4319", "accent": "#4a33c4", "accent_ink": "#ffffff",
    "gold": "#ffd75e", "hint": "#7a3e00", "right": "#0b5a2c", "wrong": "#a3120b",
}  # fmt: skip
"""What stands out on wood, in light and in dark: elsewhere these are the scheme's."""

_BOARDS: dict[tuple[str, bool], dict[str, str]] = {
    (PAPER, False): {
        "board": "#b9b2a0", "tile": "#fdfbf3", "tile_hover": "#f4f0e2", "tile_last": "#e4e6ee",
        "x": "#1f4fa8", "o": "#b5322f",
    },
    (PAPER, True): {
        "board": "#59564d", "tile": "#2b2925", "tile_hover": "#37342e", "tile_last": "#3d4658",
        "x": "#a9c4ec", "o": "#f0a79f",
    },
    (CONTRAST, False): {
        "board": "#000000", "tile": "#ffffff", "tile_hover": "#e6e6e6", "tile_last": "#ffe98a",
        "x": "#00329e", "o": "#9e0000",
    },
    (CONTRAST, True): {
        "board": "#ffffff", "tile": "#000000", "tile_hover": "#333333", "tile_last": "#003a86",
        "x": "#8cc8ff", "o": "#ffb0a3",
    },
    (STONES, False): _WOOD,
    (STONES, True): _WOOD,
}  # fmt: skip
"""The colours of the board's looks, by the look and whether the scheme is dark."""


_STRONGEST: dict[bool, Theme] = {
    False: replace(
        LIGHT, window="#ffffff", rail="#ffffff", sunken="#f2f2f2", ink="#000000", muted="#000000",
        line="#000000", edge="#000000", off="#8a8a8a", accent="#00329e", accent_soft="#dbe4ff",
        x="#00329e", x_soft="#dbe4ff", o="#9e0000", o_soft="#ffe3e0", right="#00501f",
        right_soft="#d8f5e2", wrong="#9e0000", wrong_soft="#ffe3e0", hint="#5c3600", gold="#574100",
        series=("#3b1fa8", "#00329e", "#004f56", "#7a1458", "#5c3600", "#000000"), shadow=0,
        strong=True,
    ),
    True: replace(
        DARK, window="#000000", rail="#000000", surface="#000000", sunken="#1a1a1a", ink="#ffffff",
        muted="#ffffff", line="#ffffff", edge="#ffffff", off="#757575", accent="#8cc8ff",
        accent_ink="#000000", accent_soft="#00264d", x="#8cc8ff", x_soft="#00264d", o="#ffb0a3",
        o_soft="#470d05", right="#7ff0ae", right_soft="#003d1c", wrong="#ffb0a3",
        wrong_soft="#470d05", hint="#ffd58a", hint_soft="#3d2b00", gold="#ffd84d",
        series=("#c9beff", "#8cc8ff", "#7fe3eb", "#ffb3e1", "#ffd58a", "#ffffff"), shadow=0,
        strong=True,
    ),
}  # fmt: skip
"""The colours where the board has the strongest contrast, in light and dark."""

_SOFT = 0.14
"""How much of the system's accent is in the ground of what is chosen."""


def _rgb(colour: QColor) -> RGB:
    return colour.red(), colour.green(), colour.blue()


def _accented(theme: Theme) -> Theme:
    """Return a scheme with the system's accent, as near to it as reads on the scheme's grounds."""
    wanted = system_accent()
    if wanted is None:
        return theme
    soft = blend(_rgb(theme.colour("surface")), _rgb(wanted), _SOFT)
    accent = readable(readable(_rgb(wanted), soft), _rgb(theme.colour("window")))
    ink = ink_on(accent)
    return replace(
        theme,
        accent=QColor(*accent).name(),
        accent_ink=QColor(*ink).name(),
        accent_soft=QColor(*soft).name(),
    )


def with_board(theme: Theme, look: str) -> Theme:
    """Return a scheme's colours for painting boards of a look."""
    colours = _BOARDS.get((look, theme is DARK), {})
    return replace(theme, look=look, **colours)  # type: ignore[arg-type]


def sign_colour(theme: Theme, name: str) -> QColor:
    """Return one of a theme's colours as it stands out on its board."""
    return QColor(_SIGNS_ON_WOOD[name]) if theme.look == STONES else theme.colour(name)


def dressed(choice: str, board: str) -> tuple[Theme, Theme]:
    """Return the colours of everything, and those with the board's look.

    Args:
        choice: the scheme: "system", "light" or "dark".
        board: the look of the board.
    """
    dark = choice == "dark" or (
        choice == "system" and QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    )
    plain = DARK if dark else LIGHT
    strongest = is_strongest(board)
    scheme = _STRONGEST[dark] if strongest else _accented(plain)
    colours = _BOARDS.get((board, dark), {})
    return scheme, replace(scheme, look=board, **colours)  # type: ignore[arg-type]


def is_strongest(board: str) -> bool:
    """Whether everything has the strongest contrast: the board has, or the system wants it."""
    return board == CONTRAST or system_wants_contrast()
