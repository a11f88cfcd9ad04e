"""Makes the positions that measure learners on larger boards, with their right moves.

    python -m tools.truths

A random number of random marks, then the solver. It takes some minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.board import EMPTY, PLAYERX, Board, switch_player
from engine.files import write_whole
from engine.learning.truth import PLACE, Question, written
from engine.rules import Rules
from engine.search.solver import Solver
from engine.search.stream import Stream

_BOARDS = ((Rules(4, 4), 1500, 0), (Rules(4, 3), 500, 0), (Rules(5, 4), 500, 4))
"""Rules, how many positions, and the fewest marks on them."""

_SEED = 1961


def make(rules: Rules, count: int, fewest: int, seed: int = _SEED) -> list[Question]:
    """Return positions with their right moves, no two alike; the same seed gives the same ones."""
    stream, solver = Stream(seed), Solver()
    questions: dict[tuple[int, bytes], Question] = {}
    while len(questions) < count:
        board, player = Board.empty(rules), PLAYERX
        for _ in range(fewest + stream.below(rules.size**2 - fewest)):
            if board.check_win() is None:
                empty = board.get_empty_squares()
                board.move(*empty[stream.below(len(empty))], player)
                player = switch_player(player)
        marks = bytes(mark for row in board.rows for mark in row)
        if board.check_win() is not None or EMPTY not in marks or (player, marks) in questions:
            continue
        solution = solver.solve(board, player)
        if solution is None:
            continue
        right = frozenset(
            square for square, value in solution.values.items() if value == solution.value
        )
        questions[player, marks] = Question.of(board, player, right)
    return [*questions.values()]


def main(place: Path = PLACE) -> None:
    """Make all and write them."""
    lines = []
    for rules, count, fewest in _BOARDS:
        lines += [written(question) for question in make(rules, count, fewest)]
        print(f"{count:,} positions of {rules}", file=sys.stderr)
    write_whole(place, "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
