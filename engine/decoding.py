"""Reads JSON that may be damaged: every part is checked, and a wrong one is named in a sentence.

What a text must hold is said by a type that msgspec knows, mostly a dataclass. msgspec is loaded by
the first call.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from engine.errors import Problem, printable, shown

if TYPE_CHECKING:
    import msgspec

_T = TypeVar("_T")

_MOST_DIGITS, _SHOWN = 400, 60
_EXPECTED = re.compile(r"Expected `([^`]+)`(.*?)(?:, got `?([^`]+)`?)?")
_MISSING = re.compile(r"Object missing required field `(.+)`")
_NO_CHOICE = re.compile(r"Invalid enum value (.+)")
_TOO_LARGE = ("Integer value out of range", "Number out of range")
_FRACTION = Problem("a number with a point")
_KINDS = {
    "array": Problem("a list"),
    "bool": Problem("true or false"),
    "float": Problem("a number"),
    "int": Problem("a whole number"),
    "null": Problem("null"),
    "object": Problem("an object"),
    "str": Problem("a text"),
}
"""Kinds of values, as msgspec calls them and as people do."""


class NewerFileError(Problem):
    """A newer version of this program has written a file."""


def decode(text: str | bytes, kind: type[_T]) -> _T:
    """Return what a JSON text holds; parts that the type does not have are left out.

    Nothing passes for what it is not: 1.0 and true are no whole numbers, NaN is none at all.

    Args:
        text: bytes are UTF-8.

    Raises:
        Problem: the text is no JSON, or a part of it is missing or wrong; or what ``kind`` itself
            raises. The sentence calls the text "it", and has no end.
    """
    import msgspec  # noqa: PLC0415  (few need it)

    try:
        letters = text if isinstance(text, str) else str(text, "utf-8")
        try:
            return msgspec.json.decode(letters, type=kind)
        except msgspec.ValidationError as error:
            raise _problem(error) from None
        except (
            ValueError
        ):  # it also refuses halves of letters, which names of files may have, and NaN
            return convert(load(letters), kind)
    except RecursionError:
        raise Problem("it is nested too deeply") from None
    except Problem:
        raise
    except (TypeError, ValueError):
        raise Problem("it is no JSON, or only a part of it") from None


def convert(data: object, kind: type[_T]) -> _T:
    """Return plain data as a value of a type, checked as by ``decode``."""
    import msgspec  # noqa: PLC0415  (few need it)

    try:
        return msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise _problem(error) from None


def load(text: str) -> Any:
    """Return what a JSON text holds as plain data, halves of letters included.

    A number of endless digits is infinity here, as Python would refuse the whole text; NaN, which
    other programs write for no number, is None.

    Raises:
        ValueError: the text is no JSON.
        RecursionError: it is nested too deeply.
    """
    return json.loads(text, parse_int=_number, parse_constant=lambda _: None)


def sound(data: object, kind: type[_T]) -> _T | None:
    """Return plain data as a value of a type; None where it is damaged."""
    try:
        return convert(data, kind)
    except ValueError:
        return None


def decode_own(
    text: str | bytes, kind: type[_T], file_format: str, newest: int, name: str | Problem
) -> _T | None:
    """Return what one of this program's files holds; None where it is none of that format.

    Args:
        file_format: the value of its ``format``.
        newest: the newest version of that format which this program reads.
        name: what to call the file.

    Raises:
        NewerFileError: its version is a newer one.
        Problem: its version is missing, or it is damaged, in the words of ``decode``.
    """
    try:
        head = decode(text, _Head)
    except Problem:
        return None
    if head.format != file_format:
        return None
    version = head.version
    if type(version) is not int or version < 1:
        raise Problem("{name} is damaged: its version is missing", name=name)
    if version > newest:
        raise NewerFileError(
            "{name} was written by a newer version of this program (format {version}; "
            "this one reads up to {known})",
            name=name, version=shown(version), known=newest,
        )  # fmt: skip
    # A text of an older version becomes one of the newest here. There is none yet.
    try:
        return decode(text, kind)
    except Problem as error:
        raise Problem("{name} is damaged: {error}", name=name, error=error) from None


@dataclass(frozen=True, slots=True)
class _Head:
    """What each of this program's files begins with."""

    format: str
    version: Any = None


def _number(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MOST_DIGITS else inf


def _problem(error: msgspec.ValidationError) -> Problem:
    """Return what msgspec has found, as a sentence."""
    if isinstance(error.__cause__, Problem):  # raised by the type itself
        return error.__cause__
    words, _, place = str(error).partition(" - at ")
    part = _part(place)
    if missing := _MISSING.fullmatch(words):
        name = f"{part}.{missing[1]}" if part else missing[1]
        return Problem("its part “{part}” is missing", part=name)
    it = Problem("its part “{part}”", part=part) if part else Problem("it")
    if words in _TOO_LARGE:
        return Problem("{it} is too large a number", it=it)
    if choice := _NO_CHOICE.fullmatch(words):
        return Problem("{it} cannot be {value}", it=it, value=printable(choice[1][:_SHOWN]))
    return _unexpected(it, words)


def _unexpected(it: Problem, words: str) -> Problem:
    expected = _EXPECTED.fullmatch(words)
    if expected is None:
        return Problem("{it} is wrong: {words}", it=it, words=words)
    kind, limit, given = expected.groups()
    if limit or given is None:
        return Problem("{it} must be {kind}{limit}", it=it, kind=_kind(kind), limit=limit)
    wrong = _FRACTION if given == "float" else _kind(given)
    return Problem("{it} must be {kind}, not {given}", it=it, kind=_kind(kind), given=wrong)


def _part(place: str) -> str:
    """Return where something is: of msgspec's ``$.moves[0]``, moves[0]; empty for all of it."""
    key, _, path = place.rpartition(" in ")
    return path.strip("`").removeprefix("$").removeprefix(".") + ("[…]" if key else "")


def _kind(words: str) -> Problem | str:
    """Return kinds of values as people call them: of msgspec's ``int | null``."""
    first, _, others = words.partition(" | ")
    kind = _KINDS.get(first, first)
    return Problem("{kind} or {other}", kind=kind, other=_kind(others)) if others else kind
