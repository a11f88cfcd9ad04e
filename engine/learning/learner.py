"""What every learner is: it plays a generation of games, learns from them, and can be asked.

A learner holds the whole state of its learning, so that a saved one goes on as if it had never been
away. What it knows at one moment is a ``Mind``: it never changes, may be asked from any thread, and
some earlier ones are kept. ``Training`` makes one generation after another.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock
from time import process_time
from typing import Any, ClassVar

from engine.board import Position
from engine.errors import Problem, real_number, shown, whole_number
from engine.learning import keeping
from engine.learning.keeping import Arrays
from engine.learning.milestones import LATELY, Milestone, read_milestones
from engine.learning.task import EXPLORATIONS
from engine.rules import Rules, Square
from engine.search.sampling import check_seed
from engine.search.stream import Stream

GAMES = 32
"""Games in a generation."""

_FAR = 10**15
"""More games, or generations, than any learner comes to."""


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What a mind makes of a position.

    Attributes:
        player: the side to move.
        shares: for each empty square how likely the mind plays there by itself, without a search;
            together 1. A network's prior, a box's share of beads.
        values: what the mind takes each move to be worth for the side to move, from -1 to 1, where
            it has an opinion.
        beads: for matchboxes, the beads of each square; else empty. Squares that the box's own
            symmetry makes equal show the same beads.
        value: what it takes the position to be worth, likewise; None for no opinion.
    """

    player: int
    shares: Mapping[Square, float]
    values: Mapping[Square, float] = field(default_factory=dict)
    beads: Mapping[Square, int] = field(default_factory=dict)
    value: float | None = None

    @property
    def best(self) -> list[Square]:
        """The squares that the mind likes best without a search, row by row."""
        most = max(self.shares.values())
        return sorted(square for square, share in self.shares.items() if share == most)


class Mind(ABC):
    """What a learner knew after some generation; it never changes.

    Attributes:
        rules: what it has learnt to play.
        generation: after how many generations.
    """

    def __init__(self, rules: Rules, generation: int) -> None:
        self.rules, self.generation = rules, generation

    @abstractmethod
    def thoughts(self, position: Position) -> Thoughts:
        """Return what it makes of a position; ValueError for one of other rules."""

    def favourites(self, position: Position) -> list[Square]:
        """Return the moves that it likes best without a search, row by row."""
        return self.thoughts(position).best

    def check(self, position: Position) -> None:
        """Raise a Problem where a position is of other rules than those that it has learnt."""
        if position.rules != self.rules:
            raise Problem(
                "this learner plays {learnt}, and the game is {game}",
                learnt=named(self.rules), game=named(position.rules),
            )  # fmt: skip


def named(rules: Rules) -> str:
    """Return rules as a sentence names them."""
    rule = f", {rules.rule.word}" if rules.rule else ""
    return f"{rules.size}x{rules.size} with {rules.line} in a row{rule}"


def explores(exploration: str) -> bool:
    """Return whether a learner explores; ValueError where that is neither "on" nor "off"."""
    if exploration not in EXPLORATIONS:
        raise Problem("exploration must be on or off, not {value}", value=shown(exploration))
    return exploration == EXPLORATIONS[0]


def is_kept(generation: int) -> bool:
    """Whether a generation's mind is kept for good: 0, 1, 2, 5, 10, 20, 40 and so on, doubling."""
    fives, rest = divmod(generation, 5)
    return generation < 3 or (not rest and fives & (fives - 1) == 0)


def stream_of(seed: int, number: int) -> Stream:
    """Return the random numbers of one game, or whatever else is numbered."""
    return Stream(Stream(Stream(seed).next() ^ number).next())


