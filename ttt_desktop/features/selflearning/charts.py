"""The curve of mistakes. Importing this module loads pyqtgraph and NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from engine.learning.milestones import LATELY, Milestone
from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import SPACE, TITLE
from ttt_desktop.look.plot import Chart, PowersAxis, pg
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager

_LEAST_GAMES = 10
"""Where a learner that has played no game stands on the axis of games."""

_LEAST_MISTAKES = 0.5
"""Where no mistake stands on the axis of mistakes."""

_FEWEST, _HIGHEST = 1000, 1000
"""How many games, and mistakes, there is room for at least."""

_DOT = 7
_ROOMY_LINES = 12
"""From how many lines of text on the chart is high enough to have a legend above it."""


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


_Entry = tuple[str, str, str]
"""A line of a legend: its colour, a sign in that colour, and what it shows."""


class _Legend(QWidget):
    """What lines are, beside each other, in as many rows as that needs."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[_Entry] = []
        self._row = FlowRow(SPACE)
        self._row.setContentsMargins(SPACE, SPACE // 2, SPACE, 0)
        self.setLayout(self._row)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_entries(self, entries: list[_Entry]) -> None:
        """Show other lines."""
        if entries == self._shown:
            return
        self._shown = entries
        while (item := self._row.takeAt(0)) is not None:
            item.widget().deleteLater()
        for colour, sign, name in entries:
            mark = QLabel(sign)
            mark.setStyleSheet(f"color: {colour}")
            entry = QWidget()
            row = QHBoxLayout(entry)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(SPACE // 2)
            row.addWidget(mark)
            row.addWidget(QLabel(name))
            self._row.addWidget(entry)


class MistakesChart(Chart):
    """Mistakes against games, both by powers of ten; of a learner with a teacher, lost games too.

    Attributes:
        legend: what the lines are, above them.
    """

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
        # Not in the plot, where it would lie over the curves.
        self.legend = _Legend()
        self.column.insertWidget(0, self.legend)
        self._named: list[_Entry] = []
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
        self._named = []
        counted = [milestone for milestone in milestones if milestone.mistakes is not None]
        self._empty.setText(
            tr("Mistakes are not counted on this board: not enough of its positions are solved.")
            if milestones else
            tr("Nobody has learnt anything yet. Choose a learner, then press Start.")
        )  # fmt: skip
        self._empty.setVisible(not counted)
        self.plot.setVisible(bool(counted))
        searched = [
            (milestone.games, milestone.searched)
            for milestone in counted
            if milestone.searched is not None
        ]
        last = max([_FEWEST, *(milestone.games for milestone in counted)])
        colours = self.theme.theme.series
        self._line(
            [(milestone.games, milestone.mistakes or 0) for milestone in counted], colours[0],
            tr("Mistakes at first sight") if searched else tr("Mistakes"),
        )  # fmt: skip
        if searched:
            self._line(
                searched, colours[2], tr("With {count} simulations", count=simulations)
            )  # fmt: skip
        lost = [
            (milestone.games, milestone.lost) for milestone in counted if milestone.lost is not None
        ]
        if lost:
            self._line(
                lost, self.theme.theme.series[4], tr("Lost of the last {count}", count=LATELY)
            )
        self.set_titles(tr("Games learnt from"), tr("Mistakes, lost games") if lost else
                        tr("Mistakes"))  # fmt: skip
        if without is not None:
            pen = pg.mkPen(self.theme.theme.colour("muted"), style=Qt.PenStyle.DashLine)
            name = tr("No network, {count} simulations: {mistakes}", count=simulations,
                      mistakes=without)  # fmt: skip
            ends = [log10(_LEAST_GAMES), log10(2 * last)]
            self.plot.plot(ends, [log10(max(without, _LEAST_MISTAKES))] * 2, pen=pen)
            self._put_in_legend(self.theme.theme.muted, "╌", name)
        self._mark(counted, looked_at)
        self.legend.show_entries(self._named)
        self._fit_legend()
        highest = max([_HIGHEST, *(milestone.mistakes or 0 for milestone in counted)])
        self.plot.setXRange(log10(_LEAST_GAMES), log10(1.1 * last), padding=0.02)
        self.plot.setYRange(log10(_LEAST_MISTAKES), log10(4 * highest), padding=0.02)

    def _line(self, points: Sequence[tuple[int, int]], colour: str, name: str) -> None:
        x = [log10(max(games, _LEAST_GAMES)) for games, _ in points]
        y = [log10(max(mistakes, _LEAST_MISTAKES)) for _, mistakes in points]
        pen = pg.mkPen(colour, width=2 * self.devicePixelRatioF())
        self.plot.plot(
            x, y, pen=pen, symbol="o", symbolBrush=colour, symbolPen=None, symbolSize=_DOT,
        )  # fmt: skip
        self._put_in_legend(colour, "●", name)

    def _put_in_legend(self, colour: str, sign: str, name: str) -> None:
        """Have the legend say what a line is."""
        self._named.append((colour, sign, name))

    def _mark(self, counted: Sequence[Milestone], looked_at: int | None) -> None:
        """Draw a line through the generation that is looked at."""
        for milestone in counted:
            if milestone.generation == looked_at:
                pen = pg.mkPen(self.theme.theme.colour("accent"), style=Qt.PenStyle.DotLine)
                at = log10(max(milestone.games, _LEAST_GAMES))
                self.plot.addItem(pg.InfiniteLine(pos=at, angle=90, pen=pen))

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._fit_legend()

    def _fit_legend(self) -> None:
        """Leave the legend out where the curves need its room."""
        room = self.height() >= _ROOMY_LINES * self.fontMetrics().height()
        self.legend.setVisible(room and bool(self._named) and self.plot.isVisibleTo(self))

    @Slot()
    def restyle(self) -> None:
        """Take the theme's colours and fonts over."""
        super().restyle()
        self._empty.setFont(self.theme.font(TITLE))
        self._fit_legend()
        if self._shown is not None:
            self.show_milestones(*self._shown)
