"""A tournament as a command line or a form asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.compat import kind as course_file
from engine.errors import Problem
from engine.rules import Rules
from engine.specs import PlayerSpec
from engine.tournament.description import Pairing, Sprt, Tournament, round_robin, sweep
from engine.tournament.openings import Openings

if TYPE_CHECKING:
    from engine.compat.process import FileProcess


class UnplayableError(Problem):
    """A course file of a tournament cannot play."""


class FileCheck:
    """Loads each course file of a tournament once: better now than to see its games spoilt.

    Args:
        tournament: whose files.
    """

    def __init__(self, tournament: Tournament) -> None:
        texts = {text for each in tournament.pairings for text in (each.first, each.second)}
        specs = [PlayerSpec.parse(text) for text in sorted(texts)]
        files = [spec.target for spec in specs if spec.kind is course_file.KIND]
        self._paths = [Path(target) for target in dict.fromkeys(files)]
        self._stopped = False
        self._process: FileProcess | None = None

    def run(self) -> None:
        """Load the files.

        Raises:
            UnplayableError: one cannot be loaded, or has nothing that makes moves.
        """
        for path in self._paths:
            from engine.compat.player import FilePlayer  # noqa: PLC0415  (few need it)
            from engine.compat.process import FileProcess  # noqa: PLC0415

            self._process = process = FileProcess(path)
            if self._stopped:
                return
            try:
                FilePlayer(path, file=process).close()
            except ValueError as error:
                raise UnplayableError("{error}", error=error) from None

    def stop(self) -> None:
        """End soon, from any thread."""
        self._stopped = True
        if self._process is not None:
            self._process.close()


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
        openings: where the games begin; None for the empty board.
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
    openings: Openings | None = None

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
            openings=self.openings,
        )
