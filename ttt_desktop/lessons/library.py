"""Where lessons come from: the program's own, and files of teachers. No Qt in here."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from engine.errors import Problem
from engine.files import read_regular
from ttt_desktop.lessons.lesson import Lesson
from ttt_desktop.lessons.reading import Words, read_lesson

_FOLDER = "ttt_desktop.resources.lessons"
_MOST_BYTES = 1_000_000


@cache
def own_keys() -> tuple[str, ...]:
    """Return the keys of the program's own lessons, in their order."""
    found = (each.name for each in files(_FOLDER).iterdir() if each.name.endswith(".txt"))
    return tuple(sorted((name.removesuffix(".txt") for name in found), key=_number))


def _number(key: str) -> int:
    return int(key.partition("-")[0])


@cache
def own_heading(key: str) -> tuple[str, str]:
    """Return the title of one of the program's own lessons, and what it is about."""
    head, _, _ = _own_text(key).partition("\n## ")
    title, _, about = head.partition("\n")
    return title.removeprefix("# ").strip(), " ".join(about.split())


def own_lesson(key: str, words: Words) -> Lesson:
    """Return one of the program's own lessons."""
    return read_lesson(_own_text(key), key, words)


def lesson_in(path: Path, words: Words) -> Lesson:
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
