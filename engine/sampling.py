"""Random playouts of a position: the only hot code, behind one function.

Playouts come in numbered blocks, and a block's games depend on the seed and the block's number
alone. How the blocks are handed out, to how many threads and in what portions, therefore
never changes the tally.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

from engine.board import Board, whole_number
from engine.position import Position
from engine.tally import Tally

MAX_TRIALS = 10**15
"""More than any machine plays; every count still fits a 64-bit number."""

MAX_THREADS = 1024

_SEED_BITS = 64
_SEED_MASK = (1 << _SEED_BITS) - 1


class Sampler:
    """Playouts of one position from one seed, to be drawn in portions.

    Args:
        board: the position; copied.
        player: the side to move.
        seed: any whole number; None for playouts that differ every time.
        threads: how many threads play at once.

    Attributes:
        block: playouts in one block. Portions start at a block's start.

    Raises:
        ValueError: a finished game, an unknown player, a seed or thread count that is none.
    """

    def __init__(
        self, board: Board, player: int, seed: int | None = None, threads: int = 1
    ) -> None:
        self._position = Position.of(board, player)
        self._seed = check_seed(seed)
        self._threads = whole_number(threads, "the number of threads", 1, MAX_THREADS)
        self._kernel = load_kernel()
        self.block: int = self._kernel.block_trials(self._position)

    def draw(self, first_block: int, trials: int) -> Tally:
        """Play ``trials`` games, numbered from the start of block ``first_block`` on."""
        whole_blocks, rest = divmod(trials, self.block)
        sizes = [self.block] * whole_blocks + [rest] * (rest > 0)
        shares = [
            [(first_block + number, size) for number, size in enumerate(sizes)][
                part :: self._threads
            ]
            for part in range(min(self._threads, len(sizes)))
        ]
        if len(shares) == 1:
            return self._play(shares[0])
        with ThreadPoolExecutor(len(shares)) as pool:
            return sum(pool.map(self._play, shares), Tally.zero(self._position.dim))

    def _play(self, blocks: list[tuple[int, int]]) -> Tally:
        tally = Tally.zero(self._position.dim)
        for number, size in blocks:
            tally += self._kernel.play_block(self._position, self._seed, number, size)
        return tally


def sample(
    board: Board, player: int, trials: int, seed: int | None = None, threads: int = 1
) -> Tally:
    """Play ``trials`` uniformly random games from ``board`` and count how they end.

    Args:
        board: any position with a move to make; left as it is.
        player: the side to move first in every game.
        trials: games to play, at least 1.
        seed: the same seed gives the same tally, on any number of threads; None differs each time.
        threads: how many threads play at once.

    Raises:
        ValueError: a finished game, an unknown player, trials or threads below 1.
    """
    whole_number(trials, "the number of trials", 1, MAX_TRIALS)
    return Sampler(board, player, seed, threads).draw(0, trials)


def check_seed(seed: int | None) -> int:
    """Return a 64-bit seed: the given one, or a random one for None; ValueError for others."""
    if seed is None:
        return random.getrandbits(_SEED_BITS)
    return whole_number(seed, "the seed", 0) & _SEED_MASK


def load_kernel() -> ModuleType:
    """Return the module that plays the games; it is loaded at the first need of it."""
    from engine import kernel_numpy  # noqa: PLC0415  (NumPy takes longer to load than the window)

    return kernel_numpy
