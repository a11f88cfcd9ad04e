"""Games of the tree that sees line patterns against itself, for its weights to be fitted to.

A game begins with a few marks about the centre and a number of moves that are better than random
ones, but not the best, so that positions differ and come from all parts of a game. From there on
the tree plays as well as it can; these positions are kept, up to the first that is proven.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.board import EMPTY, Position, switch_player
from engine.game import Game
from engine.native.loading import searcher
from engine.rules import Rules, Square
from engine.search.force import forced_win
from engine.search.limit import Limit
from engine.search.tree import Move, TreeSearch

BOARDS = (15, 15, 15, 15, 15, 15, 11, 20)
"""The sides of the boards that games are drawn from; five in a row wins."""

TAKEN = 255
"""The class of a square that is taken, or that a board does not have."""

UNPROVEN = 9
"""What stands for the worth of a position that is not proven."""

SIMULATIONS = 400
_FAST = 100
_SPREAD, _MOST_MARKS, _MOST_EARLY, _LONGEST = 3, 5, 34, 150
_FLATTER = 0.7
_SEEN_AT_ONCE = 30
_LONELY = 0.8
"""How many of the games are left out that were proven at their first position."""

_CELLS = max(BOARDS) ** 2

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Positions:
    """What is known of N positions; squares beyond a board's are ``TAKEN``.

    Attributes:
        own, other: classes of the squares, for the side to move and for the other one: N x cells.
        visits: the tree's visits of the squares: N x cells.
        sizes: the boards' sides.
        values: the tree's values of the positions, from -1 to 1.
        results: how the games ended, for the side to move: -1, 0 or 1. A game that goes on too long
            counts as a tie.
        proven: what positions are proven to be worth, or ``UNPROVEN``.
        games: the numbers of the games that they are from.
    """

    own: Bytes
    other: Bytes
    visits: npt.NDArray[np.uint16]
    sizes: npt.NDArray[np.int16]
    values: npt.NDArray[np.float32]
    results: npt.NDArray[np.int8]
    proven: npt.NDArray[np.int8]
    games: npt.NDArray[np.int32]

    @classmethod
    def of(cls, parts: list[Positions]) -> Positions:
        """Return all positions of several parts."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts])
                     for name in cls.__dataclass_fields__))  # fmt: skip


@dataclass(frozen=True)
class _Seen:
    """A position: the side to move, the squares' classes, and what the tree says of it."""

    player: int
    size: int
    classes: Bytes
    visits: npt.NDArray[np.uint16]
    value: float
    proven: int
    at_once: bool
    """Whether a short threat search wins it: then its value is hardly ever asked for."""


def play_games(first: int, count: int) -> Positions:
    """Return the positions of some games, each from its own number alone.

    Args:
        first: the number of the first one.
        count: how many.
    """
    kept: list[tuple[int, _Seen, int]] = []
    for number in range(first, first + count):
        chance = random.Random(number)
        seen, winner = _played(chance)
        if len(seen) == 1 and chance.random() < _LONELY:
            continue
        for each in seen:
            if not each.at_once:
                result = 0 if winner is None else 1 if winner == each.player else -1
                kept.append((number, each, result))
    return _packed(kept)


def _packed(kept: list[tuple[int, _Seen, int]]) -> Positions:
    count = len(kept)
    classes = np.full((2, count, _CELLS), TAKEN, np.uint8)
    visits = np.zeros((count, _CELLS), np.uint16)
    for row, (_, seen, _) in enumerate(kept):
        classes[:, row, : seen.size**2] = seen.classes
        visits[row, : seen.size**2] = seen.visits
    return Positions(
        classes[0], classes[1], visits,
        np.array([seen.size for _, seen, _ in kept], np.int16),
        np.array([seen.value for _, seen, _ in kept], np.float32),
        np.array([result for _, _, result in kept], np.int8),
        np.array([seen.proven for _, seen, _ in kept], np.int8),
        np.array([number for number, _, _ in kept], np.int32),
    )  # fmt: skip


