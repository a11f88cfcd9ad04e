"""Settings and window layout in a file."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from engine.files import read_regular
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, problem, tr
from ttt_desktop.settings.declarations import OPTIONS, Settings, with_values
from ttt_desktop.work.storage import OWN_FILES, SETTINGS_NAME, aside_sentence, set_aside_copy

_UNREADABLE = QT_TRANSLATE_NOOP("", "The settings could not be read")

VERSION = 1
"""The version of what the file holds. The first one brought up to date will be so in ``load``."""


class StoredText:
    """A text in the settings' file.

    Args:
        key: what the text is called in it.
    """

    def __init__(self, file: QSettings, key: str) -> None:
        self._file, self._key = file, key

    def read(self) -> str:
        """Return the text; empty where there is none."""
        return str(self._file.value(self._key, ""))

    def write(self, text: str) -> None:
        """Keep another text."""
        self._file.setValue(self._key, text)


class SettingsStore:
    """Settings and window layout in an INI file.

    Args:
        folder: where ``settings.ini`` is kept.

    Attributes:
        is_new: whether nothing was kept there yet: a first start.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / SETTINGS_NAME
        self.is_new = not self._path.exists()
        self._readable: dict[str, str] = {}
        self._moved = self._move_foreign()
        self._file = self._open()

    def load(self) -> tuple[Settings, list[str]]:
        """Return the stored settings, and a sentence for each thing that was wrong with them.

        What cannot be used is replaced by its default, in the file too, and the file as it was is
        kept under another name. Of a damaged file, and of one that a newer version of the program
        has written, what is readable is used.
        """
        if not self._moved and self._is_newer():
            newer = tr("The settings were stored by a newer version of this program")
            self._moved = self._set_aside(newer, "newer")
            self._file = self._open()
        elif not self._moved and self._is_damaged():
            self._moved = self._set_aside(tr(_UNREADABLE))
            self._file = self._open()
        if self._moved:
            return self._rescue(self._moved)
        settings, problems, bad = Settings(), [], set()
        for name in OPTIONS:
            try:
                text = self._stored(name)
                if text is not None:
                    settings = with_values(settings, {name: text})
            except (ValueError, RuntimeError) as error:  # RuntimeError: a type that Qt alone knows
                problems.append(problem(error))
                bad.add(name)
        return settings, [self._repair(settings, bad, problems)] if problems else []

    def _stored(self, name: str) -> str | None:
        """Return the text of a setting; None where none is stored."""
        stored = self._file.value(f"settings/{name}")
        if isinstance(stored, list):  # Qt takes commas for a list
            return ",".join(map(str, stored))
        return None if stored is None else str(stored)

    def _move_foreign(self) -> str:
        """Rename a file with values that this program never writes; return a sentence, or "".

        Reading one is left to Qt's own types, which believe any length that they find.
        """
        try:
            foreign = b"@Variant(" in read_regular(self._path, OWN_FILES[SETTINGS_NAME])
        except OSError:
            return ""
        return self._set_aside(tr(_UNREADABLE)) if foreign else ""

    def _set_aside(self, what: str, why: str = "damaged") -> str:
        """Rename the file, which cannot be used as it is; return a sentence that begins so."""
        try:
            self._readable = _readable(read_regular(self._path, OWN_FILES[SETTINGS_NAME]))
        except OSError:
            self._readable = {}
        return aside_sentence(self._path, what, why)

    def _rescue(self, sentence: str) -> tuple[Settings, list[str]]:
        """Return the settings that a damaged file still had, and store them in the new one."""
        settings, good = Settings(), set()
        for name in OPTIONS:
            if name in self._readable:
                with suppress(ValueError):
                    settings = with_values(settings, {name: self._readable[name]})
                    good.add(name)
        self._moved = ""
        used = tr("What could be read of them is used.") if good else tr("The defaults are used.")
        if good:
            self.save(settings, good)
        return settings, [f"{sentence} {used}"]

    def _is_newer(self) -> bool:
        """Whether a newer version of the program has written the file."""
        stored = ""
        with suppress(RuntimeError):  # (a type that Qt alone knows)
            stored = self._stored("version") or ""
        return stored.isdecimal() and float(stored) > VERSION

    def _is_damaged(self) -> bool:
        """Whether there is a file with something in it, but nothing that we wrote."""
        if self._file.status() != QSettings.Status.NoError:
            return True
        ours = any(key.startswith(("settings/", "layout/")) for key in self._file.allKeys())
        return self._path.exists() and self._path.stat().st_size > 0 and not ours

    def _repair(self, settings: Settings, bad: set[str], problems: list[str]) -> str:
        first, count = problems[0], len(problems)
        if count > 1:
            sentence = tr(
                "{count} stored settings could not be used. The first problem: {problem}.",
                n=count,
                count=count,
                problem=first,
            )
            default = tr("The defaults are used.")
        else:
            sentence = tr("A stored setting could not be used: {problem}.", problem=first)
            default = tr("The default is used.")
        try:
            copy = set_aside_copy(self._path)
        except OSError as error:
            left = tr("The file was left alone: {why}.", why=error.strerror)
            return f"{sentence} {default} {left}"
        self.save(settings, bad)
        kept = tr("The old file is kept as {name}.", name=copy.name)
        return f"{sentence} {default} {kept}"

    def save(self, settings: Settings, which: Collection[str]) -> str:
        """Store the settings named in ``which``; return a sentence where that fails, else ""."""
        for name in which:
            self._write(f"settings/{name}", str(getattr(settings, name)))
        self._file.sync()
        if self._file.status() == QSettings.Status.NoError:
            return ""
        return tr(
            "The settings could not be stored in {path}; they apply only until the program closes.",
            path=self._path,
        )

    @property
    def has_read_warning(self) -> bool:
        """Whether the user has read what a machine from a file may do."""
        return str(self._file.value("layout/file_warning_read")) == "true"

    def save_warning_read(self) -> None:
        """Remember that the user has read it."""
        self._write("layout/file_warning_read", "true")

    @property
    def last_folder(self) -> str:
        """The folder in which a file was last chosen."""
        return str(self._file.value("layout/last_folder") or "")

    def save_last_folder(self, folder: str) -> None:
        """Remember the folder in which a file was last chosen."""
        self._write("layout/last_folder", folder)

    def layout(self, name: str) -> QByteArray:
        """Return a stored window layout; empty where there is none, or no usable one."""
        stored = self._file.value(f"layout/{name}")
        return stored if isinstance(stored, QByteArray) else QByteArray()

    def save_layout(self, name: str, state: QByteArray) -> None:
        """Store a window layout."""
        self._write(f"layout/{name}", state)

    def open_docks(self, name: str) -> frozenset[str] | None:
        """Return the docks that were open in a stored layout; None where that is not known."""
        stored = self._file.value(f"layout/{name}_open")
        return frozenset(stored.split()) if isinstance(stored, str) else None

    def save_open_docks(self, name: str, docks: Iterable[str]) -> None:
        """Store which docks are open in a layout."""
        self._write(f"layout/{name}_open", " ".join(sorted(docks)))

    def lesson_place(self) -> StoredText:
        """Return where the place in a lesson is kept."""
        return StoredText(self._file, "layout/lesson")

    def levels(self) -> StoredText:
        """Return where the level last played on each board is kept."""
        return StoredText(self._file, "layout/levels")

    def solved(self) -> StoredText:
        """Return where it is kept how many puzzles were solved."""
        return StoredText(self._file, "layout/solved")

    def flush(self) -> None:
        """Have everything on the disk now."""
        self._file.sync()

    def _write(self, key: str, value: str | QByteArray) -> None:
        self._file.setValue("settings/version", VERSION)
        self._file.setValue(key, value)

    def _open(self) -> QSettings:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        return QSettings(str(self._path), QSettings.Format.IniFormat)


def _readable(content: bytes) -> dict[str, str]:
    """Return the settings that stand in a file that Qt cannot read, as text.

    Only what this program writes in one piece is taken: a name, a sign of equality, a plain value.
    """
    texts, section = {}, ""
    for line in content.decode(errors="replace").splitlines():
        name, equals, value = line.partition("=")
        if line.startswith("["):
            section = line.strip()
        elif section == "[settings]" and equals and name in OPTIONS and "\\" not in value:
            plain = value.removeprefix('"').removesuffix('"')
            if plain.isprintable() and not plain.startswith("@"):
                texts[name] = plain
    return texts
