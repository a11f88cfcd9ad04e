"""Where the program keeps its files: settings, the log, and all else that is the user's.

On Linux they are the folders of the XDG Base Directory Specification
(https://specifications.freedesktop.org/basedir-spec/), on macOS those of ~/Library, and on Windows
all is in %LOCALAPPDATA%, as Qt has it. Older versions kept all in the folder for data.
"""

from __future__ import annotations

import errno
import filecmp
import logging
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QStandardPaths

from engine.files import write_whole
from ttt_desktop.identity import NAME
from ttt_desktop.look.text import tr
from ttt_desktop.work.storage import FAULT_NAME, LOG_NAME, SETTINGS_NAME, aside_name

log = logging.getLogger(__name__)

_CHUNK = 1 << 20
_PASSING = (".lock", ".part")
"""How the names of files end that only a program under way has."""


@dataclass(frozen=True, slots=True)
class Places:
    """The folders that the program keeps its files in.

    Attributes:
        settings: of the settings.
        data: of games, the history and lessons.
        state: of the log and of reports of crashes.
    """

    settings: Path
    data: Path
    state: Path

    @classmethod
    def together(cls, folder: Path) -> Places:
        """Return places that are all one folder."""
        return cls(folder, folder, folder)

    def folders(self) -> list[Path]:
        """Return each folder once."""
        return list(dict.fromkeys((self.settings, self.data, self.state)))


def usual_places() -> Places:
    """Return where this user's files are, if nobody says otherwise."""
    kinds = QStandardPaths.StandardLocation
    data = Path(QStandardPaths.writableLocation(kinds.GenericDataLocation))
    if sys.platform == "win32":
        return Places.together(data / NAME)
    if sys.platform == "darwin":
        library = Path.home() / "Library"
        settings, state = library / "Preferences", library / "Logs"
    else:
        settings = Path(QStandardPaths.writableLocation(kinds.GenericConfigLocation))
        state = Path(QStandardPaths.writableLocation(kinds.GenericStateLocation))
    return Places(settings / NAME, data / NAME, state / NAME)


def move_in(places: Places) -> tuple[Places, str]:
    """Move settings and log out of the folder for data, where an older version kept them.

    A move that is interrupted loses nothing: a file is in its old place until it is whole in its
    new one, and the next start goes on. Of two files with one name both are kept.

    Args:
        places: folders that exist.

    Returns:
        The places to use, which are the old ones where a move failed; and a sentence, empty if
        nothing was moved.
    """
    moved, problems = False, []
    for part, first in (("settings", SETTINGS_NAME), ("state", LOG_NAME)):
        target: Path = getattr(places, part)
        if target == places.data:
            continue
        try:
            for path in _old_files(places.data, first):
                _move(path, target / path.name)
                moved = True
        except OSError as error:
            log.warning("%s was not moved to %s: %s", first, target, error)
            if (places.data / first).exists():
                places = replace(places, **{part: places.data})
                problems.append(
                    tr("{name} stays in {folder}: it could not be moved to {target} ({why}).",
                       name=first, folder=places.data, target=target, why=error.strerror)
                )  # fmt: skip
    if problems or not moved:
        return places, " ".join(problems)
    return places, tr(
        "Settings are now kept in {settings}, and the log in {state}. Both were in {data} before.",
        settings=places.settings, state=places.state, data=places.data,
    )  # fmt: skip


def _old_files(folder: Path, first: str) -> Iterator[Path]:
    """Yield the files of one kind in a folder, the most important one first."""
    names = [first] if first == SETTINGS_NAME else [first, FAULT_NAME]
    for name in names:
        for path in sorted(folder.glob(f"{name}*")):
            if path.is_file() and not path.name.endswith(_PASSING):
                yield path


def _move(path: Path, target: Path) -> None:
    """Move a file, never onto another one; it is in one of the two places at every moment."""
    if os.path.lexists(target):
        if target.is_file() and filecmp.cmp(path, target, shallow=False):
            path.unlink()  # the last move was interrupted here
            return
        target = aside_name(target, "older")
    if path.is_symlink():
        target.symlink_to(path.resolve())
        path.unlink()
        return
    try:
        path.rename(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        with path.open("rb") as file:  # another disk: a copy that is whole or not there
            write_whole(target, iter(lambda: file.read(_CHUNK), b""))
        path.unlink()
