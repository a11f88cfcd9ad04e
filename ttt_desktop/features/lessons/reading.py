"""Reads a lesson's text. What is wrong in it is said with the number of its line. No Qt in here.

The format is described in ``docs/lessons.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from engine import Rules, Square, parse_square
from engine.coach.puzzles import puzzle_of
from engine.errors import Problem, printable
from engine.rules import Rule
from ttt_desktop.features.lessons.lesson import (
    Lesson,
    Measurement,
    OfferedLearner,
    Part,
    Prediction,
    Setup,
    Step,
    digest_of,
    settable,
)
from ttt_desktop.settings.declarations import Settings


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What lessons can name of the app.

    Attributes:
        docks: the names of the docks' actions.
        doable: the names of actions that ask nothing.
        offered: the names of actions that can be offered as buttons.
    """

    docks: Collection[str]
    doable: Collection[str]
    offered: Collection[str]


_MOST_LINES, _MOST_LETTERS, _MOST_COMMANDS = 500, 20_000, 50
"""The bounds of a step, which is shown at once, and of what stands before the first one."""

_MOST_STEPS = 100


def read_lesson(text: str, key: str, words: Vocabulary | None) -> Lesson:
    """Return the lesson that a text holds.

    Args:
        key: what it is remembered by.
        words: what it can name; None for whatever it names.

    Raises:
        ValueError: a sentence with the number of the line that is wrong.
    """
    reader = _LessonReader(key, words)
    lines = text.removeprefix("\ufeff").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            reader.take(line.rstrip())
        except ValueError as error:
            raise Problem("line {number}: {error}", number=number, error=_cut(error)) from None
    try:
        return replace(reader.lesson(), digest=digest_of(text))
    except ValueError as error:
        raise Problem("line {number}: {error}", number=len(lines), error=_cut(error)) from None


_SHOWN = 60


def _cut(error: ValueError) -> ValueError:
    """Return what is wrong, with what it quotes of the text as far as it can be shown."""
    if not isinstance(error, Problem):
        return ValueError(printable(str(error)))
    values = {
        gap: printable(value)[:_SHOWN]
        if isinstance(value, str) and gap not in _LISTS
        else _cut(value)
        if isinstance(value, ValueError)
        else value
        for gap, value in error.values.items()
    }
    return Problem(error.text, **values)


_LISTS = ("known", "names")
"""The gaps that name all there are."""


@dataclass
class _Draft:
    """A part of a step while it is read."""

    lines: list[str] = field(default_factory=list)
    fresh: bool = False
    do: list[str] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
    puzzles: list[str] = field(default_factory=list)
    seed: int = 1
    labs: list[Measurement] = field(default_factory=list)
    learners: list[OfferedLearner] = field(default_factory=list)

    def part(self, setup: Setup) -> Part:
        """Return what was read: lines in a row are a paragraph, lists keep their lines."""
        blocks = (block.split("\n") for block in "\n".join(self.lines).split("\n\n"))
        texts = (("\n" if _is_list(block) else " ").join(filter(None, block)) for block in blocks)
        return Part(
            tuple(filter(None, texts)), setup, self.fresh, tuple(self.do), tuple(self.buttons),
            tuple(self.puzzles), self.seed, tuple(self.labs), tuple(self.learners),
        )  # fmt: skip


