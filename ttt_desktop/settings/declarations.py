"""Every setting, declared once: type, default, bounds, label and help.

The settings dialog, the stored file and the command line are derived from these declarations,
so a setting that is added here appears in all of them. No Qt in here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import Enum
from typing import Any, TypeVar, cast

from engine import PLAYERO, Rules, Weights

Value = int | float | bool | str

_SHOWN = 60
T = TypeVar("T", int, float, bool, str)


class Applies(Enum):
    """When a changed setting takes effect."""

    AT_ONCE = "at once"
    NEXT_MOVE = "from the machine's next move"
    NEW_GAME = "from the next new game"


class Group(Enum):
    """The pages of the settings dialog."""

    GAME = "Game"
    MACHINE = "Machine"
    VIEW = "View"


@dataclass(frozen=True, slots=True)
class Option:
    """What is known of one setting.

    Attributes:
        label: its name in the dialog.
        help: what it does to the game, in a sentence.
        group: its page in the dialog.
        applies: when a change takes effect.
        low, high: bounds of a number, both included.
        also: one number outside the bounds that is allowed too.
        choices: a choice's stored names and what the dialog calls them.
        suffix: the unit after a number.
    """

    label: str
    help: str
    group: Group
    applies: Applies = Applies.AT_ONCE
    low: float = 0
    high: float = 0
    also: int | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    suffix: str = ""

    def check(self, value: Value, default: Value) -> Value:
        """Return ``value`` as the type of ``default``; ValueError where it is not allowed."""
        if isinstance(default, bool):
            return self._check_bool(value)
        if isinstance(default, str):
            if value in self.choices:
                return value
            choices = ", ".join(self.choices)
            raise ValueError(f"{self.label} must be one of {choices}, not {_shown(value)}")
        return self._check_number(value, default)

    def _check_bool(self, value: Value) -> bool:
        words = {"true": True, "false": False, "on": True, "off": False, "yes": True, "no": False}
        truth = words.get(str(value).lower())
        if truth is None:
            raise ValueError(f"{self.label} must be true or false, not {_shown(value)}")
        return truth

    def _check_number(self, value: Value, default: float) -> float:
        kind = "whole number" if isinstance(default, int) else "number"
        problem = ValueError(
            f"{self.label} must be a {kind} from {self.low:,} to {self.high:,}, not {_shown(value)}"
        )
        try:
            number = type(default)(value)
        except (ValueError, OverflowError):
            raise problem from None
        if isinstance(value, float) and number != value:
            raise problem
        if not (self.low <= number <= self.high or number == self.also):
            raise problem
        return number


def _shown(value: Value) -> str:
    """Return a bad value as it is shown in a message: in one line, and not all of it."""
    text = " ".join(str(value)[: 4 * _SHOWN].split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _setting(default: T, label: str, text: str, group: Group, **details: Any) -> T:
    option = Option(label, text, group, **details)
    declared: T = field(default=default, metadata={"option": option})
    return declared


@dataclass(frozen=True, slots=True)
class Side:
    """What the machine of one side plays with.

    Attributes:
        trials: random games a move.
        weights: SCORE_CURRENT and SCORE_OTHER.
        prefix: what the names of its settings begin with.
    """

    trials: int
    weights: Weights
    prefix: str


@dataclass(frozen=True)
class Settings:
    """All settings of the app; their defaults are those of a first start.

    Raises:
        ValueError: a value out of its bounds, or a line longer than the board's side.
    """

    size: int = _setting(
        3,
        "Board size",
        "Squares along each side of the board. Larger boards make longer games, and need more "
        "trials for the same strength.",
        Group.GAME,
        applies=Applies.NEW_GAME,
        low=3,
        high=25,
    )
    line_length: int = _setting(
        0,
        "Line length",
        "How many marks in a row win. The whole side is the course's rule; 5 on a 15×15 board "
        "is Gomoku.",
        Group.GAME,
        applies=Applies.NEW_GAME,
        low=3,
        high=25,
        also=0,
    )
    reverse: bool = _setting(
        False,
        "Reverse game",
        "Whoever completes a line loses (misère).",
        Group.GAME,
        applies=Applies.NEW_GAME,
    )
    machine: str = _setting(
        "O",
        "Machine plays",
        "Which marks the machine plays. X always moves first. With “both” it plays itself, with "
        "“neither” two people share the board.",
        Group.GAME,
        choices={"X": "X", "O": "O", "both": "Both sides", "neither": "Neither side"},
    )
    trials: int = _setting(
        1000,
        "Trials",
        "Random games that the machine plays to their end before each of its moves. More trials "
        "make it stronger and slower.",
        Group.MACHINE,
        applies=Applies.NEXT_MOVE,
        low=1,
        high=1_000_000_000,
    )
    score_current: float = _setting(
        1.0,
        "SCORE_CURRENT",
        "What a square with the machine's own mark earns in a random game that it wins, and "
        "loses in one that it loses.",
        Group.MACHINE,
        low=0.0,
        high=100.0,
    )
    score_other: float = _setting(
        1.0,
        "SCORE_OTHER",
        "What a square with the other side's mark loses in a random game that the machine wins, "
        "and earns in one that it loses. Higher makes it block more.",
        Group.MACHINE,
        low=0.0,
        high=100.0,
    )
    settle: bool = _setting(
        False,
        "Stop when settled",
        "End a search early, once its best square is settled with 99 % confidence. The trials "
        "are then the most it plays.",
        Group.MACHINE,
        applies=Applies.NEXT_MOVE,
    )
    o_own: bool = _setting(
        False,
        "O's machine has settings of its own",
        "Where the machine plays both sides, or O: give O other trials and weights than X.",
        Group.MACHINE,
        applies=Applies.NEXT_MOVE,
    )
    o_trials: int = _setting(
        1000,
        "O: Trials",
        "The trials of O's machine, if it has settings of its own.",
        Group.MACHINE,
        applies=Applies.NEXT_MOVE,
        low=1,
        high=1_000_000_000,
    )
    o_score_current: float = _setting(
        1.0,
        "O: SCORE_CURRENT",
        "SCORE_CURRENT of O's machine, if it has settings of its own.",
        Group.MACHINE,
        low=0.0,
        high=100.0,
    )
    o_score_other: float = _setting(
        1.0,
        "O: SCORE_OTHER",
        "SCORE_OTHER of O's machine, if it has settings of its own.",
        Group.MACHINE,
        low=0.0,
        high=100.0,
    )
    min_move_time: float = _setting(
        0.4,
        "Shortest time a move",
        "The machine waits at least this long before it moves, so that you can follow it.",
        Group.MACHINE,
        applies=Applies.NEXT_MOVE,
        low=0.0,
        high=10.0,
        suffix=" s",
    )
    heat_values: str = _setting(
        "total",
        "Numbers on squares",
        "The total over all random games, as in the course; the mean of one game; the mean with "
        "its 95 % interval; or none.",
        Group.VIEW,
        choices={
            "total": "Total",
            "mean": "Mean per trial",
            "interval": "Mean with 95 % interval",
            "none": "None",
        },
    )
    board_scores: bool = _setting(
        False,
        "Scores on the board",
        "Show each square's score and colour on the board itself, as well as in the heat map.",
        Group.VIEW,
    )
    show_truth: bool = _setting(
        False,
        "Show the truth",
        "Where at most nine squares are empty: add the scores that infinitely many trials would "
        "give, what each move is worth in perfect play, and a warning where the method errs.",
        Group.VIEW,
    )
    palette: str = _setting(
        "blue-yellow",
        "Palette",
        "The heat map's colours. In all of them brighter is better.",
        Group.VIEW,
        choices={"blue-yellow": "Blue to yellow", "contrast": "High contrast", "grey": "Grey"},
    )
    lock_scale: bool = _setting(
        False,
        "Lock the colour scale",
        "Keep the colours' scale from move to move of a game, so that moves can be compared.",
        Group.VIEW,
    )
    theme: str = _setting(
        "system",
        "Theme",
        "Light or dark colours; “As the system” follows the desktop's own setting.",
        Group.VIEW,
        choices={"system": "As the system", "light": "Light", "dark": "Dark"},
    )
    animations: str = _setting(
        "system",
        "Animations",
        "Draw marks with a short stroke. “As the system” leaves that out where the desktop asks "
        "for less motion.",
        Group.VIEW,
        choices={"system": "As the system", "on": "On", "off": "Off"},
    )
    text_scale: int = _setting(
        100,
        "Text size",
        "The size of all text, compared with the system's.",
        Group.VIEW,
        low=75,
        high=250,
        suffix=" %",
    )

    def __post_init__(self) -> None:
        for each in fields(self):
            value = option_of(each.name).check(getattr(self, each.name), default_of(each.name))
            object.__setattr__(self, each.name, value)
        if self.line_length == self.size:  # two ways to say it, one way to keep it
            object.__setattr__(self, "line_length", 0)
        if self.line_length > self.size:
            raise ValueError(
                f"{option_of('line_length').label} must not be longer than the board's side "
                f"({self.size}), but is {self.line_length}"
            )

    @property
    def rules(self) -> Rules:
        """What a new game is played by."""
        return Rules(self.size, self.line_length or self.size, self.reverse)

    def side(self, mark: int) -> Side:
        """Return what the machine of one side (PLAYERX or PLAYERO) plays with."""
        if mark == PLAYERO and self.o_own:
            return Side(self.o_trials, Weights(self.o_score_current, self.o_score_other), "o_")
        return Side(self.trials, Weights(self.score_current, self.score_other), "")


def _fields() -> dict[str, Field[Any]]:
    return {each.name: each for each in fields(Settings)}


def names() -> tuple[str, ...]:
    """Return the names of all settings, in the dialog's order."""
    return tuple(_fields())


def option_of(name: str) -> Option:
    """Return the declaration of one setting."""
    option: Option = _fields()[name].metadata["option"]
    return option


def default_of(name: str) -> Value:
    """Return the default of one setting."""
    return cast(Value, _fields()[name].default)


def changed_names(before: Settings, after: Settings) -> set[str]:
    """Return the names of the settings that differ."""
    return {name for name in names() if getattr(before, name) != getattr(after, name)}


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """Return the settings with some of them changed; ValueError for a value not allowed."""
    return replace(settings, **values)


LEVELS: Mapping[str, int] = {
    "Beginner": 5,
    "Easy": 25,
    "Medium": 200,
    "Hard": 1000,
    "Expert": 20_000,
}
"""Difficulty levels by name, and the trials that each stands for."""

CUSTOM = "Custom"


def level_of(trials: int) -> str:
    """Return the level that stands for so many trials, or "Custom"."""
    return next((name for name, count in LEVELS.items() if count == trials), CUSTOM)
