"""Games and positions as plain text: "H8 I9 G7", "X.O/.X./..O", or both, below the board's size.

    15x15/5
    X.O/.X./..O O to move
    1. H8 2. I9

Each part may be missing. Rows are counted from the top. A board may stand on lines of its own, with
letters and numbers around it, as the console draws it.
"""

from __future__ import annotations

import re

from engine.beginning import legal
from engine.board import STRMAP, Board
from engine.errors import Problem, shown
from engine.formats.lines import at_line, play_at, usual_rules
from engine.game import Game
from engine.notation import (
    format_board,
    next_player,
    parse_board,
    parse_mark,
    parse_square,
    printed_board,
    square_name,
)
from engine.record import Record
from engine.rules import MAX_SIZE, Rule, Rules

_HEAD = re.compile(
    r"(\d{1,3})\s*[x×]\s*(\d{1,3})(?:\s*/\s*(\d{1,3}))?(?:\s+(reverse|exact|caro|renju))?",
    re.IGNORECASE,
)
_TO_MOVE = re.compile(r"(?:^|(?<=[\s,]))([XO])\s+to\s+move$", re.IGNORECASE)
_ROWS = re.compile(r"[XO._-]+(/[XO._-]+)*", re.IGNORECASE)
_DRAWN = re.compile(r"(?:\d{1,2}\s+)?((?:[XO._-](?:\s+|$))+)", re.IGNORECASE)
_LETTERS = re.compile(r"A(\s+[B-Y])*")
_NUMBER = re.compile(r"\d{1,4}\.+|\d{1,4}\)")
_MOVE = re.compile(r"[A-Za-z]\d{1,2}")
_MOVES = re.compile(rf"({_MOVE.pattern})+")
"""One move or more: some programs put nothing between them."""
_WORD = re.compile(r"[^\s,;]+")
_USUAL = (15, 19, 20, MAX_SIZE)
"""The sizes that a list of moves may be meant for where none is said."""

_MOVES_A_LINE = 10


class _Parts:
    """What the lines of a text are.

    Attributes:
        head: the rules that it names, or None.
        rows: the rows of its board, each as ``parse_board`` wants it.
        at: the line at which the board begins.
        mark: the side to move, or empty.
        moves: names of squares, each with its line.
    """

    def __init__(self, text: str) -> None:
        self.head: Rules | None = None
        self.rows: list[str] = []
        self.at = 1
        self.mark = ""
        self.moves: list[tuple[str, int]] = []
        text = text.lstrip("\ufeff")
        printed = printed_board(text)
        if printed is None:
            self._take_lines(text, 1)
            return
        above, rows, below = printed
        self._take_lines(above, 1)
        self.at = len(above.splitlines()) + 1
        if self.rows or self.moves:
            raise at_line(self.at, Problem("a board stands below moves or another board"))
        self.rows = rows
        # (What is below may begin in the board's last line.)
        through = text[: len(text) - len(below)]
        self._take_lines(below, len(f"{through}.".splitlines()))

    def _take_lines(self, text: str, first: int) -> None:
        for number, line in enumerate(text.splitlines(), start=first):
            self._take(line.strip(), number)

    def _take(self, line: str, number: int) -> None:
        if not line or line.startswith("#") or _LETTERS.fullmatch(line):
            return
        if (head := _HEAD.fullmatch(line)) is not None:
            self.head = _rules_of(head, number)
            return
        if (to_move := _TO_MOVE.search(line)) is not None:
            self.mark, line = to_move[1], line[: to_move.start()].strip().rstrip(",").strip()
        if not line:
            return
        drawn, rows = _DRAWN.fullmatch(line), _ROWS.fullmatch(line)
        if (drawn is not None or rows is not None) and not self.moves:
            self.at = self.at if self.rows else number
            self.rows += line.split("/") if drawn is None else ["".join(drawn[1].split())]
            return
        for word in _WORD.finditer(_NUMBER.sub(" ", line)):
            if len(self.moves) > MAX_SIZE**2:  # one of them cannot be made, wherever they go
                return
            if not _MOVES.fullmatch(word[0]):
                raise at_line(number, Problem(
                    "{word} is neither a square, such as H8, nor a row of a board, such as X.O",
                    word=shown(word[0]),
                ))  # fmt: skip
            self.moves += [(name, number) for name in _MOVE.findall(word[0])]

    def game(self, wanted: Rules | None) -> Game:
        """Return the game as it begins; Problem where it cannot begin so."""
        if not self.rows:
            return Game(self.head or self._rules_for_moves(wanted))
        try:
            size = len(self.rows)
            fits = wanted if wanted is not None and wanted.size == size else usual_rules(size)
            rules = self.head or fits
            if rules.size != size:
                raise Problem("the board has another size than is said above it")
            board = parse_board("/".join(self.rows), rules.rule, rules.line)
            player = parse_mark(self.mark) if self.mark else next_player(board)
            return Game(rules, legal(board, player))
        except ValueError as error:
            raise at_line(self.at, error) from None

    def _rules_for_moves(self, wanted: Rules | None) -> Rules:
        """Return rules for a list of moves without a size."""
        least = max(
            max(ord(name[0].upper()) - ord("A") + 1, int(name[1:])) for name, _ in self.moves
        )
        if wanted is not None and least <= wanted.size:
            return wanted
        return usual_rules(next((size for size in _USUAL if size >= least), MAX_SIZE))


