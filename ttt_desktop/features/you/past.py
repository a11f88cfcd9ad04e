"""Games of the past as they are gone through on the board."""

from __future__ import annotations

from engine import Game, parse_square
from engine.specs import PlayerSpec
from ttt_desktop.archive.past_game import PastGame
from ttt_desktop.look.text import tr
from ttt_desktop.session.seats import Seat, Seating
from ttt_desktop.settings.declarations import Settings, with_values
from ttt_desktop.shell.wishes import GoThrough


def to_go_through(past: PastGame) -> GoThrough:
    """Return the wish to go through a game; ValueError where its moves cannot be played."""
    return GoThrough(game_of(past), seating_of(past), past.key)


def game_of(past: PastGame) -> Game:
    """Return a game of the history as it ended; ValueError where its moves cannot be played."""
    moves = (parse_square(name, past.size) for name in past.moves.split())
    return Game.of(past.rules, moves)


def seating_of(past: PastGame) -> Seating:
    """Return who played a game; a machine that this program no longer has keeps its name."""
    sides = {
        "X": (past.x_seat, past.x_name, past.x_player),
        "O": (past.o_seat, past.o_name, past.o_player),
    }
    machines = [mark for mark, (seat, _, _) in sides.items() if seat is Seat.MACHINE]
    values: dict[str, object] = {"machine": "neither", "alike": False}
    file = ""
    if machines:
        values["machine"] = "both" if len(machines) > 1 else machines[0]
    for mark, (seat, name, player) in sides.items():
        if seat is Seat.MACHINE:
            if _is_known(player):
                values[mark.lower()] = player
            else:
                file = name
        elif seat is Seat.FRIEND:
            values |= {"friend": name, "friend_plays": mark}
        else:
            values["name"] = "" if name == tr("You") else name
    return Seating(with_values(Settings(), values), file)


def _is_known(player: str) -> bool:
    try:
        PlayerSpec.parse(player)
    except ValueError:
        return False
    return True
