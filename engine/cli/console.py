"""The one way in which the console program says something of its own."""

from __future__ import annotations

from typing import TextIO

from engine.errors import printable


def tell(text: str, file: TextIO | None = None) -> None:
    """Print a text; what is in it, such as a file's name, cannot do anything to the terminal.

    Args:
        text: one line or more.
        file: where to; the standard output where it is not given.
    """
    print("\n".join(map(printable, text.split("\n"))), file=file)
