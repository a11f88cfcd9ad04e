"""Tic-Tac-Toe on any board, random playouts, and the Monte Carlo player of the course.

Importing this package is cheap: the fast playouts are loaded when the first one is asked for.
"""

from engine import course
from engine._version import __version__
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
