"""The session's score: who has won how many games since the program started."""

from __future__ import annotations

from collections import Counter

from engine import PLAYERO, PLAYERX, Result

TIES = "ties"


class SessionScore:
    """Games won, kept apart for each way of sharing the marks between people and machine.

    Against the machine, wins belong to the person and the machine, and stay theirs when they
    swap marks; otherwise they belong to X and O.
    """

    def __init__(self) -> None:
        self._won: Counter[tuple[str, str]] = Counter()
        self._counted: tuple[str, str] | None = None
        self._left_out = False

    def count(self, result: Result, machine: str) -> None:
        """Count a finished game once."""
        if self._counted is None and not self._left_out:
            winner = TIES if result.winner is None else _owner(result.winner, machine)
            self._counted = (_mode(machine), winner)
            self._won[self._counted] += 1

    def take_back(self) -> None:
        """Uncount the game just counted: its last move was taken back."""
        if self._counted is not None:
            self._won[self._counted] -= 1
            self._counted = None

    def close(self) -> None:
        """Let the counted game stand; another one begins."""
        self._counted, self._left_out = None, False

    def leave_out(self) -> None:
        """Do not count the game that has just begun: others have played it."""
        self._left_out = True

    def wins(self, mark: int, machine: str) -> int:
        """Return the games won by whoever plays ``mark`` now."""
        return self._won[_mode(machine), _owner(mark, machine)]

    def ties(self, machine: str) -> int:
        """Return the games tied."""
        return self._won[_mode(machine), TIES]


def _mode(machine: str) -> str:
    return "against" if machine in ("X", "O") else machine


def _owner(mark: int, machine: str) -> str:
    letter = {PLAYERX: "X", PLAYERO: "O"}[mark]
    if machine not in ("X", "O"):
        return letter
    return "machine" if machine == letter else "person"
