"""What all charts share. Importing this module loads pyqtgraph and NumPy.

OpenGL stays out: with it pyqtgraph would load two of Qt's modules, 9 MB, that no chart here uses.
So take ``pg`` from here, and before anything else of it.
"""

from __future__ import annotations

import sys
from math import floor
from types import ModuleType
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import CAPTION
from ttt_desktop.look.pictures import svg
from ttt_desktop.look.text import count_text, with_minus
from ttt_desktop.look.theme import ThemeManager


class _NoOpenGL(QWidget):
    """Stands where pyqtgraph looks for a widget to draw on with OpenGL; none is ever made."""


for _name in ("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets"):
    if _name not in sys.modules:
        _module = sys.modules[_name] = ModuleType(_name)
        vars(_module)["QOpenGLWidget"] = _NoOpenGL

import pyqtgraph as pg  # noqa: E402
from pyqtgraph.exporters import ImageExporter  # noqa: E402

__all__ = ["Chart", "PlainAxis", "PowersAxis", "pg"]

_Drawn = tuple[object, list[tuple[QPen, QPointF, QPointF]], list[tuple[QRectF, object, str]]]
"""What pyqtgraph draws of an axis: its line, its ticks and grid, its numbers."""

_MARGIN = 4
"""What pyqtgraph leaves free at each end of an axis' title, in pixels."""


class PlainAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis that never scales its numbers by a power of a thousand, and is quick to paint.

    In a small window it leaves some of its texts out, so that none overlaps another.

    Attributes:
        ground: the colour that it is painted on.
    """

    ground = QColor("white")
    picture: Any

    def updateAutoSIPrefix(self) -> None:  # noqa: D102
        # Switched off by its own setting, pyqtgraph 0.14.0 still scales. But this is also where
        # it drops the axis that it has painted before, and would show old numbers.
        self.picture = None
        self.update()

    @handler
    def paint(self, painter: QPainter, option: object, widget: object) -> None:  # noqa: D102
        # pyqtgraph records an axis as a QPicture and plays it at every repaint, and its grid is
        # translucent. Either takes several times as long as drawing what is kept in plain colours.
        if self.picture is None:
            painter.setFont(self.style["tickFont"] or painter.font())
            self.picture = self.generateDrawSpecs(painter)
        if self.picture is not None:
            self.drawPicture(painter, *self.picture)

    def generateDrawSpecs(self, painter: QPainter) -> _Drawn | None:  # noqa: D102
        drawn: _Drawn | None = super().generateDrawSpecs(painter)
        if drawn is None:
            return None
        line, ticks, texts = drawn
        apart: list[tuple[QRectF, object, str]] = []
        for text in texts:
            if text[2] and not any(text[0].intersects(other[0]) for other in apart):
                apart.append(text)
        return line, [(self._plain(pen), start, end) for pen, start, end in ticks], apart

    def _plain(self, pen: QPen) -> QPen:
        """Return a pen in the colour that a translucent one has on the chart's ground."""
        over, under = pen.color(), self.ground
        pairs = (
            (over.redF(), under.redF()),
            (over.greenF(), under.greenF()),
            (over.blueF(), under.blueF()),
        )
        plain, share = QPen(pen), over.alphaF()
        plain.setColor(QColor.fromRgbF(*(low + (high - low) * share for high, low in pairs)))
        return plain

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: D102
        texts: list[str] = super().tickStrings(values, scale, spacing)
        return [with_minus(text) for text in texts]


class PowersAxis(PlainAxis):
    """A logarithmic axis that labels 1, 2 and 5 times the powers of ten."""

    def logTickStrings(self, values: list[float], _scale: float, _spacing: float) -> list[str]:  # noqa: D102
        texts = []
        for value in values:
            number = 10.0**value
            shown = round(number / 10 ** floor(value + 1e-9)) in (1, 2, 5)
            texts.append(count_text(number) if shown else "")
        return texts


class Chart(QWidget):
    """A plot in the theme's colours, without menus, that can be written to files.

    Args:
        name: what it shows, for screen readers and files.
        across: the title of the axis below.
        upwards: the title of the axis at the left.
        bottom, left: the axes; plain ones by default.
    """

    def __init__(
        self,
        theme: ThemeManager,
        name: str,
        across: str,
        upwards: str,
        bottom: PlainAxis | None = None,
        left: PlainAxis | None = None,
    ) -> None:
        super().__init__()
        self.theme = theme
        self._name = name
        self._titles = {"bottom": across, "left": upwards}
        axes = {"bottom": bottom or PlainAxis("bottom"), "left": left or PlainAxis("left")}
        self.plot = pg.PlotWidget(axisItems=axes)
        for part in (self.plot, self.plot.viewport()):
            part.setAccessibleName(name)
        self.plot.setMenuEnabled(False)
        self.plot.hideButtons()
        self.plot.setMouseEnabled(False, False)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addWidget(self.plot)
        self.plot.plotItem.vb.sigResized.connect(self._fit_titles)
        theme.changed.connect(self.restyle)

    def set_titles(self, across: str, upwards: str) -> None:
        """Give the axes other titles."""
        titles = {"bottom": across, "left": upwards}
        if titles != self._titles:
            self._titles = titles
            self._style_axes()

    def image(self) -> QImage:
        """Return the chart as a picture, twice as large as on the screen."""
        self.grab()  # lays it out, where it has not been seen yet
        exporter = ImageExporter(self.plot.plotItem)
        exporter.parameters()["width"] = max(200, self.plot.width() * 2)
        picture: QImage = exporter.export(toBytes=True)
        return picture

    def svg(self) -> bytes:
        """Return the chart as an SVG document."""
        self.grab()  # as above
        # pyqtgraph's own SVG exporter (0.14.0) fails on a curve without points.
        return svg(self.plot.size(), self._name, self.plot.render)

    @Slot()
    def restyle(self) -> None:
        """Take the theme's colours and fonts over."""
        self.plot.setBackground(self.theme.theme.colour("surface"))
        self._style_axes()

    def _style_axes(self) -> None:
        theme = self.theme.theme
        font = self.theme.font(CAPTION)
        for side, title in self._titles.items():
            axis = self.plot.getAxis(side)
            axis.ground = theme.colour("surface")
            axis.setPen(theme.colour("edge"))
            axis.setTextPen(theme.colour("ink"))
            axis.setTickFont(font)
            self._entitle(side, self._fitted(side, title))

    @property
    def letters(self) -> str:
        """The size of titles and legends, as pyqtgraph takes it."""
        return f"{self.theme.font(CAPTION).pointSizeF():.1f}pt"

    def _entitle(self, side: str, text: str) -> None:
        style = {"color": self.theme.theme.ink, "font-size": self.letters}
        self.plot.getAxis(side).setLabel(text, **style)

    def _fitted(self, side: str, title: str) -> str:
        """Return as much of an axis' title as fits its length."""
        view = self.plot.plotItem.vb
        room = view.height() if side == "left" else view.width()
        metrics = QFontMetricsF(self.theme.font(CAPTION))
        most = max(
            0.0, room - 2 * _MARGIN - metrics.horizontalAdvance(" ")
        )  # one is written after it
        return metrics.elidedText(title, Qt.TextElideMode.ElideRight, most)

    @Slot()
    def _fit_titles(self) -> None:
        """Shorten the titles to the axes, or write them out again."""
        for side, title in self._titles.items():
            fitted = self._fitted(side, title)
            if fitted != self.plot.getAxis(side).labelText:
                self._entitle(side, fitted)
