"""Whether the two functions that name a move name good ones.

``get_best_move`` takes one of the best empty squares, whatever the scores are; ``mc_move`` names
moves that can be made, and takes and blocks what is obvious.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from engine.board import PLAYERO, PLAYERX, STRMAP
from engine.compat.contract.looks import (
    FileLook,
    Scores,
    WatchedBoard,
    answer_told,
    is_square,
    rows_of,
    squares_told,
    verdict,
    warning,
    weights_of,
    why_no_square,
)
from engine.compat.loading import LoadedFile, square_of
from engine.compat.terms import Finding
from engine.rules import Square
from engine.search.exact import exact_tally

_TIMES = 40
"""How often each choice is looked at: a file may be wrong now and then only."""

_TIES = 600
_UNEVEN = 27.6
"""Chi-squared with 2 degrees of freedom is above this once in a million."""

_MIDDLE = "X.O/.X./..O"

_CASES: tuple[tuple[str, str, Scores, set[Square]], ...] = (
    ("takes the greatest score of the EMPTY squares", _MIDDLE,
     [[9.0, 1.0, 9.0], [2.0, 9.0, 3.0], [4.0, 0.0, 9.0]], {(2, 0)}),
    ("takes the greatest score where the scores are fractions", _MIDDLE,
     [[9.0, 0.25, 9.0], [0.5, 9.0, 0.9], [0.75, 0.125, 9.0]], {(1, 2)}),
    ("takes a score of 0 where all others are negative", _MIDDLE,
     [[5.0, -3.0, 5.0], [-7.0, 5.0, 0.0], [-9.0, -4.0, 5.0]], {(1, 2)}),
    ("finds the greatest score where one is far below 0", _MIDDLE,
     [[5.0, -50.0, 5.0], [-7.0, 5.0, 3.0], [-2.0, 4.0, 5.0]], {(2, 1)}),
    ("finds the only empty square", "XOX/XOO/OX.",
     [[0.0] * 3, [0.0] * 3, [0.0, 0.0, -1.0]], {(2, 2)}),
    ("takes the greatest score on 4x4", "X..O/..../..../O..X",
     [[9.0, 1.0, 2.0, 9.0], [0.0, -1.0, 3.0, 2.0], [1.0, 4.0, 2.0, 7.0], [9.0, 6.0, 5.0, 9.0]],
     {(2, 3)}),
)  # fmt: skip

LOWEST = (2, 5, 15, 50, 150, 500, 1_500, 5_000, 15_000, 50_000, 200_000)
"""How far below 0 the best score may lie after that many trials: each is looked at."""


def _taken(
    what: str, rows: str, scores: Scores, best: set[Square], file: LoadedFile
) -> Iterator[Finding]:
    board = WatchedBoard.at(rows)
    for _ in range(_TIMES):
        move = file.names["get_best_move"](board, [list(row) for row in scores])
        if not is_square(move, board) or square_of(move) not in best:
            told = f"{answer_told(move, board)}; the scores were {scores}"
            cause = _cause(move, board, scores, best)
            yield verdict(False, f"get_best_move {what}", squares_told(best), told, cause, rows)
            return
    yield verdict(True, f"get_best_move {what}", "", "")


def _cause(move: object, board: WatchedBoard, scores: Scores, best: set[Square]) -> str:
    """Return the likely mistake behind a wrong choice."""
    dim, why = board.get_dim(), why_no_square(move)
    row, col = (dim, dim) if why else square_of(move)
    if not (0 <= row < dim and 0 <= col < dim):
        return why
    values = {scores[r][c] for r, c in board.get_empty_squares()}
    if not is_square(move, board) and scores[row][col] > max(values):
        return "it looks at squares that are taken, too"
    if (col, row) in best:
        return "row and column are exchanged"
    if len(values) == 1 or scores[row][col] != min(values):
        return ""
    if min(values) == max(values, key=abs):
        return "it takes the score that is farthest from 0, or the least one"
    return "it takes the least score"


def _negative(file: LoadedFile) -> Iterator[Finding]:
    """Look for a start value that is not low enough: its mistake shows after more trials."""
    what = "get_best_move finds the greatest score where all are negative"
    for least in LOWEST:
        top = float(-least)
        scores: Scores = [[5.0, top * 2, 5.0], [top * 3, 5.0, top], [top * 2, top * 4, 5.0]]
        board = WatchedBoard.at(_MIDDLE)
        cause = "it starts with a greatest score that is not low enough; minus infinity is"
        try:
            move = file.names["get_best_move"](board, [list(row) for row in scores])
            told = answer_told(move, board)
            right = is_square(move, board) and square_of(move) == (1, 2)
            cause = _cause(move, board, scores, {(1, 2)}) or cause
        except (LookupError, NameError, TypeError, ValueError) as error:
            told, right = f"{type(error).__name__}: {error}", False
        if not right:
            between = f"the scores of the empty squares were {top * 4:,.0f} to {top:,.0f}"
            yield verdict(False, what, "(1, 2)", f"{told}; {between}", cause, _MIDDLE)
            return
    yield verdict(True, what, "", "")


def _ties(file: LoadedFile) -> Iterator[Finding]:
    board = WatchedBoard.at(_MIDDLE)
    equal: Scores = [[9.0, 4.0, 9.0], [4.0, 9.0, 1.0], [4.0, 1.0, 9.0]]
    best: set[Square] = {(0, 1), (1, 0), (2, 0)}
    seen: Counter[Square] = Counter()
    for _ in range(_TIES):
        board = WatchedBoard.at(_MIDDLE)
        move = file.names["get_best_move"](board, [list(row) for row in equal])
        if not is_square(move, board) or square_of(move) not in best:
            told = f"{answer_told(move, board)}; the scores were {equal}"
            what, cause = "get_best_move chooses among equals", _cause(move, board, equal, best)
            yield verdict(False, what, squares_told(best), told, cause, _MIDDLE)
            return
        seen[square_of(move)] += 1
    told = ", ".join(f"{square} {count} times" for square, count in sorted(seen.items()))
    if len(seen) == 1:
        order = "first" if (0, 1) in seen else "last" if (2, 0) in seen else "same"
        yield warning(
            "get_best_move chooses among equals at random", f"each of {sorted(best)}", told,
            f"ties are broken by order: it always takes the {order} one",
        )  # fmt: skip
        return
    yield verdict(True, "get_best_move chooses among equals at random", "", "")
    usual = _TIES / len(best)
    what = "get_best_move gives equals the same chance"
    if sum((seen[square] - usual) ** 2 / usual for square in best) > _UNEVEN:
        yield warning(what, f"about {usual:.0f} each", told)
    else:
        yield verdict(True, what, "", "")


def _leaves(file: LoadedFile) -> Iterator[Finding]:
    board = WatchedBoard.at(_MIDDLE)
    file.names["get_best_move"](board, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
    yield verdict(
        rows_of(board) == _MIDDLE, "get_best_move leaves the board as it is",
        _MIDDLE, rows_of(board), "it makes the move that it is to name", _MIDDLE,
    )  # fmt: skip


CHOICES = (
    *(
        FileLook(
            f"get_best_move {what}:", partial(_taken, what, rows, scores, best), "get_best_move"
        )
        for what, rows, scores, best in _CASES
    ),
    FileLook("get_best_move with negative scores", _negative, "get_best_move"),
    FileLook("get_best_move with equal scores", _ties, "get_best_move"),
    FileLook("get_best_move, as to the board,", _leaves, "get_best_move"),
)


_TRIALS = 200
_MOVES = 5
"""With so many trials a right file misses none of the moves below, once in thousands."""

_CLEAR = 0.2
"""By how much, in means of a trial at weights of 1, the obvious move is the best one."""

_EMPTY_SQUARE = "an empty square, as (row, column)"

_POSITIONS = (
    (".../.../...", PLAYERX, "on an empty board"),
    ("X.O/.X./..O", PLAYERX, "in the middle of a game"),
    ("X../.O./..X", PLAYERO, "as O"),
    ("XOX/XOO/OX.", PLAYERX, "with one square left"),
)


def _legal(rows: str, player: int, title: str, file: LoadedFile) -> Iterator[Finding]:
    board = WatchedBoard.at(rows)
    move = file.names["mc_move"](board, player, 20)
    before, after = WatchedBoard.at(rows), rows_of(board)
    yield verdict(
        is_square(move, before), f"mc_move {title} returns an empty square",
        _EMPTY_SQUARE, answer_told(move, before), why_no_square(move), rows,
    )  # fmt: skip
    yield verdict(
        after == rows, f"mc_move {title} leaves the board as it is", rows, after,
        _changed(rows, after), rows,
    )  # fmt: skip


def _changed(before: str, after: str) -> str:
    put = sum(one != two for one, two in zip(before, after, strict=False))
    if put == 1:
        return "it makes the move that it is to name"
    return "the trials are played on the board given, not on a clone of it"


def _obvious(
    rows: str, player: int, best: set[Square], what: str, file: LoadedFile
) -> Iterator[Finding]:
    """Look whether most of some moves are the obvious one, where the weights make it the best."""
    board = WatchedBoard.at(rows)
    if not _is_clear(board, player, best, weights_of(file)):
        return
    moves, cause = [], ""
    for _ in range(_MOVES):
        move = file.names["mc_move"](board.clone(), player, _TRIALS)
        moves.append(square_of(move) if is_square(move, board) else answer_told(move, board))
        cause = cause or why_no_square(move)
    right = sum(move in best for move in moves)
    title = f"mc_move for {STRMAP[player]} {what} on {rows}"
    counts = Counter(map(str, moves)).items()
    told = ", ".join(f"{move} {count} times" if count > 1 else move for move, count in counts)
    passed = right >= _MOVES - 1
    yield verdict(passed, title, f"mostly {squares_told(best)}", told, cause, rows)


def _is_clear(
    board: WatchedBoard, player: int, best: set[Square], weights: tuple[float, float]
) -> bool:
    """Whether infinitely many trials would choose these squares, by far."""
    scale = max(map(abs, weights))
    if not 0 < scale < float("inf"):
        return True
    tally = exact_tally(board, player)
    totals = tally.scores(player, weights[0] / scale, weights[1] / scale)
    means = {(r, c): totals[r][c] / tally.trials for r, c in board.get_empty_squares()}
    others = [value for square, value in means.items() if square not in best]
    return min(means[square] for square in best) - max(others) > _CLEAR


def _size(dim: int, file: LoadedFile) -> Iterator[Finding]:
    rows = "/".join(["." * dim] * dim)
    move = file.names["mc_move"](WatchedBoard.at(rows), PLAYERX, 5)
    yield verdict(
        is_square(move, WatchedBoard.at(rows)), f"mc_move works on {dim}x{dim}",
        _EMPTY_SQUARE, answer_told(move, WatchedBoard.at(rows)), why_no_square(move),
    )  # fmt: skip


MOVES = tuple(
    FileLook(f"mc_move {title}", partial(_legal, rows, player, title), "mc_move")
    for rows, player, title in _POSITIONS
)


def _all(what: str, cases: tuple[tuple[str, int, set[Square]], ...]) -> tuple[FileLook, ...]:
    return tuple(
        FileLook(
            f"mc_move for {STRMAP[player]} on {rows}",
            partial(_obvious, rows, player, best, what),
            "mc_move",
        )
        for rows, player, best in cases
    )


WINS = _all("takes a win", (("XX./OO./...", PLAYERX, {(0, 2)}), ("OO./XX./X..", PLAYERO, {(0, 2)})))
BLOCKS = _all(
    "blocks a loss", (("XX./.O./...", PLAYERO, {(0, 2)}), ("OO./.X./..X", PLAYERX, {(0, 2)}))
)
SIZES = tuple(
    FileLook(f"mc_move on {dim}x{dim}", partial(_size, dim), "mc_move") for dim in (2, 4, 5)
)
