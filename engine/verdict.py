"""How good a move was: what coaches say, and files of games keep."""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """How good a move was. The values are what files and reports hold."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_slip(self) -> bool:
        """Whether the move gave something away that matters."""
        return self in (Verdict.MISTAKE, Verdict.BLUNDER)
