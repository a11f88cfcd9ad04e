"""Charts of a few named lines. Importing this module loads pyqtgraph and NumPy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log10

from PySide6.QtCore import Slot
from PySide6.QtGui import QPen

from ttt_desktop.look.plot import Chart, PlainAxis, PowersAxis, pg
from ttt_desktop.look.theme import ThemeManager

Points = Sequence[tuple[float, float]]

_DOT = 7


class LineChart(Chart):
    """A plot of lines, each with a pen of its own.

    Args:
        name: what it shows, for screen readers.
        titles: the titles of the axis across and of the one upwards.
        pen: returns a line's pen, by the line's name and the size of a pixel.
        powers: whether both axes are logarithmic.
        dotted: the names of those of which only the points are drawn.
    """

    def __init__(
        self,
        theme: ThemeManager,
        name: str,
        titles: tuple[str, str],
        pen: Callable[[str, float], QPen],
        powers: bool = False,
        dotted: Sequence[str] = (),
    ) -> None:
        kind = PowersAxis if powers else PlainAxis
        super().__init__(theme, name, *titles, kind("bottom"), kind("left"))
        self._pen, self._powers, self._dotted = pen, powers, dotted
        self._items: dict[str, pg.PlotDataItem] = {}
        self.points: dict[str, Points] = {}
        if powers:
            for side in ("bottom", "left"):
                self.plot.getAxis(side).setLogMode(True)
        self.plot.showGrid(x=powers, y=True, alpha=0.15)
        for side in ("bottom", "left"):
            self.plot.getAxis(side).setZValue(-1)  # the grid is behind the lines
        self.restyle()

    def show_lines(self, lines: Mapping[str, Points]) -> None:
        """Draw lines, in place of what was drawn; all of them from the axes' corner on."""
        self.points = dict(lines)
        for name in [drawn for drawn in self._items if drawn not in lines]:
            self.plot.removeItem(self._items.pop(name))
        for name, points in lines.items():
            if name not in self._items:
                self._items[name] = self._made(name)
            placed = [self._place(point) for point in points]
            self._items[name].setData([x for x, _ in placed], [y for _, y in placed])
        self._fit()

    def _made(self, name: str) -> pg.PlotDataItem:
        item = self.plot.plot([], [])
        self._style(name, item)
        return item

    def _style(self, name: str, item: pg.PlotDataItem) -> None:
        pen = self._pen(name, self.devicePixelRatioF())  # such pens count in the screen's pixels
        if name in self._dotted:
            item.setPen(None)
            item.setSymbol("o")
            item.setSymbolSize(_DOT)
            item.setSymbolPen(None)
            item.setSymbolBrush(pen.color())
        else:
            item.setPen(pen)

    def _place(self, point: tuple[float, float]) -> tuple[float, float]:
        return (log10(point[0]), log10(point[1])) if self._powers else point

    def _fit(self) -> None:
        placed = [self._place(point) for points in self.points.values() for point in points]
        if not placed:
            return
        for ends, values in ((self.plot.setXRange, [x for x, _ in placed]),
                             (self.plot.setYRange, [y for _, y in placed])):  # fmt: skip
            low, high = (min(values), max(values)) if self._powers else (0.0, max(values))
            ends(low, max(high, low + 1), padding=0.03)

    @Slot()
    def restyle(self) -> None:
        """Take the theme's colours and fonts over."""
        super().restyle()
        for name, item in self._items.items():
            self._style(name, item)
