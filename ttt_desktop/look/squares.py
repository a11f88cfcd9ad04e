"""How squares of a board look, wherever one is painted: ground, frames, numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from engine import EMPTY, Square, switch_player
from ttt_desktop.look.colormap import RGB, blend, ink_on, shade
from ttt_desktop.look.colours import STONES, Theme
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.theme import Dress

_SEEN_RADIUS = 2.0
_HEAT_STEPS = 128
_STRENGTH_STEPS = 8
_FAINTEST = 0.25


@lru_cache(maxsize=2048)
def _heat_colours(palette: str, step: int, strength: int, tile: str) -> tuple[QColor, QColor]:
    ground = shade(step / _HEAT_STEPS, palette)
    if strength < _STRENGTH_STEPS:
        share = _FAINTEST + (1 - _FAINTEST) * strength / _STRENGTH_STEPS
        ground = blend(_rgb(tile), ground, share)
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


def tile_of(rect: QRectF) -> QRectF:
    """Return the painted part of a square: a little less than all of it."""
    gap = max(0.75, rect.width() * 0.02)
    return rect.adjusted(gap, gap, -gap, -gap)


def draw_tile(painter: QPainter, tile: QRectF, colour: QColor) -> None:
    """Paint a square's ground, with corners rounded after its size."""
    radius = min(8.0, tile.width() * 0.09)
    if radius < _SEEN_RADIUS:
        painter.fillRect(tile, colour)  # many times faster, and no eye tells the difference
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(tile, radius, radius)


def draw_spot(painter: QPainter, tile: QRectF, colour: QColor) -> None:
    """Paint a score's colour as a round spot: what a wooden board has in place of a tile."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(tile)


def draw_ring(
    painter: QPainter,
    tile: QRectF,
    colour: QColor,
    width: float,
    dashed: bool = False,
    round_: bool = False,
) -> None:
    """Paint a frame just inside a square's edge, or a spot's."""
    inset = width / 2 + 0.5
    radius = tile.width() / 2 - inset if round_ else min(8.0, tile.width() * 0.09)
    style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
    painter.setPen(QPen(colour, width, style))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(tile.adjusted(inset, inset, -inset, -inset), radius, radius)


def draw_focus(painter: QPainter, tile: QRectF, theme: Theme) -> None:
    """Paint a ring of two colours, of which one stands out on any ground: the keyboard is here."""
    width = max(2.0, tile.width() * 0.04)
    draw_ring(painter, tile, theme.colour("accent_ink"), width)
    draw_ring(painter, tile, theme.colour("ink"), width, dashed=True)


def _rgb(name: str) -> RGB:
    colour = QColor(name)
    return colour.red(), colour.green(), colour.blue()


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


_DASHED_FROM = 24.0
"""Squares smaller than this, in pixels, get no dashed frame: it would not be seen as one."""


_DOTTED_FROM = 48.0
"""Squares smaller than this are tinted where the last mark was put: a dot would be too small."""

_GHOST = 0.3
_LAST_STONE, _LAST_SIZE = QColor("#e2543f"), 0.12
"""The dot on the last stone: seen on black and on white; its radius, as a share of the side."""
_FOUL_SIZE = 0.3
"""How large the sign of a foul is, as a share of a square's tile."""

_STAR = 0.1
"""The radius of a wooden board's dots, as a share of a square's side."""


@dataclass(slots=True)
class SquareLook:
    """What is to be seen on a square.

    Attributes:
        mark: EMPTY, PLAYERX or PLAYERO.
        heat: its score from -1 to +1, or None where none is shown.
        text: gives the number to write, in its compact form where called with True.
        strength: how much is known of the score, from 0 to 1.
        best, close: whether it is the best square, or too close to it to call.
        winning: whether it is part of the line that ended the game.
        losing: whether that line lost the game: the reverse game.
        last: whether the last mark was put here.
        hovered: whether the mouse is over it.
        ghost: the mark that a click there would make; EMPTY for none.
        progress: how much of its mark is drawn, from 0 to 1.
        number: which move put its mark there, to be written on a stone; 0 for none.
        seed: fixes how a mark that is drawn by hand turns out.
        beyond: whether the board goes on to the left, to the right, above and below.
        star: whether a wooden board has a dot here.
        foul: whether X must not move here.
    """

    mark: int
    heat: float | None = None
    text: Callable[[bool], str] = lambda _compact: ""
    strength: float = 1.0
    best: bool = False
    close: bool = False
    winning: bool = False
    losing: bool = False
    last: bool = False
    hovered: bool = False
    ghost: int = EMPTY
    progress: float = 1.0
    number: int = 0
    seed: int = 0
    beyond: tuple[bool, bool, bool, bool] = (True, True, True, True)
    star: bool = False
    foul: bool = False


_STARS_FROM, _FAR_FROM, _MIDDLES_FROM = 7, 12, 17
"""The sides from which a board has dots, further in, and at the middles of its edges too."""


def is_star(square: Square, size: int) -> bool:
    """Whether a wooden board of a size has a dot on a square, so that the eye finds its way."""
    if size < _STARS_FROM:
        return False
    in_, middle = (2 if size < _FAR_FROM else 3), size // 2
    corners, odd = {in_, size - 1 - in_}, bool(size % 2)
    if set(square) <= corners or (odd and square == (middle, middle)):
        return True
    return odd and size >= _MIDDLES_FROM and set(square) <= {*corners, middle}


