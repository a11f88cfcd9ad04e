"""What a review found the positions of a game to be worth, as text: it need not be done anew.

Only what takes long is kept. Verdicts, reasons and sentences are worked out again from it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.board import PLAYERO, PLAYERX
from engine.coach.judge import SIMULATIONS, Judgement
from engine.coach.review import Review
from engine.decoding import decode
from engine.game import Game
from engine.notation import parse_square, square_name
from engine.rules import Line, Rules

VERSION = 1
"""Changes with all that would make a position be judged otherwise."""

_MOST = 10**9
"""Beyond any value, and any length of a game."""


def kept(review: Review) -> str:
    """Return what the positions of a game are worth, as text."""
    positions = [_saved(move.judged) for move in review.moves]
    data = {"version": VERSION, "simulations": review.simulations, "positions": positions}
    return json.dumps(data, separators=(",", ":"))


def _saved(position: Judgement) -> _SavedPosition:
    return _SavedPosition(
        position.value, position.proven, position.plies, _names(position.best), position.mattered,
        _names(position.line), position.searched,
    )  # fmt: skip


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
    """Return what a text that ``kept`` returned says of the positions of a game.

    None where the text is damaged, of another version, or from a shallower review than is made now.
    """
    try:
        saved = decode(text, _Saved)
        if saved.version != VERSION or saved.simulations < SIMULATIONS:
            return None
        return KeptReview(saved.simulations, _judgements(saved.positions, rules, moves))
    except ValueError:
        return None


class _SavedPosition(NamedTuple):
    """What a position is worth, as ``Judgement`` has it; squares by their names."""

    value: float
    proven: int | None
    plies: int | None
    best: str
    mattered: bool
    line: str
    searched: bool


@dataclass(frozen=True, slots=True)
class _Saved:
    version: int
    simulations: int
    positions: list[_SavedPosition]


def _judgements(
    positions: Sequence[_SavedPosition], rules: Rules, moves: Line
) -> dict[int, Judgement]:
    game, judgements = Game(rules), dict[int, Judgement]()
    for ply, (saved, square) in enumerate(zip(positions, moves, strict=True), start=1):
        best = _squares(saved.best, rules.size)
        if not (best and set(game.board.get_empty_squares()).issuperset(best)):
            raise ValueError
        if not all(abs(number or 0) < _MOST for number in saved[:3]):
            raise ValueError
        judgements[ply] = Judgement(
            game.board, PLAYERX if ply % 2 else PLAYERO, saved.value, saved.proven, saved.plies,
            best, saved.mattered, _squares(saved.line, rules.size), saved.searched,
        )  # fmt: skip
        game.play(square)
    return judgements


def _names(squares: Line) -> str:
    return " ".join(map(square_name, squares))


def _squares(names: str, size: int) -> Line:
    return tuple(parse_square(name, size) for name in names.split())
