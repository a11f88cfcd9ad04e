"""Kinds of players. Each declares itself once; all that names, offers or makes players asks here.

A player's text is the word of its kind, then settings, then what it is made from, after colons:
``random``, ``mc:trials=200,other=1.2``, ``file:trials=50:PATH``, ``import:MODULE:NAME``. A level's
name stands for its settings: ``level:easy``; so do its number, ``level:3``, where levels say
everything, and a shorthand: ``mc:hard,other=2``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import inf, isfinite
from typing import Any

from engine.errors import Problem, shown, whole_number
from engine.players.player import Player
from engine.rules import Rules

Value = int | float | None

_OFF = "off"

_FAR = 10**18
"""Beyond any whole number that a setting may have."""


@dataclass(frozen=True, slots=True)
class Field:
    """Something that can be set, declared once: forms, files and help are derived from it.

    Its default says of what type it is: yes or no, a text, a whole number or any number.

    Attributes:
        name: what it is called in texts and files.
        label: what it is called in a window; "&" stands before its key there.
        help: what it does, in a sentence.
        default: its value where none is given; None for a number that is off then.
        low, high: bounds of a number, both included.
        usual: the bounds that a form offers, where the real ones are far apart.
        suggested: what a number that is off becomes when it is switched on.
        choices: the values of a choice, and what a window calls them.
        suffix: the unit after a number.
        letters: how long a text may be; 0 where that is open.
    """

    name: str
    label: str
    help: str
    default: int | float | bool | str | None
    low: float = -inf
    high: float = inf
    usual: tuple[float, float] | None = None
    suggested: float = 0.0
    choices: Mapping[Any, str] = field(default_factory=dict)
    suffix: str = ""
    letters: int = 0

    @property
    def offered(self) -> tuple[float, float]:
        """The bounds that a form offers."""
        return self.usual or (self.low, self.high)

    @property
    def whole(self) -> bool:
        """Whether it is a whole number."""
        return isinstance(self.default, int)


@dataclass(frozen=True, slots=True)
class Parameter(Field):
    """A setting of a kind of players: a number.

    Attributes:
        below: a bound that it must stay under.
        always: whether a player's text names it even where it has its default.
    """

    default: Value
    below: float = inf
    always: bool = False

    def read(self, text: str) -> Value:
        """Return the value that a text stands for; ValueError where it stands for none."""
        if self.default is None and text == _OFF:
            return None
        given = shown(text)
        try:
            value = float(text.replace("_", ""))
        except ValueError:
            raise Problem(
                "{name} must be a number, not {value}", name=self.name, value=given
            ) from None
        if self.whole:
            if not value.is_integer():
                raise Problem(
                    "{name} must be a whole number, not {value}", name=self.name, value=given
                )
            low, high = (int(max(-_FAR, min(_FAR, edge))) for edge in (self.low, self.high))
            return whole_number(int(value), self.name, low, high)
        if not isfinite(value):
            raise Problem(
                "{name} must be a finite number, not {value}", name=self.name, value=given
            )
        if not (self.low <= value <= self.high and value < self.below):
            least = f"{self.low:g}"
            if self.below < inf:
                raise Problem(
                    "{name} must be from {low} to below {high}, not {value}",
                    name=self.name, low=least, high=f"{self.below:g}", value=given,
                )  # fmt: skip
            raise Problem(
                "{name} must be from {low} to {high}, not {value}",
                name=self.name, low=least, high=f"{self.high:g}", value=given,
            )  # fmt: skip
        return value


def _plays_all(_rules: Rules) -> str:
    return ""


def _same_title(level: str, _rules: Rules, _player: int) -> str:
    return level


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of players, as it declares itself.

    Attributes:
        word: what its players' texts begin with.
        title: what it is called in a window.
        help: what its players do, in a sentence without its end.
        make: makes a player. It stands in a module that can be imported, for other processes.
        parameters: its settings.
        target: what its players are made from, in capitals, such as ``PATH``; else empty.
        example: a player's text, for help and complaints.
        levels: named strengths and the settings that each stands for.
        shorthands: names that texts may use for settings too, and that no window offers.
        named: whether a level says everything, so that texts name it instead of the settings; they
            may also say its number, from 1 for the weakest.
        level_title: returns what a level is called in a game of some rules, for one side.
        tryout: makes a player that starts what a user brings in its ``meet``, and nothing before,
            to see whether that can play; None where there is nothing to be tried.
        has_scores: whether what its players find out while they search is worth looking at.
        needs: returns what a player of this kind needs that a game's rules do not offer, as a
            sentence without its end; empty where it can play.
    """

    word: str
    title: str
    help: str
    make: Callable[[PlayerSpec], Player]
    parameters: tuple[Parameter, ...] = ()
    target: str = ""
    example: str = ""
    levels: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    shorthands: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    needs: Callable[[Rules], str] = _plays_all
    named: bool = False
    has_scores: bool = False
    level_title: Callable[[str, Rules, int], str] = _same_title
    tryout: Callable[[PlayerSpec], Player] | None = None

    @property
    def built_in(self) -> bool:
        """Whether its players are this program's own: made from nothing that a user brings."""
        return not self.target and self.make.__module__.startswith("engine.")

    def parameter(self, name: str) -> Parameter:
        """Return one of its settings; ValueError where it has no such one."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        given, names = shown(name), [parameter.name for parameter in self.parameters]
        if not names:
            raise Problem("{kind} has no setting {name}, nor any other", name=given, kind=self.word)
        if len(names) == 1:
            raise Problem(
                "{kind} has no setting {name}, only {only}",
                name=given, kind=self.word, only=names[0],
            )  # fmt: skip
        raise Problem(
            "{kind} has no setting {name}; it has {others} and {last}",
            name=given, kind=self.word, others=", ".join(names[:-1]), last=names[-1],
        )  # fmt: skip

    def has(self, name: str) -> bool:
        """Whether it has a setting of this name."""
        for parameter in self.parameters:  # noqa: SIM110  (asked often: no generator)
            if parameter.name == name:
                return True
        return False

    def level_named(self, name: str) -> Mapping[str, Value] | None:
        """Return what a level or a shorthand stands for, in any case; None where it is none.

        Raises:
            ValueError: a number, and there is no such level.
        """
        if self.named and any(letter.isdecimal() for letter in name):
            number = Parameter("the level", "", "", 1, 1, len(self.levels)).read(name)
            return [*self.levels.values()][int(number or 0) - 1]
        named = {**self.shorthands, **self.levels}
        return next((named[level] for level in named if level.lower() == name.lower()), None)


_kinds: dict[str, PlayerKind] = {}


def register(kind: PlayerKind) -> PlayerKind:
    """Make a kind known everywhere; ValueError where another one has its word."""
    if _kinds.setdefault(kind.word, kind) is not kind:
        raise Problem("there is a kind of players called {word} already", word=kind.word)
    _parsed.cache_clear()
    return kind


def unregister(kind: PlayerKind) -> None:
    """Forget a kind."""
    _kinds.pop(kind.word, None)
    _parsed.cache_clear()


def kinds() -> tuple[PlayerKind, ...]:
    """Return all kinds, in the order in which they were registered."""
    return tuple(_kinds.values())


def examples() -> str:
    """Return a player's text of each kind, as a list that can be read."""
    others, last = _examples()
    return f"{others} or {last}"


