"""Sums a tournament up as its games come in, in whatever order that is.

A row is counted in games, in pairs of games, and in games that differ. A sequential test may end
it: the exact likelihood ratio, pair by pair. The unit is a pair of games from one opening, sides
swapped, with its five scores; where sides are not swapped, it is a game. The ratio compares the
likeliest distributions of scores that have the two hypotheses for their means (M. Van den Bergh,
"The support of the MLE of a multinomial distribution" and "Comments on normalized Elo"; the test is
A. Wald's, 1945).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from engine.game import Outcome
from engine.tournament.description import Pairing, Sprt, Tournament
from engine.tournament.playing import ByteMap, GameRecord
from engine.tournament.rating import Ratings, ratings
from engine.tournament.statistics import (
    NORMALISED,
    Interval,
    Scores,
    different_games,
    elo_of,
    normalised_elo,
    score_of_elo,
    share,
    superiority,
)

FEWEST_UNITS = 16
"""Pairs that there must be before anything is decided: fewer say too little of their spread."""

UNSEEN = 0.001
"""What stands for a score that has not come: it may come yet."""

_STEPS, _NEAR = 60, 1e-12


def sprt_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Return where the ratio accepts the first and the second hypothesis (A. Wald, 1945)."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """Return the logarithm of the likelihood ratio for elo1 against elo0.

    Args:
        counts: of games: losses, ties and wins; of pairs: those of 0, 1, 2, 3 and 4 half points.
    """
    known = [count or UNSEEN for count in counts]
    return _support(known, score_of_elo(elo0)) - _support(known, score_of_elo(elo1))


def normalised_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """Return the same for hypotheses in normalised Elo, as Van den Bergh approximates it."""
    lead = normalised_elo([count or UNSEEN for count in counts]) or 0.0
    games = sum(counts) * (len(counts) - 1) / 2
    one, two = (((lead - elo) / NORMALISED) ** 2 for elo in (elo0, elo1))
    return games / 2 * log((1 + one) / (1 + two))


def _support(counts: Sequence[float], mean: float) -> float:
    """Return by how much less likely the counts are if that is the mean, as a logarithm.

    The likeliest shares with that mean are each count's, divided by 1 + x (value - mean).
    """
    steps = len(counts) - 1
    distances = [i / steps - mean for i in range(steps + 1)]
    low, high, x = -1 / (1 - mean), 1 / mean, 0.0
    for _ in range(_STEPS):
        height = slope = 0.0
        for count, distance in zip(counts, distances, strict=True):
            part = distance / (1 + x * distance)
            height += count * part
            slope += count * part * part
        step = height / slope
        if abs(step) < _NEAR:
            break
        low, high = (x, high) if height > 0 else (low, x)  # the sum falls
        x = x + step if low < x + step < high else (low + high) / 2
    return sum(
        count * log(1 + x * distance) for count, distance in zip(counts, distances, strict=True)
    )


class SequentialTest:
    """A test under way: it looks at pairs of games, or at games, in their order.

    Args:
        scores: how many scores there are: five of pairs, three of games.

    Attributes:
        counts: how often each score came so far.
        decision: "H0" or "H1" once it is decided, else empty.
    """

    def __init__(self, sprt: Sprt, scores: int) -> None:
        self._sprt = sprt
        self._bounds = sprt_bounds(sprt.alpha, sprt.beta)
        self._ratio = normalised_ratio if sprt.normalised else log_likelihood_ratio
        self.counts = [0] * scores
        self.decision = ""

    def add(self, score: int) -> bool:
        """Count one more, by the number of its score; return whether that decides."""
        self.counts[score] += 1
        if sum(self.counts) >= FEWEST_UNITS:
            ratio = self._ratio(self.counts, self._sprt.elo0, self._sprt.elo1)
            if ratio <= self._bounds[0]:
                self.decision = "H0"
            elif ratio >= self._bounds[1]:
                self.decision = "H1"
        return bool(self.decision)


X, O, TIE, BAD, X_TURNED, O_TURNED = range(1, 7)  # noqa: E741  (the mark)
"""How a game ended. It is turned where the first player had O."""

_CODES = {Outcome.X: X, Outcome.O: O, Outcome.TIE: TIE, None: BAD}
_TURNED = {X: X_TURNED, O: O_TURNED}

_COMPARED = 20_000
"""How many of a row's games are compared with each other: the first ones, by their numbers."""


