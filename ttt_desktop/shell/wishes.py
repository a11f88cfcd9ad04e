"""What one feature can wish of the others, who does it or does not: ``Shell.serve``."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Square


@dataclass(frozen=True, slots=True)
class Answer:
    """A square that was chosen beside the board is to be an answer, where one is asked for."""

    square: Square
