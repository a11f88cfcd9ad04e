"""What is wrong, as a sentence with gaps, so that it can be worded in any language."""

from __future__ import annotations

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
        super().__init__(text.format(**values) if values else text)
        self.text = text
        self.values = values


def type_name(error: BaseException) -> str:
    """Return an error's type as people know it: a Problem is a ValueError to them."""
    return ValueError.__name__ if isinstance(error, Problem) else type(error).__name__


_RAW = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The kinds of letters that change a line or a terminal instead of standing in it."""


def printable(text: str) -> str:
    """Return a text, such as a file's name, as it can be shown anywhere.

    What would move a terminal's cursor, change its colours or turn the line's direction is written
    as Python writes it.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        letter.encode("unicode_escape").decode() if category(letter) in _RAW else letter
        for letter in text
    )
