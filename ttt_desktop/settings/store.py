"""Settings and window layout in a file."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from PySide6.QtCore import QByteArray, QLockFile, QSettings

from engine.files import read_regular
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, problem, tr
from ttt_desktop.settings.declarations import OPTIONS, Settings, with_values
from ttt_desktop.work.storage import OWN_FILES, SETTINGS_NAME, aside_sentence, set_aside_copy

log = logging.getLogger(__name__)

_LAYOUT = 1
"""The version of the layouts. A change of the docks that older ones do not fit raises it."""

_PATIENCE_MS = 500
"""How long one window waits for another one that is changing a text."""

_UNREADABLE = QT_TRANSLATE_NOOP("", "The settings could not be read")

VERSION = 1
"""The version of what the file holds. An older one becomes this one in ``load``; there is none."""


class StoredText:
    """A text in the settings' file.

    Args:
        key: what the text is called in it.
    """

    def __init__(self, store: SettingsStore, key: str) -> None:
        self._store, self._key = store, key

    def read(self) -> str:
        """Return the text; empty where there is none."""
        return self._store.text(self._key)

    def write(self, text: str) -> None:
        """Keep another text."""
        self._store.write({self._key: text})

    def change(self, how: Callable[[str], str]) -> None:
        """Keep what becomes of the text, with all that other windows have made of it."""
        with self._store.alone():
            self._store.look_again()
            self.write(how(self.read()))


class SettingsStore:
    """Settings and window layout in an INI file, which several windows may share.

    Args:
        folder: where ``settings.ini`` is kept.

    Attributes:
        is_new: whether nothing was kept there yet: a first start.
        tell: called with a sentence where the file was damaged while the program ran.
        uses_layouts: whether stored layouts are given out.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / SETTINGS_NAME
        self.is_new = not self._path.exists()
        self.tell: Callable[[str], object] = log.warning
        self.uses_layouts = True
        self._readable: dict[str, str] = {}
        self._later: dict[str, object] = {}
        self._known: dict[str, object] = {}
        self._stamp: tuple[int, ...] = ()
        self._moved = self._move_foreign()
        self._file = self._open()

    def load(self) -> tuple[Settings, list[str]]:
        """Return the stored settings, and a sentence for each thing that was wrong with them.

        What cannot be used is replaced by its default, in the file too, and the file as it was is
        kept under another name. Of a damaged file, and of one that a newer version of the program
        has written, what is readable is used.
        """
        settings, problems = self._load()
        self._note()
        return settings, problems

    def _load(self) -> tuple[Settings, list[str]]:
        if not self._moved and self._is_newer():
            newer = tr("The settings were stored by a newer version of this program")
            self._moved = self._set_aside(newer, "newer")
            self._file = self._open()
        elif not self._moved and self._is_damaged():
            self._moved = self._set_aside(tr(_UNREADABLE))
            self._file = self._open()
        self._note()
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
        return None if stored is None else _joined(stored)

    def _move_foreign(self) -> str:
        """Rename a file with values that this program never writes; return a sentence, or "".

        Reading one is left to Qt's own types, which believe any length that they find.
        """
        return self._set_aside(tr(_UNREADABLE)) if self._is_foreign() else ""

    def _is_foreign(self) -> bool:
        """Whether there are values in the file that this program never writes."""
        try:
            return b"@Variant(" in read_regular(self._path, OWN_FILES[SETTINGS_NAME])
        except OSError:
            return False

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
        self.write({f"settings/{name}": str(getattr(settings, name)) for name in which})
        if self._file.status() == QSettings.Status.NoError:
            return ""
        return tr(
            "The settings could not be stored in {path}; they apply only until the program closes.",
            path=self._path,
        )

    # --- what is kept beside the settings -------------------------------------------------

    def text(self, key: str) -> str:
        """Return a text by its key; empty where there is none."""
        value = self._later.get(key)
        if value is None:
            value = self._file.value(key)
        return "" if value is None else _joined(value)

    @property
    def has_read_warning(self) -> bool:
        """Whether the user has read what a machine from a file may do."""
        return self.text("layout/file_warning_read") == "true"

    def save_warning_read(self) -> None:
        """Remember that the user has read it."""
        self.write({"layout/file_warning_read": "true"})

    @property
    def last_folder(self) -> str:
        """The folder in which a file was last chosen."""
        return self.text("layout/last_folder")

    def save_last_folder(self, folder: str) -> None:
        """Remember the folder in which a file was last chosen, when the program ends."""
        self._later["layout/last_folder"] = folder

    def layout(self, name: str) -> QByteArray:
        """Return a stored window layout; empty where there is none, or no usable one.

        Qt believes the counts that stand in it, and would follow a wrong one for minutes, or fill
        the memory. So one that was changed in any byte is none.
        """
        stored = _unsealed(name, self.text(f"layout/{name}")) if self.uses_layouts else b""
        return QByteArray(stored)

    def save_layout(self, name: str, state: QByteArray) -> None:
        """Store a window layout, when the program ends."""
        self._later[f"layout/{name}"] = _sealed(name, bytes(state.data()))

    def open_docks(self, name: str) -> frozenset[str] | None:
        """Return the docks that were open in a stored layout; None where that is not known."""
        key = f"layout/{name}_open"
        if not self.uses_layouts or not (key in self._later or self._file.contains(key)):
            return None
        return frozenset(self.text(key).split())

    def save_open_docks(self, name: str, docks: Iterable[str]) -> None:
        """Store which docks are open in a layout, when the program ends."""
        self._later[f"layout/{name}_open"] = " ".join(sorted(docks))

    def lesson_place(self) -> StoredText:
        """Return where the place in a lesson is kept."""
        return StoredText(self, "layout/lesson")

    def levels(self) -> StoredText:
        """Return where the level last played on each board is kept."""
        return StoredText(self, "layout/levels")

    def flush(self) -> None:
        """Have everything on the disk now."""
        later, self._later = self._later, {}
        self.write(later)

    # --- the file, which other windows change too -----------------------------------------

    def write(self, values: Mapping[str, object]) -> None:
        """Write values, by their keys, beside what other windows have written since."""
        self.look_again()
        for key, value in ({"settings/version": VERSION} | dict(values)).items():
            self._file.setValue(key, value)
        self._file.sync()
        self._note()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other windows from changing a text meanwhile, as long as they are patient."""
        lock = QLockFile(str(self._path.with_suffix(".changing.lock")))
        lock.tryLock(_PATIENCE_MS)
        try:
            yield
        finally:
            lock.unlock()

    def look_again(self) -> None:
        """Take in what others have written since; write what is known where the file was damaged.

        The program takes no value out of its file, so one that lacks some was emptied, cut off or
        put in the place of it.
        """
        if _stamp_of(self._path) == self._stamp:
            return
        whole = not self._is_foreign()
        if whole:
            self._file.sync()
            whole = (
                self._file.status() != QSettings.Status.FormatError
                and self._known.keys() <= set(self._file.allKeys())
            )
        if not whole:
            self._write_anew()

    def _write_anew(self) -> None:
        """Write all that is known of a file that was damaged while the program ran; say so."""
        what = tr("The file of the settings was damaged while the program ran")
        sentence = f"{what}."
        with suppress(OSError):
            if self._path.stat().st_size:
                sentence = aside_sentence(self._path, what)
        self._file = self._open()
        for key, value in self._known.items():
            self._file.setValue(key, value)
        self.tell(tr("{sentence} The settings were written anew.", sentence=sentence))

    def _note(self) -> None:
        """Note what the file holds now."""
        self._known = {key: self._file.value(key) for key in self._file.allKeys()}
        self._stamp = _stamp_of(self._path)

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


def _joined(value: object) -> str:
    """Return a value of the file as the text that it was: Qt takes commas for a list."""
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _stamp_of(path: Path) -> tuple[int, ...]:
    """Return what changes when a file does; nothing where it is not there."""
    try:
        state = path.stat()
    except OSError:
        return ()
    return state.st_mtime_ns, state.st_size, state.st_ino


def _sealed(name: str, layout: bytes) -> str:
    """Return a layout as it is stored: its version, a sum over it, and its bytes."""
    return f"{_LAYOUT} {_sum(name, layout)} {base64.b64encode(layout).decode()}"


def _unsealed(name: str, text: str) -> bytes:
    """Return the layout that a text holds; nothing where that is not what was stored."""
    version, _, rest = text.partition(" ")
    layout_sum, _, encoded = rest.partition(" ")
    try:
        layout = base64.b64decode(encoded, validate=True)
    except ValueError:
        return b""
    return layout if version == str(_LAYOUT) and layout_sum == _sum(name, layout) else b""


def _sum(name: str, layout: bytes) -> str:
    return sha256(name.encode() + b" " + layout).hexdigest()
