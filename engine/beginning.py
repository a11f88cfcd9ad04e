"""The position that a game begins from: what makes one legal, and how a file holds it."""

from __future__ import annotations

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


def as_object(start: Position) -> dict[str, str]:
    """Return a position as the file of a game holds it."""
    return {"board": format_board(start.board), "to_move": STRMAP[start.player]}


def start_of(value: object, rules: Rules) -> Position:
    """Return the position that ``as_object`` wrote; ValueError where it is none of these rules."""
    if not isinstance(value, dict):
        raise Problem("the position that it begins from is missing")
    board, mark = value.get("board"), value.get("to_move")
    if not (isinstance(board, str) and isinstance(mark, str)):
        raise Problem("the position that it begins from is missing")
    found = parse_board(board, line=rules.line)
    if found.size != rules.size:
        raise Problem("the position that it begins from has another size")
    return legal(Board(rules.size, rules.rule, found.rows, rules.line), parse_mark(mark))
