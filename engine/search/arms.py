"""The arms of a bandit: what can be tried, each with a chance that only pulls tell of.

An arm's pulls are numbered, and a pull's reward depends on the seed, the arm and that number
alone. So everybody who pulls an arm for the tenth time gets the same reward: anyone who does better
has chosen better arms, and was not luckier.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.board import PLAYERX, Board, switch_player
from engine.errors import Problem
from engine.rules import Square
from engine.search.exact import can_be_counted, exact_tally
from engine.search.sampling import Sampler, check_seed, sample
from engine.search.solver import Check, go_on
from engine.tally import Tally

SAMPLED = 400_000
"""Playouts behind a chance that cannot be counted out: its standard error is below 0.0008."""

_PERCENT = 100
_RAREST, _SUREST = 5, 95
"""The least and the greatest chance that is drawn, in percent."""

_HALVES = 2
_PORTION = 50_000


class Arms(Protocol):
    """What a bandit has.

    Attributes:
        count: how many arms.
    """

    count: int

    def reward(self, arm: int, number: int) -> float:
        """Return what a pull of an arm brings, from 0 to 1; its pulls are numbered from 0 on."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The expected reward of each arm.

    Attributes:
        values: by the arms' numbers.
        exact: whether they are counted out, not sampled.
    """

    values: tuple[float, ...]
    exact: bool = True


def drawn_chances(count: int, seed: int) -> Chances:
    """Return chances for so many arms: different ones, in whole percent, in no order."""
    chance = random.Random(seed)
    percents = chance.sample(range(_RAREST, _SUREST + 1), count)
    return Chances(tuple(percent / _PERCENT for percent in percents))


class HiddenArms:
    """Arms that bring 1 with a chance of their own, and else 0 (Bernoulli's)."""

    def __init__(self, chances: Sequence[float], seed: int) -> None:
        self.count = len(chances)
        self._chances = tuple(chances)
        self._luck = [random.Random(f"{seed} {arm}") for arm in range(self.count)]
        self._known = [bytearray() for _ in range(self.count)]

    def reward(self, arm: int, number: int) -> float:
        """Return 1 or 0."""
        known = self._known[arm]
        while len(known) <= number:
            known.append(self._luck[arm].random() < self._chances[arm])
        return float(known[number])


class SquareArms:
    """The empty squares of a position as arms: a pull is one random playout after a move there.

    It brings the side to move 1 for a win, half for a tie, and 0 for a loss.

    Args:
        seed: of all playouts, at most 64 bits.

    Attributes:
        squares: the arms, row by row.

    Raises:
        ValueError: the game is over, or the seed is none.
    """

    def __init__(self, board: Board, player: int, seed: int) -> None:
        self.squares = _open_squares(board)
        self.count = len(self.squares)
        self._player = player
        chance = random.Random(check_seed(seed))
        self._known = [bytearray() for _ in self.squares]
        self._samplers: list[Sampler | None] = []
        self._ends: list[int] = []
        for square in self.squares:
            after, ended = _after(board, player, square)
            own = chance.getrandbits(64)  # drawn for each, whether it is needed or not
            over = ended is not None
            self._samplers.append(None if over else Sampler(after, switch_player(player), own))
            self._ends.append(_halves(ended, player) if ended is not None else 0)

    def reward(self, arm: int, number: int) -> float:
        """Return 1, a half or 0."""
        known, sampler = self._known[arm], self._samplers[arm]
        if sampler is None:  # the move itself ends the game
            return self._ends[arm] / _HALVES
        while len(known) <= number:
            # A block's games are its own: the first of each is as good as any.
            known.append(_halves(sampler.draw(len(known), 1), self._player))
        return known[number] / _HALVES


def square_chances(board: Board, player: int, check: Check = go_on) -> Chances:
    """Return the expected reward of each arm of ``SquareArms``.

    They are counted out where few squares are empty (``engine.search.exact``); elsewhere each is
    the mean of ``SAMPLED`` playouts.

    Args:
        check: called now and then; an error that it raises ends the work.

    Raises:
        ValueError: the game is over.
    """
    squares = _open_squares(board)
    exact = can_be_counted(board.rules, len(squares) - 1)
    values = []
    for square in squares:
        check()
        after, ended = _after(board, player, square)
        opponent = switch_player(player)
        if ended is not None:
            tallies: Iterable[Tally] = [ended]
        elif exact:
            tallies = [exact_tally(after, opponent, check)]
        else:
            tallies = _portions(after, opponent, check)
        values.append(worth(sum(tallies, Tally.zero(board.size)), player))
    return Chances(tuple(values), exact)


def worth(tally: Tally, player: int) -> float:
    """Return the mean reward of playouts for a side: wins count 1, ties a half."""
    wins = tally.x_wins if player == PLAYERX else tally.o_wins
    return (wins + tally.ties / 2) / tally.trials


def _portions(board: Board, player: int, check: Check) -> Iterable[Tally]:
    for number in range(SAMPLED // _PORTION):
        check()
        yield sample(board, player, _PORTION, seed=number)


def _open_squares(board: Board) -> list[Square]:
    if board.check_win() is not None:
        raise Problem("the game is over in this position: there is no move to try")
    return sorted(board.get_empty_squares())


def _after(board: Board, player: int, square: Square) -> tuple[Board, Tally | None]:
    """Return the position after a move, and how the game has ended with it, if it has."""
    after = board.clone()
    after.move(*square, player)
    return after, None if after.check_win() is None else Tally.of_finished(after)


def _halves(tally: Tally, player: int) -> int:
    """Return the reward of one playout, in halves."""
    return round(_HALVES * worth(tally, player))
