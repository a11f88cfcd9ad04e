"""Players by name: the kinds that this program has, and the texts that name their players."""

from __future__ import annotations

from engine.compat import kind as course_file
from engine.gomocup import player as program
from engine.learning import player as learned
from engine.players import (
    imported,
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

__all__ = [
    "COURSE_FILE", "PROGRAM", "Field", "Parameter", "PlayerKind", "PlayerSpec", "examples",
    "foreign_modules", "kinds", "register", "unregister",
]  # fmt: skip

COURSE_FILE, PROGRAM = course_file.KIND, program.KIND


def foreign_modules() -> tuple[str, ...]:
    """Return the modules that declare kinds beyond this program's own; they register them."""
    modules = (kind.make.__module__ for kind in kinds())
    return tuple(name for name in modules if not name.startswith("engine."))


for _kind in (
    monte_carlo.KIND, level.KIND, tree_player.KIND, uct_player.KIND, perfect.KIND,
    random_player.KIND, learned.MENACE, learned.TABLE, learned.NET, learned.TRAINED,
    COURSE_FILE, PROGRAM, imported.KIND,
):  # fmt: skip
    register(_kind)
