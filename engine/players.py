"""Players: whatever can be asked for a move. Windows, consoles and tournaments know only this."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from engine.board import Board, Square
from engine.exact import perfect_values
from engine.position import Position
from engine.search import Limit, Search, Snapshot
from engine.tally import Grid, best_squares, check_weights

Progress = Callable[[Snapshot], None]


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's move, and what it knew when it chose.

    Attributes:
        square: the move.
        analysis: the search that it comes from, or None.
        scores: a grid of scores that are not from a search of ours, or None.
        note: why there are none, in a sentence, where that needs saying.
    """

    square: Square
    analysis: Snapshot | None = None
    scores: Grid | None = None
    note: str = ""


class Player(Protocol):
    """Anything that chooses moves."""

    @property
    def name(self) -> str:
        """What to call the player on a score sheet."""

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
            player: the side to move.
            seed: the same seed gives the same move; None may differ every time.
            on_progress: called now and then, from the thread that called ``choose``.

        Raises:
            ValueError: a finished game or an unknown player.
        """

    def stop(self) -> None:
        """Have ``choose`` return at once with the best move so far; from any thread."""


class Random:
    """Plays any empty square, all with the same chance."""

    name = "Random"

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose an empty square at random (see ``Player.choose``)."""
        Position.of(board, player)
        return Decision(random.Random(seed).choice(board.get_empty_squares()))

    def stop(self) -> None:
        """Do nothing: a random move is ready at once."""


class Perfect:
    """Plays a move that perfect play cannot better, any of them with the same chance.

    Only where at most nine squares are empty: on 3x3 always, on larger boards near the end.
    """

    name = "Perfect play"

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose one of the best moves (see ``Player.choose``).

        Raises:
            ValueError: also where more than nine squares are empty.
        """
        values = perfect_values(board, player)
        best = max(values.values())
        squares = [square for square, value in values.items() if value == best]
        return Decision(random.Random(seed).choice(squares))

    def stop(self) -> None:
        """Do nothing: the answer is there soon."""


class MonteCarlo:
    """The course's machine: the empty square with the greatest score over random playouts.

    Args:
        limit: when its search ends; or a number of trials.
        current: SCORE_CURRENT.
        other: SCORE_OTHER.
        threads: how many threads play at once.
        steps: report growing numbers of trials from the first on (see ``Search``).

    Attributes:
        weights: (SCORE_CURRENT, SCORE_OTHER). Setting it changes even a search under way, which
            reads it when it chooses: the playouts do not depend on it.

    Raises:
        ValueError: trials below 1, weights that are not finite.
    """

    def __init__(
        self,
        limit: Limit | int,
        current: float = 1.0,
        other: float = 1.0,
        threads: int = 1,
        steps: bool = False,
    ) -> None:
        self.limit = limit if isinstance(limit, Limit) else Limit(trials=limit)
        self._weights = check_weights(current, other)
        self._threads = threads
        self._steps = steps
        self._lock = Lock()
        self._search: Search | None = None
        self._stopped = False

    @property
    def weights(self) -> tuple[float, float]:
        """SCORE_CURRENT and SCORE_OTHER."""
        return self._weights

    @weights.setter
    def weights(self, weights: tuple[float, float]) -> None:
        checked = check_weights(*weights)
        with self._lock:
            self._weights = checked
            if self._search is not None:
                self._search.weights = checked

    @property
    def name(self) -> str:
        """The machine and its limit."""
        if self.limit.trials is not None:
            return f"Monte Carlo, {self.limit.trials:,} trials"
        return f"Monte Carlo, {self.limit.seconds:g} s"

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Search, then choose the best square, at random among equals (see ``Player.choose``)."""
        search = Search(board, player, self.limit, seed, self._threads, self.weights, self._steps)
        with self._lock:
            self._search = search
            if self._stopped:
                search.stop()
        try:
            for snapshot in search:
                if on_progress is not None:
                    on_progress(snapshot)
        finally:
            with self._lock:
                self._search, self._stopped = None, False
        return self.decide(snapshot, seed)

    def decide(self, snapshot: Snapshot, seed: int | None = None) -> Decision:
        """Choose from what a search found, by the weights as they are now."""
        scores = snapshot.tally.scores(snapshot.player, *self.weights)
        best = best_squares(snapshot.board, scores)
        return Decision(random.Random(seed).choice(best), snapshot)

    def stop(self) -> None:
        """End the search under way, or the next one right after its first batch."""
        with self._lock:
            self._stopped = True
            if self._search is not None:
                self._search.stop()
