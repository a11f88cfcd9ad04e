"""The text of an SGF file: nodes in a tree, each with properties (FF[4], www.red-bean.com/sgf)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.errors import Problem, shown
from engine.formats.lines import at_line

_BEGINNING = re.compile(r"\(\s*;")
_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[();])|(?P<name>[^\s()\[\];]++(?=\s*\[)|[A-Za-z0-9]++)|(?P<value>\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\])|(?P<other>\S))",
    re.DOTALL,
)
_SOFT_BREAK = re.compile(r"\\(?:\r\n|\n\r|\n|\r)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)

_NODES_A_LINE = 10

MOST_NODES = 100_000
"""So many positions a file may have. They are read in a second at most."""


@dataclass(eq=False)
class SgfNode:
    """A node of a game's tree.

    Attributes:
        line: where it stands in the file, from 1.
        properties: their values by their names, each a text without its escapes.
        written: every name with one of its values, in the order of the file.
        children: the nodes that follow it; the first one is the main line.
    """

    line: int = 1
    properties: dict[str, list[str]] = field(default_factory=dict)
    written: list[tuple[str, str]] = field(default_factory=list)
    children: list[SgfNode] = field(default_factory=list)

    def text(self, name: str) -> str:
        """Return a property's first value, without blanks around it; empty where there is none."""
        values = self.properties.get(name)
        return values[0].strip() if values else ""


def begins_sgf(text: str) -> bool:
    """Whether a game begins somewhere in a text."""
    return _BEGINNING.search(text) is not None


def parse_sgf(text: str) -> SgfNode:
    """Return the first node of the first game in a text.

    Raises:
        ValueError: text that is no SGF, or is damaged; with the line.
    """
    return _Reader(text).first_game()


class _Reader:
    """Reads one game, token by token."""

    def __init__(self, text: str) -> None:
        begins = _BEGINNING.search(text)
        if begins is None:
            raise at_line(1, Problem('this is not SGF: a game begins with "(;"'))
        self._text, self._at = text, begins.start()
        self._line, self._counted = 1, 0

    def first_game(self) -> SgfNode:
        """Return the first node of the game."""
        above = SgfNode()
        node = above
        open_at: list[SgfNode] = []
        values: list[str] | None = None
        count = 0
        short = ""
        while self._at < len(self._text):
            match = _TOKEN.match(self._text, self._at)
            if match is None:  # blanks up to the end
                break
            start = match.start(match.lastgroup or 0)
            self._at = match.end()
            if (value := match["value"]) is not None:
                if values is None:
                    raise self._wrong(start, Problem("a value stands before any property's name"))
                values.append(_plain(value[1:-1]))
                node.written.append((short, values[-1]))
                continue
            if (name := match["name"]) is not None:
                # Old files write names out, such as "Black"; only the capitals count.
                short = name if name.isupper() else _capitals(name)
                values = node.properties.setdefault(short, [])
                continue
            values = None
            match match["mark"]:
                case "(":
                    open_at.append(node)
                case ";":
                    count += 1
                    if count > MOST_NODES:
                        raise self._wrong(
                            start,
                            Problem("the file has more than {most} positions", most=MOST_NODES),
                        )
                    child = SgfNode(self._line_at(start))
                    node.children.append(child)
                    node = child
                case ")":
                    node = open_at.pop()
                    if not open_at:
                        return above.children[0]
                case _:
                    raise self._wrong(start, _unexpected(match["other"]))
        raise self._wrong(
            len(self._text), Problem('the file ends before the game does: ")" is missing')
        )

    def _line_at(self, place: int) -> int:
        self._line += self._text.count("\n", self._counted, place)
        self._counted = place
        return self._line

    def _wrong(self, place: int, problem: Problem) -> Problem:
        return at_line(self._line_at(place), problem)


def _capitals(name: str) -> str:
    return "".join(letter for letter in name if not letter.islower())


def _unexpected(letter: str) -> Problem:
    if letter == "[":
        return Problem('a value has no end: "]" is missing')
    return Problem("{letter} does not belong here", letter=shown(letter))


def _plain(value: str) -> str:
    """Return a value without its escapes."""
    if "\\" not in value:
        return value.replace("\r\n", "\n")
    return _ESCAPED.sub(r"\1", _SOFT_BREAK.sub("", value)).replace("\r\n", "\n")


def write_sgf(root: SgfNode) -> str:
    """Return a game's tree as text."""
    parts, waiting, count = ["("], list[SgfNode | str]([root]), 0
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        while True:
            parts.append(("\n" if count and count % _NODES_A_LINE == 0 else "") + _written(node))
            count += 1
            if len(node.children) != 1:
                break
            node = node.children[0]
        for child in reversed(node.children):
            waiting += [")", child, "\n("]
    return "".join((*parts, ")\n"))


def _written(node: SgfNode) -> str:
    return ";" + "".join(
        name + "".join(f"[{_escaped(value)}]" for value in values)
        for name, values in node.properties.items()
    )


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


def squares(values: Iterable[str], size: int) -> set[tuple[int, int]]:
    """Return the (row, column) of the points of a list; rectangles such as ``aa:cc`` are filled.

    However many rectangles there are, each costs the same: their corners are summed up once.

    Args:
        values: points and rectangles.
        size: the board's side. What does not lie on the board is a Problem.
    """
    sums = [[0] * (size + 1) for _ in range(size + 1)]
    for value in dict.fromkeys(values):
        first, colon, last = value.partition(":")
        top, left = square_of(first, size)
        bottom, right = square_of(last, size) if colon else (top, left)
        top, bottom = min(top, bottom), max(top, bottom)
        left, right = min(left, right), max(left, right)
        for row, col, step in (
            (top, left, 1), (top, right + 1, -1), (bottom + 1, left, -1), (bottom + 1, right + 1, 1)
        ):  # fmt: skip
            sums[row][col] += step
    covered = set()
    for row in range(size):
        for col in range(size):
            sums[row][col] += (
                (sums[row - 1][col] if row else 0)
                + (sums[row][col - 1] if col else 0)
                - (sums[row - 1][col - 1] if row and col else 0)
            )
            if sums[row][col]:
                covered.add((row, col))
    return covered


def square_of(written: str, size: int) -> tuple[int, int]:
    """Return the (row, column) of two letters; Problem where they name no square of the board."""
    text = written.strip()
    letters = text.lower()
    col, row = (ord(letter) - ord("a") for letter in letters) if len(letters) == 2 else (-1, -1)
    if not (0 <= row < size and 0 <= col < size):
        raise Problem(
            "{written} is no square: it must be two letters, column and row, from aa to {last}",
            written=shown(text), last=chr(ord("a") + size - 1) * 2,
        )  # fmt: skip
    return row, col
