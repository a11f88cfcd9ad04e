"""Players by name: the kinds that this program has, and the texts that name their players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.gomocup import player as program_player
from engine.players import (
    imported,
    learned,
    level,
    monte_carlo,
    perfect,
    random_player,
    tree_player,
    uct_player,
)
from engine.players.kind import (
    Field,
    Parameter,
    PlayerKind,
    PlayerSpec,
    examples,
    kinds,
    register,
    unregister,
)
from engine.players.player import Player

__all__ = [
    "COURSE_FILE", "PROGRAM", "Field", "Parameter", "PlayerKind", "PlayerSpec", "examples",
    "foreign_modules", "kinds",
    "register", "unregister",
]  # fmt: skip


def _make(spec: PlayerSpec) -> Player:
    from engine.compat.player import FilePlayer  # noqa: PLC0415  (few need it)

    return FilePlayer(Path(spec.target), int(spec.number("trials")))


PROGRAM = program_player.KIND

COURSE_FILE = PlayerKind(
    "file", "Course file", "a course file's mc_move", _make,
    (replace(monte_carlo.TRIALS, help="What its mc_move is called with.", default=100),),
    target="PATH", example="file:PATH",
)  # fmt: skip


def foreign_modules() -> tuple[str, ...]:
    """Return the modules that declare kinds beyond this program's own; they register them."""
    modules = (kind.make.__module__ for kind in kinds())
    return tuple(name for name in modules if not name.startswith("engine."))


for _kind in (
    monte_carlo.KIND, level.KIND, tree_player.KIND, uct_player.KIND, perfect.KIND,
    random_player.KIND, learned.MENACE, learned.TABLE, learned.NET,
    learned.TRAINED, COURSE_FILE,
    PROGRAM, imported.KIND,
):  # fmt: skip
    register(_kind)
