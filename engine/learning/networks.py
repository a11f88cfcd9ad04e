"""Learning with a network and a tree: AlphaZero (Silver et al., 2018) in miniature.

A network plays games against itself, each move after a tree search that it guides. Then it is
trained to say at once what the search found: the visits of the squares, and what the position was
worth.

All of it is done by the native kernel; without it there are no networks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from types import ModuleType

import numpy as np

from engine.board import EMPTY, Position, switch_player
from engine.errors import Problem
from engine.learning.keeping import Arrays
from engine.learning.learner import GAMES, Learner, Mind, Thoughts, explores
from engine.learning.shapes import Shape, Weights
from engine.learning.task import EXPLORATIONS, NET, PLAIN
from engine.native.loading import Net, PlayedGame, Playing, needed_kernel
from engine.rules import Rules, Square
from engine.search.tree import Growing
from engine.search.windows import windows_of, windows_through

SHRINK = 0.01
"""By how much of the rate weights shrink in a step."""

_TENTH = 2.302585
"""The natural logarithm of 10."""


def nets() -> ModuleType:
    """Return the module that looks, searches, plays and trains; a Problem where it is missing."""
    needed_kernel()
    from engine.native import nets  # noqa: PLC0415  (it cannot be imported without the kernel)

    return nets


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a network learns.

    Attributes:
        playing: how it plays against itself.
        batches: of 128 examples that it is trained with in a generation.
        examples: how many of the newest ones they are drawn from.
        rate: of Adam at first.
        horizon: games over which the rate falls to a tenth, by the same factor each generation.
    """

    playing: Playing
    batches: int
    examples: int
    rate: float
    horizon: int

    def rate_at(self, generation: int) -> float:
        """Return the rate of a generation's training, the same on every machine."""
        generations = self.horizon // GAMES
        factor, rate = 1 - _TENTH / generations, self.rate
        exponent = min(generation, generations)
        while exponent:  # multiplications only: a power is another one on other systems
            if exponent & 1:
                rate *= factor
            factor *= factor
            exponent >>= 1
        return rate


def recipe_for(shape: Shape) -> Recipe:
    """Return how a network of some shape learns best, as far as that was tried."""
    if shape.rules.size <= 3:
        if shape.name == PLAIN:
            return Recipe(Playing(25, 8, 4, False, 0.5), 12, 20_000, 5e-3, 20_000)
        # To this shape a corner that wins may look like one that does not (X B1, O C3, X to move:
        # A1 and C1). Then they share one prior, and only searches this long make it large enough.
        return Recipe(Playing(100, 8, 4, False, 1.0), 12, 20_000, 5e-3, 20_000)
    if shape.rules.size == 4:
        return Recipe(Playing(50, 8, 8, True, 1.0), 12, 20_000, 5e-3, 20_000)
    return Recipe(Playing(64, 6, 10, True, 1.0), 8, 30_000, 4e-3, 20_000)


def net_of(shape: Shape, weights: Weights) -> Net:
    """Return a network as the native kernel takes it."""
    return Net(shape.number, shape.units, weights.data)


class NetMind(Mind):
    """What a network makes of positions.

    Args:
        generation: after how many generations.
        weights: all its weights. Not to be changed.

    Raises:
        ValueError: the native kernel is missing.
    """

    def __init__(self, generation: int, shape: Shape, weights: Weights) -> None:
        needed_kernel()
        super().__init__(shape.rules, generation)
        self.shape, self.weights = shape, weights

    def look(self, position: Position) -> tuple[list[float], float]:
        """Return each square's prior, 0 where it is taken, and the position's value.

        The value is that of the side to move, from -1 to 1.

        Raises:
            ValueError: a position of other rules.
        """
        self.check(position)
        seen: tuple[list[float], float] = nets().look(net_of(self.shape, self.weights), position)
        return seen

    def tree(self, position: Position, seed: int = 0, allowed: Sequence[int] = ()) -> Growing:
        """Return a tree that this network guides, for ``engine.search.tree.TreeSearch``.

        Args:
            seed: shifts the root's prior a little, so that games differ; 0 leaves it as it is.
            allowed: the numbers of the squares that the root may try; all where there are none.

        Raises:
            ValueError: a position of other rules.
        """
        self.check(position)
        tree: Growing = nets().NativeNetTree(
            net_of(self.shape, self.weights), position, seed, allowed
        )
        return tree

    def thoughts(self, position: Position) -> Thoughts:
        """Return the priors, and the value of each move and of the position."""
        priors, value = self.look(position)
        size = self.rules.size
        empty = [square for square, mark in enumerate(position.marks) if mark == EMPTY]
        return Thoughts(
            position.player,
            {divmod(square, size): priors[square] for square in empty},
            {divmod(square, size): self._worth(position, square) for square in empty},
            value=value,
        )

    def favourites(self, position: Position) -> list[Square]:
        """Return the squares with the greatest prior."""
        priors, _ = self.look(position)
        most = max(priors)
        return [divmod(i, self.rules.size) for i, prior in enumerate(priors) if prior == most]

    def _worth(self, position: Position, square: int) -> float:
        """Return what a move leads to: a game's end, or a position that the network values."""
        rules, player, marks = position
        after = marks[:square] + bytes([player]) + marks[square + 1 :]
        windows = windows_of(rules.size, rules.line)
        for number in windows_through(rules.size, rules.line)[square]:
            if all(after[place] == player for place in windows[number]):
                return -1.0 if rules.reverse else 1.0
        if EMPTY not in after:
            return 0.0
        return -self.look(Position(rules, switch_player(player), after))[1]


