"""How a square of the game's board looks, on screen and in exported pictures alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from engine import EMPTY
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.square_text import SquareText
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.tiles import draw_ring, draw_tile, heat_colours, tile_of

_DASHED_FROM = 24.0
"""Squares smaller than this, in pixels, get no dashed frame: it would not be seen as one."""


_DOTTED_FROM = 48.0
"""Squares smaller than this are tinted where the last mark was put: a dot would be too small."""

_GHOST = 0.3


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


class SquarePainter:
    """Paints squares of a board.

    Args:
        theme: colours and fonts.
    """

    def __init__(self, theme: ThemeManager) -> None:
        self._theme = theme
        self._text = SquareText(theme, 0.3, 0.88, 28)
        self._beside_mark = SquareText(theme, 0.12, 0.88, 18)  # under the mark, where there is room

    def draw(self, painter: QPainter, rect: QRectF, look: SquareLook) -> None:
        """Paint a square into ``rect``; antialiasing is on."""
        theme, tile = self._theme.theme, tile_of(rect)
        draw_tile(painter, tile, self._ground(look, tile.width()))
        if look.mark != EMPTY:
            ink = mark_colour(theme, look.mark)
            draw_mark(painter, rect, look.mark, ink, look.progress, theme.by_hand)
        elif look.ghost != EMPTY:
            ink = mark_colour(theme, look.ghost)
            ink.setAlphaF(_GHOST)
            draw_mark(painter, rect, look.ghost, ink, by_hand=theme.by_hand)
        if look.last and tile.width() >= _DOTTED_FROM:
            self._draw_last(painter, tile, mark_colour(theme, look.mark))
        if look.heat is not None:
            self._draw_score(painter, tile, look)

    def ink(self, look: SquareLook) -> QColor:
        """Return the colour that reads on a square's ground."""
        if look.mark == EMPTY and look.heat is not None:
            return heat_colours(self._theme, look.heat, look.strength)[1]
        return self._theme.theme.colour("text")

    def _ground(self, look: SquareLook, width: float) -> QColor:
        theme = self._theme.theme
        if look.winning:
            return theme.colour("tile_loss" if look.losing else "tile_win")
        if look.mark == EMPTY and look.heat is not None:
            return heat_colours(self._theme, look.heat, look.strength)[0]
        if look.last and width < _DOTTED_FROM:
            return theme.colour("tile_last")
        return theme.colour("tile_hover" if look.hovered and look.mark == EMPTY else "tile")

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
            self._text.write(painter, tile.width(), box, place, look.text, ink)
        else:
            place = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            muted = self._theme.theme.colour("muted")
            self._beside_mark.write(painter, tile.width(), box, place, look.text, muted)
        if look.best:
            draw_ring(painter, tile, ink, max(1.5, tile.width() * 0.03))
        elif look.close and tile.width() >= _DASHED_FROM:
            draw_ring(painter, tile, ink, max(1.0, tile.width() * 0.015), dashed=True)
