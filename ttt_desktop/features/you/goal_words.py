"""What goals are called: to be reached, as a badge, and once they are."""

from __future__ import annotations

from engine import PLAYERX, Rules
from engine.specs import PlayerSpec
from ttt_desktop.archive.goals import LADDER, Goal
from ttt_desktop.look.text import rule_text, tr
from ttt_desktop.settings.levels import level_text


def goal_text(goal: Goal) -> str:
    """Return a goal as a sentence."""
    level = _level(goal)
    if goal.rules is None:
        return tr("Win a reverse game against {level} or a stronger level.", level=level)
    board = rule_text(goal.rules)
    if goal.tied:
        return tr("Hold {level} to a tie as O on {board}.", level=level, board=board)
    return tr("Win against {level} on {board}.", level=level, board=board)


def badge_text(goal: Goal) -> str:
    """Return a goal in a few words."""
    level = _level(goal)
    if goal.rules is None:
        return tr("{level} beaten in reverse", level=level)
    board = rule_text(goal.rules)
    if goal.tied:
        return tr("{level} tied on {board}", level=level, board=board)
    return tr("{level} beaten on {board}", level=level, board=board)


def reached_text(goal: Goal) -> str:
    """Return what you have done to reach a goal."""
    level = _level(goal)
    if goal.rules is None:
        return tr("you beat {level} or a stronger level in reverse", level=level)
    board = rule_text(goal.rules)
    if goal.tied:
        return tr("you held {level} to a tie as O on {board}", level=level, board=board)
    return tr("you beat {level} on {board}", level=level, board=board)


def titled(level: str, board: Rules) -> str:
    """Return what a level of the ladder is called on a board."""
    return level_text(PlayerSpec.parse(LADDER).kind, level, board)


def _level(goal: Goal) -> str:
    kind = PlayerSpec.parse(LADDER).kind
    if goal.rules is None:
        return level_text(kind, goal.levels[0], Rules.of())
    if goal.tied:
        return level_text(kind, goal.levels[0], goal.rules, (PLAYERX,))
    return titled(goal.levels[0], goal.rules)
