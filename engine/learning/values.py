"""Learning with a table of values: TD(0) (Sutton and Barto, "Reinforcement Learning", chapter 1).

The table says for each position how good it is to have moved there: 1 for a win, 0 for a loss, 0.5
at first. A move is the one to the greatest value, or now and then any; and each greedy move draws
the value of the position before it towards that of the position that it leads to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.board import PLAYERX, Position
from engine.errors import Problem
from engine.learning.keeping import Arrays
from engine.learning.learner import GAMES, Learner, Mind, Thoughts, explores, stream_of
from engine.learning.small import Atlas, SmallPosition, atlas
from engine.learning.task import EXPLORATIONS, ITSELF, TABLE
from engine.learning.teachers import check_teacher, teacher_of
from engine.rules import Rules
from engine.search.stream import Stream

STEP = 0.3
"""How far a value is drawn towards the next one (alpha)."""

EXPLORED = 30
"""How many of a hundred moves are tries: any move, with the same chance (epsilon)."""

_NEW = 0.5


def _first_values(positions: Atlas) -> list[float]:
    """Return the values of all boxes at first, each for the side that has moved there."""
    values = [_NEW] * len(positions.forms)
    for place in positions.places.values():
        if place.result is not None:
            values[place.box] = (1 - place.result) / 2
    return values


def _greatest(values: Sequence[float]) -> list[int]:
    """Return the numbers of the greatest of some values."""
    most = max(values)
    return [i for i, value in enumerate(values) if value == most]


class TableMind(Mind):
    """What a table says.

    Args:
        generation: after how many generations.
        values: of each box, for the side that has moved there.
    """

    def __init__(self, rules: Rules, generation: int, values: list[float]) -> None:
        super().__init__(rules, generation)
        self._values = values

    def thoughts(self, position: Position) -> Thoughts:
        """Return the values of the positions that the moves lead to (see ``Mind.thoughts``).

        Raises:
            ValueError: also for a position that no game comes to.
        """
        self.check(position)
        positions = atlas(self.rules)
        place = positions.place(position.marks, position.player)
        squares = [divmod(move, self.rules.size) for move in place.moves]
        values = [self._values[positions.places[marks].box] for marks in place.after]
        best = _greatest(values)
        worth = [2 * value - 1 for value in values]
        return Thoughts(
            position.player,
            {square: (i in best) / len(best) for i, square in enumerate(squares)},
            dict(zip(squares, worth, strict=True)),
            value=max(worth),
        )


class ValueTable(Learner):
    """A table of values that learns.

    Args:
        rules: of a 3x3 board.
        seed: the same seed learns the same; None draws one.
        teacher: who it plays against: ``itself``, ``random`` or ``perfect``. Against another one it
            plays the two sides in turn.
        exploration: ``off`` for no tries: every move is the one to the greatest value.

    Raises:
        ValueError: another board, teacher or exploration.
    """

    kind = TABLE

    def __init__(
        self,
        rules: Rules,
        seed: int | None = None,
        teacher: str = ITSELF,
        exploration: str = EXPLORATIONS[0],
    ) -> None:
        super().__init__(rules, seed)
        self._atlas = atlas(rules)
        check_teacher(teacher)
        self._teacher, self._exploration = teacher, exploration
        self._explored = EXPLORED if explores(exploration) else 0
        self._values = _first_values(self._atlas)
        self._begin()

    @property
    def settings(self) -> Mapping[str, str | int]:
        """Its teacher, and whether it tries moves."""
        return {"teacher": self._teacher, "exploration": self._exploration}

    def _learn(self) -> tuple[Arrays, Sequence[int], Sequence[bool]]:
        values, moves, lost = self._values.copy(), list[int](), list[bool]()
        for number in range(self.games, self.games + GAMES):
            moves = self._play(values, number, lost)
        return {"values": np.array(values, np.float64)}, moves, lost

    def _play(self, values: list[float], number: int, lost: list[bool]) -> list[int]:
        """Play a game, learn from each of its moves, and return them; note down a loss."""
        stream, places = stream_of(self.seed, number), self._atlas.places
        teacher = teacher_of(self._teacher, self._atlas)
        before: dict[int, int] = {}  # the box that each side that learns has moved to
        place, moves = self._atlas.first, list[int]()
        while place.result is None:
            if teacher is None or place.player - PLAYERX == number % 2:
                which = self._moved(values, place, stream, before)
            else:
                which = teacher(place, stream)
            moves.append(place.moves[which])
            place = places[place.after[which]]
        if place.player in before:  # the other side has ended the game
            box = before[place.player]
            values[box] += STEP * ((1 + place.result) / 2 - values[box])
        if teacher is not None:
            own = place.player - PLAYERX == number % 2
            lost.append(place.result == (-1 if own else 1))
        return moves

    def _moved(
        self, values: list[float], place: SmallPosition, stream: Stream, before: dict[int, int]
    ) -> int:
        """Choose a move, learn from it, and return its number."""
        boxes = [self._atlas.places[marks].box for marks in place.after]
        tries = stream.below(100) < self._explored
        if tries:
            which = stream.below(len(boxes))
        else:
            best = _greatest([values[box] for box in boxes])
            which = best[stream.below(len(best))]
            if place.player in before:
                last = before[place.player]
                values[last] += STEP * (values[boxes[which]] - values[last])
        before[place.player] = boxes[which]
        return which

    def _state(self) -> Arrays:
        return {"values": np.array(self._values, np.float64)}

    def _take(self, state: Arrays) -> None:
        values = [float(value) for value in state["values"]]
        if not all(0 <= value <= 1 for value in values):
            raise Problem("a value is not from 0 to 1")
        self._values = values

    def _known(self) -> Arrays:
        return self._state()

    def _mind(self, generation: int, known: Arrays) -> TableMind:
        return TableMind(self.rules, generation, [float(value) for value in known["values"]])
