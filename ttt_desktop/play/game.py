"""The game's controller: whose move it is, when the machine thinks, and what becomes of it."""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from engine import (
    PLAYERO,
    PLAYERX,
    Analysis,
    Decision,
    Game,
    Player,
    Square,
)
from engine.specs import PlayerSpec
from ttt_desktop.jobs import JobRunner
from ttt_desktop.play.board_model import BoardModel
from ttt_desktop.play.known import Known
from ttt_desktop.play.seats import MARKS, Seat, Seating, seat_of
from ttt_desktop.play.session import SessionScore
from ttt_desktop.play.thinker import Thinker, Thinking
from ttt_desktop.play.trace import Trace
from ttt_desktop.play.truth import TruthFinder
from ttt_desktop.settings.declarations import Settings
from ttt_desktop.text import problem, tr

log = logging.getLogger(__name__)

COACH = PlayerSpec.parse("level:master")
"""Who gives hints."""

COURSE = PlayerSpec.parse("mc")
"""Who scores a position where the machine at the board plays by no scores."""

SCORED = frozenset({"mc", "tree"})
"""The kinds of machines whose own search is worth looking at."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A game that gives way to another for a while, as it stands.

    Attributes:
        game: the game.
        known: what was found out about it.
        seating: who played it, where it is over or past.
        left_out: whether it counts for no score.
        waits: whether the machine waits to be told to move.
        looks_back, reviewing: as of ``GameController``.
    """

    game: Game
    known: Known
    seating: Seating | None
    left_out: bool
    waits: bool
    looks_back: bool
    reviewing: bool


