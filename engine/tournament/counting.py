"""Counts one row of a tournament: its games, its pairs of games, and how many games differ."""

from __future__ import annotations

from array import array
from collections import Counter

from engine.game import Outcome
from engine.tournament.description import Pairing, Sprt
from engine.tournament.pages import ByteMap
from engine.tournament.playing import GameRecord
from engine.tournament.sequential import SequentialTest
from engine.tournament.statistics import Scores, different_games

X, O, TIE, BAD = 1, 2, 3, 4  # noqa: E741  (the mark)
_CODES = {Outcome.X: X, Outcome.O: O, Outcome.TIE: TIE, None: BAD}

_COMPARED = 20_000
"""How many of a row's games are compared with each other: the first ones, by their numbers."""


class RowCount:
    """The games of a pairing, in whatever order they come.

    Where the players take turns with X, games 0 and 1 are a pair, games 2 and 3 are the next, and
    so on: both begin with the same opening. A spoilt game drops its pair.

    Args:
        pairing: who plays.
        sprt: what ends it early, or None.

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
        self.outcomes[game] = _CODES[record.outcome]
        self.seconds += record.seconds
        self.timed += 1
        if record.outcome is not None:
            self._variety.add(game, hash((record.moves, self.pairing.x_is_first(game))))
        score = self._score(game - game % self._unit)
        if score is not None and score >= 0:
            self._scores[score] += 1
        return self._go_on_testing()

    def count(self, outcome: int, parity: int | None = None) -> int:
        """Return how many games that count ended so.

        Args:
            outcome: X, O, TIE or BAD.
            parity: of the games with even (0) or odd (1) numbers only.
        """
        return self.outcomes.count(outcome, self.stop, parity)

    def scores(self, sound: int) -> tuple[Scores, float]:
        """Return the first player's scores in pairs or games, and how many games are different.

        Args:
            sound: how many games are not spoilt.
        """
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
            won = (outcome == X) == self.pairing.x_is_first(game)
            total += 1 if outcome == TIE else 2 * won
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
