"""Going back and forth in the game on the board, and looking it through."""

from __future__ import annotations

from engine.coach.review import Review
from ttt_desktop.session.flow import Flow
from ttt_desktop.session.lookout import Lookout
from ttt_desktop.session.scene import Rest, rest_at
from ttt_desktop.session.searches import Searches
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.thinker import Thinking


class Replay:
    """Shows the game on the board as it was after any of its moves; nothing is taken back."""

    def __init__(self, stage: Stage, searches: Searches, lookout: Lookout, flow: Flow) -> None:
        self._stage, self._searches, self._lookout, self._flow = stage, searches, lookout, flow

    def go_to(self, ply: int, ahead: bool = False) -> None:
        """Show the game as it was after so many moves; later ones can be gone to again.

        Nothing counts as taken back, and the machine waits until the last move is reached.

        Args:
            ply: how many moves.
            ahead: whether a review speaks of the move that comes next there.
        """
        game, scene = self._stage.game, self._stage.scene
        ply = max(0, min(ply, scene.plies))
        if ply == len(game.moves) or not scene.may.may_be_taken_back or scene.swapping:
            scene.ahead = ahead
            self._lookout.tell()
            return
        self._searches.cancel()
        scene.show_ply(ply)
        scene.ahead = ahead
        self._flow.rest(looks_back=ply < scene.plies)
        self._searches.show_position(keep_scores=False)
        if game.result is not None and scene.seating is None:
            self._flow.advance()  # its end was taken back, and counts again
            return
        if self._stage.machines_turn and self._stage.rest is Rest.NONE:
            self._searches.think(Thinking.MOVE)
        else:
            self._look_closer()
        self._lookout.tell()

    def go_first(self) -> None:
        """Show the game before its first move."""
        self.go_to(0)

    def step_back(self) -> None:
        """Show the game one move earlier."""
        self.go_to(len(self._stage.game.moves) - 1)

    def step_forward(self) -> None:
        """Show the game one move later."""
        self.go_to(len(self._stage.game.moves) + 1)

    def go_last(self) -> None:
        """Show the game after its last move."""
        self.go_to(self._stage.scene.plies)

    def review(self, ply: int | None = None, ahead: bool = False) -> None:
        """Look the game through: each position that is gone to is scored.

        Args:
            ply: after how many moves to begin; None for the position that is shown.
            ahead: whether it speaks of the move that comes next there, not of the last one.
        """
        scene = self._stage.scene
        scene.reviewing = True
        now = len(scene.game.moves)
        ply = now if ply is None else ply
        if ply != now:
            self.go_to(ply, ahead)
        else:
            scene.ahead = ahead
            scene.rest = rest_at(scene.game, scene.rest)
            self._look_closer()
            self._lookout.tell()

    def end_review(self) -> None:
        """Show the game's last position, and look no closer."""
        self._stage.scene.reviewing = False
        self.go_last()
        self._lookout.tell()

    def take_review(self, review: Review) -> None:
        """Keep what the coach says of the game, if it is of the game on the board."""
        scene = self._stage.scene
        alike = (scene.game.rules, scene.game.start) == (review.rules, review.start)
        if alike and scene.all_moves == review.squares:
            scene.review = review
            self._lookout.tell()

    def _look_closer(self) -> None:
        """In a review, score the position if that has not been done."""
        scene = self._stage.scene
        if scene.reviewing and scene.game.moves not in scene.analyses:
            self._flow.ask(Thinking.SCORES)
