"""Where the program keeps its files: settings, the log, and all else that is the user's.

On Linux they are the folders of the XDG Base Directory Specification
(https://specifications.freedesktop.org/basedir-spec/), on macOS those of ~/Library, and on Windows
all is in %LOCALAPPDATA%, as Qt has it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QStandardPaths

from ttt_desktop.identity import NAME


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
