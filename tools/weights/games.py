"""Games of the tree that sees line patterns against itself, for its weights to be fitted to.

A game begins with no mark, with a few about the centre or anywhere, and a number of moves that are
better than random ones, but not the best, so that positions differ and come from all parts of a
game. From there on the tree plays as well as it can; these positions are kept, up to the first that
is proven. A search looks at worse moves as well, so some positions after such a move are kept, too;
how the game would have ended from there is not known.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.board import EMPTY, Board, Position, switch_player
from engine.game import Game
from engine.native.loading import needed_kernel
from engine.rules import Rules, Square
from engine.search.force import forced_win
from engine.search.limit import Limit
from engine.search.tree import Move, TreeSearch

BOARDS = (15, 15, 15, 15, 15, 11, 20, 9)
"""The sides of the boards that games are on, in turns; five in a row wins."""

UNKNOWN = 9
"""Stands for the worth of a position that is not proven, and for a result that is not known."""

SIMULATIONS = 400
_FAST = 100
_SPREAD, _MOST_MARKS, _FEW_EARLY, _MOST_EARLY, _LONGEST = 3, 5, 4, 34, 150
_FLATTER = 0.7
_ASIDE = 0.5
"""How often a position after another move is kept."""
_SEEN_AT_ONCE = 30
_LONELY = 0.8
"""How many of the games are left out that were proven at their first position."""

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Positions:
    """What is known of N positions of boards of one size.

    Attributes:
        marks: 0 where a square is empty, 1 for the side to move, 2 for the other: N x squares.
        types: what a mark of the side to move makes of the four lines through each square, and,
            times 16, one of the other side's; 0 where it is taken: N x squares x 4.
        visits: the tree's visits of the squares, all of them of the move that is proven to win, and
            none where a position is proven to be lost or tied: N x squares.
        values: the tree's values of the positions, from -1 to 1.
        results: how the games ended, for the side to move: -1, 0 or 1. A game that goes on too long
            counts as a tie. ``UNKNOWN`` where the game went another way.
        proven: what positions are proven to be worth, or ``UNKNOWN``.
        games: the numbers of the games that they are from.
    """

    marks: Bytes
    types: Bytes
    visits: npt.NDArray[np.uint16]
    values: npt.NDArray[np.float32]
    results: npt.NDArray[np.int8]
    proven: npt.NDArray[np.int8]
    games: npt.NDArray[np.int32]

    @property
    def size(self) -> int:
        """The boards' side."""
        return math.isqrt(self.marks.shape[1])

    @classmethod
    def of(cls, parts: list[Positions]) -> Positions:
        """Return all positions of several parts."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts])
                     for name in cls.__dataclass_fields__))  # fmt: skip


@dataclass(frozen=True)
class _Seen:
    """A position: the side to move, its squares, and what the tree says of it."""

    player: int
    marks: Bytes
    types: Bytes
    visits: npt.NDArray[np.uint16]
    value: float
    proven: int
    at_once: bool
    """Whether a short threat search wins it: then its value is hardly ever asked for."""
    aside: bool
    """Whether the game went another way."""


def play_games(size: int, first: int, count: int) -> Positions:
    """Return the positions of some games, each from its own number and the size alone."""
    kept: list[tuple[int, _Seen, int]] = []
    for number in range(first, first + count):
        chance = random.Random(number)
        seen, winner = _played(chance, size)
        if len(seen) == 1 and chance.random() < _LONELY:
            continue
        for look in seen:
            result = 0 if winner is None else 1 if winner == look.player else -1
            kept.append((number, look, UNKNOWN if look.aside else result))
    kept = [entry for entry in kept if not entry[1].at_once]
    squares, positions = size * size, [seen for _, seen, _ in kept]
    return Positions(
        np.array([seen.marks for seen in positions], np.uint8).reshape(-1, squares),
        np.array([seen.types for seen in positions], np.uint8).reshape(-1, squares, 4),
        np.array([seen.visits for seen in positions], np.uint16).reshape(-1, squares),
        np.array([seen.value for seen in positions], np.float32),
        np.array([result for _, _, result in kept], np.int8),
        np.array([seen.proven for seen in positions], np.int8),
        np.array([number for number, _, _ in kept], np.int32),
    )


def _played(chance: random.Random, size: int) -> tuple[list[_Seen], int | None]:
    """Play a game; return the positions that are kept and the mark that wins, by proof or line."""
    game = Game(Rules(size, 5))
    for square in _first_marks(chance, size):
        game.play(square)
    most = _MOST_EARLY if chance.random() < 0.75 else _FEW_EARLY
    early = max(0, chance.randint(0, most) - len(game.moves))
    for _ in range(early):
        if game.result is None:
            game.play(_early_move(chance, game))
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        if game.result is None:
            game.play(
                _drawn(chance, _tree(chance, game.board, game.to_move).moves(), by_prior=True)
            )
    seen: list[_Seen] = []
    while game.result is None and len(seen) < 2 * _LONGEST:
        look, moves = _looked_at(chance, game.board, game.to_move)
        seen.append(look)
        if look.proven != UNKNOWN:
            winner = {1: game.to_move, 0: None, -1: switch_player(game.to_move)}[look.proven]
            return seen, winner
        if chance.random() < _ASIDE:
            seen += _beside(chance, game, moves)
        game.play(max(moves, key=lambda move: move.rank).square)
    return seen, game.result.winner if game.result is not None else None


def _beside(chance: random.Random, game: Game, moves: tuple[Move, ...]) -> list[_Seen]:
    """Return the position after a move that looks good at best, if the game goes on from there."""
    board = game.board.clone()
    board.move(*_drawn(chance, moves, by_prior=True), game.to_move)
    if board.check_win() is not None:
        return []
    look, _moves = _looked_at(chance, board, switch_player(game.to_move), aside=True)
    return [look]


def _tree(chance: random.Random, board: Board, player: int, simulations: int = 0) -> TreeSearch:
    search = TreeSearch(board, player, Limit(SIMULATIONS), chance.getrandbits(60))
    if simulations:
        search.grow(simulations)
    return search


def _first_marks(chance: random.Random, size: int) -> list[Square]:
    """Draw the first marks: none, some anywhere, or up to so many, each near another one."""
    kind = chance.random()
    if kind < 0.1:
        return []
    if kind < 0.25:
        squares = chance.sample(range(size * size), chance.randint(1, 3))
        return [divmod(square, size) for square in squares]
    centre, spread = size // 2, min(_SPREAD, size // 4)
    row, col = (centre + chance.randint(-spread, spread) for _ in range(2))
    marks = [(row, col)]
    for _ in range(chance.randint(0, _MOST_MARKS)):
        row, col = chance.choice(marks)
        wide = chance.choice((1, 2, 2, 3))
        square = row + chance.randint(-wide, wide), col + chance.randint(-wide, wide)
        if square not in marks and all(0 <= side < size for side in square):
            marks.append(square)
    return marks


def _early_move(chance: random.Random, game: Game) -> Square:
    """Return a move that is often the best of a short search, and sometimes looks good at best."""
    moves, drawn = _tree(chance, game.board, game.to_move, _FAST).moves(), chance.random()
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


def _followed(moves: tuple[Move, ...], proven: int) -> dict[Square, int]:
    """Return how often the prior learns to look at which moves: at a proven win's alone."""
    if proven == UNKNOWN:
        return {move.square: move.visits for move in moves}
    best = max(moves, key=lambda move: move.rank)
    return {best.square: SIMULATIONS} if proven == 1 else {}


def _looked_at(
    chance: random.Random, board: Board, player: int, aside: bool = False
) -> tuple[_Seen, tuple[Move, ...]]:
    """Search a position; return what is kept of it, and its moves."""
    moves, size = _tree(chance, board, player, SIMULATIONS).moves(), board.size
    low, high = max(move.low for move in moves), max(move.high for move in moves)
    proven = low if low == high else UNKNOWN
    visits = np.zeros(size * size, np.uint16)
    for (row, col), count in _followed(moves, proven).items():
        visits[row * size + col] = count
    total = sum(move.visits for move in moves)
    value = sum(move.visits * (move.value or 0.0) for move in moves) / total if total else 0.0
    position = Position.of(board, player)
    held = np.frombuffer(position.marks, np.uint8)
    marks = np.where(held == EMPTY, 0, np.where(held == player, 1, 2)).astype(np.uint8)
    types = np.frombuffer(needed_kernel().types_of(position), np.uint8).reshape(-1, 4)
    at_once = proven == 1 and forced_win(board, player, _SEEN_AT_ONCE) is not None
    return _Seen(player, marks, types, visits, value, proven, at_once, aside), moves
