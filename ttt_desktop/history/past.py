"""A game of the history as it was: its moves, and who played it."""

from __future__ import annotations

from engine import Game, Rules, parse_square
from engine.specs import PlayerSpec
from ttt_desktop.history.record import FRIEND, MACHINE, YOU, Record
from ttt_desktop.play.seats import Seating
from ttt_desktop.settings.declarations import Settings, with_values
from ttt_desktop.text import tr


def game_of(record: Record) -> Game:
    """Return a game of the history as it ended; ValueError where its moves cannot be played."""
    game = Game(Rules(record.size, record.line, record.reverse))
    for name in record.moves.split():
        game.play(parse_square(name, record.size))
    return game


def seating_of(record: Record) -> Seating:
    """Return who played a game; a machine that this program no longer has keeps its name."""
    sides = {
        "X": (record.x_seat, record.x_name, record.x_player),
        "O": (record.o_seat, record.o_name, record.o_player),
    }
    machines = [mark for mark, (seat, _, _) in sides.items() if seat == MACHINE]
    values: dict[str, object] = {"machine": "neither", "alike": False}
    file = ""
    if machines:
        values["machine"] = "both" if len(machines) > 1 else machines[0]
    for mark, (seat, name, player) in sides.items():
        if seat == MACHINE:
            if _is_known(player):
                values[mark.lower()] = player
            else:
                file = name
        elif seat == FRIEND:
            values |= {"friend": name, "friend_plays": mark}
        elif seat == YOU:
            values["name"] = "" if name == tr("You") else name
    return Seating(with_values(Settings(), values), file)


def _is_known(player: str) -> bool:
    try:
        PlayerSpec.parse(player)
    except ValueError:
        return False
    return True
