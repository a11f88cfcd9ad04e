"""Fits a tree's first sight to games of the tree against itself.

    python -m tools.weights.fit

plays the games, fits the weights, and writes ``engine/native/weights.h`` if they say more than
those that there were; build the native kernel anew for them to hold. The games are played with the
old weights; the fit begins with random ones.

First sight is a small convolutional network (``engine/native/sight.c``). A position's value is
v = x / sqrt(1 + x²), where x is its last number; the squared error from what the position was worth
is made small: half the game's result, half the tree's own value. The prior is the softmax of the
moves' numbers; its cross-entropy with the tree's visits is made small, or with the move that is
proven to win. Both by Adam (Kingma and Ba, 2015).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tools.weights.games import BOARDS, UNKNOWN, Positions, play_games
from tools.weights.sight import (
    FEATURES,
    HEADER,
    HIDDEN_MOST,
    MIX_SUM,
    MOST,
    NEAR_SUM,
    SUMMED,
    TYPES,
    FirstSight,
    Floats,
    written,
)

GAMES, FEWEST, BLOCK = 60_000, 1_000, 100
"""How many games are played, at least, and at a time in a process."""

_TESTED = 10
"""One game in so many is not fitted to, and says how good the fit is."""

_PASSES, _BATCH, _AT_ONCE, _RATE = 6, 512, 32, 0.008
_PRIOR = 0.15
"""What the prior's loss counts, beside the value's."""
_RESULT = 0.5
"""How much of a position's worth is the game's result; the rest is the tree's value, which is"""
_STRETCHED = 1.15
"""times this: a value of few simulations errs towards 0."""
_VISITS = 100
"""Visits that a position has at least from which the prior learns."""


@dataclass(frozen=True)
class Fit:
    """How well weights say what positions are worth that they were not fitted to.

    Attributes:
        positions: how many these are.
        error: the mean squared error of the game's result.
        tree: that of the tree's own value, for comparison.
        entropy: the cross-entropy of the prior with the tree's visits, in nats.
    """

    positions: int
    error: float
    tree: float
    entropy: float

    @property
    def loss(self) -> float:
        """Both together, as they are made small."""
        return self.error + _PRIOR * self.entropy


