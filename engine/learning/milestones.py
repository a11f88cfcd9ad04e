"""What was measured of a learner's generations: mistakes, and games against levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.errors import Problem, real_number, whole_number

_FAR = 10**15
LEVELS = ("level:easy", "level:medium", "level:hard", "level:expert")
"""The levels that a learner's strength is measured against, by their texts."""

LATELY = 100
"""Of how many games that were played last it is known whether they were lost."""

Outcomes = tuple[int, int, int]
"""How many games were lost, tied and won."""

_NONE: Outcomes = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Milestone:
    """What was measured of a generation.

    Attributes:
        generation: which one.
        games: how many games it has learnt from.
        seconds: the processor time that this took, in s.
        positions: how many positions a yardstick has for it; 0 where there is none.
        mistakes: in how many of them its move is a mistake, without a search; None where there is
            no yardstick.
        searched: the same after a search; None also for learners that do not search.
        lost: how many of its last 100 games it lost, or of all where there are fewer; None for
            learners that play against themselves.
        against: how its games against levels ended, by the levels' texts.
    """

    generation: int
    games: int
    seconds: float
    positions: int = 0
    mistakes: int | None = None
    searched: int | None = None
    lost: int | None = None
    against: Mapping[str, Outcomes] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """Return what a file holds of it."""
        return {
            "generation": self.generation, "games": self.games, "seconds": self.seconds,
            "positions": self.positions, "mistakes": self.mistakes, "searched": self.searched,
            "lost": self.lost,
            "against": {level: list(outcomes) for level, outcomes in self.against.items()},
        }  # fmt: skip


def read_milestones(measured: object) -> dict[int, Milestone]:
    """Return what a file holds of all generations, by their numbers; nothing of an older file.

    Raises:
        ValueError: it is not what ``as_json`` returns.
    """
    if measured is None:
        return {}
    if not isinstance(measured, list) or not all(
        isinstance(measurement, dict) for measurement in measured
    ):
        raise Problem("its measurements are missing")
    milestones = sorted(map(_read, measured), key=lambda milestone: milestone.generation)
    return {milestone.generation: milestone for milestone in milestones}


def _read(measurement: Mapping[str, Any]) -> Milestone:
    seconds, against = real_number(measurement.get("seconds"), 0, _FAR), measurement.get("against")
    if seconds is None or not isinstance(against, dict):
        raise Problem("a measurement is not complete")
    return Milestone(
        whole_number(measurement.get("generation"), "a measured generation", 0, _FAR),
        whole_number(measurement.get("games"), "a measurement's number of games", 0, _FAR),
        seconds,
        _count(measurement.get("positions")) or 0,
        _count(measurement.get("mistakes")), _count(measurement.get("searched")),
        _count(measurement.get("lost")),
        {str(level): _outcomes(outcomes) for level, outcomes in against.items()},
    )  # fmt: skip


def _count(value: object) -> int | None:
    return (
        None if value is None else whole_number(value, "a number of positions or mistakes", 0, _FAR)
    )


def _outcomes(counts: object) -> Outcomes:
    if not isinstance(counts, list) or len(counts) != len(_NONE):
        raise Problem("a measurement is not complete")
    lost, tied, won = (whole_number(count, "a number of games", 0, _FAR) for count in counts)
    return lost, tied, won
