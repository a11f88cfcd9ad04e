"""What every foreign file has: lines to point at, moves to make, and a board's usual line."""

from __future__ import annotations

import re

from engine.errors import Problem, shown
from engine.game import Game
from engine.rules import Rule, Rules, Square, is_gomoku

_CALLED = (
    (Rule.REVERSE, re.compile(r"reverse|mis[eè]re", re.IGNORECASE)),
    (Rule.NORMAL, re.compile(r"[无無]禁|禁手(なし|無し)|free-?\s?style", re.IGNORECASE)),
    (Rule.EXACT, re.compile(r"\b(exact|standard)", re.IGNORECASE)),
    (Rule.CARO, re.compile(r"\bcaro", re.IGNORECASE)),
    (
        Rule.RENJU,
        re.compile(r"renju|\bRIF\b|[連连]珠|禁手|s[oö]+s[oõö]r[vw]|taraguchi|yamaguchi|sakata",
                   re.IGNORECASE),
    ),
)  # fmt: skip
"""What leagues, servers and federations call the rules of five in a row, the narrower words first:
RIF is the Renju International Federation, 禁手 are Renju's fouls, 无禁手 is "without" them."""


def rule_called(words: str) -> Rule:
    """Return the rule that words name, such as SGF's ``RU``; else the normal one."""
    return next((rule for rule, called in _CALLED if called.search(words)), Rule.NORMAL)


def at_line(line: int, problem: ValueError) -> Problem:
    """Return a problem with the line, from 1, at which it stands."""
    return Problem("line {line}: {problem}", line=line, problem=problem)


def encodable(text: str) -> str:
    """Return a text as a file can hold it: a half of a letter, as JSON may have it, is a "?"."""
    return text.encode(errors="replace").decode()


def usual_rules(size: int) -> Rules:
    """Return the rules of a board where nothing else is said: five in a row, or the whole side.

    Raises:
        ValueError: a size that no board has.
    """
    return Rules.of(size, min(size, 5) if size > 0 else None)


def play_at(game: Game, square: Square, line: int, written: str) -> None:
    """Make a move that stands at a line of a file; Problem where it cannot be made."""
    if game.result is not None and (rule := _going_on(game, square)) is not None:
        raise at_line(line, Problem(
            "move {number}, {written}, comes after the end by this rule; by the rule “{rule}” the "
            "game goes on",
            number=len(game.moves) + 1, written=shown(written), rule=rule.word,
        ))  # fmt: skip
    try:
        game.play(square)
    except ValueError as error:
        problem = Problem(
            "move {number}, {written}, cannot be made: {problem}",
            number=len(game.moves) + 1, written=shown(written), problem=error,
        )  # fmt: skip
        raise at_line(line, problem) from None


def _going_on(game: Game, square: Square) -> Rule | None:
    """Return a rule by which a game that is over goes on with a move; None where none is known."""
    rules = game.rules
    if not is_gomoku(rules.size, rules.line):
        return None
    for rule in (Rule.EXACT, Rule.CARO, Rule.RENJU, Rule.NORMAL):
        if rule == rules.rule:
            continue
        other = Game(Rules(rules.size, rules.line, rule))
        try:
            for earlier in (*game.moves, square):
                other.play(earlier)
        except ValueError:
            continue
        return rule
    return None
