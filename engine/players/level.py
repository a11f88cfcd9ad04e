"""Machines of a named strength: they overlook what people do, up to one that cannot be beaten."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.board import Board, switch_player
from engine.players.kind import Parameter, PlayerKind, PlayerSpec
from engine.players.perfect import Perfect
from engine.players.player import Decision, Player, Progress
from engine.players.tree_player import TreePlayer, middle_of
from engine.rules import Rules, Square
from engine.search.limit import Limit
from engine.search.proofs import SOLVED, proof_of, safe_moves
from engine.search.solver import affordable
from engine.search.tree import PATTERNS, WINDOWS, TreeSearch, lacking
from engine.search.windows import completing

MASTER = "Master"
UNBEATABLE = "Unbeatable"

_SECONDS = 0.5
"""The longest that the best level searches a tree."""

_GLANCE = 500
"""Simulations with which the best level looks for a win that is to be seen at once."""

_NODES, _NODES_REVERSE = 250_000, 1_000_000
"""Nodes with which the best level tries to solve a position: at most a fifth of a second, mostly.
In the normal rule, what needs more than these needs far more; in the reverse one, not so."""


@dataclass(frozen=True, slots=True)
class Attention:
    """What a level notices, and how far it looks.

    ``block`` and ``sight`` are chances beside the last mark. They fall with each step from it: what
    is 0.8 there is 0.64 two squares away, 0.51 three away; and 1 overlooks nothing anywhere.

    Attributes:
        win: the chance of noticing that a line of its own lacks one mark.
        block: the same, for a line of the other side.
        sight: the chance of thinking of any other square.
        simulations: how many it compares the squares with that it thinks of.
    """

    win: float
    block: float
    sight: float
    simulations: int


_SMALL, _LARGE = 16, 50
"""Up to so many squares a board is small, and from so many on large."""

_LEVELS = {
    "Novice": (
        Attention(0.45, 0.32, 0.1, 4),
        Attention(0.2, 0.2, 0.05, 4),
        Attention(0.17, 0.17, 0.045, 4),
    ),
    "Beginner": (
        Attention(0.6, 0.5, 0.1, 8),
        Attention(0.35, 0.35, 0.1, 6),
        Attention(0.6, 0.6, 0.16, 7),
    ),
    "Easy": (
        Attention(0.8, 0.65, 0.1, 16),
        Attention(0.6, 0.6, 0.18, 12),
        Attention(0.86, 0.86, 0.31, 16),
    ),
    "Medium": (
        Attention(1, 0.75, 0.1, 50),
        Attention(1, 0.8, 0.32, 30),
        Attention(1, 0.96, 0.46, 55),
    ),
    "Hard": (
        Attention(1, 1, 0.1, 200),
        Attention(1, 1, 0.48, 80),
        Attention(1, 1, 0.65, 340),
    ),
    "Expert": (
        Attention(1, 1, 0.4, 2000),
        Attention(1, 1, 0.68, 800),
        Attention(1, 1, 0.84, 1500),
    ),
}
"""What each level but the best one notices on small, middle and large boards, the weakest first."""

_SIMULATIONS = 1_000_000
"""The most simulations of the best level, which notices everything: its time ends long before."""

_NAMES = (*_LEVELS, MASTER)

LADDER = tuple(f"level:{name.lower()}" for name in _NAMES)
"""The texts of all levels, the weakest first."""


class _StoppedError(Exception):
    """The solver shall not go on."""


class Level(Player):
    """A machine of a named strength.

    Args:
        name: one of the ladder's names.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._perfect = Perfect() if name == MASTER else None
        # What the others notice was chosen for a tree that sees windows alone.
        sight = WINDOWS if self._perfect is None else PATTERNS
        self._tree = TreePlayer(Limit(_SIMULATIONS, _SECONDS), sight=sight)

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose by what is noticed; at the highest level by what is proven, else by a tree."""
        try:
            if self._perfect is None:
                return self._by_attention(board, player, seed, on_progress)
            decision = self._by_proof(self._perfect, board, player, seed, on_progress)
            first = middle_of(board)
            return decision or self._tree.choose_from(first, board, player, seed, on_progress)
        finally:
            self._tree.forget_stop()
            if self._perfect is not None:
                self._perfect.forget_stop()

    def stop(self) -> None:
        """End the search under way, or the next one."""
        self._tree.stop()
        if self._perfect is not None:
            self._perfect.stop()

    def _by_attention(
        self, board: Board, player: int, seed: int | None, on_progress: Progress | None
    ) -> Decision:
        """Choose among the squares that are noticed: by a search, or by first sight.

        Whoever has overlooked a line that lacks one mark plays as if it were not there. A search
        would know of it, and find all else lost.
        """
        small, middle, large = _LEVELS[self.name]
        squares = board.size**2
        attention = small if squares <= _SMALL else large if squares >= _LARGE else middle
        chance = random.Random(seed)
        noticed = _Noticed(attention, board, player, chance)
        # No seconds: what the clock could stop would not be the same on every machine.
        self._tree.limit = Limit(attention.simulations)
        self._tree.slips = float(noticed.overlooks)
        return self._tree.choose_from(
            noticed.squares, board, player, chance.getrandbits(63), on_progress
        )

    def _by_proof(
        self,
        perfect: Perfect,
        board: Board,
        player: int,
        seed: int | None,
        on_progress: Progress | None,
    ) -> Decision | None:
        """Choose by what is proven; None where nothing is."""
        if board.rules in SOLVED:
            safe = safe_moves(board, player)
        else:
            glance = TreeSearch(board, player, Limit(_GLANCE), seed=0).result()
            if glance.outcome == 1:
                return Decision(glance.best[0], glance)
            nodes = _NODES_REVERSE if board.rules.reverse else _NODES
            try:
                safe = safe_moves(board, player, affordable(nodes), self._check)
            except _StoppedError:
                return None
        if safe is None:
            return None
        return perfect.choose_safe(safe, board, player, seed, on_progress)

    def _check(self) -> None:
        if self._tree.stopped:
            raise _StoppedError


class _Noticed:
    """What is noticed of a position.

    Attributes:
        squares: what to choose from; none for all of them.
        overlooks: whether there are lines that lack one mark, and all of them were overlooked.
    """

    def __init__(
        self, attention: Attention, board: Board, player: int, chance: random.Random
    ) -> None:
        self._last, self._chance = board.last, chance
        empty = board.moves_for(player)
        own = completing(board, player)
        sees_own = chance.random() < attention.win
        self.overlooks = False
        if board.rules.reverse:  # a line of its own would lose
            rest = [square for square in empty if not (sees_own and square in own)]
            self.squares = self._seen(rest or empty, attention.sight)
        elif own and sees_own:
            self.squares = own
        else:
            other = completing(board, switch_player(player))
            blocks = [square for square in other if square in empty]
            self.squares = [square for square in blocks if self._sees(square, attention.block)]
            if not self.squares:
                lines = {*own, *other}
                self.overlooks = bool(lines)
                rest = [square for square in empty if square not in lines]
                self.squares = self._seen(rest or empty, attention.sight)
        if len(self.squares) == len(empty):
            self.squares = []

    def _seen(self, squares: list[Square], sight: float) -> list[Square]:
        """Return those squares that are thought of: at least one, most likely a near one."""
        drawn = sorted((self._chance.random() / sight ** self._steps(at), at) for at in squares)
        return [square for number, square in drawn if number < 1] or [at for _, at in drawn[:1]]

    def _sees(self, square: Square, beside: float) -> bool:
        return self._chance.random() < beside ** self._steps(square)

    def _steps(self, square: Square) -> int:
        """Return how far a square is from the last mark; 1 where that is not known."""
        if self._last is None:
            return 1
        return max(abs(square[0] - self._last[0]), abs(square[1] - self._last[1]))


def _make(spec: PlayerSpec) -> Level:
    return Level(_NAMES[int(spec.number("rank")) - 1])


def _title(level: str, rules: Rules, player: int) -> str:
    return UNBEATABLE if level == MASTER and proof_of(rules, player) else level


KIND = PlayerKind(
    "level", "Machine",
    "plays as well as its level says, from Novice to Master, or Unbeatable where that is proven",
    _make,
    (
        Parameter(
            "rank", "Level", f"How strong it is, from 1 to {len(_NAMES)}.",
            _NAMES.index("Medium") + 1, 1, len(_NAMES), always=True,
        ),
    ),
    example="level:medium",
    levels={name: {"rank": rank} for rank, name in enumerate(_NAMES, 1)},
    needs=lacking, named=True, level_title=_title,
)  # fmt: skip
