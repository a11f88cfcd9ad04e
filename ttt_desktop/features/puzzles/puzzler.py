"""Puzzles at the board: today's and others, what is asked, and what an answer was worth."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from engine import Game, Square, square_name
from engine.coach.attempt import Answer, Attempt
from engine.coach.exercise import Exercise, ExerciseAttempt
from engine.coach.puzzles import Puzzle, daily, first_puzzles, load
from ttt_desktop.features.puzzles.collections import Collection
from ttt_desktop.features.puzzles.solved import SolvedPuzzles
from ttt_desktop.look.text import letter, tr, worded
from ttt_desktop.session.game import GameController
from ttt_desktop.session.task import Task
from ttt_desktop.session.view import View
from ttt_desktop.work.jobs import Job, JobRunner, Latest

if TYPE_CHECKING:
    from ttt_desktop.features.puzzles.practice import Overview

_OWNER = "puzzles"

_FIRST = 5
"""How many puzzles are solved before those of every kind and board come."""


class Puzzler(QObject):
    """Sets puzzles up over the user's game, and takes squares as answers.

    Args:
        solved: remembers what was solved.

    Attributes:
        attempt: the puzzle that lies on the board, as far as it is solved; None without one.
        answer: what the newest move was worth; None before the first.
        wrong, right: the newest move, where it was wrong or right; else None.
        collection: the collection that is gone through; None where none is.
        waiting: how many mistakes of one's own are to be asked about.
        first_try: whether it was solved at the first go.
        streak: how you stand once today's puzzle is solved; None before, and for other puzzles.
        note: a further sentence on how one stands; empty for none.
        record: what remembers which puzzles were solved.
        today: returns the day that it is.

    Signals:
        begun(): a puzzle lies on the board.
        changed(): something else is to be said or drawn.
        refused(Square): a move was wrong.
        tried(bool): whether it was solved at the first go: once a puzzle, as soon as that is known.
        solved(): it was solved, without the answer being shown.
        more(): another mistake of one's own is wanted.
    """

    begun = Signal()
    changed = Signal()
    refused = Signal(object)
    tried = Signal(bool)
    solved = Signal()
    more = Signal()

    def __init__(
        self,
        controller: GameController,
        runner: JobRunner,
        solved: SolvedPuzzles,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._judging = Latest(runner.start, self)
        self._chance = random.Random()
        self._seen: set[str] = set()
        self.collection: Collection | None = None
        self.record = solved
        self._game: Game | None = None
        self._day: date | None = None
        self.today: Callable[[], date] = date.today
        self._shown: Square | None = None
        self._tried = self._helped = self.first_try = False
        self.streak: Overview | None = None
        self.attempt: Attempt | ExerciseAttempt | None = None
        self.note = ""
        self.waiting = 0
        self.answer: Answer | None = None
        self.wrong: Square | None = None
        self.right: Square | None = None
        controller.follow(self._look, View.game)

    @property
    def active(self) -> bool:
        """Whether a puzzle lies on the board."""
        return self.attempt is not None

    @property
    def is_solved(self) -> bool:
        """Whether it is solved, without the answer being shown."""
        return self.attempt is not None and self.attempt.solved and not self._helped

    @property
    def is_right(self) -> bool:
        """Whether the newest move was right, and the user's own."""
        return self.answer is not None and self.answer.right and self._shown is None

    @property
    def asks(self) -> bool:
        """Whether a square is waited for."""
        return self.attempt is not None and not self.busy and not self.attempt.solved

    @property
    def busy(self) -> bool:
        """Whether an answer is being judged."""
        return self._judging.busy

    @Slot()
    def begin_today(self) -> None:
        """Set up the puzzle of the day, the same for everybody."""
        today = self.today()
        self.begin(daily(today), today)

    @Slot()
    def begin_another(self) -> None:
        """Set up another puzzle, on the same board if there is one on it.

        Where a collection is gone through, it is the next one of that that is not solved.

        Over a game of five in a row it is one of that, on the game's board if there are any. Who
        has solved few gets easy ones of the normal game. None comes twice while there are
        others on that board.
        """
        if self.own_mistake:
            self.more.emit()
            return
        if self.attempt is not None and self.collection is not None:
            self.begin_next(self.collection)
            return
        current = self.attempt.puzzle if self.attempt is not None else None
        rules = self._controller.game.rules
        five = rules.is_gomoku
        puzzles: Sequence[Puzzle] = load()
        if self.record.count < _FIRST:
            puzzles = first_puzzles(five)
        elif five:
            puzzles = [puzzle for puzzle in puzzles if puzzle.rules.is_gomoku]
        puzzles = [puzzle for puzzle in puzzles if puzzle != current]
        same = five or current is not None
        alike = [puzzle for puzzle in puzzles if same and puzzle.rules == rules] or puzzles
        new = [puzzle for puzzle in alike if puzzle.id not in self._seen]
        self.begin(self._chance.choice(new or alike))

    def begin_next(self, collection: Collection) -> None:
        """Set up the next puzzle of a collection that is not solved yet."""
        current = self.attempt.puzzle if self.attempt is not None else None
        after = current if isinstance(current, Puzzle) else None
        self.begin(collection.next(self.record.ids, after))
        self.collection = collection

    def begin(self, puzzle: Puzzle, day: date | None = None) -> None:
        """Set a puzzle up; the user's game lies below until the puzzle is left.

        Args:
            day: the day whose own puzzle it is; None where it is no day's.
        """
        self._seen.add(puzzle.id)
        self._begin(Attempt(puzzle), puzzle.game, day)

    def begin_exercise(self, exercise: Exercise, note: str = "") -> None:
        """Set a mistake of one's own up.

        Args:
            note: a sentence on how one stands.
        """
        self._begin(ExerciseAttempt(exercise), exercise.game, note=note)

    def _begin(
        self,
        attempt: Attempt | ExerciseAttempt,
        game: Game,
        day: date | None = None,
        note: str = "",
    ) -> None:
        self._judging.cancel()
        self.collection = None
        self.answer = self.wrong = self.right = self._shown = self.streak = None
        self._tried = self._helped = self.first_try = False
        self.attempt, self._game, self._day, self.note = attempt, game, day, note
        self._controller.overlays.show_task(game, self._task(asks=True))
        self.begun.emit()
        self.changed.emit()

    def _task(self, asks: bool) -> Task:
        """Return what is asked on the board now.

        Args:
            asks: whether a move is waited for; else the puzzle is done.
        """
        assert self.attempt is not None
        if asks:
            sentence = tr("{mark} to move.", mark=letter(self.attempt.puzzle.player))
        else:
            sentence = tr("That is the answer.") if self._helped else tr("Solved!")
        return Task(_OWNER, sentence, asks, self.attempt)

    def count_day(self, standing: Overview) -> None:
        """Show how you stand, now that today's puzzle is solved."""
        self.streak = standing
        self.changed.emit()

    def close(self) -> None:
        """End all work."""
        self._judging.cancel()

    @Slot()
    def leave(self) -> None:
        """Take the puzzle away: the user's game is there again."""
        self._controller.overlays.leave()

    def play(self, square: Square) -> None:
        """Take a square as the answer; a right one is played, with the other side's reply."""
        self._judge(square)

    @Slot()
    def show_solution(self) -> None:
        """Play the right move."""
        self._judge(None)

    def _judge(self, square: Square | None) -> None:
        """Have a move judged; the right one where none is given."""
        attempt = self.attempt
        if attempt is None or not self.asks:
            return

        def work(_job: Job) -> tuple[Square, Answer, bool]:
            chosen = attempt.move if square is None else square
            assert chosen is not None
            return chosen, attempt.play(chosen), square is None

        self._judging.start(work, self._take, self._fail)
        self.changed.emit()

    def _take(self, judged: tuple[Square, Answer, bool]) -> None:
        square, answer, shown = judged
        attempt = self.attempt
        assert attempt is not None
        self.answer, self.note = answer, ""
        self.wrong = None if answer.right else square
        self.right = square if answer.right else None
        self._shown = square if shown else None
        self._helped = self._helped or shown
        if answer.right:
            reply = [answer.reply] if answer.reply is not None else []
            task = self._task(asks=not answer.solved)
            self._controller.overlays.change_task(task, [square, *reply])
        if not self._tried and (answer.solved or self._helped or not answer.right):
            self._tried, self.first_try = True, answer.right and not self._helped
            self.tried.emit(self.first_try)
        if answer.solved and not self._helped:
            name = attempt.puzzle.id if isinstance(attempt, Attempt) else ""
            self.record.add(self._day, name)
            self.solved.emit()
        self.changed.emit()
        if not answer.right:
            self.refused.emit(square)

    def _fail(self, _error: Exception) -> None:
        """Ask again: what went wrong is in the log."""
        self.changed.emit()

    @property
    def own_mistake(self) -> bool:
        """Whether it is a mistake of one's own."""
        return isinstance(self.attempt, ExerciseAttempt)

    @property
    def day(self) -> date | None:
        """The day whose own puzzle it is, which may have passed since; None for no day's."""
        return self._day if self.attempt is not None else None

    @property
    def title(self) -> str:
        """What kind of puzzle it is."""
        assert self.attempt is not None
        title = worded(self.attempt.puzzle.title)
        return tr("Today's puzzle: {title}", title=title) if self._day else title

    @property
    def text(self) -> str:
        """What is asked, or what the newest move was worth; and how one stands."""
        return " ".join(filter(None, (self._sentence(), self.note)))

    def _sentence(self) -> str:
        assert self.attempt is not None
        if self.answer is None:
            return worded(self.attempt.puzzle.question)
        sentence = " ".join(map(worded, self.answer.sentences))
        if not self.answer.right:
            assert self.wrong is not None
            name = square_name(self.wrong)
            if sentence.startswith(f"{name} "):
                return tr("{why} Try again.", why=sentence)
            return tr("Not {square}. {why} Try again.", square=name, why=sentence)
        if self._shown is not None:
            return tr(
                "The answer is {square}. {why}", square=square_name(self._shown), why=sentence
            )
        if self.answer.solved:  # "Solved!" stands above it, as whose turn it is did
            return sentence
        return tr("Right. {why} What comes next?", why=sentence)

    @Slot()
    def _look(self) -> None:
        """Forget the puzzle where another game has come."""
        if self.attempt is not None and self._controller.game is not self._game:
            self._judging.cancel()
            self.attempt = self.answer = self.wrong = self.right = self._game = None
            self.changed.emit()
