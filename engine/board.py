"""The board: marks on squares, and who has won.

The interface, down to the private field names, is that of the board handed out by Rice
University's course "Principles of Computing" (module ``poc_ttt_provided``), so that
programs written against it run on this board as they are. Ours adds the line length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import index
from typing import NamedTuple

from engine.errors import Problem, shown, whole_number
from engine.renju import Foul, FoulJudge
from engine.rules import Line, Rule, Rules, Square, lines_of, rules_of

EMPTY = 1
PLAYERX = 2
PLAYERO = 3
DRAW = 4

STRMAP = {EMPTY: " ", PLAYERX: "X", PLAYERO: "O"}


def switch_player(player: int) -> int:
    """Return the other player: O for X, and X for anything else (as in the course)."""
    return PLAYERO if player == PLAYERX else PLAYERX


def check_player(player: object) -> int:
    """Return ``player`` if it is PLAYERX or PLAYERO, else raise ValueError."""
    if player == PLAYERX:
        return PLAYERX
    if player == PLAYERO:
        return PLAYERO
    raise Problem(
        "the player must be PLAYERX ({x}) or PLAYERO ({o}), not {value}",
        x=PLAYERX, o=PLAYERO, value=shown(player),
    )  # fmt: skip


def is_line(rule: Rule, mark: int, ends: Sequence[int]) -> bool:
    """Whether a side's marks in as many squares as are asked for are a line.

    Args:
        ends: the marks just beyond both ends; one less for each end at the board's edge.
    """
    if rule == Rule.EXACT or (rule == Rule.RENJU and mark == PLAYERX):
        return mark not in ends
    if rule == Rule.CARO:
        return len(ends) < 2 or not all(end not in (EMPTY, mark) for end in ends)
    return True


class Board:
    """An N x N board with the course's interface, and any line length.

    Args:
        dim: the side, 1 to 25 squares.
        reverse: whether it is the reverse (misère) game, in which a player who completes a line
            loses; or any rule.
        board: rows of EMPTY, PLAYERX and PLAYERO to start from; copied. Empty by default.
        win_length: marks in a row that make a line; the whole side by default.

    Attributes:
        last: the square that was marked last, where that is known.
        played: the moves of the game that led here, in their order, as far as they are known. Only
            ``Game.board`` knows them; a mark that is made or taken away later is not among them.
        foul: what kind of foul the last mark was, which ended a game of Renju; None if it was none.

    Raises:
        ValueError: a size, shape, mark or line length that no board can have.
    """

    last: Square | None = None
    played: tuple[Square, ...] = ()
    foul: Foul | None = None

    def __init__(
        self,
        dim: int,
        reverse: bool | Rule = False,
        board: Sequence[Sequence[int]] | None = None,
        win_length: int | None = None,
    ) -> None:
        rules = Rules.of(dim, win_length, reverse)
        self._dim, self._win_length, self._reverse = rules.size, rules.line, rules.reverse
        self._ends_rule = rules.rule if rules.rule.ends_matter else None
        self._board: list[list[int]] = (
            [[EMPTY] * self._dim for _ in range(self._dim)]
            if board is None
            else _checked_rows(board, self._dim)
        )

    def __str__(self) -> str:
        ruler = "-" * (4 * self._dim - 3) + "\n"
        return ruler.join(" | ".join(STRMAP[mark] for mark in row) + "\n" for row in self._board)

    def __repr__(self) -> str:
        rows = "/".join("".join(".XO"[mark - EMPTY] for mark in row) for row in self._board)
        return f"<Board {rows} line {self._win_length}{self._rule.suffix}>"

    @classmethod
    def empty(cls, rules: Rules) -> Board:
        """Return an empty board for a game with these rules."""
        return cls(rules.size, rules.rule, win_length=rules.line)

    @property
    def rules(self) -> Rules:
        """The rules; ValueError where the board's fields were changed into something that is none.

        The fields are the course's, and its programs may change them.
        """
        try:
            return rules_of(self._dim, self._win_length, self._rule)
        except TypeError:
            return Rules(self._dim, self._win_length, self._rule)

    @property
    def _rule(self) -> Rule:
        return Rule.REVERSE if self._reverse else self._ends_rule or Rule.NORMAL

    @property
    def size(self) -> int:
        """Squares along each side."""
        return self._dim

    @property
    def rows(self) -> Sequence[Sequence[int]]:
        """The marks, row by row. Not to be changed."""
        return self._board

    def get_dim(self) -> int:
        """Return the side, in squares."""
        return self._dim

    def square(self, row: int, col: int) -> int:
        """Return EMPTY, PLAYERX or PLAYERO; ValueError for a square off the board."""
        self._check_square(row, col)
        return self._board[row][col]

    def get_empty_squares(self) -> list[Square]:
        """Return the empty squares, row by row."""
        return [
            (row, col)
            for row, marks in enumerate(self._board)
            for col, mark in enumerate(marks)
            if mark == EMPTY
        ]

    def foul_at(self, square: Square) -> Foul | None:
        """Return what kind of foul X's mark on a square would be; None if it is none, or taken."""
        return self.foul_judge().foul_at(square) if self._ends_rule == Rule.RENJU else None

    def fouls(self) -> Mapping[Square, Foul]:
        """Return the squares where X's mark would be a foul, row by row; none but in Renju."""
        if self._ends_rule != Rule.RENJU:
            return {}
        return _fouls(self._dim, bytes(chain.from_iterable(self._board)))

    def may(self, square: Square, player: int) -> bool:
        """Whether a player's mark on an empty square is no foul, or all are."""
        if player != PLAYERX or self.foul_at(square) is None:
            return self._board[square[0]][square[1]] == EMPTY
        return square in self.moves_for(player)

    def moves_for(self, player: int) -> list[Square]:
        """Return the empty squares where a player's mark is no foul; all of them if none is."""
        squares = self.get_empty_squares()
        fouls = self.fouls() if player == PLAYERX else {}
        return [square for square in squares if square not in fouls] or squares

    def foul_judge(self) -> FoulJudge:
        """Return what tells X's fouls in this position, whatever the game."""
        return _judge_of(self._dim, chain.from_iterable(self._board))

    def move(self, row: int, col: int, player: int) -> None:
        """Put ``player``'s mark on a square; an occupied square is silently left as it is.

        Raises:
            ValueError: a square off the board, or a player that is neither X nor O.
        """
        self._check_square(row, col)
        mark = check_player(player)
        if self._board[row][col] == EMPTY:
            self._make(row, col, mark)
            self.last = row, col

    def set_up(self, row: int, col: int, mark: int) -> None:
        """Set a mark up, or EMPTY, whatever stands there: it is no move, and no foul.

        Raises:
            ValueError: a square off the board, or an unknown mark.
        """
        self._check_square(row, col)
        self._board[row][col] = _checked_mark(mark)
        self.last = self.foul = None

    def _make(self, row: int, col: int, mark: int) -> None:
        """Put a mark on an empty square, and see whether it is a foul."""
        if mark == PLAYERX and self.foul is None:
            self.foul = self.foul_at((row, col))
        self._board[row][col] = mark

    def clear(self, row: int, col: int) -> None:
        """Take the mark off a square; ValueError for a square off the board."""
        self._check_square(row, col)
        self._board[row][col] = EMPTY
        self.foul = None
        if self.last == (row, col):
            self.last = None

    def check_win(self) -> int | None:
        """Return the winner, DRAW on a full board without a line, None while play goes on.

        In the reverse game the owner of the line has lost, and the other player is returned; and in
        Renju O, after a foul of X.
        """
        if self.foul is not None:
            return PLAYERO
        line = self.winning_line()
        if line:
            owner = self._board[line[0][0]][line[0][1]]
            return switch_player(owner) if self._reverse else owner
        return None if any(EMPTY in row for row in self._board) else DRAW

    def winning_line(self) -> Line | None:
        """Return the squares of the first completed line, or None where there is none.

        In the reverse game this is the line that lost.
        """
        return next(self.completed(), None)

    def completed(self) -> Iterator[Line]:
        """Yield the squares of each completed line, in the order of ``lines_of``."""
        grid = self._board
        for line in lines_of(self._dim, self._win_length):
            row, col = line[0]
            mark = grid[row][col]
            if (
                mark != EMPTY
                and all(grid[r][c] == mark for r, c in line)
                and (self._ends_rule is None or is_line(self._ends_rule, mark, self._beyond(line)))
            ):
                yield line

    def row_of(self, line: Line) -> Line:
        """Return a line with the equal marks beyond its ends: six where a line has five."""
        if len(line) < 2:  # one mark has no direction
            return line
        squares, mark = list(line), self._board[line[0][0]][line[0][1]]
        for backward in (True, False):
            for at in self._from_end(line, backward):
                if self._board[at[0]][at[1]] != mark:
                    break
                squares.insert(0 if backward else len(squares), at)
        return tuple(squares)

    def _beyond(self, line: Line) -> list[int]:
        """Return the marks just beyond the ends of a line; none for an end at the edge."""
        ends = (next(self._from_end(line, backward), None) for backward in (True, False))
        return [self._board[row][col] for row, col in filter(None, ends)]

    def _from_end(self, line: Line, backward: bool) -> Iterator[Square]:
        """Yield the squares from one of a line's ends on, up to the edge."""
        (row, col), before = (line[0], line[1]) if backward else (line[-1], line[-2])
        down, right, within = row - before[0], col - before[1], range(self._dim)
        row, col = row + down, col + right
        while row in within and col in within:
            yield row, col
            row, col = row + down, col + right

    def clone(self) -> Board:
        """Return a copy that can be changed without changing this board."""
        copy = object.__new__(type(self))
        copy._dim = self._dim
        copy._reverse = self._reverse
        copy._ends_rule = self._ends_rule
        copy._win_length = self._win_length
        copy._board = [row[:] for row in self._board]
        copy.last, copy.played, copy.foul = self.last, self.played, self.foul
        return copy

    def _check_square(self, row: int, col: int) -> None:
        whole_number(row, "the row", 0, self._dim - 1)
        whole_number(col, "the column", 0, self._dim - 1)


