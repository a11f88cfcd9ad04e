"""What one feature can wish of the others, who does it or does not: ``Shell.serve``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import Game, Square
from ttt_desktop.session.seats import Seating


@dataclass(frozen=True, slots=True)
class Answer:
    """A square that was chosen beside the board is to be an answer, where one is asked for."""

    square: Square


@dataclass(frozen=True, slots=True)
class EditSettings:
    """The settings are to be changed, beginning with one of them.

    Attributes:
        name: what that is called in the settings.
    """

    name: str


@dataclass(frozen=True, slots=True)
class GoThrough:
    """A game of the past is to be gone through on the board.

    Attributes:
        seating: who played it.
        key: its key in the history; 0 where it is not from there.
    """

    game: Game
    seating: Seating
    key: int = 0


@dataclass(frozen=True, slots=True)
class TellStanding:
    """It is to be told how the user stands with what is asked day by day.

    Attributes:
        show: is called with some sentences, once they are known.
    """

    show: Callable[[str], object]
