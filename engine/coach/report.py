"""The report of a review: one page of HTML that needs nothing else, to read and to print."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.board import PLAYERO, PLAYERX, STRMAP
from engine.coach.pictures import BAND, DARK, INKS, LIGHT, Ink, better_moves, board_svg, curve_svg
from engine.coach.review import Review, ReviewedMove
from engine.coach.words import (
    SIGNS,
    accuracy_told,
    moment_told,
    move_told,
    result_told,
    rules_told,
    said_of,
)
from engine.notation import square_name
from engine.pages import render
from engine.verdict import Verdict

_TEMPLATE = Path(__file__).with_name("report.html")

_MARKS = (PLAYERX, PLAYERO)

_COLUMNS = 3
"""Tables of moves that stand side by side."""

_DENSE = 9
"""Slips from which on they are printed small, so that two sheets hold a game."""


def report_html(review: Review, names: Mapping[int, str] | None = None, day: str = "") -> str:
    """Return the whole page.

    Args:
        names: what the players are called, by mark (PLAYERX, PLAYERO); those that have no name
            are called by their marks alone.
        day: when the game was played, such as 2026-03-01; may be empty.
    """
    names = names or {}
    length = max(1, -(-len(review.moves) // _COLUMNS))
    rows = [_row(move) for move in review.moves]
    return render(
        _TEMPLATE,
        title=_title(names),
        about=_about(review, day),
        review=review,
        moment=_moment(review),
        curve=curve_svg(review),
        band=BAND,
        verdicts=[_titled(verdict) for verdict in reversed(Verdict)],
        sides=[_side(review, mark, names) for mark in _MARKS],
        slips=[_slip(move) for move in review.slips],
        dense=len(review.slips) >= _DENSE,
        tables=[rows[start : start + length] for start in range(0, len(rows), length)],
        light=_colours(LIGHT),
        dark=_colours(DARK),
    )


def _title(names: Mapping[int, str]) -> str:
    if not any(names.get(mark) for mark in _MARKS):
        return "Review of a game"
    return "Review: " + " – ".join(_player(names, mark) for mark in _MARKS)


def _player(names: Mapping[int, str], mark: int) -> str:
    name = names.get(mark, "")
    return f"{STRMAP[mark]} {name}" if name else STRMAP[mark]


def _about(review: Review, day: str) -> str:
    result = result_told(review.result, len(review.moves))
    return " · ".join([*([day] if day else []), str(rules_told(review.rules)), str(result)])


def _moment(review: Review) -> dict[str, object]:
    """Return the decisive moment: its board, and what there is to say of it."""
    if review.decisive is None:
        return {"sentence": str(moment_told(review)), "picture": ""}
    move = review.decisive[0]
    return {
        "sentence": str(moment_told(review)),
        "picture": board_svg(move),
        "reasons": [str(sentence) for sentence in move.sentences],
        "legend": _legend(move),
    }


def _legend(move: ReviewedMove) -> list[str]:
    """Return what the shapes of the picture mean, of those that are in it."""
    reason = move.reason
    shapes = [f"full frame and {SIGNS[move.verdict]}: the move that was made"]
    if better_moves(move):
        shapes.append("dashed frame and tick: better")
    if reason is not None and any(square != move.square for square in reason.line):
        missed = reason.side == move.player
        shapes.append(f"thin and numbered: what {'could have followed' if missed else 'follows'}")
    if reason is not None and reason.lines:
        shapes.append("bar: the line that it is about")
    if reason is not None and reason.ends:
        shapes.append("diamond: the square that completes it")
    return shapes


def _titled(verdict: Verdict) -> str:
    return f"{verdict.value.capitalize()} {SIGNS[verdict]}".strip()


def _side(review: Review, mark: int, names: Mapping[int, str]) -> tuple[str, str, list[int]]:
    """Return who played a side, how well, and how often each verdict came, the worst first."""
    verdicts = [move.verdict for move in review.moves if move.player == mark]
    counts = [verdicts.count(verdict) for verdict in reversed(Verdict)]
    return _player(names, mark), str(accuracy_told(review.accuracy(mark))), counts


def _slip(move: ReviewedMove) -> dict[str, str]:
    return {
        "name": f"{move.ply}. {STRMAP[move.player]} {move_told(move)}",
        "verdict": move.verdict.value,
        "picture": board_svg(move, all_marks=False),
        "sentence": said_of(move),
    }


def _row(move: ReviewedMove) -> dict[str, object]:
    """Return what the tables of all moves say of one."""
    return {
        "ply": move.ply,
        "side": STRMAP[move.player],
        "square": square_name(move.square),
        "verdict": f"{move.verdict.value} {SIGNS[move.verdict]}",
        "worth": _worth(move),
        "is_slip": move.verdict.is_slip,
    }


def _worth(move: ReviewedMove) -> str:
    """Return what the position after a move is worth, in a word or, estimated, a number for X."""
    value = move.after if move.player == PLAYERX else 0.0 - move.after
    if move.proven_after:
        return "X wins" if value > 0 else "O wins" if value < 0 else "tie"
    return f"{value:+.2f}"


def _colours(ink: Ink) -> list[tuple[str, str]]:
    return [(name, getattr(ink, name)) for name in INKS]
