"""What every foreign file has: lines to point at, moves to make, and a board's usual line."""

from __future__ import annotations

from engine.errors import Problem, shown
from engine.game import Game
from engine.rules import Rules, Square


def at_line(line: int, problem: ValueError) -> Problem:
    """Return a problem with the line, from 1, at which it stands."""
    return Problem("line {line}: {problem}", line=line, problem=problem)


def usual_rules(size: int) -> Rules:
    """Return the rules of a board where nothing else is said: five in a row, or the whole side.

    Raises:
        ValueError: a size that no board has.
    """
    return Rules.of(size, min(size, 5) if size > 0 else None)


def play_at(game: Game, square: Square, line: int, written: str) -> None:
    """Make a move that stands at a line of a file; Problem where it cannot be made."""
    try:
        game.play(square)
    except ValueError as error:
        problem = Problem(
            "move {number}, {written}, cannot be made: {problem}",
            number=len(game.moves) + 1, written=shown(written), problem=error,
        )  # fmt: skip
        raise at_line(line, problem) from None
