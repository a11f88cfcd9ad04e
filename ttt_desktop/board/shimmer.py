"""The machine's thoughts on the board: empty squares glow in the colours of their scores.

Only what moves is painted: the empty board under it is a kept picture (see ``GridView``), plain
squares cost nothing, and the timer stops once nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp

from PySide6.QtCore import QElapsedTimer, QObject, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from engine import EMPTY, Square
from ttt_desktop.look.colormap import shade
from ttt_desktop.look.colours import STONES
from ttt_desktop.look.grounds import draw_tile, tile_of
from ttt_desktop.look.measures import FADE_MS, SMOOTH_MS
from ttt_desktop.look.theme import Dress
from ttt_desktop.session.board_model import BoardModel

_FRAME_MS = 16
"""How long one picture stays, in milliseconds."""

_STILL = 0.004
"""A change of strength that nobody sees."""

_LEAST, _MOST = 0.12, 0.87
"""How strong the colour of zero is, and of the ends of the scale, on squares that were tried."""

_ROUND_UP_TO = 12
"""Boards with longer sides have square corners while they glow: round ones cost three times as
much, and are not seen."""

_FAINT = 0.22
"""Dots that would be fainter are left out: wood with a dot on every square tells nothing."""

_DOT, _DOT_GROWTH = 0.17, 0.24
"""The radius of a dot on wood, and what is added for the best, as shares of a square's side."""


@dataclass(slots=True)
class Glow:
    """What is seen of a square's score.

    Attributes:
        value: the score on the scale of the heat map, from -1 to +1.
        strength: how much of its colour there is, from 0 to 1.
    """

    value: float
    strength: float


def glows_of(model: BoardModel) -> dict[Square, Glow]:
    """Return what the newest search says of each empty square: the more it tried, the stronger."""
    glows, side = {}, range(model.dim)
    for square in ((row, col) for row in side for col in side):
        heat = model.heat(square) if model.mark(square) == EMPTY else None
        if heat is not None:
            value = max(-1.0, min(1.0, heat.shade))
            tried = heat.strength * heat.size**2
            glows[square] = Glow(value, tried * (_LEAST + (_MOST - _LEAST) * abs(value)))
    return glows


class Shimmer(QObject):
    """Lets squares follow their scores smoothly, and fade once the machine has moved.

    Attributes:
        shown: what is seen now.

    Signals:
        moved(tuple): a first and a last square; some between them look different now.
    """

    moved = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shown: dict[Square, Glow] = {}
        self._wanted: Mapping[Square, Glow] = {}
        self._fading, self._faded = False, 0.0
        self._clock = QElapsedTimer()
        self._timer = QTimer(self, interval=_FRAME_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)

    @property
    def moves(self) -> bool:
        """Whether anything changes by itself now."""
        return self._timer.isActive()

    def follow(self, wanted: Mapping[Square, Glow]) -> None:
        """Have squares take other colours, little by little."""
        self._wanted, self._fading = wanted, False
        self._start()

    def fade(self) -> None:
        """Have all colours fade."""
        if self.shown and not self._fading:
            self._fading = True
            self._wanted = {square: Glow(glow.value, glow.strength)
                            for square, glow in self.shown.items()}  # fmt: skip
            self._faded = 0.0
            self._start()

    def clear(self) -> None:
        """Have no square glow, at once."""
        self._timer.stop()
        squares = list(self.shown)
        self.shown.clear()
        self._wanted, self._fading = {}, False
        self._tell(squares)

    def _start(self) -> None:
        if not self._timer.isActive():
            self._clock.start()
            self._timer.start()

    @Slot()
    def _tick(self) -> None:
        self.advance(max(1, self._clock.restart()))

    def advance(self, ms: float) -> None:
        """Let some time pass, in milliseconds."""
        moved = self._fade_on(ms) if self._fading else self._follow_on(ms)
        if moved:
            self._tell(moved)
        else:
            self._timer.stop()

    def _follow_on(self, ms: float) -> list[Square]:
        share, moved = 1 - exp(-ms / SMOOTH_MS), []
        for square in self.shown.keys() | self._wanted.keys():
            wanted = self._wanted.get(square)
            shown = self.shown.setdefault(square, Glow(wanted.value if wanted else 0.0, 0.0))
            off = (wanted.strength if wanted else 0.0) - shown.strength
            turn = wanted.value - shown.value if wanted else 0.0
            if abs(off) > _STILL or abs(turn) > _STILL:
                shown.strength += off * share
                shown.value += turn * share
                moved.append(square)
        return moved

    def _fade_on(self, ms: float) -> list[Square]:
        moved = list(self.shown)
        self._faded += ms / FADE_MS
        if self._faded >= 1:
            self.shown.clear()
            self._wanted, self._fading = {}, False
        else:
            for square, glow in self.shown.items():
                glow.strength = self._wanted[square].strength * (1 - self._faded)
        return moved

    def _tell(self, squares: list[Square]) -> None:
        """Tell the corners of what changed: one rectangle costs less than many small ones."""
        if squares:
            rows, cols = zip(*squares, strict=True)
            self.moved.emit(((min(rows), min(cols)), (max(rows), max(cols))))


