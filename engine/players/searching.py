"""What players that search have in common: a search under way, which any thread may stop."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import Generic, Protocol, TypeVar

from engine.analysis import Analysis
from engine.players.player import Player, Progress

Found = TypeVar("Found", bound=Analysis)
Found_co = TypeVar("Found_co", bound=Analysis, covariant=True)


class Stoppable(Protocol[Found_co]):
    """A search, such as ``engine.search.Search`` and ``engine.tree.TreeSearch``."""

    def __iter__(self) -> Iterator[Found_co]:
        """Yield what is known after each portion of the work; at least once."""

    def stop(self) -> None:
        """End the search after the portion under way."""


class SearchingPlayer(Player, Generic[Found]):
    """A player that has at most one search under way.

    Subclasses hold ``_lock`` while they touch ``_search``.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._search: Stoppable[Found] | None = None
        self._stopped = False

    def stop(self) -> None:
        """End the search under way, or the next one right after its first portion."""
        with self._lock:
            self._stopped = True
            if self._search is not None:
                self._search.stop()

    @property
    def stopped(self) -> bool:
        """Whether the search under way, or the next one, is to end."""
        return self._stopped

    def forget_stop(self) -> None:
        """Let the next search go on to its end, though a stop came after the last one's end."""
        with self._lock:
            self._stopped = False

    def _follow(self, search: Stoppable[Found], on_progress: Progress | None) -> Found:
        """Run a search to its end, or until it is stopped; return what it knows then."""
        with self._lock:
            self._search = search
            if self._stopped:
                search.stop()
        try:
            for found in search:
                if on_progress is not None:
                    on_progress(found)
        finally:
            with self._lock:
                self._search, self._stopped = None, False
        return found