class GameController(QObject):
    """Lets people and the machine play one game after another.

    Everything a view wants done goes through here; everything it shows comes from ``model``,
    this object's properties, and its signals.

    Args:
        settings: the settings to start with.
        runner: runs the searches.
        seed: fixes the machine's playouts; None for playouts that differ every time.
        parent: the Qt owner.

    Attributes:
        model: the position and what is known of it, for views.
        score: the session's score.
        machine_name: what a machine that is not the built-in one is called; else empty.
        make_player: makes the machine's player of a side from the settings.
        making_room: called before a game takes the board for good, rather than for a while.
        given_up: the unfinished game that the last new game put an end to, or None.
        analyses: this game's finished searches, by the moves that led to their positions.
        looks_back: whether an earlier position is shown than the game has come to.
        reviewing: whether each position that is gone to is searched.

    Signals:
        changed(): the position, whose turn it is, or what the machine does, is different now.
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
        self.model = BoardModel(self)
        self.score = SessionScore()
        self._settings = settings
        self._runner = runner
        self._seeds = random.Random(seed)
        self._game = Game(settings.rules)
        self._paused = False
        self.given_up: Game | None = None
        self._known_given_up = Known()
        self._seating: Seating | None = None
        self._past = False
        self._seats_given_up = Seating(settings)
        self.analyses = Known()
        self.looks_back = self.reviewing = False
        self._thinker = Thinker(runner, self)
        self._thinker.progressed.connect(self._take_progress)
        self._thinker.decided.connect(self._take_decision)
        self._thinker.failed.connect(self._take_failure)
        self.machine_name = self._machine_note = ""
        self._said_note = False
        self.make_player: Callable[[Settings, int], Player] = built_in
        self.making_room: Callable[[], None] = lambda: None
        self._truth = TruthFinder(self.model, runner, self)
        self._set_scoring()
        self._show_position()

    # --- what views ask ---------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game. Read it; moves go through the methods below."""
        return self._game

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._settings

    @property
    def seating(self) -> Seating:
        """Who played the game on the board, where it is over or past; else who plays now."""
        return self._seating or self.seats_now

    @property
    def seats_now(self) -> Seating:
        """Who plays now."""
        return Seating(self._settings, self.machine_name)

    @property
    def only_shown(self) -> bool:
        """Whether the game is looked at, and not to be gone on with: a past one, or one's end."""
        return self._past or (self._seating is not None and self._game.result is None)

    @property
    def changed_hands(self) -> bool:
        """Whether others are to play now than those who played the game on the board."""
        return not self.seating.is_like(self.seats_now)

    @property
    def seats_given_up(self) -> Seating:
        """Who played the game that ``go_back`` goes on with."""
        return self._seats_given_up

    @property
    def thinking(self) -> Thinking:
        """What the machine is busy with."""
        return self._thinker.purpose

    @property
    def trace(self) -> Trace:
        """How the newest search converges."""
        return self._thinker.trace

    @property
    def is_thinking(self) -> bool:
        """Whether a search is under way."""
        return self.thinking is not Thinking.NOTHING

    @property
    def can_go_back(self) -> bool:
        """Whether there is an unfinished game that ``go_back`` goes on with."""
        return self.given_up is not None

    def is_machine(self, mark: int) -> bool:
        """Whether the machine plays this mark."""
        return seat_of(self._settings, mark) is Seat.MACHINE

    @property
    def machines_turn(self) -> bool:
        """Whether the game goes on and the machine is to move."""
        return self._game.result is None and self.is_machine(self._game.to_move)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back, beyond the machine's own opening move."""
        return self._plies_back() > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to make again."""
        return bool(self._game.undone)

    @property
    def has_moves(self) -> bool:
        """Whether there are moves to go through, made or taken back."""
        return bool(self._game.moves or self._game.undone)

    @property
    def can_step_back(self) -> bool:
        """Whether there is an earlier position to show."""
        return bool(self._game.moves)

    @property
    def can_hint(self) -> bool:
        """Whether a hint can be asked for: a person is to move, or the machine waits."""
        free = not self.machines_turn or self.can_resume
        return free and self._game.result is None and not self.is_thinking

    @property
    def can_resume(self) -> bool:
        """Whether the machine is to move but waits to be told so."""
        return self.machines_turn and self.thinking is Thinking.NOTHING

    # --- what views ask for -----------------------------------------------------------

    def start(self) -> None:
        """Let the machine begin if it is its turn."""
        self._advance()

    def new_game(self, left_by: Seating | None = None) -> None:
        """Start another game with the settings in force.

        Args:
            left_by: see ``adopt``.
        """
        self.adopt(Game(self._settings.rules), left_by=left_by)

    def put_aside(self) -> Aside:
        """Return the game as it stands, for ``take_up``."""
        return Aside(
            self._game, self.analyses, self._seating, self.score.left_out, self._paused,
            self.looks_back, self.reviewing,
        )  # fmt: skip

    def take_up(self, aside: Aside) -> None:
        """Go on with a game that was put aside, as it stood."""
        self.adopt(
            aside.game, wait=aside.waits, aside=True, seating=aside.seating, known=aside.known
        )
        if aside.left_out:
            self.score.leave_out()
        self.looks_back, self.reviewing = aside.looks_back, aside.reviewing
        self.changed.emit()

    def adopt(
        self,
        game: Game,
        wait: bool = False,
        aside: bool = False,
        seating: Seating | None = None,
        known: Known | None = None,
        left_by: Seating | None = None,
    ) -> None:
        """Go on with another game, such as one read from a file.

        An unfinished game that this puts an end to is at hand as ``given_up``, for ``go_back``.

        Args:
            game: the game.
            wait: have the machine wait to be told to move.
            aside: others keep the game that this puts an end to.
            seating: who played it, where it is one of the past.
            known: what has been found out about it, where it was here before.
            left_by: who played the game that this puts an end to, if others play now.
        """
        if not aside:
            self.making_room()
        self._thinker.cancel()
        only_shown = self.only_shown
        self._seating, self._past = seating, seating is not None
        left, self._game = self._game, game
        self._paused = wait
        self.looks_back, self.reviewing = wait and bool(game.undone), False
        known_before, self.analyses = self.analyses, known or Known()
        unfinished = left.result is None and not only_shown
        given_up = not aside and unfinished and self._has_persons_move(left)
        if given_up:
            self.given_up, self._known_given_up = left, known_before
            self._seats_given_up = left_by or self.seats_now
        elif game is self.given_up:
            self.given_up = None
        self.score.close()
        if game.result is not None:
            self.score.leave_out()
        self._show_position(keep_scores=False)
        self.model.fit_scale()
        if game.result is None:
            self._advance()
        else:
            self.changed.emit()
        if given_up:
            self.gave_up.emit()

    def go_back(self, left_by: Seating | None = None) -> None:
        """Go on with the unfinished game that the last new game put an end to.

        Args:
            left_by: see ``adopt``.
        """
        if self.given_up is not None:
            self.adopt(self.given_up, known=self._known_given_up, left_by=left_by)

    def play(self, square: Square) -> bool:
        """Make a person's move; return whether it could be made."""
        if self.machines_turn or self._game.result is not None:
            return False
        if square not in self._game.board.get_empty_squares():
            return False
        self._thinker.cancel()
        self._go_on()  # a game that was over may do so from an earlier position
        self._paused = False
        self._make(square)
        return True

    def undo(self) -> None:
        """Take back the last move; against the machine, its answer and the person's move."""
        plies = self._plies_back()
        if plies:
            self._thinker.cancel()
            self._go_on()
            for _ in range(plies):
                self._game.undo()
            self._after_retracing()

    def redo(self) -> None:
        """Make again what ``undo`` took back."""
        if not self._game.undone:
            return
        self._thinker.cancel()
        self._game.redo()
        while self._mixed and self.machines_turn and self._game.undone:
            self._game.redo()
        self._after_retracing()

    def go_to(self, ply: int) -> None:
        """Show the game as it was after so many moves; later ones can be gone to again.

        Nothing counts as taken back, and the machine waits until the last move is reached.
        """
        game = self._game
        whole = len(game.moves) + len(game.undone)
        ply = max(0, min(ply, whole))
        if ply == len(game.moves):
            return
        self._thinker.cancel()
        while len(game.moves) > ply:
            game.undo()
        while len(game.moves) < ply:
            game.redo()
        self.looks_back = ply < whole
        self._paused = self.looks_back or self._settings.machine == "both"
        self._show_position(keep_scores=False)
        if game.result is not None and self._seating is None:
            self._advance()  # its end was taken back, and counts again
            return
        if game.result is None and self.machines_turn and not self._paused:
            self._think(Thinking.MOVE)
        else:
            self._look_closer()
        self.changed.emit()

    def go_first(self) -> None:
        """Show the game before its first move."""
        self.go_to(0)

    def step_back(self) -> None:
        """Show the game one move earlier."""
        self.go_to(len(self._game.moves) - 1)

    def step_forward(self) -> None:
        """Show the game one move later."""
        self.go_to(len(self._game.moves) + 1)

    def go_last(self) -> None:
        """Show the game after its last move."""
        self.go_to(len(self._game.moves) + len(self._game.undone))

    def review(self) -> None:
        """Show the game from its beginning, and search each position that is gone to."""
        self.reviewing = True
        if self._game.moves:
            self.go_first()
        else:
            self.looks_back = self._paused = self.can_redo
            self._look_closer()
            self.changed.emit()

    def _look_closer(self) -> None:
        """In a review, search the position if that has not been done."""
        if self.reviewing and self._game.moves not in self.analyses:
            self.hint()

    def hint(self) -> None:
        """Have the coach search the position for the person to move, and name the best square."""
        if self.can_hint:
            self._think(Thinking.HINT)
            self.changed.emit()

    def analyse(self) -> None:
        """Have the course's machine score the position, and make no move."""
        if self.can_hint:
            self._think(Thinking.SCORES)
            self.changed.emit()

    def stop(self) -> None:
        """End the search: the machine plays its best so far, a hint is what is known by then.

        Where the machine plays both sides, the game halts instead, until ``resume``.
        """
        if self.thinking is Thinking.NOTHING:
            return
        if self.thinking is Thinking.MOVE and self._settings.machine == "both":
            self._paused = True
            self._thinker.cancel()
            self.changed.emit()
        else:
            self._thinker.stop()

    def resume(self) -> None:
        """Let the machine move if it was told to wait, or if its last search failed."""
        self._paused = False
        if self.thinking is not Thinking.MOVE:
            self._advance()

    def step(self) -> None:
        """Have the machine make one move, and wait; where it is thinking, wait after that move."""
        self._paused = True
        if self.thinking in (Thinking.HINT, Thinking.SCORES):
            self._thinker.cancel()
        if self.can_resume:
            self._think(Thinking.MOVE)
        self.changed.emit()

    def use_machine(self, make: Callable[[Settings, int], Player], name: str, note: str) -> None:
        """Let another machine play from now on.

        Args:
            make: makes its player of a side.
            name: what it is called; empty for the built-in one.
            note: why it has no scores to show, or empty.
        """
        self._thinker.cancel()
        self.make_player, self.machine_name = make, name
        self.model.note = self._machine_note = note
        self._said_note = False
        self.model.set_analysis(None)
        self._advance()

    def apply(self, settings: Settings) -> bool:
        """Take other settings into force.

        Returns:
            Whether another board or rule was asked for that waits for the next new game: a game
            under way keeps its own. A game that has not begun is started anew at once.
        """
        before, self._settings = self._settings, settings
        self._set_scoring()
        self._thinker.set_weights(settings.weights(self._game.to_move))
        self._find_truth()
        other_board = before.rules != settings.rules
        if other_board and not self.has_moves:
            self.adopt(Game(settings.rules), aside=True)  # there is nothing to give up
        elif settings.machine != before.machine and self._game.result is None:
            self._thinker.cancel()
            self._paused = self.looks_back  # later moves would be lost to a move of the machine
            self._advance()
        else:
            self.changed.emit()
        return other_board and self.waits_for_new_game

    @property
    def waits_for_new_game(self) -> bool:
        """Whether the settings ask for another board or rule than this game's."""
        return self._game.rules != self._settings.rules

    def shut_down(self) -> None:
        """End all work; nothing is played after this."""
        self._thinker.cancel()
        self._runner.shut_down()

    # --- how a move flows -------------------------------------------------------------

    @property
    def _mixed(self) -> bool:
        """Whether a person plays against the machine."""
        return self._settings.machine in MARKS

    def _has_persons_move(self, game: Game) -> bool:
        marks = (PLAYERX, PLAYERO)[: len(game.moves) + len(game.undone)]
        return any(not self.is_machine(mark) for mark in marks)

    def _plies_back(self) -> int:
        moves = len(self._game.moves)
        if not self._mixed:
            return min(1, moves)
        machine = MARKS[self._settings.machine]
        # The person's latest move is the last ply, or the one before the machine's answer.
        back = 1 if self._game.to_move == machine else 2
        return back if back <= moves else 0

    def _go_on(self) -> None:
        """Let the game belong to those who play now; its end counts no more if it was theirs."""
        if self.changed_hands:
            self.score.let_stand()
        else:
            self.score.take_back()
        self._seating, self._past = None, False

    def _after_retracing(self) -> None:
        self.looks_back = False
        self._paused = self._settings.machine == "both"
        self._show_position(keep_scores=False)
        self._advance()

    def _make(self, square: Square) -> None:
        """Make a move, anybody's, and go on."""
        self.looks_back = self.reviewing = False
        if self._seating is not None:
            self._go_on()  # from an earlier position of a game that was over
        self._game.play(square)
        self._show_position()
        self.moved.emit(square)
        self._advance()

    def _show_position(self, keep_scores: bool = True) -> None:
        if not keep_scores:
            self.model.set_analysis(self.analyses.about(self._game.moves))
        moves = self._game.moves
        last = moves[-1] if moves else None
        self.model.set_position(self._game.board, last, self._game.result)

        self._find_truth()

    def _find_truth(self) -> None:
        """Have the truth found of the position that scores are shown of."""
        searched = self.model.analysis
        board, player = self._game.board, self._game.to_move
        if searched is not None:
            board, player = searched.board, searched.player
        self._truth.look_at(board, player, self._settings.show_truth)

    def _set_scoring(self) -> None:
        settings = self._settings
        weights = {mark: settings.weights(mark) for mark in MARKS.values()}
        self.model.set_scoring(weights, settings.heat_values, settings.lock_scale)

    def _advance(self) -> None:
        """Go on from the position as it is: end the game, or let the machine think."""
        result = self._game.result
        if result is not None:
            self._seating = self._seating or self.seats_now
            self.score.count(result, self._settings)
        elif self.machines_turn and not self._paused:
            self._think(Thinking.MOVE)
        self.changed.emit()
        if result is not None:
            self.game_over.emit(result)

    def _think(self, purpose: Thinking) -> None:
        game, settings = self._game, self._settings
        shortest = settings.min_move_time if purpose is Thinking.MOVE else 0.0
        player, seed = self._thinking_player(purpose), self._seeds.getrandbits(64)
        self._thinker.start(purpose, player, game.board, game.to_move, seed, shortest)

    def _thinking_player(self, purpose: Thinking) -> Player:
        settings, mark = self._settings, self._game.to_move
        if purpose is Thinking.HINT:
            # The machine's own favourite may be a blind spot of its method: a coach sees it.
            return _watched(COACH.make())
        scored = settings.player(mark).kind.word in SCORED or self.machine_name
        if purpose is Thinking.SCORES and not scored:
            return _watched(COURSE.make())
        return self.make_player(settings, mark)

    @Slot(object)
    def _take_progress(self, found: Analysis) -> None:
        self.model.set_analysis(found)
        if found.done:
            self.analyses.keep(self._game.moves, found)
        self._find_truth()
        self.searched.emit(found)

    @Slot(object)
    def _take_decision(self, decision: Decision) -> None:
        purpose = self.thinking
        self._thinker.cancel()
        self.model.note = decision.note or self._machine_note
        if decision.note:
            self._say_note(decision.note)
        if purpose is Thinking.MOVE:
            self._make(decision.square)
        else:
            self.changed.emit()
            if purpose is Thinking.HINT:
                self.hinted.emit(decision.square)

    def _say_note(self, note: str) -> None:
        """Show why a machine's move has no scores: in their place, and once aloud."""
        self.model.set_analysis(None)
        if not self._said_note:
            self._said_note = True
            self.stumbled.emit(note)

    @Slot(object)
    def _take_failure(self, error: Exception) -> None:
        # A machine that failed would fail again; it waits to be told to go on.
        self._paused = self._paused or self.thinking is Thinking.MOVE
        self._thinker.cancel()
        self.changed.emit()
        if isinstance(error, ValueError):  # a player's own sentence
            said = tr("{problem}. The game waits: Ctrl+M asks again.", problem=problem(error))
            self.stumbled.emit(said)
            return
        details = f"{type(error).__name__}: {error}"
        said = tr("The machine's search ended with an error; the game can go on.")
        self.failed.emit(said, details)


def built_in(settings: Settings, mark: int) -> Player:
    """Return the machine player of one side that the settings describe."""
    return _watched(settings.player(mark).make())


def _watched(player: Player) -> Player:
    player.be_watched(max(1, (os.cpu_count() or 1) - 1))  # one core stays free for the window
    return player
