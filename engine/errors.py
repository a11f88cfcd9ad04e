"""What is wrong, as a sentence with gaps to be worded in any language, and checks that say it."""

from __future__ import annotations

from numbers import Real
from operator import index
from pathlib import PurePath
from unicodedata import category


class Problem(ValueError):  # noqa: N818  (what it says is for people)
    """What is wrong with a value: a sentence with gaps (its code), and what fills them.

    As a text it is the English sentence, without its end. It is written as a literal, for the
    texts to be collected: ``Problem("{what} is taken", what="the square")``.

    Args:
        text: the sentence in English; each name in braces is a gap.
        values: what fills the gaps, formatted: texts, whole numbers, and other errors, which are
            worded in their turn. A text called ``what`` is English too and is worded in its turn;
            other texts are shown as they are. None is called ``n``.

    Attributes:
        text: the sentence with its gaps.
        values: what fills them.
    """

    def __init__(self, text: str, /, **values: object) -> None:
        # The sentence is the one argument, so that a copy, or another process, gets it whole.
        shown_values = {name: as_shown(name, value) for name, value in values.items()}
        super().__init__(text.format(**shown_values) if values else text)
        self.text = text
        self.values = values


class UnwritableError(Problem):
    """A file cannot be written."""


def type_name(error: BaseException) -> str:
    """Return an error's type as people know it: a Problem is a ValueError to them."""
    return ValueError.__name__ if isinstance(error, Problem) else type(error).__name__


_RAW = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The kinds of letters that change a line or a terminal instead of standing in it."""

_JOINERS = "\u200c\u200d"
"""Letters of such a kind that belong to words and signs: of Persian, for instance."""

_NAMES = ("file", "folder", "name", "path")
"""The gaps of sentences that names of files stand in."""


def printable(text: str) -> str:
    """Return a text, such as a file's name, as it can be shown anywhere.

    What would move a terminal's cursor, change its colours or turn the line's direction is written
    as Python writes it.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        letter.encode("unicode_escape").decode()
        if category(letter) in _RAW and letter not in _JOINERS
        else letter
        for letter in text
    )


def as_shown(gap: str, value: object) -> object:
    """Return what fills a gap of a sentence: a file's name cannot break or turn its line."""
    if isinstance(value, PurePath) or (gap in _NAMES and isinstance(value, str)):
        return printable(str(value))
    return value


_SHOWN = 60


def shown(value: object) -> str:
    """Return a bad value as a message shows it: as Python writes it, cut where it is long."""
    try:
        text = repr(value)
    except Exception:  # too many digits, or anything at all from a foreign class
        text = f"a {type(value).__name__}"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def whole_number(value: object, what: str, low: int, high: int | None = None) -> int:
    """Return ``value`` as an int within [low, high], else raise a Problem naming ``what``."""
    try:
        number = index(value)  # type: ignore[arg-type]  # refusing other types is the point
    except TypeError:
        number = low - 1
    if number < low or (high is not None and number > high) or value is True or value is False:
        given = shown(value)
        if high is None:
            raise Problem(
                "{what} must be a whole number at least {low}, not {value}",
                what=what, low=low, value=given,
            )  # fmt: skip
        raise Problem(
            "{what} must be a whole number from {low} to {high}, not {value}",
            what=what, low=low, high=high, value=given,
        )  # fmt: skip
    return number


def real_number(value: object, low: float, high: float) -> float | None:
    """Return ``value`` as a float if it is a real number within [low, high], else None."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if low <= number <= high else None
