"""How a machine plays the openings Swap and Swap2: by what a search makes of the position."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from engine.board import PLAYERO, PLAYERX, Board, switch_player
from engine.players.player import Decision, Player
from engine.players.tree_player import TreePlayer
from engine.rules import Rules, Square
from engine.search.limit import Limit
from engine.swap import Swap, SwapChoice, SwapStep

OPENINGS = 6
"""How many openings of three marks are tried before one is offered."""

_REACH = 3
"""How far from the middle they lie at most."""

SIMULATIONS = 2000
"""Simulations of a tree for each position that is valued: some hundredths of a second on 15x15."""

Value = Callable[[Board, int], float]
"""Returns what a search makes of a position for the side to move, from -1 to 1."""

Choose = Callable[[Board, int], tuple[Square, float]]
"""Returns the best move of a position for the side to move, and its value."""


def opened(squares: Sequence[Square], rules: Rules) -> Board:
    """Return a board with marks that were placed in turns, X first."""
    board = Board.empty(rules)
    for number, square in enumerate(squares):
        board.move(*square, PLAYERO if number % 2 else PLAYERX)
    return board


def even_opening(rules: Rules, chance: random.Random, value: Value) -> list[Square]:
    """Return three marks after which the search likes neither side much better.

    Args:
        chance: draws the openings that are tried.
    """
    middle, reach = rules.size // 2, min(_REACH, (rules.size - 1) // 2)
    near = range(middle - reach, middle + reach + 1)
    squares = [(row, col) for row in near for col in near]
    tried = [chance.sample(squares, 3) for _ in range(OPENINGS)]
    values = [abs(value(opened(marks, rules), PLAYERO)) for marks in tried]
    return tried[values.index(min(values))]


def decide(
    swap: Swap, board: Board, player: int, chance: random.Random, choose: Choose
) -> list[Square] | SwapChoice:
    """Return the marks that a machine places now, in their order, or what it chooses.

    Args:
        swap: how far the opening has come; it is the machine's turn.
        chance: draws the openings that are tried.
    """

    def value(position: Board, mover: int) -> float:
        return choose(position, mover)[1]

    if swap.step is SwapStep.CHOOSE:
        return side(board, value)
    if swap.placed == 0:
        return even_opening(board.rules, chance, value)
    placed: list[Square] = []
    then = board.clone()
    while swap.placed + len(placed) < swap.wanted:
        square, _value = choose(then, player)
        then.move(*square, player)
        placed.append(square)
        player = switch_player(player)
    return placed


def part_of(
    player: Player, swap: Swap, board: Board, mover: int, chance: random.Random, choose: Choose
) -> list[Square] | SwapChoice:
    """Return what a player does in an opening: its own part, or what a search decides for it.

    Args:
        chance: draws the openings that a search tries.
    """
    own = player.open_game(swap, board)
    return decide(swap, board, mover, chance, choose) if own is None else own


def by_tree(simulations: int, chance: random.Random) -> Choose:
    """Return what searches positions by a tree of so many simulations."""

    def choose(position: Board, mover: int) -> tuple[Square, float]:
        decision = TreePlayer(Limit(simulations)).choose(position, mover, chance.getrandbits(63))
        return decision.square, value_of(decision)

    return choose


def by_player(player: Player, chance: random.Random) -> Choose:
    """Return what a player opens by: its own tree where it is one, else one of ``SIMULATIONS``."""
    usual = by_tree(SIMULATIONS, chance)

    def choose(position: Board, mover: int) -> tuple[Square, float]:
        if not isinstance(player, TreePlayer):
            return usual(position, mover)
        decision = player.choose(position, mover, chance.getrandbits(63))
        return decision.square, value_of(decision)

    return choose


def side(board: Board, value: Value) -> SwapChoice:
    """Return the side to choose: the one that the search likes better. It never places two more.

    Args:
        board: the position, with O to move.
    """
    return side_of(value(board, PLAYERO))


def side_of(value: float) -> SwapChoice:
    """Return the side to choose, by the value of the position for O, who moves next."""
    return SwapChoice.X if value < 0 else SwapChoice.O


def value_of(decision: Decision) -> float:
    """Return what a tree search makes of a position for the side to move, from -1 to 1."""
    analysis = decision.analysis
    assert analysis is not None
    moves = {move.square: move for move in analysis.moves}  # type: ignore[attr-defined]  # a tree's
    return float(moves[decision.square].value or 0.0)
