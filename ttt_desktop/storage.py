"""Files that the app keeps: where they are, how they are written, what becomes of damaged ones.

Nothing of the user's is deleted or overwritten unread: a file that cannot be understood is
renamed, and the caller gets a sentence to show.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import shutil
import sys
from collections.abc import Collection
from datetime import datetime
from glob import escape
from pathlib import Path

from PySide6.QtCore import QByteArray, QLockFile, QSettings, QStandardPaths, QSysInfo

from engine import Game
from engine.reading import check_regular, read_regular
from ttt_desktop.settings import Settings, Value, default_of, names, option_of, with_values

log = logging.getLogger(__name__)

APP_DIR = "monte-carlo-tic-tac-toe"

ANOTHER_WINDOW = "Another window is open; this one's game is not kept when it closes."

SETTINGS_NAME = "settings.ini"
GAME_NAME, LOCK_NAME = "unfinished-game.json", "unfinished-game.lock"
LOG_NAME, FAULT_NAME = "log.txt", "crash.txt"

MAX_GAME_BYTES = 1 << 20

OWN_FILES = {
    SETTINGS_NAME: 1 << 20,
    GAME_NAME: MAX_GAME_BYTES,
    LOCK_NAME: 1 << 12,
    LOG_NAME: 1 << 30,
    FAULT_NAME: 1 << 30,
}
"""The files in the app's folder, and how many bytes each may have."""


_numbers = itertools.count()


def default_data_dir() -> Path:
    """Return the folder for this user's settings, log and unfinished game."""
    base = QStandardPaths.StandardLocation.GenericDataLocation
    return Path(QStandardPaths.writableLocation(base)) / APP_DIR


def set_aside(path: Path) -> Path:
    """Rename a file that cannot be understood, never onto another one; return its new name."""
    target = _aside_name(path, "damaged")
    path.rename(target)
    log.warning("%s could not be read and was renamed to %s", path, target)
    return target


def write_whole(path: Path, content: str | bytes, durable: bool = True) -> None:
    """Write a file so that it is either the old one or the new one, never a half.

    Args:
        path: the file; its folder is made if need be.
        content: what to write; text is stored as UTF-8.
        durable: wait until the disk has it.

    Raises:
        OSError: the folder cannot be written, or the disk is full; the old file is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    sweep(path.parent, path.name)
    scratch = path.with_name(f"{path.name}.ttt-{os.getpid()}-{next(_numbers)}.part")
    try:
        with scratch.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)


def sweep(folder: Path, name: str) -> None:
    """Delete the scratch files of ``write_whole`` for one file whose programs were killed."""
    for scratch in folder.glob(f"{escape(name)}.ttt-*.part"):
        number = scratch.name[len(name) + len(".ttt-") :].partition("-")[0]
        if number.isdecimal() and not _runs(int(number)):
            with contextlib.suppress(OSError):
                scratch.unlink()


def _runs(number: int) -> bool:
    """Whether a process of this number runs, as far as that can be seen."""
    if number == os.getpid() or sys.platform == "win32":  # there, asking would end it
        return True
    try:
        os.kill(number, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


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
            sentences.append(f"{name} could not be used ({error.strerror}); it is now {target}.")
        sweep(folder, name)
    return sentences


def read_game(path: Path) -> Game:
    """Return the game saved in a file.

    Raises:
        ValueError: it cannot be read, or is no saved game; the message is one sentence.
    """
    try:
        text = read_regular(path, MAX_GAME_BYTES).decode()
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path.name}: this is not a saved game.") from None
    try:
        return Game.from_json(text)
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}.") from None


def set_aside_copy(path: Path) -> Path:
    """Keep a copy of a file that cannot be understood, the file staying; return the copy's path."""
    target = _aside_name(path, "damaged")
    shutil.copy2(path, target)
    log.warning("%s could not be used; a copy is %s", path, target)
    return target


def _aside_name(path: Path, why: str) -> Path:
    """Return a name beside ``path`` that no file has."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    numbers = itertools.chain([""], (f"-{number}" for number in itertools.count(1)))
    names_ = (path.with_name(f"{path.name}.{why}-{stamp}{number}") for number in numbers)
    return next(name for name in names_ if not name.exists())


class GameKeeper:
    """Keeps the unfinished game from one start to the next.

    Args:
        folder: where ``unfinished-game.json`` is kept.

    Attributes:
        is_mine: whether this program is the one that keeps its game. Another one that runs at
            the same time keeps none, so that neither overwrites the other's.
        problem: a sentence where the game is not kept, or may not be this program's alone.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / GAME_NAME
        self._lock = QLockFile(str(folder / LOCK_NAME))
        self._lock.setStaleLockTime(0)
        self.is_mine, self.problem = self._take_lock()
        self._kept = ""

    def _take_lock(self) -> tuple[bool, str]:
        """Return whether the game is ours to keep, and what there is to say about that.

        Only a program that runs is a reason not to keep it. What else is wrong with the lock is
        said, and the game is shown and kept.
        """
        if self._lock.tryLock(0):
            return True, ""
        name = self._lock.fileName()
        if self._lock.error() == QLockFile.LockError.LockFailedError:
            number, host, _program = self._lock.getLockInfo()
            if number > 0 and host in ("", QSysInfo.machineHostName()):
                return False, ANOTHER_WINDOW
            if number > 0:
                return True, (
                    f"The file {name} says that a window is open on the computer {host[:80]}. If "
                    "so, close one of the two: both keep the same game. If not, delete the file."
                )
        if self._lock.removeStaleLockFile() and self._lock.tryLock(0):
            return True, ""
        return True, (
            f"The file {name} could not be written: the disk is full, or the file belongs to "
            "another user. Do not open a second window: both would keep the same game."
        )

    def save(self, game: Game) -> None:
        """Keep ``game``; a game that is over, or has not begun, leaves nothing to keep.

        A disk that cannot be written is logged: losing the unfinished game at the next start
        is no reason to interrupt this one.
        """
        text = game.to_json() if game.result is None and game.moves else ""
        if not self.is_mine or text == self._kept:
            return
        try:
            if text:
                write_whole(self._path, text, durable=False)
            else:
                self._path.unlink(missing_ok=True)
            self._kept = text
        except OSError as error:
            log.warning("the unfinished game could not be kept: %s", error)

    def disown(self) -> None:
        """Keep nothing and touch nothing from now on: for a window that only tests itself."""
        self.is_mine = False
        self._lock.unlock()

    def put_by(self) -> str:
        """Move the kept game out of the way of another one; return a sentence, or ""."""
        if not (self.is_mine and self._path.exists()):
            return ""
        target = _aside_name(self._path, "kept")
        try:
            self._path.rename(target)
        except OSError as error:
            return f"The unfinished game could not be saved under another name ({error.strerror})."
        return f"The unfinished game was saved as {target}."

    def load(self) -> tuple[Game | None, str]:
        """Return the kept game, or None, and a sentence where its file was damaged."""
        if not (self.is_mine and self._path.exists()):
            return None, ""
        try:
            return read_game(self._path), ""
        except ValueError as error:
            log.warning("%s", error)
            return None, _aside_sentence(self._path, "The unfinished game could not be read")


