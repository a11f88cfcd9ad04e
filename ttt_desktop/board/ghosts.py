"""Moves that are not on the board, drawn over it: faint marks with their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter

from engine import EMPTY, Square, switch_player
from ttt_desktop.look.marks import draw_mark, faint, mark_colour
from ttt_desktop.look.signs import draw_badge
from ttt_desktop.look.theme import ThemeManager

Place = Callable[[Square], QRectF]
"""Returns where a square is."""

CLEAR = 0.85
"""How much there is of marks that have numbers."""


def draw_ghost(
    painter: QPainter,
    cell: QRectF,
    mark: int,
    theme: ThemeManager,
    share: float | None = None,
) -> None:
    """Draw a mark that is not on the board.

    Args:
        share: how much there is of it, from 0 to 1; None for what is usual in the look.
    """
    if mark != EMPTY:
        colour = faint(theme.theme, mark, share)
        seed = round(cell.x() + 31 * cell.y())
        draw_mark(painter, cell, mark, colour, look=theme.theme.look, seed=seed)


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
