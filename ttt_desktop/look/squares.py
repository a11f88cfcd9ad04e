"""What is on the squares of a board, wherever one is painted: marks, scores, numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from engine import EMPTY, switch_player
from ttt_desktop.look.colormap import blend, ink_on, readable, rgb_of, shade
from ttt_desktop.look.colours import CONTRAST, STONES, TILES, sign_colour
from ttt_desktop.look.grounds import draw_tile, tile_of
from ttt_desktop.look.marks import STONE, draw_mark, faint, mark_colour
from ttt_desktop.look.signs import Sign, draw_sign
from ttt_desktop.look.theme import Dress

_HEAT_STEPS = 128
_STRENGTH_STEPS = 8
_FAINTEST = 0.25


@lru_cache(maxsize=2048)
def _heat_colours(palette: str, step: int, strength: int, tile: str) -> tuple[QColor, QColor]:
    ground = shade(step / _HEAT_STEPS, palette)
    if strength < _STRENGTH_STEPS:
        share = _FAINTEST + (1 - _FAINTEST) * strength / _STRENGTH_STEPS
        ground = blend(rgb_of(QColor(tile)), ground, share)
    return QColor(*ground), QColor(*ink_on(ground))


def heat_colours(theme: Dress, heat: float, strength: float = 1.0) -> tuple[QColor, QColor]:
    """Return the ground of a square with a score from -1 to +1, and the ink that reads on it.

    Args:
        theme: the palette, and the colour of a plain tile.
        heat: the score on the scale of the heat map.
        strength: how much is known of the score, from 0 to 1: less makes it fainter.
    """
    step = round(max(-1.0, min(1.0, heat)) * _HEAT_STEPS)
    return _heat_colours(theme.palette, step, int(strength * _STRENGTH_STEPS), theme.theme.tile)


def draw_spot(painter: QPainter, tile: QRectF, colour: QColor, rim: QColor) -> None:
    """Paint a score's colour as a round spot: what a wooden board has in place of a tile.

    Args:
        rim: a dark colour: without it, a bright spot would not stand out from wood.
    """
    painter.setPen(QPen(rim, max(0.75, tile.width() * 0.03)))
    painter.setBrush(colour)
    painter.drawEllipse(tile)


def spot_of(cell: QRectF) -> QRectF:
    """Return where a wooden board has a spot: as large as a stone."""
    inset = cell.width() * (0.5 - STONE)
    return cell.adjusted(inset, inset, -inset, -inset)


MIN_PIXELS = 8
_WIDEST = "+88.8k"
_WIDEST_COMPACT = "+8.8k"
_USUAL = len(_WIDEST_COMPACT)
_IN_SPOT = 0.84
"""How much smaller numbers are in a round spot than on a tile."""
_WHOLE = 0.94
"""The share of a square's side that a long number may take."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """How the numbers on squares of one size are written."""

    font: QFont
    compact: bool


