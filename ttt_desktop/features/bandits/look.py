"""What competitors are called, and how their lines look: in the rows and in the chart alike."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from engine.search.bandits import EPSILON_GREEDY, GREEDY, THOMPSON, UCB, UNIFORM, YOU
from ttt_desktop.look.colormap import CURVES, readable
from ttt_desktop.look.colours import Theme
from ttt_desktop.look.text import tr

_Dash = Qt.PenStyle
_LINES: dict[str, tuple[int, Qt.PenStyle]] = {
    UNIFORM: (0, _Dash.DashLine),
    GREEDY: (1, _Dash.DotLine),
    EPSILON_GREEDY: (2, _Dash.DashDotLine),
    UCB: (3, _Dash.SolidLine),
    THOMPSON: (5, _Dash.DashDotDotLine),
}
"""The number of each policy's colour, and its line: told apart without colours, too."""

_WIDTH = 2.0


def title(name: str) -> str:
    """Return what a competitor is called."""
    return {
        YOU: tr("You"), UNIFORM: tr("Uniform"), GREEDY: tr("Greedy"),
        EPSILON_GREEDY: tr("ε-greedy"), UCB: tr("UCB1"), THOMPSON: tr("Thompson"),
    }[name]  # fmt: skip


def line_pen(theme: Theme, name: str, scale: float = 1.0) -> QPen:
    """Return what a competitor's line is drawn with; it stands out from the scheme's surface.

    Args:
        theme: the colours.
        name: the competitor.
        scale: how many of the screen's pixels are one of the window's.
    """
    if name == YOU:
        pen = QPen(theme.colour("ink"), (_WIDTH + 1) * scale)
    else:
        number, dash = _LINES[name]
        ground = theme.colour("surface")
        colour = QColor(*readable(_rgb(QColor(CURVES[number])), _rgb(ground)))
        pen = QPen(colour, _WIDTH * scale, dash)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def _rgb(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()
