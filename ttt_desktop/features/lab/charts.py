"""The lab's charts. Importing this module loads pyqtgraph and NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isfinite

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import (
    QBrush,
    QCursor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QLabel, QToolTip

from engine.tournament import Summary
from engine.tournament.statistics import Interval
from ttt_desktop.features.lab.bars import colour_of
from ttt_desktop.features.lab.rows import BETWEEN, Bar, BarPart, parts_of, ranked, rows_of
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, SPACE, TITLE
from ttt_desktop.look.plot import Chart, pg
from ttt_desktop.look.text import elo_text, listed, tr, unmarked
from ttt_desktop.look.theme import ThemeManager

OUTCOMES, TIME, STRENGTH = "outcomes", "time", "strength"
"""The kinds of charts."""

_WIDTH = 0.7
_LEGEND_TOP = 8
"""What is free above the legend, in pixels."""
_FINE = 12
"""From which height there are ticks at each 20 %, in lines of text."""
_FEWEST = 4
"""Rows that there is room for at least: a single bar is no wall."""
_BESIDE = 3
"""What a lying axis of shares has beyond its ends at least, in percent."""
_NAMES = 0.4
"""The share of a chart's width that names at its left may take."""
_LINES_A_ROW = 1.2
"""The lines of text that a row's name needs at least: where two touch, one is left out."""
_ALL_NAMED = 40
"""Up to how many rows a chart grows with them; of more, only some have names."""
_BELOW = 6
"""The lines of text that a chart's legend, axis and title take."""
_BEYOND = 80.0
"""Elo between the last end that is known and one that has no bound, which the chart points to."""
_ROUND_ELO = 50


def title_of(kind: str) -> str:
    """Return what a kind of charts is called."""
    return {OUTCOMES: tr("Outcomes"), TIME: tr("Time"), STRENGTH: tr("Strength")}[kind]


_SKETCHED = (0.62, 0.55, 0.47, 0.4, 0.33, 0.26, 0.2, 0.15, 0.11)
"""How high the bars of the sketch are, as shares of its height."""


class _Empty(QLabel):
    """Says why there is no chart, over a pale sketch of one."""

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__(tr("Nothing has been played yet."))
        self._theme = theme
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setContentsMargins(SPACE * 3, SPACE * 5, SPACE * 3, 0)
        self.setWordWrap(True)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        room = QRectF(self.rect()).adjusted(SPACE * 6, SPACE * 14, -SPACE * 6, -SPACE * 4)
        if room.height() > SPACE * 6:
            step = room.width() / len(_SKETCHED)
            pale, paler = (self._theme.theme.colour(name) for name in ("board", "window"))
            for place, share in enumerate(_SKETCHED):
                bar = QRectF(room.left() + place * step, room.top(), step * _WIDTH, room.height())
                painter.fillRect(bar, paler)
                bar.setTop(room.bottom() - share * room.height())
                painter.fillRect(bar, pale)
        painter.end()
        super().paintEvent(event)


