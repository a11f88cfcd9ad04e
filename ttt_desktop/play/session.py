"""The session's score: who has won how many games since the program started."""

from __future__ import annotations

from collections import Counter

from engine import Result
from ttt_desktop.play.seats import company, owner_of
from ttt_desktop.settings.declarations import Settings

TIES = "ties"


class SessionScore:
    """Games won, kept apart for each company of players.

    Wins belong to people and to the machine, and stay theirs when they swap marks; where machines
    play alone, wins belong to X and O.
    """

    def __init__(self) -> None:
        self._won: Counter[tuple[str, str]] = Counter()
        self._counted: tuple[str, str] | None = None
        self._left_out = False

    @property
    def left_out(self) -> bool:
        """Whether the game is one that others have played."""
        return self._left_out

    def count(self, result: Result, settings: Settings) -> None:
        """Count a finished game once."""
        if self._counted is None and not self._left_out:
            winner = TIES if result.winner is None else owner_of(settings, result.winner)
            self._counted = (company(settings), winner)
            self._won[self._counted] += 1

    def take_back(self) -> None:
        """Uncount the game just counted: its last move was taken back."""
        if self._counted is not None:
            self._won[self._counted] -= 1
            self._counted = None

    def let_stand(self) -> None:
        """Have the counted game stand, though the moves go on: others play from here."""
        self._counted = None

    def close(self) -> None:
        """Let the counted game stand; another one begins."""
        self._counted, self._left_out = None, False

    def leave_out(self) -> None:
        """Do not count the game that has just begun: others have played it."""
        self._left_out = True

    def wins(self, mark: int, settings: Settings) -> int:
        """Return the games won by whoever plays ``mark`` now."""
        return self._won[company(settings), owner_of(settings, mark)]

    def ties(self, settings: Settings) -> int:
        """Return the games tied."""
        return self._won[company(settings), TIES]
