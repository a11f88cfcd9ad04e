"""The course's machine: the square with the greatest score over random playouts."""

from __future__ import annotations

import random

from engine.board import Board
from engine.players.kind import Parameter, PlayerKind, PlayerSpec
from engine.players.player import Decision, Progress, SearchingPlayer
from engine.search.analysis import Analysis
from engine.search.limit import Limit
from engine.search.sampling import MAX_TRIALS
from engine.search.search import Search, Snapshot
from engine.tally import MAX_WEIGHT, Weights


class MonteCarlo(SearchingPlayer[Snapshot]):
    """The course's machine: the empty square with the greatest score over random playouts.

    Args:
        heavy: whether both sides of a playout see wins and blocks (``engine.search.playouts``).

    Attributes:
        weights: (SCORE_CURRENT, SCORE_OTHER). Setting it changes even a search under way, which
            reads it when it chooses: the playouts do not depend on it.

    Raises:
        ValueError: trials below 1, weights that are not finite.
    """

    def __init__(
        self,
        limit: Limit | int,
        current: float = 1.0,
        other: float = 1.0,
        threads: int = 1,
        heavy: bool = False,
    ) -> None:
        super().__init__()
        self.limit = limit if isinstance(limit, Limit) else Limit(trials=limit)
        trials, seconds = self.limit.trials, self.limit.seconds
        effort = f"{seconds:g} s" if trials is None else f"{trials:,} trials"
        self.name = f"Flat Monte Carlo, {effort}{', heavy' * heavy}"
        self._weights = Weights.checked(current, other)
        self._threads, self._heavy = threads, heavy
        self._steps = False

    @property
    def weights(self) -> Weights:
        """SCORE_CURRENT and SCORE_OTHER."""
        return self._weights

    @weights.setter
    def weights(self, weights: Weights) -> None:
        checked = Weights.checked(*weights)
        with self._lock:
            self._weights = checked
            if isinstance(self._search, Search):
                self._search.weights = checked

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Search, then choose the best square, at random among equals (see ``Player.choose``)."""
        search = Search(
            board, player, self.limit, seed, self._threads, self.weights, self._steps, self._heavy
        )
        return self._decide(self._follow(search, on_progress), seed)

    def _decide(self, snapshot: Analysis, seed: int | None) -> Decision:
        """Choose from what a search found, by the weights as they are now."""
        analysis = snapshot.reweighed(self.weights)
        return Decision(random.Random(seed).choice(analysis.best), analysis)

    def be_watched(self, threads: int) -> None:
        """Play on several threads, and report from the first playouts on."""
        self._threads, self._steps = threads, True

    def reweigh(self, weights: Weights) -> None:
        """Choose by other weights; the same as setting ``weights``."""
        self.weights = weights

    def reconsider(self, decision: Decision, seed: int | None = None) -> Decision:
        """Choose again from what the search of ``decision`` found."""
        return decision if decision.analysis is None else self._decide(decision.analysis, seed)


def _make(spec: PlayerSpec) -> MonteCarlo:
    limit = Limit(trials=int(spec.number("trials")), settled=spec["settled"])
    return MonteCarlo(
        limit, spec.number("current"), spec.number("other"), heavy=bool(spec["heavy"])
    )


HEAVY = Parameter(
    "heavy", "Moves in playouts", "Whether both sides of a playout play at random (0), or complete "
    "a line or block one where they can (1). In the reverse game, 1 avoids completing one.",
    0, 0, 1, choices={0: "At random", 1: "Heavy: see wins and blocks"},
)  # fmt: skip


TRIALS = Parameter(
    "trials", "Playouts a move (trials)",
    "Random games before each move. More make it stronger and slower.",
    1000, 1, MAX_TRIALS, always=True, usual=(1, 10**9),
)  # fmt: skip

_SHORTHANDS = {"beginner": 5, "easy": 25, "medium": 200, "hard": 1000, "expert": 20_000}
"""Names for numbers of trials in older texts. Strengths have names on the ladder of levels only."""

KIND = PlayerKind(
    "mc", "Flat Monte Carlo", "the course's machine", _make,
    (
        TRIALS,
        Parameter(
            "current", "Own squares (SCORE_CURRENT)",
            "What a square with its own mark earns in a random game "
            "that it wins, and loses in one that it loses.", 1.0, -MAX_WEIGHT, MAX_WEIGHT,
            usual=(0.0, 100.0),
        ),
        Parameter(
            "other", "Opponent's squares (SCORE_OTHER)",
            "What a square with the other side's mark loses in a random "
            "game that it wins, and earns in one that it loses. Higher makes it block more.", 1.0,
            -MAX_WEIGHT, MAX_WEIGHT, usual=(0.0, 100.0),
        ),
        Parameter(
            "settled", "Stop when settled", "The confidence at which a search ends early, once "
            "its best square is settled. The trials are then the most it plays.", None, 0.5,
            below=1.0, usual=(0.5, 0.9999), suggested=0.99,
        ),
        HEAVY,
    ),
    example="mc:trials=100", has_scores=True,
    shorthands={name: {"trials": trials} for name, trials in _SHORTHANDS.items()},
)  # fmt: skip
