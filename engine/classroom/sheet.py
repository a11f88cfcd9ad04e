"""A table of somebody else's, as text: read cell by cell, and filled in with all else as it was.

Encoding, line ends, the sign between cells, quotes and empty lines stay. Only the cells that are
filled in differ.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.errors import Problem
from engine.files import read_regular

_MOST_BYTES = 32 << 20
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE:
          "utf-16-be"}  # fmt: skip
_BETWEEN = ",;\t"


@dataclass(frozen=True, slots=True)
class _Cell:
    """Where a cell stands in the text, and what it says.

    Attributes:
        start, end: where it begins and ends, quotes included.
        text: what it says.
        quoted: whether it stands in quotes.
    """

    start: int
    end: int
    text: str
    quoted: bool


@dataclass(frozen=True)
class Sheet:
    """A table that was read.

    Attributes:
        name: the file's name.
        rows: the cells' texts, line by line; the first line holds the titles.
    """

    name: str
    rows: list[list[str]]
    _text: str
    _cells: list[list[_Cell]]
    _encoding: str
    _mark: bytes
    _between: str

    @classmethod
    def read(cls, path: Path) -> Sheet:
        """Read a CSV file; ValueError, a sentence, where it is none."""
        try:
            content = read_regular(path, _MOST_BYTES)
        except OSError as error:
            raise Problem(
                "{name} cannot be read: {why}", name=path.name, why=error.strerror
            ) from None
        mark = next((mark for mark in _MARKS if content.startswith(mark)), b"")
        encoding, text = _decoded(content[len(mark) :], _MARKS.get(mark), path.name)
        first = text.split("\n", 1)[0]
        between = max(_BETWEEN, key=Counter(first).__getitem__)
        cells = _cells(text, between)
        rows = [[cell.text for cell in row] for row in cells]
        return cls(path.name, rows, text, cells, encoding, mark, between)

    def filled(self, changes: Mapping[tuple[int, int], str]) -> bytes:
        """Return the file with other texts in some cells.

        Args:
            changes: the texts, by line and column, from 0. A line that is too short is made longer.
        """
        parts, done = [], 0
        for (row, column), text in sorted(changes.items()):
            cells = self._cells[row]
            if column < len(cells):
                cell = cells[column]
                parts += [self._text[done : cell.start], self._written(text, cell.quoted)]
                done = cell.end
            else:
                end = cells[-1].end
                missing = self._between * (column + 1 - len(cells))
                parts += [self._text[done:end], missing, self._written(text, False)]
                done = end
        parts.append(self._text[done:])
        return self._mark + "".join(parts).encode(self._encoding)

    def _written(self, text: str, quoted: bool) -> str:
        if quoted or any(sign in text for sign in (self._between, '"', "\n", "\r")):
            return '"' + text.replace('"', '""') + '"'
        return text


def _decoded(content: bytes, encoding: str | None, name: str) -> tuple[str, str]:
    """Return how a text is written, and the text; what is no UTF-8 comes from older Windows."""
    for guess in [encoding] if encoding else ["utf-8", "cp1252", "latin-1"]:
        try:
            text = content.decode(guess)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return guess, text
    raise Problem("{name} is no table: it is not written as text", name=name)


def _cells(text: str, between: str) -> list[list[_Cell]]:
    """Return where each cell of a text is, line by line; a last, empty line is none."""
    rows: list[list[_Cell]] = []
    row: list[_Cell] = []
    place, size = 0, len(text)
    while place < size or row:
        cell = _cell(text, place, between)
        row.append(cell)
        place = cell.end
        if place < size and text[place] == between:
            place += 1
            continue
        rows.append(row)
        row = []
        if text.startswith("\r\n", place):
            place += 2
        elif place < size:
            place += 1
    return rows


def _cell(text: str, start: int, between: str) -> _Cell:
    """Return the cell that begins somewhere; what follows its closing quote is part of it."""
    stops = (between, "\r", "\n")
    place, size, parts = start, len(text), []
    quoted = text.startswith('"', start)
    if quoted:
        place += 1
        while True:
            stop = text.find('"', place)
            if stop < 0:
                stop = size
            parts.append(text[place:stop])
            place = stop + 1
            if not text.startswith('"', place):
                break
            parts.append('"')
            place += 1
        place = min(place, size)
    rest = place
    while place < size and text[place] not in stops:
        place += 1
    parts.append(text[rest:place])
    return _Cell(start, place, "".join(parts), quoted)
