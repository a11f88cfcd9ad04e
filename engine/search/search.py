"""A running search: playouts drawn in growing batches until a limit is reached.

A search knows nothing of threads or windows. Whoever iterates over it does the work; any other
thread may stop it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Event
from time import perf_counter

from engine.board import Board, check_player
from engine.errors import Problem, shown, whole_number
from engine.notation import next_player, parse_board, parse_mark
from engine.rules import Rule, Square
from engine.search import confidence
from engine.search.analysis import Analysis, Certainty
from engine.search.confidence import LEVEL, Ends
from engine.search.limit import Limit, next_portion
from engine.search.sampling import MAX_TRIALS, Sampler, check_seed
from engine.tally import EQUAL, Grid, Tally, Weights


@dataclass(frozen=True, repr=False)
class Snapshot(Analysis):
    """What a search knows so far.

    Attributes:
        board: the position searched. Not to be changed.
        player: the side that the search works for, which is the side to move.
        tally: the counts of all playouts so far.
        seconds: how long the search has taken.
        limit: when it ends.
        done: whether this is its last word.
        settled: whether it ended because the best square is settled.
        weights: what the squares are valued by.
        seed: what repeats the playouts, where it is known.
    """

    board: Board
    player: int
    tally: Tally
    seconds: float
    limit: Limit
    done: bool
    settled: bool = False
    weights: Weights = EQUAL
    seed: int | None = None
    certainty = Certainty.SAMPLED

    @property
    def count(self) -> int:
        """The playouts so far."""
        return self.tally.trials

    @cached_property
    def totals(self) -> Grid:
        """The course's scores."""
        return self.tally.scores(self.player, *self.weights)

    @property
    def saved(self) -> int:
        """Playouts that were left out because the best square was settled before the limit."""
        if not self.settled or self.limit.trials is None:
            return 0
        return self.limit.trials - self.tally.trials

    @property
    def progress(self) -> float:
        """How far the search has come towards its limit, from 0 to 1."""
        return self.limit.progress(self.tally.trials, self.seconds)

    def intervals(self, level: float = LEVEL) -> list[list[Ends]]:
        """Return the ends of each mean's interval."""
        return confidence.intervals(self.tally, self.player, self.weights, level)

    def interval(self, square: Square) -> Ends:
        """Return the ends of one mean's 95 % interval."""
        return confidence.interval(self.tally, self.player, square, self.weights)

    def mean(self, square: Square) -> float:
        """Return one square's mean."""
        return confidence.square_mean(self.tally, self.player, square, self.weights)

    def difference(self, one: Square, two: Square) -> float:
        """Return half of the difference's 95 % interval: a bound (see ``confidence``)."""
        error = confidence.difference_error(self.tally, self.player, one, two, self.weights)
        return confidence.z_value(LEVEL) * error

    @property
    def mostly_ties(self) -> bool:
        """Whether nearly all playouts were ties."""
        return confidence.mostly_ties(self.tally)

    def contenders(self, rough: bool = False) -> list[Square]:
        """Return the squares that are too close to the best one to call (``contenders``)."""
        return confidence.contenders(self.board, self.player, self.tally, self.weights, rough=rough)

    @cached_property
    def _decisive(self) -> tuple[int, ...]:
        return self.tally.decisive()

    def samples(self, square: Square) -> int:
        """Return the decisive playouts of a square: one side won, with a mark there."""
        return self._decisive[square[0] * self.tally.dim + square[1]]

    def reweighed(self, weights: Weights) -> Snapshot:
        """Return the same playouts, scored by other weights."""
        return self if weights == self.weights else replace(self, weights=weights)

    @property
    def _origin(self) -> str:
        return "" if self.seed is None else f", seed {self.seed}"


