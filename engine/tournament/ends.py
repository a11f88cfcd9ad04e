"""How workers end before their time, and what that says of a game, its players, or the run."""

from __future__ import annotations

import os
import signal
from collections.abc import Collection

from engine.board import PLAYERO, PLAYERX, STRMAP
from engine.errors import Problem
from engine.specs import PlayerSpec
from engine.tournament.playing import LATE_EXIT, TOO_LONG, GameRecord, Task, seated

MOST_TRIES = 2
"""How often a game may end its worker, playing alone, before a player from a file is to blame."""
MOST_ENDS = 6
"""How many workers in a row may end before a game is finished: then no other one is started."""


class RunError(Problem):
    """A run cannot go on, for no fault of its players. The games so far are sound."""


def verdict(
    task: Task, seconds: float, tries: int, status: Collection[int | None]
) -> GameRecord | None:
    """Return the record of a game that a player spoilt by ending its worker; None for any other.

    The system ends workers too when memory runs out, and so may anybody who frees memory. So
    players of this program are never to blame; those that come from elsewhere are, once the game
    has ended its worker again and again while nothing else was played.

    Args:
        task: the game; its worker played nothing else.
        seconds: how long it took.
        tries: how often it has ended a worker, playing alone.
        status: the exit statuses of the workers that may have played it.
    """
    pairing, number, game, _ = task
    names = seated(pairing, game)
    late = [mark for mark in names if LATE_EXIT[mark] in status]
    if late and pairing.move_seconds is not None:
        mark = late[0]
        problem = f"{STRMAP[mark]} ({names[mark]}): {TOO_LONG}, so its process was ended"
        return GameRecord(number, game, None, (), seconds, problem, mark)
    suspects = [mark for mark, name in names.items() if not PlayerSpec.parse(name).kind.built_in]
    if not suspects or tries < MOST_TRIES:
        return None
    if suspects == [PLAYERX, PLAYERO]:
        problem = "one of the two players ended the worker's process; which one is not known"
        return GameRecord(number, game, None, (), seconds, problem)
    (mark,) = suspects
    problem = f"{STRMAP[mark]} ({names[mark]}): ended the worker's process"
    return GameRecord(number, game, None, (), seconds, problem, mark)


def worn_out(alive: bool, status: Collection[int | None]) -> RunError:
    """Return what to say where workers end again and again, and no game is finished.

    Args:
        alive: whether the last one had lived long enough to begin a game.
        status: the exit statuses of the last ones.
    """
    count, how = MOST_ENDS, _how(status)
    if alive:
        return RunError(
            "{count} workers in a row ended before they finished a game ({how}); the system kills "
            "processes when memory runs out, so close other programs or use fewer workers",
            count=count, how=how,
        )  # fmt: skip
    return RunError(
        "{count} workers in a row ended as they started ({how}); the system kills processes when "
        "memory runs out, so close other programs or use fewer workers",
        count=count, how=how,
    )  # fmt: skip


def not_started(error: OSError) -> RunError:
    """Return what to say where no worker's process can be started."""
    why = error.strerror or str(error)
    return RunError("no worker's process can be started here ({why})", why=why)


def _how(status: Collection[int | None]) -> str:
    """Return how the last worker ended, as the system calls it.

    A pool ends the others by SIGTERM, once it has lost one.
    """
    known = [code for code in status if code is not None]
    code = next((code for code in known if code != -signal.SIGTERM), -signal.SIGTERM)
    if not known:
        return os.strerror(12)
    if code >= 0:
        return f"exit status {code}"
    names = {member.value: member.name for member in signal.Signals}
    return names.get(-code, f"signal {-code}")
