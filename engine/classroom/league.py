"""A class's league: who plays whom, as far as the processor time goes, and how strong they are.

Where the time is enough, all play all. Where it is not, everybody meets the machines and a number
of others, drawn by lot: the draw depends on the players alone, so a late hand-in changes little.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from engine.board import PLAYERX
from engine.classroom.plan import ClassPlan, Progress, Stop
from engine.classroom.store import LeagueResult, Store
from engine.game import Outcome
from engine.tournament.description import Pairing, Tournament
from engine.tournament.playing import GameRecord
from engine.tournament.rating import ratings
from engine.tournament.running import Run, executor_maker
from engine.tournament.statistics import Interval, Scores
from engine.tournament.summary import Summary

MACHINES = ("mc:trials=10", "mc:trials=100", "mc:trials=1000", "perfect")
"""Whom every file meets beside the others."""

Pair = tuple[str, str]
"""Two players' names: students', or machines' texts."""


@dataclass(frozen=True, slots=True)
class LeaguePlayer:
    """A file that plays.

    Attributes:
        path: the file.
        digest: changes with every change of it.
    """

    path: Path
    digest: str


@dataclass(frozen=True, slots=True)
class League:
    """A league that was played.

    Attributes:
        results: how pairings ended.
        wanted: how many pairings there are, of all against all.
        minutes: the processor time that it could take.
    """

    results: dict[Pair, LeagueResult] = field(default_factory=dict)
    wanted: int = 0
    minutes: float = 0.0

    @property
    def is_whole(self) -> bool:
        """Whether all met all."""
        return len(self.results) == self.wanted


def play(
    players: Mapping[str, LeaguePlayer],
    store: Store,
    plan: ClassPlan,
    progress: Progress,
    stop: Stop,
) -> League:
    """Play what was not played before, within the time that is left for it.

    Args:
        players: the files that make moves, by students' names.

    Raises:
        StoppedError: it was stopped.
        OSError: no worker can be started.
    """
    order = drawn(list(players), plan.seed)
    keys = {pair: _key(pair, players, plan) for pair in order}
    known = store.results()
    results = {pair: known[key] for pair, key in keys.items() if key in known}
    budget = plan.league_minutes * 60
    while missing := _within(order, results, budget)[1]:
        season = _Season(missing, players, plan)
        run = Run(season.tournament, executor_maker("processes", plan.workers), plan.workers)
        stop.reaches(run)
        spent = sum(result.seconds for result in _within(order, results, budget)[0].values())
        done = len(order) - len(missing)
        games = len(order) * plan.games
        progress("playing", done * plan.games, games)
        for records in run:
            complete = season.add(records)
            results |= complete
            # One that nobody is to blame for is played again.
            store.add_results(
                (keys[pair], result)
                for pair, result in complete.items()
                if result.games == plan.games
            )
            spent += sum(record.spent for record in records)
            if spent >= budget:
                run.begin_no_more()
            progress("playing", done * plan.games + season.games, games)
        stop.check()
    used, _ = _within(order, results, budget)
    wanted = _all(list(players))
    return League({pair: used[pair] for pair in wanted if pair in used}, len(wanted),
                  plan.league_minutes)  # fmt: skip


def _all(names: Sequence[str]) -> list[Pair]:
    return [*combinations(names, 2), *((name, machine) for name in names for machine in MACHINES)]


def drawn(names: Sequence[str], seed: int) -> list[Pair]:
    """Return all pairings in the order in which they are played.

    Everybody's opponents are drawn by lot. After as many rounds, everybody has met at least so many
    of the others, and so many machines until all of them are met.

    Args:
        names: the students, in the order of their rows.
    """
    lots = {pair: _lot(pair, seed) for pair in _all(names)}
    own: dict[str, list[Pair]] = {name: [] for name in names}
    for pair in combinations(names, 2):
        for name in pair:
            own[name].append(pair)
    rounds = {(name, machine): i for name in names for i, machine in enumerate(MACHINES)}
    for pairs in own.values():
        for i, pair in enumerate(sorted(pairs, key=lots.__getitem__)):
            rounds[pair] = min(i, rounds.get(pair, i))
    return sorted(lots, key=lambda pair: (rounds[pair], lots[pair]))


def _lot(pair: Pair, seed: int) -> bytes:
    return hashlib.blake2b(_bytes("//".join([str(seed), *pair])), digest_size=16).digest()


def _within(
    order: Sequence[Pair], results: Mapping[Pair, LeagueResult], budget: float
) -> tuple[dict[Pair, LeagueResult], list[Pair]]:
    """Return the results that fit into so much processor time, and the pairings still to be played.

    A pairing that is still to be played is taken to cost as much as the others did.
    """
    usual = sum(result.seconds for result in results.values()) / max(len(results), 1)
    used, missing, spent = {}, [], 0.0
    for pair in order:
        if spent >= budget:
            break
        if pair in results:
            used[pair] = results[pair]
            spent += results[pair].seconds
        else:
            missing.append(pair)
            spent += usual
    return used, missing


