"""What every player is. Windows, consoles and tournaments know only this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Generic, Protocol, TypeVar

from engine.board import Board
from engine.errors import Problem
from engine.rules import Rules, Square
from engine.search.analysis import Analysis
from engine.swap import Swap, SwapChoice
from engine.tally import Weights

Progress = Callable[[Analysis], None]

OnWait = Callable[[Problem | None], object]
"""Is told whom everybody waits for, in a sentence, and None once there is an answer."""


def tell_nobody(_sentence: Problem | None) -> None:
    """Say nothing of a wait."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's move, and what it knew when it chose.

    Attributes:
        square: the move.
        analysis: what it was chosen from, or None.
        note: why there is none, in a sentence, where that needs saying.
    """

    square: Square
    analysis: Analysis | None = None
    note: str = ""


class UndecidedError(Problem):
    """A player gave no move, and that need not be its own doing: nobody is to blame."""


class ProcessEndedError(Problem):
    """A player's process ended in the middle of its work: by its own doing, or by a kill."""


class Player(ABC):
    """Anything that chooses moves.

    Attributes:
        name: what to call the player on a score sheet.
        on_wait: called while this player keeps others waiting; from any thread.
    """

    name: str = ""
    on_wait: OnWait = staticmethod(tell_nobody)

    @abstractmethod
    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose a move for ``player`` on ``board``, which is left as it is.

        Args:
            board: a position with a move to make.
            seed: the same seed gives the same move; None may differ every time.
            on_progress: called now and then, from the thread that called ``choose``.

        Raises:
            ValueError: a finished game or an unknown player.
            UndecidedError: there is no move, and that need not be this player's doing.
        """

    def meet(self, rules: Rules) -> None:
        """Get ready for games by some rules, as far as that can fail before a game.

        Raises:
            ValueError: this player cannot play them, and why.
        """
        del rules

    def open_game(self, swap: Swap, board: Board) -> list[Square] | SwapChoice | None:
        """Return the marks to place in an opening by Swap or Swap2, or the side to choose.

        Args:
            swap: how far the opening has come; it is this player's turn.

        Returns:
            None where this player does nothing of its own in openings: a search then does it.
        """
        del swap, board
        return None

    def keep_to(self, seconds: float) -> bool:
        """Give each move so many seconds at most; False where somebody else must see to that.

        A player that measures its own work does not lose a game because the machine is busy.
        """
        del seconds
        return False

    def spent(self) -> float:
        """Return the processor time, in seconds, that it took elsewhere since this was last asked.

        A player that computes in this process takes none elsewhere.
        """
        return 0.0

    def stop(self) -> None:
        """Have ``choose`` return at once with the best move so far; from any thread.

        A player whose moves are ready at once has nothing to do here.
        """

    def be_watched(self, threads: int) -> None:
        """Prepare to be watched while thinking.

        Args:
            threads: how many threads it may use; they need not all be used.
        """

    def renew(self) -> bool:
        """Be as a new player is, for another game; False where a new one is to be made."""
        return False

    def close(self) -> None:
        """Give back what the player holds, such as a process; it is not asked again."""

    def reweigh(self, weights: Weights) -> None:
        """Choose by other weights from now on, a search under way included.

        A player that weighs no scores has nothing to do here.
        """

    def reconsider(self, decision: Decision, seed: int | None = None) -> Decision:
        """Return what ``decision`` is by the weights as they are now."""
        return decision


Found = TypeVar("Found", bound=Analysis)
Found_co = TypeVar("Found_co", bound=Analysis, covariant=True)


class Stoppable(Protocol[Found_co]):
    """A search, such as ``engine.search.search.Search`` and ``engine.search.tree.TreeSearch``."""

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
            for analysis in search:
                if on_progress is not None:
                    on_progress(analysis)
        finally:
            with self._lock:
                self._search, self._stopped = None, False
        return analysis
