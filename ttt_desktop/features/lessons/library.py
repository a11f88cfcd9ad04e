"""Where lessons come from: the program's own, and files of teachers. No Qt in here."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from engine.errors import Problem
from engine.files import read_regular
from ttt_desktop.features.lessons.lesson import Lesson, digest_of
from ttt_desktop.features.lessons.reading import Vocabulary, read_lesson

_FOLDER = "ttt_desktop.resources.lessons"
_MOST_BYTES = 200_000


@cache
def own_keys() -> tuple[str, ...]:
    """Return the keys of the program's own lessons, in their order."""
    names = (file.name for file in files(_FOLDER).iterdir() if file.name.endswith(".txt"))
    return tuple(sorted(name.removesuffix(".txt") for name in names))


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
