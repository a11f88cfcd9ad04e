"""Piskvork's files (``.psq``): a size, moves as column, row and milliseconds from 1, two names.

    Piskvorky 15x15, 11:11, 0
    8,8,0
    9,9,1204
    first
    second
    -1

The last number of the first line says which of the two names moved first: 0 for the first one. In
tournaments a last line names the league, and so the rule: ``1,Standard1``.
"""

from __future__ import annotations

import re

from engine.board import PLAYERO, PLAYERX
from engine.errors import Problem, shown
from engine.formats.lines import at_line, encodable, play_at, rule_called, usual_rules
from engine.game import Game
from engine.record import Participant, Record
from engine.rules import Rule, Rules, is_gomoku

_LINE = 5
_HEAD = re.compile(
    r"\s*Piskvorky\s+(\d{1,3})\s*x\s*(\d{1,3})\s*(?:,\s*\d+\s*:\s*\d+\s*(?:,\s*(\d))?)?.*"
)
_MOVE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(,\s*-?\d+\s*)?")
_ATTEMPT = re.compile(r"\s*-?\d+\s*[,;]")
_LEAGUE = re.compile(r"-?\d+\s*,\s*([A-Za-z].*)")
_END = "-1"
_COMPUTER = 11
"""What Piskvork calls a player that is a program: its pace, one of its list."""


def read_psq(text: str) -> Record:
    """Return the game of a Piskvork file.

    Raises:
        ValueError: text of another form, or moves that cannot be made; with the line.
    """
    lines = text.lstrip("\ufeff").splitlines()
    head = _HEAD.fullmatch(lines[0]) if lines else None
    if head is None:
        raise at_line(
            1, Problem('a Piskvork file begins with "Piskvorky" and the size, such as 15x15')
        )
    if head[1] != head[2]:
        raise at_line(1, Problem(
            "the board is {width}x{height}; only square boards are played on here",
            width=head[1], height=head[2],
        ))  # fmt: skip
    try:
        rules = usual_rules(int(head[1]))
        if is_gomoku(rules.size, rules.line):
            rules = Rules(rules.size, rules.line, _league(lines))
        game = Game(rules)
    except ValueError as error:
        raise at_line(1, error) from None
    names: list[str] = []
    for number, line in enumerate(lines[1:], start=2):
        match = _MOVE.fullmatch(line)
        if match is not None and match[3] and any(names):
            raise at_line(number, Problem(
                "a move stands below {text}, which is none; moves come before the names",
                text=shown(next(filter(None, names))),
            ))  # fmt: skip
        if match is not None and not any(names):
            play_at(game, (int(match[2]) - 1, int(match[1]) - 1), number, line.strip())
        elif any(names) or not _ATTEMPT.match(line):
            names.append(line.strip())
        else:
            raise at_line(number, Problem(
                "{text} is no move: it must be column,row,milliseconds", text=shown(line.strip())
            ))  # fmt: skip
    return Record(game, _players(names, swapped=head[3] == "1"))


def _league(lines: list[str]) -> Rule:
    """Return the rule of the league that the last line names, such as ``1,Standard1``."""
    last = next((line for line in reversed(lines[1:]) if line.strip()), "")
    league = _LEAGUE.fullmatch(last.strip())
    return rule_called(league[1]) if league is not None else Rule.NORMAL


def _players(names: list[str], swapped: bool) -> dict[int, Participant]:
    """Return who played, by the lines after the moves."""
    given = [_short(name) for name in names if name][:2]
    if _END in given:
        given = given[: given.index(_END)]
    marks = (PLAYERO, PLAYERX) if swapped else (PLAYERX, PLAYERO)
    return {
        mark: Participant.of_label(name) for mark, name in zip(marks, given, strict=False) if name
    }


def _short(name: str) -> str:
    """Return the name of a program's file without its folder and ending."""
    return re.sub(r"\.(exe|zip)$", "", re.split(r"[\\/]", name)[-1], flags=re.IGNORECASE)


def write_psq(record: Record) -> str:
    """Return a game as Piskvork's file.

    Raises:
        ValueError: rules or a beginning that Piskvork does not know.
    """
    game = record.game
    rules = game.rules
    if rules.line != _LINE or rules.rule != Rule.NORMAL:
        raise Problem("Piskvork's files hold games of five or more in a row only: write SGF")
    if game.start is not None:
        raise Problem("Piskvork's files hold games from an empty board only: write SGF")
    moves = [f"{col + 1},{row + 1},0" for row, col in record.all_moves]
    players = [record.players.get(mark, Participant()).label for mark in (PLAYERX, PLAYERO)]
    names = [
        mark if not name or _ATTEMPT.match(name) or name == _END else name
        for name, mark in zip(players, ("X", "O"), strict=True)
    ]
    pace = f"{_COMPUTER}:{_COMPUTER}"
    head = f"Piskvorky {rules.size}x{rules.size}, {pace}, 0"
    return encodable("\n".join((head, *moves, *names, _END, "")))
