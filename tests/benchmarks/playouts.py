"""Random playouts: the fast kernel against the course functions, in one run."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from engine import PLAYERX, Board, Limit, Search, course

SECONDS = 1.5


def measure() -> Iterator[dict[str, object]]:
    """Yield playouts a second of both, and their ratio, on empty boards."""
    for dim, win_length in ((3, 3), (5, 5), (10, 10), (19, 19), (15, 5)):
        board = Board(dim, win_length=win_length)
        Search(board, PLAYERX, Limit(trials=10)).result()
        fast = Search(board, PLAYERX, Limit(seconds=SECONDS), seed=1).result().trials_per_second
        slow = course_rate(board)
        yield {
            "board": dim,
            "win_length": win_length,
            "playouts_per_s": round(fast),
            "course_per_s": round(slow, 1),
            "ratio": round(fast / slow),
        }


def course_rate(board: Board) -> float:
    """Return the course functions' playouts a second, scores included."""
    trials, start = 0, perf_counter()
    while perf_counter() - start < SECONDS:
        course.mc_move(board, PLAYERX, 5)
        trials += 5
    return trials / (perf_counter() - start)
