"""The text of an SGF file: nodes in a tree, each with properties (FF[4], www.red-bean.com/sgf)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.errors import Problem, shown
from engine.formats.lines import at_line

_BEGINNING = re.compile(r"\(\s*;")
_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[();])|(?P<name>[A-Za-z]+)|(?P<value>\[(?:[^\]\\]|\\.)*\])|(?P<other>\S))",
    re.DOTALL,
)
_SOFT_BREAK = re.compile(r"\\(?:\r\n|\n\r|\n|\r)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)

_NODES_A_LINE = 10


@dataclass(eq=False)
class SgfNode:
    """A node of a game's tree.

    Attributes:
        line: where it stands in the file, from 1.
        properties: their values by their names, each a text without its escapes.
        children: the nodes that follow it; the first one is the main line.
    """

    line: int = 1
    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[SgfNode] = field(default_factory=list)

    def text(self, name: str) -> str:
        """Return a property's first value, without blanks around it; empty where there is none."""
        values = self.properties.get(name)
        return values[0].strip() if values else ""


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
                continue
            if (name := match["name"]) is not None:
                # Old files write names out, such as "Black"; only the capitals count.
                short = "".join(letter for letter in name if letter.isupper())
                values = node.properties.setdefault(short, [])
                continue
            values = None
            match match["mark"]:
                case "(":
                    open_at.append(node)
                case ";":
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


def _unexpected(letter: str) -> Problem:
    if letter == "[":
        return Problem('a value has no end: "]" is missing')
    return Problem("{letter} does not belong here", letter=shown(letter))


def _plain(value: str) -> str:
    """Return a value without its escapes."""
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


def points(squares: Iterable[str]) -> list[str]:
    """Return the points of a list, rectangles such as ``aa:cc`` written out."""
    single: list[str] = []
    for square in squares:
        single += _rectangle(square) if ":" in square else [square]
    return single


def _rectangle(text: str) -> Sequence[str]:
    first, _, last = text.partition(":")
    if len(first) != 2 or len(last) != 2:
        return [text]
    columns, rows = (range(ord(first[i]), ord(last[i]) + 1) for i in (0, 1))
    return [chr(col) + chr(row) for row in rows for col in columns] or [text]
