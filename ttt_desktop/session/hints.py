"""Why a hint is good, in one short sentence, where that has a name."""

from __future__ import annotations

from engine import Board, Square, square_name, switch_player
from engine.coach.sentences import names
from engine.coach.threats import Threats
from ttt_desktop.look.text import letter, tr, worded

_BUDGET = 400
"""Moves that are tried for two threats at once."""


def why_good(board: Board, player: int, square: Square) -> str:
    """Return why a move is good for a side; empty where nothing of it has a name.

    What is said is a fact of the position, and not what a search thinks of it.
    """
    if board.rules.reverse:
        return ""
    threats, place = Threats.of(board), square[0] * board.size + square[1]
    if place in threats.ends(player):
        return tr("It completes a line and wins.")
    return _against_other(threats, player, place) or _of_ones_own(threats, player, place)


def _against_other(threats: Threats, player: int, place: int) -> str:
    """Return what a move takes from the other side, unless it makes two threats itself."""
    other = switch_player(player)
    mark = letter(other)
    ends = threats.ends(other)
    menaced = threats.chain(other, 1, _BUDGET) is not None
    with threats.after(place, player):
        stopped = not threats.ends(other)
        if threats.forks(player) and stopped:
            return ""
        if place in ends or (ends and stopped):
            return tr("It blocks a line of {mark}.", mark=mark)
        if menaced and stopped and threats.chain(other, 1, _BUDGET) is None:
            return tr("It keeps {mark} from making two threats at once.", mark=mark)
    return ""


def _of_ones_own(threats: Threats, player: int, place: int) -> str:
    """Return what a move gives its own side."""
    size = threats.rules.size
    with threats.after(place, player):
        ends = [divmod(end, size) for end in threats.ends(player)]
        forks = threats.forks(player)
        stopped = not threats.ends(switch_player(player))
        fork = threats.chain(player, 1, _BUDGET) if stopped and not ends else None
    if forks:
        return tr("It makes two threats at once, on {squares}.", squares=worded(names(ends)))
    if ends:
        return tr("It threatens a line on {square}.", square=square_name(ends[0]))
    if fork is None:
        return ""
    next_one = square_name(divmod(fork.moves[0], size))
    return tr("Next, {square} would make two threats at once.", square=next_one)
