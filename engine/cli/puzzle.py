"""``ttt-engine puzzle``: a position in which one move is right, to be found in the terminal."""

from __future__ import annotations

import argparse
import datetime
import json
import random

from engine.board import STRMAP
from engine.cli.options import Commands, add_board_options, integer
from engine.coach.attempt import Attempt
from engine.coach.puzzles import Puzzle, PuzzleKind, daily, load, puzzle_of
from engine.errors import Problem
from engine.notation import draw_board, parse_square, square_name
from engine.rules import Rule, Rules, Square
from engine.search.sampling import check_seed


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "puzzle",
        help="find the one right move of a position",
        description="Solve a puzzle: a position in which exactly one move is right, which is "
        "proven. Without options it is today's, the same for everybody. You are asked for a square "
        "such as B2, or q to leave and see the solution. Of a row of threats every move is asked "
        "for, up to the fork; the other side's answers are played.",
    )
    parser.add_argument(
        "--date", metavar="YYYY-MM-DD", help="the puzzle of that day (default: today's)"
    )
    parser.add_argument("--id", metavar="ID", help="one certain puzzle, by the letters shown")
    parser.add_argument(
        "--kind", choices=[kind.value for kind in PuzzleKind],
        help="draw one of this kind: a fork, a chain of threats that leave one answer each, force "
        "(fours and open threes), a quiet move that wins, any other win, the only move that holds "
        "a tie; in the reverse game also squeeze (leave only losing squares) and avoid (do not "
        "complete a line)",
    )  # fmt: skip
    parser.add_argument(
        "--size", type=integer, metavar="N", help="draw one of a board with this side"
    )
    add_board_options(parser, gomoku=False)
    parser.add_argument(
        "--seed", type=integer, metavar="S", help="a whole number; the same seed draws the same one"
    )
    parser.add_argument("--show", action="store_true", help="show the solution, and ask nothing")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object with the solution, ask nothing"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show a puzzle and ask for its moves; return 0, or 1 where it was left unsolved."""
    puzzle, day = _chosen(options)
    if options.json:
        print(json.dumps(_as_json(puzzle) | ({"date": day} if day else {})))
        return 0
    print(f"{puzzle.title}\nPuzzle {puzzle.id}{f' of {day}' if day else ''}, ", end="")
    print(f"{_named(puzzle.rules)}, grade {puzzle.grade:g}\n")
    print(f"{draw_board(puzzle.board)}\n\n{puzzle.question}")
    if options.show:
        print(_solution(puzzle))
        return 0
    return _ask_on(Attempt(puzzle))


def _chosen(options: argparse.Namespace) -> tuple[Puzzle, str | None]:
    """Return the puzzle that the options name, and its day where it is one's."""
    drawing = (options.kind, options.size, options.line, options.rule or None, options.seed)
    drawn = any(option is not None for option in drawing)
    if drawn + (options.date is not None) + (options.id is not None) > 1:
        raise Problem("give a date, an id, or what to draw a puzzle from, and not two of them")
    if options.id is not None:
        return puzzle_of(options.id), None
    if drawn:
        puzzles = [puzzle for puzzle in load() if _fits(puzzle, options)]
        if not puzzles:
            raise Problem("there is no such puzzle; try another board or kind")
        return random.Random(check_seed(options.seed)).choice(puzzles), None
    try:
        given = options.date
        day = datetime.date.today() if given is None else datetime.date.fromisoformat(given)
    except ValueError:
        raise Problem("{date} is no date such as 2026-01-31", date=repr(options.date)) from None
    return daily(day), day.isoformat()


def _fits(puzzle: Puzzle, options: argparse.Namespace) -> bool:
    """Whether a puzzle is one of those to draw from."""
    if options.kind is not None and puzzle.kind.value != options.kind:
        return False
    if options.size is not None:
        return puzzle.rules == Rules.of(options.size, options.line, options.rule)
    if options.line is not None and puzzle.rules.line != options.line:
        return False
    return options.rule in (Rule.NORMAL, puzzle.rules.rule)


def _ask_on(attempt: Attempt) -> int:
    """Ask until the puzzle is solved or left; return the exit status."""
    wrong = 0
    while not attempt.solved:
        square = _asked(attempt)
        if square is None:
            print(f"\nThe puzzle was left. {_solution(attempt.puzzle)}")
            return 1
        try:
            answer = attempt.play(square)
        except ValueError as error:
            print(error)
            continue
        wrong += not answer.right
        print(" ".join(["Right." if answer.right else "No.", *map(str, answer.sentences)]))
        if answer.right:
            print(f"\n{draw_board(attempt.board)}")
    print(f"\nSolved{', at once' if not wrong else ''}!")
    return 0


def _asked(attempt: Attempt) -> Square | None:
    """Return the square that is named; None where the puzzle is left."""
    while True:
        try:
            text = input(f"\n{STRMAP[attempt.puzzle.player]} to move, your square: ")
        except (EOFError, RuntimeError):  # RuntimeError: there is no input or output at all
            return None
        if text.strip().lower() in ("q", "quit", "exit"):
            return None
        try:
            return parse_square(text, attempt.puzzle.rules.size)
        except ValueError as error:
            print(error)


def _named(rules: Rules) -> str:
    return f"{rules.size}x{rules.size}, {rules.line} in a row{', reverse' * rules.reverse}"


def _solution(puzzle: Puzzle) -> str:
    return f"The solution: {', '.join(map(square_name, puzzle.solution))}"


def _as_json(puzzle: Puzzle) -> dict[str, object]:
    """Return what ``--json`` prints; docs/terminal.md describes the fields."""
    return {
        "id": puzzle.id,
        "kind": puzzle.kind.value,
        "title": str(puzzle.title),
        "question": str(puzzle.question),
        "size": puzzle.rules.size,
        "line": puzzle.rules.line,
        "reverse": puzzle.rules.reverse,
        "board": puzzle.rows,
        "to_move": STRMAP[puzzle.player],
        "solution": [square_name(square) for square in puzzle.solution],
        "length": puzzle.length,
        "grade": puzzle.grade,
    }
