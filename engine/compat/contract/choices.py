"""Whether ``get_best_move`` takes one of the best empty squares, whatever the scores are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial

from engine.board import Board
from engine.compat.contract.distribution import unlike
from engine.compat.contract.looks import (
    FileLook,
    answer_told,
    fault,
    is_empty_square,
    passed,
    squares_told,
    warning,
    why_no_square,
)
from engine.compat.remote import Call, RemoteFile, Result, Scores
from engine.compat.terms import Finding
from engine.notation import parse_board
from engine.rules import Square

_TIMES = 40
"""How often each choice is looked at: a file may be wrong now and then only."""

_TIES = 120

_MIDDLE = "X.O/.X./..O"

_CASES: tuple[tuple[str, str, Scores, set[Square]], ...] = (
    ("of the EMPTY squares", _MIDDLE,
     [[9.0, 1.0, 9.0], [2.0, 9.0, 3.0], [4.0, 0.0, 9.0]], {(2, 0)}),
    ("where the scores are fractions", _MIDDLE,
     [[9.0, 0.25, 9.0], [0.5, 9.0, 0.9], [0.75, 0.125, 9.0]], {(1, 2)}),
    ("where the scores differ by little", _MIDDLE,
     [[0.0, 2.375, 9.0], [1.75, 0.0, 2.25], [2.125, 1.875, 9.0]], {(0, 1)}),
    ("where it is 0 and all others are negative", _MIDDLE,
     [[5.0, -3.0, 5.0], [-7.0, 5.0, 0.0], [-9.0, -4.0, 5.0]], {(1, 2)}),
    ("where one is far below 0", _MIDDLE,
     [[5.0, -50.0, 5.0], [-7.0, 5.0, 3.0], [-2.0, 4.0, 5.0]], {(2, 1)}),
    ("where 0 has a sign", _MIDDLE,
     [[5.0, -0.0, 5.0], [-1.0, 5.0, -2.0], [-3.0, -0.5, 5.0]], {(0, 1)}),
    ("of the only empty square", "XOX/XOO/OX.",
     [[0.0] * 3, [0.0] * 3, [0.0, 0.0, -1.0]], {(2, 2)}),
    ("on 4x4", "X..O/..../..../O..X",
     [[9.0, 1.0, 2.0, 9.0], [0.0, -1.0, 3.0, 2.0], [1.0, 4.0, 2.0, 7.0], [9.0, 6.0, 5.0, 9.0]],
     {(2, 3)}),
)  # fmt: skip

_MORE = 60
"""Grids that are looked at besides: others for each file."""

LOWEST = (2, 5, 15, 50, 150, 500, 1_500, 5_000, 15_000, 50_000, 200_000)
"""How far below 0 the best score may lie after that many trials: each is looked at."""

_WRONG = "get_best_move does not take the greatest score"
_NOT_LOW = "it starts with a greatest score that is not low enough; minus infinity is"


def _wrong(
    where: str, board: Board, scores: Scores, best: set[Square], result: Result, fine: bool = False
) -> Finding | None:
    """Return what is wrong with a choice, if anything is."""
    if is_empty_square(result.square, board) and result.square in best:
        return None
    told = f"{answer_told(result, board)}; the scores were {scores}"
    cause = _cause(result, board, scores, best, fine)
    rows = _rows(board)
    return fault(f"{_WRONG} {where}", squares_told(best), told, cause, rows)


def _rows(board: Board) -> str:
    return "/".join("".join(".XO"[mark - 1] for mark in row) for row in board.rows)


def _taken(
    where: str, rows: str, scores: Scores, best: set[Square], file: RemoteFile
) -> Iterator[Finding]:
    board = parse_board(rows)
    results = file.calls("get_best_move", [Call(board, scores=scores, times=_TIMES)])
    for result in results:
        if found := _wrong(where, board, scores, best, result, "whole scores" in file.known):
            yield found
            return
    results.finish()
    file.known["whole scores"] = True  # those of the first look are
    yield passed(f"get_best_move takes the greatest score {where}")


def _cause(
    result: Result, board: Board, scores: Scores, best: set[Square], fine: bool = False
) -> str:
    """Return the likely mistake behind a wrong choice; ``fine``: whole scores work."""
    dim = board.get_dim()
    if result.square is None:
        return why_no_square(result)
    row, col = result.square
    if not (0 <= row < dim and 0 <= col < dim):
        return ""
    score, values = scores[row][col], {scores[r][c] for r, c in board.get_empty_squares()}
    free = is_empty_square(result.square, board)
    least = len(values) > 1 and score == min(values)
    causes = {
        "it looks at squares that are taken, too": not free and score > max(values),
        "row and column are exchanged": (col, row) in best,
        "it takes the score that is farthest from 0, or the least one":
            least and min(values) == max(values, key=abs),
        "it takes the least score": least,
        "the scores are rounded before they are compared":
            free and fine and max(values) - score < 1,
    }  # fmt: skip
    return next((cause for cause, fits in causes.items() if fits), "")


def _others(file: RemoteFile) -> Iterator[Finding]:
    """Look at grids that no file knows before."""
    chance = random.Random(file.seed)
    middles = (5_000,) if file.known.get("wrong below 0") else (0, 0, 5_000, -100, -20_000)
    cases = [_drawn(chance, middles) for _ in range(_MORE)]
    results = file.calls("get_best_move", [Call(board, scores=grid) for board, grid in cases])
    for (board, grid), result in zip(cases, results, strict=False):
        empty = board.get_empty_squares()
        best = max(empty, key=lambda square, grid=grid: grid[square[0]][square[1]])  # type: ignore[misc]
        if found := _wrong(
            "of other grids", board, grid, {best}, result, "whole scores" in file.known
        ):
            yield found
            return
    results.finish()
    yield passed(f"get_best_move takes the greatest score of {_MORE} other grids")


def _drawn(chance: random.Random, middles: tuple[int, ...]) -> tuple[Board, Scores]:
    """Return a position that goes on, and scores in quarters around one of some numbers."""
    dim = chance.choice((3, 3, 3, 4))
    squares = [(row, col) for row in range(dim) for col in range(dim)]
    board = Board(dim)
    for number, square in enumerate(chance.sample(squares, chance.randint(1, dim * dim - 2))):
        board.move(*square, 2 + number % 2)
        if board.check_win() is not None:
            board.clear(*square)
            break
    middle = chance.choice(middles)
    values = [middle + value / 4 for value in chance.sample(range(-30, 30), dim * dim)]
    return board, [values[row * dim : (row + 1) * dim] for row in range(dim)]


def _negative(file: RemoteFile) -> Iterator[Finding]:
    """Look for a start value that is not low enough: its mistake shows after more trials."""
    where = "where all are negative"
    board = parse_board(_MIDDLE)
    for least in LOWEST:
        top = float(-least)
        scores: Scores = [[5.0, top * 2, 5.0], [top * 3, 5.0, top], [top * 2, top * 4, 5.0]]
        results = file.calls("get_best_move", [Call(board, scores=scores)])
        between = f"the scores of the empty squares were {top * 4:,.0f} to {top:,.0f}"
        cause = _NOT_LOW
        if results.error is not None:
            told = str(results.error)
        elif is_empty_square(results[0].square, board) and results[0].square == (1, 2):
            continue
        else:
            told = answer_told(results[0], board)
            cause = _cause(results[0], board, scores, {(1, 2)}) or cause
        file.known["wrong below 0"] = True
        yield fault(f"{_WRONG} {where}", "(1, 2)", f"{told}; {between}", cause, _MIDDLE)
        return
    yield passed(f"get_best_move takes the greatest score {where}")


_EQUAL: Scores = [[9.0, 4.0, 9.0], [4.0, 9.0, 1.0], [4.0, 1.0, 9.0]]
_BEST: set[Square] = {(0, 1), (1, 0), (2, 0)}


def _ties(file: RemoteFile) -> Iterator[Finding]:
    board = parse_board(_MIDDLE)
    wrong: list[Finding] = []

    def draw(times: int) -> Counter[Square | None]:
        results = file.calls("get_best_move", [Call(board, scores=_EQUAL, times=times)])
        results.finish()
        for result in results:
            if found := _wrong("among equals", board, _EQUAL, _BEST, result):
                wrong.append(found)
        return Counter(result.square for result in results)

    counts = unlike(draw, file.times(_TIES), dict.fromkeys(_BEST, 1 / 3))
    if wrong:
        yield wrong[0]
        return
    if counts is None:
        yield passed("get_best_move chooses among equals at random")
        return
    file.known["uneven ties"] = True
    told = ", ".join(f"{square} {count} times" for square, count in sorted(counts.items(), key=str))
    if len(counts) == 1:
        order = "first" if (0, 1) in counts else "last" if (2, 0) in counts else "same"
        yield warning(
            "get_best_move does not choose among equals at random", f"each of {sorted(_BEST)}",
            told, by_order(order),
        )  # fmt: skip
        return
    usual = counts.total() / len(_BEST)
    what = "get_best_move does not give equals the same chance"
    yield warning(what, f"about {usual:.0f} each", told)


def by_order(order: str) -> str:
    """Return the cause of moves that break ties by order.

    Args:
        order: which of the equals is taken: "first", "last" or "same".
    """
    return f"ties are broken by order: it always takes the {order} one"


def _leaves(file: RemoteFile) -> Iterator[Finding]:
    board = parse_board(_MIDDLE)
    grid = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]
    results = file.calls("get_best_move", [Call(board, scores=grid)])
    results.finish()
    if results[0].rows is None:
        yield passed("get_best_move leaves the board as it is")
        return
    yield fault(
        "get_best_move changes the board", _MIDDLE, results[0].rows,
        "it makes the move that it is to name", _MIDDLE,
    )  # fmt: skip


LOOKS = (
    *(
        FileLook(
            f"get_best_move, the greatest score {where},",
            partial(_taken, where, rows, scores, best),
            "get_best_move",
        )
        for where, rows, scores, best in _CASES
    ),
    FileLook("get_best_move with negative scores", _negative, "get_best_move"),
    FileLook("get_best_move with other grids", _others, "get_best_move"),
    FileLook("get_best_move with equal scores", _ties, "get_best_move"),
    FileLook("get_best_move, as to the board,", _leaves, "get_best_move"),
)
