"""Players from any Python module, found by its name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.board import Board
from engine.players.kind import PlayerKind, PlayerSpec
from engine.players.player import Decision, Player, Progress


class Imported(Player):
    """Anything with ``choose``, made a player.

    Args:
        made: asked for moves.
        name: what it is called, where it has no name of its own.
    """

    def __init__(self, made: Any, name: str) -> None:
        self._made = made
        self.name = str(getattr(made, "name", name))

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Ask for a move (see ``Player.choose``)."""
        decision: Decision = self._made.choose(board, player, seed, on_progress)
        return decision

    def stop(self) -> None:
        """Pass it on, where it is understood."""
        getattr(self._made, "stop", lambda: None)()

    def close(self) -> None:
        """Pass it on, where it is understood."""
        getattr(self._made, "close", lambda: None)()


def _make(spec: PlayerSpec) -> Player:
    """Import it and call it; ValueError for whatever goes wrong in it."""
    module, _, name = spec.target.partition(":")
    try:
        made = getattr(import_module(module), name)()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise ValueError(f"the player {spec} cannot be imported: {reason}") from None
    if isinstance(made, Player):
        return made
    if not callable(getattr(made, "choose", None)):
        raise ValueError(f"{spec.target} makes no player: it has no choose")
    return Imported(made, spec.target)


KIND = PlayerKind(
    "import", "Imported", "anything in Python that makes a player", _make, target="MODULE:NAME",
    example="import:MODULE:NAME",
)  # fmt: skip