def _judge_of(dim: int, marks: Iterable[int]) -> FoulJudge:
    squares: dict[int, list[Square]] = {EMPTY: [], PLAYERX: [], PLAYERO: []}
    for number, mark in enumerate(marks):
        squares[mark].append(divmod(number, dim))
    return FoulJudge(squares[PLAYERX], squares[EMPTY])


@lru_cache(maxsize=64)  # a position is asked about many times while a machine thinks about it
def _fouls(dim: int, marks: bytes) -> dict[Square, Foul]:
    return _judge_of(dim, marks).fouls()


def _checked_rows(rows: Sequence[Sequence[int]], dim: int) -> list[list[int]]:
    """Copy ``rows``; ValueError unless they are ``dim`` rows of ``dim`` known marks."""
    try:
        copy = [list(row) for row in rows]
    except TypeError:
        raise Problem("the board must be a list of rows, each a list of marks") from None
    if len(copy) != dim or any(len(row) != dim for row in copy):
        shape = ", ".join(str(len(row)) for row in copy)
        if not shape:
            raise Problem(
                "the board must be {dim} rows of {dim} squares; its rows have no squares", dim=dim
            )
        raise Problem(
            "the board must be {dim} rows of {dim} squares; its rows have {shape} squares",
            dim=dim, shape=shape,
        )  # fmt: skip
    return [[_checked_mark(mark) for mark in row] for row in copy]


