"""What both sides of a course file's process speak of: its functions, and findings about them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from engine.errors import type_name

FOUR = ("mc_trial", "mc_update_scores", "get_best_move", "mc_move")
"""The functions that the course asks for."""

PARAMETERS = {"mc_trial": 2, "mc_update_scores": 3, "get_best_move": 2, "mc_move": 3}
"""How many arguments each of them takes."""

PASS, WARN, FAIL = "pass", "warn", "fail"

FAR = 10**6
"""No row or column of any board is as large, and no sentence needs a longer number."""

MOST_NOTES = 20
"""How many of a file's notes and calls are passed on."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look at the file found.

    Attributes:
        status: PASS, WARN or FAIL.
        what: what was looked at, in a sentence.
        expected, got: both as text; empty where it passed.
        line: the file's line in which an error was raised, or else that of the function it is
            about; None where that is not known.
        cause: the mistake that most likely leads to this, in a sentence without its end; else "".
        board: the position it was seen on, such as ``X.O/.X./..O``; else "".
        is_error: whether the file raised an error, or its process ended.
        more: how many further findings of the same group have the same cause.
        quoted: what stands in ``line``; empty where that is not known.
        faulty: the line in which a small edit makes all looks pass; None where none was found.
    """

    status: str
    what: str
    expected: str = ""
    got: str = ""
    line: int | None = None
    cause: str = ""
    board: str = ""
    is_error: bool = False
    more: int = 0
    quoted: str = ""
    faulty: int | None = None

    @property
    def where(self) -> str:
        """Where to look, as text; empty where that is not known."""
        if self.line is None:
            return ""
        line = f"line {self.line}"
        quoted = f"{line}: `{self.quoted}`" if self.quoted else line
        if self.is_error:
            also = self.faulty not in (None, self.line)
            return f"{quoted}; look at line {self.faulty}" if also else quoted
        return f"look at {quoted}" if self.faulty else f"in the function of {quoted}"

    def as_json(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def short(value: Any, length: int = 200) -> str:
    """Return a value as text of a bounded length."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except Exception as error:
        text = f"<{type(value).__name__}: {type_name(error)}>"
    return text if len(text) <= length else f"{text[:length]}…"
