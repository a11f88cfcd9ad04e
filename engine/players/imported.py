"""Players from any Python module, found by its name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.board import Board
from engine.errors import Problem, type_name
from engine.players.kind import PlayerKind, PlayerSpec
from engine.players.player import Decision, Player, Progress


class Imported(Player):
    """Anything with ``choose``, made a player.

    Args:
        player: asked for moves.
        name: what it is called, where it has no name of its own.
    """

    def __init__(self, player: Any, name: str) -> None:
        self._player = player
        self.name = str(getattr(player, "name", name))

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Ask for a move (see ``Player.choose``)."""
        decision: Decision = self._player.choose(board, player, seed, on_progress)
        return decision

    def stop(self) -> None:
        """Pass it on, where it is understood."""
        getattr(self._player, "stop", lambda: None)()

    def close(self) -> None:
        """Pass it on, where it is understood."""
        getattr(self._player, "close", lambda: None)()


def _make(spec: PlayerSpec) -> Player:
    """Import it and call it; ValueError for whatever goes wrong in it."""
    module, _, name = spec.target.partition(":")
    try:
        player = getattr(import_module(module), name)()
    except Exception as error:
        raise Problem(
            "the player {player} cannot be imported: {kind}: {error}",
            player=str(spec), kind=type_name(error), error=str(error),
        ) from None  # fmt: skip
    if isinstance(player, Player):
        return player
    if not callable(getattr(player, "choose", None)):
        raise Problem("{player} makes no player: it has no choose", player=spec.target)
    return Imported(player, spec.target)


KIND = PlayerKind(
    "import", "Imported", "anything in Python that makes a player", _make, target="MODULE:NAME",
    example="import:MODULE:NAME",
)  # fmt: skip
