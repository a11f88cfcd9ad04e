"""Settings and window layout in a file."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from engine.reading import read_regular
from ttt_desktop.settings.declarations import (
    Settings,
    default_of,
    names,
    option_of,
    with_values,
)
from ttt_desktop.settings.older import older_text
from ttt_desktop.storage import OWN_FILES, SETTINGS_NAME, aside_sentence, set_aside_copy


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
            sentence = aside_sentence(self._path, "The settings could not be read")
            self._file = self._open()
            return Settings(), [f"{sentence} The defaults are used."]
        settings, problems, bad = Settings(), [], set()
        for name in names():
            try:
                text = self._stored(name)
                if text is None:
                    text = older_text(name, self._stored)
                if text is None:
                    continue
                value = option_of(name).check(text, default_of(name))
                settings = with_values(settings, {name: value})
            except (ValueError, RuntimeError) as error:  # RuntimeError: a type that Qt alone knows
                problems.append(f"{error}.")
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
        return aside_sentence(self._path, "The settings could not be read") if foreign else ""

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