def _examples() -> tuple[str, str]:
    """Return a player's text of each kind: all but the last one, and that one."""
    *others, last = (kind.example or kind.word for kind in kinds())
    return ", ".join(others), last


def _no_player(text: str) -> Problem:
    """Return what is wrong with a text that names no player."""
    others, last = _examples()
    return Problem(
        "{text} is no player; choose {others} or {last}",
        text=shown(text), others=others, last=last,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player to be made: its kind, its settings, and what it is made from.

    Attributes:
        kind: the kind.
        given: the settings that were given, with their names; the others have their defaults.
        target: what it is made from; empty where its kind needs nothing.
    """

    kind: PlayerKind
    given: tuple[tuple[str, Value], ...] = ()
    target: str = ""

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Read a player's text; ValueError with a sentence where it names none."""
        return _parsed(text)

    def __str__(self) -> str:
        """Return the text that ``parse`` reads."""
        if self.kind.named and self.level:
            return f"{self.kind.word}:{self.level.lower()}"
        settings = [
            f"{parameter.name}={_plain(self[parameter.name])}"
            for parameter in self.kind.parameters
            if parameter.always or self[parameter.name] != parameter.default
        ]
        return ":".join(filter(None, (self.kind.word, ",".join(settings), self.target)))

    def __getitem__(self, name: str) -> Value:
        """Return the value of a setting; ValueError where the kind has no such one."""
        return dict(self.given).get(name, self.kind.parameter(name).default)

    def sets(self, name: str) -> bool:
        """Whether a setting was given."""
        return name in dict(self.given)

    def number(self, name: str) -> float:
        """Return the value of a setting that is never off."""
        value = self[name]
        assert value is not None
        return value

    def with_value(self, name: str, text: str) -> PlayerSpec:
        """Return a player with one setting changed; ValueError for a value it cannot have."""
        return self.with_values({name: self.kind.parameter(name).read(text)})

    def with_values(self, values: Mapping[str, Value]) -> PlayerSpec:
        """Return a player with some settings changed to values that are known to be allowed."""
        return replace(self, given=tuple((dict(self.given) | dict(values)).items()))

    @property
    def level(self) -> str:
        """The level that the player is at; empty where its strength has no name."""
        for name, values in self.kind.levels.items():
            if all(self[setting] == value for setting, value in values.items()):
                return name
        return ""

    def make(self) -> Player:
        """Return a new player; ValueError where it cannot be made."""
        return self.kind.make(self)


@lru_cache(maxsize=256)  # a window asks for the same few again and again
def _parsed(text: str) -> PlayerSpec:
    word, _, rest = text.strip().partition(":")
    kind = _kinds.get(word)
    if kind is None:
        raise _no_player(text)
    settings, target = _split(kind, rest)
    parts = kind.target.count(":")
    if bool(target) != bool(kind.target) or (parts and target.count(":") != parts):
        raise _no_player(text)
    spec = PlayerSpec(kind, target=target)
    for part in filter(None, settings.split(",")):
        name, _, value = part.partition("=")
        level = None if "=" in part else kind.level_named(name.strip())
        if level is None:
            spec = spec.with_value(name.strip(), value.strip())
        else:
            spec = spec.with_values(level)
    return spec


def _split(kind: PlayerKind, rest: str) -> tuple[str, str]:
    """Return the settings and the target of a player's text without its word."""
    if not kind.target:
        return (rest, "") if kind.parameters else ("", rest)
    first, colon, others = rest.partition(":")
    names = (part.partition("=")[0].strip() for part in first.split(","))
    if colon and "=" in first and all(kind.has(name) for name in names):
        return first, others
    return "", rest


def _plain(number: Value) -> str:
    """Return a number as it was written: nothing is rounded, and 2.0 is "2"."""
    return _OFF if number is None else repr(number).removesuffix(".0")