def _key(pair: Pair, players: Mapping[str, LeaguePlayer], plan: ClassPlan) -> str:
    """Return what a pairing's result is kept under: it holds as long as nothing of this changes."""
    parts = [
        _named(name, players) + (players[name].digest if name in players else "") for name in pair
    ]
    numbers = plan.games, plan.trials, plan.seed, plan.move_seconds
    text = "//".join([*parts, *map(str, numbers)])
    return hashlib.sha256(_bytes(text)).hexdigest()[:32]


def _named(name: str, players: Mapping[str, LeaguePlayer]) -> str:
    """Return a name as no other player of the league has it."""
    return f"{name}/" if name in players else f"/{name}/"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")  # names of files may be any bytes


@dataclass(frozen=True, slots=True)
class _Fixtures(Tournament):
    """A part of the league. Whatever else is played, two players play the same games.

    Attributes:
        names: who plays, for each pairing.
    """

    names: tuple[str, ...] = ()

    def game_seed(self, pairing: int, game: int) -> int:
        """Return the 64-bit seed of one game: it depends on who plays, not on when."""
        text = f"{self.seed}//{self.names[pairing]}//{game}"
        return int.from_bytes(hashlib.blake2b(_bytes(text), digest_size=8).digest(), "big")


class _Season:
    """Pairings that are played, counted game by game until each one's last.

    Args:
        pairs: who plays, for each pairing.
        players: the files, by students' names.

    Attributes:
        tournament: what is played.
        games: how many games were counted.
    """

    def __init__(
        self, pairs: Sequence[Pair], players: Mapping[str, LeaguePlayer], plan: ClassPlan
    ) -> None:
        def text(name: str) -> str:
            if name not in players:
                return name
            return f"file:trials={plan.trials}:{players[name].path.absolute()}"

        pairings = tuple(
            Pairing(text(one), text(two), plan.games, move_seconds=plan.move_seconds)
            for one, two in pairs
        )
        names = tuple("//".join(_named(name, players) for name in pair) for pair in pairs)
        self._pairs = pairs
        self.tournament = _Fixtures("round robin", pairings, plan.seed, names=names)
        self.games = 0
        self._summary = Summary(self.tournament)
        self._records: list[dict[int, GameRecord]] = [{} for _ in pairs]

    def add(self, records: Iterable[GameRecord]) -> dict[Pair, LeagueResult]:
        """Count games; return the pairings that are complete now, with how they ended."""
        complete = {}
        for record in records:
            number = record.pairing
            self.games += 1
            self._summary.add([record])
            self._records[number][record.game] = record
            if len(self._records[number]) == self.tournament.pairings[number].games:
                complete[self._pairs[number]] = self._result(number)
        return complete

    def _result(self, number: int) -> LeagueResult:
        standing, records = self._summary.standing(number), self._records[number]
        pairing = standing.pairing
        blamed, problems = [0, 0], ["", ""]
        for game in sorted(records):
            side = _blamed(records[game], pairing)
            if side is not None:
                text = (pairing.first, pairing.second)[side]
                problem = records[game].problem.replace(text, self._pairs[number][side])
                blamed[side] += 1
                problems[side] = problems[side] or problem  # and not a path that is gone
        return LeagueResult(
            standing.wins, standing.ties, standing.losses, blamed[0], blamed[1], problems[0],
            problems[1],
            Scores(_scores(records, pairing), standing.scores.weight),
            sum(record.spent for record in records.values()),
        )  # fmt: skip


def _blamed(record: GameRecord, pairing: Pairing) -> int | None:
    """Return which of the two spoilt a game: 0 or 1, or None where nobody did."""
    if record.outcome is not None or record.blame is None:
        return None
    return int((record.blame == PLAYERX) != record.is_x_first(pairing))


def _scores(records: Mapping[int, GameRecord], pairing: Pairing) -> tuple[int, ...]:
    """Return what the first player scored in pairs of games, or in games where one has no pair.

    A game that somebody spoilt is lost by that one. One that nobody is to blame for drops its pair.
    """
    size = 1 if pairing.games % 2 else 2
    counts = [0] * (2 * size + 1)
    for first in range(0, pairing.games, size):
        points = [_points(records[game], pairing) for game in range(first, first + size)]
        if None not in points:
            counts[sum(filter(None, points))] += 1
    return tuple(counts)


def _points(record: GameRecord, pairing: Pairing) -> int | None:
    """Return what the first player scored in a game, in half points."""
    side = _blamed(record, pairing)
    if side is not None:
        return 2 * side
    if record.outcome is None:
        return None
    won = (record.outcome is Outcome.X) == record.is_x_first(pairing)
    return 1 if record.outcome is Outcome.TIE else 2 * won


def rated(results: Mapping[Pair, LeagueResult]) -> dict[str, Interval]:
    """Return everybody's Elo, the strongest first; a spoilt game is lost by who spoilt it."""
    played = {pair: result.scores for pair, result in results.items() if result.scores.units}
    names = list(dict.fromkeys(name for pair in played for name in pair))
    return ratings(names, played) if names else {}