class Learner(ABC):
    """A machine that learns.

    One thread at a time calls ``step``; ``mind`` and ``last_game`` may be read, and ``save``
    called, from any other.

    Args:
        seed: the same seed learns the same; None draws one.

    Attributes:
        kind: the word for its kind, as files and players' texts have it.
        settings: what else it was made with, by the names of the arguments.
        generation: how many there were so far.
        games: how many games it has learnt from so far.
        seconds: the processor time that this took, in s.
        last_game: the moves of the last game that it learnt from.
        lately: of the last 100 games, or of all where there are fewer, whether each was lost; empty
            for a learner that plays against itself.
        mind: what it knows now.
        milestones: what was measured of its generations, by their numbers; its file keeps that.
    """

    kind: ClassVar[str]

    def __init__(self, rules: Rules, seed: int | None = None) -> None:
        self.rules, self.seed = rules, check_seed(seed)
        self.generation, self.games, self.seconds = 0, 0, 0.0
        self.last_game: tuple[Square, ...] = ()
        self.lately: tuple[bool, ...] = ()
        self.milestones: dict[int, Milestone] = {}
        self._lock = Lock()
        self._kept: dict[int, Arrays] = {}

    def _begin(self) -> None:
        """Keep the first mind; called once the state is there."""
        self._kept[0] = self._known()
        self.mind = self._mind(0, self._kept[0])

    # --- what each kind does in its own way -----------------------------------------------------

    @property
    @abstractmethod
    def settings(self) -> Mapping[str, str | int]:
        """What it was made with beside rules and seed, for its file and for people."""

    @abstractmethod
    def _learn(self) -> tuple[Arrays, Sequence[int], Sequence[bool]]:
        """Play a generation and learn from it, without changing anything yet.

        Returns:
            The state after it, the squares of its last game's moves, and of games against a teacher
            whether each was lost.
        """

    @abstractmethod
    def _state(self) -> Arrays:
        """Return all that the next generation depends on, beside rules, seed and counts."""

    @abstractmethod
    def _take(self, state: Arrays) -> None:
        """Have another state from now on."""

    @abstractmethod
    def _known(self) -> Arrays:
        """Return the part of the state that a mind is made of."""

    @abstractmethod
    def _mind(self, generation: int, known: Arrays) -> Mind:
        """Return the mind that is made of it."""

    # --- learning -------------------------------------------------------------------------------

    def step(self) -> None:
        """Make one generation: play its games and learn from them.

        Whatever ends it early, such as Ctrl+C, leaves the learner as it was before.
        """
        begun = process_time()
        state, moves, lost = self._learn()
        with self._lock:
            self._take(state)
            self.generation += 1
            self.games += GAMES
            self.last_game = tuple(divmod(move, self.rules.size) for move in moves)
            self.lately = (*self.lately, *lost)[-LATELY:]
            known = self._known()
            if is_kept(self.generation):
                self._kept[self.generation] = known
            self.mind = self._mind(self.generation, known)
            self.seconds += process_time() - begun

    @property
    def lost(self) -> int | None:
        """How many of the last 100 games it lost, or of all where there are fewer.

        None for a learner that plays against itself, and where too few games are known.
        """
        if not self.lately or len(self.lately) < min(LATELY, self.games):
            return None
        return sum(self.lately)

    # --- asking ---------------------------------------------------------------------------------

    @property
    def generations(self) -> tuple[int, ...]:
        """The generations that can be asked: those that are kept, and the last one."""
        return tuple(sorted({*self._kept, self.generation}))

    def mind_of(self, generation: int) -> Mind:
        """Return what it knew after one of ``generations``; ValueError for another one."""
        mind = self.mind
        if generation == mind.generation:
            return mind
        if generation not in self._kept:
            kept = ", ".join(map(str, self.generations))
            raise Problem(
                "generation {generation} was not kept; there are {kept}",
                generation=generation, kept=kept,
            )  # fmt: skip
        return self._mind(generation, self._kept[generation])

    def thoughts(self, position: Position) -> Thoughts:
        """Return what it makes of a position now; ValueError for one of other rules."""
        return self.mind.thoughts(position)

    def fingerprint(self) -> str:
        """Return a hash of its whole state: equal for learners that go on in the same way."""
        with self._lock:
            state = hashlib.sha256(repr((self.kind, self.generation, self.games)).encode())
            for name, array in sorted(self._state().items()):
                state.update(name.encode() + repr(array.shape).encode() + array.tobytes())
        return state.hexdigest()

    # --- keeping --------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write the whole learner to a file, or nothing; OSError where it cannot be written.

        While a generation is being made, the one before is saved.
        """
        with self._lock:
            about = {
                "kind": self.kind, "size": self.rules.size, "line": self.rules.line,
                "reverse": self.rules.reverse, "seed": self.seed, "generation": self.generation,
                "games": self.games, "seconds": self.seconds, "settings": dict(self.settings),
                "last_game": [list(square) for square in self.last_game],
                "lately": [int(lost) for lost in self.lately],
                "kept": sorted(self._kept),
                "measured": [milestone.as_json() for milestone in self.milestones.values()],
            }  # fmt: skip
            arrays = dict(self._state())
            for generation, known in self._kept.items():
                arrays |= {f"{generation}-{name}": array for name, array in known.items()}
        keeping.write(path, about, arrays)

    def restore(self, about: Mapping[str, Any], arrays: Arrays, file: str) -> None:
        """Become the learner that a file holds, made with that file's rules, seed and settings.

        Raises:
            ValueError: something in the file is missing or out of bounds.
        """
        try:
            self.generation = whole_number(about.get("generation"), "its generation", 0, _FAR)
            self.games = whole_number(about.get("games"), "its number of games", 0, _FAR)
            seconds = real_number(about.get("seconds"), 0, _FAR)
            if seconds is None:
                raise Problem("its processor time is missing")
            self.seconds = seconds
            self.last_game = _game_of(about.get("last_game"), self.rules)
            self.lately = _lately_of(about.get("lately", []))
            self.milestones = read_milestones(about.get("measured"))
            kept = about.get("kept")
            if not isinstance(kept, list) or not all(
                isinstance(generation, int) for generation in kept
            ):
                raise Problem("its list of generations is missing")
        except ValueError as error:
            raise Problem("{file} is damaged: {error}", file=file, error=error) from None
        now, known = self._state(), self._known()
        state = {name: keeping.checked(arrays, name, now[name], file) for name in now}
        try:
            self._take(state)
        except ValueError as error:
            raise Problem("{file} is damaged: {error}", file=file, error=error) from None
        self._kept = {
            generation: {
                name: keeping.checked(arrays, f"{generation}-{name}", array, file)
                for name, array in known.items()
            }
            for generation in kept
        }
        self.mind = self._mind(self.generation, self._known())


def _lately_of(lost: object) -> tuple[bool, ...]:
    if not isinstance(lost, list) or len(lost) > LATELY or not {*map(str, lost)} <= {"0", "1"}:
        raise Problem("how its last games ended is missing")
    return tuple(number == 1 for number in lost)


def _game_of(moves: object, rules: Rules) -> tuple[Square, ...]:
    if not isinstance(moves, list) or len(moves) > rules.size**2:
        raise Problem("its last game is missing")
    for move in moves:
        if not isinstance(move, list) or len(move) != 2:
            raise Problem("its last game is missing")
        for number in move:
            whole_number(number, "a row or column of its last game", 0, rules.size - 1)
    return tuple((row, col) for row, col in moves)


class Training:
    """Makes generations until a limit is reached. Iterating over it does the work.

    Each item is the learner itself, one generation further. Whoever stops asking pauses it;
    whoever asks again goes on. Any thread may ``stop`` it: the generation under way is finished.

    Args:
        games: stop once the learner has learnt from so many games in all; None for no such limit.
        seconds: stop after so many seconds of processor time more; None for no such limit.
    """

    def __init__(
        self, learner: Learner, games: int | None = None, seconds: float | None = None
    ) -> None:
        self._learner, self._games = learner, games
        self._end = None if seconds is None else learner.seconds + seconds
        self._stop = Event()

    def stop(self) -> None:
        """End it after the generation under way; may be called from any thread."""
        self._stop.set()

    @property
    def is_over(self) -> bool:
        """Whether the limit is reached, or it was stopped."""
        learner = self._learner
        return (
            self._stop.is_set()
            or (self._games is not None and learner.games >= self._games)
            or (self._end is not None and learner.seconds >= self._end)
        )

    def __iter__(self) -> Iterator[Learner]:
        """Make one generation, yield the learner, and so on."""
        while not self.is_over:
            self._learner.step()
            yield self._learner