def _played(chance: random.Random) -> tuple[list[_Seen], int | None]:
    """Play a game; return the positions that are kept and the mark that wins, by proof or line."""
    game = Game(Rules(chance.choice(BOARDS), 5))
    for square in _first_marks(chance, game.rules.size):
        game.play(square)
    early = max(0, chance.randint(0, _MOST_EARLY) - len(game.moves))
    for _ in range(early):
        if game.result is None:
            game.play(_early_move(chance, game))
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        if game.result is None:
            game.play(_drawn(chance, _tree(chance, game).moves(), by_prior=True))
    seen: list[_Seen] = []
    while game.result is None and len(seen) < _LONGEST:
        each, best = _looked_at(chance, game)
        seen.append(each)
        if each.proven != UNPROVEN:
            winner = {1: game.to_move, 0: None, -1: switch_player(game.to_move)}[each.proven]
            return seen, winner
        game.play(best)
    return seen, game.result.winner if game.result is not None else None


def _tree(chance: random.Random, game: Game, simulations: int = 0) -> TreeSearch:
    search = TreeSearch(game.board, game.to_move, Limit(SIMULATIONS), chance.getrandbits(60))
    if simulations:
        search.grow(simulations)
    return search


def _first_marks(chance: random.Random, size: int) -> list[Square]:
    """Draw up to so many marks, each near another one."""
    centre = size // 2
    row, col = (centre + chance.randint(-_SPREAD, _SPREAD) for _ in range(2))
    marks = [(row, col)]
    for _ in range(chance.randint(0, _MOST_MARKS)):
        row, col = chance.choice(marks)
        wide = chance.choice((1, 2, 2, 3))
        square = row + chance.randint(-wide, wide), col + chance.randint(-wide, wide)
        if square not in marks and all(0 <= each < size for each in square):
            marks.append(square)
    return marks


def _early_move(chance: random.Random, game: Game) -> Square:
    """Return a move that is often the best of a short search, and sometimes looks good at best."""
    moves, drawn = _tree(chance, game, _FAST).moves(), chance.random()
    if drawn < 0.7:
        return max(moves, key=lambda move: move.rank).square
    return _drawn(chance, moves, by_prior=drawn >= 0.9)


def _drawn(chance: random.Random, moves: tuple[Move, ...], by_prior: bool) -> Square:
    """Draw a move by the tree's visits, or by the prior, somewhat flatter than it is."""
    priors = [max(move.prior or 0.0, 0.0) ** _FLATTER for move in moves]
    weights = priors if by_prior else [float(move.visits) for move in moves]
    if not any(weights):
        weights = [1.0] * len(moves)
    return chance.choices([move.square for move in moves], weights)[0]


def _looked_at(chance: random.Random, game: Game) -> tuple[_Seen, Square]:
    """Search a position; return what is kept of it, and the best move."""
    moves, size, player = _tree(chance, game, SIMULATIONS).moves(), game.rules.size, game.to_move
    low, high = max(move.low for move in moves), max(move.high for move in moves)
    proven = low if low == high else UNPROVEN
    visits = np.zeros(size * size, np.uint16)
    if proven == UNPROVEN:
        for move in moves:
            visits[move.square[0] * size + move.square[1]] = move.visits
    total = sum(move.visits for move in moves)
    value = sum(move.visits * (move.value or 0.0) for move in moves) / total if total else 0.0
    position = Position.of(game.board, player)
    classes = np.frombuffer(searcher().classes_of(position), np.uint8).reshape(-1, 2).T
    empty = np.frombuffer(position.marks, np.uint8) == EMPTY
    at_once = proven == 1 and forced_win(game.board, player, _SEEN_AT_ONCE) is not None
    classes = np.where(empty, classes, TAKEN)
    seen = _Seen(player, size, classes, visits, value, proven, at_once)
    return seen, max(moves, key=lambda move: move.rank).square
