"""Plain players from outside the ladder, which the levels are measured against.

They share nothing with the levels but the board: win where that is possible at once, else block,
else play at random. They know the normal rule only. In texts they are
``import:tools.benchmarks.plain:WinBlock`` and ``import:tools.benchmarks.plain:Forks``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine import EMPTY, Board, Decision, Player, switch_player
from engine.players.player import Progress
from engine.rules import Square


class WinBlock(Player):
    """Completes its line, else blocks the other side's, else plays at random."""

    name = "win, block, else random"

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose a move (see ``Player.choose``)."""
        del on_progress
        chance = random.Random(seed)
        for squares in self._wanted(board, player):
            if squares:
                return Decision(chance.choice(sorted(squares)))
        return Decision(chance.choice(board.get_empty_squares()))

    def _wanted(self, board: Board, player: int) -> Iterator[set[Square]]:
        """Yield squares to choose from, those that matter most first."""
        for side in (player, switch_player(player)):
            yield {gaps[0] for gaps in _open_lines(board, side, 1)}


class Forks(WinBlock):
    """Also makes forks, two lines that lack one mark each, and takes the other side's squares."""

    name = "win, block, fork, else random"

    def _wanted(self, board: Board, player: int) -> Iterator[set[Square]]:
        yield from super()._wanted(board, player)
        for side in (player, switch_player(player)):
            yield _forks(board, side)


def _forks(board: Board, side: int) -> set[Square]:
    """Return the squares where a mark leaves two different squares to complete a line on."""
    follow: dict[Square, set[Square]] = {}
    for one, other in _open_lines(board, side, 2):
        follow.setdefault(one, set()).add(other)
        follow.setdefault(other, set()).add(one)
    return {square for square, answers in follow.items() if len(answers) > 1}


def _open_lines(board: Board, side: int, lacking: int) -> Iterator[list[Square]]:
    """Yield the empty squares of each line that lacks so many marks of a side, and no more."""
    other = switch_player(side)
    for line in board.rules.lines:
        marks = [board.rows[row][col] for row, col in line]
        if marks.count(EMPTY) == lacking and other not in marks:
            yield [square for square, mark in zip(line, marks, strict=True) if mark == EMPTY]


PLAIN = {
    "random": "random moves",
    f"import:{__name__}:WinBlock": WinBlock.name,
    f"import:{__name__}:Forks": Forks.name,
}
"""The texts of the plain players, random moves among them, and what they are called."""
