"""The course's game loop: a machine player against itself, each position printed.

It stands by itself, since course files call it and must not meet our own four functions there.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.board import DRAW, PLAYERX, Board, switch_player
from engine.rules import Square


def play_game(
    mc_move_function: Callable[[Board, int, int], Square],
    ntrials: int,
    reverse: bool = False,
    board: Board | None = None,
) -> None:
    """Let a machine player play itself on a 3x3 board, X first, and print every position.

    A move onto an occupied square loses the turn. Another ``board`` to play on may be given.
    """
    board = Board(3, reverse) if board is None else board
    player = PLAYERX
    winner = None
    while winner is None:
        row, col = mc_move_function(board, player, ntrials)
        board.move(row, col, player)
        winner = board.check_win()
        player = switch_player(player)
        print(board)
        print()
    if winner == DRAW:
        print("Tie!")
    else:
        print("X wins!" if winner == PLAYERX else "O wins!")
