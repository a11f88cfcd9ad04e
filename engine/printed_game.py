"""A machine player against itself, printed move by move, as the course shows it."""

from __future__ import annotations

from collections.abc import Callable

from engine.board import DRAW, PLAYERX, Board, switch_player
from engine.rules import Square


def play(mc_move: Callable[[Board, int, int], Square], ntrials: int, board: Board) -> None:
    """Let a machine player play itself, X first, and print every position and how it ends.

    A move onto an occupied square loses the turn.

    Args:
        mc_move: chooses a square from a board, a player and a number of trials.
        ntrials: that number.
        board: what is played on.
    """
    player = PLAYERX
    winner = None
    while winner is None:
        row, col = mc_move(board, player, ntrials)
        board.move(row, col, player)
        winner = board.check_win()
        player = switch_player(player)
        print(board)
        print()
    if winner == DRAW:
        print("Tie!")
    else:
        print("X wins!" if winner == PLAYERX else "O wins!")
