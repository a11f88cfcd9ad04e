"""How a game flows: a move is made, its position shown, the game ended or the machine set going."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from engine import Analysis, Decision, Game, Square
from ttt_desktop.look.text import problem, tr
from ttt_desktop.session.lookout import Lookout
from ttt_desktop.session.scene import Rest, lesson_scene, new_scene
from ttt_desktop.session.searches import Searches
from ttt_desktop.session.stage import Stage
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.settings.declarations import Settings


class Flow(QObject):
    """What goes on by itself between two commands.

    Signals:
        searched(Analysis): the newest state of a search.
        hinted(Square): a hint is ready.
        failed(str, str): a search ended with an error: a sentence, and the details.
        stumbled(str): a machine from a file did something wrong: a sentence.
    """

    searched = Signal(object)
    hinted = Signal(object)
    failed = Signal(str, str)
    stumbled = Signal(str)

    def __init__(
        self, stage: Stage, searches: Searches, lookout: Lookout, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._stage, self._searches, self._lookout = stage, searches, lookout
        searches.progressed.connect(self._take_progress)
        searches.decided.connect(self._take_decision)
        searches.stumbled.connect(self.stumbled)
        searches.thinker.failed.connect(self._take_failure)

    def make(self, square: Square) -> None:
        """Make a move, anybody's, and go on."""
        stage, scene = self._stage, self._stage.scene
        scene.reviewing = False
        if scene.seating is not None:
            stage.go_on()  # from an earlier position of a game that was over
        if scene.end is not None:
            scene.end.moves = None  # another move is made: that end cannot be made again
        if scene.swap is not None:
            before = len(stage.game.moves)
            kept = None if before < scene.swap.placed else scene.swap
            scene.swap = scene.swap.place() if scene.swapping else kept
        stage.game.play(square)
        self._searches.show_position()
        self.advance(square)

    def advance(self, move: Square | None = None) -> None:
        """Go on from the position as it is: end the game, or let the machine think.

        Args:
            move: the move that led there, if one was made.
        """
        stage = self._stage
        if not stage.leads_openings:
            stage.scene.swap = None
        over = stage.finish()
        if stage.machines_turn and stage.rest is Rest.NONE and not stage.scene.swapping:
            self._searches.think(
                Thinking.MOVE
            )  # (what a machine does in an opening, a feature knows)
        self._lookout.tell(move, over)

    def rest(self, looks_back: bool) -> None:
        """Have the machine wait where an earlier position is shown, or where it plays alone."""
        alone = Rest.WAITS if self._stage.settings.machine == "both" else Rest.NONE
        self._stage.scene.rest = Rest.LOOKS_BACK if looks_back else alone

    def ask(self, purpose: Thinking) -> None:
        """Have the position thought about, if the game goes on and nothing else is thought of."""
        idle = self._searches.purpose is Thinking.NOTHING and not self._stage.scene.swapping
        if self._stage.game.result is None and idle:
            self._searches.think(purpose)
            self._lookout.tell()

    def show_scene(self) -> None:
        """Show the scene on the board as it stands, with the settings that hold in it."""
        self._searches.cancel()
        self._stage.lay_settings()
        self._searches.show_afresh()
        self.go_on_or_tell()

    def go_on_or_tell(self) -> None:
        """Go on if the game does; an end that is there already does not count anew."""
        if self._stage.game.result is None:
            self.advance()
        else:
            self._lookout.tell()

    def obey(self, before: Settings) -> None:
        """Let the game go on with the settings that are in force now, in place of others."""
        stage, scene = self._stage, self._stage.scene
        settings = stage.settings
        self._searches.set_scoring()
        if before.show_truth != settings.show_truth:
            self._searches.find_truth()
        begun = scene.plies or scene.game.start is not None or scene.task is not None
        lesson = scene.may.is_lesson
        opened_so = (before.opening == settings.opening) or lesson
        if not begun and not (before.rules == settings.rules and opened_so):
            fresh = lesson_scene(Game(settings.rules)) if lesson else new_scene(settings)
            stage.scenes[-1] = replace(fresh, overlay=scene.overlay, seeds=scene.seeds,
                                       built_in=scene.built_in)  # fmt: skip
            self.show_scene()
        elif settings.machine != before.machine and stage.game.result is None:
            self._searches.cancel()
            if not scene.looks_back:  # else later moves would be lost to a move of the machine
                scene.rest = Rest.NONE
            self.advance()
        else:
            self._lookout.tell()

    def say_failure(self, error: Exception) -> None:
        """Say that a machine failed, or what its player says of that."""
        if isinstance(error, ValueError):  # a player's own sentence
            sentence = tr("{problem}. The game waits: Ctrl+M asks again.", problem=problem(error))
            self.stumbled.emit(sentence)
            return
        details = f"{type(error).__name__}: {error}"
        sentence = tr("The machine's search ended with an error; the game can go on.")
        self.failed.emit(sentence, details)

    @Slot(object)
    def _take_progress(self, analysis: Analysis) -> None:
        self._lookout.tell()
        self.searched.emit(analysis)

    @Slot(object, object)
    def _take_decision(self, purpose: Thinking, decision: Decision) -> None:
        if purpose is Thinking.MOVE:
            self.make(decision.square)
            return
        self._lookout.tell()
        if purpose is Thinking.HINT:
            self.hinted.emit(decision.square)

    @Slot(object)
    def _take_failure(self, error: Exception) -> None:
        # A machine that failed would fail again; it waits to be told to go on.
        scene = self._stage.scene
        if self._searches.purpose is Thinking.MOVE and scene.rest is Rest.NONE:
            scene.rest = Rest.FAILED
        self._searches.cancel()
        self._lookout.tell()
        self.say_failure(error)