class Batch:
    """Some positions, and what weights make of them."""

    def __init__(
        self, positions: Positions, rows: npt.NDArray[np.int64], sight: FirstSight
    ) -> None:
        self.size, self.count, self.sight = positions.size, len(rows), sight
        self.marks, self.values = positions.marks[rows], positions.values[rows]
        self.results = positions.results[rows].astype(np.float32)
        self.ended = self.results != UNKNOWN
        self.empty = (self.marks == 0)[..., None]
        proof = positions.proven[rows]
        proven = proof != UNKNOWN
        visits = positions.visits[rows].astype(np.float32)
        total = visits.sum(axis=1, keepdims=True)
        self.follows = total[:, 0] >= _VISITS
        self.shares = visits / np.maximum(total, 1)
        seen = np.clip(_STRETCHED * self.values, -1, 1)
        worth = np.where(self.ended, _RESULT * self.results + (1 - _RESULT) * seen, seen)
        self.worth = np.where(proven, proof, worth).astype(np.float32)
        row, col = np.divmod(np.arange(self.size**2), self.size)
        far = (abs(2 * row + 1 - self.size) + abs(2 * col + 1 - self.size)) / self.size
        self.far = far.astype(np.float32)
        self._see(_lines(positions.types[rows]))

    def _see(self, lines: Floats) -> None:
        """Work out both layers, their sums, and what follows from them."""
        sight, shape = self.sight, (self.count, self.size**2, FEATURES)
        self.lines = lines
        first = lines @ sight.line.reshape(-1, FEATURES)
        self.first = first.reshape(shape) + sight.square
        marks = sight.mark[(self.marks == 2).astype(np.int64)]
        self.layers = [np.where(self.empty, np.clip(self.first, 0, MOST), marks)]
        self.board = np.zeros((self.count, self.size + 2, self.size + 2, FEATURES), first.dtype)
        self.board[:, 1:-1, 1:-1] = self.layers[0].reshape(self._inner)
        seen = np.zeros(self._inner, first.dtype)
        for near, beside in self._beside(self.board):
            seen += beside * sight.near[near]
        self.seen = seen.reshape(-1, FEATURES)
        self.second = (self.seen @ sight.mix).reshape(shape) + sight.area
        self.layers.append(np.clip(self.second, 0, MOST))
        self.sums = SUMMED * np.concatenate(
            [(layer * self.empty).sum(axis=1) for layer in self.layers], axis=1
        )
        self.units = self.sums @ sight.into + sight.hidden
        self.clipped = np.clip(self.units, 0, HIDDEN_MOST)
        self.x = sight.bias + self.sums @ sight.direct + self.clipped @ sight.out

    @property
    def _inner(self) -> tuple[int, int, int, int]:
        return self.count, self.size, self.size, FEATURES

    def _beside(self, board: Floats) -> Iterator[tuple[int, Floats]]:
        """Yield the 3 x 3 squares of a convolution, and a board with a margin, moved by them."""
        for near in range(9):
            row, col = divmod(near, 3)
            yield near, board[:, row : row + self.size, col : col + self.size]

    @property
    def valued(self) -> Floats:
        """The positions' values."""
        valued: Floats = self.x / np.sqrt(1 + self.x**2)
        return valued

    @property
    def priors(self) -> Floats:
        """The prior of each square; 0 where it is taken."""
        first, second = self.sight.promise
        logs = self.layers[0] @ first + self.layers[1] @ second - self.sight.centre * self.far
        logs = np.where(self.marks == 0, logs, -np.inf)
        odds = np.exp(logs - logs.max(axis=1, keepdims=True))
        shares: Floats = odds / odds.sum(axis=1, keepdims=True)
        return shares

    @property
    def entropies(self) -> Floats:
        """The prior's cross-entropy with the visits, of the positions that it learns from."""
        logs = np.log(np.maximum(self.priors, 1e-30))
        entropies: Floats = -(self.shares * logs).sum(axis=1)[self.follows]
        return entropies

    def slopes(self) -> dict[str, Floats]:
        """Return the gradients of the loss, by the weights' names."""
        sight = self.sight
        by_x = 2 * (self.valued - self.worth) / np.sqrt(1 + self.x**2) ** 3 / self.count
        units = by_x[:, None] * sight.out * ((self.units > 0) & (self.units < HIDDEN_MOST))
        sums = by_x[:, None] * sight.direct + units @ sight.into.T
        missed = (
            self.follows[:, None] * (self.priors - self.shares) * np.float32(_PRIOR / self.count)
        )
        by_layer = [
            (missed[..., None] * sight.promise[layer]
             + SUMMED * sums[:, None, layer * FEATURES : (layer + 1) * FEATURES]) * self.empty
            for layer in range(2)
        ]  # fmt: skip
        second = by_layer[1] * ((self.second > 0) & (self.second < MOST))
        near, by_board = np.empty_like(sight.near), np.zeros_like(self.board)
        flat = second.reshape(-1, FEATURES)
        inner = (flat @ sight.mix.T).reshape(self._inner)
        for number, beside in self._beside(self.board):
            near[number] = np.einsum("bijf,bijf->f", beside, inner)
        for number, to in self._beside(by_board):
            np.add(to, inner * sight.near[number], out=to)
        both = by_layer[0] + by_board[:, 1:-1, 1:-1].reshape(second.shape)
        first = (both * self.empty * ((self.first > 0) & (self.first < MOST))).reshape(-1, FEATURES)
        return {
            "line": (self.lines.T @ first).reshape(sight.line.shape),
            "square": first.sum(axis=0),
            "mark": np.stack([both[self.marks == side].sum(axis=0) for side in (1, 2)]),
            "near": near,
            "mix": self.seen.T @ flat,
            "area": flat.sum(axis=0),
            "promise": np.stack([np.einsum("bs,bsf->f", missed, layer) for layer in self.layers]),
            "centre": -(missed @ self.far).sum(keepdims=True),
            "bias": by_x.sum(keepdims=True),
            "direct": self.sums.T @ by_x,
            "into": self.sums.T @ units,
            "hidden": units.sum(axis=0),
            "out": self.clipped.T @ by_x,
        }


