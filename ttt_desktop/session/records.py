"""A scene as a file holds it: the game, who played it and when, and what is noted beside it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from engine import PLAYERO, PLAYERX
from engine.record import HUMAN, Participant, Record
from ttt_desktop.look.text import letter, tr
from ttt_desktop.session.scene import Scene, SceneKind
from ttt_desktop.session.seats import MARKS, Seat, Seating, seat_of
from ttt_desktop.settings.declarations import OPTIONS, Settings, with_values

_GUEST = "file"
"""The kind of a machine that is not built in, in a file."""


def guest_of(record: Record) -> str:
    """Return what the machine is called that played a person's game, if it was not built in."""
    player = record.players.get(record.machine or 0)
    return player.name if player is not None and player.kind == _GUEST else ""


def ended_text(ended: str) -> str:
    """Return how a game ended without a line or a full board, in a sentence.

    Args:
        ended: see ``Record.ended``; not empty.
    """
    side, won, how = ended.upper().partition("+")
    if not won:
        return tr("By its file this game was agreed to be a tie.")
    x, o = letter(PLAYERX), letter(PLAYERO)
    winner, loser = (x, o) if side == "B" else (o, x)
    if how[:1] == "R":
        return tr("By its file {winner} won this game: {loser} resigned.", winner=winner,
                  loser=loser)  # fmt: skip
    if how[:1] == "T":
        return tr("By its file {winner} won this game: the time of {loser} was up.", winner=winner,
                  loser=loser)  # fmt: skip
    return tr("By its file {winner} won this game.", winner=winner)


def seating_in(record: Record, seats_now: Seating) -> Seating:
    """Return who played a game that is over; those who play now where its record says nothing.

    A person without a name is you.

    Args:
        record: the game's.
        seats_now: who plays now.
    """
    if not record.players:
        return seats_now
    players = {mark: record.players.get(mark, Participant()) for mark in MARKS.values()}
    machines = [mark for mark, each in players.items() if each.kind not in ("", HUMAN)]
    people = [mark for mark in players if mark not in machines]
    values: dict[str, object] = {"alike": False, "machine": "both" if not people else "neither"}
    if people and machines:
        values["machine"] = letter(machines[0])
    for name, mark in zip(("name", "friend"), people, strict=False):
        values[name] = players[mark].name[: OPTIONS[name].letters]
        values["friend_plays"] = letter(mark)  # the second one's, where there are two
    settings, named = with_values(seats_now.settings, values), {}
    for mark in machines:
        try:
            settings = with_values(settings, {letter(mark).lower(): players[mark].kind})
        except ValueError:
            named[mark] = players[mark].name or players[mark].kind
    return Seating(settings, named=named)


def record_of(scene: Scene, seats_now: Seating, today: date) -> Record:
    """Return a scene's game with what is noted beside it.

    A game that came from a file is still those players' game of that day until a move is made in
    it. The coach's verdicts take the place of those that came with it.

    Args:
        scene: the scene.
        seats_now: who plays it now, where it is not over.
        today: the day on which it is saved.
    """
    record = scene.record
    if record is None or not record.unchanged:
        seating = scene.seating or seats_now
        record = replace(
            record or Record(scene.game),
            players={mark: player_of(seating, mark) for mark in MARKS.values()},
            day=None if scene.kind is SceneKind.PAST else today,
        )
    record = replace(record, opening=scene.swap)
    if scene.reviewed is not None:
        verdicts = {move.ply: move.verdict for move in scene.reviewed.moves}
        record = replace(record.fitting(), verdicts=verdicts)
    return record


def player_of(seating: Seating, mark: int) -> Participant:
    """Return who plays a mark, by a name only where one was given: others are words of a language.

    Args:
        seating: who plays.
        mark: PLAYERX or PLAYERO.
    """
    settings: Settings = seating.settings
    seat = seat_of(settings, mark)
    if seat is not Seat.MACHINE:
        return Participant(settings.name if seat is Seat.YOU else settings.friend, HUMAN)
    if guest := seating.guest(mark):  # where the file lies is nobody's business
        return Participant(guest, _GUEST)
    spec = settings.player(mark)
    return Participant("", str(spec), spec.level)
