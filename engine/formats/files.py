"""The kinds of files that hold games, by their endings and by what they hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import Problem
from engine.files import read_regular
from engine.formats.plain import read_plain, write_moves, write_position
from engine.formats.psq import read_psq, write_psq
from engine.formats.sgf import read_sgf, write_record_as_sgf
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


def format_of(path: Path) -> GameFormat | None:
    """Return the kind of files with a name's ending; None where none has it."""
    ending = path.suffix.lower()
    return next((kind for kind in FORMATS if ending and kind.ending == ending), None)


def guessed(text: str) -> GameFormat:
    """Return the kind that a text looks like."""
    begins = text.lstrip("\ufeff \t\r\n")
    if begins.startswith("{"):
        return OWN
    if begins.startswith("("):
        return SGF
    return PSQ if begins.lower().startswith("piskvorky") else MOVES


def read_text(text: str, wanted: Rules | None = None) -> Record:
    """Return the game or position that a text holds, whatever its kind.

    Args:
        wanted: the rules of a list of moves or board that names none.

    Raises:
        ValueError: text that is none; one sentence, without its end.
    """
    return guessed(text).read(text, wanted)


def read_game(path: Path, wanted: Rules | None = None) -> Record:
    """Return the game in a file, by its ending; by its content where that says nothing.

    Args:
        wanted: the rules of a list of moves or board that names none.

    Raises:
        Problem: it cannot be read, or holds no game; one sentence.
    """
    try:
        content = read_regular(path, MAX_BYTES)
    except OSError as error:
        why = error.strerror or str(error)
        raise Problem("{file} cannot be read: {reason}.", file=path.name, reason=why) from None
    kind = format_of(path)
    try:
        text = _decoded(content, kind)
        return (kind or guessed(text)).read(text, wanted)
    except ValueError as error:
        raise Problem("{file}: {problem}.", file=path.name, problem=error) from None


def _decoded(content: bytes, kind: GameFormat | None) -> str:
    """Return a file's text; other programs' may be in an older encoding than UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        if kind is OWN:
            raise Problem("this is not a saved game") from None
    if b"\0" in content:
        raise Problem("this is no text")
    return content.decode("latin-1")
