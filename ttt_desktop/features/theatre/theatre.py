"""The theatre: random games from one position, one move at a time or many at once.

The games are played and scored by ``engine.course`` itself, so that what is shown is the
algorithm, not a picture of it; heavy ones by what the tree plays where the kernel is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import (
    DRAW,
    EMPTY,
    PLAYERO,
    PLAYERX,
    Board,
    Limit,
    Result,
    Snapshot,
    Square,
    Tally,
    course,
    square_name,
    switch_player,
)
from engine.rules import Rule
from engine.search.confidence import Ends, interval
from engine.search.random_games import heavy_trial
from engine.search.windows import completing
from engine.tally import EQUAL, Weights
from ttt_desktop.features.theatre.stage import StageModel, Stamps
from ttt_desktop.look.text import letter, tr
from ttt_desktop.session.board_model import BoardModel
from ttt_desktop.work.jobs import PAINT_SECONDS, REPORT_SECONDS
from ttt_desktop.work.turns import Turns

_BOARDS = 2
"""How many boards' worth of painting lies between two reports of a run; one is painted."""


class Phase(Enum):
    """How far the playout has come that is shown."""

    READY = "ready"
    PLAYING = "playing"
    OVER = "over"
    STAMPED = "stamped"
    ADDED = "added"


class _Recorder(Board):
    """A board that remembers the moves made on it."""

    moves: list[tuple[Square, int]]

    @classmethod
    def of(cls, board: Board) -> _Recorder:
        """Return a copy of a board that has no moves to remember yet."""
        rules = board.rules
        copied = cls(rules.size, rules.rule, board.rows, rules.line)
        copied.moves = []
        return copied

    def move(self, row: int, col: int, player: int) -> None:
        """Put a mark, and remember it."""
        super().move(row, col, player)
        self.moves.append(((row, col), player))


