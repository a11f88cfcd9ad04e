"""Sums a tournament up as its games come in, in whatever order that is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.tournament.counting import BAD, TIE, O, RowCount, X
from engine.tournament.description import Pairing, Tournament
from engine.tournament.playing import GameRecord
from engine.tournament.rating import Ratings, ratings
from engine.tournament.statistics import (
    Interval,
    Scores,
    elo_of,
    normalised_elo,
    share,
    superiority,
)


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
        scores: what the first player scored in pairs of games, or in games where sides are fixed.
        different: how many different games these are in effect: no interval claims to rest on more.
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
    scores: Scores
    different: float

    @property
    def sound(self) -> int:
        """Games that were not spoilt."""
        return self.games - self.bad

    def share_of(self, count: int) -> Interval:
        """Return a share of the sound games, with its 95 % interval."""
        return share(count, self.sound, self.scores.weight)

    @property
    def score(self) -> float:
        """The first player's mean score: 1 for a win, a half for a tie."""
        return (self.wins + self.ties / 2) / self.sound if self.sound else 0.5

    @property
    def elo(self) -> Interval | None:
        """By how many Elo the first player is stronger; None where no pair of games says so."""
        return elo_of(self.scores) if self._is_strength else None

    @property
    def normalised_elo(self) -> float | None:
        """The same, as if no game were ever tied; None also where all scores are alike."""
        return normalised_elo(self.scores.counts) if self._is_strength else None

    @property
    def superiority(self) -> float | None:
        """The likelihood that the first player is the stronger one; None as for ``elo``."""
        middle = len(self.scores.counts) // 2
        lost, won = self.scores.counts[:middle], self.scores.counts[middle + 1 :]
        return superiority(sum(won), sum(lost)) if self._is_strength else None

    @property
    def _is_strength(self) -> bool:
        return self.scores.units > 0 and not self.pairing.is_self_play


class Summary:
    """Counts of a tournament's games. A million of them take a megabyte.

    Args:
        tournament: what is played.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._rows = [RowCount(pairing, tournament.sprt) for pairing in tournament.pairings]

    def add(self, records: Iterable[GameRecord]) -> list[int]:
        """Count games; return the pairings that a sequential test has just decided."""
        return [record.pairing for record in records if self._rows[record.pairing].add(record)]

    def standing(self, number: int) -> Standing:
        """Return how a pairing stands."""
        row = self._rows[number]
        x_wins, o_wins, ties, bad = (row.count(code) for code in (X, O, TIE, BAD))
        x_turned = o_turned = 0  # won by the player who is second, and has X, in odd games
        if row.pairing.alternate:
            x_turned, o_turned = (row.count(code, parity=1) for code in (X, O))
        sound = x_wins + o_wins + ties
        scores, different = row.scores(sound)
        return Standing(
            row.pairing,
            sound + bad,
            x_wins,
            o_wins,
            ties,
            bad,
            x_wins - x_turned + o_turned,
            o_wins - o_turned + x_turned,
            row.seconds / max(row.timed, 1),
            row.decision,
            scores,
            different,
        )

    @property
    def standings(self) -> list[Standing]:
        """How all pairings stand."""
        return [self.standing(number) for number in range(len(self.tournament.pairings))]

    @property
    def decided(self) -> int:
        """How many pairings a test has decided."""
        return sum(bool(row.decision) for row in self._rows)

    @property
    def tested(self) -> int:
        """How many pairings a test can decide."""
        if self.tournament.sprt is None:
            return 0
        return sum(not pairing.is_self_play for pairing in self.tournament.pairings)

    @property
    def left(self) -> int:
        """How many games are still to be played: none of a pairing that is decided."""
        return sum(
            max(0, row.pairing.games - row.timed) for row in self._rows if not row.decision
        )  # fmt: skip

    def ratings(self) -> Ratings:
        """Return everybody's Elo, the strongest first (see ``engine.tournament.rating``)."""
        results: dict[tuple[str, str], Scores] = {}
        players: dict[str, None] = {}
        for standing in self.standings:
            one, two = standing.pairing.first, standing.pairing.second
            players |= {one: None, two: None}
            results[one, two] = standing.scores
        return ratings(list(players), results)

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


def summarise(tournament: Tournament, records: Iterable[GameRecord]) -> Summary:
    """Return the summary of games that were played."""
    summary = Summary(tournament)
    summary.add(records)
    return summary
