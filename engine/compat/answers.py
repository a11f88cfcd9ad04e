"""What a file's process answers, looked at before anything is done with it.

The process may say anything at all, since it runs a program we do not know. A wrong answer
becomes a ``FileError``, whose text is one sentence that can be shown anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.board import EMPTY
from engine.compat.terms import FAR, FOUR, MOST_NOTES
from engine.errors import Problem
from engine.notation import square_name
from engine.players.player import ProcessEndedError
from engine.rules import Square
from engine.tally import Grid

GREATEST = 1e100
"""Scores beyond this are no scores: a mean or a colour could not be worked out from them."""

_MAX_SENTENCE = 500


class FileError(Problem):
    """A file did something that it must not, or did not answer."""


class LateError(FileError):
    """A file took more time than it may, and was ended."""


class WaitsError(LateError):
    """A file waited for something that nobody will send it, and was ended."""


class UnansweredError(FileError):
    """A file did not answer by the clock and was ended; that may be the machine's doing."""


class EndedError(FileError, ProcessEndedError):
    """A file's process ended in the middle of its work: by the file's doing, or by a kill."""


def sentence(text: str, length: int = _MAX_SENTENCE) -> str:
    """Return a text as one line that can be printed, of a bounded length."""
    line = " ".join(text[: length * 4].split())
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    return line if len(line) <= length else f"{line[:length]}…"


def decode(answer: bytes, name: str) -> dict[str, Any]:
    """Return an answer as data; FileError where that of the file called ``name`` is none."""
    try:
        data = json.loads(answer)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise FileError("{name} sent an invalid answer", name=name)
    return data


def problem_of(answer: dict[str, Any], name: str) -> tuple[str, int | None, str]:
    """Return what a request failed with, the line, and the file that it is in.

    Args:
        name: the file's name; the error may lie in a module of its folder.

    Returns:
        An empty text where it did not fail; the line is None where it is not known.
    """
    if "error" not in answer:
        return "", None, name
    line, place = answer.get("line"), answer.get("file")
    where = line if type(line) is int and 0 < line < 10**7 else None
    named = sentence(place, 100) if isinstance(place, str) and place else name
    return sentence(str(answer["error"])) or "an error without a name", where, named


def texts_of(answer: dict[str, Any], name: str) -> list[str]:
    """Return a list of short texts from an answer."""
    given = answer.get(name)
    if not isinstance(given, list):
        return []
    return [sentence(text) for text in given[:MOST_NOTES] if isinstance(text, str)]


def functions_of(answer: dict[str, Any]) -> list[str]:
    """Return which of the four functions a file has."""
    return [name for name in texts_of(answer, "functions") if name in FOUR]


def square_of_answer(answer: dict[str, Any], name: str) -> Square:
    """Return a move; FileError where the answer of the file called ``name`` holds none."""
    given = answer.get("square")
    if (
        not isinstance(given, list)
        or len(given) != 2
        or not all(type(part) is int and abs(part) < FAR for part in given)
    ):
        raise FileError("{name} sent an invalid move", name=name)
    return given[0], given[1]


def scores_of(answer: dict[str, Any], rows: Sequence[Sequence[int]]) -> tuple[Grid | None, str]:
    """Return the scores that came with a move, and what is wrong with them.

    Args:
        rows: the marks of the position.

    Returns:
        The grid, 0 on taken squares, or None where there is none; and a sentence without its
        end where there is none because of a score that cannot be shown, else "".
    """
    given, dim = answer.get("scores"), len(rows)
    if not isinstance(given, list) or len(given) != dim:
        return None, ""
    grid = [[0.0] * dim for _ in range(dim)]
    for row, values in enumerate(given):
        if not isinstance(values, list) or len(values) != dim:
            return None, ""
        for col, value in enumerate(values):
            if rows[row][col] != EMPTY:
                continue
            if not isinstance(value, (int, float)) or isinstance(value, bool):
                return None, ""
            if not -GREATEST <= value <= GREATEST:  # nor is NaN
                name = square_name((row, col))
                shown = sentence(f"{value:.6g}" if isinstance(value, float) else str(value), 40)
                return None, f"the score of {name} is {shown}, which cannot be shown"
            grid[row][col] = float(value)
    return grid, ""
