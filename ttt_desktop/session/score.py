"""The session's score: who has won how many games since the program started."""

from __future__ import annotations

from collections import Counter

from engine import Result, Rules
from ttt_desktop.session.seats import Seating, company, owner_of

TIES = "ties"

Win = tuple[str, Rules, str]
"""The company in which a game was won, on which board, and by whom, or ``TIES``."""


class SessionScore:
    """Games won, kept apart for each company of players and each board.

    Wins belong to people and to the machine, and stay theirs when they swap marks; where machines
    play alone, wins belong to X and O.
    """

    def __init__(self) -> None:
        self._won: Counter[Win] = Counter()

    def count(self, result: Result, seating: Seating, rules: Rules) -> Win:
        """Count a finished game; return what ``take_back`` takes to uncount it."""
        settings = seating.settings
        winner = TIES if result.winner is None else owner_of(settings, result.winner)
        win = company(settings, seating.machine), rules, winner
        self._won[win] += 1
        return win

    def take_back(self, win: Win) -> None:
        """Uncount a game: its last move was taken back."""
        self._won[win] -= 1

    def wins(self, mark: int, seating: Seating, rules: Rules | None = None) -> int:
        """Return how many games the player of ``mark`` has won.

        Args:
            rules: the games' rules; None for those that the next game will have.
        """
        owner = owner_of(seating.settings, mark)
        played = rules or seating.settings.rules
        return self._won[company(seating.settings, seating.machine), played, owner]

    def ties(self, seating: Seating, rules: Rules | None = None) -> int:
        """Return how many games were tied; of which rules, as for ``wins``."""
        played = rules or seating.settings.rules
        return self._won[company(seating.settings, seating.machine), played, TIES]