class Search:
    """A search of one position. Iterate over it for a snapshot a batch.

    Args:
        seed: the same seed and trials give the same tally; None differs every time.
        weights: SCORE_CURRENT and SCORE_OTHER, which decide what square is the best.
        steps: yield a snapshot at each of the trials where a search may settle, so that one can
            watch it converge. (The playouts are then others than ``sample`` plays.)
        heavy: whether both sides of a playout see wins and blocks (``engine.search.playouts``).

    Attributes:
        weights: may be changed while the search runs.

    Raises:
        ValueError: a finished game, an unknown player, a bad seed or number of threads, or
            weights that are not finite.
    """

    def __init__(
        self,
        board: Board,
        player: int,
        limit: Limit,
        seed: int | None = None,
        threads: int = 1,
        weights: Weights = EQUAL,
        steps: bool = False,
        heavy: bool = False,
    ) -> None:
        self.weights = Weights.checked(*weights)
        self._steps = steps or limit.settled is not None
        self._seed = check_seed(seed)
        self._sampler = Sampler(board, player, self._seed, threads, heavy)
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
        tally = Tally.zero(self._board.size)
        start = perf_counter()
        next_block, blocks, look, done = 0, 1, 1, False
        while not done:
            began = perf_counter()
            wanted = min(blocks * block, self._next_stop(look) - tally.trials)
            tally += self._sampler.draw(next_block, wanted)
            next_block += -(-wanted // block)
            now = perf_counter()
            settled = False
            if tally.trials == self._next_stop(look):
                settled = self._is_settled(tally, look)
                look += 1
            over = self._limit.is_over(tally.trials, now - start)
            done = settled or over or self._stop.is_set()
            yield self._snapshot(tally, now - start, done, settled)
            if not done and self._stop.is_set():
                done = True
                yield self._snapshot(tally, now - start, True, False)
            blocks = next_portion(blocks, now - began)

    def _snapshot(self, tally: Tally, seconds: float, done: bool, settled: bool) -> Snapshot:
        return Snapshot(
            self._board, self._player, tally, seconds, self._limit, done, settled, self.weights,
            self._seed,
        )  # fmt: skip

    def _next_stop(self, look: int) -> int:
        """Return the playouts after which the limit has to be looked at again."""
        trials = self._limit.trials or MAX_TRIALS
        return min(trials, confidence.look_at(look)) if self._steps else trials

    def _is_settled(self, tally: Tally, look: int) -> bool:
        level = self._limit.settled
        return level is not None and confidence.is_settled(
            self._board, self._player, tally, self.weights, level, look
        )

    def result(self) -> Snapshot:
        """Run the search to its end and return the last snapshot."""
        *_, last = self
        return last


def analyse(
    position: Board | str,
    to_move: int | str | None = None,
    trials: float = 10_000,
    seed: int | None = None,
    weights: Weights | tuple[float, float] = EQUAL,
    line: int | None = None,
    reverse: bool | Rule = False,
    threads: int = 1,
) -> Snapshot:
    """Play random games from a position, and return what they say of its squares.

    The same seed and trials give the same playouts as ``sample``.

    Args:
        position: a board, or text such as "X../.O./..X": rows between slashes.
        to_move: "X", "O", or a mark; None for the side whose turn it is by the number of marks.
        trials: how many; 1e4 will do.
        seed: repeats them; None draws one, which the result then holds.
        line: how long a line is, where the position is text; by default the whole side.
        reverse: whether lines lose, where the position is text; or any rule.

    Raises:
        ValueError: a position that is over or is none, or an argument that is none of these.
    """
    board = parse_board(position, reverse, line) if isinstance(position, str) else position
    if not isinstance(board, Board):
        raise Problem(
            "the position must be a board or text such as X.O/.X./..O, not {value}",
            value=shown(position),
        )
    player = next_player(board) if to_move is None else parse_mark(to_move)
    count = int(trials) if isinstance(trials, float) and trials.is_integer() else trials
    limit = Limit(trials=whole_number(count, "the number of trials", 1, MAX_TRIALS))
    return Search(board, player, limit, seed, threads, Weights.checked(*weights)).result()
