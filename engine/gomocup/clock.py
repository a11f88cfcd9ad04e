"""How long a move may take, by what a manager tells of time and memory."""

from __future__ import annotations

from engine.search.sampling import MAX_TRIALS

RESERVE, RESERVED_SHARE, MOST_RESERVE = 0.003, 0.08, 0.1
"""Of a move, so many seconds and this share of it are kept for what is not the search, at most so
much: the answer's way, and the last portion of work, which may end a little after its time."""

LEAST = 0.01
"""The seconds that a move takes where a manager wants it at once."""

_MOVES_LEFT, _FEWEST_LEFT = 30, 8
"""How many moves of its own a program expects at a game's start, and at least at any time."""

_BYTES = 400
"""The memory of a simulation, in bytes: 340 measured on 15x15, and some more."""

_USUAL_BYTES = 2_000_000_000


class Clock:
    """What is left, and what of it a move gets.

    Args:
        seconds: the most that a move may take where the manager tells nothing of it.

    Attributes:
        simulations: how many of them the memory has room for.
    """

    def __init__(self, seconds: float) -> None:
        self._turn = seconds
        self._left: float | None = None
        self.simulations = _USUAL_BYTES // _BYTES

    def learn(self, key: str, value: str) -> None:
        """Take in a manager's ``INFO``; other keys, and values that are no numbers, are left out.

        Args:
            key: ``timeout_turn`` and ``time_left`` are in milliseconds, ``timeout_match`` too,
                where 0 is no limit; ``max_memory`` is in bytes, where 0 is no limit.
        """
        if not value.strip().lstrip("-").isdecimal() or len(value) > 18:
            return
        number = int(value)
        match key:
            case "timeout_turn":
                self._turn = max(0, number) / 1000
            case "time_left":
                self._left = max(0, number) / 1000
            case "timeout_match" if number <= 0:
                self._left = None
            case "timeout_match" if self._left is None:
                self._left = number / 1000
            case "max_memory":
                room = (number if number > 0 else _USUAL_BYTES) // _BYTES
                self.simulations = max(1_000, min(room, MAX_TRIALS))

    def turn(self, stones: int) -> float:
        """Return the seconds of search for the next move, with so many stones on the board."""
        seconds = self._turn
        if self._left is not None:
            moves = max(_FEWEST_LEFT, _MOVES_LEFT - stones // 2)
            seconds = min(seconds, self._left / moves)
        reserve = min(MOST_RESERVE, RESERVE + RESERVED_SHARE * seconds)
        return max(LEAST, seconds - reserve)
