"""What all charts share. Importing this module loads pyqtgraph and NumPy."""

from __future__ import annotations

from pyqtgraph.exporters import ImageExporter
from PySide6.QtCore import Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ttt_desktop.look.graphs import pg
from ttt_desktop.look.picture_files import svg
from ttt_desktop.look.theme import SMALL, ThemeManager
from ttt_desktop.text import with_minus


class PlainAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis that never scales its numbers by a power of a thousand."""

    def updateAutoSIPrefix(self) -> None:  # noqa: D102
        # Switched off by its own setting, pyqtgraph 0.14.0 still scales. But this is also where
        # it drops the axis that it has painted before, and would show old numbers.
        self.picture = None
        self.update()

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: D102
        texts: list[str] = super().tickStrings(values, scale, spacing)
        return [with_minus(text) for text in texts]


class Chart(QWidget):
    """A plot in the theme's colours, without menus, that can be written to files.

    Args:
        theme: colours and fonts.
        name: what it shows, for screen readers and files.
        across: the title of the axis below.
        upwards: the title of the axis at the left.
        bottom: the axis below; a plain one by default.
    """

    def __init__(
        self,
        theme: ThemeManager,
        name: str,
        across: str,
        upwards: str,
        bottom: PlainAxis | None = None,
    ) -> None:
        super().__init__()
        self.theme = theme
        self._name = name
        self._titles = {"bottom": across, "left": upwards}
        axes = {"bottom": bottom or PlainAxis("bottom"), "left": PlainAxis("left")}
        self.plot = pg.PlotWidget(axisItems=axes)
        for part in (self.plot, self.plot.viewport()):
            part.setAccessibleName(name)
        self.plot.setMenuEnabled(False)
        self.plot.hideButtons()
        self.plot.setMouseEnabled(False, False)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addWidget(self.plot)
        theme.changed.connect(self.restyle)

    def set_titles(self, across: str, upwards: str) -> None:
        """Give the axes other titles."""
        self._titles = {"bottom": across, "left": upwards}
        self._style_axes()

    def image(self) -> QImage:
        """Return the chart as a picture, twice as large as on the screen."""
        exporter = ImageExporter(self.plot.plotItem)
        exporter.parameters()["width"] = max(200, self.plot.width() * 2)
        picture: QImage = exporter.export(toBytes=True)
        return picture

    def svg(self) -> bytes:
        """Return the chart as an SVG document."""
        # pyqtgraph's own SVG exporter (0.14.0) fails on a curve without points.
        return svg(self.plot.size(), self._name, self.plot.render)

    @Slot()
    def restyle(self) -> None:
        """Take the theme's colours and fonts over."""
        self.plot.setBackground(self.theme.theme.colour("surface"))
        self._style_axes()

    def _style_axes(self) -> None:
        theme = self.theme.theme
        font = self.theme.font(SMALL)
        for side, title in self._titles.items():
            axis = self.plot.getAxis(side)
            axis.setPen(theme.colour("edge"))
            axis.setTextPen(theme.colour("text"))
            axis.setTickFont(font)
            axis.setLabel(title, **{"color": theme.text, "font-size": f"{font.pointSizeF():.1f}pt"})
