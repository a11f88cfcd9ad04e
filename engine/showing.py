"""What a notebook shows: a board in colours, and rows as a data frame."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any

from engine.board import EMPTY, STRMAP, Board
from engine.errors import Problem
from engine.rules import Square

_WORST, _MIDDLE, _BEST = (0, 34, 78), (124, 123, 120), (254, 232, 56)
"""The ends and the middle of a scale that is told apart with every colour blindness (cividis:
Nunez, Anderton and Renslow, 2018)."""

_BRIGHT = 120
"""From this luminance on, of 255, black is read better than white."""


def frame_of(rows: Sequence[Mapping[str, object]]) -> Any:
    """Return rows as a pandas data frame; ValueError where pandas is not installed."""
    try:
        from pandas import DataFrame  # noqa: PLC0415  (optional)
    except ImportError:
        raise Problem(
            "a data frame needs pandas, which is not installed here: pip install pandas"
        ) from None
    return DataFrame(rows)


def board_html(
    board: Board,
    shades: Mapping[Square, float],
    texts: Mapping[Square, str],
    best: Collection[Square],
    caption: str,
) -> str:
    """Return a board as an HTML table that needs no style sheet.

    Args:
        board: the position; marks stand on neutral ground.
        shades: how good each empty square is, from -1 to 1; brighter is better.
        texts: what is written on it.
        best: the squares that get a frame.
        caption: a sentence above the table.
    """
    side = range(board.size)
    rows = (
        "<tr>" + "".join(_cell(board, (row, col), shades, texts, best) for col in side) + "</tr>"
        for row in side
    )
    return (
        f"<table style='border-collapse:separate;border-spacing:2px'>"
        f"<caption style='text-align:left'>{escape(caption)}</caption>{''.join(rows)}</table>"
    )


def _cell(
    board: Board,
    square: Square,
    shades: Mapping[Square, float],
    texts: Mapping[Square, str],
    best: Collection[Square],
) -> str:
    mark = board.rows[square[0]][square[1]]
    style = "min-width:3em;height:3em;text-align:center;"
    if mark != EMPTY:
        style += "background:#eee;color:#000;font-size:150%"
        return f"<td style='{style}'>{STRMAP[mark]}</td>"
    if square not in shades:
        return f"<td style='{style}background:#eee'></td>"
    ground = _colour(shades[square])
    light = 0.299 * ground[0] + 0.587 * ground[1] + 0.114 * ground[2]
    style += f"background:rgb{ground};color:#{'000' if light > _BRIGHT else 'fff'};"
    style += "outline:3px solid #d55e00;" if square in best else ""
    return f"<td style='{style}'>{escape(texts[square])}</td>"


def _colour(shade: float) -> tuple[int, ...]:
    """Return the colour of a value from -1 to 1."""
    share = min(1.0, abs(shade))
    end = _BEST if shade > 0 else _WORST
    return tuple(
        round(middle + (last - middle) * share) for middle, last in zip(_MIDDLE, end, strict=True)
    )
