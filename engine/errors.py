"""What is wrong, as a sentence with gaps, so that it can be worded in any language."""

from __future__ import annotations


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
    return ValueError.__name__ if type(error) is Problem else type(error).__name__
