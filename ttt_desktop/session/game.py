"""The game's commands: all that people can have done with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from engine import Game, Line, Square
from engine.board import Position
from engine.record import Record
from ttt_desktop.session.board_model import BoardModel
from ttt_desktop.session.flow import Flow
from ttt_desktop.session.known import Known
from ttt_desktop.session.lookout import Lookout
from ttt_desktop.session.machines import Machine
from ttt_desktop.session.notes import Notes
from ttt_desktop.session.opening import OpeningPart
from ttt_desktop.session.overlays import Overlays
from ttt_desktop.session.records import guest_of, others_in, seating_in
from ttt_desktop.session.replay import Replay
from ttt_desktop.session.scene import End, Rest, Scene, new_scene, past_scene, rest_at
from ttt_desktop.session.score import SessionScore
from ttt_desktop.session.searches import Searches
from ttt_desktop.session.seats import MARKS, Seating, swapped
from ttt_desktop.session.shelf import Shelf
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.session.trace import Trace
from ttt_desktop.session.view import Part, View
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.work.jobs import JobRunner


class GameController(QObject):
    """Lets people and the machine play one game after another.

    Everything a view wants done goes through here; everything it shows comes from ``view``, and it
    says with ``follow`` what it draws of that. What is done lies with the parts: ``Stage`` has the
    scenes and the settings that hold in them, ``Shelf`` a game that was given up, ``Searches`` the
    searches, ``Lookout`` the view, and ``Flow`` what a command sets going.

    Args:
        settings: the settings to start with.
        seed: fixes the machine's playouts; None for playouts that differ every time.

    Attributes:
        overlays: lays lessons, puzzles and other tries over the user's game.
        opening: places marks and chooses sides in an opening by Swap or Swap2.
        notes: comments on the game, and its variations.
        replay: goes back and forth in the game, and looks it through.

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
        self,
        settings: Settings,
        runner: JobRunner,
        seed: int | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._stage, self._shelf = Stage(settings, seed), Shelf()
        self._searches = Searches(self._stage, runner, self)
        self._lookout = Lookout(self._stage, self._shelf, self._searches, self)
        self._flow = Flow(self._stage, self._searches, self._lookout, self)
        self.notes = Notes(self._stage, self._lookout)
        self.opening = OpeningPart(self._stage, self._searches, self._lookout, self._flow)
        self.replay = Replay(self._stage, self._searches, self._lookout, self._flow)
        self.overlays = Overlays(self._stage, self._searches, self._lookout, self._flow, self.notes)
        for mine, parts in (
            (self.changed, self._lookout.changed), (self.moved, self._lookout.moved),
            (self.game_over, self._lookout.game_over), (self.searched, self._flow.searched),
            (self.hinted, self._flow.hinted), (self.failed, self._flow.failed),
            (self.stumbled, self._flow.stumbled),
        ):  # fmt: skip
            parts.connect(mine)
        self._searches.show_afresh()
        self._lookout.tell()

    # --- what is to be seen -----------------------------------------------------------

    @property
    def view(self) -> View:
        """How things stand."""
        return self._lookout.view

    def follow(self, see: Callable[[], None], *parts: Part) -> None:
        """Have a method called after each change of one of these parts of the view.

        Args:
            see: the method; it is called for as long as its object is there.
            parts: fields and properties, such as ``View.moves``; every field where none is given.

        Raises:
            ValueError: a view has no such part.
        """
        self._lookout.follow(see, *parts)

    @property
    def game(self) -> Game:
        """The game. Read it; moves go through the controller."""
        return self._stage.game

    @property
    def model(self) -> BoardModel:
        """The position and what is known of it, square by square."""
        return self._searches.model

    @property
    def score(self) -> SessionScore:
        """The session's score."""
        return self._stage.score

    @property
    def analyses(self) -> Known:
        """This game's finished searches, by the moves that led to their positions."""
        return self._stage.scene.analyses

    @property
    def end(self) -> End | None:
        """The newest end of the game, taken back or not; None before the first."""
        return self._stage.scene.end

    @property
    def trace(self) -> Trace:
        """How the newest search converges."""
        return self._searches.thinker.trace

    @property
    def below(self) -> Line:
        """The moves of the game that another try goes on from; none where there is no such try."""
        stage = self._stage
        return stage.scenes[-2].all_moves if stage.scene.may.is_try else ()

    @property
    def record(self) -> Record:
        """The game on the board as a file holds it, with what is noted beside it."""
        return self._stage.record

    @property
    def to_keep(self) -> tuple[Record, Record | None] | None:
        """What is to be there at the next start (see ``Shelf.to_keep``)."""
        return self._shelf.to_keep(self._stage.scene, self.record)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._stage.settings

    @property
    def seats_now(self) -> Seating:
        """Who plays now."""
        return self._stage.seats

    def new_seed(self) -> int:
        """Return a seed for what a machine does in the game on the board."""
        return self._stage.new_seed()

    # --- one game after another -------------------------------------------------------

    def start(self) -> None:
        """Let the machine begin if it is its turn."""
        self._flow.advance()

    def new_game(self, settings: Settings | None = None, start: Position | None = None) -> None:
        """Start another game.

        Args:
            settings: those that it is played with, the user's from now on; None for those in
                force.
            start: a position that it begins from; None for an empty board.
        """
        stage = self._stage
        with self._lookout.one_change():
            self.overlays.leave()
            left_by = stage.seats
            if settings is not None:
                stage.scene.overlay = {}  # what holds in this game alone, such as chosen sides
                stage.lay_settings()
                stage.take_settings(settings)
            self._replace(new_scene(stage.settings, start), left_by)

    def again(self) -> None:
        """Start another game from the same beginning; the sides change first if they alternate."""
        with self._lookout.one_change():
            self.overlays.leave()
            ended = self.game.result is not None and self._stage.scene.may.is_own
            if ended and self._stage.settings.alternate:
                self.swap()
            else:
                self.new_game(start=self._start_again)

    def swap(self) -> None:
        """Change marks, and start another game from the same beginning."""
        with self._lookout.one_change():
            self.overlays.leave()
            self.new_game(swapped(self.opening.settings_before), self._start_again)

    @property
    def _start_again(self) -> Position | None:
        """The position that this game began from, unless another board or rule waits."""
        game = self.game
        return game.start if game.rules == self._stage.settings.rules else None

    def adopt(
        self, game: Game, wait: bool = False, own: bool = False, record: Record | None = None
    ) -> None:
        """Go on with another game, such as one read from a file.

        An unfinished game that this puts an end to is at hand for ``go_back``.

        Args:
            wait: have the machine wait to be told to move.
            own: it is the user's own, from the last start.
            record: what is noted beside it, if it came with that.
        """
        scene = Scene(game, rest=rest_at(game) if wait else Rest.NONE, record=record)
        self.opening.go_on(scene)
        with self._lookout.one_change():
            self.overlays.leave()
            seats = self._stage.seats
            if own:
                self._stage.miss(scene, "" if record is None else guest_of(record))
                scene.belong_to(Seating(seats.settings, scene.absent or seats.machine))
            if game.result is not None:
                scene.come_ended(seats if record is None else seating_in(record, seats))
            else:
                self._name_others(scene, own)
            self._replace(scene, seats)

    def look_at(self, game: Game, seating: Seating, key: int = 0) -> None:
        """Show a game of the past, to be gone through.

        Args:
            seating: who played it.
            key: its key in the history; 0 where it is not from there.
        """
        with self._lookout.one_change():
            self.overlays.leave()
            self._replace(past_scene(game, seating, key), self._stage.seats)

    def go_back(self) -> None:
        """Go on with the unfinished game that the last new game put an end to."""
        with self._lookout.one_change():
            self.overlays.leave()
            shelved = self._shelf.take()
            if shelved is None:
                return
            stage, scene = self._stage, shelved.scene
            left_by = stage.seats
            stage.take_settings(shelved.seating.seated(stage.settings))
            stage.miss(scene, shelved.seating.machine)
            scene.reviewing = False
            scene.rest = Rest.LOOKS_BACK if scene.looks_back else Rest.NONE
            self._replace(scene, left_by)

    def hold(self, record: Record) -> None:
        """Have an unfinished game of an earlier start at hand for ``go_back``."""
        scene = Scene(record.game, rest=rest_at(record.game, Rest.NONE), record=record)
        self.opening.go_on(scene)
        seats = self._stage.seats
        scene.belong_to(seats)
        self._name_others(scene, own=True)
        machine = guest_of(record) or seats.machine
        self._shelf.put_earlier(scene, Seating(seats.settings, machine))
        self._lookout.tell()

    def _name_others(self, scene: Scene, own: bool) -> None:
        """Have the players of an unfinished game named, if it came with others than play now.

        Args:
            own: it is from the last start; then only a game that was opened there is others'.
        """
        record, stage = scene.record, self._stage
        opened = not own or stage.settings.machine in MARKS
        if record is None or (own and record.machine is not None) or not opened:
            return
        players = others_in(record, stage.seats)
        if players is not None:
            scene.come_from(players)

    def _replace(self, scene: Scene, left_by: Seating) -> None:
        """Put a scene in the place of the user's; what that was may be gone back to.

        Args:
            scene: what comes.
            left_by: who played the game that goes, if others play now.
        """
        given_up = self._shelf.put(self._stage.scene, left_by)
        self._stage.scenes[-1] = scene
        self._flow.show_scene()
        if given_up:
            self.gave_up.emit()

    # --- demos ------------------------------------------------------------------------

    def begin_demo(self) -> None:
        """Let two machines play, from this position on; what they are given ends with the demo."""
        stage = self._stage
        with self._lookout.one_change():
            if self.game.result is not None or stage.scene.task is not None:
                self.overlays.leave()
            before = stage.settings
            stage.demo.begin(before)
            stage.lay_settings()
            self._flow.obey(before)
            if self.game.result is not None:
                self.new_game()

    def end_demo(self) -> None:
        """End a demo: the settings from before it hold again."""
        if self._stage.demo:
            before = self._stage.settings
            self._stage.end_demo()
            self._flow.obey(before)

    # --- one game ---------------------------------------------------------------------

    def play(self, square: Square) -> bool:
        """Make a person's move; return whether it could be made."""
        stage, game = self._stage, self.game
        if stage.machines_turn or game.result is not None:
            return False
        if not game.board.may(square, game.to_move) or self.opening.chooses_side:
            return False
        self._searches.cancel()
        stage.go_on()  # a game that was over may do so from an earlier position
        stage.scene.rest, stage.scene.with_person = Rest.NONE, stage.seats
        self._flow.make(square)
        return True

    def undo(self) -> None:
        """Take back the last move; against the machine, its answer and the person's move."""
        stage = self._stage
        if plies := stage.scene.plies_back(stage.settings):
            self._searches.cancel()
            if not stage.scene.is_others:  # it stays theirs until somebody moves in it
                stage.go_on()
            stage.scene.show_ply(len(stage.game.moves) - plies)
            self._after_retracing(looks_back=False)

    def redo(self) -> None:
        """Make again what ``undo`` took back."""
        stage, game = self._stage, self.game
        if not game.undone:
            return
        self._searches.cancel()
        mixed = stage.settings.machine in MARKS
        while True:
            stage.scene.show_ply(len(game.moves) + 1)
            if not (mixed and stage.machines_turn and game.undone):
                break
        self._after_retracing(stage.scene.looks_back and bool(game.undone))

    def _after_retracing(self, looks_back: bool) -> None:
        self._stage.scene.ahead = False
        self._flow.rest(looks_back)
        self._searches.show_position(keep_scores=False)
        self._flow.advance()

    def hint(self) -> None:
        """Have the coach search the position for the person to move, and name the best square."""
        self._flow.ask(Thinking.HINT)

    def analyse(self) -> None:
        """Have the course's machine score the position, and make no move."""
        self._flow.ask(Thinking.SCORES)

    def stop(self) -> None:
        """End the search: the machine plays its best so far, a hint is what is known by then.

        Where the machine plays both sides, the game halts instead, until ``resume``.
        """
        if self._searches.purpose is Thinking.MOVE and self._stage.settings.machine == "both":
            self._stage.scene.rest = Rest.WAITS
            self._searches.cancel()
            self._lookout.tell()
        else:
            self._searches.thinker.stop()

    def resume(self) -> None:
        """Let the machine move if it waits, or if its last search failed: one that is here."""
        self._stage.scene.rest = Rest.NONE
        self._take_over()
        if self._searches.purpose is not Thinking.MOVE:
            self._flow.advance()

    def _take_over(self) -> None:
        """Let the machine that is here play on for one that is not."""
        if self._stage.absent:
            self._stage.scene.absent = ""
            self._stage.lay_settings()

    def step(self) -> None:
        """Have the machine make one move, and wait; where it is thinking, wait after that move."""
        self._stage.scene.rest = Rest.WAITS
        self._take_over()
        if self._searches.purpose is not Thinking.MOVE and not self._stage.scene.swapping:
            self._searches.cancel()
            if self._stage.machines_turn:
                self._searches.think(Thinking.MOVE)
        self._lookout.tell()

    def use_machine(self, machine: Machine) -> None:
        """Let another machine play from now on; where a lesson is about the built-in one, later."""
        self._stage.use(machine)
        self._searches.begin_anew()
        if not self._stage.scene.built_in:
            self._stage.lay_settings()
            self._flow.go_on_or_tell()

    def apply(self, settings: Settings) -> bool:
        """Take other settings into force.

        Returns:
            Whether another board or rule was asked for that waits for the next new game: a game
            under way keeps its own. A game that has not begun is started anew at once.
        """
        before = self._stage.settings
        self._stage.take_settings(settings)
        self._flow.obey(before)
        return self._stage.settings.rules not in (before.rules, self.game.rules)

    def apply_own(self, settings: Settings) -> None:
        """Take the user's own settings into force, as far as nothing lies over them."""
        before = self._stage.settings
        self._stage.take_own(settings)
        self._flow.obey(before)

    def shut_down(self) -> None:
        """End all work; nothing is played after this."""
        self._searches.cancel()
        self._lookout.close()
        self._runner.shut_down()
