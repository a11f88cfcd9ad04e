"""Puzzles: positions in which one move is right, each of them proven; and the one of the day."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from importlib.resources import files
from itertools import groupby, pairwise
from operator import attrgetter

from engine.board import PLAYERO, PLAYERX, STRMAP, Board, switch_player
from engine.coach.sentences import Sentence
from engine.errors import Problem, shown
from engine.game import Game
from engine.notation import next_player, parse_board, parse_square, square_name
from engine.rules import Line, Rule, Rules, Square

FORMAT = "monte-carlo-tic-tac-toe puzzles"
VERSION = 1

_FOLDER, _FILE = "engine.coach", "puzzles.txt"


class PuzzleKind(Enum):
    """What is looked for. The values are what files hold and consoles take."""

    FORK = "fork"
    """A move that makes two threats at once."""
    CHAIN = "chain"
    """The first of a row of threats that leave the opponent one answer each."""
    FORCE = "force"
    """The first of a row of fours and open threes that wins, whatever the opponent answers."""
    QUIET = "quiet"
    """A move that threatens nothing at once, and wins."""
    WIN = "win"
    """Any other move that wins; in the reverse game, one after which safe squares run out."""
    HOLD = "hold"
    """The only move that does not lose."""
    SQUEEZE = "squeeze"
    """In the reverse game: a move that leaves the opponent squares that complete a line, only."""
    AVOID = "avoid"
    """In the reverse game: the only move that does not lose, where others complete a line."""

    @property
    def wins(self) -> bool:
        """Whether the right move wins; else it holds a tie."""
        return self not in (PuzzleKind.HOLD, PuzzleKind.AVOID)


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move is right.

    Attributes:
        rules: the board's.
        rows: the position, as ``parse_board`` reads it.
        kind: what is looked for.
        solution: the move; of a fork or chain, its moves with the answers that they force; of fours
            and open threes, up to the fork, with answers that hold out long.
        length: the moves that the side to move needs for its win, the last one included; 0 for a
            tie.
        grade: how hard it is: 0 where everything points to the right move, 10 and more where
            nothing does.
    """

    rules: Rules
    rows: str
    kind: PuzzleKind
    solution: Line
    length: int
    grade: float

    @property
    def board(self) -> Board:
        """The position, to be changed as you like."""
        return parse_board(self.rows, self.rules.rule, self.rules.line)

    @property
    def game(self) -> Game:
        """A game that leads to the position, X and O in turn. Its order of moves is any."""
        board, game = self.board, Game(self.rules)
        side = range(board.size)
        marks = {
            mark: [(row, col) for row in side for col in side if board.rows[row][col] == mark]
            for mark in (PLAYERX, PLAYERO)
        }
        for number in range(sum(map(len, marks.values()))):
            mark = (PLAYERX, PLAYERO)[number % 2]
            game.play(marks[mark][number // 2])
        return game

    @cached_property
    def player(self) -> int:
        """The side to move."""
        return next_player(self.board)

    @cached_property
    def id(self) -> str:
        """What it is called, on every machine and in every version: eight letters."""
        text = f"{board_name(self.rules)} {self.rows}"
        return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()

    @property
    def move(self) -> Square:
        """The right move."""
        return self.solution[0]

    def check(self, square: Square) -> bool:
        """Whether a move is the right one (see ``engine.coach.attempt`` for what follows)."""
        return square == self.move

    @property
    def title(self) -> Sentence:
        """What is to be done, in a few words."""
        return _title(self.kind, self.length)

    @property
    def riddle(self) -> Sentence:
        """The same on a picture that is shared."""
        return self.question

    @property
    def question(self) -> Sentence:
        """What is asked, as a whole sentence."""
        side, other = STRMAP[self.player], STRMAP[switch_player(self.player)]
        return _question(self.kind, side, other, self.length)


def board_name(rules: Rules) -> str:
    """Return what a board is called in files of puzzles: ``5x5/4``, ``3x3/3 reverse``."""
    return f"{rules.size}x{rules.size}/{rules.line}{rules.rule.suffix}"


def _title(kind: PuzzleKind, moves: int) -> Sentence:  # noqa: PLR0911  (one a kind)
    match kind:
        case PuzzleKind.FORK:
            return Sentence("Find the fork")
        case PuzzleKind.CHAIN:
            return Sentence("Win by threats in {moves} moves", moves=moves)
        case PuzzleKind.FORCE:
            return Sentence("Win by fours and open threes")
        case PuzzleKind.QUIET:
            return Sentence("Find the quiet move that wins")
        case PuzzleKind.WIN:
            return Sentence("Win in {moves} moves", moves=moves)
        case PuzzleKind.HOLD:
            return Sentence("Find the only move that does not lose")
        case PuzzleKind.SQUEEZE:
            return Sentence("Leave only losing squares")
        case PuzzleKind.AVOID:
            return Sentence("Do not complete a line")


def _question(  # noqa: PLR0911  (one a kind)
    kind: PuzzleKind, side: str, other: str, moves: int
) -> Sentence:
    match kind:
        case PuzzleKind.FORK:
            return Sentence("{side} to move: which square makes two threats at once?", side=side)
        case PuzzleKind.CHAIN:
            return Sentence("{side} wins in {moves} moves by threats that leave {other} one answer "
                            "each. Which square comes first?",
                            side=side, other=other, moves=moves)  # fmt: skip
        case PuzzleKind.FORCE:
            return Sentence("{side} wins by fours and open threes, whatever {other} answers. Which "
                            "square comes first?", side=side, other=other)  # fmt: skip
        case PuzzleKind.QUIET:
            return Sentence("{side} wins in {moves} moves at most, but the first one is no threat. "
                            "Which square is it?", side=side, moves=moves)  # fmt: skip
        case PuzzleKind.WIN:
            return Sentence("{side} wins in {moves} moves at most, whatever {other} does. Which "
                            "square comes first?",
                            side=side, other=other, moves=moves)  # fmt: skip
        case PuzzleKind.HOLD:
            return Sentence("{side} to move: every square but one loses. Which one does not?",
                            side=side)  # fmt: skip
        case PuzzleKind.SQUEEZE:
            return Sentence("{side} to move: after which square can {other} only complete a line, "
                            "and lose?", side=side, other=other)  # fmt: skip
        case PuzzleKind.AVOID:
            return Sentence("{side} to move: some squares complete a line, and all but one lose. "
                            "Which one does not?", side=side)  # fmt: skip


# --- files ----------------------------------------------------------------------------


def as_text(puzzles: Iterable[Puzzle]) -> str:
    """Return the content of a file of puzzles: one in a line, below the name of its board.

    Puzzles of one board stand together.
    """
    lines = [f"{FORMAT} {VERSION}"]
    for rules, group in groupby(puzzles, key=lambda puzzle: puzzle.rules):
        lines.append(f"# {board_name(rules)}")
        for puzzle in group:
            squares = " ".join(map(square_name, puzzle.solution))
            kind, grade = puzzle.kind.value, f"{puzzle.grade:.1f}"
            lines.append(f"{puzzle.rows} {kind} {puzzle.length} {grade} {squares}")
    return "\n".join(lines) + "\n"


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file's text. That they are right is not looked at.

    Raises:
        ValueError: a text that holds none, is damaged, or comes from a newer version: a sentence
            that names the line.
    """
    lines = text.splitlines()
    name, _, version = (lines[0] if lines else "").rpartition(" ")
    if name != FORMAT:
        raise Problem("this is no file of puzzles")
    if version != str(VERSION):
        raise Problem(
            "these puzzles were written by another version of this program (format {version}; "
            "this one reads {known})",
            version=shown(version), known=VERSION,
        )  # fmt: skip
    rules: Rules | None = None
    puzzles = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            if line.startswith("# "):
                rules = _read_rules(line.removeprefix("# "))
            else:
                puzzles.append(_read_line(line, rules))
        except (ValueError, IndexError):
            raise Problem(
                "line {line} of the puzzles is damaged: {text}", line=number, text=shown(line)
            ) from None
    return tuple(puzzles)


def _read_rules(name: str) -> Rules:
    board, _, rule = name.partition(" ")
    sides, _, line = board.partition("/")
    rules = Rules(int(sides.partition("x")[0]), int(line), Rule.of_word(rule or "normal"))
    if board_name(rules) != name:
        raise ValueError
    return rules


def _read_line(text: str, rules: Rules | None) -> Puzzle:
    rows, kind, length, grade, *squares = text.split(" ")
    if rules is None or not squares:
        raise ValueError
    solution = tuple(parse_square(square, rules.size) for square in squares)
    return Puzzle(rules, rows, PuzzleKind(kind), solution, int(length), float(grade))


@cache
def load() -> tuple[Puzzle, ...]:
    """Return the program's own puzzles, board by board, the easy ones of each board first."""
    return read_puzzles((files(_FOLDER) / _FILE).read_text(encoding="utf-8"))


_FIRST_GRADE = 3.0
"""How hard a first puzzle is at most."""


@cache
def first_puzzles(five: bool = False) -> tuple[Puzzle, ...]:
    """Return the puzzles for somebody who has solved few: easy ones of the normal game.

    With ``five``, they are of five in a row, and not of smaller games.
    """
    return tuple(
        puzzle
        for puzzle in load()
        if not puzzle.rules.reverse
        and puzzle.kind in (PuzzleKind.FORK, PuzzleKind.HOLD)
        and puzzle.rules.is_gomoku == five
        and puzzle.grade <= _FIRST_GRADE
    )


def puzzle_of(name: str) -> Puzzle:
    """Return one of the program's own puzzles by its id; ValueError where there is none."""
    wanted = name.strip().lower()
    for puzzle in load():
        if puzzle.id == wanted:
            return puzzle
    raise Problem("there is no puzzle {name}", name=shown(name))


# --- the puzzle of the day ------------------------------------------------------------

_WEEK = (
    (Rules(3, 3), Rules(4, 3)), (Rules(10, 5),), (Rules(3, 3, Rule.REVERSE),), (Rules(5, 4),),
    (Rules(4, 4, Rule.REVERSE),), (Rules(15, 5),), (Rules(4, 4),),
)  # fmt: skip
"""The boards of a week's days, some sharing one. Each week begins one further on, so that every
weekday has every board in turn."""

_DAYS = 7


def daily(day: datetime.date) -> Puzzle:
    """Return the puzzle of a day: the same for everybody, from the date alone.

    A week has each board once, easy ones of its board on Monday and hard ones on Sunday. A puzzle
    comes back after more than a year.
    """
    week, weekday = divmod(day.toordinal() - 1, _DAYS)  # the first day of all was a Monday
    band = _bands()[(week + weekday) % _DAYS][weekday]
    return band[week // _DAYS % len(band)]


@cache
def _bands() -> tuple[tuple[Sequence[Puzzle], ...], ...]:
    """Return each day's boards' puzzles in seven bands, from easy to hard.

    A band is in the order of its ids, which is as good as shuffled.
    """
    bands = []
    for boards in _WEEK:
        own = sorted(
            (puzzle for puzzle in load() if puzzle.rules in boards), key=attrgetter("grade")
        )
        ends = [len(own) * number // _DAYS for number in range(_DAYS + 1)]
        bands.append(
            tuple(sorted(own[start:end], key=attrgetter("id")) for start, end in pairwise(ends))
        )
    return tuple(bands)
