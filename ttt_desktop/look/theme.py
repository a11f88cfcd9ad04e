"""The look: one palette, one spacing, one type scale, all kept here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette, QPixmapCache
from PySide6.QtWidgets import QApplication

from ttt_desktop.look.colormap import BLUE_YELLOW, ink_on, readable
from ttt_desktop.look.system import system_accent, system_wants_contrast

SPACE = 8
"""The unit of distance, in pixels: gaps and margins are whole or half multiples of it."""

RADIUS = 6
"""The corner radius of cards and buttons, in pixels."""

SMALL, BODY, TITLE, DISPLAY = 0.88, 1.0, 1.2, 1.6
"""The type scale: sizes as multiples of the body text."""

TARGET = 28
"""The least height of what a finger hits, in pixels at the usual text size."""

STROKE_MS = 180
"""How long a mark takes to be drawn, in milliseconds."""

LINE_PAUSE_MS, LINE_MS = 120, 400
"""The pause before the line that ended a game is drawn, and how long that takes."""

SHAKE_MS, REFUSED_MS = 350, 2500
"""How long a square that cannot be played is shaken, and how long it is marked."""

END_MS = 600
"""How long marks sink after a loss, or rock after a tie."""

CARD_MS = 200
"""How long the result takes to appear."""

CONFETTI_MS = 1200
"""How long paper marks fall after a win."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one scheme, each named for what it is used on."""

    window: str
    surface: str
    board: str
    tile: str
    tile_hover: str
    tile_win: str
    tile_loss: str
    tile_last: str
    danger: str
    gold: str
    text: str
    muted: str
    edge: str
    outline: str
    off: str
    accent: str
    accent_text: str
    x: str
    o: str
    notice: str
    look: str = "tiles"
    """What a board is drawn like: TILES, PAPER, CONTRAST or STONES."""

    def colour(self, name: str) -> QColor:
        """Return one of the colours for painting."""
        return QColor(getattr(self, name))


LIGHT = Theme(
    window="#f5f3ef",
    surface="#ffffff",
    board="#c8c2b6",
    tile="#ffffff",
    tile_hover="#f3f6fb",
    tile_win="#ffedb8",
    tile_loss="#f6dcd6",
    tile_last="#cfe0fa",
    danger="#a3301f",
    gold="#d9a21b",
    text="#22252a",
    muted="#5f646d",
    edge="#cdc8be",
    outline="#75787f",
    off="#cdc8be",
    accent="#2563c9",
    accent_text="#ffffff",
    x="#1f5fae",
    o="#c2374b",
    notice="#fff3cf",
)

DARK = Theme(
    window="#16181c",
    surface="#1f2227",
    board="#101215",
    tile="#2a2e35",
    tile_hover="#343a43",
    tile_win="#463f24",
    tile_loss="#4a231d",
    tile_last="#2b4a78",
    danger="#ff9a85",
    gold="#e3b341",
    text="#e9ebee",
    muted="#a0a7b2",
    edge="#3b414a",
    outline="#868d98",
    off="#3b414a",
    accent="#7db1ff",
    accent_text="#10151d",
    x="#74bdf5",
    o="#ff9088",
    notice="#4a3d12",
)


TILES, PAPER, CONTRAST, STONES = "tiles", "paper", "contrast", "stones"
"""The looks of the board."""

_WOOD = {
    "board": "#6d4520", "tile": "#9f6b37", "tile_hover": "#ad7a45", "tile_last": "#b5834f",
    "tile_win": "#bf892b", "tile_loss": "#96502f", "x": "#000000", "o": "#ffffff",
}  # fmt: skip
"""Wood neither light nor dark, on which black and white stand out alike; in both schemes."""

