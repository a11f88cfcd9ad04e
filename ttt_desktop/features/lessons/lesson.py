"""What a lesson is: steps with a text, a way to set the app up, and a question. No Qt in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from engine import Game, Rules, Square
from engine.specs import kinds
from ttt_desktop.settings.declarations import Settings, names, with_machines, with_values

if TYPE_CHECKING:
    from engine.learning.task import LearningTask
    from engine.tournament.experiment import Experiment

Answer = Square | int
"""What is answered to a question: a square, or the place of an option."""

BASE: Mapping[str, str] = {
    "machine": "neither",
    "alike": "on",
    "x": "mc:trials=1000",
    "board_scores": "off",
    "heat_values": "total",
    "show_truth": "off",
    "lock_scale": "off",
    "arms": "hidden",
    "arm_count": "5",
    "ucb": "1.41",
    "tree_leaves": "windows",
    "tree_exploration": "1.4",
}
"""The settings that every lesson begins with, whatever the user's are."""


KEPT = frozenset({"theme", "text_scale", "font", "animations", "palette", "place"})
"""Settings that belong to the user in a lesson, too."""

_BY_BOARD = frozenset({"size", "line", "reverse", "gomoku"})
"""Settings that a lesson gives with its board."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How the app is set up for a step.

    Attributes:
        rules: the board and its rules.
        moves: the moves that lead to the position.
        settings: settings by name, as text; a player's parameters too.
        docks: the docks that are open, by the names of their actions; of those that share a place
            the last one is in front.
    """

    rules: Rules = field(default_factory=lambda: Rules.of(3))
    moves: tuple[Square, ...] = ()
    settings: tuple[tuple[str, str], ...] = tuple(BASE.items())
    docks: tuple[str, ...] = ()

    def game(self) -> Game:
        """Return the game that leads to the position; ValueError where a move is not allowed."""
        return Game.of(self.rules, self.moves)

    def with_setting(self, name: str, value: str) -> Setup:
        """Return the setup with one setting changed."""
        return replace(self, settings=tuple((dict(self.settings) | {name: value}).items()))

    def applied(self, settings: Settings) -> Settings:
        """Return settings as this setup wants them; ValueError for a value not allowed."""
        given = dict(self.settings)
        own = {name: value for name, value in given.items() if name in names()}
        rules = self.rules
        own |= {"size": str(rules.size), "line": "0", "reverse": "yes" if rules.reverse else "no"}
        own["gomoku"] = rules.rule.of_five.word
        if rules.line != rules.size:
            own["line"] = str(rules.line)
        settings = with_values(settings, own)
        return with_machines(settings, {name: value for name, value in given.items()
                                        if name not in own}, own)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measurement:
    """An experiment in the lab that a step offers.

    Attributes:
        experiment: what the lab's form is filled in with.
        runs: whether it is started at once.
    """

    experiment: Experiment
    runs: bool


@dataclass(frozen=True, slots=True)
class OfferedLearner:
    """A learner that a step offers.

    Attributes:
        task: what the form of the window is filled in with.
        runs: whether it is started at once.
    """

    task: LearningTask
    runs: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a step: all of it, or what comes before or after its answer.

    Attributes:
        text: its paragraphs.
        setup: how the app is set up.
        fresh: whether the position is set up anew, even where it is there already.
        do: actions that are done then, in order.
        buttons: actions that are offered as buttons.
        puzzles: puzzles that are offered as buttons, by their ids.
        seed: of its random games, so that everybody sees what the text says.
        labs: experiments that are offered as buttons.
        learners: learners that are.
    """

    text: tuple[str, ...]
    setup: Setup
    fresh: bool = False
    do: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()
    puzzles: tuple[str, ...] = ()
    seed: int = 1
    labs: tuple[Measurement, ...] = ()
    learners: tuple[OfferedLearner, ...] = ()


@dataclass(frozen=True, slots=True)
class Prediction:
    """Something to predict.

    Attributes:
        text: what is asked.
        squares: the right squares, to be clicked on the board; none where there are options.
        options: what there is to choose from, and whether it is right.
    """

    text: str
    squares: frozenset[Square] = frozenset()
    options: tuple[tuple[str, bool], ...] = ()

    def is_right(self, answer: Answer) -> bool:
        """Whether an answer is right."""
        return self.options[answer][1] if isinstance(answer, int) else answer in self.squares


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson.

    Attributes:
        title: its title.
        begin: what it begins with.
        question: what is asked, or None.
        reveal: what comes once it is answered.
    """

    title: str
    begin: Part
    question: Prediction | None = None
    reveal: Part | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson.

    Attributes:
        key: what it is remembered by: its place among the program's own, or its file's path.
        title: its title.
        about: what it is about, in a sentence.
        steps: its steps.
        digest: of its text, as ``digest_of`` makes it.
    """

    key: str
    title: str
    about: str
    steps: tuple[Step, ...]
    digest: str = ""

    @property
    def folder(self) -> Path | None:
        """Where its file lies; None for one of the program's own."""
        path = Path(self.key)
        return path.parent if path.is_absolute() else None

    @property
    def with_file(self) -> bool:
        """Whether a course file plays in it: where it offers to load one."""
        parts = [part for step in self.steps for part in (step.begin, step.reveal)]
        return any("from_file" in part.buttons for part in parts if part is not None)

    def names(self) -> list[str]:
        """Return the docks and actions that it names."""
        named: dict[str, None] = {}
        for step in self.steps:
            for part in filter(None, (step.begin, step.reveal)):
                named |= dict.fromkeys((*part.setup.docks, *part.do, *part.buttons))
        return [*named]

    def texts(self) -> list[str]:
        """Return all that people read of it."""
        texts = [self.title, self.about]
        for step in self.steps:
            texts += [step.title, *step.begin.text]
            if step.question is not None:
                texts += [step.question.text, *(text for text, _ in step.question.options)]
            if step.reveal is not None:
                texts += step.reveal.text
        return [text for text in texts if text]


def digest_of(text: str) -> str:
    """Return what tells one lesson's text from another, whatever its lines end with."""
    return sha256("\n".join(text.removeprefix("\ufeff").splitlines()).encode()).hexdigest()[:16]


def settable() -> list[str]:
    """Return the names that a lesson can set: settings, and parameters of players."""
    own = [name for name in names() if name not in KEPT | _BY_BOARD]
    players = (kind.parameters for kind in kinds() if not kind.target)
    return [*own, *dict.fromkeys(parameter.name for parameter in chain.from_iterable(players))]
