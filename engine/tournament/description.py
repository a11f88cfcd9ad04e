"""What a tournament is: who plays whom, on what board, how many games, from what seed.

A description is plain data, to and from JSON. The same description gives the same games, however
and wherever they are run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

from engine.decoding import convert
from engine.errors import Problem, real_number, whole_number
from engine.rules import TIC_TAC_TOE, Rule, Rules
from engine.search.sampling import check_seed
from engine.specs import PlayerSpec, kinds
from engine.swap import Opening, can_be_opened
from engine.tournament.openings import Line, Openings, SavedOpenings

PUBLISHED_TRIALS = (5, 10, 25, 50, 100, 200, 500, 1000, 5000)
"""The settings of the published experiment, with 100 games each on 3x3."""

MAX_GAMES = 10**9


def sweepable() -> tuple[str, ...]:
    """Return what a sweep can vary: any player's settings, and a few things more.

    The ratio is SCORE_OTHER / SCORE_CURRENT.
    """
    settings = dict.fromkeys(parameter.name for kind in kinds() for parameter in kind.parameters)
    return (*settings, "ratio", "size", "reverse")


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players and how many games they play.

    Attributes:
        first, second: the players' texts (see ``engine.specs``).
        games: how many.
        rules: what they play by.
        alternate: whether ``second`` plays X in every other game; else ``first`` always does.
        value: the value of what a sweep varies, as text; empty elsewhere.
        move_seconds: the longest that a move may take; None for no limit.
        openings: where the games begin, one after another and from the first one again; None for
            the empty board. Where sides alternate, each is played from both in turn.
        opening: whether the players open the games by Swap or Swap2. Who would have X begins.
    """

    first: str
    second: str
    games: int = 100
    rules: Rules = TIC_TAC_TOE
    alternate: bool = True
    value: str = ""
    move_seconds: float | None = None
    openings: Openings | None = None
    opening: Opening = Opening.NONE

    def __post_init__(self) -> None:
        """Check everything; ValueError with a sentence where something cannot be."""
        if self.opening is not Opening.NONE:
            self._check_opening()
        if self.openings is not None and self.openings.rules != self.rules:
            raise Problem(
                "the openings are for {theirs}, and the games are played on {ours}",
                theirs=_rules_text(self.openings.rules), ours=_rules_text(self.rules),
            )  # fmt: skip
        for text in (self.first, self.second):
            PlayerSpec.parse(text)
        whole_number(self.games, "the number of games", 1, MAX_GAMES)
        if self.move_seconds is not None and not real_number(self.move_seconds, 0, 1e9):
            raise Problem(
                "the longest time of a move must be above 0 s, not {value}",
                value=repr(self.move_seconds),
            )

    def _check_opening(self) -> None:
        if not can_be_opened(self.rules):
            raise Problem("swap and swap2 open five in a row on boards of 9x9 and more")
        if self.openings is not None:
            raise Problem("games are opened by swap or swap2, or begin from openings, not both")

    @property
    def is_self_play(self) -> bool:
        """Whether one player plays itself, however its two texts are written."""
        one, two = self.first, self.second
        return one == two or str(PlayerSpec.parse(one)) == str(PlayerSpec.parse(two))

    def x_is_first(self, game: int, chosen: bool | None = None) -> bool:
        """Whether the first player has X in a game, or begins where sides are chosen.

        Args:
            chosen: the same once they were chosen; None before that, and where they are not.
        """
        return (not self.alternate or game % 2 == 0) if chosen is None else chosen

    def opening_of(self, game: int) -> Line:
        """Return the moves that a game begins with; none on the empty board."""
        if self.openings is None:
            return ()
        lines = self.openings.lines
        return lines[(game // 2 if self.alternate else game) % len(lines)]

    def to_json(self) -> dict[str, Any]:
        """Return plain data that ``from_json`` reads; the openings are the tournament's to tell."""
        data = asdict(replace(self, openings=None))
        del data["openings"], data["rules"], data["opening"]
        opened = {} if self.opening is Opening.NONE else {"opening": self.opening.value}
        return data | self.rules.to_json() | opened


@dataclass(frozen=True, slots=True, kw_only=True)
class _SavedPairing:
    """A pairing as files hold it, and its rules; see ``Rules.from_file``."""

    first: str
    second: str
    games: int = 100
    size: int
    line: int
    reverse: bool
    rule: str | None = None
    alternate: bool = True
    value: str = ""
    move_seconds: float | None = None
    opening: Opening = Opening.NONE

    def checked(self, openings: Openings | None) -> Pairing:
        """Return the pairing; ValueError where there is none such."""
        return Pairing(
            self.first, self.second, self.games,
            Rules.from_file(self.size, self.line, self.reverse, self.rule),
            self.alternate, self.value, self.move_seconds, openings, self.opening,
        )  # fmt: skip


def _rules_text(rules: Rules) -> str:
    rule = f", {rules.rule.word}" if rules.rule else ""
    return f"{rules.size}x{rules.size}, {rules.line} in a row{rule}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test that may end a pairing early.

    Attributes:
        elo0, elo1: the two hypotheses: how much stronger the first player is.
        alpha, beta: the chances of accepting the wrong one.
        normalised: whether the hypotheses are in normalised Elo (see
            ``engine.tournament.statistics.normalised_elo``).
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05
    normalised: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for hypotheses that are none."""
        for name in ("elo0", "elo1"):
            if real_number(getattr(self, name), -2000, 2000) is None:
                raise Problem("{name} must be a number from -2000 to 2000", name=name)
        if self.elo0 >= self.elo1:
            raise Problem("the second number of Elo (elo1) must be greater than the first (elo0)")
        for name in ("alpha", "beta"):
            if not 0 < (real_number(getattr(self, name), 0, 0.5) or 0) < 0.5:
                raise Problem("{name} must be above 0 and below 0.5", name=name)
        if not isinstance(self.normalised, bool):
            raise Problem("whether a test is of normalised Elo must be true or false")

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Tournament:
    """Pairings and a seed.

    Attributes:
        kind: "pairing", "sweep" or "round robin".
        pairings: in the order in which they are played.
        seed: fixes every game.
        varied: what a sweep varies; empty elsewhere.
        sprt: ends pairings early, or None.
    """

    kind: str
    pairings: tuple[Pairing, ...]
    seed: int
    varied: str = ""
    sprt: Sprt | None = None

    @property
    def openings(self) -> Openings | None:
        """Where the games begin; None for the empty board."""
        return self.pairings[0].openings

    @property
    def games(self) -> int:
        """All games."""
        return sum(pairing.games for pairing in self.pairings)

    def game_seed(self, pairing: int, game: int) -> int:
        """Return the 64-bit seed of one game, which depends on nothing else."""
        text = f"{self.seed}/{pairing}/{game}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")

    def to_json(self) -> dict[str, Any]:
        """Return plain data that ``from_json`` reads."""
        pairings = [pairing.to_json() for pairing in self.pairings]
        data: dict[str, Any] = {
            "kind": self.kind, "pairings": pairings, "seed": self.seed, "varied": self.varied,
            "sprt": None if self.sprt is None else self.sprt.to_json(),
        }  # fmt: skip
        return data if self.openings is None else data | {"openings": self.openings.to_json()}

    @classmethod
    def from_json(cls, data: object) -> Tournament:
        """Return the tournament; ValueError where the data describes none."""
        return convert(data, _SavedTournament).checked()


@dataclass(frozen=True, slots=True)
class _SavedTournament:
    """A tournament as files hold it."""

    kind: str
    pairings: list[_SavedPairing]
    seed: int
    varied: str
    sprt: Sprt | None
    openings: SavedOpenings | None = None

    def checked(self) -> Tournament:
        """Return the tournament; ValueError where there is none such."""
        openings = None if self.openings is None else self.openings.checked()
        pairings = tuple(pairing.checked(openings) for pairing in self.pairings)
        if not pairings:
            raise Problem("it has no pairing")
        return Tournament(self.kind, pairings, check_seed(self.seed), self.varied, self.sprt)


def sweep(
    varied: str,
    values: Sequence[str],
    base: Pairing,
    seed: int,
    sprt: Sprt | None = None,
    self_play: bool | None = None,
    line: int | None = None,
) -> Tournament:
    """Return a tournament that varies one setting of the first player, or of the board.

    In self-play both players get the value; else the second one is a fixed opponent.

    Args:
        varied: one of ``sweepable``.
        self_play: whether one player plays itself; by default, where ``base`` has one only.
        line: the line length on every size that is varied; the whole side by default.

    Raises:
        ValueError: no such setting, no values, or one that the setting cannot have.
    """
    if varied not in sweepable():
        raise Problem(
            "{name} cannot be varied; choose one of {choices}",
            name=repr(varied), choices=", ".join(sweepable()),
        )  # fmt: skip
    if not values:
        raise Problem("a sweep needs at least one value")
    both = base.is_self_play if self_play is None else self_play
    pairings = tuple(_with_value(base, varied, value.strip(), both, line) for value in values)
    return Tournament("sweep", pairings, check_seed(seed), varied, sprt)


def round_robin(
    players: Sequence[str], base: Pairing, seed: int, sprt: Sprt | None = None
) -> Tournament:
    """Return a tournament of every player against every other one.

    Args:
        players: their texts, at least two, all different.

    Raises:
        ValueError: fewer than two players, or one of them twice.
    """
    specs = [str(PlayerSpec.parse(text)) for text in players]
    if len(specs) < 2:
        raise Problem("a round robin needs at least two players")
    if len(set(specs)) < len(specs):
        raise Problem("each player of a round robin must be different")
    pairings = tuple(
        replace(base, first=one, second=two, alternate=True) for one, two in combinations(specs, 2)
    )
    return Tournament("round robin", pairings, check_seed(seed), "", sprt)


def published(seed: int, games: int = 100) -> Tournament:
    """Return the published experiment: self-play on 3x3 at nine numbers of trials."""
    base = Pairing("mc", "mc", games, alternate=False)
    return sweep("trials", [str(trials) for trials in PUBLISHED_TRIALS], base, seed)


def _with_value(base: Pairing, varied: str, value: str, both: bool, line: int | None) -> Pairing:
    if varied == "size":
        try:
            size = int(value)
        except ValueError:
            raise Problem("a size must be a whole number, not {value}", value=repr(value)) from None
        return replace(base, rules=Rules.of(size, line, base.rules.rule), value=value)
    if varied == "reverse":
        words = {"yes": True, "no": False, "true": True, "false": False}
        if value.lower() not in words:
            raise Problem("the reverse rule is yes or no, not {value}", value=repr(value))
        usual = Rule.NORMAL if base.rules.reverse else base.rules.rule
        rules = replace(base.rules, rule=Rule.REVERSE if words[value.lower()] else usual)
        return replace(base, rules=rules, value=value.lower())
    first = PlayerSpec.parse(base.first)
    name = "other" if varied == "ratio" else varied
    if not first.kind.has(name):
        able = " and ".join(kind.word for kind in kinds() if kind.has(name))
        raise Problem(
            "only the settings of {able} can be varied, not those of {player}",
            able=able, player=base.first,
        )  # fmt: skip
    if varied == "ratio":
        first = first.with_value("current", "1")
    player = str(first.with_value(name, value))
    second = player if both else base.second
    return replace(base, first=player, second=second, value=value)
