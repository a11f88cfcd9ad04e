"""The words of the Gomocup protocol: squares, stones, and what is said beside moves."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.board import EMPTY, PLAYERO, PLAYERX, Board
from engine.errors import Problem, shown
from engine.rules import FIVE, Rule, Square, is_gomoku

LINE = FIVE
"""How many marks in a row win: the protocol knows no other number."""

SMALLEST, LARGEST = 5, 25
"""The sides of the boards that are played on."""

OWN, OTHER = 1, 2
"""Whose stone it is, from the side of the program that is told."""

_RULES = {0: Rule.NORMAL, 1: Rule.EXACT, 4: Rule.RENJU, 8: Rule.CARO}
"""The rules by the numbers of ``INFO rule``."""

_CONTINUOUS = 2
"""The bit that says the match continues on the same board. It makes no difference to a program
that is sent every position."""

REMARKS = ("MESSAGE", "DEBUG")
"""What an answer begins with that a person or its maker may read, and that is no move."""

_SQUARE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")
_STONE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")


def rule_of(number: int, size: int) -> Rule:
    """Return the rule that a number of ``INFO rule`` stands for, on a board of some side.

    Raises:
        ValueError: a rule that is not played here.
    """
    rule = _RULES.get(number & ~_CONTINUOUS)
    if rule is None:
        raise Problem(
            "five or more in a row, exactly five (1), Renju (4) and Caro (8) are played here, not "
            "rule {rule}", rule=number,
        )  # fmt: skip
    return rule if is_gomoku(size, LINE) else Rule.NORMAL


def number_of(rule: Rule) -> int:
    """Return the number by which ``INFO rule`` tells a rule."""
    return next(number for number, known in _RULES.items() if known == rule)


def written(square: Square) -> str:
    """Return a square as the protocol writes it: column, comma, row, from 0."""
    row, col = square
    return f"{col},{row}"


def square_of(text: str, size: int) -> Square:
    """Return the (row, column) of ``x,y``.

    Raises:
        ValueError: text of another form, or a square that is off the board.
    """
    match = _SQUARE.fullmatch(text)
    if match is None:
        raise Problem("{text} is no square: it must be two numbers, x,y", text=shown(text))
    return _on_board(int(match[2]), int(match[1]), size)


def stone_of(text: str, size: int) -> tuple[Square, int]:
    """Return the square of ``x,y,whose``, and whose stone is there: ``OWN`` or ``OTHER``.

    Raises:
        ValueError: text of another form, a square that is off the board, or another owner.
    """
    match = _STONE.fullmatch(text)
    if match is None:
        raise Problem("{text} is no stone: it must be three numbers, x,y,whose", text=shown(text))
    whose = int(match[3])
    if whose not in (OWN, OTHER):
        raise Problem("{whose} is nobody's stone: 1 is your own, 2 the opponent's", whose=whose)
    return _on_board(int(match[2]), int(match[1]), size), whose


def _on_board(row: int, col: int, size: int) -> Square:
    if row >= size or col >= size:
        raise Problem(
            "{square} is off the board, which has {size} squares a side",
            square=written((row, col)), size=size,
        )  # fmt: skip
    return row, col


def stones_of(board: Board, player: int) -> dict[Square, int]:
    """Return whose the marks on a board are, from one side; in the order of a game between two.

    Where the board knows the moves, they come in the order in which they were made. The sides of
    all other marks alternate, beginning with the one that moved first: some programs tell the sides
    apart by the order of the stones.
    """
    side, moves = range(board.size), dict.fromkeys(board.played)
    squares: dict[int, list[Square]] = {PLAYERX: [], PLAYERO: []}
    for square in ((row, col) for row in side for col in side):
        mark = board.square(*square)
        if mark == EMPTY:
            moves.pop(square, None)
        elif square not in moves:
            squares[mark].append(square)
    first = PLAYERX if len(squares[PLAYERX]) >= len(squares[PLAYERO]) else PLAYERO
    second = PLAYERO if first == PLAYERX else PLAYERX
    stones: dict[Square, int] = {}
    for number, square in enumerate(squares[first]):
        stones[square] = OWN if first == player else OTHER
        for reply in squares[second][number : number + 1]:
            stones[reply] = OWN if second == player else OTHER
    played = {square: OWN if board.square(*square) == player else OTHER for square in moves}
    return stones | played


def board_of(stones: Iterable[tuple[Square, int]], size: int, rule: Rule) -> tuple[Board, int]:
    """Return the board that some stones make, and which side the program plays on it.

    X moved first: whoever has fewer stones moves next as O, and as X where both have as many.
    """
    whose_by_square = dict(stones)
    own = sum(whose == OWN for whose in whose_by_square.values())
    player = PLAYERX if own == len(whose_by_square) - own else PLAYERO
    other = PLAYERO if player == PLAYERX else PLAYERX
    board = Board(size, rule, win_length=LINE)
    for (row, col), whose in whose_by_square.items():
        board.set_up(row, col, player if whose == OWN else other)
    return board, player
