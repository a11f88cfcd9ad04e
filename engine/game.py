"""A game: its moves, whose turn it is, how it ended; undo, redo, and its file format."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import Enum

from engine.beginning import SavedStart, usual
from engine.board import DRAW, EMPTY, PLAYERO, PLAYERX, Board, Position, switch_player
from engine.decoding import decode_own
from engine.errors import Problem
from engine.renju import Foul
from engine.rules import TIC_TAC_TOE, Line, Rules, Square

FORMAT = "monte-carlo-tic-tac-toe game"
VERSION = 1

MAX_BYTES = 1 << 20
"""How large the file of a saved game may be."""


class Termination(Enum):
    """Why a game ended."""

    LINE = "line"
    """A player completed a line and has won."""
    REVERSE_LINE = "reverse line"
    """A player completed a line and has lost: the reverse game."""
    FOUL = "foul"
    """X made a mark that is a foul in Renju, and has lost."""
    FULL = "full board"
    """The board is full without a line: a tie."""


class Outcome(Enum):
    """How a game ended: won by X, won by O, or tied. The values are what files hold."""

    X = "X"
    O = "O"  # noqa: E741  (the mark's own name)
    TIE = "tie"

    @classmethod
    def of(cls, winner: int | None) -> Outcome:
        """Return the outcome for a winner's mark, or for None: a tie."""
        return {PLAYERX: cls.X, PLAYERO: cls.O, None: cls.TIE}[winner]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    Attributes:
        winner: who won; None for a tie.
        reason: why it ended.
        line: the line's squares, or the foul's one.
        foul: what kind of foul it was; None if it was none.
    """

    winner: int | None
    reason: Termination
    line: Line = ()
    foul: Foul | None = None

    @property
    def outcome(self) -> Outcome:
        """How it ended, without the reason."""
        return Outcome.of(self.winner)

    @property
    def line_loses(self) -> bool:
        """Whether the squares of ``line`` are those that lost."""
        return self.reason in (Termination.REVERSE_LINE, Termination.FOUL)

    @classmethod
    def of(cls, board: Board) -> Result | None:
        """Return how the game on a board ended, or None while it goes on."""
        winner = board.check_win()
        if winner is None:
            return None
        if winner == DRAW:
            return cls(None, Termination.FULL)
        if board.foul is not None and board.last is not None:
            return cls(winner, Termination.FOUL, (board.last,), board.foul)
        reason = Termination.REVERSE_LINE if board.rules.reverse else Termination.LINE
        return cls(winner, reason, board.row_of(board.winning_line() or ()))


class Game:
    """The moves of one game, in which the two sides take turns.

    It begins from an empty board, X first, or from a position that was set up.

    Args:
        rules: what it is played by; the usual ones on 3x3 by default.
        start: the position that it begins from, such as ``engine.beginning.legal`` returns; its
            rules are the game's. None for an empty board.

    Attributes:
        rules: what it is played by.
        start: the position that it begins from; None for an empty board with X to move.
    """

    def __init__(self, rules: Rules = TIC_TAC_TOE, start: Position | None = None) -> None:
        self.start = None if start is None or usual(start) else start
        self.rules = rules if start is None else start.rules
        self._board = Board.empty(rules) if self.start is None else self.start.board
        self._moves: list[Square] = []
        self._undone: list[Square] = []
        # (A position that is being set up may be over; one that is played from is not.)
        self._result = None if self.start is None else Result.of(self._board)

    @classmethod
    def of(cls, rules: Rules, moves: Iterable[Square]) -> Game:
        """Return a game of these moves; ValueError where one cannot be made."""
        game = cls(rules)
        for square in moves:
            game.play(square)
        return game

    def anew(self, moves: Iterable[Square] = ()) -> Game:
        """Return another game from the same beginning, of these moves; ValueError as in ``of``."""
        game = Game(self.rules, self.start)
        for square in moves:
            game.play(square)
        return game

    def has_moves_of(self, other: Game) -> bool:
        """Whether another game has the same rules, beginning and moves."""
        return (self.rules, self.start, self._moves) == (other.rules, other.start, other._moves)

    @property
    def board(self) -> Board:
        """A copy of the position, which knows the moves that led to it."""
        board = self._board.clone()
        board.played = self.moves
        return board

    @property
    def moves(self) -> tuple[Square, ...]:
        """The moves made, the first one first."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Square, ...]:
        """The moves that ``redo`` would make again, the next one first."""
        return tuple(reversed(self._undone))

    @property
    def first(self) -> int:
        """The side that makes the first move."""
        return PLAYERX if self.start is None else self.start.player

    @property
    def to_move(self) -> int:
        """The side to move (in a game that is over: the side that would be)."""
        return self.mover(len(self._moves) + 1)

    def mover(self, ply: int) -> int:
        """Return the side that makes a move, by its number from 1."""
        return self.first if ply % 2 else switch_player(self.first)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self._result

    def play(self, square: Square) -> None:
        """Put the mark of the side to move on a square; moves taken back before are forgotten.

        Raises:
            ValueError: the game is over, or the square is taken or off the board.
        """
        self._place(square)
        self._undone.clear()

    def undo(self) -> Square:
        """Take the last move back and return it; ValueError where there is none."""
        if not self._moves:
            raise Problem("there is no move to take back")
        square = self._moves.pop()
        self._undone.append(square)
        self._board.clear(*square)
        self._board.last = self._moves[-1] if self._moves else None
        self._result = None  # no move is made in a game that is over
        return square

    def redo(self) -> Square:
        """Make the last move taken back again and return it; ValueError where there is none."""
        if not self._undone:
            raise Problem("there is no move to make again")
        square = self._undone[-1]
        self._place(square)
        self._undone.pop()
        return square

    def _place(self, square: Square) -> None:
        if self._result is not None:
            raise Problem("the game is over")
        try:
            row, col = square
        except (TypeError, ValueError):
            raise Problem(
                "a square is a pair of row and column, not {value}", value=repr(square)
            ) from None
        if self._board.square(row, col) != EMPTY:
            raise Problem("row {row}, column {column} is taken", row=row + 1, column=col + 1)
        self._board.move(row, col, self.to_move)
        self._moves.append((row, col))
        self._result = Result.of(self._board)

    def to_json(self) -> str:
        """Return the game, moves taken back included, as JSON text that ``from_json`` reads."""
        start = {} if self.start is None else {"start": asdict(SavedStart.of(self.start))}
        return json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                **rules_as_object(self.rules),
                **start,
                "moves": self._moves,
                "undone": self.undone,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Game:
        """Return the game that ``to_json`` wrote.

        Raises:
            ValueError: text that is no saved game, is damaged, or comes from a newer version.
        """
        saved = decode_own(text, _SavedGame, FORMAT, VERSION, _NAME)
        if saved is None:
            raise Problem("this is not a saved game, or it is damaged")
        try:
            return saved.game()
        except ValueError as error:
            raise Problem("{name} is damaged: {error}", name=_NAME, error=error) from None


_NAME = Problem("the saved game")


@dataclass(frozen=True, slots=True)
class _SavedGame:
    """What the file of a game holds of the game itself."""

    size: int
    win_length: int
    reverse: bool
    moves: list[Square]
    undone: list[Square]
    rule: str | None = None
    start: SavedStart | None = None

    def game(self) -> Game:
        """Return the game; ValueError where there is none such."""
        rules = Rules.from_file(self.size, self.win_length, self.reverse, self.rule)
        game = Game(rules, None if self.start is None else self.start.position(rules))
        for square in (*self.moves, *self.undone):
            game.play(square)
        for _ in self.undone:
            game.undo()
        return game


def rules_as_object(rules: Rules) -> dict[str, object]:
    """Return rules as the file of a game holds them: with the rule's name if it is a third one."""
    data = rules.to_json()
    return {"size": data.pop("size"), "win_length": data.pop("line"), **data}
