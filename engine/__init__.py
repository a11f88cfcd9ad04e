"""Tic-Tac-Toe on any board, random playouts, and the Monte Carlo player of the course.

Importing this package loads nothing else: each name's module is loaded when the name is first asked
for. A course file's process depends on that: it must not meet our own solution of the course.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine._version import __version__

if TYPE_CHECKING:
    from engine import course
    from engine.board import DRAW, EMPTY, PLAYERO, PLAYERX, STRMAP, Board, switch_player
    from engine.game import Game, Outcome, Result, Termination
    from engine.notation import format_board, parse_board, parse_square, square_name
    from engine.players import Decision, MonteCarlo, Perfect, Player, Random
    from engine.rules import MAX_SIZE, Line, Rules, Square
    from engine.search.analysis import Analysis, Certainty, Given, Solved
    from engine.search.confidence import contenders, intervals
    from engine.search.exact import Truth, can_be_solved, exact_tally, perfect_values
    from engine.search.limit import Limit
    from engine.search.sampling import sample
    from engine.search.search import Search, Snapshot, analyse
    from engine.tally import Rates, Tally, Weights, best_squares

__all__ = [
    "DRAW",
    "EMPTY",
    "MAX_SIZE",
    "PLAYERO",
    "PLAYERX",
    "STRMAP",
    "Analysis",
    "Board",
    "Certainty",
    "Decision",
    "Game",
    "Given",
    "Limit",
    "Line",
    "MonteCarlo",
    "Outcome",
    "Perfect",
    "Player",
    "Random",
    "Rates",
    "Result",
    "Rules",
    "Search",
    "Snapshot",
    "Solved",
    "Square",
    "Tally",
    "Termination",
    "Truth",
    "Weights",
    "__version__",
    "analyse",
    "best_squares",
    "can_be_solved",
    "contenders",
    "course",
    "exact_tally",
    "format_board",
    "intervals",
    "parse_board",
    "parse_square",
    "perfect_values",
    "sample",
    "square_name",
    "switch_player",
]

_HOMES = {
    "engine.board": ("DRAW", "EMPTY", "PLAYERO", "PLAYERX", "STRMAP", "Board", "switch_player"),
    "engine.game": ("Game", "Outcome", "Result", "Termination"),
    "engine.notation": ("format_board", "parse_board", "parse_square", "square_name"),
    "engine.players": ("Decision", "MonteCarlo", "Perfect", "Player", "Random"),
    "engine.rules": ("MAX_SIZE", "Line", "Rules", "Square"),
    "engine.search.analysis": ("Analysis", "Certainty", "Given", "Solved"),
    "engine.search.confidence": ("contenders", "intervals"),
    "engine.search.exact": ("Truth", "can_be_solved", "exact_tally", "perfect_values"),
    "engine.search.limit": ("Limit",),
    "engine.search.sampling": ("sample",),
    "engine.search.search": ("Search", "Snapshot", "analyse"),
    "engine.tally": ("Rates", "Tally", "Weights", "best_squares"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Return a public name, or a module of this package, loaded now."""
    if name == "course":
        return import_module("engine.course")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
