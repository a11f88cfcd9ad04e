"""The shelf: an unfinished game that a new one put an end to, to be gone back to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.record import Record
from ttt_desktop.session.records import record_of
from ttt_desktop.session.scene import Scene
from ttt_desktop.session.seats import Seating


@dataclass(frozen=True, slots=True)
class Shelved:
    """An unfinished game that a new one put an end to.

    Attributes:
        scene: the game as it stood.
        seating: who played it.
        earlier: whether it was there at the start already, beside what came to the board then.
    """

    scene: Scene
    seating: Seating
    earlier: bool = False


class Shelf:
    """Holds one given-up game; another one takes its place.

    Attributes:
        held: the game, or None.
    """

    def __init__(self) -> None:
        self.held: Shelved | None = None

    def put(self, scene: Scene, left_by: Seating) -> bool:
        """Hold a game that gives way, if a person played it and it is not over.

        Args:
            left_by: who played it last.

        Returns:
            Whether it is held.
        """
        if scene.with_person is not None and left_by.settings.machine == "both":
            left_by = scene.with_person  # a demo took the game over
        played = scene.with_person is not None or scene.has_persons_move(left_by)
        given_up = played and scene.game.result is None and not scene.only_shown
        if given_up:
            self.held = Shelved(scene, left_by)
        return given_up

    def put_earlier(self, scene: Scene, seating: Seating) -> None:
        """Hold a game that was given up before the start of the program."""
        self.held = Shelved(scene, seating, earlier=True)

    def take(self) -> Shelved | None:
        """Return what is held, and hold it no more."""
        held, self.held = self.held, None
        return held

    def to_keep(self, scene: Scene, record: Record) -> tuple[Record, Record | None] | None:
        """Return what is to be there at the next start: a game, and the one to go back to from it.

        A ready position replaces the user's own game only once a person moves in it; a game that
        was opened does so at once. None where what is kept already is to stay.

        Args:
            scene: the one on the board.
            record: its game.
        """
        if not scene.kept:
            return None
        held = self.held
        if held is None:
            return record, None
        shelved = record_of(held.scene, held.seating, date.today())
        comes = scene.plies > 0 or scene.game.start is not None
        opened = scene.record is not None and scene.plies > 0 and scene.game.result is None
        untouched = comes and scene.with_person is None and not opened
        return (shelved, None) if untouched and not held.earlier else (record, shelved)
