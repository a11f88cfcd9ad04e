"""Whether ``mc_move`` names moves that can be made, on boards of any size, and obvious ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from engine.board import PLAYERO, PLAYERX, STRMAP, Board
from engine.compat.contract.looks import (
    FileLook,
    answer_text,
    fault,
    is_empty_square,
    passed,
    squares_text,
    why_no_square,
)
from engine.compat.remote import Call, RemoteFile, Reply
from engine.compat.terms import Finding
from engine.notation import parse_board
from engine.rules import Square
from engine.search.exact import exact_tally

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


def no_move(result: Reply, board: Board, title: str, rows: str) -> Iterator[Finding]:
    """Yield what is wrong with an answer that cannot be played, and with a board that changed.

    Args:
        title: how it is called, for the headline.
        rows: the position as text; empty where it needs no picture.
    """
    if not is_empty_square(result.square, board):
        answer, why = answer_text(result, board), why_no_square(result)
        what = f"mc_move does not return an empty square {title}"
        yield fault(what, _EMPTY_SQUARE, answer, why, rows)
    if result.rows is not None:
        before = "/".join("".join(".XO"[mark - 1] for mark in row) for row in board.rows)
        what = f"mc_move changes the board given {title}"
        yield fault(what, before, result.rows, _changed(before, result.rows), rows)


def _legal(rows: str, player: int, title: str, file: RemoteFile) -> Iterator[Finding]:
    board = parse_board(rows)
    results = file.calls("mc_move", [Call(board, player, 20)])
    results.finish()
    findings = list(no_move(results[0], board, title, rows))
    yield from findings or [passed(f"mc_move {title} returns an empty square, and changes nothing")]


def _changed(before: str, after: str) -> str:
    put = sum(one != two for one, two in zip(before, after, strict=False))
    if put == 1:
        return "it makes the move that it is to name"
    return "the trials are played on the board given, not on a clone of it"


def _obvious(
    rows: str, player: int, best: set[Square], what: str, file: RemoteFile
) -> Iterator[Finding]:
    """Look whether most of some moves are the obvious one, where the weights make it the best."""
    board = parse_board(rows)
    if not _is_clear(board, player, best, file.weights()):
        return
    results = file.calls("mc_move", [Call(board, player, _TRIALS, times=_MOVES)])
    results.finish()
    moves = [
        str(result.square) if is_empty_square(result.square, board) else answer_text(result, board)
        for result in results
    ]
    right = sum(result.square in best for result in results)
    title = f"mc_move for {STRMAP[player]}"
    if right >= _MOVES - 1:
        yield passed(f"{title} {what} on {rows}")
        return
    shares = ", ".join(
        f"{move} {count} times" if count > 1 else move for move, count in Counter(moves).items()
    )
    cause = next(filter(None, map(why_no_square, results)), "")
    verb, _, rest = what.partition(" ")
    lacks = f"{title} often does not {verb.removesuffix('s')} {rest} on {rows}"
    yield fault(lacks, f"mostly {squares_text(best)}", shares, cause, rows)


def _is_clear(board: Board, player: int, best: set[Square], weights: tuple[float, float]) -> bool:
    """Whether infinitely many trials would choose these squares, by far."""
    scale = max(map(abs, weights))
    if not 0 < scale < float("inf"):
        return True
    tally = exact_tally(board, player)
    totals = tally.scores(player, weights[0] / scale, weights[1] / scale)
    means = {(r, c): totals[r][c] / tally.trials for r, c in board.get_empty_squares()}
    others = [value for square, value in means.items() if square not in best]
    return bool(min(means[square] for square in best) - max(others) > _CLEAR)


def _size(dim: int, file: RemoteFile) -> Iterator[Finding]:
    board = Board(dim)
    results = file.calls("mc_move", [Call(board, PLAYERX, 5)])
    results.finish()
    findings = list(no_move(results[0], board, f"on {dim}x{dim}", ""))
    yield from findings or [passed(f"mc_move works on {dim}x{dim}")]


LEGAL = tuple(
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