class RowCount:
    """The games of a pairing, in whatever order they come.

    Where the players take turns with X, games 0 and 1 are a pair, games 2 and 3 are the next, and
    so on: both begin with the same opening. A spoilt game drops its pair.

    Attributes:
        outcomes: how each game ended.
        seconds, timed: how long all games took, and how many there were.
    """

    def __init__(self, pairing: Pairing, sprt: Sprt | None) -> None:
        self.pairing = pairing
        self.outcomes = ByteMap()
        self.seconds, self.timed = 0.0, 0
        self._unit = 2 if pairing.alternate else 1
        self._scores = [0] * (2 * self._unit + 1)
        self._variety = _Variety()
        # Where a player meets itself there is nothing to decide.
        tested = sprt is not None and not pairing.is_self_play
        self._test = SequentialTest(sprt, len(self._scores)) if sprt and tested else None
        self._looked_at = 0

    @property
    def decision(self) -> str:
        """What the sequential test decided: "H0", "H1", or empty."""
        return self._test.decision if self._test is not None else ""

    @property
    def stop(self) -> int | None:
        """After how many games the test has decided; those that follow do not count."""
        return self._looked_at if self.decision else None

    def add(self, record: GameRecord) -> bool:
        """Count a game; return whether the test has just decided."""
        game = record.game
        x_first, code = record.is_x_first(self.pairing), _CODES[record.outcome]
        self.outcomes[game] = code if x_first else _TURNED.get(code, code)
        self.seconds += record.seconds
        self.timed += 1
        if record.outcome is not None:
            self._variety.add(game, hash((record.moves, x_first)))
        score = self._score(game - game % self._unit)
        if score is not None and score >= 0:
            self._scores[score] += 1
        return self._go_on_testing()

    def count(self, outcome: int) -> int:
        """Return how many games that count ended so: X, O, TIE, BAD, X_TURNED or O_TURNED."""
        return self.outcomes.count(outcome, self.stop)

    def scores(self, sound: int) -> tuple[Scores, float]:
        """Return the first player's scores in pairs or games, and how many games are different."""
        different = min(float(sound), self._variety.different(self.stop))
        counts = self._scores if self._test is None or not self.decision else self._test.counts
        return Scores(tuple(counts), different / sound if sound else 1.0), different

    def _score(self, first: int) -> int | None:
        """Return the score of the pair (or game) from this game on, in half points.

        It is -1 where one was spoilt, and None where one is not played yet.
        """
        total, spoilt = 0, False
        for game in range(first, first + self._unit):
            outcome = self.outcomes[game]
            if not outcome:
                return None
            spoilt = spoilt or outcome == BAD
            total += 1 if outcome == TIE else 2 * (outcome in (X, O_TURNED))
        return -1 if spoilt else total

    def _go_on_testing(self) -> bool:
        """Look at the pairs in their order as far as they are known; whether that decides."""
        if self._test is None or self.decision:
            return False
        while (score := self._score(self._looked_at)) is not None:
            self._looked_at += self._unit
            if score >= 0 and self._test.add(score):
                return True
        return False


class _Variety:
    """How many games differ, counted over the first ones, whatever their order is."""

    def __init__(self) -> None:
        self._games = array("q")
        self._known = bytearray()
        self._counts: Counter[int] = Counter()
        self._alike = self._all = 0
        self._at_the_stop: tuple[int, float] = (-1, 0.0)

    def add(self, game: int, digest: int) -> None:
        if game >= _COMPARED:
            return
        if len(self._known) <= game:
            missing = game + 1 - len(self._known)
            self._games.extend([0] * missing)
            self._known.extend(bytes(missing))
        self._games[game], self._known[game] = digest, 1
        self._alike += 2 * self._counts[digest]
        self._counts[digest] += 1
        self._all += 1

    def different(self, stop: int | None) -> float:
        """Return how many there are in effect, of the games below ``stop``."""
        if stop is None or stop >= len(self._known):
            return self._all * (self._all - 1) / self._alike if self._alike else float("inf")
        if self._at_the_stop[0] != stop:
            kept = Counter(g for g, known in zip(self._games[:stop], self._known, strict=False)
                           if known)  # fmt: skip
            self._at_the_stop = stop, different_games(kept.values())
        return self._at_the_stop[1]


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
    """Counts of a tournament's games. A million of them take a megabyte."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._rows = [RowCount(pairing, tournament.sprt) for pairing in tournament.pairings]

    def add(self, records: Iterable[GameRecord]) -> list[int]:
        """Count games; return the pairings that a sequential test has just decided."""
        return [record.pairing for record in records if self._rows[record.pairing].add(record)]

    def standing(self, number: int) -> Standing:
        """Return how a pairing stands."""
        row = self._rows[number]
        x_first, o_second, ties, bad, x_second, o_first = (
            row.count(code) for code in (X, O, TIE, BAD, X_TURNED, O_TURNED)
        )
        wins, losses = x_first + o_first, x_second + o_second
        sound = wins + losses + ties
        scores, different = row.scores(sound)
        return Standing(
            row.pairing,
            sound + bad,
            x_first + x_second,
            o_first + o_second,
            ties,
            bad,
            wins,
            losses,
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
        """Return everybody's Elo, the strongest first (see ``engine.tournament.statistics``)."""
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
        for standing in self.standings:
            one, two = standing.pairing.first, standing.pairing.second
            points[one, two] = standing.wins + standing.ties / 2, standing.sound
            points[two, one] = standing.losses + standing.ties / 2, standing.sound
        return points


def summarise(tournament: Tournament, records: Iterable[GameRecord]) -> Summary:
    """Return the summary of games that were played."""
    summary = Summary(tournament)
    summary.add(records)
    return summary
