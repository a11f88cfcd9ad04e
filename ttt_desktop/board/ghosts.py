"""Moves that are not on the board, drawn over it: faint marks with their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from engine import EMPTY, Square, switch_player
from ttt_desktop.look.colormap import ink_on
from ttt_desktop.look.marks import draw_mark, mark_colour
from ttt_desktop.look.theme import ThemeManager

Place = Callable[[Square], QRectF]
"""Returns where a square is."""

FAINT, CLEAR = 0.55, 0.85
"""How much of a mark's ink there is: of one move, and of moves with numbers."""


def draw_ghost(
    painter: QPainter, cell: QRectF, mark: int, theme: ThemeManager, share: float = FAINT
) -> None:
    """Draw a mark in faint ink."""
    if mark == EMPTY:
        return
    painter.save()
    painter.setOpacity(share)
    draw_mark(painter, cell, mark, mark_colour(theme.theme, mark), look=theme.theme.look)
    painter.restore()


def draw_steps(
    painter: QPainter,
    place: Place,
    moves: Sequence[Square],
    player: int,
    theme: ThemeManager,
    font: QFont,
) -> None:
    """Draw moves that follow one another, with their numbers.

    Args:
        player: who makes the first one.
    """
    for number, square in enumerate(moves, start=1):
        cell = place(square)
        draw_ghost(painter, cell, player, theme, CLEAR)
        draw_badge(painter, cell, str(number), mark_colour(theme.theme, player), font)
        player = switch_player(player)


def draw_badge(painter: QPainter, cell: QRectF, text: str, colour: QColor, font: QFont) -> None:
    """Draw a sign or a number on a coloured ground, at a square's upper right."""
    side = max(13.0, cell.width() * 0.28)
    centre = QPointF(cell.right() - side * 0.6, cell.top() + side * 0.6)
    box = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(box)
    sized = QFont(font)
    sized.setPixelSize(max(8, round(side * (0.62 if len(text) < 2 else 0.5))))
    sized.setBold(True)
    painter.setFont(sized)
    painter.setPen(QColor(*ink_on((colour.red(), colour.green(), colour.blue()))))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
