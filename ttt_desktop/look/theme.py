"""The look in force: its colours, fonts and icons, on their way into Qt."""

from __future__ import annotations

from math import inf
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QPalette, QPixmap, QPixmapCache
from PySide6.QtWidgets import QApplication

from ttt_desktop.look.colormap import BLUE_YELLOW
from ttt_desktop.look.colours import LIGHT, TILES, Theme, dressed, is_strongest
from ttt_desktop.look.measures import BODY, CORNER, SPACE, TARGET
from ttt_desktop.look.paint import shadow_picture
from ttt_desktop.look.pictures import icon_picture


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
        self._pictures: dict[tuple[str, int, str, float], QPixmap] = {}
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
        strongest = is_strongest(self._board)
        self.revision += 1
        self._pictures.clear()
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
        "sunken": (role.AlternateBase,),
        "ink": (role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.BrightText),
        "muted": (role.PlaceholderText,),
        "line": (role.Mid, role.Midlight, role.Dark),
        "accent": (role.Highlight, role.Link, role.Accent),
        "accent_ink": (role.HighlightedText,),
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
    window = theme.colour("muted").lighter(_FUSION_DARKER)
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
    QToolBar QToolButton {{ border: none; border-radius: {CORNER}px; padding: {half + 1}px; }}
    QToolBar QToolButton:hover {{ background: {theme.sunken}; }}
    QToolBar QToolButton:checked {{ background: {theme.accent_soft}; }}
    QToolBar QToolButton[switch="true"] {{ padding: {half}px {SPACE * 2}px; border-radius: 0;
                          border: 1px solid {theme.muted}; }}
    QToolBar QToolButton[switch="true"]:checked {{ background: {theme.accent};
                          color: {theme.accent_ink}; border-color: {theme.accent}; }}
    QToolBar QToolButton#qt_toolbar_ext_button {{ padding: 0; min-width: {SPACE * 2}px; }}
    QToolBar QToolButton:focus {{ border: 2px solid {theme.accent}; padding: {half - 1}px; }}
    QToolBar QToolButton[switch="true"]:focus {{ border: 3px solid {theme.ink};
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
    QToolTip {{ color: {theme.ink}; background: {theme.surface};
                border: 1px solid {theme.line}; padding: {half}px; }}
    QScrollBar {{ background: transparent; border: none; width: {SPACE + half}px;
                  height: {SPACE + half}px; }}
    QScrollBar::handle {{ background: {theme.edge}; border-radius: {half}px; margin: 2px;
                          min-height: {SPACE * 3}px; min-width: {SPACE * 3}px; }}
    QScrollBar::handle:hover {{ background: {theme.muted}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    #table {{ background: {theme.surface}; alternate-background-color: {theme.sunken}; }}
    #table QHeaderView::section {{ background: {theme.window}; color: {theme.ink}; border: none;
                                   padding: {half}px; }}
    #card {{ background: {theme.surface}; border: 2px solid {theme.line};
             border-radius: {CORNER}px; }}
    #card QPushButton {{ padding-left: {SPACE + half}px; padding-right: {SPACE + half}px; }}
    #card QToolButton {{ border: 2px solid transparent; border-radius: {CORNER}px; }}
    #card QToolButton:hover {{ background: {theme.sunken}; }}
    #card QToolButton:focus {{ border-color: {theme.accent}; }}
    #card[state="active"] {{ border: 2px solid {theme.accent}; }}
    #card[state="winner"] {{ border: 2px solid {theme.gold}; background: {theme.tile_win}; }}
    #overlay {{ background: {theme.surface}; border: 1px solid {theme.line};
                border-radius: {CORNER + SPACE}px; }}
    QPushButton#accent {{ background: {theme.accent}; color: {theme.accent_ink}; border: none;
                          border-radius: {CORNER}px; padding: {half + 2}px {SPACE * 2}px; }}
    QPushButton#tile {{ background: {theme.surface}; border: 2px solid {theme.line};
                        border-radius: {CORNER + half}px; }}
    QPushButton#tile:hover {{ background: {theme.sunken}; border-color: {theme.edge}; }}
    QPushButton#tile:focus {{ background: {theme.sunken}; border: 5px solid {theme.accent}; }}
    QPushButton#accent:hover, QPushButton#accent:focus {{ border: 2px solid {theme.ink};
                          padding: {half}px {SPACE * 2 - 2}px; }}
    QPushButton#accent:disabled {{ background: {theme.sunken}; color: {theme.muted}; }}
    #notice {{ background: {theme.hint_soft}; border-radius: {CORNER}px; }}
    QStatusBar QLabel {{ padding: 0 {SPACE}px; }}
    #muted {{ color: {theme.muted}; }}
    QProgressBar {{ border: none; border-radius: 2px; background: {theme.line}; }}
    QProgressBar::chunk {{ border-radius: 2px; background: {theme.accent}; }}
    """
