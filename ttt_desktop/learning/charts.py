"""The curve of mistakes. Importing this module loads pyqtgraph and NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel

from engine.learning.milestones import Milestone
from ttt_desktop.look.guard import handler
from ttt_desktop.look.plot import Chart, PowersAxis, pg
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import SPACE, TITLE, ThemeManager

_BARE, _SEARCHED = "#cc79a7", "#009e73"
"""The colours of the two curves: neither X's nor O's."""

_LEAST_GAMES = 10
"""Where a learner that has played no game stands on the axis of games."""

_LEAST_MISTAKES = 0.5
"""Where no mistake stands on the axis of mistakes."""

_FEWEST, _HIGHEST = 1000, 1000
"""How many games, and mistakes, there is room for at least."""

_DOT = 7
_ROOMY_LINES = 22
"""From how many lines of text on, laid side by side, the chart is wide enough for its legend."""


class _MistakesAxis(PowersAxis):
    """A logarithmic axis that has a place for 0."""

    def logTickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        texts: list[str] = super().logTickStrings(values, scale, spacing)
        return [
            "0" if abs(10**value - _LEAST_MISTAKES) < 0.01 else text if value > -0.01 else ""
            for value, text in zip(values, texts, strict=True)
        ]


class _GamesAxis(PowersAxis):
    """A logarithmic axis that begins with 0."""

    def logTickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        texts: list[str] = super().logTickStrings(values, scale, spacing)
        return [
            "0" if abs(10**value - _LEAST_GAMES) < 0.01 else text
            for value, text in zip(values, texts, strict=True)
        ]


class MistakesChart(Chart):
    """Mistakes against games, both by powers of ten."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__(
            theme, tr("Chart: mistakes"), tr("Games learnt from"), tr("Mistakes"),
            _GamesAxis("bottom"), _MistakesAxis("left"),
        )  # fmt: skip
        self._shown: tuple[Sequence[Milestone], int | None, int, int | None] | None = None
        for side in ("bottom", "left"):
            self.plot.getAxis(side).setLogMode(True)
            self.plot.getAxis(side).setZValue(-1)  # the grid is behind the lines
        self.plot.showGrid(x=True, y=True, alpha=0.15)
        self.plot.addLegend(offset=(-8, 8))
        self._empty = QLabel()
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setContentsMargins(SPACE * 3, SPACE * 3, SPACE * 3, SPACE * 3)
        self.column.addWidget(self._empty)
        self.restyle()

    def show_milestones(
        self,
        milestones: Sequence[Milestone],
        without: int | None,
        simulations: int,
        looked_at: int | None = None,
    ) -> None:
        """Draw what was counted.

        Args:
            milestones: in the order of their generations.
            without: the mistakes of a search without a network; None for no such line.
            simulations: of the searches.
            looked_at: the generation that is looked at elsewhere, to be marked.
        """
        self._shown = milestones, without, simulations, looked_at
        self.plot.clear()
        counted = [each for each in milestones if each.mistakes is not None]
        self._empty.setText(
            tr("Mistakes are not counted on this board: not enough of its positions are solved.")
            if milestones else
            tr("Nobody has learnt anything yet. Choose at the left, then press Start.")
        )  # fmt: skip
        self._empty.setVisible(not counted)
        self.plot.setVisible(bool(counted))
        last = max([_FEWEST, *(each.games for each in counted)])
        self._line(
            [(each.games, each.mistakes or 0) for each in counted], _BARE, tr("Without a search")
        )
        searched = [(each.games, each.searched) for each in counted if each.searched is not None]
        if searched:
            self._line(
                searched, _SEARCHED, tr("With {count} simulations", count=simulations)
            )  # fmt: skip
        if without is not None:
            pen = pg.mkPen(self.theme.theme.colour("muted"), style=Qt.PenStyle.DashLine)
            name = tr("No network, {count} simulations: {mistakes}", count=simulations,
                      mistakes=without)  # fmt: skip
            ends = [log10(_LEAST_GAMES), log10(2 * last)]
            self.plot.plot(ends, [log10(max(without, _LEAST_MISTAKES))] * 2, pen=pen, name=name)
        self._mark(counted, looked_at)
        highest = max([_HIGHEST, *(each.mistakes or 0 for each in counted)])
        self.plot.setXRange(log10(_LEAST_GAMES), log10(1.1 * last), padding=0.02)
        self.plot.setYRange(log10(_LEAST_MISTAKES), log10(4 * highest), padding=0.02)

    def _line(self, points: Sequence[tuple[int, int]], colour: str, name: str) -> None:
        x = [log10(max(games, _LEAST_GAMES)) for games, _ in points]
        y = [log10(max(mistakes, _LEAST_MISTAKES)) for _, mistakes in points]
        pen = pg.mkPen(colour, width=2 * self.devicePixelRatioF())
        self.plot.plot(
            x, y, pen=pen, symbol="o", symbolBrush=colour, symbolPen=None, symbolSize=_DOT,
            name=name,
        )  # fmt: skip

    def _mark(self, counted: Sequence[Milestone], looked_at: int | None) -> None:
        """Draw a line through the generation that is looked at."""
        for each in counted:
            if each.generation == looked_at:
                pen = pg.mkPen(self.theme.theme.colour("accent"), style=Qt.PenStyle.DotLine)
                at = log10(max(each.games, _LEAST_GAMES))
                self.plot.addItem(pg.InfiniteLine(pos=at, angle=90, pen=pen))

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._fit_legend()

    def _fit_legend(self) -> None:
        """Leave the legend out where it would lie over the curves and the axis."""
        room = self.width() >= _ROOMY_LINES * self.fontMetrics().height()
        self.plot.plotItem.legend.setVisible(room)

    @Slot()
    def restyle(self) -> None:
        """Take the theme's colours and fonts over."""
        super().restyle()
        self._empty.setFont(self.theme.font(TITLE))
        self._fit_legend()
        legend = self.plot.plotItem.legend
        legend.setLabelTextColor(self.theme.theme.colour("text"))
        legend.setLabelTextSize(self.letters)
        if self._shown is not None:
            self.show_milestones(*self._shown)
