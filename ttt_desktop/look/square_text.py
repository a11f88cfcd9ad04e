"""Numbers on squares: one size for a whole board, and none where it could not be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from ttt_desktop.look.theme import ThemeManager

MIN_PIXELS = 8
_WIDEST = "+88.8k"
_WIDEST_COMPACT = "+8.8k"
_USUAL = len(_WIDEST_COMPACT)
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
        theme: the font.
        height: the letters' height as a share of the square's side.
        width: the share of the square's side that a number may take.
        largest: the largest letters, in pixels, at the usual text size.
        weight: the font's weight.
    """

    def __init__(
        self,
        theme: ThemeManager,
        height: float,
        width: float,
        largest: int,
        weight: QFont.Weight = QFont.Weight.Normal,
    ) -> None:
        self._theme = theme
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
            self._fitted[pixels] = self._try(pixels, _WIDEST, False) or self._try(
                pixels, _WIDEST_COMPACT, True
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
