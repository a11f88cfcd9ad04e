"""A machine that searches a tree: far stronger than flat Monte Carlo on large boards."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.board import Board
from engine.players.kind import Parameter, PlayerKind, PlayerSpec
from engine.players.player import Decision, Progress, SearchingPlayer
from engine.rules import Square
from engine.search.force import sees_threats
from engine.search.limit import MAX_SECONDS, Limit
from engine.search.sampling import MAX_TRIALS
from engine.search.tree import PATTERNS, WINDOWS, TreeAnalysis, TreeSearch, lacking


class TreePlayer(SearchingPlayer[TreeAnalysis]):
    """Plays the move that a tree search visits most, and now and then one that only looks good.

    Args:
        limit: when its search ends; trials are simulations.
        slips: the chance that a move is drawn from the tree's first sight instead.
        sight: what the tree looks at (see ``TreeSearch``).
    """

    def __init__(self, limit: Limit, slips: float = 0.0, sight: int = PATTERNS) -> None:
        super().__init__()
        self.limit, self.slips, self.sight = limit, slips, sight
        self.name = (
            f"Look-ahead, {effort_of(limit)}"
            + (f", {slips:.0%} slips" if slips else "")
            + (", windows only" if sight == WINDOWS else "")
        )

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Search, then choose (see ``Player.choose``)."""
        return self.choose_from((), board, player, seed, on_progress)

    def choose_from(
        self,
        allowed: Sequence[Square],
        board: Board,
        player: int,
        seed: int | None,
        on_progress: Progress | None,
    ) -> Decision:
        """Search and choose, from some squares only where some are given."""
        chance = random.Random(seed)
        seed = chance.getrandbits(63) + 1
        search = TreeSearch(board, player, self.limit, seed, allowed, self.sight)
        analysis = self._follow(search, on_progress)
        return Decision(self._choice(analysis, chance), analysis)

    def _choice(self, analysis: TreeAnalysis, chance: random.Random) -> Square:
        if chance.random() < self.slips:
            # (A tree with random games has no first sight: any move may be drawn.)
            priors = [1.0 if move.prior is None else move.prior for move in analysis.moves]
            return chance.choices(analysis.moves, priors)[0].square
        return chance.choice(analysis.best)


def middle_of(board: Board) -> list[Square]:
    """Return the squares in the middle of an empty board where threats decide; else none.

    A search that sees threats finds hardly any difference between first moves, and a line from the
    middle has room on all sides.
    """
    side, rules = board.size, board.rules
    if not sees_threats(rules) or len(board.get_empty_squares()) < side * side:
        return []
    inner = range((side - 1) // 2, side // 2 + 1)
    return [(row, col) for row in inner for col in inner]


def effort_of(limit: Limit) -> str:
    """Return how much a tree grows before each move, for a player's name."""
    if limit.trials is None:
        return f"{limit.seconds:g} s"
    return f"{limit.trials:,} simulations"


def limit_of(spec: PlayerSpec) -> Limit:
    """Return how long a tree grows before each move: ``SIMULATIONS``, ``SECONDS``, or both."""
    seconds = spec["seconds"]
    # Where seconds are given, simulations are no limit unless they are given, too.
    timed = seconds is not None and not spec.sets("simulations")
    return Limit(None if timed else int(spec.number("simulations")), seconds)


SIMULATIONS = Parameter(
    "simulations", "Simulations", "Paths through the tree before each move. More make it "
    "stronger and slower.", 1000, 1, MAX_TRIALS, always=True, usual=(1, 10**9),
)  # fmt: skip

SECONDS = Parameter(
    "seconds", "Seconds a move", "The most time that a move may take. Where only seconds "
    "are given, they alone are the limit.", None, 0.001, MAX_SECONDS,
    usual=(0.01, 3600.0), suggested=1.0,
)  # fmt: skip


def _make(spec: PlayerSpec) -> TreePlayer:
    return TreePlayer(limit_of(spec), spec.number("slips"), int(spec.number("sight")))


KIND = PlayerKind(
    "tree", "Look-ahead", "looks ahead in a tree of moves (PUCT)", _make,
    (
        SIMULATIONS,
        SECONDS,
        Parameter(
            "slips", "Slips", "The chance that a move is one that looks good at first sight, "
            "without a search.", 0.0, 0.0, 1.0,
        ),
        Parameter(
            "sight", "Sight", "Whether it sees line patterns and threats (1), with lines of 4 to 6 "
            "and not in the reverse game, or windows alone (0); where a line's ends matter it sees "
            "them anyway.",
            PATTERNS, WINDOWS, PATTERNS, choices={WINDOWS: "Windows", PATTERNS: "Threats"},
        ),
    ),
    example="tree:simulations=1000", needs=lacking, has_scores=True,
)  # fmt: skip
