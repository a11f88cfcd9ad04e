"""The look in force: its colours, fonts and icons, on their way into Qt."""

from __future__ import annotations

from math import inf
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFont, QGuiApplication, QPalette, QPixmap, QPixmapCache
from PySide6.QtWidgets import QApplication

from ttt_desktop.look.colormap import BLUE_YELLOW
from ttt_desktop.look.colours import LIGHT, TILES, Theme, dressed
from ttt_desktop.look.fonts import OWN_FONT, text_font
from ttt_desktop.look.measures import BODY
from ttt_desktop.look.paint import shadow_picture
from ttt_desktop.look.pictures import icon_picture
from ttt_desktop.look.style import LookStyle


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
        self._text_scale = text_scale
        self._enlarged, self._largest = 1.0, inf
        self.theme = LIGHT
        self.palette = BLUE_YELLOW
        self._board = TILES
        self._font = OWN_FONT
        self.revision = 0
        self._pictures: dict[tuple[str, int, str, float], QPixmap] = {}
        self._style = LookStyle(self)  # Qt does not keep it for Python
        app.setStyle(self._style)
        QPixmapCache.setCacheLimit(_PICTURES_KB)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._scheme_changed)
        self._apply()

    def choose(
        self, choice: str, text_scale: int, palette: str, board: str, font: str = OWN_FONT
    ) -> None:
        """Set the looks.

        Args:
            choice: the scheme: "system", "light" or "dark".
            text_scale: the size of all text, in percent.
            palette: the heat map's palette.
            board: the look of the board.
            font: OWN_FONT or SYSTEM_FONT.
        """
        wanted = choice, text_scale, palette, board, font
        if wanted != (self._choice, self._text_scale, self.palette, self._board, self._font):
            self._choice, self._text_scale, self.palette, self._board, self._font = wanted
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
        return text_font(self._font, size, self.text_scale, weight)

    def px(self, pixels: float) -> int:
        """Return a height of a control, or an icon's side, at the present size of text."""
        return round(pixels * self.text_scale)

    def icon(self, name: str, side: int, colour: str, ratio: float = 1.0) -> QPixmap:
        """Return one of Lucide's icons; it is drawn once, and kept until the look changes.

        Args:
            name: its name, which is its file's in ``resources/icons``.
            side: its side in pixels, as the window counts them.
            colour: one of the theme's colours, such as ``theme.muted``.
            ratio: the screen's pixels for each of the window's.
        """
        key = name, side, colour, ratio
        if key not in self._pictures:
            self._pictures[key] = icon_picture(name, side, colour, ratio)
        return self._pictures[key]

    def shadow(self, ratio: float) -> QPixmap | None:
        """Return the shadow of cards, for ``draw_shadow``; None in the strong contrast."""
        if not self.theme.shadow:
            return None
        key = "shadow", 0, "", ratio
        if key not in self._pictures:
            self._pictures[key] = shadow_picture(self.theme.shadow, ratio)
        return self._pictures[key]

    @Slot(Qt.ColorScheme)
    def _scheme_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self._choice == "system":
            self._apply()

    def _apply(self) -> None:
        scheme, self.theme = dressed(self._choice, self._board)
        self.revision += 1
        self._pictures.clear()
        self._app.setFont(self.font())
        self._app.setPalette(_palette(scheme))
        for kind in (QEvent.Type.ApplicationFontChange, QEvent.Type.ApplicationPaletteChange):
            # Qt tells the widgets in the event loop; who follows "changed" asks them at once.
            QCoreApplication.sendPostedEvents(None, kind.value)
        self.changed.emit()


def _palette(theme: Theme) -> QPalette:
    """Return the Qt palette of a scheme, disabled colours included."""
    role = QPalette.ColorRole
    palette = QPalette()
    for name, roles in {
        "window": (role.Window,),
        "surface": (role.Base, role.Button, role.ToolTipBase),
        "sunken": (role.AlternateBase,),
        "ink": (role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.BrightText),
        "muted": (role.PlaceholderText,),
        "line": (role.Mid, role.Light),
        "edge": (role.Dark, role.Shadow),
        "accent_soft": (role.Midlight,),
        "accent": (role.Highlight, role.Link, role.Accent),
        "accent_ink": (role.HighlightedText,),
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
