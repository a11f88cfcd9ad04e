"""Where lessons come from: the program's own, and files of teachers. No Qt in here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from engine.errors import Problem
from engine.files import read_regular
from ttt_desktop.features.lessons.lesson import Lesson, digest_of
from ttt_desktop.features.lessons.reading import Vocabulary, read_lesson
from ttt_desktop.look.text import QT_TRANSLATE_NOOP

_FOLDER = "ttt_desktop.resources.lessons"
_MOST_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some of the program's own lessons.

    Attributes:
        title: what it is called.
        keys: the keys of its lessons, in their order.
    """

    title: str
    keys: tuple[str, ...]


CHAPTERS = (
    Chapter(QT_TRANSLATE_NOOP("", "Playouts"),
            ("1-playout", "2-scores", "2b-why-random", "8-own-machine")),
    Chapter(QT_TRANSLATE_NOOP("", "Scores and uncertainty"),
            ("3-enough", "4-blind-spot", "5-misere", "6c-bias", "6c2-better-games", "7-measure",
             "7b-perfect")),
    Chapter(QT_TRANSLATE_NOOP("", "Trees and bandits"),
            ("5b-which-arm", "5b2-bonus", "5c-bandit-tree", "5c2-out-of-the-trap", "6-tree",
             "6a-large-board", "6b-leaves", "6b2-chance-or-knowledge")),
    Chapter(QT_TRANSLATE_NOOP("", "Machines that learn"),
            ("9-boxes", "9b-values", "9c-network", "9d-perfect")),
)  # fmt: skip
"""The program's own lessons: each file in ``resources/lessons`` is in one of them."""

_WORDS_A_MINUTE, _MINUTES_A_STEP = 150, 0.4
"""How fast a lesson is read, and how long its steps are watched and answered besides."""


@cache
def own_keys() -> tuple[str, ...]:
    """Return the keys of the program's own lessons, in their order."""
    return tuple(key for chapter in CHAPTERS for key in chapter.keys)


def own_chapter(key: str) -> Chapter | None:
    """Return the chapter of one of the program's own lessons; None for another lesson."""
    return next((chapter for chapter in CHAPTERS if key in chapter.keys), None)


@cache
def own_minutes(key: str) -> int:
    """Return how many minutes one of the program's own lessons takes, from its length."""
    text = _own_text(key)
    words = sum(len(_read_words(line)) for line in text.splitlines())
    return max(1, round(words / _WORDS_A_MINUTE + text.count("\n## ") * _MINUTES_A_STEP))


def _read_words(line: str) -> list[str]:
    """Return the words of a line that people read: those of questions and answers, too."""
    first, *rest = line.split() or [""]
    if not first.startswith("@"):
        return line.split()
    return rest if first.startswith(("@ask", "@option")) else []


@cache
def own_heading(key: str) -> tuple[str, str]:
    """Return the title of one of the program's own lessons, and what it is about."""
    head, _, _ = _own_text(key).partition("\n## ")
    title, _, about = head.partition("\n")
    return title.removeprefix("# ").strip(), " ".join(about.split())


@cache
def own_digest(key: str) -> str:
    """Return the digest of the text of one of the program's own lessons."""
    return digest_of(_own_text(key))


def own_lesson(key: str, words: Vocabulary | None = None) -> Lesson:
    """Return one of the program's own lessons.

    Args:
        words: what it can name; None for whatever it names.
    """
    return read_lesson(_own_text(key), key, words)


def lesson_in(path: Path, words: Vocabulary) -> Lesson:
    """Return the lesson in a file.

    Raises:
        ValueError: it cannot be read, or something is wrong in it: a sentence that names the file
            and the line.
    """
    try:
        text = read_regular(path, _MOST_BYTES).decode()
    except UnicodeDecodeError:
        raise Problem("{file} is not a text in UTF-8", file=path.name) from None
    except OSError as error:
        raise Problem("{file}: {error}", file=path.name, error=error) from None
    try:
        return read_lesson(text, str(path.absolute()), words)
    except ValueError as error:
        raise Problem("{file}, {error}", file=path.name, error=error) from None


def _own_text(key: str) -> str:
    return (files(_FOLDER) / f"{key}.txt").read_text(encoding="utf-8")
