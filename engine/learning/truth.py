"""A yardstick: in how many of some positions is a learner's move not one of the best?

A move is a mistake where it is worth less in perfect play than another one: a win that becomes a
tie or a loss, or a tie that becomes a loss. How soon a game ends does not count.

On 3x3 all positions are asked. For 4x4 and 5x5 there is a sample, which ``tools/truths.py`` has
drawn and solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from engine.board import PLAYERO, PLAYERX, STRMAP, Board, Position
from engine.learning.learner import Learner, Mind
from engine.learning.milestones import Milestone
from engine.learning.networks import NetMind
from engine.learning.shapes import Shape
from engine.learning.small import atlas
from engine.learning.task import PLAIN, SMALL
from engine.rules import Rules, Square

PLACE = Path(__file__).with_name("truths.txt")
"""Where the samples are."""

_SIMULATIONS = {3: 25, 4: 50}
_MORE_SIMULATIONS = 100

_DIGITS = {".": 1, "X": PLAYERX, "O": PLAYERO}


@dataclass(frozen=True, slots=True)
class Question:
    """A position, and the moves that are right in it.

    Attributes:
        position: with a move to make.
        right: the moves that are worth as much as the position in perfect play.
    """

    position: Position
    right: frozenset[Square]

    @classmethod
    def of(cls, board: Board, player: int, right: frozenset[Square]) -> Question:
        """Return a question about a board."""
        return cls(Position.of(board, player), right)


def written(question: Question) -> str:
    """Return a question as a line of the file: size, line, side to move, marks, right moves."""
    rules, player, marks = question.position
    squares = "".join(".XO"[mark - 1] for mark in marks)
    right = ",".join(str(row * rules.size + col) for row, col in sorted(question.right))
    return f"{rules.size} {rules.line} {STRMAP[player]} {squares} {right}"


def _read(line: str) -> Question:
    size, length, player, squares, right = line.split()
    rules = Rules(int(size), int(length))
    marks = bytes(_DIGITS[digit] for digit in squares)
    return Question(
        Position(rules, _DIGITS[player], marks),
        frozenset(divmod(int(number), rules.size) for number in right.split(",")),
    )


@lru_cache(maxsize=1)
def _samples() -> tuple[Question, ...]:
    return tuple(map(_read, PLACE.read_text(encoding="ascii").splitlines()))


@lru_cache(maxsize=8)
def questions(rules: Rules) -> tuple[Question, ...]:
    """Return the positions that measure a learner of some rules; none where there is no yardstick.

    On 3x3 they are all with a move to make: 4,520 by the usual rules.
    """
    if rules.size == SMALL:
        positions = atlas(rules)
        return tuple(
            Question(
                Position(rules, place.player, place.marks),
                frozenset(divmod(move, SMALL) for move in positions.best(place)),
            )
            for place in positions.open_places()
        )
    return tuple(question for question in _samples() if question.position.rules == rules)


def mistakes(asked: Iterable[Question], choose: Callable[[Position], Square]) -> int:
    """Return in how many of some positions a move is a mistake."""
    return sum(choose(question.position) not in question.right for question in asked)


def bare(mind: Mind) -> Callable[[Position], Square]:
    """Return how a mind chooses without a search: what it likes best, the first of equals."""

    def choose(position: Position) -> Square:
        return mind.favourites(position)[0]

    return choose


def searching(mind: NetMind, simulations: int) -> Callable[[Position], Square]:
    """Return how a network chooses after a search, without any noise; the first of equals."""

    def choose(position: Position) -> Square:
        tree = mind.tree(position)
        tree.grow(simulations)
        # Each row: square, visits, sum, prior, bounds; a proven win first, a proven loss last.
        rows = tree.children(())
        best = max(rows, key=lambda row: (row[4] == 1, row[5] > -1, row[1]))
        return divmod(best[0], mind.rules.size)

    return choose


def simulations_for(rules: Rules) -> int:
    """Return with how many simulations a network is measured, by the size of the board."""
    return _SIMULATIONS.get(rules.size, _MORE_SIMULATIONS)


def questions_for(learner: Learner) -> tuple[Question, ...]:
    """Return the positions that measure a learner: those in which it can be asked."""
    asked = questions(learner.rules)
    if learner.settings.get("sides") == "X":
        return tuple(question for question in asked if question.position.player == PLAYERX)
    return asked


def measure(learner: Learner) -> Milestone:
    """Count a learner's mistakes now, note them down among what it has measured, return them."""
    mind, asked = learner.mind, questions_for(learner)
    wrong = searched = None
    if asked:
        wrong = mistakes(asked, bare(mind))
        if isinstance(mind, NetMind):
            searched = mistakes(asked, searching(mind, simulations_for(learner.rules)))
    milestone = Milestone(
        learner.generation,
        learner.games,
        learner.seconds,
        len(asked),
        wrong,
        searched,
        learner.lost,
    )
    learner.milestones[learner.generation] = milestone
    return milestone


@lru_cache(maxsize=8)
def without_network(rules: Rules) -> int | None:
    """Return how many mistakes a search makes to which all squares and positions are alike.

    That is what the tree alone knows, with as many simulations as networks are measured with; None
    where there is no yardstick.
    """
    asked = questions(rules)
    if not asked:
        return None
    shape = Shape(PLAIN, rules)
    mind = NetMind(0, shape, np.zeros(shape.count, np.float32))
    return mistakes(asked, searching(mind, simulations_for(rules)))
