"""Who the oldest learners play against: themselves, random moves, or perfect play."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import Problem, shown
from engine.learning.small import Atlas, SmallPosition
from engine.learning.task import TEACHERS
from engine.search.stream import Stream

Teacher = Callable[[SmallPosition, Stream], int]
"""Returns the number of the move that it plays."""


def check_teacher(name: str) -> None:
    """Raise a Problem where there is no teacher of this name."""
    if name not in TEACHERS:
        raise Problem(
            "the teacher must be itself, random or perfect, not {value}", value=shown(name)
        )


def teacher_of(name: str, positions: Atlas) -> Teacher | None:
    """Return a teacher by its name; None where a learner plays against itself."""

    def perfect(place: SmallPosition, stream: Stream) -> int:
        best = positions.best(place)
        return place.moves.index(best[stream.below(len(best))])

    return {"random": _random, "perfect": perfect}.get(name)


def _random(place: SmallPosition, stream: Stream) -> int:
    return stream.below(len(place.moves))
