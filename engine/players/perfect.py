"""Moves that give nothing away, where that is known."""

from __future__ import annotations

from engine.board import Board
from engine.errors import Problem
from engine.players.kind import PlayerKind, PlayerSpec
from engine.players.player import Decision, Player, Progress
from engine.players.tree_player import TreePlayer
from engine.rules import Rules
from engine.search.analysis import Solved
from engine.search.limit import Limit
from engine.search.proofs import Safe, is_perfect, safe_moves
from engine.search.tree import WINDOWS

_SIMULATIONS = 2000
"""Simulations of a tree that choose between moves of the same worth."""


class Perfect(Player):
    """Plays a move that perfect play cannot better.

    Of moves of the same worth it plays the one that a tree search likes best: a tie that is
    proven is no reason to stop trying.
    """

    name = "Perfect play"

    def __init__(self, simulations: int = _SIMULATIONS) -> None:
        self._tree = TreePlayer(Limit(trials=simulations), sight=WINDOWS)

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose one of the best moves (see ``Player.choose``).

        Raises:
            ValueError: also where nothing is proven of the position.
        """
        safe = safe_moves(board, player)
        if safe is None:
            raise Problem("perfect play is not known in this position")
        return self.choose_safe(safe, board, player, seed, on_progress)

    def choose_safe(
        self,
        safe: Safe,
        board: Board,
        player: int,
        seed: int | None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose one of the moves that are safe."""
        try:
            return self._choose_safe(safe, board, player, seed, on_progress)
        finally:
            self.forget_stop()

    def stop(self) -> None:
        """End the search under way, or the next one."""
        self._tree.stop()

    def forget_stop(self) -> None:
        """Let the next search go on to its end, though a stop came after the last one's end."""
        self._tree.forget_stop()

    def _choose_safe(
        self,
        safe: Safe,
        board: Board,
        player: int,
        seed: int | None,
        on_progress: Progress | None,
    ) -> Decision:
        solution, moves = safe.solution, safe.moves
        if solution is not None and len(moves) == 1:
            square = moves[0]
        else:
            decision = self._tree.choose(board, player, seed, on_progress)
            if decision.square not in moves:
                decision = self._tree.choose_from(moves, board, player, seed, on_progress)
            square = decision.square
        if solution is None:
            return decision
        solved = Solved(board.clone(), player, solution.values, solution.plies, tuple(moves))
        return Decision(square, solved)


def _make(_spec: PlayerSpec) -> Perfect:
    return Perfect()


def _needs(rules: Rules) -> str:
    if is_perfect(rules):
        return ""
    return "perfect play is known on boards up to 4x4, for 5x5 with 3 or 4 in a row, and for full \
lines from 5x5 on"


KIND = PlayerKind(
    "perfect", "Perfect play", "never gives a win or a tie away, where perfect play is known",
    _make, needs=_needs,
)  # fmt: skip
