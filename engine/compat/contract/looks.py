"""What every look at a file is made of, and whether the file's four functions are there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from typing import Any

from engine.board import EMPTY, STRMAP, Board
from engine.compat.remote import RemoteFile, Reply, Scores
from engine.compat.terms import FAIL, FOUR, PARAMETERS, PASS, WARN, Finding, short
from engine.rules import Square

_SHOWN = 400
_NEARLY = 0.8
"""How alike names must be, of 1, that one is likely meant as the other."""

_LETTERS = STRMAP | {EMPTY: "."}


@dataclass(frozen=True, slots=True)
class FileLook:
    """One look at a file: calls of its functions, and findings about what they did.

    Attributes:
        title: what is looked at, for an error that the file raises meanwhile.
        see: looks, and yields findings; whatever the file raises may go through.
        function: which of the file's functions it is about.
    """

    title: str
    see: Callable[[RemoteFile], Iterator[Finding]]
    function: str


def passed(what: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(PASS, what)


def fault(what: str, expected: str, got: str, cause: str = "", board: str = "") -> Finding:
    """Return a finding that something is wrong.

    Args:
        cause: the mistake behind it, where it is known.
    """
    return Finding(FAIL, what, expected, short(got, _SHOWN), None, cause, board)


def warning(what: str, expected: str, got: str, cause: str = "") -> Finding:
    """Return a finding that takes nothing away from a right file."""
    return Finding(WARN, what, expected, short(got, _SHOWN), None, cause)


def is_empty_square(square: Square | None, board: Board) -> bool:
    """Whether an answer is an empty square of a board."""
    return square is not None and square in board.get_empty_squares()


def answer_text(result: Reply, board: Board) -> str:
    """Return an answer as text, with what is wrong with it as a move."""
    if result.square is None:
        return f"{result.text}, which is no (row, column)"
    row, col = result.square
    dim = board.get_dim()
    if not (0 <= row < dim and 0 <= col < dim):
        return f"{result.square}, which is off the board"
    if board.square(row, col) != EMPTY:
        return f"{result.square}, which is taken by {STRMAP[board.square(row, col)]}"
    return str(result.square)


def why_no_square(result: Reply) -> str:
    """Return the likely mistake behind an answer that is no square; empty where it is one."""
    if result.square is not None:
        return ""
    return (
        "nothing is returned" if result.text == "None" else "what is returned is no (row, column)"
    )


def squares_text(squares: set[Square]) -> str:
    """Return squares as text, one alone without brackets."""
    ordered = sorted(squares)
    return str(ordered[0]) if len(ordered) == 1 else f"one of {', '.join(map(str, ordered))}"


def same(expected: Scores, got: Scores | None) -> bool:
    """Whether two grids hold the same numbers, but for rounding."""
    return got is not None and len(expected) == len(got) and all(
        len(one) == len(two) and all(abs(a - b) < 1e-9 for a, b in zip(one, two, strict=True))
        for one, two in zip(expected, got, strict=True)
    )  # fmt: skip


def letters(marks: Sequence[Any]) -> str:
    """Return marks as a word such as ``XOX``."""
    return "".join(STRMAP.get(mark, "?") for mark in marks)


def rows_of(board: Board) -> str:
    """Return a board's marks as a text such as ``X.O/.X./..O``."""
    return "/".join("".join(_LETTERS[mark] for mark in row) for row in board.rows)


def missing(name: str) -> str:
    """Return what is wrong with a file that lacks a function."""
    return f"there is no function {name}"


def _instead(name: str, file: RemoteFile) -> str:
    """Return what stands where a function is missing: perhaps one of nearly the same name."""

    def bare(written: str) -> str:
        return written.replace("_", "").casefold()

    others = {bare(other): other for other in file.facts.spans if other not in FOUR}
    near = get_close_matches(bare(name), others, 1, _NEARLY)
    return f"no such function, but one called {others[near[0]]}" if near else "no such function"


def _takes(name: str, file: RemoteFile) -> Iterator[Finding]:
    if "signatures" not in file.known:
        file.known["signatures"] = file.signatures()
    signature = file.known["signatures"].get(name)
    wanted = PARAMETERS[name]
    if signature is None:
        yield fault(missing(name), name, _instead(name, file))
    elif not signature["fits"]:
        file.known.setdefault("not to be called", set()).add(name)
        what = f"{name} does not take {wanted} arguments"
        yield fault(what, f"{wanted} arguments", signature["text"])
    else:
        yield passed(f"{name} takes {wanted} arguments")


def _own_work(file: RemoteFile) -> Iterator[Finding]:
    """Look whether the file imports this program's own solution instead of being one."""
    if file.facts.borrowed:
        yield fault(
            "the file uses this program's own code instead of its own",
            "imports of Python's and the course's modules",
            f"an import of {', '.join(file.facts.borrowed)}",
            "the file imports the program that judges it",
        )


NAMES = (
    *(FileLook(f"looking at {name}", partial(_takes, name), name) for name in FOUR),
    FileLook("looking at its imports", _own_work, "mc_move"),
)