class _LessonReader:
    """Takes the lines of a lesson, one after another."""

    def __init__(self, key: str, words: Vocabulary | None) -> None:
        self._key = key
        self._docks = words.docks if words is not None else None
        self._doable = words.doable if words is not None else None
        self._offered = words.offered if words is not None else None
        self._title = ""
        self._lines = self._letters = self._given = 0
        self._about: list[str] = []
        self._steps: list[Step] = []
        self._step_title = ""
        self._setup = Setup()
        self._draft = _Draft()
        self._begin: Part | None = None
        self._asked = ""
        self._squares: frozenset[Square] = frozenset()
        self._options: list[tuple[str, bool]] = []
        self._commands: dict[str, Callable[[str], None]] = {
            "board": self._board, "position": self._position, "show": self._show,
            "hide": self._hide, "set": self._set, "seed": self._seed, "do": self._do,
            "button": self._button, "puzzle": self._puzzle, "ask": self._ask,
            "answer": self._answer, "option": self._option, "option*": self._right_option,
            "reveal": self._reveal, "lab": self._lab, "learn": self._learn,
        }  # fmt: skip

    def take(self, line: str) -> None:
        """Take one line; ValueError for what is wrong with it."""
        if line.startswith("## "):
            self._end_step()
            self._lines = self._letters = self._given = 0
        self._lines += 1
        self._letters += len(line)
        if self._lines > _MOST_LINES or self._letters > _MOST_LETTERS:
            raise Problem(
                "a step has at most {lines} lines and {letters} letters; divide this one",
                lines=f"{_MOST_LINES:,}", letters=f"{_MOST_LETTERS:,}",
            )  # fmt: skip
        if line.startswith("## "):
            if len(self._steps) == _MOST_STEPS:
                raise Problem("a lesson has at most {count} steps", count=_MOST_STEPS)
            if not self._title:
                raise Problem('a lesson begins with its title, such as "# My lesson"')
            self._step_title = line[3:].strip()
        elif line.startswith("# "):
            if self._title:
                raise Problem('there is a title already; a step begins with "## "')
            self._title = line[2:].strip()
        elif line.startswith("@"):
            self._command(line[1:])
        elif self._step_title:
            self._draft.lines.append(line)
        elif line and not self._title:
            raise Problem('a lesson begins with its title, such as "# My lesson"')
        elif line:
            self._about.append(line.strip())

    def lesson(self) -> Lesson:
        """Return what was read; ValueError where something is missing."""
        self._end_step()
        if not self._steps:
            raise Problem('there is no step yet; a step begins with "## " and its title')
        return Lesson(self._key, self._title, " ".join(self._about), tuple(self._steps))

    def _end_step(self) -> None:
        if not self._step_title:
            return
        part = self._draft.part(self._setup)
        if self._asked and self._begin is None:
            raise Problem("the question before this line has no @reveal")
        begin, reveal = (part, None) if self._begin is None else (self._begin, part)
        if not begin.text:
            raise Problem("the step {title} has no text", title=self._step_title)
        question = None
        if self._asked:
            question = Prediction(self._asked, self._squares, tuple(self._options))
        self._steps.append(Step(self._step_title, begin, question, reveal))
        self._draft, self._begin, self._asked = _Draft(), None, ""
        self._squares, self._options, self._step_title = frozenset(), [], ""

    # --- commands -------------------------------------------------------------------------

    def _command(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word not in self._commands:
            known = ", ".join(f"@{command}" for command in self._commands)
            raise Problem("there is no @{word}; there are {known}", word=word, known=known)
        if not self._step_title:
            raise Problem(
                '@{word} stands before the first step; a step begins with "## "', word=word
            )
        self._given += 1
        if self._given > _MOST_COMMANDS:
            raise Problem(
                "a step has at most {count} commands; divide this one", count=_MOST_COMMANDS
            )
        self._commands[word](rest.strip())

    def _board(self, text: str) -> None:
        size, line, rule = 3, None, Rule.NORMAL
        for place, word in enumerate(text.split()):
            name, _, value = word.partition("=")
            if not rule and word in {rule.word for rule in Rule if rule}:
                rule = Rule.of_word(word)
            elif place == 0 and word.isdigit():
                size = int(word)
            elif name == "line" and value.isdigit():
                line = int(value)
            else:
                raise Problem(
                    'a board is given as "5", "5 line=4", "3 reverse" or "15 line=5 exact" (or '
                    "caro, or renju), not {text}",
                    text=text,
                )
        self._place(replace(self._setup, rules=Rules.of(size, line, rule), moves=()))

    def _position(self, text: str) -> None:
        moves = tuple(parse_square(name, self._setup.rules.size) for name in text.split())
        self._place(replace(self._setup, moves=moves))

    def _place(self, setup: Setup) -> None:
        if self._asked and self._begin is None:
            raise Problem("a question stays with its position; set another one after @reveal")
        setup.game()
        setup.applied(Settings())
        self._setup, self._draft.fresh = setup, True

    def _show(self, text: str) -> None:
        named = _known(text, self._docks)
        others = (dock for dock in self._setup.docks if dock not in named)
        self._setup = replace(self._setup, docks=(*others, *named))

    def _hide(self, text: str) -> None:
        named = _known(text, self._docks)
        others = (dock for dock in self._setup.docks if dock not in named)
        self._setup = replace(self._setup, docks=tuple(others))

    def _set(self, text: str) -> None:
        setup = self._setup
        for word in text.split():
            name, equals, value = word.partition("=")
            if not equals:
                raise Problem('a setting is given as "name=value", not {text}', text=word)
            _known(name, settable())
            setup = setup.with_setting(name, value)
        setup.applied(Settings())
        self._setup = setup

    def _seed(self, text: str) -> None:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise Problem('a seed is a whole number, such as "@seed 7", not {text}', text=text)
        self._draft.seed = int(text)

    def _do(self, text: str) -> None:
        self._draft.do += _known(text, self._doable)

    def _button(self, text: str) -> None:
        self._draft.buttons += _known(text, self._offered)

    def _puzzle(self, text: str) -> None:
        if not text:
            raise Problem('@puzzle needs the id of a puzzle, such as "@puzzle ddfc063f"')
        self._draft.puzzles += [puzzle_of(key).id for key in text.split()]

    def _lab(self, text: str) -> None:
        from engine.tournament.experiment import read_experiment  # noqa: PLC0415  (few need it)

        first, _, rest = text.partition(" ")
        runs = first == "run"
        experiment = read_experiment(rest if runs else text)
        if runs and experiment.wants_file:
            raise Problem("a course file is started by its reader; write @lab without run")
        self._draft.labs.append(Measurement(experiment, runs))

    def _learn(self, text: str) -> None:
        from engine.learning.task import read_task  # noqa: PLC0415  (few need it)

        first, _, rest = text.partition(" ")
        runs = first == "run"
        self._draft.learners.append(OfferedLearner(read_task(rest if runs else text), runs))

    # --- questions ------------------------------------------------------------------------

    def _ask(self, text: str) -> None:
        if self._asked:
            raise Problem("this step has a question already")
        if not text:
            raise Problem("@ask needs a question")
        self._asked = text

    def _answer(self, text: str) -> None:
        self._need_question("answer")
        game = self._setup.game()
        squares = [parse_square(name, game.rules.size) for name in text.split()]
        empty = game.board.get_empty_squares()
        for name, square in zip(text.split(), squares, strict=True):
            if square not in empty:
                raise Problem("the answer {square} is not an empty square here", square=name)
        self._squares = frozenset(squares)

    def _option(self, text: str, right: bool = False) -> None:
        self._need_question("option")
        self._options.append((text, right))

    def _right_option(self, text: str) -> None:
        self._option(text, right=True)

    def _need_question(self, word: str) -> None:
        if not self._asked:
            raise Problem("@{word} stands without a question; @ask comes first", word=word)
        if self._begin is not None:
            raise Problem("@{word} belongs before @reveal", word=word)

    def _reveal(self, _text: str) -> None:
        self._need_question("reveal")
        choices = len(self._options)
        right = sum(right for _, right in self._options)
        if bool(self._squares) == bool(choices) or (choices and (choices < 2 or not right)):
            raise Problem(
                "a question has either an @answer with squares, or two or more @option lines of "
                "which one or more begin with @option*"
            )
        self._begin, self._draft = self._draft.part(self._setup), _Draft()


def _is_list(block: Collection[str]) -> bool:
    return any(line.startswith(("- ", "* ", "    ")) or line[:2].rstrip(".").isdigit()
               for line in block)  # fmt: skip


def _known(text: str, names: Collection[str] | None) -> list[str]:
    """Return the names in a text; ValueError where one is not known, or there is none."""
    given = text.split()
    known = given if names is None else names
    unknown = next((name for name in given if name not in known), None)
    if unknown is not None or not given:
        raise Problem(
            "{name} is not known here; there are {names}",
            name=unknown or "–", names=", ".join(sorted(known)),
        )  # fmt: skip
    return given