def _checked_mark(mark: object) -> int:
    try:
        number = index(mark)  # type: ignore[arg-type]  # refusing other types is the point
    except TypeError:
        number = 0
    if number in STRMAP:
        return number
    raise Problem(
        "unknown mark {mark} on the board; a square is EMPTY ({empty}), "
        "PLAYERX ({x}) or PLAYERO ({o})",
        mark=shown(mark), empty=EMPTY, x=PLAYERX, o=PLAYERO,
    )  # fmt: skip


class Position(NamedTuple):
    """A position with a move to make.

    Attributes:
        rules: the board's size, the line length and the rule.
        player: the side to move first in every playout.
        marks: the mark of each square, row by row.
    """

    rules: Rules
    player: int
    marks: bytes

    @classmethod
    def of(cls, board: Board, player: int) -> Position:
        """Return ``board`` with ``player`` to move.

        Raises:
            ValueError: a player that is neither X nor O, a finished game, or a board whose fields
                were changed into something that is none.
        """
        side = check_player(player)
        if not isinstance(board, Board):
            raise Problem("the position must be an engine.Board, not {value}", value=shown(board))
        # Checked before anything is worked out from it: a huge size would take minutes.
        rules = board.rules
        try:
            finished = board.check_win() is not None
            marks = bytes(chain.from_iterable(board.rows))
        except (IndexError, TypeError, ValueError):
            marks = b""
        if len(marks) != rules.size**2:
            raise Problem("the position must be {dim} rows of {dim} marks", dim=rules.size)
        if finished:
            raise Problem("the game is over in this position: there is no move to try")
        return cls(rules, side, marks)

    @property
    def empty(self) -> int:
        """How many squares are empty."""
        return self.marks.count(EMPTY)

    @property
    def board(self) -> Board:
        """The position as a board of its own."""
        size = self.rules.size
        rows = [list(self.marks[at : at + size]) for at in range(0, size * size, size)]
        return Board(size, self.rules.rule, rows, self.rules.line)