def _lines(types: npt.NDArray[np.uint8]) -> Floats:
    """Return how many lines of each pair of types run through each square: squares x pairs."""
    pairs = (types & 15) * TYPES + (types >> 4)
    flat, rows = pairs.reshape(-1, 4), np.arange(pairs.size // 4)
    counts = np.zeros((len(flat), TYPES * TYPES), np.float32)
    for way in range(4):
        counts[rows, flat[:, way]] += 1
    return counts


def fitted(sight: FirstSight, boards: list[Positions]) -> FirstSight:
    """Fit weights to positions of several boards, in place, and return them.

    The tested games are left out.
    """
    chance, parts, step = np.random.default_rng(1), sight.parts(), 0
    means = {name: np.zeros_like(part) for name, part in parts.items()}
    squares = {name: np.zeros_like(part) for name, part in parts.items()}
    learnt = [np.flatnonzero(board.games % _TESTED != 0) for board in boards]
    steps = _PASSES * sum(len(rows) // _BATCH for rows in learnt)
    with ThreadPoolExecutor() as pool:
        for board, rows in _batches(boards, learnt, chance):
            slopes = _mean_slopes(pool, board, rows, sight)
            rate, step = _RATE * (1 + np.cos(np.pi * step / steps)) / 2, step + 1
            for name, part in parts.items():
                means[name] += 0.1 * (slopes[name] - means[name])
                squares[name] += 0.001 * (slopes[name] ** 2 - squares[name])
                mean, square = means[name] / (1 - 0.9**step), squares[name] / (1 - 0.999**step)
                change = rate * mean / (np.sqrt(square) + 1e-8)
                np.subtract(part, change, out=part, casting="same_kind")
            _bound(sight)
    _fill(sight.line, np.any(squares["line"], axis=2))
    return sight


def _bound(sight: FirstSight) -> None:
    """Keep the weights to what the kernel's whole numbers hold."""
    sight.near /= np.maximum(1, abs(sight.near).sum(axis=0) / NEAR_SUM)
    sight.mix /= np.maximum(1, abs(sight.mix).sum(axis=0) / MIX_SUM)
    np.clip(sight.mark, -MOST, MOST, out=sight.mark)


def _fill(line: Floats, seen: npt.NDArray[np.bool_]) -> None:
    """Give lines that never occurred the sum of what either side's types say, by those that did.

    Other rules than the fit's have some of them.
    """
    own, other = np.nonzero(seen)
    sides = np.zeros((len(own), 2 * TYPES), np.float32)
    sides[np.arange(len(own)), own] = sides[np.arange(len(own)), TYPES + other] = 1
    parts = np.linalg.lstsq(sides, line[own, other], rcond=None)[0]
    line[~seen] = (parts[:TYPES, None] + parts[None, TYPES:])[~seen]


def _batches(
    boards: list[Positions], learnt: list[npt.NDArray[np.int64]], chance: np.random.Generator
) -> Iterator[tuple[Positions, npt.NDArray[np.int64]]]:
    """Yield batches of all positions in a random order, pass by pass."""
    for _ in range(_PASSES):
        batches = [
            (board, shuffled[first : first + _BATCH])
            for board, rows in zip(boards, learnt, strict=True)
            for shuffled in [chance.permutation(rows)]
            for first in range(0, len(rows) // _BATCH * _BATCH, _BATCH)
        ]
        for number in chance.permutation(len(batches)):
            yield batches[number]


def _mean_slopes(
    pool: ThreadPoolExecutor, board: Positions, rows: npt.NDArray[np.int64], sight: FirstSight
) -> dict[str, Floats]:
    """Return a batch's gradients, worked out in parts that a processor's memory holds."""
    parts = np.split(rows, len(rows) // min(_AT_ONCE, len(rows)))
    slopes = list(pool.map(lambda part: Batch(board, part, sight).slopes(), parts))
    return {name: np.mean([part[name] for part in slopes], axis=0) for name in slopes[0]}


def judged(sight: FirstSight, boards: list[Positions]) -> Fit:
    """Return how well weights do on the games that they are not fitted to."""
    errors, trees, entropies = [], [], []
    for board in boards:
        rows = np.flatnonzero(board.games % _TESTED == 0)
        for first in range(0, len(rows), _AT_ONCE):
            batch = Batch(board, rows[first : first + _AT_ONCE], sight)
            errors.append((batch.valued - batch.results)[batch.ended] ** 2)
            trees.append((batch.values - batch.results)[batch.ended] ** 2)
            entropies.append(batch.entropies)
    means = (float(np.concatenate(values).mean()) for values in (errors, trees, entropies))
    return Fit(sum(map(len, errors)), *means)


def _games(count: int, workers: int | None) -> Iterator[Positions]:
    """Yield the positions of blocks of games, on boards of each size in turns."""
    with ProcessPoolExecutor(workers) as pool:
        first = range(0, count, BLOCK)
        sizes = [BOARDS[number // BLOCK % len(BOARDS)] for number in first]
        yield from pool.map(
            play_games, sizes, first, [min(BLOCK, count - number) for number in first]
        )


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(prog="dev.py weights", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="how many (default: %(default)s)")
    parser.add_argument("--workers", type=int, help="processes (default: one for each core)")
    given = parser.parse_args()
    if given.games < FEWEST:
        parser.error(f"fewer than {FEWEST:,} games say too little of lines that are rare")
    parts: dict[int, list[Positions]] = {size: [] for size in sorted(set(BOARDS))}
    for number, part in enumerate(_games(given.games, given.workers)):
        parts[part.size].append(part)
        played = min((number + 1) * BLOCK, given.games)
        print(f"\r{played:,} of {given.games:,} games", end="", file=sys.stderr)
    print(file=sys.stderr)
    boards = [Positions.of(positions) for positions in parts.values()]
    sight = FirstSight.read(HEADER.read_text(encoding="utf-8"))
    before = judged(sight, boards)
    print(f"before: {before}")
    sight = fitted(FirstSight.drawn(0), boards)
    learnt_from = sum((board.games % _TESTED != 0).sum() for board in boards)
    *first, last = (f"{board.size}x{board.size}" for board in boards)
    about = (
        f"Fitted to {learnt_from:,} positions of\n   {given.games:,} games of the tree against "
        f"itself, with five in a row on {', '.join(first)} and {last}."
    )
    text = written(sight, about)
    after = judged(FirstSight.read(text), boards)
    print(f"after:  {after}")
    if after.loss >= before.loss:
        sys.exit(f"{HEADER} stays: the new weights say no more of games they were not fitted to.")
    HEADER.write_text(text, encoding="utf-8", newline="\n")
    print(f"{HEADER} is written")


if __name__ == "__main__":
    main()
