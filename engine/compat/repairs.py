"""Points at the line of a fault: the line in which a small edit makes all looks pass.

A guess that was tried: the edit that is told is right as far as the looks can see. Where edits in
several lines are as likely and as good, none of them is named.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from engine.compat.edits import Edit, Pieces, everywhere, parts_of
from engine.compat.expression_edits import expression_edits
from engine.compat.statement_edits import statement_edits

MAX_TEXT = 1 << 16
"""Longer texts are not edited: nobody's four functions are."""

MOST_EDITS = 800
"""How many edits of one fault are tried at most."""

CLEAR = 8
"""By how many ranks the edit that is told must be likelier than one in another line."""

_NOT_PYTHON = (SyntaxError, ValueError, MemoryError, RecursionError)

Passes = Callable[[str], bool]
"""Whether a text passes some looks."""


@dataclass(frozen=True, slots=True)
class Located:
    """The line of a fault, and what was tried there.

    Attributes:
        line: the line, as it is in the text; where a statement is missing, the one before it.
        quoted: what stands there.
        told: the edit that makes the looks pass: "with `+=` instead of `=`".
        text: the text with that edit.
    """

    line: int
    quoted: str
    told: str
    text: str


def located(
    source: str,
    functions: Collection[str],
    right: Collection[str],
    passes: Passes,
    passes_all: Passes,
    goes_on: Callable[[], bool] = lambda: True,
) -> Located | None:
    """Return the line of a fault, or None where no edit, or none alone, is found.

    Args:
        source: the text, which Python can read.
        functions: the functions that the failing looks are about, by the names that the module
            binds; their helpers are found.
        right: names known to be right: nothing that only they reach is edited.
        passes: whether an edited text passes the failing looks, and those of their group. It is
            asked hundreds of times, so it must be short, and end by itself.
        passes_all: whether it passes whatever else the text itself passed. Asked of texts that
            pass, once a line.
        goes_on: whether there is time left for another edit.
    """
    if len(source) > MAX_TEXT:
        return None
    try:
        pieces = Pieces(source)
        edits = _edits_of(pieces, functions, right)
    except _NOT_PYTHON:
        return None
    best: Edit | None = None
    for edit in edits[:MOST_EDITS]:
        if best is not None and edit.rank >= best.rank + CLEAR:
            break
        if best is not None and best.lines[0] in edit.lines:
            continue  # it speaks for that line, too
        if not goes_on():
            break
        text = pieces.edited(edit)
        if _is_python(text) and passes(text) and passes_all(text):
            if best is not None:
                return None
            best = edit
    if best is None:
        return None
    quoted = pieces.quoted(best.lines[0])
    return Located(best.lines[0], quoted, best.told, pieces.edited(best))


def _edits_of(pieces: Pieces, functions: Collection[str], right: Collection[str]) -> list[Edit]:
    """Return the edits of what some functions of a text reach, the likeliest first."""
    found: list[Edit] = []
    for part in parts_of(pieces.tree, functions, right):
        single = [*expression_edits(pieces, part), *statement_edits(pieces, part)]
        found += _once([*single, *everywhere(single)])
    return sorted(_once(found), key=lambda each: each.rank)


def _once(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield edits that change the same thing once: as the likelier of them."""
    seen = set()
    for edit in sorted(edits, key=lambda each: each.rank):
        if edit.changes not in seen:
            seen.add(edit.changes)
            yield edit


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except _NOT_PYTHON:
        return False
    return True
