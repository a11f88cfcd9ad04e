"""What one feature can wish of the others, who does it or does not: ``Shell.serve``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine import Game, Player, Rules, Square
from engine.board import Position
from ttt_desktop.session.seats import Seating
from ttt_desktop.settings.declarations import Settings

if TYPE_CHECKING:
    from engine.learning.task import LearningTask
    from engine.tournament.experiment import Experiment


@dataclass(frozen=True, slots=True)
class AnswerSquare:
    """A square that was chosen beside the board is to be an answer, where one is asked for."""

    square: Square


@dataclass(frozen=True, slots=True)
class BeginGame:
    """A game is to be started.

    Attributes:
        settings: those that it is played with.
        opponent: who plays against the user (see ``OpponentField.opponent``).
        start: the position that it begins from; None for an empty board.
    """

    settings: Settings
    opponent: str
    start: Position | None = None


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
class PlayAgainst:
    """Somebody is to be played against, by rules that fit.

    Attributes:
        has_scores: whether what the player finds out is worth looking at.
        x_only: whether it plays X only.
    """

    player: Player
    rules: Rules
    has_scores: bool
    x_only: bool


@dataclass(frozen=True, slots=True)
class PlayMachine:
    """A game is to be started against the machine that is loaded."""


@dataclass(frozen=True, slots=True)
class SolvePuzzle:
    """A puzzle is to be set up.

    Attributes:
        name: its id.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Learn:
    """Something is to learn from games against itself.

    Attributes:
        start: whether it is started at once.
    """

    task: LearningTask
    start: bool


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The game in a file is to be gone on with.

    Attributes:
        make_way: is called before it lies on the board; tells whether a game is given up for it.
        fail: is called where the file cannot be read.
    """

    path: Path
    make_way: Callable[[], bool]
    fail: Callable[[], object] | None = None


@dataclass(frozen=True, slots=True)
class TryFile:
    """A course file is to be asked for and tried; it plays then."""


@dataclass(frozen=True, slots=True)
class TellAbsent:
    """It is to be said which machine played the game on the board before, if it is not here."""


@dataclass(frozen=True, slots=True)
class TellWaiting:
    """It is to be said that another board or rule waits for the next new game.

    Attributes:
        before: a sentence that comes first; empty for none.
    """

    before: str = ""


@dataclass(frozen=True, slots=True)
class TellGivenUp:
    """It is to be said that a game was given up.

    Attributes:
        before: a sentence that comes first; empty for none.
    """

    before: str = ""


@dataclass(frozen=True, slots=True)
class TellComing:
    """It is to be said, beside the end of the game on the board, what comes of it later.

    Attributes:
        sentence: what is said.
    """

    sentence: str


@dataclass(frozen=True, slots=True)
class EditSettings:
    """The settings are to be changed, beginning with one of them.

    Attributes:
        name: what that is called in the settings.
    """

    name: str


class DayStanding(Protocol):
    """How the user stands with what is asked day by day.

    Attributes:
        due: how many mistakes are to be asked about today.
        waiting: how many are asked about later.
        learnt: how many are learnt.
        days: on how many days one after another a puzzle was solved, up to today or yesterday.
        longest: the most days one after another.
        today: whether one was solved today.
    """

    @property
    def due(self) -> int: ...  # noqa: D102
    @property
    def waiting(self) -> int: ...  # noqa: D102
    @property
    def learnt(self) -> int: ...  # noqa: D102
    @property
    def days(self) -> int: ...  # noqa: D102
    @property
    def longest(self) -> int: ...  # noqa: D102
    @property
    def today(self) -> bool: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class TellStanding:
    """It is to be told how the user stands with what is asked day by day.

    Attributes:
        show: is called with that, once it is known.
    """

    show: Callable[[DayStanding], object]


@dataclass(frozen=True, slots=True)
class Measure:
    """An experiment is to be asked for in the lab.

    Attributes:
        start: whether it is started at once.
    """

    experiment: Experiment
    start: bool


@dataclass(frozen=True, slots=True)
class SeveralDropped:
    """Several files were dropped at once; it is to be said what can be done with them."""


@dataclass(frozen=True, slots=True)
class LeadOpenings:
    """Openings by Swap and Swap2 are to be led: sides chosen, a machine's marks placed."""
