"""Random playouts of a position: the only hot code, behind one function.

Playouts come in numbered blocks, and a block's games depend on the seed and the block's number
alone. How the blocks are handed out, to how many threads and in what portions, therefore
never changes the tally.
"""

from __future__ import annotations

import random
from threading import Lock
from time import perf_counter
from typing import Protocol

from engine.board import Board, Position
from engine.errors import whole_number
from engine.native.loading import native_kernel
from engine.tally import Tally

MAX_TRIALS = 10**15
"""More than any machine plays; every count still fits a 64-bit number."""

MAX_THREADS = 1024

CALL_SECONDS = 0.004
"""How long one call into a kernel should take."""

_BLOCKS_A_THREAD = 4
"""Fewer are played sooner than a thread is started."""

_SEED_BITS = 64
_MAX_SEED = (1 << _SEED_BITS) - 1


class Sampler:
    """Playouts of one position from one seed, to be drawn in portions.

    Args:
        seed: a whole number of at most 64 bits; None for playouts that differ every time.
        heavy: whether both sides see wins and blocks (see ``engine.search.playouts``).

    Attributes:
        block: playouts in one block. Portions start at a block's start.

    Raises:
        ValueError: a finished game, an unknown player, a seed or thread count that is none.
    """

    def __init__(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        threads: int = 1,
        heavy: bool = False,
    ) -> None:
        self._heavy = heavy
        self._position = Position.of(board, player)
        self._seed = check_seed(seed)
        self._threads = whole_number(threads, "the number of threads", 1, MAX_THREADS)
        self._kernel = load_kernel()
        self.block: int = self._kernel.block_trials(self._position, heavy)

    def draw(self, first_block: int, trials: int) -> Tally:
        """Play ``trials`` games, numbered from the start of block ``first_block`` on."""
        if trials <= self.block:
            return self._kernel.play(self._position, self._seed, first_block, trials, self._heavy)
        threads = max(1, min(self._threads, -(-trials // self.block) // _BLOCKS_A_THREAD))
        runs = _Runs(first_block, trials, self.block, threads)
        if threads == 1:
            return self._play(runs)
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  (not needed at a start)

        with ThreadPoolExecutor(threads) as pool:
            try:
                parts = [pool.submit(self._play, runs) for _ in range(threads)]
                return sum((part.result() for part in parts), Tally.zero(self._position.rules.size))
            except BaseException:  # Ctrl+C: the pool waits for its threads
                runs.stop()
                raise

    def _play(self, runs: _Runs) -> Tally:
        """Play runs of blocks until there are none left.

        No call into the kernel takes much longer than ``CALL_SECONDS``, for it cannot be
        interrupted, and the other threads may have to wait for the last one.
        """
        tally, blocks = Tally.zero(self._position.rules.size), 1
        while (run := runs.take(blocks)) is not None:
            start = perf_counter()
            tally += self._kernel.play(self._position, self._seed, *run, self._heavy)
            seconds = perf_counter() - start
            if seconds < CALL_SECONDS / 2:
                blocks *= 2
            elif seconds > CALL_SECONDS:
                blocks = max(1, blocks // 2)
        return tally


class _Runs:
    """Hands out the blocks of a portion to whichever thread asks next.

    With several threads runs get shorter towards the end, so that none has to wait long.
    """

    def __init__(self, first_block: int, trials: int, block: int, threads: int) -> None:
        self._next, self._left, self._block = first_block, trials, block
        self._shares = 2 * threads if threads > 1 else 1
        self._lock = Lock()

    def stop(self) -> None:
        """Hand out nothing more."""
        with self._lock:
            self._left = 0

    def take(self, blocks: int) -> tuple[int, int] | None:
        """Return the first block and the trials of the next run, or None at the end."""
        with self._lock:
            if self._left <= 0:
                return None
            blocks = min(blocks, -(-self._left // (self._shares * self._block)))
            trials = min(self._left, blocks * self._block)
            run = self._next, trials
            self._next, self._left = self._next + blocks, self._left - trials
            return run


def sample(
    board: Board, player: int, trials: int, seed: int | None = None, threads: int = 1
) -> Tally:
    """Play ``trials`` uniformly random games from ``board`` and count how they end.

    Args:
        board: any position with a move to make; left as it is.
        player: the side to move first in every game.
        trials: games to play, at least 1.
        seed: the same seed gives the same tally, on any number of threads; None differs each time.

    Raises:
        ValueError: a finished game, an unknown player, trials or threads below 1.
    """
    count = whole_number(trials, "the number of trials", 1, MAX_TRIALS)
    return Sampler(board, player, seed, threads).draw(0, count)


def check_seed(seed: int | None) -> int:
    """Return a 64-bit seed: the given one, or a random one for None.

    Raises:
        ValueError: anything but a whole number from 0 to 2^64 - 1.
    """
    if seed is None:
        return random.getrandbits(_SEED_BITS)
    return whole_number(seed, "the seed", 0, _MAX_SEED)


class Kernel(Protocol):
    """What a module with playouts offers; see ``engine.search.kernel_numpy``."""

    NAME: str

    def instruction_set(self) -> str:
        """Return the instruction set in use."""

    def block_trials(self, position: Position, heavy: bool = False) -> int:
        """Return how many playouts one block has."""

    def play(
        self, position: Position, seed: int, first_block: int, trials: int, heavy: bool = False
    ) -> Tally:
        """Play and count games."""


def load_kernel() -> Kernel:
    """Return the module that plays the games: the native one, or NumPy's where it was not built."""
    if (native := native_kernel()) is not None:
        kernel: Kernel = native
        return kernel
    from engine.search import kernel_numpy  # noqa: PLC0415  (NumPy takes long to import)

    return kernel_numpy
