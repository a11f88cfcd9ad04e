"""A yardstick: in how many of some positions is a learner's move not one of the best?

A move is a mistake where it is worth less in perfect play than another one: a win that becomes a
tie or a loss, or a tie that becomes a loss. How soon a game ends does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.board import Position
from engine.learning.learner import Mind
from engine.learning.small import SIDE, atlas
from engine.rules import Rules, Square


@dataclass(frozen=True, slots=True)
class Question:
    """A position, and the moves that are right in it.

    Attributes:
        position: with a move to make.
        right: the moves that are worth as much as the position in perfect play.
    """

    position: Position
    right: frozenset[Square]


@lru_cache(maxsize=4)
def questions(rules: Rules) -> tuple[Question, ...]:
    """Return the positions that measure a learner of some rules; none where there is no yardstick.

    On 3x3 they are all with a move to make: 4,520 by the usual rules.
    """
    if rules.size == SIDE:
        positions = atlas(rules)
        return tuple(
            Question(
                Position(rules, place.player, place.marks),
                frozenset(divmod(move, SIDE) for move in positions.best(place)),
            )
            for place in positions.open_places()
        )
    return ()


def mistakes(asked: Iterable[Question], choose: Callable[[Position], Square]) -> int:
    """Return in how many of some positions a move is a mistake."""
    return sum(choose(each.position) not in each.right for each in asked)


def bare(mind: Mind) -> Callable[[Position], Square]:
    """Return how a mind chooses without a search: what it likes best, the first of equals."""

    def choose(position: Position) -> Square:
        return mind.thoughts(position).best[0]

    return choose
