"""What a review found the positions of a game to be worth, as text: it need not be done anew.

Only what takes long is kept. Verdicts, reasons and sentences are worked out again from it.
"""

from __future__ import annotations

import json

from engine.board import PLAYERO, PLAYERX
from engine.coach.judge import SIMULATIONS, Judgement
from engine.coach.review import Review
from engine.game import Game
from engine.notation import parse_square, square_name
from engine.rules import Line, Rules

VERSION = 1
"""Changes with all that would make a position be judged otherwise."""

_MOST = 1000
"""Beyond any value and any length of a game."""


def kept(review: Review) -> str:
    """Return what the positions of a game are worth, as text."""
    rows = [
        [each.value, each.proven, each.plies, _names(each.best), each.mattered, _names(each.line),
         each.searched]
        for each in (move.judged for move in review.moves)
    ]  # fmt: skip
    found = {"version": VERSION, "simulations": review.simulations, "positions": rows}
    return json.dumps(found, separators=(",", ":"))


def read(
    text: str, rules: Rules, moves: Line, simulations: int = SIMULATIONS
) -> dict[int, Judgement]:
    """Return what a text says of the positions of a game, by the numbers of the moves made there.

    Args:
        text: what ``kept`` returned.
        rules: the game's.
        moves: its moves.
        simulations: those of the tree; positions that were judged with others are of no use.

    Returns:
        A judgement a move, from 1 on; none where the text is damaged, or of another version.
    """
    try:
        given = json.loads(text)
        if (given["version"], given["simulations"]) != (VERSION, simulations):
            return {}
        return _judgements(given["positions"], rules, moves)
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}


def _judgements(rows: list[list[object]], rules: Rules, moves: Line) -> dict[int, Judgement]:
    game, found = Game(rules), dict[int, Judgement]()
    for ply, (row, square) in enumerate(zip(rows, moves, strict=True), start=1):
        value, proven, plies, best, mattered, line, searched = row
        free = set(game.board.get_empty_squares())
        squares = _squares(best, rules.size)
        if not (squares and free.issuperset(squares)):
            raise ValueError
        found[ply] = Judgement(
            game.board, PLAYERX if ply % 2 else PLAYERO, _number(value),
            None if proven is None else round(_number(proven)),
            None if plies is None else round(_number(plies)),
            squares, mattered is True, _squares(line, rules.size), searched is True,
        )  # fmt: skip
        game.play(square)
    return found


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _MOST:
        raise TypeError
    return float(value)


def _names(squares: Line) -> str:
    return " ".join(map(square_name, squares))


def _squares(names: object, size: int) -> Line:
    if not isinstance(names, str):
        raise TypeError
    return tuple(parse_square(name, size) for name in names.split())
