"""Who thinks: the machine that plays, the coach that gives hints, and who scores a position."""

from __future__ import annotations

import os
from collections.abc import Callable

from engine import Player
from engine.specs import PlayerSpec
from ttt_desktop.play.thinker import Thinking
from ttt_desktop.settings.declarations import Settings

COACH = PlayerSpec.parse("level:master")
"""Who gives hints: the machine's own favourite may be a blind spot of its method."""

COURSE = PlayerSpec.parse("mc")
"""Who scores a position where the machine at the board plays by no scores."""

SCORED = frozenset({"mc", "tree"})
"""The kinds of machines whose own search is worth looking at."""

MakePlayer = Callable[[Settings, int], Player]
"""Makes the machine's player of a side (PLAYERX or PLAYERO) from the settings."""


class Machines:
    """Who thinks at the board.

    Attributes:
        name: what a machine that is not the built-in one is called; else empty.
        note: why its moves have no scores to show, or empty.
        stumbled: whether it has been said already that a move of its had none.
    """

    def __init__(self) -> None:
        self.use(built_in, "", "")

    def use(self, make: MakePlayer, name: str, note: str) -> None:
        """Let another machine play from now on."""
        self._make, self.name, self.note = make, name, note
        self.stumbled = False

    def player(self, purpose: Thinking, settings: Settings, mark: int) -> Player:
        """Return who thinks about a position, made anew.

        Args:
            purpose: what for.
            settings: what the machine is.
            mark: the side to move.
        """
        if purpose is Thinking.HINT:
            return _watched(COACH.make())
        scored = settings.player(mark).kind.word in SCORED or self.name
        if purpose is Thinking.SCORES and not scored:
            return _watched(COURSE.make())
        return self._make(settings, mark)


def built_in(settings: Settings, mark: int) -> Player:
    """Return the machine player of one side that the settings describe."""
    return _watched(settings.player(mark).make())


def _watched(player: Player) -> Player:
    player.be_watched(max(1, (os.cpu_count() or 1) - 1))  # one core stays free for the window
    return player
