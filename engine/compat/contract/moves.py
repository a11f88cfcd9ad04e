"""Whether ``mc_move`` names moves that can be made, and takes and blocks what is obvious."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from engine.board import PLAYERO, PLAYERX, STRMAP
from engine.compat.contract.looks import (
    Look,
    WatchedBoard,
    answer_told,
    is_square,
    rows_of,
    squares_told,
    verdict,
    why_no_square,
)
from engine.compat.contract.weights import weights_of
from engine.compat.loading import LoadedFile, square_of
from engine.compat.terms import Finding
from engine.exact import exact_tally
from engine.rules import Square

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
    Look(f"mc_move {title}", partial(_legal, rows, player, title), "mc_move")
    for rows, player, title in _POSITIONS
)


def _all(what: str, cases: tuple[tuple[str, int, set[Square]], ...]) -> tuple[Look, ...]:
    return tuple(
        Look(
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
SIZES = tuple(Look(f"mc_move on {dim}x{dim}", partial(_size, dim), "mc_move") for dim in (2, 4, 5))
