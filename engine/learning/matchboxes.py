"""Learning with matchboxes: MENACE (Michie, "Trial and error", Penguin Science Survey, 1961).

A box stands for a position, whichever way it is turned or mirrored, and holds beads, a colour for
each move. A bead drawn at random is the move. After a game every bead that was played comes back
to its box with three more after a win and one more after a tie; after a loss it is gone. A box
that has become empty is filled as at first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.board import EMPTY, PLAYERX, Position
from engine.errors import Problem
from engine.learning.keeping import Arrays
from engine.learning.learner import GAMES, Learner, Mind, Thoughts, stream_of
from engine.learning.small import Atlas, SmallPosition, atlas
from engine.learning.task import ITSELF, MENACE, SIDES, check_sides
from engine.learning.teachers import check_teacher, teacher_of
from engine.rules import Rules
from engine.search.stream import Stream

_BEADS = (4, 3, 2, 1)
"""Beads of each move at first, by the marks of either side on the board."""

_WON, _TIED, _LOST = 3, 1, -1


class Boxes:
    """The boxes: where each one's beads are in one long row.

    Attributes:
        start: for each box of the atlas, where its beads begin; -1 where it is no box.
        full: the beads of all boxes at first.
        count: how many boxes there are.
    """

    def __init__(self, positions: Atlas, sides: str) -> None:
        self.start, self.full, self.count = [], list[int](), 0
        for form, kinds in zip(positions.forms, positions.kinds, strict=True):
            empty = form.count(EMPTY)
            marks = len(form) - empty
            is_box = kinds and empty > 1 and (sides == "both" or marks % 2 == 0)
            self.start.append(len(self.full) if is_box else -1)
            if is_box:
                self.full += [_BEADS[min(marks // 2, 3)]] * kinds
                self.count += 1


class BoxesMind(Mind):
    """What boxes hold.

    Args:
        generation: after how many generations.
    """

    def __init__(self, rules: Rules, generation: int, boxes: Boxes, beads: list[int]) -> None:
        super().__init__(rules, generation)
        self._boxes, self._beads = boxes, beads

    def thoughts(self, position: Position) -> Thoughts:
        """Return the beads of a position's box (see ``Mind.thoughts``).

        Raises:
            ValueError: also for a position that has no box: one that no game comes to, or one of a
                side that does not play.
        """
        self.check(position)
        place = atlas(self.rules).place(position.marks, position.player)
        size, start = self.rules.size, self._boxes.start[place.box]
        squares = [divmod(move, size) for move in place.moves]
        if len(squares) == 1:
            return Thoughts(position.player, {squares[0]: 1.0})
        if start < 0:
            raise Problem("these matchboxes play X only; they have no box for a position of O's")
        beads = [self._beads[start + twin] for twin in place.twins]
        total = sum(self._beads[start + twin] for twin in {*place.twins})
        shares = [
            held / total / place.twins.count(twin)
            for held, twin in zip(beads, place.twins, strict=True)
        ]
        return Thoughts(
            position.player, dict(zip(squares, shares, strict=True)),
            beads=dict(zip(squares, beads, strict=True)),
        )  # fmt: skip


class Matchboxes(Learner):
    """Matchboxes that learn.

    Args:
        rules: of a 3x3 board.
        seed: the same seed learns the same; None draws one.
        teacher: who it plays against: ``itself``, ``random`` or ``perfect``. It plays the two sides
            in turn, where it has boxes for both.
        sides: ``both``, or ``X`` alone.

    Raises:
        ValueError: another board, teacher or choice of sides, or boxes for X alone that are to
            learn from themselves.
    """

    kind = MENACE

    def __init__(
        self,
        rules: Rules,
        seed: int | None = None,
        teacher: str = ITSELF,
        sides: str = SIDES[0],
    ) -> None:
        super().__init__(rules, seed)
        self._atlas = atlas(rules)
        check_teacher(teacher)
        check_sides(sides, teacher)
        self._teacher, self._sides = teacher, sides
        self._boxes = Boxes(self._atlas, sides)
        self._beads = self._boxes.full.copy()
        self._begin()

    @property
    def settings(self) -> Mapping[str, str | int]:
        """Its teacher and its sides."""
        return {"teacher": self._teacher, "sides": self._sides}

    @property
    def boxes(self) -> int:
        """How many boxes there are: 304 for X on the usual board."""
        return self._boxes.count

    def _learn(self) -> tuple[Arrays, Sequence[int], Sequence[bool]]:
        beads, moves, lost = self._beads.copy(), list[int](), list[bool]()
        for number in range(self.games, self.games + GAMES):
            moves = self._play(beads, number, lost)
        return {"beads": np.array(beads, np.int64)}, moves, lost

    def _play(self, beads: list[int], number: int, lost: list[bool]) -> list[int]:
        """Play a game, put its beads back, note down a loss to a teacher, and return its moves."""
        stream, places = stream_of(self.seed, number), self._atlas.places
        teacher = teacher_of(self._teacher, self._atlas)
        pupil = number % 2 if self._sides == "both" else 0  # 0 is X
        drawn: list[tuple[int, int, int]] = []
        place, moves = self._atlas.first, list[int]()
        while place.result is None:
            if teacher is None or place.player - PLAYERX == pupil:
                which = self._drawn(beads, place, stream, drawn)
            else:
                which = teacher(place, stream)
            moves.append(place.moves[which])
            place = places[place.after[which]]
        for box, bead, player in drawn:
            won = place.result if place.player == player else -place.result
            beads[bead] += _TIED if not won else _WON if won > 0 else _LOST
            self._refill(beads, box)
        if teacher is not None:
            lost.append(place.result == (1 if place.player - PLAYERX != pupil else -1))
        return moves

    def _drawn(
        self,
        beads: list[int],
        place: SmallPosition,
        stream: Stream,
        drawn: list[tuple[int, int, int]],
    ) -> int:
        """Draw a bead, note it down, and return the number of its move."""
        start = self._boxes.start[place.box]
        if start < 0:
            return 0  # the last empty square
        kinds = self._atlas.kinds[place.box]
        rest = stream.below(sum(beads[start : start + kinds]))
        bead = start
        while rest >= beads[bead]:
            rest -= beads[bead]
            bead += 1
        drawn.append((place.box, bead, place.player))
        twins = [i for i, twin in enumerate(place.twins) if twin == bead - start]
        return twins[stream.below(len(twins))]

    def _refill(self, beads: list[int], box: int) -> None:
        """Fill a box as at first, if it is empty."""
        start = self._boxes.start[box]
        end = start + self._atlas.kinds[box]
        if not any(beads[start:end]):
            beads[start:end] = self._boxes.full[start:end]

    def _state(self) -> Arrays:
        return {"beads": np.array(self._beads, np.int64)}

    def _take(self, state: Arrays) -> None:
        beads = [int(count) for count in state["beads"]]
        if min(beads) < 0:
            raise Problem("a box holds less than nothing")
        for box, start in enumerate(self._boxes.start):
            if start >= 0:
                self._refill(beads, box)
        self._beads = beads

    def _known(self) -> Arrays:
        return self._state()

    def _mind(self, generation: int, known: Arrays) -> BoxesMind:
        return BoxesMind(
            self.rules, generation, self._boxes, [int(count) for count in known["beads"]]
        )
