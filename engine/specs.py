"""Players by name: the kinds that this program has, and the texts that name their players."""

from __future__ import annotations

from engine.compat import kind as course_file
from engine.players import imported, level, monte_carlo, perfect, random_player, tree_player
from engine.players.kind import (
    Parameter,
    PlayerKind,
    PlayerSpec,
    examples,
    kinds,
    register,
    unregister,
)

__all__ = [
    "Parameter", "PlayerKind", "PlayerSpec", "examples", "foreign_modules", "kinds", "register",
    "unregister",
]  # fmt: skip


def foreign_modules() -> tuple[str, ...]:
    """Return the modules that declare kinds beyond this program's own; they register them."""
    modules = (kind.make.__module__ for kind in kinds())
    return tuple(name for name in modules if not name.startswith("engine."))


for _module in (monte_carlo, level, tree_player, perfect, random_player, course_file, imported):
    register(_module.KIND)
