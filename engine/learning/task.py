"""What is to be learnt, described in words or in one line: ``net shape=plain games=640``.

Importing this needs nothing that takes long.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import Problem, shown, whole_number
from engine.rules import Rules

MENACE, TABLE, NET = "menace", "td", "net"
KINDS = (MENACE, TABLE, NET)
"""The kinds of learners by their words, in the order of their history."""

ITSELF = "itself"
TEACHERS = (ITSELF, "random", "perfect")
"""Who matchboxes and tables play against."""

SIDES = ("both", "X")
"""Which side has boxes: both, or X alone, as Michie's had."""

PLAIN, LINES = "plain", "lines"
SHAPES = (PLAIN, LINES)
"""The shapes of networks."""

EXPLORATIONS = ("on", "off")
"""Whether a learner tries what it does not like best, too."""

TAKES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    MENACE: {"teacher": TEACHERS, "sides": SIDES},
    TABLE: {"teacher": TEACHERS, "exploration": EXPLORATIONS},
    NET: {"shape": SHAPES, "exploration": EXPLORATIONS},
}
"""What each kind is made with beside rules and seed, and what that can be."""

SMALL, MOST_SIDE = 3, 8
"""The only side of a board for matchboxes and tables, and the largest one for networks."""

_SLOW = {"slow": True, "fast": False}
_FAR = 10**9


@dataclass(frozen=True, slots=True)
class LearningTask:
    """What is to be learnt.

    Attributes:
        kind: one of ``KINDS``.
        rules: the board and its rules.
        seed: fixes what is learnt.
        settings: what the kind takes.
        games: after how many games it ends; None for no such limit.
        slow: whether it makes a generation a second, to be watched.
    """

    kind: str
    rules: Rules = field(default_factory=lambda: Rules(SMALL, SMALL))
    seed: int = 1
    settings: Mapping[str, str] = field(default_factory=dict)
    games: int | None = None
    slow: bool = False

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            *others, last = KINDS
            raise Problem(
                "there is no learner {kind}; choose {others} or {last}",
                kind=shown(self.kind), others=", ".join(others), last=last,
            )  # fmt: skip
        check_rules(self.kind, self.rules)
        if self.kind == MENACE:
            check_sides(self.settings.get("sides", SIDES[0]), self.settings.get("teacher", ITSELF))


def check_rules(kind: str, rules: Rules) -> None:
    """Raise a Problem where a kind cannot learn some rules."""
    if kind == NET:
        if rules.rule.ends_matter:
            raise Problem("networks learn the normal and the reverse game only")
        if rules.size > MOST_SIDE or rules.line < 2:
            raise Problem(
                "networks learn on boards up to {most}x{most}, with 2 in a row or more",
                most=MOST_SIDE,
            )
    elif rules.size != SMALL:
        raise Problem(
            "matchboxes and tables of values learn on 3x3 only, not on {size}x{size}; "
            "a network learns on larger boards",
            size=rules.size,
        )  # fmt: skip


def check_sides(sides: str, teacher: str) -> None:
    """Raise a Problem where boxes for some sides cannot learn from a teacher."""
    if sides not in SIDES:
        raise Problem("the sides must be both or X, not {value}", value=shown(sides))
    if sides == SIDES[1] and teacher == ITSELF:
        raise Problem("boxes for X alone cannot play against themselves; name another teacher")


def read_task(text: str) -> LearningTask:
    """Return what a line describes: the kind, then any number of ``NAME=VALUE``.

    Raises:
        ValueError: a sentence on what is wrong.
    """
    kind, *words = text.split() or [""]
    takes = TAKES[LearningTask(kind).kind]
    known = ("size", "line", "reverse", "seed", "games", "pace", *takes)
    given: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in known:
            raise Problem(
                "{name} is not known of the learner {kind}; there are {names}",
                name=name, kind=kind, names=", ".join(known),
            )  # fmt: skip
        if not value:
            raise Problem('{name} needs a value, such as "{name}=…"', name=name)
        if name in given:
            raise Problem("{name} is said twice", name=name)
        given[name] = value
    settings = {name: _one_of(given, name, takes[name]) for name in takes if name in given}
    rules = Rules.of(
        _number(given, "size", SMALL, SMALL, MOST_SIDE) or SMALL,
        _number(given, "line", None, SMALL, MOST_SIDE),
        _one_of(given, "reverse", ("no", "yes")) == "yes",
    )
    return LearningTask(
        kind, rules, _number(given, "seed", 1, 0, 2**64 - 1) or 0, settings,
        _number(given, "games", None, 1, _FAR), _SLOW[_one_of(given, "pace", tuple(_SLOW)[::-1])],
    )  # fmt: skip


def _one_of(given: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    value = given.get(name, choices[0])
    if value not in choices:
        raise Problem(
            "{name} must be {choices}, not {value}",
            name=name, choices=" or ".join(choices), value=shown(value),
        )  # fmt: skip
    return value


def _number(
    given: Mapping[str, str], name: str, usual: int | None, low: int, high: int
) -> int | None:
    if name not in given:
        return usual
    text = given[name]
    digits = text.isascii() and text.isdigit() and len(text) <= 20
    return whole_number(int(text) if digits else text, name, low, high)
