"""Goals: what a game against the machine's levels can reach. Nothing of Qt's."""

from __future__ import annotations

from dataclasses import dataclass

from engine import PLAYERO, PLAYERX, Rules
from engine.specs import PlayerSpec

LADDER = "level"
"""The word of the machines that have levels to climb."""

BOARDS = Rules(3, 3), Rules(4, 4), Rules(5, 4), Rules(15, 5)
"""The boards on which each level is to be beaten."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A game to be won, or tied, against one of some levels.

    Attributes:
        levels: the levels that will do, the weakest first.
        rules: the board and its rule; None for any board of the reverse game.
        tied: whether the game is to be tied as O, and not won.
    """

    levels: tuple[str, ...]
    rules: Rules | None
    tied: bool = False

    @property
    def opponents(self) -> list[str]:
        """What the history calls the levels that will do."""
        return [f"{LADDER}/{level}" for level in self.levels]


def levels() -> tuple[str, ...]:
    """Return the names of all levels, the weakest first."""
    return tuple(PlayerSpec.parse(LADDER).kind.levels)


def can_be_beaten(level: str, rules: Rules) -> bool:
    """Whether a level may lose: it has another name where it is proven that it does not."""
    title = PlayerSpec.parse(LADDER).kind.level_title
    return any(title(level, rules, mark) == level for mark in (PLAYERX, PLAYERO))


def goals() -> list[Goal]:
    """Return all goals: wins board by board, then a tie with the best, and a reverse game.

    Who beats a level has beaten those below it on that board.
    """
    ladder = levels()
    wins = [
        Goal(ladder[rank:], rules)
        for rules in BOARDS
        for rank, level in enumerate(ladder)
        if can_be_beaten(level, rules)
    ]
    middle = ladder[(len(ladder) - 1) // 2 :]
    return [*wins, Goal(ladder[-1:], BOARDS[0], tied=True), Goal(middle, None)]
