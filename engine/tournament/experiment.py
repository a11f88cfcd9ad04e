"""An experiment in the lab, described in one line: ``sweep trials=5,20,80 games=200``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import Problem, whole_number
from engine.notation import parse_square
from engine.players.level import LADDER
from engine.rules import MAX_SIZE, Rule, Rules
from engine.specs import COURSE_FILE, PlayerSpec
from engine.tournament.description import Tournament, published, sweepable
from engine.tournament.openings import Openings
from engine.tournament.plan import Plan, lacks_file

PUBLISHED, LEVELS, SWEEP, PAIRING, ROBIN = "published", "ladder", "sweep", "pairing", "robin"
"""The kinds of experiments, as they are written."""

_COMMON = ("games", "seed")
_BOARD = (*_COMMON, "size", "line", "reverse", "rule")
_TAKES = {
    PUBLISHED: _COMMON,
    LEVELS: _BOARD,
    SWEEP: (*_BOARD, "player", "opponent", "fixed"),
    PAIRING: (*_BOARD, "player", "opponent", "fixed", "opening"),
    ROBIN: (*_BOARD, "player"),
}
"""What can be said of each kind, beside what a sweep varies."""

_FILE = COURSE_FILE.word
_SOMEWHERE = Path("reader.py")
_LEAST = 2
"""The players of a round robin."""

_LONGEST = 25
"""The digits that a number may have."""

_SWITCHES = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Experiment:
    """What is to be measured.

    Attributes:
        kind: ``PUBLISHED`` or another kind.
        plan: its players, games and board. A player ``file``, or ``file:trials=100``, is a course
            file that ``with_file`` names.
        seed: fixes its games.
    """

    kind: str
    plan: Plan
    seed: int = 1

    @property
    def wants_file(self) -> bool:
        """Whether a player is a course file that is not named yet."""
        return any(map(lacks_file, self.plan.players))

    def with_file(self, path: Path) -> Experiment:
        """Return this experiment with a course file in the place of those that are not named."""
        players = (
            f"{player}:{path}" if lacks_file(player) else player for player in self.plan.players
        )
        return replace(self, plan=replace(self.plan, players=tuple(players)))

    def tournament(self) -> Tournament:
        """Return the tournament; ValueError where its parts do not fit, or a file is not named."""
        if self.kind == PUBLISHED:
            return published(self.seed, self.plan.games)
        return self.plan.tournament(self.seed)


THE_PUBLISHED = Experiment(PUBLISHED, Plan(games=100))
"""The published experiment, with its number of games and the seed of the manual."""


def read_experiment(text: str) -> Experiment:
    """Return the experiment that a line describes: its kind, then any number of ``NAME=VALUE``.

    After ``sweep`` comes what is varied, with its values: ``sweep trials=5,20,80``.

    Raises:
        ValueError: a sentence on what is wrong.
    """
    kind, *words = text.split() or [""]
    if kind not in _TAKES:
        raise Problem(
            'an experiment begins with one of {kinds}, such as "sweep trials=5,20,80 games=200", '
            "not {word}",
            kinds=", ".join(_TAKES), word=repr(kind),
        )  # fmt: skip
    varied, values = _varied(words.pop(0) if words else "") if kind == SWEEP else ("", ())
    settings = _settings_of(words, kind)
    size, line = (
        _number(settings, "size", 3, 3, MAX_SIZE),
        _number(settings, "line", 0, 3, MAX_SIZE),
    )
    rule = _rule(settings)
    plan = Plan(
        _players(kind, settings),
        _number(settings, "games", 100, 1, 10**6),
        size,
        line or None,
        rule,
        fixed=_switch(settings, "fixed"),
        everyone=kind in (ROBIN, LEVELS),
        varied=varied,
        values=values,
        openings=_opening(settings, Rules.of(size, line or None, rule)),
    )
    experiment = Experiment(kind, plan, _number(settings, "seed", 1, 0, 2**64 - 1))
    _check_players(experiment.plan.players)
    experiment.with_file(_SOMEWHERE).tournament()
    return experiment


def _rule(settings: dict[str, str]) -> Rule:
    if "rule" not in settings:
        return Rule(_switch(settings, "reverse"))
    if "reverse" in settings:
        raise Problem("give the rule once: reverse=yes is rule=reverse")
    return Rule.of_word(settings["rule"])


def _varied(word: str) -> tuple[str, tuple[str, ...]]:
    name, _, values = word.partition("=")
    if name not in sweepable() or not values:
        raise Problem(
            'after "sweep" comes what is varied, with its values, such as "trials=5,20,80", not '
            "{word}; one of {names} can be",
            word=repr(word), names=", ".join(sweepable()),
        )  # fmt: skip
    return name, tuple(values.split(","))


def _settings_of(words: Collection[str], kind: str) -> dict[str, str]:
    """Return values by their names; of a round robin's players all, with spaces between them."""
    settings: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name not in _TAKES[kind]:
            raise Problem(
                "{name} is not known of the experiment {kind}; there are {names}",
                name=name, kind=kind, names=", ".join(_TAKES[kind]),
            )  # fmt: skip
        if not equals or not value:
            raise Problem('{name} needs a value, such as "{name}=…"', name=name)
        if name in settings and not (kind == ROBIN and name == "player"):
            raise Problem("{name} is said twice", name=name)
        settings[name] = f"{settings[name]} {value}" if name in settings else value
    return settings


def _players(kind: str, settings: dict[str, str]) -> tuple[str, ...]:
    if kind == LEVELS:
        return tuple(LADDER)
    if kind == ROBIN:
        players = tuple(settings.get("player", "").split())
        if len(players) < _LEAST:
            raise Problem(
                'robin needs two players or more, such as "player=random player=mc:trials=10"'
            )
        return players
    first = settings.get("player", "mc:trials=100")
    other = settings.get("opponent", "perfect" if kind == PAIRING else "")
    return (first, other) if other else (first,)


def _check_players(players: Collection[str]) -> None:
    """Raise a Problem where a player names a file or a module: these are on another computer."""
    for player in players:
        word = player.partition(":")[0]
        own = lacks_file(player) if word == _FILE else not PlayerSpec.parse(player).target
        if not own:
            raise Problem(
                'a file cannot be named here, as {player} does; write "file", or '
                '"file:trials=100", for the file that the reader has loaded',
                player=player,
            )


def _number(settings: dict[str, str], name: str, usual: int, low: int, high: int) -> int:
    if name not in settings:
        return usual
    text = settings[name]
    digits = text.isascii() and text.isdigit() and len(text) < _LONGEST
    return whole_number(int(text) if digits else text, name, low, high)


def _opening(settings: Mapping[str, str], rules: Rules) -> Openings | None:
    """Return the opening whose squares a word names, X's first: ``B2,A1``; None for no word."""
    if "opening" not in settings:
        return None
    squares = [parse_square(name, rules.size) for name in settings["opening"].split(",")]
    return Openings(rules, (tuple(row * rules.size + col for row, col in squares),))


def _switch(settings: dict[str, str], name: str) -> bool:
    word = settings.get(name, "no")
    if word not in _SWITCHES:
        raise Problem("{name} is yes or no, not {value}", name=name, value=repr(word))
    return _SWITCHES[word]