def draw_crossing(
    painter: QPainter,
    rect: QRectF,
    wood: QColor,
    ink: QColor,
    beyond: tuple[bool, ...],
    star: bool = False,
) -> None:
    """Paint a piece of a wooden board: all of a square's ground, and lines that cross in it."""
    painter.fillRect(rect.toAlignedRect(), wood)  # no seams between squares
    middle, pen = rect.center(), QPen(ink, max(1.0, rect.width() * 0.02))
    painter.setPen(pen)
    left, right, above, below = beyond
    painter.drawLine(
        QPointF(rect.left() if left else middle.x(), middle.y()),
        QPointF(rect.right() if right else middle.x(), middle.y()),
    )
    painter.drawLine(
        QPointF(middle.x(), rect.top() if above else middle.y()),
        QPointF(middle.x(), rect.bottom() if below else middle.y()),
    )
    if star:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(middle, rect.width() * _STAR, rect.width() * _STAR)


class SquarePainter:
    """Paints squares of a board."""

    def __init__(self, theme: Dress) -> None:
        self._theme = theme
        self._text = SquareText(theme, 0.3, 0.88, 28)
        self._on_stone = SquareText(theme, 0.42, 0.7, 48, QFont.Weight.DemiBold, ("888", "88"))
        self._beside_mark = SquareText(theme, 0.12, 0.88, 18)  # under the mark, where there is room

    def draw(self, painter: QPainter, rect: QRectF, look: SquareLook) -> None:
        """Paint a square into ``rect``; antialiasing is on."""
        theme, tile = self._theme.theme, tile_of(rect)
        ground = self._ground(look, tile.width())
        if theme.look != STONES:
            draw_tile(painter, tile, ground)
        else:
            scored = look.mark == EMPTY and look.heat is not None
            wood = theme.colour("tile") if scored else ground
            draw_crossing(painter, rect, wood, theme.colour("board"), look.beyond, look.star)
            if scored:
                draw_spot(painter, tile, ground)
        if look.mark != EMPTY:
            ink = mark_colour(theme, look.mark)
            draw_mark(painter, rect, look.mark, ink, look.progress, theme.look, look.seed)
            if look.number and theme.look == STONES:
                other = mark_colour(theme, switch_player(look.mark))
                place = Qt.AlignmentFlag.AlignCenter
                self._on_stone.write(
                    painter, tile.width(), tile, place, lambda _: str(look.number), other
                )
        elif look.ghost != EMPTY:
            ink = mark_colour(theme, look.ghost)
            ink.setAlphaF(_GHOST)
            draw_mark(painter, rect, look.ghost, ink, look=theme.look, seed=look.seed)
        if look.foul:
            self._draw_foul(painter, tile)
        if look.last and theme.look == STONES:
            if not look.number:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(_LAST_STONE)
                size = rect.width() * _LAST_SIZE
                painter.drawEllipse(rect.center(), size, size)
        elif look.last and tile.width() >= _DOTTED_FROM:
            self._draw_last(painter, tile, mark_colour(theme, look.mark))
        if look.heat is not None:
            self._draw_score(painter, tile, look)

    def ink(self, look: SquareLook) -> QColor:
        """Return the colour that reads on a square's ground."""
        if look.mark == EMPTY and look.heat is not None:
            return heat_colours(self._theme, look.heat, look.strength)[1]
        return self._theme.theme.colour("ink")

    def _ground(self, look: SquareLook, width: float) -> QColor:
        theme = self._theme.theme
        if look.winning:
            return theme.colour("tile_loss" if look.losing else "tile_win")
        if look.mark == EMPTY and look.heat is not None:
            return heat_colours(self._theme, look.heat, look.strength)[0]
        if look.last and width < _DOTTED_FROM:
            return theme.colour("tile_last")
        return theme.colour("tile_hover" if look.hovered and look.mark == EMPTY else "tile")

    def _draw_foul(self, painter: QPainter, tile: QRectF) -> None:
        """Mark a foul with a small bar, as a road sign that forbids to enter."""
        size = max(5.0, tile.width() * _FOUL_SIZE)
        disc = QRectF(0, 0, size, size)
        disc.moveCenter(tile.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.theme.colour("wrong"))
        painter.drawEllipse(disc)
        bar = QRectF(0, 0, size * 0.6, max(1.0, size * 0.18))
        bar.moveCenter(tile.center())
        painter.fillRect(bar, self._theme.theme.colour("tile"))

    @staticmethod
    def _draw_last(painter: QPainter, tile: QRectF, ink: QColor) -> None:
        """Mark the last move with a dot in the upper right corner."""
        size = max(3.0, tile.width() * 0.08)
        inset = max(2.0, tile.width() * 0.07)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(QRectF(tile.right() - inset - size, tile.top() + inset, size, size))

    def _draw_score(self, painter: QPainter, tile: QRectF, look: SquareLook) -> None:
        """Write the score in the middle, or beside a mark, and frame the best squares."""
        inset = tile.width() * 0.06
        box = tile.adjusted(inset, inset, -inset, -inset)
        ink = self.ink(look)
        if look.mark == EMPTY:
            place = Qt.AlignmentFlag.AlignCenter
            side = tile.width() * (_IN_SPOT if self._theme.theme.look == STONES else 1.0)
            self._text.write(painter, side, box, place, look.text, ink)
        else:
            place = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            muted = self._theme.theme.colour("muted")
            below = box.adjusted(0, 0, 0, inset / 3)  # clear of the mark, and of a frame
            self._beside_mark.write(painter, tile.width(), below, place, look.text, muted)
        spot = self._theme.theme.look == STONES and look.mark == EMPTY
        if look.best:
            draw_ring(painter, tile, ink, max(1.5, tile.width() * 0.03), round_=spot)
        elif look.close and tile.width() >= _DASHED_FROM:
            width = max(1.0, tile.width() * 0.015)
            draw_ring(painter, tile, ink, width, dashed=True, round_=spot)