class SquareText:
    """Fits numbers into squares.

    Args:
        height: the letters' height as a share of the square's side.
        width: the share of the square's side that a number may take.
        largest: the largest letters, in pixels, at the usual text size.
        weight: the font's weight.
        widest: numbers that are to fit, in full and in their compact form.
    """

    def __init__(
        self,
        theme: Dress,
        height: float,
        width: float,
        largest: int,
        weight: QFont.Weight = QFont.Weight.Normal,
        widest: tuple[str, str] = (_WIDEST, _WIDEST_COMPACT),
    ) -> None:
        self._theme = theme
        self._widest = widest
        self._height, self._width, self._largest, self._weight = height, width, largest, weight
        self._fitted: dict[int, Lettering | None] = {}
        self._revision = theme.revision

    def fit(self, side: float) -> Lettering | None:
        """Return how to write on squares of ``side`` pixels, or None where nothing fits."""
        pixels = round(side)
        if self._revision != self._theme.revision:
            self._revision = self._theme.revision
            self._fitted.clear()
        if pixels not in self._fitted:
            usual, compact = self._widest
            self._fitted[pixels] = self._try(pixels, usual, False) or self._try(
                pixels, compact, True
            )
        return self._fitted[pixels]

    def write(
        self,
        painter: QPainter,
        side: float,
        box: QRectF,
        place: Qt.AlignmentFlag,
        text: Callable[[bool], str],
        ink: QColor,
    ) -> None:
        """Write into ``box`` what fits squares of ``side`` pixels: all of it, or nothing.

        ``text`` gives the number, in its compact form where it is called with True.
        """
        lettering = self.fit(side)
        if lettering is None:
            return
        written = text(lettering.compact)
        if len(written) > _USUAL:  # the rest is known to fit
            lettering, written = _fitted(lettering, text, min(box.width(), side * _WHOLE))
        painter.setFont(lettering.font)
        painter.setPen(ink)
        painter.drawText(box, place, written)

    def _try(self, side: int, widest: str, compact: bool) -> Lettering | None:
        font = self._theme.font(weight=self._weight)
        largest = round(self._largest * max(1.0, self._theme.text_scale))
        pixels = max(MIN_PIXELS, min(largest, round(side * self._height)))
        font.setPixelSize(pixels)
        width = QFontMetricsF(font).horizontalAdvance(widest)
        if width > side * self._width:
            pixels = int(pixels * side * self._width / width)
            if pixels < MIN_PIXELS:
                return None
            font.setPixelSize(pixels)
        return Lettering(font, compact)


def _fitted(
    lettering: Lettering, text: Callable[[bool], str], room: float
) -> tuple[Lettering, str]:
    """Return how to write a long number in ``room`` pixels, and what: compact, smaller, or ""."""
    for compact in (lettering.compact, True):
        written, metrics = text(compact), QFontMetricsF(lettering.font)
        width = max(map(metrics.horizontalAdvance, written.split("\n")))
        if width <= room:
            return lettering, written
    font = QFont(lettering.font)
    font.setPixelSize(int(font.pixelSize() * room / width))
    return Lettering(font, True), written if font.pixelSize() >= MIN_PIXELS else ""


_FOUL_SIZE = 0.3
"""How large the sign of a foul is, as a share of a square's tile."""


@dataclass(slots=True)
class SquareLook:
    """What is to be seen on a square.

    Attributes:
        mark: EMPTY, PLAYERX or PLAYERO.
        heat: its score from -1 to +1, or None where none is shown.
        text: gives the number to write, in its compact form where called with True.
        strength: how much is known of the score, from 0 to 1.
        best, close: whether it is the best square, or too close to it to call.
        last: whether the last mark was put here.
        hovered: whether the mouse is over it.
        ghost: the mark that a click there would make; EMPTY for none.
        progress: how much of its mark is drawn, from 0 to 1.
        number: which move put its mark there, to be written on a stone; 0 for none.
        seed: fixes how a mark that is drawn by hand turns out.
        foul: whether X must not move here.
    """

    mark: int
    heat: float | None = None
    text: Callable[[bool], str] = lambda _compact: ""
    strength: float = 1.0
    best: bool = False
    close: bool = False
    last: bool = False
    hovered: bool = False
    ghost: int = EMPTY
    progress: float = 1.0
    number: int = 0
    seed: int = 0
    foul: bool = False


