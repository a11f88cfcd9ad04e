"""The lookout: works out how things stand, once a change, and tells those who follow that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal

from engine import PLAYERO, PLAYERX, Square
from ttt_desktop.session.scene import SceneKind
from ttt_desktop.session.shelf import Shelf
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.thoughts import Thoughts
from ttt_desktop.session.view import Followers, View, changes


class Lookout(QObject):
    """Keeps the view in step with the stage, the shelf and what is thought.

    Attributes:
        view: how things stand.
        followers: who is told.

    Signals:
        changed(): something in ``view`` is different now.
        moved(Square): a move was made (not: made again).
        game_over(Result): the game has just ended.
    """

    changed = Signal()
    moved = Signal(object)
    game_over = Signal(object)

    def __init__(
        self, stage: Stage, shelf: Shelf, thoughts: Thoughts, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._stage, self._shelf, self._thoughts = stage, shelf, thoughts
        self.followers = Followers()
        self._at_once = 0
        self.view = self._look()

    def follow(self, see: Callable[[], None], *fields: str) -> None:
        """Have a method called after each change of one of these fields of the view."""
        self.followers.add(see, fields)

    def tell(self, move: Square | None = None, over: bool = False) -> None:
        """Have everybody see how things stand now.

        Args:
            move: the move that was made, if one was.
            over: whether the game has ended with it.
        """
        if self._at_once:
            return
        before, self.view = self.view, self._look()
        if move is not None:
            self.moved.emit(move)
        if changed := changes(before, self.view):
            self.followers.tell(changed)
            self.changed.emit()
        if over:
            self.game_over.emit(self.view.result)

    @contextmanager
    def one_change(self) -> Iterator[None]:
        """Let several things be done of which nobody sees but the whole."""
        self._at_once += 1
        try:
            yield
        finally:
            self._at_once -= 1
        self.tell()

    def close(self) -> None:
        """Tell nobody any more."""
        self.followers.clear()

    def _look(self) -> View:
        """Work out how things stand."""
        stage, scene, game = self._stage, self._stage.scene, self._stage.game
        seating = scene.seating or stage.seats
        counted = stage.seats if scene.kind is SceneKind.OWN else seating
        score, rules = stage.score, game.rules
        x, o = (score.wins(mark, counted, rules) for mark in (PLAYERX, PLAYERO))
        wins = x, o, score.ties(counted, rules)
        return View(
            game=game,
            kind=scene.kind,
            moves=game.moves,
            undone=game.undone,
            to_move=game.to_move,
            result=game.result,
            seating=seating,
            seats_now=stage.seats,
            wins=(0, 0, 0) if scene.is_strangers else wins,
            settings=stage.settings,
            own=stage.own,
            analysis=self._thoughts.model.analysis,
            thinking=self._thoughts.purpose,
            rest=stage.rest,
            swap=scene.swap,
            done=scene.done,
            reviewing=scene.reviewing,
            ahead=scene.reviewing and scene.ahead,
            review=scene.reviewed,
            draft=scene.draft,
            variations=scene.variations,
            comment=scene.comments.get(len(game.moves), ""),
            ended=scene.ended,
            demo=bool(stage.demo),
            undo=scene.plies_back(stage.settings),
            shelved=self._shelf.held.scene.game if self._shelf.held else None,
            absent=stage.absent,
            takes_trials=stage.playing.takes_trials,
        )
