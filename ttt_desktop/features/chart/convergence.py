"""The chart of how a search converges. Importing this module loads pyqtgraph and NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log10

from PySide6.QtCore import QPointF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetricsF

from engine import Square, square_name
from ttt_desktop.features.chart.curves import BANDS, Curves
from ttt_desktop.look.colormap import CURVES, RGB, readable
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import CAPTION
from ttt_desktop.look.plot import Chart, PowersAxis, pg
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_BAND_ALPHA = 45
_NEAR_PIXELS = 14
_DOT = 0.03
_LEADER = 0.025
"""How long the line from a curve's end to its name is, as a share of the curve's width."""


@dataclass
class _Drawn:
    """What is drawn of one square."""

    colour: QColor
    curve: pg.PlotCurveItem
    low: pg.PlotCurveItem
    high: pg.PlotCurveItem
    band: pg.FillBetweenItem
    truth: pg.InfiniteLine
    leader: pg.PlotCurveItem
    name: pg.TextItem
    points: list[tuple[float, float]] = field(default_factory=list)
    bounds: tuple[Sequence[float], Sequence[float]] = ((), ())
    """The lower and upper ends of the band at each point."""

    @property
    def items(self) -> tuple[pg.GraphicsObject, ...]:
        """Return all that is in the scene."""
        return (
            self.curve, self.low, self.high, self.band, self.truth, self.leader, self.name,
        )  # fmt: skip


class ConvergenceChart(Chart):
    """Mean score against trials, a curve for each of the leading squares.

    The best two, and the one that the mouse is near, have a band too: their 95 % intervals.

    Signals:
        pointed(object): the square whose curve the mouse is near, or None.
    """

    pointed = Signal(object)

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__(
            theme,
            tr("Convergence of the search"),
            tr("Playouts (trials)"),
            tr("Mean score a playout"),
            PowersAxis("bottom"),
        )
        self._drawn: dict[Square, _Drawn] = {}
        self._near: Square | None = None
        self._ranked: list[Square] = []
        self.plot.getAxis("bottom").setLogMode(True)
        self.plot.setClipToView(True)
        self.plot.showGrid(y=True, alpha=0.15)
        self.plot.getAxis("left").setZValue(-1)  # the grid is behind the curves
        self.plot.scene().sigMouseMoved.connect(self._mouse_moved)
        self.plot.plotItem.vb.sigResized.connect(self._fit)
        # Made now: while a search runs, there is no time for it.
        self._free = [self._make(QColor(colour)) for colour in CURVES]
        self.restyle()

    def show_curves(self, curves: Curves) -> None:
        """Draw the curves of a search, in place of what was drawn."""
        for square in set(self._drawn) - set(curves.squares):
            self._give_back(square)
        self._ranked = curves.squares
        if curves.sampled:
            self.set_titles(tr("Playouts (trials)"), tr("Mean score a playout"))
        else:
            self.set_titles(tr("Simulations"), tr("Value, from lost (−1) to won (1)"))
        for square in curves.squares:
            drawn = self._drawn.get(square) or self._take(square)
            self._fill(drawn, square, curves)
        if curves.trials:
            self.plot.setYRange(*curves.span, padding=0.08)
            self._fit()

    def _make(self, colour: QColor) -> _Drawn:
        """Put the items of one more curve into the plot, still without points."""
        faint = QColor(colour)
        faint.setAlpha(_BAND_ALPHA)
        low, high = pg.PlotCurveItem(), pg.PlotCurveItem()
        low.setPen(None)
        high.setPen(None)
        drawn = _Drawn(
            colour,
            pg.PlotCurveItem(),
            low,
            high,
            pg.FillBetweenItem(low, high, brush=faint),
            pg.InfiniteLine(angle=0, pen=pg.mkPen(colour, style=Qt.PenStyle.DashLine)),
            pg.PlotCurveItem(pen=pg.mkPen(colour)),
            pg.TextItem("", anchor=(0, 0.5)),
        )
        self._style_name(drawn)
        for item in drawn.items:
            item.hide()
            self.plot.addItem(item)
        return drawn

    def _take(self, square: Square) -> _Drawn:
        """Let a square have the first curve that is free."""
        drawn = self._drawn[square] = self._free.pop(0)
        drawn.name.setText(square_name(square))
        for item in drawn.items:
            item.show()
        return drawn

    def _give_back(self, square: Square) -> None:
        drawn = self._drawn.pop(square)
        if square == self._near:
            self._point(None)
        for item in drawn.items:
            item.hide()
        self._free.append(drawn)

    def _fill(self, drawn: _Drawn, square: Square, curves: Curves) -> None:
        points = zip(curves.trials, curves.of_square(square), strict=True)
        rows = [(log10(trials), *point) for trials, point in points]
        if len(rows) == 1:  # a point alone would not be seen
            rows.append((rows[0][0] + _DOT, *rows[0][1:]))
        across = [row[0] for row in rows]
        drawn.points = [(row[0], row[1]) for row in rows]
        drawn.curve.setData(across, [row[1] for row in rows])
        # Kept inside the plot: a drawing in SVG is not cut off at its edge.
        low, high = curves.span
        drawn.bounds = (
            [max(low, row[2]) for row in rows],
            [min(high, row[3]) for row in rows],
        )
        exact = curves.exact.get(square)
        drawn.truth.setVisible(exact is not None)
        if exact is not None:
            drawn.truth.setValue(exact)
        drawn.name.setVisible(bool(rows))
        drawn.leader.setVisible(bool(rows))
        self._stress(square, drawn)

    @Slot()
    def _fit(self) -> None:
        """Show the curves from end to end, and their names beside them."""
        named = [drawn for square in self._ranked if (drawn := self._drawn[square]).points]
        if not named:
            return
        left, right = named[0].points[0][0], named[0].points[-1][0]
        width = max(drawn.name.boundingRect().width() for drawn in named)
        share = min(0.5, width / max(1.0, self.plot.plotItem.vb.width()))
        beside = _LEADER * max(1.0, right - left)
        room = max(0.15, (beside + share * (right - left)) / (1 - share))
        self.plot.setXRange(left, right + room, padding=0.02)
        # pyqtgraph would do this while it paints, and then paint once more.
        self.plot.scene().prepareForPaint()
        self._place_names(named)

    def _place_names(self, named: list[_Drawn]) -> None:
        """Put each name beside its curve's end, none over another: the first ones, if not all."""
        low, high = self.plot.plotItem.vb.viewRange()[1]
        line = QFontMetricsF(self.theme.font(CAPTION)).lineSpacing() + 2
        step = (high - low) * line / max(1.0, self.plot.plotItem.vb.height())
        have_room = max(1, int((high - low) / step))
        for place, drawn in enumerate(named):
            drawn.name.setVisible(place < have_room)
            drawn.leader.setVisible(place < have_room)
        named = sorted(named[:have_room], key=lambda drawn: drawn.points[-1][1])
        heights, floor = [], low
        for drawn in named:
            floor = max(drawn.points[-1][1], floor + step)
            heights.append(floor)
        ceiling = high + step / 2
        for drawn, height in reversed(list(zip(named, heights, strict=True))):
            ceiling = min(height, ceiling - step)
            (first, _), (last, mean) = drawn.points[0], drawn.points[-1]
            beside = last + _LEADER * max(1.0, last - first)
            drawn.leader.setData([last, beside], [mean, ceiling])
            drawn.name.setPos(beside, ceiling)

    def _stress(self, square: Square, drawn: _Drawn) -> None:
        # Such pens count in the screen's own pixels.
        width = (4 if square == self._near else 2) * self.devicePixelRatioF()
        drawn.curve.setPen(pg.mkPen(drawn.colour, width=width))
        banded = square == self._near or square in self._ranked[:BANDS]
        drawn.band.setVisible(banded)
        if banded:  # the others would take just as long, and are not seen
            across = [point[0] for point in drawn.points]
            for edge, heights in zip((drawn.low, drawn.high), drawn.bounds, strict=True):
                edge.setData(across, heights)

    def _style_name(self, drawn: _Drawn) -> None:
        """Write a square's name in a colour that reads, over the lines that cross it."""
        ground = self.theme.theme.colour("surface")
        drawn.name.setFont(self.theme.font(CAPTION))
        drawn.name.textItem.document().setDocumentMargin(1)
        drawn.name.setColor(QColor(*readable(_rgb(drawn.colour), _rgb(ground))))
        drawn.name.fill = pg.mkBrush(ground)

    @Slot(object)
    def _mouse_moved(self, place: QPointF) -> None:
        self._point(self._nearest(place))

    @handler
    def leaveEvent(self, event: object) -> None:  # noqa: D102
        self._point(None)

    def _point(self, near: Square | None) -> None:
        if near != self._near:
            self._near = near
            for square, drawn in self._drawn.items():
                self._stress(square, drawn)
            self.pointed.emit(near)

    def _nearest(self, place: QPointF) -> Square | None:
        """Return the square whose curve passes nearest to a place in the scene, if any is near."""
        view = self.plot.plotItem.vb
        best, nearest = float(_NEAR_PIXELS), None
        for square, drawn in self._drawn.items():
            corners = [view.mapViewToScene(QPointF(*point)) for point in drawn.points]
            for one, two in zip(corners, corners[1:] or corners, strict=False):
                distance = _distance(place, one, two)
                if distance < best:
                    best, nearest = distance, square
        return nearest

    @Slot()
    def restyle(self) -> None:
        """Take the theme's colours and fonts over."""
        super().restyle()
        for drawn in (*self._drawn.values(), *self._free):
            self._style_name(drawn)


def _rgb(colour: QColor) -> RGB:
    return colour.red(), colour.green(), colour.blue()


def _distance(place: QPointF, one: QPointF, two: QPointF) -> float:
    """Return the distance of a place from the stretch between two others."""
    along, to = two - one, place - one
    length = QPointF.dotProduct(along, along)
    share = 0.0 if length == 0 else QPointF.dotProduct(to, along) / length
    gap = to - along * max(0.0, min(1.0, share))
    distance: float = QPointF.dotProduct(gap, gap) ** 0.5
    return distance
