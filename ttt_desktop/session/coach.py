"""The coach at the board: reviews games in the background, asks, and judges answers."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

from PySide6.QtCore import QObject, Signal, Slot

from engine import Game, Line, Rules, Square, switch_player
from engine.coach.judge import Judge, Judgement
from engine.coach.keeping import KeptReview
from engine.coach.reasons import Cause
from engine.coach.review import Review, ReviewedMove, assess, loses, review
from ttt_desktop.look.text import letter, tr, worded
from ttt_desktop.session.game import GameController
from ttt_desktop.session.seats import MARKS
from ttt_desktop.session.view import View
from ttt_desktop.work.jobs import Job, JobRunner, Latest

_WORK_S, _LET_GO_S = 3e-3, 1e-4
"""After how long, and for how long, the work lets go of Python's lock: the window needs it, too."""


Recall = Callable[[Rules, Line], KeptReview | None]

_DEEPER = 20_000
"""Simulations a position where a deeper look is asked for, on boards that cannot be solved."""

_CHAINS = (Cause.MISSED_FORK, Cause.ALLOWED_FORK, Cause.MISSED_CHAIN, Cause.ALLOWED_CHAIN)
"""Reasons whose line is forced."""


class Coach(QObject):
    """Reviews the game on the board, and holds what is said of the position shown.

    The review is a fact of the game and lies in its scene; the position shown says which move is
    spoken of: the last one, or the next one where a better one is asked for. So there is nothing
    here that could be of another game.

    Attributes:
        tried: the answer to the question about the next move, judged; None before there is one.
        right_answer: the last answer that was right; None before there is one.
        shown: whether the solution of that question is shown, asked for or found.
        steps: how many moves of the line that follows are shown on the board.

        recall: returns what an earlier review found of a game's positions (see
            ``engine.coach.keeping``); called in the review's thread.

    Signals:
        changed(): something else is to be said or drawn.
        reviewed(Review, bool): a game was looked through, and whether no earlier review was known.
    """

    changed = Signal()
    reviewed = Signal(object, bool)

    def __init__(
        self, controller: GameController, runner: JobRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self.recall: Recall = lambda _rules, _moves: None
        self._reviewing = Latest(runner.start, self)
        self._deepening = Latest(runner.start, self)
        self._judging = Latest(runner.start, self)
        self._seen: tuple[object, ...] = ()
        self._under_way: Line = ()
        self._deeper: tuple[object, dict[int, Judgement]] = None, {}
        self._decisive_first = False
        self._warned: Line = ()
        self._judge = Judge(controller.game.rules)
        self.tried: ReviewedMove | None = None
        self.right_answer: ReviewedMove | None = None
        self.shown = False
        self.steps = 0
        controller.game_over.connect(self._look)
        controller.follow(
            self._turn, View.game, View.moves, View.reviewing, View.ahead, View.reviewed
        )

    # --- what is to be seen -----------------------------------------------------------

    @property
    def active(self) -> bool:
        """Whether the game on the board is looked through."""
        return self._controller.view.reviewing

    @property
    def review(self) -> Review | None:
        """What is known of the game on the board; None while that is worked out."""
        return self._controller.view.reviewed

    @property
    def busy(self) -> bool:
        """Whether a game is being looked through."""
        return self._reviewing.busy or self._deepening.busy

    @property
    def deepens(self) -> bool:
        """Whether the game is being looked through once more."""
        return self._deepening.busy

    @property
    def ahead(self) -> bool:
        """Whether the move spoken of comes next; else it is the last one that was made."""
        return self._controller.view.ahead

    @property
    def subject(self) -> ReviewedMove | None:
        """The move that is spoken of; None before the first one, and without a review."""
        review, ply = self.review, len(self._controller.view.moves) + self.ahead
        return (
            review.moves[ply - 1] if review is not None and 0 < ply <= len(review.moves) else None
        )

    @property
    def asks(self) -> bool:
        """Whether a better move is asked for."""
        move = self.subject if self.active and self.ahead else None
        return move is not None and move.verdict.is_slip and not self.shown

    @property
    def is_right(self) -> bool:
        """Whether the answer that is spoken of is right."""
        return self.tried is not None and not self.tried.verdict.is_slip

    @property
    def proposal(self) -> Square | None:
        """The move to play on with from here: a right answer, or the one that was shown."""
        if self.right_answer is not None:
            return self.right_answer.square
        move = self.subject
        if move is None or not self.shown or not move.verdict.is_slip:
            return None
        return next((square for square in move.judged.best if square != move.square), None)

    @property
    def line(self) -> Line:
        """The moves that follow: the missed ones, or the one that was made and what came of it.

        After a right answer, those that follow that.
        """
        move = self.subject
        if move is None:
            return ()
        if self.tried is not None and self.is_right:
            return (self.tried.square, *self.tried.follows)
        reason = move.reason
        if reason is None:
            return (move.square, *move.follows)
        # A fork's line goes on to its end: one of two squares can be filled.
        chain = (*reason.line, *reason.ends[:2]) if reason.cause in _CHAINS else ()
        if reason.side == move.player:
            return chain or move.judged.line or reason.line
        return (move.square, *(chain or move.follows or reason.line))

    # --- what is done -----------------------------------------------------------------

    def begin(self) -> None:
        """Look the game through, its decisive move first."""
        self._decisive_first = True
        self._look()
        if self.review is not None:
            self._show_decisive()
        else:
            self._controller.replay.review()
            self.changed.emit()

    @Slot()
    def end(self) -> None:
        """Look at the game's last position again, without the coach."""
        self._decisive_first = False
        self._controller.replay.end_review()

    @Slot()
    def next_slip(self) -> None:
        """Go to the next mistake, if there is one."""
        self._jump(1)

    @Slot()
    def previous_slip(self) -> None:
        """Go to the mistake before, if there is one."""
        self._jump(-1)

    def has_slip(self, way: int) -> bool:
        """Whether there is a mistake to go to: a later one (1), or an earlier one (-1)."""
        return self.active and bool(self._slips(way))

    def _slips(self, way: int) -> list[int]:
        """Return the numbers of the moves that were mistakes, on one side of the one spoken of."""
        review, ply = self.review, self.subject.ply if self.subject is not None else 0
        if review is None:
            return []
        return [move.ply for move in review.slips if (move.ply - ply) * way > 0]

    def answer(self, square: Square) -> None:
        """Judge a move that is proposed in place of the next one."""
        view = self._controller.view
        game, moves = view.game.anew(), (*view.moves, square)
        self._judging.start(
            lambda job: assess(game.rules, moves, check=_polite(job), start=game.start),
            self._take_answer, self._fail,
        )  # fmt: skip

    def warning(self, square: Square) -> str:
        """Return what to say before a move that loses; empty where it may be played.

        The same move chosen again is meant. Only moves that are proven to lose are warned of.
        """
        view = self._controller.view
        warns = view.settings.warn and view.settings.machine in MARKS and view.result is None
        if not warns or view.looks_back or view.swapping or not view.scene.is_coached:
            return ""
        board, moves = view.game.board, (*view.moves, square)
        if square not in board.get_empty_squares() or moves == self._warned:
            return ""
        self._warned = moves
        if self._judge.rules != view.game.rules:
            self._judge = Judge(view.game.rules)
        if not loses(board, view.to_move, square, self._judge):
            return ""
        game = view.game
        return _warning(assess(game.rules, moves, judge=self._judge, start=game.start))

    @Slot()
    def ask(self) -> None:
        """Go to the position before the move that is spoken of, and ask for a better one."""
        if self.subject is not None:
            self._controller.replay.review(self.subject.ply - 1, ahead=True)

    @Slot()
    def show_solution(self) -> None:
        """Say what would have been better, and draw it."""
        self._judging.cancel()
        self.shown, self.tried = True, None
        self.changed.emit()

    @Slot()
    def step(self) -> None:
        """Show one more move of the line that follows; after the last one, none.

        They begin before the move that is spoken of.
        """
        if not self.ahead:
            self.ask()
        self.shown, self.tried = True, self.tried if self.is_right else None
        self.steps = self.steps + 1 if self.steps < len(self.line) else 0
        self.changed.emit()

    def close(self) -> None:
        """End all work."""
        for work in (self._reviewing, self._deepening, self._judging):
            work.cancel()

    # --- how it goes ------------------------------------------------------------------

    @Slot()
    def _look(self, _result: object = None) -> None:
        """Have the game on the board reviewed, if that is not known or under way."""
        view = self._controller.view
        moves = (*view.moves, *view.undone)
        played = view.scene.is_coached and view.settings.machine != "both"
        worth = self._decisive_first or played
        if self.review is not None or not moves or moves == self._under_way or not worth:
            return
        self._under_way = moves
        game, recall = view.game.anew(), self.recall
        self._reviewing.start(
            lambda job: _reviewed(job, game, moves, recall),
            self._take_review, self._fail, self._controller.replay.take_review,
        )  # fmt: skip

    def _take_review(self, done: tuple[Review, bool]) -> None:
        review, new = done
        self._under_way = ()
        self._controller.replay.take_review(review)
        if self.review is review:
            self.reviewed.emit(review, new)
        if self._decisive_first and self.active and self.review is review:
            self._show_decisive()

    def _fail(self, _error: Exception) -> None:
        """Say nothing: what went wrong is in the log, and can be asked for again."""
        self._under_way = ()
        self.changed.emit()

    def _show_decisive(self) -> None:
        self._decisive_first = False
        review = self.review
        assert review is not None
        decisive = review.decisive
        first = decisive[0].ply - 1 if decisive is not None else 0
        self._controller.replay.review(first, ahead=decisive is not None)
        self.changed.emit()

    @property
    def can_deepen(self) -> bool:
        """Whether the game that is looked through can be searched with more simulations."""
        review = self.review if self.active and not self.busy else None
        return review is not None and not review.solved and review.simulations < _DEEPER

    @Slot()
    def deepen(self) -> None:
        """Look the game through again, with more simulations; verdicts may change."""
        game_review = self.review
        if game_review is None or not self.can_deepen:
            return

        game = (game_review.rules, game_review.start, game_review.squares)
        if self._deeper[0] != game:
            self._deeper = game, {}
        known = self._deeper[1]  # what was found before somebody left, and came back

        def keep(move: ReviewedMove) -> None:
            known[move.ply] = move.judged

        def work(job: Job) -> Review:
            return review(
                game_review.rules, game_review.squares, _DEEPER, _polite(job), keep,
                known=dict(known), start=game_review.start,
            )  # fmt: skip

        self._deepening.start(work, self._take_deeper, self._fail)
        self.changed.emit()

    def _take_deeper(self, deeper: Review) -> None:
        self._controller.replay.take_review(deeper)
        if self.review is deeper:
            self.reviewed.emit(deeper, True)
        self.changed.emit()

    def _jump(self, way: int) -> None:
        if plies := self._slips(way):
            self._controller.replay.review((min if way > 0 else max)(plies) - 1, ahead=True)

    def _take_answer(self, move: ReviewedMove) -> None:
        if move.board.rows != self._controller.game.board.rows:
            return
        self.tried, self.steps = move, 0
        if self.is_right:
            self.shown, self.right_answer = True, move
            if move.proven_after and move.after > 0:
                self.steps = len(self.line)  # a win is seen best by what comes of it
        self.changed.emit()

    @Slot()
    def _turn(self) -> None:
        """Forget what was said of another position; a deeper review asks nothing anew."""
        view, move = self._controller.view, self.subject
        slips = move is not None and move.verdict.is_slip
        seen = (view.game, view.moves, view.reviewing, view.ahead, slips)
        if seen != self._seen:
            self._seen = seen
            self._judging.cancel()
            self.tried, self.right_answer, self.shown, self.steps = None, None, False, 0
        if not view.reviewing:
            self._deepening.cancel()
        else:
            self._look()  # the review of another game may have taken the place of this one's
        self.changed.emit()


def _reviewed(job: Job, game: Game, moves: Line, recall: Recall) -> tuple[Review, bool]:
    """Return the review of a game's moves, and whether no earlier one was known."""
    rules, check = game.rules, _polite(job)
    known = recall(rules, moves) if game.start is None else None
    if known is not None:
        return review(rules, moves, known.simulations, check, known=known.positions), False
    hasty = Judge(rules, patient=False)
    first = review(rules, moves, check=check, judge=hasty, start=game.start)
    if not first.in_doubt:
        return first, True
    job.report(first)
    return review(rules, moves, check=check, start=game.start), True


def _polite(job: Job) -> Callable[[], None]:
    """Return what is asked at every step: it ends with the job, and lets the window run."""
    slept = monotonic()

    def check() -> None:
        nonlocal slept
        job.check()
        if monotonic() - slept > _WORK_S:
            sleep(_LET_GO_S)
            slept = monotonic()

    return check


def _warning(move: ReviewedMove) -> str:
    """Return what is asked before a move that loses."""
    they = letter(switch_player(move.player))
    why = worded(move.sentences[0]) if move.sentences else tr("{mark} wins then.", mark=they)
    return tr("{why} Play it all the same? Choose it again.", why=why)
