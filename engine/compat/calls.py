"""Calls that a file makes at its bottom: written down while it is loaded, instead of made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class CallRecorder:
    """Writes calls down while ``recording`` is set.

    Attributes:
        recording: whether calls are written down, instead of made.
        calls: those that were written down.
        games: how many were made.
    """

    recording: bool = False
    calls: list[str] = field(default_factory=list)
    games: int = 0

    def record(self, name: str, function: object, rest: tuple[Any, ...]) -> None:
        """Write a call down as text."""
        called = getattr(function, "__name__", repr(function))
        self.calls.append(f"{name}({', '.join([called, *map(repr, rest)])})")


RECORDER = CallRecorder()
"""The one that the course's modules ask."""
