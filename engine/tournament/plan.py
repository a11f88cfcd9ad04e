"""A tournament as a command line or a form asks for it, and played whole in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from engine.errors import Problem
from engine.players.player import OnWait, Player, tell_nobody
from engine.rules import Rule, Rules
from engine.search.sampling import check_seed
from engine.specs import COURSE_FILE, PROGRAM, PlayerSpec
from engine.swap import Opening
from engine.tournament.description import Pairing, Sprt, Tournament, round_robin, sweep
from engine.tournament.openings import Openings
from engine.tournament.playing import GameRecord
from engine.tournament.results import Played, ResultFile, header_of
from engine.tournament.running import Run, executor_maker
from engine.tournament.summary import Summary


class UnplayableError(Problem):
    """A course file or a program of a tournament cannot play."""


def programs_of(tournament: Tournament) -> list[Path]:
    """Return the programs that a tournament starts, each once."""
    targets = (spec.target for spec, _ in _players_of(tournament) if spec.kind is PROGRAM)
    return [Path(target) for target in dict.fromkeys(targets)]


def _players_of(tournament: Tournament) -> list[tuple[PlayerSpec, Rules]]:
    """Return a tournament's players and what they play by, each such pair once."""
    pairs = dict.fromkeys(
        (text, pairing.rules)
        for pairing in tournament.pairings
        for text in (pairing.first, pairing.second)
    )
    return [(PlayerSpec.parse(text), rules) for text, rules in pairs]


class FileCheck:
    """Loads each course file and starts each program once: better now than to see games spoilt.

    Args:
        on_wait: called while a program keeps others waiting.
    """

    def __init__(self, tournament: Tournament, on_wait: OnWait = tell_nobody) -> None:
        self._on_wait = on_wait
        self._players: dict[tuple[str, str], tuple[PlayerSpec, list[Rules]]] = {}
        for spec, rules in _players_of(tournament):
            brought = spec.kind.word, spec.target
            self._players.setdefault(brought, (spec, []))[1].append(rules)
        self._stopped = False
        self._player: Player | None = None

    def run(self) -> None:
        """Load the files, and start the programs.

        Raises:
            UnplayableError: one cannot be loaded or started, or has nothing that makes moves.
        """
        for spec, games in self._players.values():
            if spec.kind.tryout is not None:
                self._try(spec, spec.kind.tryout, games)

    def _try(
        self, spec: PlayerSpec, tryout: Callable[[PlayerSpec], Player], games: list[Rules]
    ) -> None:
        try:
            self._player = player = tryout(spec)
            player.on_wait = self._on_wait
            try:
                for rules in games:
                    if self._stopped:
                        return
                    player.meet(rules)
            finally:
                player.close()
        except ValueError as error:
            if not self._stopped:
                raise UnplayableError("{error}", error=error) from None

    def stop(self) -> None:
        """End soon, from any thread."""
        self._stopped = True
        if self._player is not None:
            self._player.stop()


def lacks_file(player: str) -> bool:
    """Whether a player's text is a course file without its path, such as "file:trials=100"."""
    word = COURSE_FILE.word
    return player.partition(":")[0] == word and PlayerSpec.parse(f"{player}:X").target == "X"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked for, not yet checked.

    Attributes:
        players: their texts: one for self-play, two for a pairing, more for a round robin.
        games: games a pairing.
        size, line, rule: the rules; ``line`` None for the whole side.
        fixed: whether the first player always has X. In self-play it has.
        everyone: whether two players, too, make a round robin.
        varied: what a sweep varies; empty where there is no sweep.
        values: its values, as text.
        sprt: ends pairings early, or None.
        move_seconds: the longest that a move may take; None for no limit.
        openings: where the games begin; None for the empty board.
        opening: whether the players open the games by Swap or Swap2.
    """

    players: tuple[str, ...] = ("mc",)
    games: int = 100
    size: int = 3
    line: int | None = None
    rule: Rule = Rule.NORMAL
    fixed: bool = False
    everyone: bool = False
    varied: str = ""
    values: tuple[str, ...] = ()
    sprt: Sprt | None = None
    move_seconds: float | None = None
    openings: Openings | None = None
    opening: Opening = Opening.NONE

    def tournament(self, seed: int) -> Tournament:
        """Return the tournament; ValueError with a sentence where the parts do not fit."""
        for player in filter(lacks_file, self.players):
            raise Problem(
                "{player} names no course file; choose one, or write its path after it, as in "
                "{player}:my_player.py",
                player=player,
            )
        tournament = self._tournament(seed)
        for pairing in tournament.pairings:
            for player in (pairing.first, pairing.second):
                if missing := PlayerSpec.parse(player).kind.needs(pairing.rules):
                    raise Problem(
                        "{player} cannot play this game: {what}", player=player, what=missing
                    )
        return tournament

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
            Rules.of(self.size, line, self.rule),
            alternate=len(self.players) > 1 and not self.fixed,
            move_seconds=self.move_seconds,
            openings=self.openings,
            opening=self.opening,
        )


def play_tournament(
    players: Tournament | Sequence[str],
    games: int = 100,
    seed: int | None = None,
    size: int = 3,
    line: int | None = None,
    reverse: bool | Rule = False,
    out: Path | str | None = None,
    workers: int | None = None,
    kind: str = "processes",
) -> Played:
    """Play a tournament to its end, and return its games.

    Args:
        players: a tournament (then only ``out``, ``workers`` and ``kind`` count), or the players'
            texts, such as "mc:trials=100" and "random": one for self-play, two for a pairing, more
            for a round robin.
        seed: repeats the games; None draws one, which the result's tournament then holds.
        size: the board's side.
        line: how long a line is; by default the whole side.
        reverse: whether lines lose; or any rule.
        out: a file that keeps every game. One that holds games of the same tournament is
            continued.
        workers: how many games are played at once; by default one a core.
        kind: "processes" or "threads".

    Raises:
        ValueError: players, games or a board that cannot be, or a file that holds something else.
        OSError: the file cannot be written, or no worker can be started.
    """
    if isinstance(players, Tournament):
        tournament = players
    else:
        names = (players,) if isinstance(players, str) else tuple(players)
        plan = Plan(names, games, size, line, Rule.of(reverse))
        tournament = plan.tournament(check_seed(seed))
    FileCheck(tournament).run()
    header, records = header_of(tournament), list[GameRecord]()
    with ExitStack() as stack:
        file = None
        if out is not None:
            file = stack.enter_context(ResultFile(Path(out), tournament))
            header, records = file.header, list(file.known)
        run = Run(tournament, executor_maker(kind, workers), workers, records)
        summary = Summary(tournament)
        for pairing in summary.add(records):
            run.finish(pairing)
        for some in run:
            if file is not None:
                file.add(some)
            records += some
            for pairing in summary.add(some):
                run.finish(pairing)
    return Played(header, tournament, records)
