"""The unfinished game that is kept from one start to the next."""

from __future__ import annotations

import logging
from pathlib import Path

from engine.decoding import NewerFileError
from engine.files import write_whole
from engine.record import Record, read_record
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, tr
from ttt_desktop.work.locks import LockHolder, WindowLock
from ttt_desktop.work.storage import (
    GAME_NAME,
    GIVEN_UP_NAME,
    LOCK_NAME,
    aside_sentence,
)

log = logging.getLogger(__name__)

ANOTHER_WINDOW = QT_TRANSLATE_NOOP(
    "", "Another window is open; this one's game is not kept when it closes."
)


class GameKeeper:
    """Keeps the unfinished game, and one that was given up, from one start to the next.

    Args:
        folder: where ``unfinished-game.json`` and ``given-up-game.json`` are kept.

    Attributes:
        is_mine: whether this program is the one that keeps its game. Another one that runs at
            the same time keeps none, so that neither overwrites the other's.
        problem: a sentence where the game is not kept, or may not be this program's alone.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / GAME_NAME
        self._given_up_path = folder / GIVEN_UP_NAME
        self._lock = WindowLock(folder / LOCK_NAME)
        self.is_mine, self.problem = self._take_lock()
        self._kept: dict[Path, str] = {}

    def _take_lock(self) -> tuple[bool, str]:
        """Return whether the game is ours to keep, and what there is to say about that.

        Only a program that runs is a reason not to keep it. What else is wrong with the lock is
        said, and the game is shown and kept.
        """
        lock = self._lock.take()
        if lock.holder is LockHolder.HERE:
            return False, tr(ANOTHER_WINDOW)
        if lock.holder is LockHolder.ELSEWHERE:
            return True, tr(
                "The file {file} says that a window is open on the computer {computer}. If "
                "so, close one of the two: both keep the same game. If not, delete the file.",
                file=lock.file,
                computer=lock.computer,
            )
        if lock.holder is LockHolder.SELF:
            return True, ""
        return True, tr(
            "The file {file} could not be written: the disk is full, or the file belongs to "
            "another user. Do not open a second window: both would keep the same game.",
            file=lock.file,
        )

    def save(self, record: Record, given_up: Record | None = None) -> None:
        """Keep a game and one that was given up for it, with what is noted beside them.

        A game that is over, or has not begun, leaves nothing to keep. A disk that cannot be
        written is logged: losing the unfinished game at the next start is no reason to interrupt
        this one.
        """
        if self.is_mine:
            self._keep(self._path, record)
            self._keep(self._given_up_path, given_up)

    def _keep(self, path: Path, record: Record | None) -> None:
        begun = record is not None and record.game.result is None and bool(record.all_moves)
        text = record.to_json() if record is not None and begun else ""
        if text == self._kept.get(path):
            return
        try:
            if text:
                write_whole(path, text, durable=False)
            else:
                path.unlink(missing_ok=True)
            self._kept[path] = text
        except OSError as error:
            log.warning("the unfinished game could not be kept: %s", error)

    def disown(self) -> None:
        """Keep nothing and touch nothing from now on: for a window that only tests itself."""
        self.is_mine = False
        self._lock.give_back()

    def load(self) -> tuple[Record | None, str]:
        """Return the kept game, or None, and a sentence where its file could not be read."""
        damaged = tr("The unfinished game could not be read")
        newer = tr("The unfinished game was kept by a newer version of this program")
        return self._load(self._path, damaged, newer)

    def load_given_up(self) -> tuple[Record | None, str]:
        """Return the given-up game, or None, and a sentence where its file could not be read."""
        damaged = tr("The given-up game could not be read")
        newer = tr("The given-up game was kept by a newer version of this program")
        return self._load(self._given_up_path, damaged, newer)

    def _load(self, path: Path, damaged: str, newer: str) -> tuple[Record | None, str]:
        if not (self.is_mine and path.exists()):
            return None, ""
        try:
            return read_record(path), ""
        except NewerFileError as error:
            log.warning("%s", error)
            return None, aside_sentence(path, newer, "newer")
        except ValueError as error:
            log.warning("%s", error)
            return None, aside_sentence(path, damaged)
