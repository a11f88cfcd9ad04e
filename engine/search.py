"""A running search: playouts drawn in growing batches until a limit is reached.

A search knows nothing of threads or windows. Whoever iterates over it does the work; any other
thread may stop it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event
from time import perf_counter

from engine.board import Board, check_player, real_number, whole_number
from engine.sampling import MAX_TRIALS, Sampler
from engine.tally import Tally

BATCH_SECONDS = 0.012
"""How long a batch should take: short enough for "stop" to feel immediate and for a picture to
refresh 60 times a second, long enough for its overhead not to matter."""


MAX_SECONDS = 1e9


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: after so many playouts, or so many seconds, whichever comes first.

    Raises:
        ValueError: neither is given, trials below 1, or seconds that are not above 0.
    """

    trials: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.trials is None and self.seconds is None:
            raise ValueError("a search needs a limit: a number of trials, or of seconds")
        if self.trials is not None:
            trials = whole_number(self.trials, "the number of trials", 1, MAX_TRIALS)
            object.__setattr__(self, "trials", trials)
        if self.seconds is not None and not real_number(self.seconds, 0, MAX_SECONDS):
            raise ValueError(f"the seconds must be a number above 0, not {self.seconds!r}")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a search knows so far.

    Attributes:
        board: the position searched. Not to be changed.
        player: the side that the search works for, which is the side to move.
        tally: the counts of all playouts so far.
        seconds: how long the search has taken.
        limit: when it ends.
        done: whether this is its last word.
    """

    board: Board
    player: int
    tally: Tally
    seconds: float
    limit: Limit
    done: bool

    @property
    def trials_per_second(self) -> float:
        """Playouts a second; 0 before the clock has moved."""
        return self.tally.trials / self.seconds if self.seconds > 0 else 0.0

    @property
    def progress(self) -> float:
        """How far the search has come towards its limit, from 0 to 1."""
        shares = [0.0]
        if self.limit.trials is not None:
            shares.append(self.tally.trials / self.limit.trials)
        if self.limit.seconds is not None:
            shares.append(self.seconds / self.limit.seconds)
        return min(1.0, max(shares))


class Search:
    """A search of one position. Iterate over it for a snapshot a batch.

    Args:
        board: the position; copied.
        player: the side to move.
        limit: when to end.
        seed: the same seed and trials give the same tally; None differs every time.
        threads: how many threads play at once.

    Raises:
        ValueError: a finished game, an unknown player, a bad seed or number of threads.
    """

    def __init__(
        self, board: Board, player: int, limit: Limit, seed: int | None = None, threads: int = 1
    ) -> None:
        self._sampler = Sampler(board, player, seed, threads)
        self._board = board.clone()
        self._player = check_player(player)
        self._limit = limit
        self._stop = Event()

    def stop(self) -> None:
        """End the search after the batch under way; may be called from any thread."""
        self._stop.set()

    def __iter__(self) -> Iterator[Snapshot]:
        """Yield a snapshot after each batch; the last one is ``done``. At least one comes."""
        block = self._sampler.block
        tally = Tally.zero(self._board.get_dim())
        start = perf_counter()
        next_block, blocks, done = 0, 1, False
        while not done:
            began = perf_counter()
            wanted = blocks * block
            if self._limit.trials is not None:
                wanted = min(wanted, self._limit.trials - tally.trials)
            tally += self._sampler.draw(next_block, wanted)
            next_block += blocks
            now = perf_counter()
            done = self._is_over(tally.trials, now - start)
            yield Snapshot(self._board, self._player, tally, now - start, self._limit, done)
            if not done and self._stop.is_set():
                done = True
                yield Snapshot(self._board, self._player, tally, now - start, self._limit, True)
            blocks = _next_batch(blocks, now - began)

    def result(self) -> Snapshot:
        """Run the search to its end and return the last snapshot."""
        *_, last = self
        return last

    def _is_over(self, trials: int, seconds: float) -> bool:
        limit = self._limit
        return (
            self._stop.is_set()
            or (limit.trials is not None and trials >= limit.trials)
            or (limit.seconds is not None and seconds >= limit.seconds)
        )


def _next_batch(blocks: int, seconds: float) -> int:
    """Return how many blocks the next batch should have, growing by two at the most."""
    if seconds <= 0:
        return blocks * 2
    fitting = int(blocks * BATCH_SECONDS / seconds)
    return max(1, min(blocks * 2, fitting))
