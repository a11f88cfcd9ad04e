"""The kinds of files that hold games, by their endings and by what they hold."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import Problem, printable
from engine.files import read_regular
from engine.formats.charsets import decoded
from engine.formats.plain import read_plain, write_moves, write_position
from engine.formats.psq import read_psq, write_psq
from engine.formats.sgf import read_sgf, write_record_as_sgf
from engine.formats.sgf_text import begins_sgf
from engine.game import MAX_BYTES
from engine.record import Record
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class GameFormat:
    """A kind of files that hold games.

    Attributes:
        word: what the console calls it.
        title: what a dialog calls it.
        ending: how the names of its files end; empty where that says nothing.
        read: returns what a text holds, by some rules where it names none; Problem where nothing.
        write: returns a game's text; Problem where it cannot hold that.
    """

    word: str
    title: str
    ending: str
    read: Callable[[str, Rules | None], Record]
    write: Callable[[Record], str]


OWN = GameFormat(
    "tttgame", "Saved games", ".tttgame", lambda text, _: Record.from_json(text), Record.to_json
)
SGF = GameFormat(
    "sgf", "SGF (Gomoku, Renju)", ".sgf", lambda text, _: read_sgf(text), write_record_as_sgf
)
PSQ = GameFormat("psq", "Piskvork", ".psq", lambda text, _: read_psq(text), write_psq)
MOVES = GameFormat("moves", "Lists of moves", ".txt", read_plain, write_moves)
POSITION = GameFormat("board", "Positions", "", read_plain, write_position)

FORMATS = (OWN, SGF, PSQ, MOVES, POSITION)
"""All kinds, the program's own first."""

ENDINGS = tuple(kind.ending for kind in FORMATS if kind.ending)
"""How the names of games' files end."""

_TRIED = 1 << 16
"""A file of at most so many bytes is tried in other letters where it holds no game in the likeliest
ones."""


def format_of(path: Path) -> GameFormat | None:
    """Return the kind of files with a name's ending; None where none has it."""
    ending = path.suffix.lower()
    return next((kind for kind in FORMATS if ending and kind.ending == ending), None)


def guessed(text: str) -> GameFormat:
    """Return the kind that a text looks like."""
    begins = text.lstrip("\ufeff \t\r\n")
    if begins.startswith("{"):
        return OWN
    if begins[:9].lower() == "piskvorky":
        return PSQ
    return SGF if begins.startswith("(") or begins_sgf(begins) else MOVES


def read_text(text: str, wanted: Rules | None = None) -> Record:
    """Return the game or position that a text holds, whatever its kind.

    Args:
        wanted: the rules of a list of moves or board that names none.

    Raises:
        ValueError: text that is none; one sentence, without its end.
    """
    return guessed(text).read(text, wanted)


def content_of(path: Path) -> bytes:
    """Return a file's bytes; Problem, one sentence, where it cannot hold a game or be read."""
    try:
        return read_regular(path, MAX_BYTES)
    except OSError as error:
        why = error.strerror or str(error)
        raise Problem(
            "{file} cannot be read: {reason}.", file=printable(path.name), reason=why
        ) from None


def read_game(
    path: Path, wanted: Rules | None = None, encoding: str = "", content: bytes | None = None
) -> Record:
    """Return the game in a file, by its ending; by its content where that says nothing.

    Where its letters had to be guessed, the record says which they may be.

    Args:
        wanted: the rules of a list of moves or board that names none.
        encoding: the letters that it is written in; empty for what it says or looks like.
        content: its bytes, where they have been read already.

    Raises:
        Problem: it cannot be read, or holds no game; one sentence.
    """
    if content is None:
        content = content_of(path)
    try:
        return read_bytes(content, format_of(path), wanted, encoding)
    except ValueError as error:
        raise Problem("{file}: {problem}.", file=printable(path.name), problem=error) from None


def read_bytes(
    content: bytes, kind: GameFormat | None, wanted: Rules | None = None, encoding: str = ""
) -> Record:
    """Return the game in a file's bytes; ``kind`` None for what they look like.

    Raises:
        Problem: they hold no game; one sentence, without its end.
    """
    if kind is OWN:
        try:
            return OWN.read(content.decode("utf-8-sig"), wanted)
        except UnicodeDecodeError:
            raise Problem("this is not a saved game") from None
    # (What a kind begins with is written alike in all sets of letters.)
    looks_like = kind or guessed(content.decode(errors="replace"))
    text = decoded(content, looks_like is SGF, encoding)
    try:
        record = (kind or guessed(text.text)).read(text.text, wanted)
    except ValueError:
        others = text.likely[1:] if len(content) <= _TRIED else ()
        other = _in_other_letters(content, kind, wanted, others)
        if other is None:
            raise
        encoding, record = other
        rest = (letters for letters in text.likely if letters != encoding)
        text = replace(text, likely=(encoding, *rest))
    if not text.likely:
        return record
    note = Problem(
        "in which letters it is written is not certain; they were taken for {name}",
        name=text.likely[0],
    )
    return replace(record, notes=(*record.notes, note), encodings=text.likely)


def _in_other_letters(
    content: bytes, kind: GameFormat | None, wanted: Rules | None, encodings: tuple[str, ...]
) -> tuple[str, Record] | None:
    """Return the first letters in which a file holds a game, and that; None where there are none.

    In wrong ones, a bracket may be taken for half of a letter.
    """
    for encoding in encodings:
        with suppress(ValueError):
            text = decoded(content, encoding=encoding).text
            return encoding, (kind or guessed(text)).read(text, wanted)
    return None