_BOARDS: dict[tuple[str, bool], dict[str, str]] = {
    (PAPER, False): {
        "board": "#b9b2a0", "tile": "#fdfaf0", "tile_hover": "#f4f0e2", "tile_last": "#e4e6ee",
        "x": "#34507c", "o": "#9c3a34",
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


_STRONGEST: dict[bool, dict[str, str]] = {
    False: {
        "window": "#ffffff", "surface": "#ffffff", "text": "#000000",
        "muted": "#000000", "edge": "#000000", "outline": "#000000", "off": "#8a8a8a",
        "accent": "#00329e", "accent_text": "#ffffff", "danger": "#9e0000", "notice": "#ffffff",
    },
    True: {
        "window": "#000000", "surface": "#000000", "text": "#ffffff",
        "muted": "#ffffff", "edge": "#ffffff", "outline": "#ffffff", "off": "#757575",
        "accent": "#8cc8ff", "accent_text": "#000000", "danger": "#ffb0a3", "notice": "#000000",
    },
}  # fmt: skip
"""The colours of everything else where the board has the strongest contrast, in light and dark."""


def _accented(theme: Theme) -> dict[str, str]:
    """Return the system's accent as a scheme takes it: as near as reads on the window's ground."""
    wanted = system_accent()
    if wanted is None:
        return {}
    ground = theme.colour("window")
    colour = (wanted.red(), wanted.green(), wanted.blue())
    accent = readable(colour, (ground.red(), ground.green(), ground.blue()))
    ink = ink_on(accent)
    return {"accent": QColor(*accent).name(), "accent_text": QColor(*ink).name()}


def with_board(theme: Theme, look: str) -> Theme:
    """Return a scheme's colours for painting boards of a look."""
    colours = _BOARDS.get((look, theme is DARK), {})
    return replace(theme, look=look, **colours)


def dressed(choice: str, board: str) -> tuple[Theme, Theme]:
    """Return the colours of everything, and those with the board's look.

    Args:
        choice: the scheme: "system", "light" or "dark".
        board: the look of the board.
    """
    dark = choice == "dark" or (
        choice == "system" and QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    )
    scheme, strongest = DARK if dark else LIGHT, is_strongest(board)
    strong = _STRONGEST[dark] if strongest else _accented(scheme)
    return replace(scheme, **strong), replace(with_board(scheme, board), **strong)


def is_strongest(board: str) -> bool:
    """Whether everything has the strongest contrast: the board has, or the system wants it."""
    return board == CONTRAST or system_wants_contrast()


class Dress(Protocol):
    """What boards are painted with.

    Attributes:
        theme: the colours.
        palette: the heat map's palette (see ``ttt_desktop.look.colormap``).
        revision: another number after every change, for what is kept of the last one.
        text_scale: the size of all text as a multiple of the system's.
    """

    palette: str
    revision: int

    @property
    def theme(self) -> Theme: ...  # noqa: D102

    @property
    def text_scale(self) -> float: ...  # noqa: D102

    def font(  # noqa: D102
        self, size: float = BODY, weight: QFont.Weight = QFont.Weight.Normal
    ) -> QFont: ...


_PICTURES_KB = 2048
"""Fusion keeps a picture of each button that it draws, and with the program's palette, new ones for
every dialog: Qt's usual 10 MB would fill with them."""


class ThemeManager(QObject):
    """Chooses the scheme, after the system or as told, and dresses the application.

    Args:
        app: the application.
        choice: "system", "light" or "dark".
        text_scale: the size of all text, in percent of the system's.

    Attributes:
        theme: the colours in force.
        palette: the heat map's palette (see ``ttt_desktop.look.colormap``).
        revision: another number after every change, for what is kept of the last one.

    Signals:
        changed(): colours or text sizes are different now.
    """

    changed = Signal()

    def __init__(self, app: QApplication, choice: str = "system", text_scale: int = 100) -> None:
        super().__init__(app)
        self._app = app
        self._choice = choice
        self._base_font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        self._text_scale = text_scale
        self._enlarged, self._largest = 1.0, inf
        self.theme = LIGHT
        self.palette = BLUE_YELLOW
        self._board = TILES
        self.revision = 0
        self._is_dressed = False
        app.setStyle("Fusion")
        QPixmapCache.setCacheLimit(_PICTURES_KB)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._scheme_changed)
        self._apply()

    def dress(self) -> None:
        """Put the style sheet on, which follows the looks from then on.

        Called when the first window is built: under a style sheet, Qt dresses all that a widget
        holds anew whenever that gets another parent, which takes a quarter of a window's time.
        """
        self._is_dressed = True
        scheme, _ = dressed(self._choice, self._board)
        self._app.setStyleSheet(_style_sheet(scheme, self.font().pointSizeF()))

    def choose(self, choice: str, text_scale: int, palette: str, board: str) -> None:
        """Set the looks.

        Args:
            choice: the scheme: "system", "light" or "dark".
            text_scale: the size of all text, in percent.
            palette: the heat map's palette.
            board: the look of the board.
        """
        wanted = choice, text_scale, palette, board
        if wanted != (self._choice, self._text_scale, self.palette, self._board):
            self._choice, self._text_scale, self.palette, self._board = wanted
            self._apply()

    def enlarge(self, factor: float, largest: float = inf) -> None:
        """Show all text larger than was chosen, until told otherwise; a factor of 1 ends that.

        Args:
            largest: the size to stop at, in percent.
        """
        self._enlarged, self._largest = factor, largest
        self._apply()

    @property
    def text_scale(self) -> float:
        """The size of all text as a multiple of the system's."""
        return min(round(self._text_scale * self._enlarged), self._largest) / 100

    def font(self, size: float = BODY, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return the interface's font at one step of the type scale."""
        font = QFont(self._base_font)
        font.setPointSizeF(self._base_font.pointSizeF() * self.text_scale * size)
        font.setWeight(weight)
        return font

    @Slot(Qt.ColorScheme)
    def _scheme_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self._choice == "system":
            self._apply()

    def _apply(self) -> None:
        scheme, self.theme = dressed(self._choice, self._board)
        strongest = is_strongest(self._board)
        self.revision += 1
        self._app.setFont(self.font())
        palette = _palette(scheme)
        self._app.setPalette(palette)
        for control in (*_OUTLINED, *(_OUTLINED_TOO if strongest else ())):
            # The binding takes text, whatever its own types say.
            self._app.setPalette(_outlined(palette, scheme), control)
        if self._is_dressed:
            self._app.setStyleSheet(_style_sheet(scheme, self.font().pointSizeF()))
        self.changed.emit()


def _palette(theme: Theme) -> QPalette:
    """Return the Qt palette of a scheme, disabled colours included."""
    role = QPalette.ColorRole
    palette = QPalette()
    for name, roles in {
        "window": (role.Window,),
        "surface": (role.Base, role.Button, role.ToolTipBase),
        "tile_hover": (role.AlternateBase,),
        "text": (role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.BrightText),
        "muted": (role.PlaceholderText,),
        "edge": (role.Mid, role.Midlight, role.Dark),
        "accent": (role.Highlight, role.Link, role.Accent),
        "accent_text": (role.HighlightedText,),
        "board": (role.Shadow,),
        "tile": (role.Light,),
    }.items():
        for colour_role in roles:
            palette.setColor(colour_role, theme.colour(name))
    faint = theme.colour("muted")
    faint.setAlpha(130)
    for colour_role in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, colour_role, faint)
    for colour_role in (role.Highlight, role.Accent):
        palette.setColor(QPalette.ColorGroup.Disabled, colour_role, theme.colour("off"))
    return palette


_OUTLINED = ("QCheckBox", "QRadioButton", "QComboBox", "QLineEdit", "QAbstractSpinBox")
"""Controls whose outline tells what they are."""

_OUTLINED_TOO = ("QPushButton", "QSlider")
"""Controls whose outline tells what they are where nothing else does: black on black."""

_FUSION_DARKER = 140
"""Fusion draws outlines in the window's colour, darker by this percentage."""


def _outlined(palette: QPalette, theme: Theme) -> QPalette:
    """Return a palette in which Fusion's outlines stand out 3:1: it makes them of the window's.

    None of these controls paints anything else in that colour.
    """
    outlined = QPalette(palette)
    window = theme.colour("outline").lighter(_FUSION_DARKER)
    outlined.setColor(QPalette.ColorRole.Window, window)
    return outlined


_BOX = 1.6
"""The side of a check box or a radio button, in pixels for each point of the text's size."""


def _style_sheet(theme: Theme, points: float) -> str:
    """Return what the palette cannot say: borders, corners and paddings."""
    half, box = SPACE // 2, round(points * _BOX)
    return f"""
    QCheckBox::indicator, QRadioButton::indicator {{ width: {box}px; height: {box}px; }}
    QToolBar {{ border: none; spacing: {half}px; padding: {half // 2}px {SPACE}px; }}
    QToolBar QToolButton {{ border: none; border-radius: {RADIUS}px; padding: {half + 1}px; }}
    QToolBar QToolButton:hover {{ background: {theme.tile_hover}; }}
    QToolBar QToolButton:checked {{ background: {theme.board}; }}
    QToolBar QToolButton[switch="true"] {{ padding: {half}px {SPACE * 2}px; border-radius: 0;
                          border: 1px solid {theme.muted}; }}
    QToolBar QToolButton[switch="true"]:checked {{ background: {theme.accent};
                          color: {theme.accent_text}; border-color: {theme.accent}; }}
    QToolBar QToolButton#qt_toolbar_ext_button {{ padding: 0; min-width: {SPACE * 2}px; }}
    QToolBar QToolButton:focus {{ border: 2px solid {theme.accent}; padding: {half - 1}px; }}
    QToolBar QToolButton[switch="true"]:focus {{ border: 3px solid {theme.text};
                          padding: {half - 2}px {SPACE * 2 - 2}px; }}
    QStatusBar {{ border: none; }}
    QStatusBar::item {{ border: none; }}
    QDockWidget {{ font-size: {points:.1f}pt; }}
    QDockWidget::title {{ padding: {half}px {SPACE}px; background: {theme.window}; }}
    QMainWindow::separator {{ width: {half}px; height: {half}px; background: {theme.window}; }}
    QTableView {{ border: none; background: transparent; }}
    QTableView QTableCornerButton::section {{ background: transparent; border: none; }}
    QPushButton[flat="false"] {{ min-height: {TARGET - 8}px; }}
    QPushButton[flat="false"]:focus {{ border: 2px solid {theme.accent};
                          border-radius: {half}px; background: {theme.surface}; }}
    QComboBox, QLineEdit {{ min-height: {TARGET - 6}px; }}
    QAbstractSpinBox {{ min-height: {TARGET - 3}px; }}
    QCheckBox, QRadioButton {{ min-height: {TARGET}px; }}
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QToolTip {{ color: {theme.text}; background: {theme.surface};
                border: 1px solid {theme.edge}; padding: {half}px; }}
    QScrollBar {{ background: transparent; border: none; width: {SPACE + half}px;
                  height: {SPACE + half}px; }}
    QScrollBar::handle {{ background: {theme.edge}; border-radius: {half}px; margin: 2px;
                          min-height: {SPACE * 3}px; min-width: {SPACE * 3}px; }}
    QScrollBar::handle:hover {{ background: {theme.muted}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    #table {{ background: {theme.surface}; alternate-background-color: {theme.tile_hover}; }}
    #table QHeaderView::section {{ background: {theme.window}; color: {theme.text}; border: none;
                                   padding: {half}px; }}
    #card {{ background: {theme.surface}; border: 2px solid {theme.edge};
             border-radius: {RADIUS}px; }}
    #card QPushButton {{ padding-left: {SPACE + half}px; padding-right: {SPACE + half}px; }}
    #card QToolButton {{ border: 2px solid transparent; border-radius: {RADIUS}px; }}
    #card QToolButton:hover {{ background: {theme.tile_hover}; }}
    #card QToolButton:focus {{ border-color: {theme.accent}; }}
    #card[state="active"] {{ border: 2px solid {theme.accent}; }}
    #card[state="winner"] {{ border: 2px solid {theme.gold}; background: {theme.tile_win}; }}
    #overlay {{ background: {theme.surface}; border: 1px solid {theme.edge};
                border-radius: {RADIUS + SPACE}px; }}
    QPushButton#accent {{ background: {theme.accent}; color: {theme.accent_text}; border: none;
                          border-radius: {RADIUS}px; padding: {half + 2}px {SPACE * 2}px; }}
    QPushButton#tile {{ background: {theme.surface}; border: 2px solid {theme.edge};
                        border-radius: {RADIUS + half}px; }}
    QPushButton#tile:hover {{ background: {theme.tile_hover}; border-color: {theme.outline}; }}
    QPushButton#tile:focus {{ background: {theme.tile_hover}; border: 5px solid {theme.accent}; }}
    QPushButton#accent:hover, QPushButton#accent:focus {{ border: 2px solid {theme.text};
                          padding: {half}px {SPACE * 2 - 2}px; }}
    QPushButton#accent:disabled {{ background: {theme.board}; color: {theme.muted}; }}
    #notice {{ background: {theme.notice}; border-radius: {RADIUS}px; }}
    QStatusBar QLabel {{ padding: 0 {SPACE}px; }}
    #muted {{ color: {theme.muted}; }}
    QProgressBar {{ border: none; border-radius: 2px; background: {theme.board}; }}
    QProgressBar::chunk {{ border-radius: 2px; background: {theme.accent}; }}
    """
