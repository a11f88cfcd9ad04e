"""Players that are kept from one game to the next, where making them takes long."""

from __future__ import annotations

import contextlib

from engine.players import Player
from engine.specs import PlayerSpec


class Bench:
    """Where players wait for their next game: such as can be renewed, the newest ones.

    A course file's process, for instance, waits here, and forgets the last game.

    Args:
        most: how many are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._players: list[tuple[str, Player]] = []

    def take(self, text: str) -> Player:
        """Return a player that knows nothing of earlier games; ValueError where none can be made.

        Args:
            text: the player's text.
        """
        for number, (name, player) in enumerate(self._players):
            if name == text:
                del self._players[number]
                if player.renew():
                    return player
                _close(player)
                break
        return PlayerSpec.parse(text).make()

    def give_back(self, text: str, player: Player, spoilt: bool) -> None:
        """Keep a player for the next game, or close it.

        Args:
            text: the player's text.
            player: the player.
            spoilt: whether its game came to no end: it may be in any state.
        """
        if spoilt or type(player).renew is Player.renew:
            _close(player)
            return
        self._players.append((text, player))
        while len(self._players) > self._most:
            _close(self._players.pop(0)[1])


def _close(player: Player) -> None:
    with contextlib.suppress(BaseException):
        player.close()
