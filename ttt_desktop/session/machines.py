"""Who thinks: the machine that plays, the coach that gives hints, and who scores a position."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from engine import Player
from engine.specs import PlayerSpec
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.settings.declarations import Settings

COACH = PlayerSpec.parse("level:master")
"""Who gives hints: the machine's own favourite may be a blind spot of its method."""

COURSE = PlayerSpec.parse("mc")
"""Who scores a position where the machine at the board plays by no scores."""

MakePlayer = Callable[[Settings, int], Player]
"""Makes the machine's player of a side (PLAYERX or PLAYERO) from the settings."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What plays at the board.

    Attributes:
        make: makes its player of a side.
        name: what it is called; empty for the built-in one.
        note: why its moves have no scores to show, or empty.
    """

    make: MakePlayer
    name: str = ""
    note: str = ""

    def player(self, purpose: Thinking, settings: Settings, mark: int) -> Player:
        """Return who thinks about a position, made anew.

        Args:
            purpose: what for.
            settings: what the built-in machine is.
            mark: the side to move.
        """
        if purpose is Thinking.HINT:
            return _watched(COACH.make())
        scored = settings.player(mark).kind.has_scores or self.name
        if purpose is Thinking.SCORES and not scored:
            return _watched(COURSE.make())
        return self.make(settings, mark)


def _built_in(settings: Settings, mark: int) -> Player:
    """Return the machine player of one side that the settings describe."""
    return _watched(settings.player(mark).make())


def _watched(player: Player) -> Player:
    player.be_watched(max(1, (os.cpu_count() or 1) - 1))  # one core stays free for the window
    return player


BUILT_IN = Machine(_built_in)
"""The machine that the settings describe."""