class SettingsStore:
    """Settings and window layout in an INI file.

    Args:
        folder: where ``settings.ini`` is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / SETTINGS_NAME
        self._moved = self._move_foreign()
        self._file = self._open()

    def load(self) -> tuple[Settings, list[str]]:
        """Return the stored settings, and a sentence for each thing that was wrong with them.

        Whatever cannot be used is replaced by its default, in the file too, and the file as it
        was is kept under another name.
        """
        if self._moved:
            return Settings(), [f"{self._moved} The defaults are used."]
        if self._is_damaged():
            sentence = _aside_sentence(self._path, "The settings could not be read")
            self._file = self._open()
            return Settings(), [f"{sentence} The defaults are used."]
        settings, problems, bad = Settings(), [], set()
        for name in names():
            try:
                stored = self._file.value(f"settings/{name}")
                if stored is None:
                    continue
                value = option_of(name).check(_text(stored), default_of(name))
                settings = with_values(settings, {name: value})
            except (ValueError, RuntimeError) as error:  # RuntimeError: a type that Qt alone knows
                problems.append(f"{error}.")
                bad.add(name)
        return settings, [self._repair(settings, bad, problems)] if problems else []

    def _move_foreign(self) -> str:
        """Rename a file with values that this program never writes; return a sentence, or "".

        Reading one is left to Qt's own types, which believe any length that they find.
        """
        try:
            foreign = b"@Variant(" in read_regular(self._path, OWN_FILES[SETTINGS_NAME])
        except OSError:
            return ""
        return _aside_sentence(self._path, "The settings could not be read") if foreign else ""

    def _is_damaged(self) -> bool:
        """Whether there is a file with something in it, but nothing that we wrote."""
        if self._file.status() != QSettings.Status.NoError:
            return True
        ours = any(key.startswith(("settings/", "layout/")) for key in self._file.allKeys())
        return self._path.exists() and self._path.stat().st_size > 0 and not ours

    def _repair(self, settings: Settings, bad: set[str], problems: list[str]) -> str:
        more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
        sentence = f"A stored setting{more} could not be used: {problems[0]} "
        try:
            copy = set_aside_copy(self._path)
        except OSError as error:
            return f"{sentence}The default is used. (The file was left alone: {error.strerror}.)"
        self.save(settings, bad)
        return f"{sentence}The default is used; the old file is kept as {copy.name}."

    def save(self, settings: Settings, which: Collection[str]) -> str:
        """Store the settings named in ``which``; return a sentence where that fails, else ""."""
        for name in which:
            self._file.setValue(f"settings/{name}", str(getattr(settings, name)))
        self._file.sync()
        if self._file.status() == QSettings.Status.NoError:
            return ""
        return (
            f"The settings could not be stored in {self._path}; they apply only until the program "
            "closes."
        )

    @property
    def has_read_warning(self) -> bool:
        """Whether the user has read what a machine from a file may do."""
        return str(self._file.value("layout/file_warning_read")) == "true"

    def keep_warning_read(self) -> None:
        """Remember that the user has read it."""
        self._file.setValue("layout/file_warning_read", "true")

    def layout(self, name: str) -> QByteArray:
        """Return a stored window layout; empty where there is none, or no usable one."""
        stored = self._file.value(f"layout/{name}")
        return stored if isinstance(stored, QByteArray) else QByteArray()

    def save_layout(self, name: str, state: QByteArray) -> None:
        """Store a window layout."""
        self._file.setValue(f"layout/{name}", state)

    def flush(self) -> None:
        """Have everything on the disk now."""
        self._file.sync()

    def _open(self) -> QSettings:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        return QSettings(str(self._path), QSettings.Format.IniFormat)


def _aside_sentence(path: Path, what: str) -> str:
    try:
        return f"{what}; the file is kept as {set_aside(path).name}."
    except OSError as error:
        return f"{what}, and its file could not be renamed ({error.strerror})."


def _text(stored: object) -> Value:
    return ", ".join(map(str, stored)) if isinstance(stored, list) else str(stored)
