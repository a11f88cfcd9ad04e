"""Players that have learnt: matchboxes, a table of values, and a network, each from its file.

What the files hold is learnt in the window, with ``ttt-engine learn``, or with ``engine.learning``.
Some trained networks come with this program.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.board import Board, Position
from engine.errors import whole_number
from engine.learning.shipped import missing, network_for
from engine.native.loading import kernel_lacking
from engine.players.kind import Parameter, PlayerKind, PlayerSpec
from engine.players.player import Decision, Player, Progress, SearchingPlayer
from engine.rules import Rules
from engine.search.analysis import Given
from engine.search.limit import Limit
from engine.search.sampling import MAX_TRIALS
from engine.search.tree import TreeAnalysis, TreeSearch

if TYPE_CHECKING:
    from engine.learning.learner import Mind, Thoughts
    from engine.learning.networks import NetMind


class LearnedPlayer(Player):
    """Plays by what a mind makes of a position, without any search.

    Matchboxes draw a bead; a table plays to the greatest value, a network on the square with the
    greatest prior.

    Args:
        draws: whether a move is drawn by the mind's shares; else it is one of the greatest.
    """

    def __init__(self, mind: Mind, name: str, draws: bool = False) -> None:
        self.mind, self.name, self._draws = mind, name, draws

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose a move (see ``Player.choose``).

        Raises:
            ValueError: also for a game by other rules than those that were learnt.
        """
        thoughts = self.mind.thoughts(Position.of(board, player))
        chance = random.Random(seed)
        if self._draws:
            square = chance.choices([*thoughts.shares], [*thoughts.shares.values()])[0]
        else:
            square = chance.choice(thoughts.best)
        return Decision(square, _given(board, thoughts))

    def renew(self) -> bool:
        """Be as a new player is: it never changes."""
        return True


def _given(board: Board, thoughts: Thoughts) -> Given:
    """Return the numbers that a mind chose by: beads, values, or shares."""
    network = thoughts.value is not None and max(thoughts.shares.values()) < 1
    numbers = thoughts.beads or (thoughts.shares if network else thoughts.values)
    side = range(board.size)
    scores = [[float(numbers.get((row, col), 0)) for col in side] for row in side]
    return Given(board.clone(), thoughts.player, 1, scores)


class GuidedPlayer(SearchingPlayer[TreeAnalysis]):
    """Plays the move that a tree visits most, which a network guides.

    Args:
        network: returns the network for some rules; ValueError where there is none.
        simulations: of the tree before each move; 0 for the network's first sight alone.
    """

    def __init__(self, network: Callable[[Rules], NetMind], simulations: int, name: str) -> None:
        super().__init__()
        self._network, self._simulations = network, simulations
        effort = f"{simulations:,} simulations" if simulations else "no search"
        self.name = f"{name}, {effort}"

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Search, then choose (see ``Player.choose``).

        Raises:
            ValueError: also for a game by other rules than those that were learnt.
        """
        mind = self._network(board.rules)
        if not self._simulations:
            return LearnedPlayer(mind, self.name).choose(board, player, seed)
        chance, limit = random.Random(seed), Limit(trials=self._simulations)
        search = TreeSearch(board, player, limit, chance.getrandbits(63) + 1, leaves=mind.tree)
        analysis = self._follow(search, on_progress)
        return Decision(chance.choice(analysis.best), analysis)

    def renew(self) -> bool:
        """Be as a new player is: it never changes."""
        return True


class NetPlayer(GuidedPlayer):
    """Plays with one network."""

    def __init__(self, mind: NetMind, simulations: int) -> None:
        super().__init__(
            lambda _rules: mind, simulations, f"Network, generation {mind.generation:,}"
        )
        self.mind = mind


def player_of(kind: PlayerKind, mind: Mind, simulations: int = 0) -> Player:
    """Return the player that a learner's mind is.

    Args:
        kind: the kind of players whose word is the learner's.
        simulations: of a network's tree before each move; 0 for its first sight alone.
    """
    if kind is NET:
        return NetPlayer(mind, simulations)  # type: ignore[arg-type]  # a network's mind
    return LearnedPlayer(mind, f"{kind.title}, generation {mind.generation:,}", kind is MENACE)


# --- kinds ----------------------------------------------------------------------------------------

GENERATION = Parameter(
    "generation", "Generation", "Which of the generations that its file keeps: 0, 1, 2, 5, 10, 20, "
    "40 and so on, and the last one. Off for the last one.", None, 0, 10**15, suggested=0,
)  # fmt: skip


def _mind(spec: PlayerSpec) -> Mind:
    """Return what a player's file knows; ValueError where it cannot be played with."""
    from engine.learning.learners import load  # noqa: PLC0415  (it needs NumPy)

    learner, wanted = load(Path(spec.target), spec.kind.word), spec["generation"]
    if wanted is None:
        return learner.mind
    exact = int(wanted) if float(wanted).is_integer() else wanted
    return learner.mind_of(whole_number(exact, "the generation", 0))


def _make(spec: PlayerSpec) -> Player:
    return player_of(
        spec.kind, _mind(spec), int(spec["simulations"] or 0) if spec.kind is NET else 0
    )


def _make_trained(spec: PlayerSpec) -> Player:
    return GuidedPlayer(network_for, int(spec.number("simulations")), "Trained network")


SIMULATIONS = Parameter(
    "simulations", "Simulations", "Paths through the tree before each move; 0 for the network's "
    "first sight alone.", 100, 0, MAX_TRIALS, always=True, usual=(0, 10**6),
)  # fmt: skip


def _needs(_rules: Rules) -> str:
    return kernel_lacking()


MENACE = PlayerKind(
    "menace", "Matchboxes", "draws beads from boxes that have learnt 3x3 (MENACE)", _make,
    (GENERATION,), target="FILE", example="menace:FILE", has_scores=True,
)  # fmt: skip

TABLE = PlayerKind(
    "td", "Table of values", "plays by a table of values that was learnt on 3x3 (TD)",
    _make, (GENERATION,), target="FILE", example="td:FILE", has_scores=True,
)  # fmt: skip

NET = PlayerKind(
    "net", "Network", "looks ahead in a tree that a network guides, which has learnt from games "
    "against itself", _make, (SIMULATIONS, GENERATION),
    target="FILE", example="net:simulations=100:FILE", has_scores=True, needs=_needs,
)  # fmt: skip

TRAINED = PlayerKind(
    "network", "Trained network", "looks ahead in a tree that one of this program's networks "
    "guides, trained for 3x3, and for 5x5 and 7x7 with 4 in a row", _make_trained, (SIMULATIONS,),
    example="network:simulations=100", has_scores=True, needs=missing,
)  # fmt: skip
