"""Openings: positions from which games begin, each played from both sides. And their files."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.decoding import decode_own
from engine.errors import Problem
from engine.files import check_regular
from engine.game import Game
from engine.rules import Rules

FORMAT = "monte-carlo-tic-tac-toe openings"
VERSION = 1

MOST = 100_000
"""Openings that a tournament may have."""

_MAX_FILE = 1 << 24

Line = tuple[int, ...]
"""An opening's moves, each as row times side plus column; X begins."""


@dataclass(frozen=True)
class Openings:
    """Openings under some rules.

    Attributes:
        rules: what they are for.
        lines: their moves; no game is over at the end of one.

    Raises:
        ValueError: there are none, or one cannot be played, or comes twice.
    """

    rules: Rules
    lines: tuple[Line, ...]

    def __post_init__(self) -> None:
        """Check everything; ValueError with a sentence where something cannot be."""
        if not 1 <= len(self.lines) <= MOST:
            raise Problem(
                "there must be from 1 to {most} openings, not {count}",
                most=MOST, count=len(self.lines),
            )  # fmt: skip
        for number, line in enumerate(self.lines, start=1):
            game = Game(self.rules)
            try:
                for move in line:
                    game.play(divmod(move, self.rules.size))
            except ValueError:
                raise Problem("opening {number} has an illegal move", number=number) from None
            if game.result is not None:
                raise Problem("opening {number} is a finished game", number=number)
        if len(set(self.lines)) < len(self.lines):
            raise Problem("an opening comes twice")

    @cached_property
    def name(self) -> str:
        """What tells these openings from others: how many, and a few letters of their digest."""
        text = json.dumps([*self.rules.to_json().values(), self.lines])
        digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
        return f"{len(self.lines)} openings, {digest}"

    def to_json(self) -> dict[str, Any]:
        """Return plain data, as ``SavedOpenings`` has it, and a name."""
        return {
            "name": self.name,
            **self.rules.to_json(),
            "openings": [list(line) for line in self.lines],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedOpenings:
    """Openings as files hold them, and the rules that they are for; see ``Rules.from_file``."""

    size: int
    line: int
    reverse: bool
    rule: str | None = None
    openings: tuple[Line, ...]

    def checked(self) -> Openings:
        """Return the openings; ValueError where there are none such."""
        return Openings(
            Rules.from_file(self.size, self.line, self.reverse, self.rule), self.openings
        )


def read_openings(path: Path) -> Openings:
    """Return the openings in a file.

    Raises:
        ValueError: the file holds no openings, is damaged, or comes from a newer version.
        OSError: it cannot be read.
    """
    size = check_regular(path)
    text = path.read_bytes() if size <= _MAX_FILE else b""
    saved = decode_own(text, SavedOpenings, FORMAT, VERSION, path.name)
    if saved is None:
        raise Problem("{name} is no file of openings", name=path.name)
    try:
        return saved.checked()
    except ValueError as error:
        raise Problem("{name} is damaged: {error}", name=path.name, error=error) from None


def as_text(openings: Openings, origin: dict[str, object]) -> str:
    """Return the content of a file of openings, one in a line.

    Args:
        origin: how they were made, for those who read the file.
    """
    data = openings.to_json()
    lines = data.pop("openings")
    head = json.dumps({"format": FORMAT, "version": VERSION, **data, "made": origin})
    listed = ",\n".join(json.dumps(line) for line in lines)
    return f'{head[:-1]}, "openings": [\n{listed}\n]}}\n'