class NetLearner(Learner):
    """A network that learns.

    Args:
        rules: of a board up to 8x8.
        seed: the same seed learns the same, on every machine; None draws one.
        shape: ``plain`` or ``lines`` (see ``engine.learning.shapes``).
        exploration: ``off`` for games that all begin with the empty board.

    Attributes:
        threads: how many threads play its games; what is learnt does not depend on it.
        losses: the last generation's mean losses of priors and values.

    Raises:
        ValueError: there is no such shape, or none for these rules.
    """

    kind = NET

    def __init__(
        self,
        rules: Rules,
        seed: int | None = None,
        shape: str = PLAIN,
        exploration: str = EXPLORATIONS[0],
    ) -> None:
        super().__init__(rules, seed)
        self.shape, self._exploration = Shape(shape, rules), exploration
        self.threads, self.losses = 1, (0.0, 0.0)
        self._recipe = recipe_for(self.shape)
        if not explores(exploration):
            playing = replace(self._recipe.playing, random_marks=0)
            self._recipe = replace(self._recipe, playing=playing)
        weights = self.shape.first_weights(self.seed)
        squares = rules.size**2
        self._arrays: Arrays = {
            "weights": weights, "mean": np.zeros_like(weights), "square": np.zeros_like(weights),
            "marks": np.zeros((0, squares), np.uint8),
            "visits": np.zeros((0, squares), np.uint16), "worth": np.zeros(0, np.float32),
        }  # fmt: skip
        self._begin()

    @property
    def settings(self) -> Mapping[str, str | int]:
        """Its shape, and whether its games begin with random marks."""
        return {"shape": self.shape.name, "exploration": self._exploration}

    def _learn(self) -> tuple[Arrays, Sequence[int], Sequence[bool]]:
        played = self._play()
        state, recipe, squares = dict(self._arrays), self._recipe, self.rules.size**2
        for name, which, kind in (
            ("marks", 2, np.uint8), ("visits", 3, np.uint16), ("worth", 4, np.float32),
        ):  # fmt: skip
            numbers = np.frombuffer(b"".join(game[which] for game in played), kind)  # type: ignore[misc]
            rows = numbers if name == "worth" else numbers.reshape(-1, squares)
            state[name] = np.concatenate([state[name], rows])[-recipe.examples :]
        for name in ("weights", "mean", "square"):
            state[name] = state[name].copy()
        self.losses = nets().train(
            net_of(self.shape, state["weights"]), state["mean"], state["square"], self.rules,
            (state["marks"], state["visits"], state["worth"]), self.seed,
            self.generation * recipe.batches, recipe.batches, recipe.rate_at(self.generation),
            SHRINK,
        )  # fmt: skip
        return state, list(played[-1][0]), ()

    def _play(self) -> list[PlayedGame]:
        """Play a generation's games, on one thread or more."""

        def part(first: int, end: int) -> list[PlayedGame]:
            played: list[PlayedGame] = nets().games(
                net_of(self.shape, self._arrays["weights"]), self.rules, self.seed,
                self.generation, first, end - first, self._recipe.playing,
            )  # fmt: skip
            return played

        if self.threads == 1:
            return part(0, GAMES)
        edges = [GAMES * i // self.threads for i in range(self.threads + 1)]
        with ThreadPoolExecutor(self.threads) as pool:
            parts = pool.map(part, edges[:-1], edges[1:])
            return [game for games in parts for game in games]

    def _state(self) -> Arrays:
        return self._arrays

    def _take(self, state: Arrays) -> None:
        rows = {len(state[name]) for name in ("marks", "visits", "worth")}
        if len(rows) > 1 or (state["marks"] > 2).any():
            raise Problem("its examples do not agree")
        self._arrays = dict(state)

    def _known(self) -> Arrays:
        return {"weights": self._arrays["weights"]}

    def _mind(self, generation: int, known: Arrays) -> NetMind:
        return NetMind(generation, self.shape, known["weights"])
