"""Every setting, declared once: type, default, bounds, label and help.

The settings dialog, the stored file and the command line are derived from these declarations,
so a setting that is added here appears in all of them. No Qt in here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, TypeVar

from engine import PLAYERO, Rules
from engine.errors import Problem
from engine.players import monte_carlo
from engine.rules import Rule
from engine.search.playouts import EXPLORATION, MAX_EXPLORATION
from engine.specs import Field, PlayerKind, PlayerSpec, kinds
from engine.tally import Weights

Value = int | float | bool | str

CUSTOM = "Custom"
"""What a strength without a name is called."""

USUAL_PLAYER = "level:medium"
"""The machine of a first start."""

COURSE_PLAYER = str(PlayerSpec(monte_carlo.KIND))
"""The course's machine as it scores positions at a first start."""

COURSE, PLAYER = "course", "player"
"""Whose scores are shown after a move of the machine."""

WINDOWS, PLAYOUTS, HEAVY = "windows", "playouts", "heavy"
"""How the search tree's dock values new positions."""

PLACES = {
    "play": "Play", "puzzles": "Puzzles", "learn": "Learn", "lab": "Lab", "class": "Class",
    "you": "You",
}  # fmt: skip
"""The places of the window."""

AUTO, TILES, STONES = "auto", "tiles", "stones"
"""The look of the board that follows its size, and the two that it chooses between."""

_STONES_FROM = 10
"""From this side on, boards have stones where nothing else was chosen."""

HIDDEN, SQUARES = "hidden", "squares"
"""What the arms of the bandit are."""

_SHOWN = 60
T = TypeVar("T", int, float, bool, str)


class Applies(Enum):
    """When a changed setting takes effect."""

    AT_ONCE = "at once"
    NEXT_MOVE = "from the machine's next move"
    NEW_GAME = "from the next new game"


class Group(Enum):
    """The pages of the settings dialog."""

    LOOK = "Look and sound"
    GAME = "Game"
    MACHINE = "Machine"
    SCORES = "Scores"


@dataclass(frozen=True, slots=True)
class Option(Field):
    """What is known of one setting. Its name is that of its attribute in ``Settings``.

    Attributes:
        group: its page in the dialog.
        applies: when a change takes effect.
        also: one number outside the bounds that is allowed too.
        player: whether it is a player's text (see ``engine.specs``).
        kind: the only kind that its player may be; empty for any.
    """

    default: Value
    group: Group = Group.GAME
    applies: Applies = Applies.AT_ONCE
    also: int | None = None
    player: bool = False
    kind: str = ""

    def check(self, value: Value) -> Value:
        """Return ``value`` as the setting's type; ValueError where it is not allowed."""
        if isinstance(self.default, bool):
            return self._check_bool(value)
        if self.player:
            return self._check_player(value)
        if self.letters:
            return self._check_text(str(value))
        if isinstance(self.default, str):
            if value in self.choices:
                return value
            choices = ", ".join(self.choices)
            raise ValueError(f"{self.label} must be one of {choices}, not {_shown(value)}")
        return self._check_number(value, type(self.default))

    def _check_player(self, value: Value) -> str:
        try:
            spec = PlayerSpec.parse(str(value))
        except ValueError as error:
            raise Problem("{what}: {error}", what=self.label, error=error) from None
        if spec.kind.target:
            raise ValueError(
                f"{self.label} cannot be {_shown(value)}: open a file with Machine → From file"
            )
        if self.kind and spec.kind.word != self.kind:
            raise ValueError(
                f"{self.label} must be a player such as {self.default}, not {_shown(value)}"
            )
        return str(spec)

    def _check_text(self, text: str) -> str:
        # What cannot be seen is left out: a pasted name may bring signs that turn writing round.
        plain = " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())
        if len(plain) > self.letters:
            raise ValueError(
                f"{self.label} must have at most {self.letters} letters, not {_shown(text)}"
            )
        return plain

    def _check_bool(self, value: Value) -> bool:
        words = {"true": True, "false": False, "on": True, "off": False, "yes": True, "no": False}
        truth = words.get(str(value).lower())
        if truth is None:
            raise ValueError(f"{self.label} must be true or false, not {_shown(value)}")
        return truth

    def _check_number(self, value: Value, number_type: type[float]) -> float:
        kind = "whole number" if self.whole else "number"
        problem = ValueError(
            f"{self.label} must be a {kind} from {self.low:,} to {self.high:,}, not {_shown(value)}"
        )
        try:
            number = number_type(value)
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
    option = Option("", label, text, default, group=group, **details)
    declared: T = field(default=default, metadata={"option": option})
    return declared


