"""The lab's charts. Importing this module loads pyqtgraph and NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QColor

from engine.tournament.summary import Standing
from engine.tournament.tables import label_of
from ttt_desktop.look.plot import Chart
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.text import tr

OUTCOMES, TIME, STRENGTH = "outcomes", "time", "strength"
"""The kinds of charts."""

_COLOURS = {"x_wins": "#0072b2", "o_wins": "#e69f00", "ties": "#8a8f98", "bad": "#d55e00"}
_WIDTH = 0.7
_ROOM = 90
_MOST_ELO = 1200.0


def title_of(kind: str) -> str:
    """Return what a kind of charts is called."""
    return {OUTCOMES: tr("Outcomes"), TIME: tr("Time"), STRENGTH: tr("Strength")}[kind]


def _axis(kind: str) -> str:
    """Return the title of the axis at the left."""
    return {
        OUTCOMES: tr("Share of games, %"),
        TIME: tr("Mean time a game, ms"),
        STRENGTH: tr("Elo of the first"),
    }[kind]


def _parts() -> dict[str, str]:
    """Return what the parts of a bar are called, by the fields of a standing."""
    return {
        "x_wins": tr("X wins"),
        "o_wins": tr("O wins"),
        "ties": tr("Ties"),
        "bad": tr("Spoilt"),
    }


class LabChart(Chart):
    """One chart over the rows of a tournament.

    Args:
        kind: OUTCOMES, TIME or STRENGTH.
        theme: colours and fonts.
    """

    def __init__(self, kind: str, theme: ThemeManager) -> None:
        super().__init__(theme, tr("Chart: {title}", title=title_of(kind)), "", _axis(kind))
        self._kind = kind
        self._standings: Sequence[Standing] = ()
        self._title = ""
        if kind == OUTCOMES:
            self.plot.addLegend(offset=(-8, 8), colCount=4)
        self.restyle()

    def show_standings(self, standings: Sequence[Standing], title: str) -> None:
        """Draw how the rows stand."""
        self._standings, self._title = standings, title
        self.plot.clear()
        # Long names would run into each other.
        labels = [label_of(each).replace("mc:trials=", "mc ") for each in standings]
        if sum(map(len, labels)) > _ROOM:
            labels = [str(i + 1) for i in range(len(labels))]
            title = tr("{title} (numbers as in the table's rows)", title=title)
        ticks = list(enumerate(labels))
        self.plot.getAxis("bottom").setTicks([ticks])
        self.set_title_across(title)
        self.plot.setXRange(-0.6, max(len(standings), 1) - 0.4, padding=0)
        played = [(i, each) for i, each in enumerate(standings) if each.games]
        {OUTCOMES: self._bars, TIME: self._times, STRENGTH: self._strengths}[self._kind](played)

    def _bars(self, played: list[tuple[int, Standing]]) -> None:
        floors = [0.0] * len(played)
        for field, name in _parts().items():
            heights = [100 * getattr(each, field) / each.games for _, each in played]
            if field == "bad" and not any(heights):
                continue
            self.plot.addItem(
                pg.BarGraphItem(
                    x=[i for i, _ in played],
                    y0=floors,
                    height=heights,
                    width=_WIDTH,
                    brush=QColor(_COLOURS[field]),
                    pen=pg.mkPen(None),
                    name=name,
                )
            )
            floors = [floor + height for floor, height in zip(floors, heights, strict=True)]
        self.plot.setYRange(0, 112, padding=0)

    def _times(self, played: list[tuple[int, Standing]]) -> None:
        heights = [each.seconds_per_game * 1000 for _, each in played]
        brush = self.theme.theme.colour("accent")
        self.plot.addItem(
            pg.BarGraphItem(
                x=[i for i, _ in played], height=heights, width=_WIDTH, brush=brush,
                pen=pg.mkPen(None),
            )
        )  # fmt: skip
        self.plot.setYRange(0, 1.1 * max(heights, default=1.0), padding=0)

    def _strengths(self, played: list[tuple[int, Standing]]) -> None:
        """Draw Elo with its interval; where it has no end, up to the edge of the chart."""
        ratings = [(i, each.elo) for i, each in played if each.elo is not None]
        ends = [end for _, elo in ratings for end in (elo.low, elo.high) if isfinite(end)]
        low = max(-_MOST_ELO, min([*ends, -50.0])) - 50
        high = min(_MOST_ELO, max([*ends, 50.0])) + 50
        clipped = [
            (i, *(min(max(end, low), high) for end in (elo.value, elo.low, elo.high)))
            for i, elo in ratings
        ]
        colour = self.theme.theme.colour("accent")
        across = [row[0] for row in clipped]
        middle = [row[1] for row in clipped]
        if clipped:
            self.plot.addItem(
                pg.ErrorBarItem(
                    x=np.array(across, float),
                    y=np.array(middle),
                    top=np.array([row[3] - row[1] for row in clipped]),
                    bottom=np.array([row[1] - row[2] for row in clipped]),
                    beam=0.2,
                    pen=pg.mkPen(colour, width=2 * self.devicePixelRatioF()),
                )
            )
        self.plot.plot(
            across, middle, pen=None, symbol="o", symbolBrush=colour, symbolPen=None, symbolSize=9
        )
        edge = self.theme.theme.colour("muted")
        self.plot.addItem(
            pg.InfiniteLine(pos=0, angle=0, pen=pg.mkPen(edge, style=Qt.PenStyle.DashLine))
        )
        self.plot.setYRange(low, high, padding=0)

    @Slot()
    def restyle(self) -> None:
        """Take the theme's colours and fonts over."""
        super().restyle()
        legend = self.plot.plotItem.legend
        if legend is not None:
            legend.setLabelTextColor(self.theme.theme.colour("text"))
        if self._standings:
            self.show_standings(self._standings, self._title)
