"""The session's score: who has won how many games since the program started."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine import Result
from ttt_desktop.play.seats import company, owner_of
from ttt_desktop.settings.declarations import Settings

TIES = "ties"


@dataclass
class Entry:
    """What one game counts.

    Attributes:
        counted: the company in which it counted, and for whom; None while it does not.
        left_out: whether it counts for nobody: others have played it.
    """

    counted: tuple[str, str] | None = None
    left_out: bool = False


class SessionScore:
    """Games won, kept apart for each company of players.

    Wins belong to people and to the machine, and stay theirs when they swap marks; where machines
    play alone, wins belong to X and O.
    """

    def __init__(self) -> None:
        self._won: Counter[tuple[str, str]] = Counter()
        self._entry = Entry()

    def open(self, entry: Entry) -> None:
        """Go over to another game, which has counted what its entry says."""
        self._entry = entry

    @property
    def left_out(self) -> bool:
        """Whether the game is one that others have played."""
        return self._entry.left_out

    def count(self, result: Result, settings: Settings, machine: str = "") -> None:
        """Count a finished game once.

        Args:
            result: how it ended.
            settings: who played it.
            machine: what a machine that is not the built-in one is called.
        """
        if self._entry.counted is None and not self.left_out:
            winner = TIES if result.winner is None else owner_of(settings, result.winner)
            self._entry.counted = (company(settings, machine), winner)
            self._won[self._entry.counted] += 1

    def take_back(self) -> None:
        """Uncount the game just counted: its last move was taken back."""
        if self._entry.counted is not None:
            self._won[self._entry.counted] -= 1
            self._entry.counted = None

    def let_stand(self) -> None:
        """Have the counted game stand, though the moves go on: others play from here."""
        self._entry.counted = None

    def leave_out(self) -> None:
        """Do not count the game that has just begun: others have played it."""
        self._entry.left_out = True

    def wins(self, mark: int, settings: Settings, machine: str = "") -> int:
        """Return the games won by whoever plays ``mark``; see ``count``."""
        return self._won[company(settings, machine), owner_of(settings, mark)]

    def ties(self, settings: Settings, machine: str = "") -> int:
        """Return the games tied; see ``count``."""
        return self._won[company(settings, machine), TIES]
