"""``ttt-engine review``: a saved game looked through, move by move."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from engine.beginning import SavedStart
from engine.board import PLAYERO, PLAYERX, STRMAP
from engine.cli.options import Commands, integer, same_file
from engine.cli.terminal import ProgressLine, tell, tell_notes, writing
from engine.coach.judge import SIMULATIONS
from engine.coach.reasons import Reason
from engine.coach.report import report_html
from engine.coach.review import Review, ReviewedMove, review
from engine.coach.words import (
    SIGNS,
    accuracy_told,
    moment_told,
    result_told,
    rules_told,
    said_of,
)
from engine.errors import Problem, whole_number
from engine.files import check_writable, write_result
from engine.formats.files import read_game
from engine.game import rules_as_object
from engine.notation import square_name
from engine.record import Record

FORMAT, VERSION = "monte-carlo-tic-tac-toe review", 1

_MARKS = (PLAYERX, PLAYERO)
_MOST_SIMULATIONS = 10**7


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "review",
        help="look through a saved game: what decided it, and every mistake",
        description="Look through a game that was saved (.tttgame): which move decided it, how "
        "good each move was, why mistakes were mistakes, and how well each side played. Boards up "
        "to 4x4, and 5x5 with 3 or 4 in a row, are solved; on others a tree search estimates. "
        "Moves that were gone back from belong to the game. ?! is an inaccuracy, ? a mistake, "
        "?? a blunder.",
    )
    parser.add_argument("game", type=Path, metavar="GAME.tttgame")
    parser.add_argument(
        "--html", type=Path, metavar="FILE",
        help="also write a report with pictures, to read and to print",
    )  # fmt: skip
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of the text"
    )
    parser.add_argument(
        "--simulations", type=integer, default=SIMULATIONS, metavar="N",
        help="simulations of the tree search a position, where it cannot be solved "
        "(default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--encoding", default="", metavar="NAME",
        help="the letters that the file is written in, such as gb18030, where it does not say so",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Review the game, print and write what was found, return 0."""
    simulations = whole_number(
        options.simulations, "the number of simulations", 1, _MOST_SIMULATIONS
    )
    record = read_game(options.game, encoding=options.encoding)
    tell_notes(record)
    if not record.all_moves:
        raise Problem("{file}: the game has no moves yet", file=options.game.name)
    if options.html is not None:
        if same_file(options.html, options.game):
            raise ValueError("--html names the game's own file, which would be lost")
        with writing(options.html):
            check_writable(options.html)
    reviewed = _reviewed(record, simulations)
    if options.html is not None:
        names = {mark: player.label for mark, player in record.players.items()}
        day = record.day.isoformat() if record.day else ""
        with writing(options.html):
            write_result(options.html, report_html(reviewed, names, day))
    if options.json:
        print(json.dumps(as_json(reviewed)))
    else:
        tell(as_text(reviewed, record))
    return 0


def _reviewed(record: Record, simulations: int) -> Review:
    """Return the review, and show meanwhile how far it has come."""
    line, done = ProgressLine("moves", 0, len(record.all_moves)), 0

    def count(_move: ReviewedMove) -> None:
        nonlocal done
        done += 1
        line.show(done)

    try:
        game = record.game
        return review(game.rules, record.all_moves, simulations, on_move=count, start=game.start)
    finally:
        line.clear()


# --- what is printed ------------------------------------------------------------------


def as_text(reviewed: Review, record: Record) -> str:
    """Return what the console prints."""
    lines = [str(rules_told(reviewed.rules)), *_about(record)]
    lines += [
        str(result_told(reviewed.result, len(reviewed.moves))),
        "",
        str(moment_told(reviewed)),
    ]
    if reviewed.decisive is not None:
        lines.append(said_of(reviewed.decisive[0]))
    width = max(len(square_name(move.square)) for move in reviewed.moves)
    lines += ["", *(text for move in reviewed.moves for text in _listed(move, width)), ""]
    if not reviewed.solved:
        lines.append(
            f"Not every position is solved: the others are estimated by {reviewed.simulations:,} "
            "simulations or more."
        )
    lines += [f"{STRMAP[mark]}: {accuracy_told(reviewed.accuracy(mark))}" for mark in _MARKS]
    return "\n".join(lines)


def _about(record: Record) -> list[str]:
    """Return who played, and when, as far as the file says so."""
    players = [
        f"{STRMAP[mark]}: {record.players[mark].label}" for mark in _MARKS if mark in record.players
    ]
    return [*players, *([record.day.isoformat()] if record.day else [])]


def _listed(move: ReviewedMove, width: int) -> list[str]:
    """Return the lines of a move: its verdict, and what there is to say of a slip."""
    name, sign = square_name(move.square), SIGNS[move.verdict]
    sign = sign if sign.isascii() else ""  # not every terminal has a tick
    head = f"{move.ply:>3}. {STRMAP[move.player]} {name:<{width}} {sign:<2} {move.verdict.value}"
    reason = said_of(move) if move.verdict.is_slip else ""
    return [head, *([f"       {reason}"] if reason else [])]


def as_json(reviewed: Review) -> dict[str, object]:
    """Return what ``--json`` prints; docs/terminal.md describes the fields."""
    rules, decisive, result = reviewed.rules, reviewed.decisive, reviewed.result
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": rules_as_object(rules),
        "start": reviewed.start and asdict(SavedStart.of(reviewed.start)),
        "result": None if result is None else result.outcome.value,
        "solved": reviewed.solved,
        "simulations": reviewed.simulations,
        "accuracy": {
            STRMAP[mark]: {
                "percent": accuracy.percent,
                "right": accuracy.right,
                "mattered": accuracy.mattered,
            }
            for mark in _MARKS
            for accuracy in (reviewed.accuracy(mark),)
        },
        "decisive": decisive and {"ply": decisive[0].ply, "moment": decisive[1].value},
        "moves": [_move_as_json(move) for move in reviewed.moves],
    }


def _move_as_json(move: ReviewedMove) -> dict[str, object]:
    before, after = move.proven_before, move.proven_after
    estimate = {
        "before": None if before else move.before,
        "after": None if after else move.after,
    }
    return {
        "ply": move.ply,
        "mark": STRMAP[move.player],
        "move": square_name(move.square),
        "value_before": int(move.before) if before else None,
        "value_after": int(move.after) if after else None,
        "estimate": None if before and after else estimate,
        "best": [square_name(square) for square in move.judged.best],
        "verdict": move.verdict.value,
        "reason": move.reason and _reason_as_json(move.reason, said_of(move)),
    }


def _reason_as_json(reason: Reason, text: str) -> dict[str, object]:
    return {
        "cause": reason.cause.value,
        "text": text,
        "mark": STRMAP[reason.side],
        "move": square_name(reason.line[0]) if reason.line else None,
        "line": [square_name(square) for square in reason.line],
        "ends": [square_name(square) for square in reason.ends],
    }
