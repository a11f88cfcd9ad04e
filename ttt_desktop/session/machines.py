"""Who thinks: the machine that plays, the coach that gives hints, and who scores a position."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from engine import Board, Decision, Player, Square, Weights
from engine.players.player import Progress, SearchingPlayer
from engine.specs import PlayerSpec
from engine.swap import Swap, SwapChoice
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.settings.declarations import PLAYER, Settings

COACH = PlayerSpec.parse("level:master")
"""Who gives hints: the machine's own favourite may be a blind spot of its method."""


class Scored(Player):
    """Plays one player's moves, and shows what another one's search says of the position.

    Args:
        player: chooses the moves.
        scorer: scores the position, once the move is chosen; both are used for one move only.
    """

    def __init__(self, player: Player, scorer: Player) -> None:
        self.name = player.name
        self._player, self._scorer = player, scorer

    def choose(
        self,
        board: Board,
        player: int,
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Decision:
        """Choose a move, then score the position (see ``Player.choose``)."""
        decision = self._player.choose(board, player, seed)
        scores = self._scorer.choose(board, player, seed, on_progress)
        return Decision(decision.square, scores.analysis)

    def open_game(self, swap: Swap, board: Board) -> list[Square] | SwapChoice | None:
        """Do the player's own part of an opening (see ``Player.open_game``)."""
        return self._player.open_game(swap, board)

    def stop(self) -> None:
        """End both searches, whichever is under way."""
        self._player.stop()
        self._scorer.stop()

    def reweigh(self, weights: Weights) -> None:
        """Score by other weights; the move does not depend on them."""
        self._scorer.reweigh(weights)


MakePlayer = Callable[[Settings, int], Player]
"""Makes the machine's player of a side (PLAYERX or PLAYERO) from the settings."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What plays at the board.

    Attributes:
        make: makes its player of a side.
        name: what it is called; empty for the built-in one.
        note: why its moves have no scores to show, or empty.
        takes_trials: whether a machine that is not built in plays the trials of the settings.
    """

    make: MakePlayer
    name: str = ""
    note: str = ""
    takes_trials: bool = False

    def player(self, purpose: Thinking, settings: Settings, mark: int) -> Player:
        """Return who thinks about a position, made anew."""
        if purpose is Thinking.HINT:
            return _watched(COACH.make())
        if self.name or settings.scorer_name(mark) != "course":
            return self.make(settings, mark)
        own = settings.scores_of == PLAYER
        if purpose is Thinking.SCORES and not (own and settings.player(mark).kind.has_scores):
            return _watched(settings.scorer(mark).make())
        player = self.make(settings, mark)
        return player if own else Scored(player, _watched(settings.scorer(mark).make()))


def guest(player: Player, has_scores: bool) -> Machine:
    """Return a machine that plays as somebody else's player does, made once for all moves.

    Args:
        has_scores: whether its searches are worth looking at; else the scores of the settings are
            shown.
    """

    def make(settings: Settings, mark: int) -> Player:
        if isinstance(player, SearchingPlayer):
            player.forget_stop()
        if has_scores:
            return player
        return Scored(player, _watched(settings.scorer(mark).make()))

    return Machine(make, player.name)


def _built_in(settings: Settings, mark: int) -> Player:
    """Return the machine player of one side that the settings describe."""
    return _watched(settings.player(mark).make())


def _watched(player: Player) -> Player:
    player.be_watched(max(1, (os.cpu_count() or 1) - 1))  # one core stays free for the window
    return player


BUILT_IN = Machine(_built_in)
"""The machine that the settings describe."""
