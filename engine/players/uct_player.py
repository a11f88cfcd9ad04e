"""A machine that searches a tree with random games at its leaves: UCT, without any knowledge."""

from __future__ import annotations

import random

from engine.board import Board
from engine.native.loading import kernel_lacking
from engine.players.kind import Parameter, PlayerKind, PlayerSpec
from engine.players.monte_carlo import HEAVY
from engine.players.player import Decision, Progress, SearchingPlayer
from engine.players.tree_player import SECONDS, SIMULATIONS, effort_of, limit_of
from engine.rules import Rules
from engine.search.limit import Limit
from engine.search.playouts import EXPLORATION, MAX_EXPLORATION, MAX_PLAYOUTS, Playouts
from engine.search.tree import TreeAnalysis, TreeSearch


class UctPlayer(SearchingPlayer[TreeAnalysis]):
    """Plays the move that a playout tree visits most, or one that it has proven to win.

    Args:
        limit: when its search ends; trials are simulations.
        leaves: by what random games it values new positions.
    """

    def __init__(self, limit: Limit, leaves: Playouts | None = None) -> None:
        super().__init__()
        self.limit, self.leaves = limit, leaves or Playouts()
        parts = [f"Monte Carlo tree search, {effort_of(limit)}"]
        if self.leaves.count > 1:
            parts.append(f"{self.leaves.count:,} playouts each")
        if self.leaves.heavy:
            parts.append("heavy")
        self.name = ", ".join(parts)

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Search, then choose (see ``Player.choose``)."""
        chance = random.Random(seed)
        search = TreeSearch(
            board, player, self.limit, chance.getrandbits(64), leaves=self.leaves
        )  # fmt: skip
        analysis = self._follow(search, on_progress)
        return Decision(chance.choice(analysis.best), analysis)


def _make(spec: PlayerSpec) -> UctPlayer:
    leaves = Playouts(
        int(spec.number("playouts")), spec.number("exploration"),
        bool(spec["heavy"]), bool(spec["proofs"]),
    )  # fmt: skip
    return UctPlayer(limit_of(spec), leaves)


def _needs(_rules: Rules) -> str:
    return kernel_lacking()


KIND = PlayerKind(
    "uct", "Monte Carlo tree search",
    "looks ahead in a tree with random games at its leaves (UCT)", _make,
    (
        SIMULATIONS,
        Parameter(
            "exploration", "Exploration", "The constant of UCB1. More tries moves that were "
            "rarely tried, less the ones that did well.", EXPLORATION, 0.0, MAX_EXPLORATION,
            usual=(0.0, 5.0),
        ),
        Parameter(
            "playouts", "Playouts a leaf", "Random games from each new position. Their mean "
            "result goes up the tree.", 1, 1, MAX_PLAYOUTS,
        ),
        SECONDS,
        HEAVY,
        Parameter(
            "proofs", "Proofs", "Whether a finished game proves what it is worth (1), and with it "
            "the positions above it, or counts as one result among others (0).",
            1, 0, 1, choices={0: "Off", 1: "On"},
        ),
    ),
    example="uct:simulations=5000", needs=_needs, has_scores=True,
)  # fmt: skip
