"""The stage: the scenes, one over the other, and everything that views read of the top one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date

from PySide6.QtCore import QObject, Signal

from engine import PLAYERO, PLAYERX, Game, Line, Square
from engine.record import Record
from ttt_desktop.session.board_model import BoardModel
from ttt_desktop.session.known import Known
from ttt_desktop.session.machines import BUILT_IN, Machine
from ttt_desktop.session.records import record_of
from ttt_desktop.session.scene import End, Rest, Scene, SceneKind, Shelved, new_scene
from ttt_desktop.session.score import SessionScore
from ttt_desktop.session.seats import Seating
from ttt_desktop.session.thinker import Thinker
from ttt_desktop.session.trace import Trace
from ttt_desktop.session.view import Followers, View, changes
from ttt_desktop.settings.declarations import Settings, changed_names, with_values
from ttt_desktop.work.jobs import JobRunner

_OF_DEMO = ("machine", "alike", "min_move_time")
"""The settings that go with a demo, whatever they were changed to in it."""


class Stage(QObject):
    """The scenes, and the settings that lie over each other with them.

    The user's game lies below; a lesson's is pushed over it, and it comes back untouched when that
    is taken away. A game that a new one put an end to waits on a shelf for one. Settings are the
    user's, with those of the scene over them, and a demo's over these.

    Views draw from ``view``, and say with ``follow`` what they draw of it. Only ``GameController``
    changes anything.

    Args:
        settings: the user's settings.

    Attributes:
        model: the position and what is known of it, square by square.
        score: the session's score.
        view: how things stand.

    Signals:
        changed(): something in ``view`` is different now.
        moved(Square): a move was made (not: made again).
        searched(Analysis): the newest state of a search.
        game_over(Result): the game has just ended.
        hinted(Square): a hint is ready.
        gave_up(): an unfinished game gave way to another one.
        failed(str, str): a search ended with an error: a sentence, and the details.
        stumbled(str): a machine from a file did something wrong: a sentence.
    """

    changed = Signal()
    moved = Signal(object)
    searched = Signal(object)
    game_over = Signal(object)
    hinted = Signal(object)
    gave_up = Signal()
    failed = Signal(str, str)
    stumbled = Signal(str)

    def __init__(
        self, settings: Settings, runner: JobRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.model = BoardModel(self)
        self.score = SessionScore()
        self._own = self._settings = settings
        self._demo: dict[str, object] = {}
        self._lent: dict[str, object] = {}
        self._scenes = [new_scene(settings)]
        self._shelf: Shelved | None = None
        self._machine = BUILT_IN
        self._thinker = Thinker(runner, self)
        self._followers = Followers()
        self._at_once = 0
        self._seats = Seating(settings)
        self.view = self._look()

    def follow(self, see: Callable[[], None], *fields: str) -> None:
        """Have a method called after each change of one of these fields of the view.

        Args:
            see: the method; it is called for as long as its object is there.
            fields: names of fields; none for all.

        Raises:
            ValueError: the view has no such field.
        """
        self._followers.add(see, fields)

    # --- the game ---------------------------------------------------------------------

    @property
    def _scene(self) -> Scene:
        """The scene on the board."""
        return self._scenes[-1]

    @property
    def game(self) -> Game:
        """The game. Read it; moves go through the controller."""
        return self._scenes[-1].game

    @property
    def analyses(self) -> Known:
        """This game's finished searches, by the moves that led to their positions."""
        return self._scene.analyses

    @property
    def end(self) -> End | None:
        """The newest end of the game, taken back or not; None before the first."""
        return self._scene.end

    @property
    def trace(self) -> Trace:
        """How the newest search converges."""
        return self._thinker.trace

    @property
    def in_lesson(self) -> bool:
        """Whether a lesson's game lies over the user's."""
        return self._scene.kind is SceneKind.LESSON

    @property
    def in_puzzle(self) -> bool:
        """Whether a puzzle lies over the user's game."""
        return self._scene.kind is SceneKind.PUZZLE

    @property
    def in_setup(self) -> bool:
        """Whether a position that is being set up lies over the user's game."""
        return self._scene.kind is SceneKind.SETUP

    @property
    def in_try(self) -> bool:
        """Whether another try lies over the game that it goes on from."""
        return self._scene.kind is SceneKind.TRY

    @property
    def below(self) -> Line:
        """The moves of the game that another try goes on from; none where there is no such try."""
        return self._scenes[-2].whole if self.in_try else ()

    @property
    def record(self) -> Record:
        """The game on the board as a file holds it, with what is noted beside it."""
        return record_of(self._scene, self._seats, date.today())

    @property
    def to_keep(self) -> tuple[Record, Record | None] | None:
        """What is to be there at the next start: a game, and the one to go back to from it.

        A ready position replaces the user's own game only once a person moves in it; a game that
        was opened does so at once. None where what is kept already is to stay.
        """
        scene, shelf = self._scene, self._shelf
        if not scene.kept:
            return None
        today = date.today()
        shelved = None if shelf is None else record_of(shelf.scene, shelf.seating, today)
        comes = scene.plies > 0 or scene.game.start is not None
        opened = scene.record is not None and scene.plies > 0 and scene.game.result is None
        untouched = comes and scene.with_person is None and not opened
        if shelf is not None and shelved is not None and untouched and not shelf.earlier:
            return shelved, None
        return self.record, shelved

    # --- the settings -----------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._settings

    @property
    def seats_now(self) -> Seating:
        """Who plays now."""
        return self._seats

    def _take_settings(self, settings: Settings) -> None:
        """Lay what differs from the settings in force where its names lie: it stays there.

        Where a demo's user takes a machine from the board, the demo ends, and what was chosen in
        it is the user's.
        """
        if not self._demo and not self._scene.overlay:
            self._own = settings
            self._lay_settings()
            return
        given = {name: getattr(settings, name) for name in changed_names(self._settings, settings)}
        if self._demo and settings.machine != "both":
            given |= {name: value for name, value in self._demo.items()
                      if name not in given and value != self._lent[name]}  # fmt: skip
            self._demo = {}
        for name in given.keys() & self._demo.keys():
            if name in _OF_DEMO:
                self._demo[name] = given.pop(name)
            else:
                del self._demo[name]  # a player that was chosen is the user's
        overlay = self._scene.overlay
        self._scene.overlay = {name: given.pop(name, value) for name, value in overlay.items()}
        self._own = with_values(self._own, given) if given else self._own
        self._lay_settings()

    def _lend(self, values: Mapping[str, object]) -> None:
        """Lay a demo's settings over all others; none take them away."""
        self._demo, self._lent = dict(values), dict(values)
        self._lay_settings()

    def _lay_settings(self) -> None:
        """Work the settings in force out anew."""
        over = {**self._scene.overlay, **self._demo}
        settings = with_values(self._own, over) if over else self._own
        if settings != self._settings:
            self._settings = settings
        self._seats = Seating(self._settings, self._absent or self._playing.name)

    @property
    def _absent(self) -> str:
        """What a machine is called that is waited for; in a demo, machines play that are here."""
        return "" if self._demo else self._scene.absent

    @property
    def _rest_now(self) -> Rest:
        """Why the machine does not move; one that is not here is always waited for."""
        rest = self._scene.rest
        return Rest.WAITS if self._absent and rest is Rest.NONE else rest

    @property
    def _playing(self) -> Machine:
        """The machine that plays in this scene."""
        return BUILT_IN if self._scene.built_in else self._machine

    # --- the view ---------------------------------------------------------------------

    def _look(self) -> View:
        """Work out how things stand."""
        scene, game = self._scene, self._scene.game
        seating = scene.seating or self._seats
        counted = self._seats if scene.kind is SceneKind.OWN else seating
        score, rules = self.score, game.rules
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
            seats_now=self._seats,
            wins=(0, 0, 0) if scene.is_strangers else wins,
            settings=self._settings,
            own=self._own,
            analysis=self.model.analysis,
            thinking=self._thinker.purpose,
            rest=self._rest_now,
            swap=scene.swap,
            done=scene.done,
            reviewing=scene.reviewing,
            ahead=scene.reviewing and scene.ahead,
            review=scene.reviewed,
            draft=scene.draft,
            variations=scene.variations,
            comment=scene.comments.get(len(game.moves), ""),
            ended=scene.ended,
            demo=bool(self._demo),
            undo=scene.plies_back(self._settings),
            shelved=self._shelf.scene.game if self._shelf else None,
            absent=self._absent,
            takes_trials=self._playing.takes_trials,
        )

    def _tell(self, move: Square | None = None, over: bool = False) -> None:
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
            self._followers.tell(changed)
            self.changed.emit()
        if over:
            self.game_over.emit(self.view.result)

    @contextmanager
    def _one_change(self) -> Iterator[None]:
        """Let several things be done of which nobody sees but the whole."""
        self._at_once += 1
        try:
            yield
        finally:
            self._at_once -= 1
        self._tell()
