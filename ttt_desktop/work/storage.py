"""Files that the app keeps: their names and bounds, and what becomes of damaged ones.

Nothing of the user's is deleted or overwritten unread: a file that cannot be understood is
renamed, and the caller gets a sentence to show.
"""

from __future__ import annotations

import itertools
import logging
import shutil
from datetime import datetime
from pathlib import Path

from engine.files import check_regular, sweep
from engine.game import MAX_BYTES
from ttt_desktop.look.text import tr

log = logging.getLogger(__name__)

SETTINGS_NAME = "settings.ini"
GAME_NAME, LOCK_NAME = "unfinished-game.json", "unfinished-game.lock"
GIVEN_UP_NAME = "given-up-game.json"
LESSONS_NAME = "lessons.json"
LEARNER_NAME, LAB_LEARNER_NAME = "learner.zip", "learner-in-the-lab.zip"
LEARNER_LOCK_NAME = "learner.lock"
HISTORY_NAME, RESERVE_NAME = "history.db", "history.reserve"
WAITING_NAMES = "history-waiting-*.json"
"""The files of what waits to get into the history, as a pattern."""

LOG_NAME, FAULT_NAME = "log.txt", "crash.txt"
START_NAME = "start.mark"


OWN_FILES = {
    SETTINGS_NAME: 1 << 20,
    GAME_NAME: MAX_BYTES,
    GIVEN_UP_NAME: MAX_BYTES,
    LOCK_NAME: 1 << 12,
    LESSONS_NAME: 1 << 22,
    LEARNER_NAME: 1 << 26,
    LAB_LEARNER_NAME: 1 << 26,
    LEARNER_LOCK_NAME: 1 << 12,
    HISTORY_NAME: 1 << 32,
    f"{HISTORY_NAME}-wal": 1 << 32,
    f"{HISTORY_NAME}-shm": 1 << 30,
    RESERVE_NAME: 1 << 20,
    LOG_NAME: 1 << 30,
    FAULT_NAME: 1 << 30,
    START_NAME: 1 << 12,
}
"""The files in the app's folders, and how many bytes each may have."""


def set_aside(path: Path, why: str = "damaged") -> Path:
    """Rename a file that cannot be understood, never onto another one; return its new name."""
    target = aside_name(path, why)
    path.rename(target)
    log.warning("%s could not be read and was renamed to %s", path, target)
    return target


def claim(folder: Path) -> list[str]:
    """Make sure that the app's own files can be read: a pipe or a device may never end.

    Returns:
        A sentence for each of them that was moved out of the way.

    Raises:
        OSError: one of them cannot be moved.
    """
    sentences = []
    for name, limit in OWN_FILES.items():
        path = folder / name
        try:
            check_regular(path, limit)
        except FileNotFoundError:
            continue
        except OSError as error:
            target = set_aside(path)
            sentence = tr("{name} could not be used ({why}). The file was renamed to {path}.",
                          name=name, why=error.strerror, path=target)  # fmt: skip
            sentences.append(sentence)
        sweep(folder, name)
    return sentences


def set_aside_copy(path: Path) -> Path:
    """Keep a copy of a file that cannot be understood, the file staying; return the copy's path."""
    target = aside_name(path, "damaged")
    shutil.copy2(path, target)
    log.warning("%s could not be used; a copy is %s", path, target)
    return target


def aside_name(path: Path, why: str) -> Path:
    """Return a name beside ``path`` that no file has."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    numbers = itertools.chain([""], (f"-{number}" for number in itertools.count(1)))
    names_ = (path.with_name(f"{path.name}.{why}-{stamp}{number}") for number in numbers)
    return next(name for name in names_ if not name.exists())


def aside_sentence(path: Path, what: str, why: str = "damaged") -> str:
    """Set a file aside; return a sentence that begins with ``what`` and says how it is kept."""
    try:
        name = set_aside(path, why).name
    except OSError as error:
        reason = error.strerror
        return tr("{what}, and its file could not be renamed ({why}).", what=what, why=reason)
    return tr("{what}; the file is kept as {name}.", what=what, name=name)
