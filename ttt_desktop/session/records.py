"""A scene as a file holds it: the game, who played it and when, and what is noted beside it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from engine.record import HUMAN, Participant, Record
from ttt_desktop.session.scene import Scene, SceneKind
from ttt_desktop.session.seats import MARKS, Seat, Seating, seat_of
from ttt_desktop.settings.declarations import Settings

_GUEST = "file"
"""The kind of a machine that is not built in, in a file."""


def guest_of(record: Record) -> str:
    """Return what the machine is called that played a person's game, if it was not built in."""
    player = record.players.get(record.machine or 0)
    return player.name if player is not None and player.kind == _GUEST else ""


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
