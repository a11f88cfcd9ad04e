"""Sums a tournament up as its games come in, in whatever order that is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.game import Outcome
from engine.tournament.description import Pairing, Tournament
from engine.tournament.pages import ByteMap
from engine.tournament.playing import GameRecord
from engine.tournament.statistics import (
    Interval,
    elo,
    log_likelihood_ratio,
    ratings,
    share,
    sprt_bounds,
    superiority,
)

_X, _O, _TIE, _BAD = 1, 2, 3, 4
_CODES = {Outcome.X: _X, Outcome.O: _O, Outcome.TIE: _TIE, None: _BAD}


@dataclass(frozen=True, slots=True)
class Standing:
    """How one pairing stands.

    Attributes:
        pairing: who plays.
        games: games that count: bad ones included, those after the test's decision not.
        x_wins, o_wins, ties, bad: how they ended.
        wins, losses: the same, seen from the first player.
        seconds_per_game: the mean time a game.
        decision: what a sequential test decided: "H0", "H1", or empty.
    """

    pairing: Pairing
    games: int
    x_wins: int
    o_wins: int
    ties: int
    bad: int
    wins: int
    losses: int
    seconds_per_game: float
    decision: str

    @property
    def sound(self) -> int:
        """Games that were not spoilt."""
        return self.games - self.bad

    def share_of(self, count: int) -> Interval:
        """Return a share of the sound games, with its 95 % interval."""
        return share(count, self.sound)

    @property
    def score(self) -> float:
        """The first player's mean score: 1 for a win, a half for a tie."""
        return (self.wins + self.ties / 2) / self.sound if self.sound else 0.5

    @property
    def elo(self) -> Interval | None:
        """By how many Elo the first player is stronger; None where no sound game says so."""
        if self.pairing.is_self_play or not self.sound:
            return None
        return elo(self.wins, self.ties, self.losses)

    @property
    def superiority(self) -> float | None:
        """The likelihood that the first player is the stronger one; None as for ``elo``."""
        if self.pairing.is_self_play or not self.sound:
            return None
        return superiority(self.wins, self.losses)


class Summary:
    """Counts of a tournament's games. A million of them take a megabyte.

    Args:
        tournament: what is played.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._outcomes = [ByteMap() for _ in tournament.pairings]
        self._seconds = [0.0] * len(tournament.pairings)
        self._timed = [0] * len(tournament.pairings)
        self._tests = [_Test() for _ in tournament.pairings]
        self._alone = [pairing.is_self_play for pairing in tournament.pairings]

    def add(self, records: Iterable[GameRecord]) -> list[int]:
        """Count games; return the pairings that a sequential test has just decided."""
        decided = []
        for record in records:
            number = record.pairing
            self._outcomes[number][record.game] = _CODES[record.outcome]
            self._seconds[number] += record.seconds
            self._timed[number] += 1
            if self.tournament.sprt is not None and self._go_on_testing(number):
                decided.append(number)
        return decided

    def standing(self, number: int) -> Standing:
        """Return how a pairing stands."""
        pairing, test = self.tournament.pairings[number], self._tests[number]
        stop = test.games if test.decision else None
        outcomes = self._outcomes[number]
        x_wins, o_wins, ties, bad = (outcomes.count(code, stop) for code in (_X, _O, _TIE, _BAD))
        x_turned = o_turned = 0  # won by the player who is second, and has X, in odd games
        if pairing.alternate:
            x_turned, o_turned = (outcomes.count(code, stop, parity=1) for code in (_X, _O))
        return Standing(
            pairing,
            x_wins + o_wins + ties + bad,
            x_wins,
            o_wins,
            ties,
            bad,
            x_wins - x_turned + o_turned,
            o_wins - o_turned + x_turned,
            self._seconds[number] / max(self._timed[number], 1),
            test.decision,
        )

    @property
    def standings(self) -> list[Standing]:
        """How all pairings stand."""
        return [self.standing(number) for number in range(len(self.tournament.pairings))]

    @property
    def decided(self) -> int:
        """How many pairings a test has decided."""
        return sum(bool(test.decision) for test in self._tests)

    @property
    def tested(self) -> int:
        """How many pairings a test can decide."""
        return 0 if self.tournament.sprt is None else self._alone.count(False)

    @property
    def left(self) -> int:
        """How many games are still to be played: none of a pairing that is decided."""
        return sum(
            max(0, pairing.games - timed)
            for pairing, timed, test in zip(
                self.tournament.pairings, self._timed, self._tests, strict=True
            )
            if not test.decision
        )

    def ratings(self) -> dict[str, Interval]:
        """Return everybody's Elo, the strongest first (see ``statistics.ratings``)."""
        results: dict[tuple[str, str], tuple[int, int, int]] = {}
        players: dict[str, None] = {}
        for standing in self.standings:
            one, two = standing.pairing.first, standing.pairing.second
            players |= {one: None, two: None}
            results[one, two] = (standing.wins, standing.ties, standing.losses)
        rated = ratings(list(players), results)
        return dict(sorted(rated.items(), key=lambda each: -each[1].value))

    def points(self) -> dict[tuple[str, str], tuple[float, int]]:
        """Return what each player took from each other one: points, and of how many sound games.

        A win is a point, a tie half of one.
        """
        points = {}
        for each in self.standings:
            one, two = each.pairing.first, each.pairing.second
            points[one, two] = each.wins + each.ties / 2, each.sound
            points[two, one] = each.losses + each.ties / 2, each.sound
        return points

    def _go_on_testing(self, number: int) -> bool:
        """Look at the games in their order as far as they are known; whether that decides.

        Where a player meets itself there is nothing to decide.
        """
        sprt, test = self.tournament.sprt, self._tests[number]
        if sprt is None or test.decision or self._alone[number]:
            return False
        outcomes, pairing = self._outcomes[number], self.tournament.pairings[number]
        low, high = sprt_bounds(sprt.alpha, sprt.beta)
        while test.games < pairing.games and outcomes[test.games]:
            test.count(outcomes[test.games], pairing.x_is_first(test.games))
            ratio = log_likelihood_ratio(test.wins, test.ties, test.losses, sprt.elo0, sprt.elo1)
            if ratio <= low or ratio >= high:
                test.decision = "H1" if ratio >= high else "H0"
                return True
        return False


@dataclass(slots=True)
class _Test:
    """A sequential test: the games looked at so far, always in the order of their numbers."""

    games: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    decision: str = ""

    def count(self, outcome: int, x_is_first: bool) -> None:
        self.games += 1
        if outcome == _TIE:
            self.ties += 1
        elif outcome in (_X, _O):
            if (outcome == _X) == x_is_first:
                self.wins += 1
            else:
                self.losses += 1


def summarise(tournament: Tournament, records: Iterable[GameRecord]) -> Summary:
    """Return the summary of games that were played."""
    summary = Summary(tournament)
    summary.add(records)
    return summary