class SquarePainter:
    """Paints what is on the squares of a board; their ground is painted (see ``grounds``)."""

    def __init__(self, theme: Dress) -> None:
        self._theme = theme
        self._text = SquareText(theme, 0.3, 0.88, 28)
        self._on_stone = SquareText(theme, 0.42, 0.7, 48, QFont.Weight.DemiBold, ("888", "88"))
        self._beside_mark = SquareText(theme, 0.12, 0.88, 18)  # under the mark, where there is room

    def draw(
        self, painter: QPainter, cell: QRectF, look: SquareLook, shift: QPointF | None = None
    ) -> None:
        """Paint a square's content; antialiasing is on.

        Args:
            painter: paints the board.
            cell: all of the square.
            look: what is to be seen there.
            shift: how far its mark is out of its place, in pixels; None where it is not.
        """
        theme = self._theme.theme
        if look.mark == EMPTY:
            self._draw_empty(painter, cell, look)
        place = cell if shift is None else cell.translated(shift)
        if look.mark != EMPTY:
            ink = mark_colour(theme, look.mark)
            draw_mark(painter, place, look.mark, ink, look.progress, theme.look, look.seed)
            if look.number and theme.look == STONES:
                other = mark_colour(theme, switch_player(look.mark))
                middle, side = Qt.AlignmentFlag.AlignCenter, cell.width()
                number = str(look.number)
                self._on_stone.write(painter, side, place, middle, lambda _: number, other)
        elif look.ghost != EMPTY:
            ghost = faint(theme, look.ghost)
            draw_mark(painter, cell, look.ghost, ghost, look=theme.look, seed=look.seed)
        if look.foul:
            self._draw_foul(painter, tile_of(place))
        if look.last and look.progress == 1:
            self._draw_last(painter, place, look)
        if look.heat is not None:
            self._draw_score(painter, cell, look)

    def ink(self, look: SquareLook) -> QColor:
        """Return the colour that reads on a square's ground."""
        if look.mark == EMPTY and look.heat is not None:
            return heat_colours(self._theme, look.heat, look.strength)[1]
        return self._theme.theme.colour("ink")

    def _draw_empty(self, painter: QPainter, cell: QRectF, look: SquareLook) -> None:
        """Paint the ground of an empty square, where that is not the board's."""
        theme = self._theme.theme
        if look.heat is not None:
            ground = heat_colours(self._theme, look.heat, look.strength)[0]
            if theme.look == STONES:
                draw_spot(painter, spot_of(cell), ground, theme.colour("board"))
            else:
                draw_tile(painter, tile_of(cell), ground)
        elif look.hovered and theme.look in (TILES, CONTRAST):
            draw_tile(painter, tile_of(cell), theme.colour("tile_hover"))

    def _draw_last(self, painter: QPainter, cell: QRectF, look: SquareLook) -> None:
        """Mark the last move; a stone that has its number is the last one by that."""
        theme, ink = self._theme.theme, None
        if theme.look == STONES:
            if look.number:
                return
            stone, accent = mark_colour(theme, look.mark), sign_colour(theme, "accent")
            ink = QColor(*readable(rgb_of(accent), rgb_of(stone)))
        draw_sign(painter, cell, Sign.LAST, theme, ink)

    def _draw_foul(self, painter: QPainter, tile: QRectF) -> None:
        """Mark a foul with a small bar, as a road sign that forbids to enter."""
        size = max(5.0, tile.width() * _FOUL_SIZE)
        disc = QRectF(0, 0, size, size)
        disc.moveCenter(tile.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(sign_colour(self._theme.theme, "wrong"))
        painter.drawEllipse(disc)
        bar = QRectF(0, 0, size * 0.6, max(1.0, size * 0.18))
        bar.moveCenter(tile.center())
        painter.fillRect(bar, self._theme.theme.colour("surface"))

    def _draw_score(self, painter: QPainter, cell: QRectF, look: SquareLook) -> None:
        """Write the score in the middle, or beside a mark, and frame the best squares."""
        tile, theme = tile_of(cell), self._theme.theme
        inset = tile.width() * 0.06
        box = tile.adjusted(inset, inset, -inset, -inset)
        ink = self.ink(look)
        if look.mark == EMPTY:
            place = Qt.AlignmentFlag.AlignCenter
            side = tile.width() * (_IN_SPOT if theme.look == STONES else 1.0)
            self._text.write(painter, side, box, place, look.text, ink)
        else:
            place = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            muted = theme.colour("muted")
            below = box.adjusted(0, 0, 0, inset / 3)  # clear of the mark, and of a frame
            self._beside_mark.write(painter, tile.width(), below, place, look.text, muted)
        if look.best or look.close:
            draw_sign(painter, cell, Sign.BEST if look.best else Sign.CLOSE, theme, ink)