def _rules_of(head: re.Match[str], number: int) -> Rules:
    """Return the rules of a line such as ``15x15/5``."""
    if int(head[1]) != int(head[2]):
        raise at_line(number, Problem(
            "the board is {width}x{height}; only square boards are played on here",
            width=head[1], height=head[2],
        ))  # fmt: skip
    try:
        usual = usual_rules(int(head[1]))
        rule = Rule.of_word(head[4].lower()) if head[4] else Rule.NORMAL
        return Rules(usual.size, int(head[3]) if head[3] else usual.line, rule)
    except ValueError as error:
        raise at_line(number, error) from None


def read_plain(text: str, wanted: Rules | None = None) -> Record:
    """Return the game, or the position, that a text holds.

    Args:
        wanted: the rules where the text names none, if all that it says fits.

    Raises:
        ValueError: text that is neither, or moves that cannot be made; with the line.
    """
    parts = _Parts(text)
    if not parts.rows and not parts.moves and parts.head is None:
        raise Problem(
            "this is neither a list of moves, such as H8 I9, nor a board, such as X.O/.X./..O"
        )
    game = parts.game(wanted)
    for name, line in parts.moves:
        try:
            square = parse_square(name, game.rules.size)
        except ValueError as error:
            raise at_line(line, error) from None
        play_at(game, square, line, name)
    return Record(game)


def write_moves(record: Record) -> str:
    """Return a game as the list of its moves, below the board's size and how it began."""
    game, names = record.game, [square_name(square) for square in record.all_moves]
    rules = game.rules
    head = f"{rules.size}x{rules.size}/{rules.line}{rules.rule.suffix}"
    start = [] if game.start is None else [_position(game.start.board, game.start.player)]
    rows = range(0, len(names), _MOVES_A_LINE)
    moves = [" ".join(names[at : at + _MOVES_A_LINE]) for at in rows]
    return "\n".join((head, *start, *moves, ""))


def write_position(record: Record) -> str:
    """Return a game's position as one line; one before it names the rules if they are not usual."""
    game = record.game
    rules = game.rules
    head = f"{rules.size}x{rules.size}/{rules.line}{rules.rule.suffix}\n"
    usual = rules == usual_rules(rules.size)
    return ("" if usual else head) + _position(game.board, game.to_move) + "\n"


def _position(board: Board, player: int) -> str:
    """Return a board in one line, with the side to move where the marks do not tell it."""
    to_move = "" if player == next_player(board) else f" {STRMAP[player]} to move"
    return format_board(board) + to_move
