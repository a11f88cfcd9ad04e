"""What is proven of a position: solved, paired, or mirrored; and where the machine cannot lose."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.board import PLAYERO, PLAYERX, Board, Position, switch_player
from engine.rules import Rule, Rules, Square
from engine.search.pairs import has_pairs, may_foul, mirrored_move, mirrors, pairing_moves
from engine.search.solver import NODES, Check, Solution, go_on, solve

SOLVED = {
    Rules(1, 1): 1, Rules(1, 1, Rule.REVERSE): -1,
    Rules(2, 1): 1, Rules(2, 1, Rule.REVERSE): -1, Rules(2, 2): 1, Rules(2, 2, Rule.REVERSE): -1,
    Rules(3, 1): 1, Rules(3, 1, Rule.REVERSE): -1, Rules(3, 2): 1, Rules(3, 2, Rule.REVERSE): -1,
    Rules(3, 3): 0, Rules(3, 3, Rule.REVERSE): 0,
    Rules(4, 1): 1, Rules(4, 1, Rule.REVERSE): -1, Rules(4, 2): 1, Rules(4, 2, Rule.REVERSE): -1,
    Rules(4, 3): 1, Rules(4, 3, Rule.REVERSE): -1, Rules(4, 4): 0, Rules(4, 4, Rule.REVERSE): 0,
    Rules(5, 3): 1, Rules(5, 4): 0,
}  # fmt: skip
"""Rules under which every position is solved within a second, and what the empty board is worth
for X, who begins: 1 won, 0 tied, -1 lost. A test solves them all again."""


_NODES_BESIDE_PAIRS = 100_000
"""Nodes that the solver may look at where pairs keep from losing already."""

_MOST_KEPT = 1 << 13
"""Positions whose safe moves are remembered: all of 3x3, under one rule."""

_kept: dict[tuple[Position, int], Safe | None] = {}


class Proof(Enum):
    """Why a machine cannot lose."""

    SOLVED = "solved"
    PAIRED = "paired"
    MIRRORED = "mirrored"


@dataclass(frozen=True, slots=True)
class Safe:
    """Moves that give nothing away.

    Attributes:
        moves: the moves; of a solved win the soonest, of a solved loss the latest.
        proof: where the knowledge is from.
        solution: what every move is worth, where the position was solved.
    """

    moves: list[Square]
    proof: Proof
    solution: Solution | None = None


def proof_of(rules: Rules, player: int) -> Proof | None:
    """Return why a machine that plays one side of a whole game cannot lose; None if it might."""
    if rules in SOLVED:
        worth = SOLVED[rules] if player == PLAYERX else -SOLVED[rules]
        return Proof.SOLVED if worth >= 0 else None
    if has_pairs(rules) and not may_foul(rules, player):
        return Proof.PAIRED
    return Proof.MIRRORED if mirrors(rules, first=player == PLAYERX) else None


def is_perfect(rules: Rules) -> bool:
    """Whether perfect play is known for both sides of a whole game."""
    return rules in SOLVED or all(proof_of(rules, side) for side in (PLAYERX, PLAYERO))


def safe_moves(board: Board, player: int, nodes: int = NODES, check: Check = go_on) -> Safe | None:
    """Return the moves that keep what is proven; None where nothing is.

    Args:
        board: a position with a move to make.
        nodes: the solver's limit (see ``engine.search.solver.solve``).
        check: called every few milliseconds; an error that it raises ends the work.

    Raises:
        ValueError: a finished game or an unknown player.
    """
    position = Position.of(board, player)
    key = position, nodes
    try:
        return _kept[key]
    except KeyError:
        safe = _found(board, position, nodes, check)
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[key] = safe
    return safe


def _found(board: Board, position: Position, nodes: int, check: Check) -> Safe | None:
    rules = position.rules
    if (mirrored := mirrored_move(position)) is not None and rules not in SOLVED:
        return Safe([divmod(mirrored, rules.size)], Proof.MIRRORED)
    paired = _paired_moves(position)
    # Pairs only keep from losing. Where squares are few, a win may be had.
    solution = solve(
        board, position.player, min(nodes, _NODES_BESIDE_PAIRS) if paired else nodes, check
    )
    if solution is not None:
        return Safe(solution.best, Proof.SOLVED, solution)
    if paired:
        return Safe([divmod(square, rules.size) for square in paired], Proof.PAIRED)
    return None


def _paired_moves(position: Position) -> list[int]:
    """Return the moves after which the other side's lines are paired, and it cannot win."""
    rules = position.rules
    if rules.reverse or rules in SOLVED or may_foul(rules, position.player):
        return []
    return pairing_moves(position, switch_player(position.player))