class LabChart(Chart):
    """One chart over the rows of a tournament.

    A sweep's values stand along the axis below. Names are longer: pairings and players stand one
    below the other, at the left.

    Args:
        kind: OUTCOMES, TIME or STRENGTH.
    """

    def __init__(self, kind: str, theme: ThemeManager) -> None:
        super().__init__(theme, tr("Chart: {title}", title=title_of(kind)), "", "")
        self._kind = kind
        self._summary: Summary | None = None
        self._title = ""
        self._rows: list[Bar] = []
        self._parts: tuple[BarPart, ...] = ()
        self._lying = False
        self._empty = _Empty(theme)
        self.column.addWidget(self._empty)
        self.plot.hide()
        if kind == OUTCOMES:
            self.plot.addLegend(offset=(-8, _LEGEND_TOP), colCount=4)
            self.plot.plotItem.vb.sigResized.connect(self._fit_view)
        self.plot.scene().sigMouseMoved.connect(self._mouse_moved)
        self.plot.viewport().installEventFilter(self)
        self.restyle()

    def show_summary(self, summary: Summary, title: str) -> None:
        """Draw how the rows stand.

        Args:
            title: what the rows differ by.
        """
        self._summary, self._title = summary, title
        alone = self._kind == STRENGTH and all(p.is_self_play for p in summary.tournament.pairings)
        self._empty.setText(tr("A player is neither stronger nor weaker than itself."))
        self._empty.setVisible(alone)
        self.plot.setVisible(not alone)
        standings, tournament = summary.standings, summary.tournament
        self._parts, self._lying = parts_of(standings), not tournament.varied
        robin = tournament.kind == "round robin"
        of_players = robin and self._kind == STRENGTH
        self._rows = ranked(summary) if of_players else rows_of(standings)
        self.plot.clear()
        self._label_axes(self._measure(robin), tr("Player") if of_players else title)
        played = [(place, row) for place, row in enumerate(self._rows) if row.games]
        {OUTCOMES: self._bars, TIME: self._times, STRENGTH: self._strengths}[self._kind](played)

    def _measure(self, robin: bool) -> str:
        """Return the title of the axis with the numbers."""
        if self._kind == STRENGTH:
            return tr("Elo, 0 on average") if robin else tr("Elo of the first player")
        return {OUTCOMES: tr("Share of games, %"), TIME: tr("Mean time a game, ms")}[self._kind]

    def _label_axes(self, measure: str, title: str) -> None:
        """Write the rows' names along one axis; the other one has the numbers."""
        self._name_rows()
        self.plot.getAxis("bottom" if self._lying else "left").setTicks(None)
        self.plot.invertY(self._lying)  # the first row is the uppermost
        self.set_titles(*((measure, title) if self._lying else (title, measure)))
        ends = -0.6, max(len(self._rows), _FEWEST if self._lying else 1) - 0.4
        (self.plot.setYRange if self._lying else self.plot.setXRange)(*ends, padding=0)

    def _name_rows(self) -> None:
        """Write the rows' names along their axis; at the left, each as far as there is room for it.

        A pair that is too long takes two lines where a row is high enough, and else one.
        """
        metrics = QFontMetricsF(self.theme.font(CAPTION))
        most = _NAMES * self.width()
        line = metrics.lineSpacing()
        rows = min(len(self._rows), _ALL_NAMED) if self._lying else 0
        self.setMinimumHeight(ceil((_LINES_A_ROW * rows + _BELOW) * line) if rows else 0)
        high = (self.height() - _BELOW * line) / max(_FEWEST, len(self._rows))

        def fitted(name: str) -> str:
            if not self._lying or metrics.horizontalAdvance(name) <= most:
                return name
            players = name.split(BETWEEN)
            between = f"{BETWEEN.rstrip()}\n" if high >= 2 * line else BETWEEN
            width = most
            if between == BETWEEN:
                width = (most - metrics.horizontalAdvance(BETWEEN)) / len(players)
            return between.join(
                metrics.elidedText(player, Qt.TextElideMode.ElideRight, width) for player in players
            )

        names = [(place, fitted(row.label)) for place, row in enumerate(self._rows)]
        self.plot.getAxis("left" if self._lying else "bottom").setTicks([names])

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        if self._lying:
            self._name_rows()

    def _span(self, low: float, high: float) -> None:
        (self.plot.setXRange if self._lying else self.plot.setYRange)(low, high, padding=0)

    def _bar(
        self, places: list[int], floors: list[float], heights: list[float], brush: QBrush, name: str
    ) -> None:
        """Draw a bar, or a part of one, for each row."""
        if self._lying:
            box = {"y": places, "height": _WIDTH, "x0": floors, "width": heights}
        else:
            box = {"x": places, "width": _WIDTH, "y0": floors, "height": heights}
        self.plot.addItem(pg.BarGraphItem(**box, brush=brush, pen=pg.mkPen(None), name=name))

    def _bars(self, played: list[tuple[int, Bar]]) -> None:
        floors = [0.0] * len(played)
        for number, part in enumerate(self._parts):
            heights = [row.shares[number] for _, row in played]
            places = [place for place, _ in played]
            self._bar(places, floors, heights, self._brush(part), part.title)
            floors = [floor + height for floor, height in zip(floors, heights, strict=True)]
        self._fit_view()

    @Slot()
    def _fit_view(self) -> None:
        """Leave room for the legend above the bars, and for the numbers at the ends of the axis."""
        legend, view = self.plot.plotItem.legend, self.plot.plotItem.vb
        if legend is None or not self._rows:
            return
        line = self.fontMetrics().height()
        for columns in (4, 1):
            legend.setColumnCount(columns)
            legend.updateSize()
            if legend.boundingRect().width() + 2 * _LEGEND_TOP <= view.width():
                break
        needed = legend.boundingRect().height() + 2 * _LEGEND_TOP
        share = min(0.7, needed / max(1.0, view.height()))
        if not self._lying:
            step = 20 if view.height() >= _FINE * line else 50
            ticks = [(percent, str(percent)) for percent in range(0, 101, step)]
            self.plot.getAxis("left").setTicks([ticks])
            self._span(0, 100 / (1 - share))
            return
        half = QFontMetricsF(self.theme.font(CAPTION)).horizontalAdvance("100") / 2 + 1
        beside = max(_BESIDE, 100 * half / max(1.0, view.width() - 2 * half))
        self._span(-beside, 100 + beside)
        end = max(len(self._rows), _FEWEST) - 0.4
        room = (end + _WIDTH / 2) * share / (1 - share)
        self.plot.setYRange(min(-1.4, -_WIDTH / 2 - room), end, padding=0)

    def _brush(self, part: BarPart) -> QBrush:
        pattern = Qt.BrushStyle.BDiagPattern if part is BarPart.BAD else Qt.BrushStyle.SolidPattern
        return QBrush(colour_of(self.theme.theme, part), pattern)

    def _times(self, played: list[tuple[int, Bar]]) -> None:
        heights = [row.milliseconds for _, row in played]
        brush = QBrush(self.theme.theme.colour("accent"))
        self._bar([place for place, _ in played], [0.0] * len(played), heights, brush, "")
        self._span(0, 1.1 * max(heights, default=0.0) or 1.0)

    def _strengths(self, played: list[tuple[int, Bar]]) -> None:
        """Draw Elo with its interval; what has no bound ends in an arrow that points out."""
        rated = [(place, row.elo) for place, row in played if row.elo is not None]
        low, high = _elo_ends([elo for _, elo in rated])
        colour = self.theme.theme.colour("accent")
        pen = pg.mkPen(colour, width=2 * self.devicePixelRatioF())
        edge = pg.mkPen(self.theme.theme.colour("muted"), style=Qt.PenStyle.DashLine)
        self.plot.addItem(pg.InfiniteLine(pos=0, angle=90 if self._lying else 0, pen=edge))
        for place, elo in rated:
            ends = [min(max(end, low), high) for end in (elo.low, elo.value, elo.high)]
            self._interval(place, ends, pen)
            points = [(ends[1], "o")] if isfinite(elo.value) and elo.is_known else []
            bounds = zip((elo.low, elo.high), self._arrows, strict=True)
            points += [(low if end < 0 else high, arrow) for end, arrow in bounds
                       if not isfinite(end)]  # fmt: skip
            for value, symbol in points:
                at = ([value], [place]) if self._lying else ([place], [value])
                self.plot.plot(
                    *at, pen=None, symbol=symbol, symbolBrush=colour, symbolPen=None, symbolSize=9
                )
        margin = (high - low) * 0.05
        self._span(low - margin, high + margin)

    @property
    def _arrows(self) -> tuple[str, str]:
        """The symbols that point out of the chart at its low and its high end."""
        return ("t3", "t2") if self._lying else ("t", "t1")

    def _interval(self, place: int, ends: list[float], pen: object) -> None:
        low, middle, high = ends
        one, value = np.array([float(place)]), np.array([middle])
        over, under = np.array([high - middle]), np.array([middle - low])
        if self._lying:
            item = pg.ErrorBarItem(x=value, y=one, right=over, left=under, beam=0.2, pen=pen)
        else:
            item = pg.ErrorBarItem(x=one, y=value, top=over, bottom=under, beam=0.2, pen=pen)
        self.plot.addItem(item)

    # --- values under the mouse -----------------------------------------------------------

    def told(self, row: Bar) -> str:
        """Return a row's numbers as a sentence."""
        games = tr("{count} games", n=row.games, one="1 game", count=f"{row.games:,}")
        if self._kind == TIME:
            return tr("{row}: {time} ms a game, {games}", row=row.label,
                      time=f"{row.milliseconds:.3g}", games=games)  # fmt: skip
        if self._kind == STRENGTH:
            return tr("{row}: {elo} Elo, {games}", row=row.label, elo=elo_text(row.elo),
                      games=games)  # fmt: skip
        shares = [
            tr("{part} {share} % ({count})", part=part.title, share=f"{share:.1f}", count=count)
            for part, share, count in zip(self._parts, row.shares, row.counts, strict=True)
        ]
        return tr("{row}: {shares}; {games}", row=row.label, shares=listed(shares), games=games)

    @Slot(object)
    def _mouse_moved(self, place: QPointF) -> None:
        at = self.plot.plotItem.vb.mapSceneToView(place)
        row = round(at.y() if self._lying else at.x())
        inside = self.plot.plotItem.vb.sceneBoundingRect().contains(place)
        if inside and 0 <= row < len(self._rows) and self._rows[row].games:
            QToolTip.showText(QCursor.pos(), unmarked(self.told(self._rows[row])), self)
        else:
            QToolTip.hideText()

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        # When the mouse rests, a scene shows its items' tooltips. They have none: ours would go.
        return event.type() == QEvent.Type.ToolTip or super().eventFilter(watched, event)

    @handler
    def leaveEvent(self, event: object) -> None:  # noqa: D102
        QToolTip.hideText()

    @Slot()
    def restyle(self) -> None:
        """Take the theme's colours and fonts over."""
        super().restyle()
        self._empty.setFont(self.theme.font(TITLE))
        legend = self.plot.plotItem.legend
        if legend is not None:
            legend.setLabelTextColor(self.theme.theme.colour("ink"))
            legend.setLabelTextSize(self.letters)
        if self._summary is not None:
            self.show_summary(self._summary, self._title)


def _elo_ends(rated: Sequence[Interval]) -> tuple[float, float]:
    """Return what a chart of strengths must hold, in round numbers."""
    all_ends = [end for elo in rated for end in (elo.low, elo.value, elo.high)]
    known = [end for end in all_ends if isfinite(end)]
    low, high = min([*known, -_ROUND_ELO]), max([*known, _ROUND_ELO])
    if -np.inf in all_ends:
        low -= _BEYOND
    if np.inf in all_ends:
        high += _BEYOND
    return floor(low / _ROUND_ELO) * _ROUND_ELO, ceil(high / _ROUND_ELO) * _ROUND_ELO
