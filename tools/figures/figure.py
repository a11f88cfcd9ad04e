"""What a measured figure is: how it is made, and where it stands in the pages.

A page stays plain Markdown. A place names its own surroundings: a table by its titles, a sentence
by its words, with gaps for the numbers. So a page can be edited freely, and a place that is no
longer found is an error like a wrong number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

_GAP = re.compile(r"\{(~?)(\w+)\}")
"""``{name}`` is a number to be checked; ``{~name}`` one that is only written, such as a speed."""


class Kind(Enum):
    """How a figure is checked."""

    QUICK = "quick"
    """Made anew by every check, from its seed."""
    LONG = "long"
    """The same from the same seed, but not made anew by a check: what was found is kept, with a
    stamp of the players that found it."""
    SPEED = "speed"
    """Different on every machine: what was found is kept with its machine, version and date."""


@dataclass(frozen=True)
class Measured:
    """What a measurement found.

    Attributes:
        texts: what goes into the gaps of sentences, by their names.
        rows: what goes into the gaps of a table's rows.
        facts: numbers that conclusions are tested with.
    """

    texts: Mapping[str, str] = field(default_factory=dict)
    rows: Sequence[Mapping[str, str]] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Sentence:
    """Words of a page with numbers in them.

    Attributes:
        page: its path below the project's folder.
        words: the words, with gaps; they stand in the page exactly once.
    """

    page: str
    words: str

    def is_found(self, text: str) -> bool:
        """Whether the words stand in the page's text, exactly once."""
        return _match(self.words, text) is not None

    def problem(self, text: str, measured: Measured) -> str | None:
        """Return what is wrong with the page's text, or None."""
        match = _match(self.words, text)
        if match is None:
            return f"{self.page}: not found, or more than once: “{self.words}”"
        for (speed, name), words in zip(_GAP.findall(self.words), match.groups(), strict=True):
            if not speed and _flat(words) != measured.texts[name]:
                return (
                    f"{self.page} says {_flat(words)}, measured is {measured.texts[name]} "
                    f"(“{_flat(match[0])}”)"
                )
        return None

    def written(self, text: str, measured: Measured) -> str:
        """Return the page's text, where the words are found, with the numbers."""
        match = _match(self.words, text)
        assert match is not None
        names = [name for _, name in _GAP.findall(self.words)]
        for number in range(len(names), 0, -1):
            start, end = match.span(number)
            if _flat(text[start:end]) != measured.texts[names[number - 1]]:
                text = text[:start] + measured.texts[names[number - 1]] + text[end:]
        return text


@dataclass(frozen=True)
class Table:
    """A table of a page.

    Attributes:
        page: its path below the project's folder.
        titles: its first line, which stands in the page exactly once.
        row: a row, with gaps.
    """

    page: str
    titles: str
    row: str

    def is_found(self, text: str) -> bool:
        """Whether the titles stand in the page's text, exactly once."""
        return text.count(f"{self.titles}\n") == 1

    def problem(self, text: str, measured: Measured) -> str | None:
        """Return what is wrong with the page's text, or None."""
        if not self.is_found(text):
            return f"{self.page}: not found, or more than once: the table “{self.titles}”"
        lines = text[slice(*self._body(text))].splitlines()
        if len(lines) != len(measured.rows):
            return (
                f"{self.page}: {len(lines)} rows, measured are {len(measured.rows)} ({self.titles})"
            )
        for line, values in zip(lines, measured.rows, strict=True):
            match = _match(self.row, line, "([^|]+?)")
            cells = match.groups() if match else ()
            gaps = _GAP.findall(self.row)
            if match is None or any(
                not speed and text != values[name]
                for (speed, name), text in zip(gaps, cells, strict=True)
            ):
                return f"{self.page} says “{line}”, measured is “{_filled(self.row, values)}”"
        return None

    def written(self, text: str, measured: Measured) -> str:
        """Return the page's text, where the table is found, with the rows."""
        start, end = self._body(text)
        rows = "".join(f"{_filled(self.row, values)}\n" for values in measured.rows)
        return text[:start] + rows + text[end:]

    def _body(self, text: str) -> tuple[int, int]:
        start = text.index(f"{self.titles}\n") + len(self.titles) + 1
        start = text.index("\n", start) + 1  # the line of dashes
        rows = re.compile(r"(?:\|.*\n)*").match(text, start)
        assert rows is not None
        return rows.span()


Place = Sentence | Table


@dataclass(frozen=True)
class Claim:
    """A sentence that draws a conclusion.

    Attributes:
        page: its path below the project's folder.
        words: the sentence, which stands in the page.
        holds: tells from the facts whether it is so.
    """

    page: str
    words: str
    holds: Callable[[Mapping[str, Any]], bool]

    def problem(self, text: str, measured: Measured) -> str | None:
        """Return what is wrong with the page's text, or None."""
        if _flat(self.words) not in _flat(text):
            return f"{self.page}: not found: “{self.words}”"
        if not self.holds(measured.facts):
            return f"{self.page} says “{self.words}”, and that is not so: {dict(measured.facts)}"
        return None


@dataclass(frozen=True)
class Figure:
    """Something measured that pages show.

    Attributes:
        name: what it is called on the command line.
        what: what was measured, in a few words.
        command: what a reader can type to see the same.
        measure: measures it.
        places: where it stands.
        claims: what is concluded from it.
        kind: how it is checked.
        stamp: for a long one: tells whether today's players are those that were measured.
    """

    name: str
    what: str
    command: str
    measure: Callable[[], Measured]
    places: Sequence[Place] = ()
    claims: Sequence[Claim] = ()
    kind: Kind = Kind.QUICK
    stamp: Callable[[], str] = str

    def problems(self, measured: Measured, pages: Mapping[str, str]) -> Iterator[str]:
        """Yield what is wrong with pages, given what was measured."""
        for place in (*self.places, *self.claims):
            problem = place.problem(pages[place.page], measured)
            if problem is not None:
                yield problem

    @property
    def pages(self) -> set[str]:
        """The pages that it stands in."""
        return {place.page for place in (*self.places, *self.claims)}


def read_pages(names: set[str]) -> dict[str, str]:
    """Return the texts of pages, by their paths below the project's folder."""
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in names}


_WORDS = r"(\S+?(?:\s+\S+?){0,9}?)"
"""What fills a gap of a sentence: a few words, and not half of the page."""


def _match(words: str, text: str, gap: str = _WORDS) -> re.Match[str] | None:
    """Return the one place where words with gaps stand; None if there is not exactly one."""
    parts = re.split(r"\{~?\w+\}", words)
    literal = (r"\s+".join(map(re.escape, re.split(r"\s+", part))) for part in parts)
    # What follows is a blank, lest a full stop be taken for the point of a number.
    matches = [*re.finditer(gap.join(literal) + r"(?!\S)", text)]
    return matches[0] if len(matches) == 1 else None


def _filled(words: str, values: Mapping[str, str]) -> str:
    return _GAP.sub(lambda gap: values[gap[2]], words)


def _flat(text: str) -> str:
    return " ".join(text.split())
