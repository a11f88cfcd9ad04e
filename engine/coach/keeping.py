"""What a review found the positions of a game to be worth, as text: it need not be done anew.

Only what takes long is kept. Verdicts, reasons and sentences are worked out again from it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from engine.board import PLAYERO, PLAYERX
from engine.coach.judge import SIMULATIONS, Judgement
from engine.coach.review import Review
from engine.game import Game
from engine.notation import parse_square, square_name
from engine.rules import Line, Rules

VERSION = 1
"""Changes with all that would make a position be judged otherwise."""

_MOST = 10**9
"""Beyond any value, length of a game, and number of simulations."""


def kept(review: Review) -> str:
    """Return what the positions of a game are worth, as text."""
    rows = [
        [each.value, each.proven, each.plies, _names(each.best), each.mattered, _names(each.line),
         each.searched]
        for each in (move.judged for move in review.moves)
    ]  # fmt: skip
    found = {"version": VERSION, "simulations": review.simulations, "positions": rows}
    return json.dumps(found, separators=(",", ":"))


@dataclass(frozen=True)
class KeptReview:
    """What an earlier review found of a game's positions.

    Attributes:
        simulations: the tree's, a position.
        positions: what they are worth, by the numbers of the moves that were made in them.
    """

    simulations: int
    positions: Mapping[int, Judgement]


def read(text: str, rules: Rules, moves: Line) -> KeptReview | None:
    """Return what a text says of the positions of a game.

    Args:
        text: what ``kept`` returned.
        rules: the game's.
        moves: its moves.

    Returns:
        None where the text is damaged, of another version, or from a shallower review than is
        made now.
    """
    try:
        given = json.loads(text)
        simulations = round(_number(given["simulations"]))
        if given["version"] != VERSION or simulations < SIMULATIONS:
            return None
        return KeptReview(simulations, _judgements(given["positions"], rules, moves))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


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