GOMOKU = {
    Rule.NORMAL.word: "Five or more win",
    Rule.EXACT.word: "Exactly five win",
    Rule.CARO.word: "Caro: five win if an end is open",
    Rule.RENJU.word: "Renju: X loses by a foul",
}
"""The rules of five in a row, by their words."""


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
    line: int = _setting(
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
        "The side that completes a line loses (misère).",
        Group.GAME,
        applies=Applies.NEW_GAME,
    )
    gomoku: str = _setting(
        Rule.NORMAL.word,
        "Five in a row",
        "What wins with lines of five on boards from 6×6 on. In standard Gomoku exactly five do, "
        "and six or more do nothing. In Caro five do not if the other side's marks stand at both "
        "ends of them. In Renju X needs exactly five, and loses by six or more, two fours or two "
        "open threes at once.",
        Group.GAME,
        applies=Applies.NEW_GAME,
        choices=GOMOKU,
    )
    machine: str = _setting(
        "O",
        "Machine plays",
        "Which marks the machine plays. X always moves first. With “both” it plays itself, with "
        "“neither” two people share the board.",
        Group.GAME,
        choices={"X": "X", "O": "O", "both": "Both sides", "neither": "Neither side"},
    )
    alternate: bool = _setting(
        False,
        "Alternate sides",
        "After each game the sides change places, so that everybody moves first in turn.",
        Group.GAME,
    )
    opening: str = _setting(
        "none",
        "Opening",
        "How five in a row begins on boards of 9×9 and more. With Swap, who begins places three "
        "marks, and the other one chooses a side; with Swap2 that player may place two more and "
        "have the first one choose.",
        Group.GAME,
        applies=Applies.NEW_GAME,
        choices={"none": "As usual", "swap": "Swap", "swap2": "Swap2"},
    )
    warn: bool = _setting(
        False,
        "Warn me before a blunder",
        "Against a machine, a move that is proven to lose is played only when you choose it again.",
        Group.GAME,
    )
    name: str = _setting(
        "",
        "Your name",
        "What you are called beside the board, in results and in the history of games.",
        Group.GAME,
        letters=30,
    )
    friend: str = _setting(
        "",
        "Second player's name",
        "What the second person is called where two people share the board.",
        Group.GAME,
        letters=30,
    )
    friend_plays: str = _setting(
        "O",
        "Second player plays",
        "Which mark the second person plays where two people share the board.",
        Group.GAME,
        choices={"X": "X", "O": "O"},
    )
    x: str = _setting(
        USUAL_PLAYER,
        "X's machine",
        "What plays X where the machine does. It plays O too, where both machines play alike.",
        Group.MACHINE,
        applies=Applies.NEXT_MOVE,
        player=True,
    )
    alike: bool = _setting(
        True,
        "Both machines play alike",
        "O's machine is the same as X's. Otherwise each is set by itself.",
        Group.MACHINE,
        applies=Applies.NEXT_MOVE,
    )
    o: str = _setting(
        USUAL_PLAYER,
        "O's machine",
        "What plays O where the machine does, and the two machines differ.",
        Group.MACHINE,
        applies=Applies.NEXT_MOVE,
        player=True,
    )
    course: str = _setting(
        COURSE_PLAYER,
        "The course's machine",
        "What scores positions for the heat map, the table and the chart, and how many trials a "
        "course file is asked for. Where Monte Carlo plays, its own trials and weights hold.",
        Group.MACHINE,
        player=True,
        kind=monte_carlo.KIND.word,
    )
    scores_of: str = _setting(
        COURSE,
        "Scores of",
        "What the heat map, the table and the chart show after a machine's move: the scores that "
        "the course's machine gives the position, or your opponent's own.",
        Group.SCORES,
        applies=Applies.NEXT_MOVE,
        choices={COURSE: "The course's machine", PLAYER: "Your opponent"},
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
    place: str = _setting(
        "play",
        "Opens with",
        "The place that the program opens with.",
        Group.LOOK,
        choices=PLACES,
    )
    heat_values: str = _setting(
        "total",
        "Numbers on squares",
        "The total over all playouts, as in the course; the mean of one playout; the mean with "
        "its 95 % interval; or none.",
        Group.SCORES,
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
        Group.SCORES,
    )
    show_truth: bool = _setting(
        False,
        "Show the truth",
        "Add what each move is worth in perfect play, where that can be solved. With at most nine "
        "empty squares, add the scores that infinitely many trials would give, and a warning "
        "where the method errs.",
        Group.SCORES,
    )
    tree_leaves: str = _setting(
        WINDOWS,
        "Leaves of the search tree",
        "How the search tree's dock values a new position: by its windows, as the machine with a "
        "tree does, or by a random game, as UCT does.",
        Group.SCORES,
        choices={WINDOWS: "Windows", PLAYOUTS: "A random playout", HEAVY: "A heavy playout"},
    )
    tree_exploration: float = _setting(
        EXPLORATION,
        "Exploration",
        "UCB1's constant in the search tree's dock: how much few visits count beside a good "
        "result. Only where random games value the leaves.",
        Group.SCORES,
        low=0.0,
        high=MAX_EXPLORATION,
        usual=(0.0, 3.0),
    )
    palette: str = _setting(
        "blue-yellow",
        "Palette",
        "The heat map's colours. In all of them brighter is better.",
        Group.SCORES,
        choices={"blue-yellow": "Blue to yellow", "contrast": "High contrast", "grey": "Grey"},
    )
    thoughts: bool = _setting(
        True,
        "Thoughts on the board",
        "While a machine thinks, from level 3 on, each empty square takes the colour of its score. "
        "Nothing is shown while a puzzle or a question waits, or where you want fewer animations.",
        Group.SCORES,
    )
    lock_scale: bool = _setting(
        False,
        "Lock the colour scale",
        "Keep the colours' scale from move to move of a game, so that moves can be compared.",
        Group.SCORES,
    )
    board_look: str = _setting(
        AUTO,
        "Look of the board",
        "Tiles, paper and pencil, the strongest contrast, in the whole window, or stones on wood: "
        "black ones for X, white ones for O. By size there are tiles, and from 10×10 on stones.",
        Group.LOOK,
        choices={
            AUTO: "By size",
            TILES: "Tiles",
            "paper": "Paper and pencil",
            "contrast": "High contrast",
            STONES: "Stones on wood",
        },
    )
    stone_numbers: bool = _setting(
        False,
        "Numbers on stones",
        "On stones, say which move each one was.",
        Group.LOOK,
    )
    arms: str = _setting(
        HIDDEN,
        "Arms of the bandit",
        "What the bench of bandits compares: arms with chances that nobody knows, or the squares "
        "of the board, where a pull is a random game.",
        Group.SCORES,
        choices={HIDDEN: "Hidden chances", SQUARES: "The squares of the board"},
    )
    arm_count: int = _setting(
        5,
        "Number of hidden arms",
        "How many arms with hidden chances there are.",
        Group.SCORES,
        low=3,
        high=9,
    )
    ucb: float = _setting(
        1.41,
        "UCB1's constant",
        "How much UCB1 prefers what it has rarely tried. At 0 it is greedy; it was published with "
        "the root of 2, about 1.41.",
        Group.SCORES,
        low=0.0,
        high=10.0,
    )
    theme: str = _setting(
        "system",
        "Theme",
        "Light or dark colours; “As the system” follows the desktop's own setting.",
        Group.LOOK,
        choices={"system": "As the system", "light": "Light", "dark": "Dark"},
    )
    animations: str = _setting(
        "system",
        "Animations",
        "Draw marks with a short stroke. “As the system” leaves that out where the desktop asks "
        "for less motion.",
        Group.LOOK,
        choices={"system": "As the system", "on": "On", "off": "Off"},
    )
    sound: bool = _setting(
        True,
        "Sounds",
        "A stroke for each mark, and how the game ended. Without a device there are none.",
        Group.LOOK,
    )
    volume: int = _setting(
        60,
        "Volume",
        "How loud the sounds are.",
        Group.LOOK,
        low=0,
        high=100,
        suffix=" %",
    )
    font: str = _setting(
        "own",
        "Font",
        "The program's own font, or the one that the desktop has for all programs.",
        Group.LOOK,
        choices={"own": "Own font", "system": "As the system"},
    )
    text_scale: int = _setting(
        100,
        "Text size",
        "The size of all text, compared with the system's.",
        Group.LOOK,
        low=75,
        high=250,
        suffix=" %",
    )

    def __post_init__(self) -> None:
        for name, option in OPTIONS.items():
            value = option.check(getattr(self, name))
            object.__setattr__(self, name, value)
        if self.line == self.size:  # two ways to say it, one way to keep it
            object.__setattr__(self, "line", 0)
        if self.line > self.size:
            raise ValueError(
                f"{OPTIONS['line'].label} must not be longer than the board's side "
                f"({self.size}), but is {self.line}"
            )

    @property
    def rules(self) -> Rules:
        """What a new game is played by."""
        return Rules.chosen(self.size, self.line or None, self.reverse, self.gomoku)

    def look_on(self, size: int) -> str:
        """Return the look of a board of a size."""
        return look_of(self.board_look, size)

    def player(self, mark: int) -> PlayerSpec:
        """Return what plays one side (PLAYERX or PLAYERO) where the machine does."""
        text: str = getattr(self, self.player_name(mark))
        return PlayerSpec.parse(text)

    def player_name(self, mark: int) -> str:
        """Return the name of the setting that says what plays one side."""
        return "o" if mark == PLAYERO and not self.alike else "x"

    def scorer_name(self, mark: int) -> str:
        """Return the name of the setting that says with what trials and weights a side scores."""
        own = self.player(mark).kind is monte_carlo.KIND
        return self.player_name(mark) if own else "course"

    def scorer(self, mark: int) -> PlayerSpec:
        """Return what scores one side's positions: its own machine if that is Monte Carlo."""
        text: str = getattr(self, self.scorer_name(mark))
        return PlayerSpec.parse(text)

    def trials(self, mark: int) -> int:
        """Return the trials with which one side's positions are scored."""
        return int(self.scorer(mark).number("trials"))

    def weights(self, mark: int) -> Weights:
        """Return the weights with which one side's positions are scored."""
        spec = self.scorer(mark)
        return Weights(spec.number("current"), spec.number("other"))

    def heavy(self, mark: int) -> bool:
        """Return whether the playouts that score one side's positions see wins and blocks."""
        return bool(self.scorer(mark)["heavy"])

    def scored_with(self, mark: int, name: str, value: float) -> tuple[str, str]:
        """Return the setting that says how a side's positions are scored, with a value changed.

        Args:
            name: the parameter of Monte Carlo that has another value.

        Returns:
            The setting's name, and its text with that value.
        """
        return self.scorer_name(mark), str(self.scorer(mark).with_values({name: value}))

    def with_player(self, mark: int, spec: PlayerSpec) -> Settings:
        """Return settings in which another player plays one side (both, where they are alike)."""
        return with_values(self, {self.player_name(mark): str(spec)})


def look_of(board_look: str, size: int) -> str:
    """Return the look of a board of a size, as a value of ``board_look`` has it."""
    if board_look != AUTO:
        return board_look
    return STONES if size >= _STONES_FROM else TILES


OPTIONS: Mapping[str, Option] = {
    setting.name: replace(setting.metadata["option"], name=setting.name)
    for setting in fields(Settings)
}
"""The declarations of all settings by their names, in the dialog's order."""


def names() -> tuple[str, ...]:
    """Return the names of all settings, in the dialog's order."""
    return tuple(OPTIONS)


def changed_names(before: Settings, after: Settings) -> set[str]:
    """Return the names of the settings that differ."""
    return {name for name in names() if getattr(before, name) != getattr(after, name)}


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """Return the settings with some of them changed; ValueError for a value not allowed."""
    return replace(settings, **values)


def with_machines(
    settings: Settings, values: Mapping[str, str], named: Collection[str] = ()
) -> Settings:
    """Return the settings with trials or weights of the machines changed.

    A machine that has none becomes the course's, unless it was asked for by name.

    Args:
        values: the values of Monte Carlo's parameters, as text.
        named: the names of the settings that were asked for.

    Raises:
        ValueError: a value not allowed; a sentence.
    """
    if not values:
        return settings
    course = PlayerSpec.parse(settings.course)
    for name, text in values.items():
        course = course.with_value(name, text)
    players = {"course": str(course)}
    for name in ("x", "o"):
        spec = PlayerSpec.parse(getattr(settings, name))
        if spec.kind is not monte_carlo.KIND:
            if name not in named:
                players[name] = str(course)
            continue
        for parameter, text in values.items():
            spec = spec.with_value(parameter, text)
        players[name] = str(spec)
    return with_values(settings, players)


def choosable() -> tuple[PlayerKind, ...]:
    """Return the kinds of players that a window can offer: those that need no file."""
    return tuple(kind for kind in kinds() if not kind.target)