def draw_glow(painter: QPainter, cell: QRectF, glow: Glow, dress: Dress, size: int) -> None:
    """Paint a square's glow: a tile's colour, or a dot on wood that grows and brightens.

    Args:
        painter: paints the board.
        cell: all of the square.
        glow: how it glows.
        dress: the look of the board.
        size: how many squares a side of it has.
    """
    value, strength = round(glow.value * _STEPS), round(glow.strength * _STEPS)
    if strength <= 0:
        return
    if dress.theme.look != STONES:
        colour = _tint(value, strength, dress.palette)
        if size <= _ROUND_UP_TO:
            draw_tile(painter, tile_of(cell), colour)
        else:
            painter.fillRect(tile_of(cell).toRect(), colour)
        return
    if glow.strength < _FAINT:
        return
    rim, ratio = dress.theme.board, painter.device().devicePixelRatioF()
    if size <= _ROUND_UP_TO:
        _draw_dot(painter, cell, value, strength, dress.palette, rim)
    else:
        coarse = value // _COARSE * _COARSE, strength // _COARSE * _COARSE
        painter.drawPixmap(cell.topLeft(), _dot(*coarse, cell.width(), dress.palette, rim, ratio))


_STEPS, _COARSE = 64, 4
"""Steps of a colour and of its strength; on large boards dots are kept as pictures, and fewer."""


@lru_cache(maxsize=4096)
def _tint(value: int, strength: int, palette: str) -> QColor:
    colour = QColor(*shade(value / _STEPS, palette))
    colour.setAlphaF(strength / _STEPS)
    return colour


@lru_cache(maxsize=1024)
def _dot(value: int, strength: int, side: float, palette: str, rim: str, ratio: float) -> QPixmap:
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_dot(painter, QRectF(0, 0, side, side), value, strength, palette, rim)
    painter.end()
    return picture


def _draw_dot(
    painter: QPainter, cell: QRectF, value: int, strength: int, palette: str, rim: str
) -> None:
    """Draw a dot: a bad move's stays small, and the rim stands out from wood."""
    side, promise, there = cell.width(), (1 + value / _STEPS) / 2, strength / _STEPS
    colour, edge = QColor(*shade(value / _STEPS, palette)), QColor(rim)
    colour.setAlphaF(min(1.0, there * 1.3))
    edge.setAlphaF(min(1.0, there * 1.2))
    radius = side * (_DOT + _DOT_GROWTH * promise * min(1.0, there / _MOST))
    painter.setPen(QPen(edge, max(1.0, side * 0.035)))
    painter.setBrush(colour)
    painter.drawEllipse(cell.center(), radius, radius)
