"""Machines of a named strength: they overlook what people do, up to one that cannot be beaten."""

from __future__ import annotations

import random

from engine.board import Board
from engine.players.attention import LEVELS, Noticed, attention_of
from engine.players.kind import Parameter, PlayerKind, PlayerSpec
from engine.players.perfect import Perfect
from engine.players.player import Decision, Player, Progress
from engine.players.tree_player import TreePlayer, middle_of
from engine.rules import Rules
from engine.search.limit import Limit
from engine.search.proofs import SOLVED, proof_of, safe_moves
from engine.search.solver import affordable
from engine.search.tree import PATTERNS, WINDOWS, TreeSearch, lacking

MASTER = "Master"
UNBEATABLE = "Unbeatable"

_SECONDS = 0.5
"""The longest that the best level searches a tree."""

_GLANCE = 500
"""Simulations with which the best level looks for a win that is to be seen at once."""

_NODES, _NODES_REVERSE = 250_000, 1_000_000
"""Nodes with which the best level tries to solve a position: at most a fifth of a second, mostly.
In the normal rule, what needs more than these needs far more; in the reverse one, not so."""


_SIMULATIONS = 1_000_000
"""The most simulations of the best level, which notices everything: its time ends long before."""

_NAMES = (*LEVELS, MASTER)

LADDER = tuple(f"level:{name.lower()}" for name in _NAMES)
"""The texts of all levels, the weakest first."""


class _StoppedError(Exception):
    """The solver shall not go on."""


class Level(Player):
    """A machine of a named strength.

    Args:
        name: one of the ladder's names.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._perfect = Perfect() if name == MASTER else None
        # What the others notice was chosen for a tree that sees windows alone.
        sight = WINDOWS if self._perfect is None else PATTERNS
        self._tree = TreePlayer(Limit(_SIMULATIONS, _SECONDS), sight=sight)

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose by what is noticed; at the highest level by what is proven, else by a tree."""
        try:
            if self._perfect is None:
                return self._by_attention(board, player, seed, on_progress)
            decision = self._by_proof(self._perfect, board, player, seed, on_progress)
            first = middle_of(board)
            return decision or self._tree.choose_from(first, board, player, seed, on_progress)
        finally:
            self._tree.forget_stop()
            if self._perfect is not None:
                self._perfect.forget_stop()

    def stop(self) -> None:
        """End the search under way, or the next one."""
        self._tree.stop()
        if self._perfect is not None:
            self._perfect.stop()

    def _by_attention(
        self, board: Board, player: int, seed: int | None, on_progress: Progress | None
    ) -> Decision:
        """Choose among the squares that are noticed: by a search, or by first sight.

        Whoever has overlooked a line that lacks one mark plays as if it were not there. A search
        would know of it, and find all else lost.
        """
        attention = attention_of(self.name, board.rules)
        chance = random.Random(seed)
        noticed = Noticed(attention, board, player, chance)
        # No seconds: what the clock could stop would not be the same on every machine.
        self._tree.limit = Limit(attention.simulations)
        self._tree.slips = float(noticed.overlooks)
        return self._tree.choose_from(
            noticed.squares, board, player, chance.getrandbits(63), on_progress
        )

    def _by_proof(
        self,
        perfect: Perfect,
        board: Board,
        player: int,
        seed: int | None,
        on_progress: Progress | None,
    ) -> Decision | None:
        """Choose by what is proven; None where nothing is."""
        if board.rules in SOLVED:
            safe = safe_moves(board, player)
        else:
            glance = TreeSearch(board, player, Limit(_GLANCE), seed=0).result()
            if glance.outcome == 1:
                return Decision(glance.best[0], glance)
            nodes = _NODES_REVERSE if board.rules.reverse else _NODES
            try:
                safe = safe_moves(board, player, affordable(nodes), self._check)
            except _StoppedError:
                return None
        if safe is None:
            return None
        return perfect.choose_safe(safe, board, player, seed, on_progress)

    def _check(self) -> None:
        if self._tree.stopped:
            raise _StoppedError


def _make(spec: PlayerSpec) -> Level:
    return Level(_NAMES[int(spec.number("rank")) - 1])


def _title(level: str, rules: Rules, player: int) -> str:
    return UNBEATABLE if level == MASTER and proof_of(rules, player) else level


KIND = PlayerKind(
    "level", "Machine",
    "plays as well as its level says, from Novice to Master, or Unbeatable where that is proven",
    _make,
    (
        Parameter(
            "rank", "Level", f"How strong it is, from 1 to {len(_NAMES)}.",
            _NAMES.index("Medium") + 1, 1, len(_NAMES), always=True,
        ),
    ),
    example="level:medium",
    levels={name: {"rank": rank} for rank, name in enumerate(_NAMES, 1)},
    needs=lacking, named=True, level_title=_title,
)  # fmt: skip
