"""A tournament as a command line or a form asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Problem
from engine.rules import Rules
from engine.specs import PlayerSpec
from engine.tournament.description import Pairing, Sprt, Tournament, round_robin, sweep


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked for, not yet checked.

    Attributes:
        players: their texts: one for self-play, two for a pairing, more for a round robin.
        games: games a pairing.
        size, line, reverse: the rules; ``line`` None for the whole side.
        fixed: whether the first player always has X. In self-play it has.
        everyone: whether two players, too, make a round robin.
        varied: what a sweep varies; empty where there is no sweep.
        values: its values, as text.
        sprt: ends pairings early, or None.
        move_seconds: the longest that a move may take; None for no limit.
    """

    players: tuple[str, ...] = ("mc",)
    games: int = 100
    size: int = 3
    line: int | None = None
    reverse: bool = False
    fixed: bool = False
    everyone: bool = False
    varied: str = ""
    values: tuple[str, ...] = ()
    sprt: Sprt | None = None
    move_seconds: float | None = None

    def tournament(self, seed: int) -> Tournament:
        """Return the tournament; ValueError with a sentence where the parts do not fit."""
        made = self._tournament(seed)
        for pairing in made.pairings:
            for player in (pairing.first, pairing.second):
                if missing := PlayerSpec.parse(player).kind.needs(pairing.rules):
                    raise Problem(
                        "{player} cannot play this game: {what}", player=player, what=missing
                    )
        return made

    def _tournament(self, seed: int) -> Tournament:
        robin = self.everyone or len(self.players) > 2
        if robin and self.varied:
            raise Problem("a sweep has one player, or two; a round robin has no sweep")
        if robin and self.fixed:
            raise Problem("in a round robin players take turns; the first cannot always have X")
        if robin:
            return round_robin(self.players, self._base("mc", "mc"), seed, self.sprt)
        base = self._base(self.players[0], self.players[-1])
        if self.varied:
            alone = len(self.players) == 1
            return sweep(self.varied, self.values, base, seed, self.sprt, alone, self.line)
        return Tournament("pairing", (base,), seed, "", self.sprt)

    def _base(self, first: str, second: str) -> Pairing:
        line = None if self.varied == "size" else self.line  # else it may not fit the usual size
        return Pairing(
            first,
            second,
            self.games,
            Rules.of(self.size, line, self.reverse),
            alternate=len(self.players) > 1 and not self.fixed,
            move_seconds=self.move_seconds,
        )
