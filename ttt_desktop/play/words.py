"""The sentence above the board: whose turn it is, and how the game ended."""

from __future__ import annotations

from engine import PLAYERO, PLAYERX, Line, Result, Rules, Termination, square_name, switch_player
from ttt_desktop.play.seats import Seat, name_of, seat_of
from ttt_desktop.play.standing import GameStanding
from ttt_desktop.play.thinker import Thinking
from ttt_desktop.text import QT_TRANSLATE_NOOP, letter, listed, tr

_BUSY = {
    Thinking.HINT: QT_TRANSLATE_NOOP("", "Looking for a hint…"),
    Thinking.SCORES: QT_TRANSLATE_NOOP("", "Scoring the position…"),
}
"""What is said while the machine works for a person."""

_MOST_NAMED = 5
"""A line of more squares is named by its ends."""


def turn_sentence(controller: GameStanding) -> str:
    """Return whose turn it is, or what is waited for."""
    settings, mark = controller.settings, controller.game.to_move
    if controller.looks_back:
        return place_sentence(controller)
    if controller.thinking in _BUSY:
        return tr(_BUSY[controller.thinking])
    if controller.machines_turn:
        return _machines_turn(controller, mark)
    if settings.machine == "neither" or settings.name:
        return tr("{player} to move.", player=name_of(settings, mark))
    return tr("Your turn.")


def place_sentence(controller: GameStanding) -> str:
    """Return which of the game's positions is shown."""
    ply = len(controller.game.moves)
    whole = ply + len(controller.game.undone)
    return tr("After {ply} of {whole} moves.", ply=ply, whole=whole)


def _machines_turn(controller: GameStanding, mark: int) -> str:
    if controller.can_resume:
        return tr("The machine waits.")
    if controller.settings.machine == "both":
        return tr("{mark} is thinking…", mark=letter(mark))
    return tr("The machine is thinking…")


def end_sentence(controller: GameStanding, result: Result) -> str:
    """Return who won, and with what."""
    if result.winner is None:
        return tr("A tie.")
    line = line_text(result.line, controller.game.rules)
    if result.reason is Termination.REVERSE_LINE:
        return _reverse_end(controller, result, line)
    if _is_you(controller, result.winner):
        return tr("You win with {line}!", line=line)
    if _is_the_machine(controller, result.winner):
        return tr("The machine wins with {line}.", line=line)
    return tr("{player} wins with {line}.", player=_named(controller, result.winner), line=line)


def _reverse_end(controller: GameStanding, result: Result, line: str) -> str:
    assert result.winner is not None
    loser = switch_player(result.winner)
    if _is_you(controller, result.winner):
        return tr("The machine completed {line}: you win!", line=line)
    if _is_you(controller, loser):
        return tr("You completed {line}: the machine wins.", line=line)
    return tr(
        "{loser} completed {line}: {winner} wins.",
        loser=_named(controller, loser),
        line=line,
        winner=_named(controller, result.winner),
    )


def why_text(result: Result) -> str:
    """Return what explains a result that may surprise; empty where nothing does."""
    if result.winner is None:
        return tr("The board is full.")
    if result.reason is Termination.REVERSE_LINE:
        return tr("In the reverse game the line loses.")
    return ""


def score_text(controller: GameStanding) -> str:
    """Return the session's score, such as "You 2 · Machine 1 · Ties 0"."""
    seating, score = controller.seating, controller.score
    parts = [
        tr("{player} {count}", player=_named(controller, mark), count=score.wins(mark, seating))
        for mark in (PLAYERX, PLAYERO)
    ]
    return " · ".join([*parts, tr("Ties {count}", count=score.ties(seating))])


def line_text(line: Line, rules: Rules) -> str:
    """Return what a line is called: "row 2", "column C", its squares, or its two ends."""
    if len(line) == rules.size:
        rows, columns = {row for row, _ in line}, {col for _, col in line}
        if len(rows) == 1:
            return tr("row {number}", number=line[0][0] + 1)
        if len(columns) == 1:
            return tr("column {letter}", letter=square_name(line[0])[0])
    names = [square_name(square) for square in line]
    if len(names) > _MOST_NAMED:
        return tr("{first} to {last}", first=names[0], last=names[-1])
    return listed(names)


def _is_you(controller: GameStanding, mark: int) -> bool:
    """Whether "you" is the word for a mark's player: a person without a name, against a machine."""
    settings = controller.seating.settings
    alone = seat_of(settings, mark) is Seat.YOU and settings.machine != "neither"
    return alone and not settings.name


def _is_the_machine(controller: GameStanding, mark: int) -> bool:
    """Whether "the machine" is the word for a mark's player: the one built-in machine."""
    settings = controller.seating.settings
    alone = seat_of(settings, mark) is Seat.MACHINE and settings.machine != "both"
    return alone and not controller.seating.machine


def _named(controller: GameStanding, mark: int) -> str:
    """Return the name of a mark's player; two machines are told apart by their marks."""
    if controller.seating.settings.machine == "both":
        return letter(mark)
    return controller.seating.name(mark)
