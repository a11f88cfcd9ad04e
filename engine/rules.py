"""The rules of a game: how large the board is, what makes a line, and what a line does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import Any

from engine.errors import Problem, whole_number

MAX_SIZE = 25
FIVE = 5

Square = tuple[int, int]
"""A (row, column) pair, both counted from 0, row 0 at the top."""

Line = tuple[Square, ...]


class Rule(IntEnum):
    """What a line does. The numbers are those of ``engine/native/windows.h`` and of databases.

    Of Gomoku, which is five in a row, the first one is what its players call freestyle. The last
    three are Gomoku's alone: standard Gomoku, Caro, which is played in Vietnam, and Renju
    (Gomocup's rules 1, 8 and 4).
    """

    NORMAL = 0
    """Whoever completes a line wins; a longer one is a line as well."""
    REVERSE = 1
    """The reverse (misère) game: whoever completes a line loses."""
    EXACT = 2
    """Exactly five in a row win: six or more do nothing."""
    CARO = 3
    """Five in a row win unless the other side's marks stand at both their ends, and six or more
    always do. The board's edge closes nothing."""
    RENJU = 4
    """Exactly five in a row win for X, who loses by a foul (``engine.renju``), and five or more for
    O."""

    @property
    def word(self) -> str:
        """What files, commands and lessons call it."""
        return self.name.lower()

    @property
    def ends_matter(self) -> bool:
        """Whether what stands beyond the ends of marks in a row decides if they are a line."""
        return self >= Rule.EXACT

    @property
    def of_five(self) -> Rule:
        """The rule as far as it is one of five in a row that win; else the normal one."""
        return self if self.ends_matter else Rule.NORMAL

    @property
    def suffix(self) -> str:
        """What follows a board's name in files: a space and its word; nothing if it is normal."""
        return f" {self.word}" if self else ""

    @classmethod
    def of(cls, reverse: object) -> Rule:
        """Return a rule as it is; of anything else, the reverse one where it is true."""
        return reverse if isinstance(reverse, cls) else cls(bool(reverse))

    @classmethod
    def of_word(cls, word: object) -> Rule:
        """Return the rule of a name; ValueError where it is none."""
        for rule in cls:
            if word == rule.word:
                return rule
        raise Problem(
            "the rule is {names}, not {value}",
            names=" or ".join(rule.word for rule in cls), value=repr(word),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rules:
    """What a game keeps from its start to its end.

    Attributes:
        size: squares along each side of the board, 1 to 25.
        line: marks in a row that make a line, 1 to ``size``.
        rule: what a line does; False and True are taken for the normal and the reverse game.

    Raises:
        ValueError: a size or line length that no board can have, or one of Gomoku's rules for
            another game.
    """

    size: int
    line: int
    rule: Rule = Rule.NORMAL

    def __post_init__(self) -> None:
        size = whole_number(self.size, "the board's side", 1, MAX_SIZE)
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "line", whole_number(self.line, "the line length", 1, size))
        object.__setattr__(self, "rule", Rule.of(self.rule))
        if self.rule.ends_matter and not is_gomoku(size, self.line):
            raise Problem(
                "the rule {rule} is one of lines of 5, on boards from 6x6 on", rule=self.rule.word
            )

    @classmethod
    def of(cls, size: int = 3, line: int | None = None, reverse: bool | Rule = False) -> Rules:
        """Return rules whose line is the whole side, as in the course, where none is given."""
        return cls(size, size if line is None else line, Rule.of(reverse))

    @classmethod
    def chosen(cls, size: int, line: int | None, reverse: bool, of_five: str) -> Rules:
        """Return the rules that a form asks for.

        Args:
            line: marks in a row that make a line; None for the whole side.
            of_five: the word of the rule that counts if it is five in a row that win.
        """
        rules = cls.of(size, line, reverse)
        return replace(rules, rule=Rule.of_word(of_five)) if rules.is_gomoku else rules

    @property
    def is_gomoku(self) -> bool:
        """Whether five in a row win, on a board that has a choice of rules for them."""
        return is_gomoku(self.size, self.line) and not self.reverse

    @property
    def reverse(self) -> bool:
        """Whether it is the reverse game."""
        return self.rule == Rule.REVERSE

    def to_json(self) -> dict[str, Any]:
        """Return plain data for a file. The rule is named if it is a third one."""
        named = {"rule": self.rule.word} if self.rule > Rule.REVERSE else {}
        return {"size": self.size, "line": self.line, "reverse": self.reverse} | named

    @classmethod
    def from_file(cls, size: int, line: int, reverse: bool, rule: str | None) -> Rules:
        """Return rules from what ``to_json`` wrote; ValueError where there are none such.

        Args:
            rule: the name of a third rule; None if it is none.
        """
        return cls(size, line, Rule(reverse) if rule is None else Rule.of_word(rule))

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every run of squares that makes a line, in the order of ``lines_of``."""
        return lines_of(self.size, self.line)


def is_gomoku(size: int, line: int) -> bool:
    """Whether it is five in a row on a board where marks in a row have ends that matter."""
    return line == FIVE < size


@lru_cache(maxsize=1024, typed=True)
def rules_of(size: int, line: int, rule: Rule) -> Rules:
    """Return rules, checked once: every call of ``sample`` asks for those of its board.

    Raises:
        ValueError: a size or line length that no board can have.
        TypeError: something that cannot be one, such as a list.
    """
    return Rules(size, line, rule)


TIC_TAC_TOE = Rules(3, 3)
"""The rules of the course."""


@lru_cache(maxsize=16)
def lines_of(size: int, line: int) -> tuple[Line, ...]:
    """Return every run of ``line`` squares in a row on a board of ``size`` x ``size``.

    Rows come first, then columns, diagonals and anti-diagonals: the order in which the
    course's ``check_win`` looks.
    """
    span = range(line)
    starts = range(size - line + 1)
    side = range(size)
    rows = [tuple((row, col + i) for i in span) for row in side for col in starts]
    if line == 1:
        return tuple(rows)
    columns = [tuple((row + i, col) for i in span) for col in side for row in starts]
    falling = [tuple((row + i, col + i) for i in span) for row in starts for col in starts]
    rising = [
        tuple((row + i, size - 1 - col - i) for i in span) for row in starts for col in starts
    ]
    return (*rows, *columns, *falling, *rising)
