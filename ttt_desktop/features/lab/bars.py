"""The colours of outcomes, and small bars of them. Nothing of pyqtgraph is loaded."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from engine.tournament import Summary
from ttt_desktop.features.lab.preset_pictures import draw_stacks
from ttt_desktop.features.lab.rows import BarPart, parts_of, rows_of
from ttt_desktop.look.colours import Theme


def colour_of(theme: Theme, part: BarPart) -> QColor:
    """Return the colour of one kind of outcomes. Players who take turns with X have neither's."""
    first, second = theme.series[2], theme.series[3]
    return QColor({
        BarPart.X: theme.x, BarPart.O: theme.o, BarPart.FIRST: first, BarPart.SECOND: second,
        BarPart.TIES: theme.edge, BarPart.BAD: theme.ink,
    }[part])  # fmt: skip


def draw_bars(painter: QPainter, box: QRectF, theme: Theme, summary: Summary) -> None:
    """Paint a bar for each row of a tournament; a row without a game is a pale one."""
    standings = summary.standings
    parts = parts_of(standings)
    colours = [colour_of(theme, part) for part in parts]
    colours.append(theme.colour("sunken"))
    rows = [(*row.counts, 0 if row.games else 1) for row in rows_of(standings)]
    draw_stacks(painter, box, colours, rows, 1 if len(rows) > 16 else 3)
