"""The lookout: works out how things stand, once a change, and tells those who follow that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal

from engine import PLAYERO, PLAYERX, Square
from ttt_desktop.look.colours import STONES
from ttt_desktop.look.text import call_sides_by_stones
from ttt_desktop.session.searches import Searches
from ttt_desktop.session.shelf import Shelf
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.view import Followers, MachineState, Noted, Part, ReviewState, Seats, View


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
        self, stage: Stage, shelf: Shelf, searches: Searches, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._stage, self._shelf, self._searches = stage, shelf, searches
        self.followers = Followers()
        self._at_once = 0
        self.view = self._look()

    def follow(self, see: Callable[[], None], *parts: Part) -> None:
        """Have a method called after each change of one of these parts of the view."""
        self.followers.add(see, parts)

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
        if changed := self.followers.changes(before, self.view):
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
        call_sides_by_stones(stage.settings.look_on(game.rules.size) == STONES)
        seats = Seats(scene.seating or stage.seats, stage.seats)
        counted = seats.now if scene.may.is_own else seats.game
        score, rules = stage.score, game.rules
        x, o = (score.wins(mark, counted, rules) for mark in (PLAYERX, PLAYERO))
        wins = x, o, score.ties(counted, rules)
        draft, shelved = scene.draft, self._shelf.held
        return View(
            game=game,
            scene=scene.may,
            task=scene.task,
            moves=game.moves,
            undone=game.undone,
            result=game.result,
            swap=scene.swap,
            seats=seats,
            machine=MachineState(
                thinking=self._searches.purpose,
                rest=stage.rest,
                absent=stage.absent,
                takes_trials=stage.playing.takes_trials,
                demo=bool(stage.demo),
            ),
            wins=(0, 0, 0) if scene.is_strangers else wins,
            settings=stage.settings,
            own=stage.own,
            analysis=self._searches.model.analysis,
            review=(
                ReviewState(scene.reviewing, scene.reviewing and scene.ahead, draft)
                if scene.reviewing or draft is not None
                else None
            ),
            notes=Noted(scene.variations, scene.comments.get(len(game.moves), ""), scene.ended),
            shelved=shelved.scene.game if shelved is not None else None,
        )
