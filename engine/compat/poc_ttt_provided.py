"""The course's module ``poc_ttt_provided``: the board, its constants, and a game in text.

Unlike our own board it checks nothing that the course's does not check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import printed_game
from engine.board import DRAW, EMPTY, PLAYERO, PLAYERX, STRMAP, Board


@dataclass
class CallRecorder:
    """Writes calls down while ``recording`` is set.

    Attributes:
        recording: whether calls are written down, instead of made.
        calls: those that were written down.
        games: how many were made.
    """

    recording: bool = False
    calls: list[str] = field(default_factory=list)
    games: int = 0

    def record(self, name: str, function: object, rest: tuple[Any, ...]) -> None:
        """Write a call down as text."""
        called = getattr(function, "__name__", repr(function))
        self.calls.append(f"{name}({', '.join([called, *map(repr, rest)])})")


RECORDER = CallRecorder()
"""The one that the course's modules ask."""


__all__ = [
    "DRAW",
    "EMPTY",
    "PLAYERO",
    "PLAYERX",
    "STRMAP",
    "TTTBoard",
    "play_game",
    "switch_player",
]


class TTTBoard(Board):
    """The course's board.

    Args:
        reverse: whoever completes a line loses.
        board: rows of marks to start from; copied.
    """

    def __init__(
        self, dim: int, reverse: bool = False, board: Sequence[Sequence[int]] | None = None
    ) -> None:
        super().__init__(dim, reverse, board)

    @classmethod
    def of(cls, board: Board) -> TTTBoard:
        """Return a copy of a board, line length included."""
        rules = board.rules
        result = cls(rules.size, rules.reverse, board.rows)
        result._win_length = rules.line
        result._ends_rule = rules.rule if rules.rule.ends_matter else None
        result.foul = board.foul
        return result

    def clone(self) -> TTTBoard:
        """Return a copy: a plain board, as the course's is."""
        return TTTBoard.of(self)

    def square(self, row: int, col: int) -> int:
        """Return a square's mark, for any index that a list takes."""
        return self._board[row][col]

    def move(self, row: int, col: int, player: int) -> None:
        """Put a mark on an empty square; an occupied one is left as it is."""
        if self._board[row][col] == EMPTY:
            self._make(row, col, player)


def switch_player(player: int) -> int:
    """Return O for X, and X for anything else."""
    return PLAYERO if player == PLAYERX else PLAYERX


def play_game(
    mc_move_function: Callable[[Board, int, int], tuple[int, int]],
    ntrials: int,
    reverse: bool = False,
) -> None:
    """Let a machine player play itself on 3x3 and print the game; while a file is loaded, don't."""
    if RECORDER.recording:
        RECORDER.record("play_game", mc_move_function, (ntrials, reverse))
        return
    RECORDER.games += 1
    printed_game.play_game(mc_move_function, ntrials, reverse, TTTBoard(3, reverse))
