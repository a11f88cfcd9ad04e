"""How a class is to be looked at, and what ends a look early."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from engine.classroom.roster import Roster
from engine.tournament.running import Run, usual_workers

Progress = Callable[[str, int, int], None]
"""Called with what is being done ("waiting" for another run, "checking", "playing"), how much of it
is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """How a class is looked at.

    Attributes:
        games: games of each pairing of the league; 0 for no league.
        trials: what files' ``mc_move`` is called with in the league.
        seed: fixes the league's games.
        check_seconds: the processor time that the check of one file may take.
        move_seconds: the processor time that a move in the league may take.
        league_minutes: the processor time that the league may take, all workers together; pairings
            that do not fit are left out.
        workers: how many files are checked, and games are played, at once.
        platform: where the class comes from (see ``platforms.PLATFORMS``); empty where its names
            tell.
        roster: who belongs to the class; None where that is not known.
        reports: files that are no hand-ins, such as earlier reports, the rubric and the roster.
    """

    games: int = 6
    trials: int = 50
    seed: int = 1
    check_seconds: float = 60.0
    move_seconds: float = 5.0
    league_minutes: float = 30.0
    workers: int = field(default_factory=usual_workers)
    platform: str = ""
    roster: Roster | None = None
    reports: tuple[Path, ...] = ()


class StoppedError(Exception):
    """The look at a class was stopped; what was done by then is kept."""


class Stop:
    """Stops a look at a class, from any thread."""

    def __init__(self) -> None:
        self._asked = Event()
        self._run: Run | None = None

    def ask(self) -> None:
        """Have the look end soon."""
        self._asked.set()
        if self._run is not None:
            self._run.cancel()

    def reaches(self, run: Run) -> None:
        """Let this stop a run of games, too."""
        self._run = run
        if self._asked.is_set():
            run.cancel()

    def check(self) -> None:
        """Raise StoppedError where a stop was asked for."""
        if self._asked.is_set():
            raise StoppedError
