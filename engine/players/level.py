"""Machines of a named strength: a tree search that slips, up to one that cannot be beaten."""

from __future__ import annotations

from engine.board import Board
from engine.native.loading import searcher
from engine.players.kind import Parameter, PlayerKind, PlayerSpec
from engine.players.perfect import Perfect
from engine.players.player import Decision, Player, Progress
from engine.players.tree_player import TreePlayer
from engine.rules import Rules
from engine.search.limit import Limit
from engine.search.proofs import SOLVED, proof_of, safe_moves
from engine.search.tree import TreeSearch

MASTER = "Master"
UNBEATABLE = "Unbeatable"

_SECONDS = 0.5
"""The longest that a level searches a tree."""

_GLANCE = 500
"""Simulations with which the best level looks for a win that is to be seen at once."""

_NODES, _NODES_REVERSE = 250_000, 1_000_000
"""Nodes with which the best level tries to solve a position: at most a fifth of a second, mostly.
In the normal rule, what needs more than these needs far more; in the reverse one, not so."""

_SIMULATIONS = {
    "Beginner": 8, "Easy": 30, "Medium": 100, "Hard": 400, "Expert": 2000, MASTER: 40_000,
}  # fmt: skip
"""How much each level searches, the weakest first."""

_NAMES = tuple(_SIMULATIONS)

LADDER = tuple(f"level:{name.lower()}" for name in _NAMES)
"""The texts of all levels, the weakest first."""

_SMALL = 16
_SLIPS_SMALL = (0.95, 0.72, 0.48, 0.24, 0.1, 0.0)
"""How often each level slips on boards of up to 16 squares, where few simulations see the end."""
_SLIPS = (0.75, 0.5, 0.3, 0.15, 0.04, 0.0)


class _StoppedError(Exception):
    """The solver shall not go on."""


class Level(Player):
    """A machine of a named strength.

    Args:
        name: one of the ladder's names.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._rank = _NAMES.index(name)
        self._tree = TreePlayer(Limit(_SIMULATIONS[name], _SECONDS))
        self._perfect = Perfect() if name == MASTER else None

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose by what is proven, at the highest level and where anything is; else by a tree."""
        try:
            decision = self._by_proof(board, player, seed, on_progress)
            if decision is None:
                slips = _SLIPS_SMALL if board.size**2 <= _SMALL else _SLIPS
                self._tree.slips = slips[self._rank]
                decision = self._tree.choose(board, player, seed, on_progress)
            return decision
        finally:
            self._tree.forget_stop()
            if self._perfect is not None:
                self._perfect.forget_stop()

    def stop(self) -> None:
        """End the search under way, or the next one."""
        self._tree.stop()
        if self._perfect is not None:
            self._perfect.stop()

    def _by_proof(
        self, board: Board, player: int, seed: int | None, on_progress: Progress | None
    ) -> Decision | None:
        """Choose by what is proven; None below the highest level, and where nothing is."""
        if self._perfect is None:
            return None
        if board.rules in SOLVED:
            safe = safe_moves(board, player)
        else:
            glance = TreeSearch(board, player, Limit(_GLANCE), seed=0).result()
            if glance.outcome == 1:
                return Decision(glance.best[0], glance)
            nodes = _NODES_REVERSE if board.rules.reverse else _NODES
            try:
                safe = safe_moves(board, player, int(nodes * searcher().SPEED), self._check)
            except _StoppedError:
                return None
        if safe is None:
            return None
        return self._perfect.choose_safe(safe, board, player, seed, on_progress)

    def _check(self) -> None:
        if self._tree.stopped:
            raise _StoppedError


def _make(spec: PlayerSpec) -> Level:
    return Level(_NAMES[int(spec.number("rank")) - 1])


def _title(level: str, rules: Rules, player: int) -> str:
    return UNBEATABLE if level == MASTER and proof_of(rules, player) else level


KIND = PlayerKind(
    "level", "Machine", "plays as well as its level says, from Beginner to Master", _make,
    (Parameter("rank", "Level", "How strong it is, from 1 to 6.", 3, 1, len(_NAMES), always=True),),
    example="level:medium",
    levels={name: {"rank": rank} for rank, name in enumerate(_NAMES, 1)},
    named=True, level_title=_title,
)  # fmt: skip