class Theatre(QObject):
    """Plays playouts of one position for show, and adds their scores up.

    Attributes:
        stage: the small board's model.
        totals: a model whose scores are the running totals.
        tally: the playouts that were added up.
        scores: the course's grid of totals, added up by ``course.mc_update_scores``.
        state: how far the playout has come that is shown.
        player: the side that the search works for.
        target: how many playouts the machine would play.

    Signals:
        changed(): something to be seen is different now.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stage = StageModel(self)
        self.totals = BoardModel(self)
        self._turns = Turns(self)
        self._turns.turned.connect(self._show_totals)
        self._turns.ended.connect(self._show)
        self._turns.failed.connect(self._show)
        self._weights = EQUAL
        self._heavy = False
        self.target = 1
        self.player = PLAYERX
        self.state = Phase.READY
        self.tally = Tally.zero(3)
        self.scores: course.Scores = []
        self._start = Board(3)
        self._shown = 0
        self._final = _Recorder.of(self._start)
        self._set_start(self._start, PLAYERX)

    # --- what is shown of it ------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether many playouts are being played."""
        return self._turns.running

    @property
    def possible(self) -> bool:
        """Whether there is a move to make in the position."""
        return self._start.check_win() is None

    @property
    def best(self) -> list[Square]:
        """The squares that the machine would choose from by the totals so far."""
        empty = self._start.moves_for(self.player)
        top = max((self.scores[row][col] for row, col in empty), default=0.0)
        return [(row, col) for row, col in empty if self.scores[row][col] == top]

    def interval(self, square: Square) -> Ends:
        """Return the ends of the 95 % interval of a square's total so far."""
        low, high = interval(self.tally, self.player, square, self._weights)
        return low * self.tally.trials, high * self.tally.trials

    @property
    def sentence(self) -> str:
        """What is going on, in a sentence or two."""
        if not self.possible:
            return tr("The game is over: there is nothing to play out.")
        if self.running:
            return tr("Many are played, and the scores of each are added to the totals.")
        if self.state is Phase.READY:
            return tr("A playout starts here, with {mark} to move.", mark=letter(self.player))
        if self.state is Phase.PLAYING:
            return self._move()
        return self._ended(self._final.check_win())

    def _move(self) -> str:
        """Return what the newest move of the playout that is shown is, and why it was made."""
        square, mark = self._final.moves[self._shown - 1]
        before = self._after(self._shown - 1)
        facts: dict[str, Any] = {
            "number": self._shown, "mark": letter(mark), "square": square_name(square)
        }  # fmt: skip
        if self._heavy and before.rules.reverse:
            return tr("Move {number}: {mark} plays {square}, at random among the squares that "
                      "complete no line, as long as there are any.", **facts)  # fmt: skip
        if self._heavy and square in completing(before, mark):
            return tr("Move {number}: {mark} plays {square}, which completes a line.", **facts)
        if self._heavy and square in completing(before, switch_player(mark)):
            return tr("Move {number}: {mark} plays {square}, which blocks a line.", **facts)
        if mark == PLAYERX and before.rules.rule == Rule.RENJU and not before.foul_at(square):
            return tr("Move {number}: {mark} plays {square}, chosen at random among the squares "
                      "that are no fouls.", **facts)  # fmt: skip
        return tr("Move {number}: {mark} plays {square}, chosen at random among the empty squares.",
                  **facts)  # fmt: skip

    def _ended(self, winner: int | None) -> str:
        """Return what there is to say about the end of the playout that is shown."""
        if winner is None or winner == DRAW:
            return tr("A tie: this playout scores nothing.")
        if self.state is Phase.OVER:
            return tr("{winner} wins. Next, each square gets its score.", winner=letter(winner))
        scored, added = self._scored(winner), tr("Added to the totals.")
        return f"{scored} {added}" if self.state is Phase.ADDED else scored

    def _scored(self, winner: int) -> str:
        """Return a sentence on what the marks of the playout that is shown earn, and why."""
        current, other = self._weights
        own, others = ("+", "−") if winner == self.player else ("−", "+")
        return tr(
            "{winner} wins, and the search works for {side}, so each {side} gets {own} and each "
            "{rival} {others}.",
            winner=letter(winner),
            side=letter(self.player),
            rival=letter(switch_player(self.player)),
            own=f"{own}SCORE_CURRENT ({own}{current:g})",
            others=f"{others}SCORE_OTHER ({others}{other:g})",
        )

    # --- what is asked of it ------------------------------------------------------------

    def look_at(
        self, board: Board, player: int, weights: Weights, target: int, heavy: bool = False
    ) -> None:
        """Turn to a position; where it is the same one, only weights and target change.

        Other playouts begin anew: totals of both kinds would mean nothing.

        Args:
            weights: SCORE_CURRENT and SCORE_OTHER.
            target: how many playouts "run to the end" is.
            heavy: whether both sides of a playout see wins and blocks.
        """
        same = (self._start.rules, self.player, self._heavy) == (board.rules, player, heavy)
        same = same and self._start.rows == board.rows
        if same and (weights, target) == (self._weights, self.target):
            return
        self.target, self._heavy = target, heavy
        if not same:
            self._set_start(board, player)
        if weights != self._weights:
            self._weights = weights
            self.scores = self.tally.scores(self.player, *weights)
        self._show()

    def reset(self) -> None:
        """Forget all playouts of the position."""
        self._set_start(self._start, self.player)
        self._show()

    def step(self) -> None:
        """Show the next move, the result, the scores, or their being added up."""
        if self.running or not self.possible:
            return
        if self.state in (Phase.READY, Phase.ADDED):
            self._begin()
        if self.state is Phase.PLAYING:
            self._shown += 1
            if self._shown > len(self._final.moves):
                self._shown = len(self._final.moves)
                self.state = Phase.OVER
        elif self.state is Phase.OVER:
            self.state = Phase.STAMPED
        elif self.state is Phase.STAMPED:
            self._add_up()
        self._show()

    def next_playout(self) -> None:
        """Finish the playout that is shown, or play another one at once."""
        if self.running or not self.possible:
            return
        if self.state in (Phase.READY, Phase.ADDED):
            self._begin()
        self._shown = len(self._final.moves)
        self._add_up()
        self._show()

    def run(self, playouts: int) -> None:
        """Play many, in short turns; the one that is shown is the first of them."""
        if self.running or not self.possible or playouts < 1:
            return
        if self.state not in (Phase.READY, Phase.ADDED):
            self._add_up()
            playouts -= 1
        self._turns.start(self._playouts(playouts))

    def run_to_end(self) -> None:
        """Play as many as are missing from what the machine would play."""
        self.run(self.target - self.tally.trials)

    def stop(self) -> None:
        """End the run under way; what it has played counts."""
        if self.running:
            self._turns.stop()
            self._show()

    # --- how it is done -------------------------------------------------------------------

    def _set_start(self, board: Board, player: int) -> None:
        self._turns.stop()
        self._start, self.player = board.clone(), player
        dim = board.size
        self._turns.report_seconds = max(REPORT_SECONDS, _BOARDS * PAINT_SECONDS * dim**2)
        self.tally = Tally.zero(dim)
        self.scores = [[0.0] * dim for _ in range(dim)]
        self.state = Phase.READY
        self._shown = 0
        self._final = _Recorder.of(board)

    def _begin(self) -> None:
        self._final = _Recorder.of(self._start)
        trial = heavy_trial if self._heavy else course.mc_trial
        trial(self._final, self.player)
        self._shown, self.state = 0, Phase.PLAYING

    def _after(self, moves: int) -> Board:
        """Return the position after so many moves of the playout that is shown."""
        board = self._start.clone()
        for (row, col), mark in self._final.moves[:moves]:
            board.move(row, col, mark)
        return board

    def _add_up(self) -> None:
        """Add the playout's scores to the totals."""
        course.mc_update_scores(self.scores, self._final, self.player, *self._weights)
        self.tally += Tally.of_finished(self._final)
        self._shown, self.state = len(self._final.moves), Phase.ADDED

    def _playouts(self, count: int) -> Iterator[None]:
        """Play and add up, one playout a step."""
        for _ in range(count):
            self._begin()
            self._add_up()
            yield

    @Slot()
    def _show(self) -> None:
        """Bring both models up to date."""
        board = self._after(self._shown)
        last = self._final.moves[self._shown - 1][0] if self._shown else None
        over = self.state in (Phase.OVER, Phase.STAMPED, Phase.ADDED)
        result: Result | None = Result.of(board) if over else None
        stamped = self.state in (Phase.STAMPED, Phase.ADDED)
        self.stage.show(self._start, board, last, result, self._stamps() if stamped else {})
        self._show_totals()

    @Slot()
    def _show_totals(self) -> None:
        """Bring the totals up to date: all that is worth seeing while many are played."""
        if self.totals.dim != self._start.size:
            self.totals.set_position(self._start.clone(), None, None)
        both = {PLAYERX: self._weights, PLAYERO: self._weights}
        self.totals.set_scoring(both, "total", False)
        limit = Limit(trials=max(self.target, 1))
        snapshot = Snapshot(self._start, self.player, self.tally, 0.0, limit, False)
        self.totals.set_analysis(snapshot if self.possible else None)
        self.changed.emit()

    def _stamps(self) -> Stamps:
        """Return what each square earns in the playout that is shown, and why."""
        dim = self._start.size
        earned: course.Scores = [[0.0] * dim for _ in range(dim)]
        course.mc_update_scores(earned, self._final, self.player, *self._weights)
        winner = self._final.check_win()
        if winner == DRAW:
            return {}
        side = letter(self.player)
        if winner == self.player:
            own = tr("its own mark in a playout that {side} won", side=side)
            others = tr("the other side's mark in a playout that {side} won", side=side)
        else:
            own = tr("its own mark in a playout that {side} lost", side=side)
            others = tr("the other side's mark in a playout that {side} lost", side=side)
        stamps: Stamps = {}
        for row in range(dim):
            for col in range(dim):
                mark = self._final.square(row, col)
                if mark != EMPTY:
                    stamps[row, col] = (earned[row][col], own if mark == self.player else others)
        return stamps
