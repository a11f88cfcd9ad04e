"""A scene as a file holds it: the game, who played it and when, and what is noted beside it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from engine import STRMAP
from engine.record import FILE, HUMAN, Participant, Record
from ttt_desktop.look.text import tr
from ttt_desktop.session.scene import Scene
from ttt_desktop.session.seats import MARKS, Seat, Seating, seat_of, with_machines
from ttt_desktop.settings.declarations import OPTIONS, Settings, with_values


def guest_of(record: Record) -> str:
    """Return what a machine is called that played a record's game, if one was not built in."""
    guests = [player.name for player in record.players.values() if player.kind == FILE]
    return guests[0] if guests else ""


def seating_in(record: Record, seats_now: Seating) -> Seating:
    """Return who played a game that is over, where its record says it; else those who play now."""
    known = record.players
    machines = [mark for mark, player in known.items() if player.kind not in ("", HUMAN)]
    if not known or (machines and len(known) < len(MARKS)):
        return seats_now
    people = [mark for mark in MARKS.values() if mark not in machines]
    values: dict[str, object] = {"alike": False, "machine": "both" if not people else "neither"}
    if people and machines:
        values["machine"] = STRMAP[machines[0]]
    for name, mark in zip(("name", "friend"), people, strict=False):
        values[name] = _shown(known[mark].name, name) if mark in known else ""
        values["friend_plays"] = STRMAP[mark]  # the second one's, where there are two
    return with_machines(
        with_values(seats_now.settings, values),
        {mark: known[mark].kind for mark in machines},
        {mark: _shown(known[mark].name, "name") or tr("Program") for mark in machines},
    )


def others_in(record: Record, seats_now: Seating) -> Seating | None:
    """Return who played a game by its record, where that names others than those who play now."""
    if not any(player.name for player in record.players.values()):
        return None
    seating = seating_in(record, seats_now)
    same = all(seating.name(mark) == seats_now.name(mark) for mark in MARKS.values())
    return None if same and seating.is_like(seats_now) else seating


def _shown(name: str, setting: str) -> str:
    """Return a name from a file as a card can show it."""
    seen = "".join(
        character for character in name if character.isprintable() or character.isspace()
    )
    return " ".join(seen.split())[: OPTIONS[setting].letters]


def record_of(scene: Scene, seats_now: Seating, today: date) -> Record:
    """Return a scene's game with what is noted beside it.

    A game that came from a file is still those players' game of that day until a move is made in
    it; then people who gave no name go by those in the file. The coach's verdicts take the place of
    those that came with it.

    Args:
        seats_now: who plays it now, where it is not over.
    """
    record = scene.record
    if record is None or not record.unchanged:
        seating = scene.seating or seats_now
        record = replace(
            record or Record(scene.game),
            players={
                mark: _named(player_of(seating, mark), record, mark) for mark in MARKS.values()
            },
            day=today if scene.may.may_be_gone_on_with else None,
        )
    record = replace(record, opening=scene.swap)
    if scene.reviewed is not None:
        verdicts = {move.ply: move.verdict for move in scene.reviewed.moves}
        record = replace(record.fitting(), verdicts=verdicts)
    return record


def _named(player: Participant, record: Record | None, mark: int) -> Participant:
    """Return who plays a mark, by the name in a record where a person gave none."""
    noted = record.players.get(mark) if record is not None else None
    person = noted is not None and noted.kind in ("", HUMAN)
    return noted if noted and person and player == Participant("", HUMAN) else player


def player_of(seating: Seating, mark: int) -> Participant:
    """Return who plays a mark, by name only where one was given: "You" is a word of a language."""
    settings: Settings = seating.settings
    seat = seat_of(settings, mark)
    if seat is not Seat.MACHINE:
        return Participant(settings.name if seat is Seat.YOU else settings.friend, HUMAN)
    if guest := seating.guest(mark):  # where the file lies is nobody's business
        return Participant(guest, FILE)
    spec = settings.player(mark)
    return Participant("", str(spec), spec.level)
