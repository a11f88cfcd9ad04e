"""Every position of a 3x3 board: merged by symmetry, with what each is worth.

The two oldest learners keep something for each position by itself, so the board must be small.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.board import EMPTY, PLAYERX, switch_player
from engine.errors import Problem
from engine.learning.task import TABLE, check_rules
from engine.rules import Rules
from engine.search.windows import windows_of


def turns(side: int) -> tuple[tuple[int, ...], ...]:
    """Return the eight symmetries of a board; each says which square comes to stand where.

    Square ``i`` of the turned board is square ``turn[i]`` of the board. The first one changes
    nothing.
    """
    symmetries = []
    for mirrored in (False, True):
        for quarters in range(4):
            squares = []
            for row in range(side):
                for col in range(side):
                    r, c = row, side - 1 - col if mirrored else col
                    for _ in range(quarters):
                        r, c = c, side - 1 - r
                    squares.append(r * side + c)
            symmetries.append(tuple(squares))
    return tuple(symmetries)


@dataclass(frozen=True, slots=True)
class SmallPosition:
    """A position as it can come about: X began, and nobody has completed a line before.

    Attributes:
        marks: the mark of each square, row by row.
        player: the side to move (on a finished board: the side that would be).
        box: the number of the position that all its turned and mirrored forms share.
        turn: which symmetry turns it into that one.
        result: 1 where ``player`` has won, -1 where it has lost, 0 for a full board without a
            line; None while the game goes on.
        moves: the empty squares; none where the game is over.
        after: the places that they lead to, one for each move.
        twins: for each move, the number of its kind in the box: moves that the box's own symmetry
            makes equal have one number.
        worth: what the position is worth for ``player`` in perfect play: 1, 0 or -1.
    """

    marks: bytes
    player: int
    box: int
    turn: int
    result: int | None
    moves: tuple[int, ...]
    after: tuple[bytes, ...]
    twins: tuple[int, ...]
    worth: int


class Atlas:
    """All positions of a 3x3 board under some rules.

    Attributes:
        rules: the rules.
        places: each position that can come about, by its marks.
        forms: for each box the marks of the form that stands for all: with the smallest bytes.
        first: the empty board.
        kinds: for each box how many different moves it has; 0 where the game is over.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._turns = turns(rules.size)
        self._windows = windows_of(rules.size, rules.line)
        self.places: dict[bytes, SmallPosition] = {}
        self.forms: list[bytes] = []
        self.kinds: list[int] = []
        self._boxes: dict[bytes, int] = {}
        self._twins: list[dict[int, int]] = []
        self.first = self._add(bytes([EMPTY]) * rules.size**2, PLAYERX)

    def place(self, marks: bytes, player: int) -> SmallPosition:
        """Return a position's place; ValueError where no game comes to it."""
        place = self.places.get(marks)
        if place is None or place.player != player:
            raise Problem("this position cannot come about in a game that X began")
        return place

    def open_places(self) -> list[SmallPosition]:
        """Return the positions with a move to make, in the order in which they are first met."""
        return [place for place in self.places.values() if place.result is None]

    def best(self, place: SmallPosition) -> list[int]:
        """Return the moves that are worth as much as the position: no other is as good."""
        return [
            move for move, after in zip(place.moves, place.after, strict=True)
            if -self.places[after].worth == place.worth
        ]  # fmt: skip

    def _add(self, marks: bytes, player: int) -> SmallPosition:
        known = self.places.get(marks)
        if known is not None:
            return known
        forms = [bytes(marks[square] for square in turn) for turn in self._turns]
        form = min(forms)
        turn = forms.index(form)
        result = self._result(marks, player)
        moves: tuple[int, ...] = ()
        if result is None:
            moves = tuple(square for square, mark in enumerate(marks) if mark == EMPTY)
        box = self._box(form, bool(moves))
        place_of = {square: place for place, square in enumerate(self._turns[turn])}
        other = switch_player(player)
        after = tuple(marks[:move] + bytes([player]) + marks[move + 1 :] for move in moves)
        twins = tuple(self._twins[box][place_of[move]] for move in moves)
        # Worked out last, from what the moves lead to: the place itself comes before them.
        self.places[marks] = SmallPosition(
            marks, player, box, turn, result, moves, after, twins, 0 if result is None else result
        )
        if moves:
            worth = max(-self._add(following, other).worth for following in after)
            self.places[marks] = SmallPosition(
                marks, player, box, turn, None, moves, after, twins, worth
            )  # fmt: skip
        return self.places[marks]

    def _box(self, form: bytes, goes_on: bool) -> int:
        """Return the number of a form; a new one for a form that was not met before."""
        known = self._boxes.get(form)
        if known is not None:
            return known
        own = [turn for turn in self._turns if bytes(form[square] for square in turn) == form]
        twins: dict[int, int] = {}
        if goes_on:
            for square, mark in enumerate(form):
                if mark == EMPTY and square not in twins:
                    number = len({*twins.values()})
                    twins |= {turn[square]: number for turn in own}
        self._boxes[form] = len(self.forms)
        self.forms.append(form)
        self.kinds.append(len({*twins.values()}))
        self._twins.append(twins)
        return self._boxes[form]

    def _result(self, marks: bytes, player: int) -> int | None:
        for window in self._windows:
            mark = marks[window[0]]
            if mark != EMPTY and all(marks[square] == mark for square in window):
                return 1 if (mark == player) != self.rules.reverse else -1
        return None if EMPTY in marks else 0


@lru_cache(maxsize=4)
def atlas(rules: Rules) -> Atlas:
    """Return all positions under some rules.

    Raises:
        ValueError: the board is not 3x3.
    """
    check_rules(TABLE, rules)
    return Atlas(rules)
