"""Puzzles that ask for the same thing, from easy to hard, and how hard each one is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection as SetOf
from dataclasses import dataclass
from functools import cache
from operator import attrgetter

from engine.coach.puzzles import Puzzle, PuzzleKind, load
from engine.rules import Rules
from ttt_desktop.look.text import QT_TRANSLATE_NOOP

HARDEST = 5
"""How hard the hardest puzzles are called; the easiest ones are 1."""


@dataclass(frozen=True, slots=True)
class Collection:
    """Puzzles of a few kinds.

    Attributes:
        name: what it is called in the code.
        title: what it is called.
        about: what is looked for, in a few words.
        kinds: the kinds of its puzzles.
        reverse: whether they are of the reverse game.
    """

    name: str
    title: str
    about: str
    kinds: frozenset[PuzzleKind]
    reverse: bool = False

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """Its puzzles, the easy ones first."""
        return _sorted().get(self.name, ())

    def solved(self, names: SetOf[str]) -> int:
        """Return how many of its puzzles are among those of these ids."""
        return sum(puzzle.id in names for puzzle in self.puzzles)

    def next(self, names: SetOf[str], after: Puzzle | None = None) -> Puzzle:
        """Return the first puzzle that is not among those of these ids; where all are, the next.

        Args:
            names: the ids of the puzzles that are solved.
            after: the puzzle that one comes from; it begins at the easy ones again behind the last.
        """
        puzzles = self.puzzles
        start = puzzles.index(after) + 1 if after in puzzles else 0
        coming = (*puzzles[start:], *puzzles[:start])
        return next((puzzle for puzzle in coming if puzzle.id not in names), coming[0])


COLLECTIONS = (
    Collection("fork", QT_TRANSLATE_NOOP("", "Forks"),
               QT_TRANSLATE_NOOP("", "Two threats at once"), frozenset({PuzzleKind.FORK})),
    Collection("chain", QT_TRANSLATE_NOOP("", "Chains of threats"),
               QT_TRANSLATE_NOOP("", "Each leaves one answer"), frozenset({PuzzleKind.CHAIN})),
    Collection("force", QT_TRANSLATE_NOOP("", "Fours and threes"),
               QT_TRANSLATE_NOOP("", "Five in a row, by force"), frozenset({PuzzleKind.FORCE})),
    Collection("deep", QT_TRANSLATE_NOOP("", "Deep wins"),
               QT_TRANSLATE_NOOP("", "Look some moves ahead"),
               frozenset({PuzzleKind.QUIET, PuzzleKind.WIN})),
    Collection("hold", QT_TRANSLATE_NOOP("", "Hold the tie"),
               QT_TRANSLATE_NOOP("", "All squares but one lose"), frozenset({PuzzleKind.HOLD})),
    Collection("reverse_squeeze", QT_TRANSLATE_NOOP("", "Reverse: squeeze"),
               QT_TRANSLATE_NOOP("", "Leave only losing squares"),
               frozenset({PuzzleKind.SQUEEZE}), reverse=True),
    Collection("reverse_win", QT_TRANSLATE_NOOP("", "Reverse: win"),
               QT_TRANSLATE_NOOP("", "Let the safe squares run out"),
               frozenset({PuzzleKind.WIN}), reverse=True),
    Collection("reverse_hold", QT_TRANSLATE_NOOP("", "Reverse: hold the tie"),
               QT_TRANSLATE_NOOP("", "Stay clear of the line"),
               frozenset({PuzzleKind.HOLD, PuzzleKind.AVOID}), reverse=True),
)  # fmt: skip
"""The program's own puzzles: each is in one of them."""


def collection_of(puzzle: Puzzle) -> Collection | None:
    """Return the collection that a puzzle belongs to; None where it is in none."""
    for collection in COLLECTIONS:
        if puzzle.kind in collection.kinds and puzzle.rules.reverse == collection.reverse:
            return collection
    return None


def difficulty(puzzle: Puzzle) -> int:
    """Return how hard a puzzle is among those on its board, from 1 to ``HARDEST``."""
    grades = _grades(puzzle.rules)
    return -(-HARDEST * bisect_right(grades, puzzle.grade) // len(grades))


@cache
def _grades(rules: Rules) -> tuple[float, ...]:
    return tuple(sorted(puzzle.grade for puzzle in load() if puzzle.rules == rules))


@cache
def _sorted() -> dict[str, tuple[Puzzle, ...]]:
    """Return the puzzles of all collections, by their names."""
    members: dict[str, list[Puzzle]] = {collection.name: [] for collection in COLLECTIONS}
    for puzzle in load():
        collection = collection_of(puzzle)
        if collection is not None:
            members[collection.name].append(puzzle)
    return {name: tuple(sorted(found, key=attrgetter("grade"))) for name, found in members.items()}
