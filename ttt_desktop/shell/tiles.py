"""Tiles of the start page: what features offer there, beside games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import Rules, Square


@dataclass(frozen=True, slots=True)
class Face:
    """What stands on a tile.

    Attributes:
        rules: the board's.
        moves: those that lead to the position on it.
        text: what stands below.
        done: what the tile is called once that was done, which gets a tick too; empty before.
    """

    rules: Rules
    moves: Sequence[Square]
    text: str
    done: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """Something to begin with, as a feature offers it.

    Attributes:
        title: what it is called.
        explanation: what a click does: a sentence.
        begin: does it.
        face: returns what stands on it now.
        ask_more: has a function called with a further text, once it is known; empty for none.
    """

    title: str
    explanation: str
    begin: Callable[[], object]
    face: Callable[[], Face]
    ask_more: Callable[[Callable[[str], object]], object]
