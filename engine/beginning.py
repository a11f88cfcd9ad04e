"""The position that a game begins from: what makes one legal, and how a file holds it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board import DRAW, EMPTY, PLAYERO, PLAYERX, STRMAP, Board, Position, switch_player
from engine.errors import Problem
from engine.notation import format_board, parse_board, parse_mark
from engine.rules import Rules


def legal(board: Board, player: int) -> Position:
    """Return a position that a game can begin from.

    Sides that take turns can have reached it, whichever of them began, and a move is left.

    Args:
        board: the marks and the rules.
        player: the side to move, PLAYERX or PLAYERO.

    Raises:
        ValueError: a game that is over, numbers of marks that no two sides have who take turns, or
            the wrong side to move.
    """
    winner = board.check_win()
    if winner == DRAW:
        raise Problem("the board is full: leave a square empty")
    if board.foul is not None:
        raise Problem("X has made a foul, so the game is over: take that mark away")
    if winner is not None:
        if _both_have_lines(board):
            raise Problem("both sides have a line: the game would have ended with the first one")
        raise Problem("there is a line already, so the game is over: take a mark of it away")
    count = {mark: sum(row.count(mark) for row in board.rows) for mark in (PLAYERX, PLAYERO)}
    x, o = count[PLAYERX], count[PLAYERO]
    if abs(x - o) > 1:
        raise Problem(
            "X has {x} marks and O has {o}: the sides take turns, so one may have one more at most",
            x=x, o=o,
        )  # fmt: skip
    if count[player] > count[switch_player(player)]:
        raise Problem(
            "{mark} has one mark more, so {other} is to move",
            mark=STRMAP[player], other=STRMAP[switch_player(player)],
        )  # fmt: skip
    return Position.of(board, player)


def _both_have_lines(board: Board) -> bool:
    """Whether each side has a line."""
    return {PLAYERX, PLAYERO} <= {board.square(*line[0]) for line in board.completed()}


def usual(start: Position) -> bool:
    """Whether this is how games begin anyway: an empty board, X to move."""
    return start.player == PLAYERX and start.marks.count(EMPTY) == len(start.marks)


@dataclass(frozen=True, slots=True)
class SavedStart:
    """A position that a game begins from, as the game's file holds it.

    Attributes:
        board: as ``format_board`` writes it.
        to_move: the letter of the side to move.
    """

    board: str
    to_move: str

    @classmethod
    def of(cls, start: Position) -> SavedStart:
        """Return a position as a file holds it."""
        return cls(format_board(start.board), STRMAP[start.player])

    def position(self, rules: Rules) -> Position:
        """Return the position; ValueError where it is none of these rules."""
        board = parse_board(self.board, line=rules.line)
        if board.size != rules.size:
            raise Problem("the position that it begins from has another size")
        player = parse_mark(self.to_move)
        return legal(Board(rules.size, rules.rule, board.rows, rules.line), player)
