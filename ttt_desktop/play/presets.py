"""Boards to choose from for a new game, and line lengths that make a good game. No Qt in here."""

from __future__ import annotations

from typing import NamedTuple

from ttt_desktop.text import QT_TRANSLATE_NOOP

_WHOLE_SIDE_UP_TO, _FOUR_UP_TO = 4, 6


class Preset(NamedTuple):
    """A board that is offered by name."""

    label: str
    size: int
    line: int


PRESETS = (
    Preset(QT_TRANSLATE_NOOP("", "Classic 3×3"), 3, 3),
    Preset(QT_TRANSLATE_NOOP("", "4×4"), 4, 4),
    Preset(QT_TRANSLATE_NOOP("", "Five in a row, 15×15"), 15, 5),
)


def sensible_line(size: int) -> int:
    """Return a line length for a board with so many squares a side that can be won and defended.

    The whole side on the smallest boards, four in a row on middle ones, then five, as in Gomoku.
    """
    if size <= _WHOLE_SIDE_UP_TO:
        return size
    return 4 if size <= _FOUR_UP_TO else 5
