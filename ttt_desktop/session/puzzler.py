"""Puzzles at the board: today's and others, what is asked, and what an answer was worth."""

from __future__ import annotations

import random
from datetime import date

from PySide6.QtCore import QObject, Signal, Slot

from engine import PLAYERO, PLAYERX, Board, Game, Square, square_name
from engine.coach.attempt import Answer, Attempt
from engine.coach.puzzles import Puzzle, daily, load
from ttt_desktop.look.text import tr, worded
from ttt_desktop.session.game import GameController


class Puzzler(QObject):
    """Sets puzzles up over the user's game, and takes squares as answers.

    Args:
        controller: the game.
        parent: the Qt owner.

    Attributes:
        attempt: the puzzle that lies on the board, as far as it is solved; None without one.
        answer: what the newest move was worth; None before the first.
        wrong: the newest move, where it was wrong; else None.

    Signals:
        changed(): something else is to be said or drawn.
    """

    changed = Signal()

    def __init__(self, controller: GameController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._chance = random.Random()
        self._game: Game | None = None
        self._of_today = False
        self._shown: Square | None = None
        self.attempt: Attempt | None = None
        self.answer: Answer | None = None
        self.wrong: Square | None = None
        controller.follow(self._look, "game")

    @property
    def active(self) -> bool:
        """Whether a puzzle lies on the board."""
        return self.attempt is not None

    @property
    def asks(self) -> bool:
        """Whether a square is waited for."""
        return self.attempt is not None and not self.attempt.solved

    @Slot()
    def begin_today(self) -> None:
        """Set up the puzzle of the day, the same for everybody."""
        self.begin(daily(date.today()), of_today=True)

    @Slot()
    def begin_another(self) -> None:
        """Set up another puzzle, on the same board if there is one on it."""
        puzzles = load()
        if self.attempt is not None:
            there = self.attempt.puzzle
            puzzles = tuple(each for each in puzzles if each.rules == there.rules and each != there)
        self.begin(self._chance.choice(puzzles))

    def begin(self, puzzle: Puzzle, of_today: bool = False) -> None:
        """Set a puzzle up; the user's game lies below until the puzzle is left."""
        game = game_of(puzzle.board)
        self.answer = self.wrong = self._shown = None
        self.attempt, self._game, self._of_today = Attempt(puzzle), game, of_today
        self._controller.show_puzzle(game)
        self.changed.emit()

    @Slot()
    def leave(self) -> None:
        """Take the puzzle away: the user's game is there again."""
        self._controller.leave_lesson()

    def play(self, square: Square) -> None:
        """Take a square as the answer; a right one is played, with the reply that it forces."""
        attempt = self.attempt
        assert attempt is not None
        if square != self._shown:
            self._shown = None
        self.answer = found = attempt.play(square)
        self.wrong = None if found.right else square
        if found.right:
            reply = [found.reply] if found.reply is not None else []
            self._controller.show_moves([square, *reply])
        self.changed.emit()

    @Slot()
    def show_solution(self) -> None:
        """Play the right move."""
        if self.attempt is not None and self.attempt.move is not None:
            self._shown = self.attempt.move
            self.play(self.attempt.move)

    @property
    def title(self) -> str:
        """What kind of puzzle it is."""
        assert self.attempt is not None
        title = worded(self.attempt.puzzle.title)
        return tr("Today's puzzle: {title}", title=title) if self._of_today else title

    @property
    def text(self) -> str:
        """What is asked, or what the newest move was worth."""
        assert self.attempt is not None
        if self.answer is None:
            return worded(self.attempt.puzzle.question)
        said = " ".join(map(worded, self.answer.said))
        if not self.answer.right:
            assert self.wrong is not None
            return tr("Not {square}. {why} Try again.", square=square_name(self.wrong), why=said)
        if self._shown is not None:
            return tr("The answer is {square}. {why}", square=square_name(self._shown), why=said)
        if self.answer.solved:
            return tr("Solved! {why}", why=said)
        return tr("Right. {why} What comes next?", why=said)

    @Slot()
    def _look(self) -> None:
        """Forget the puzzle where another game has come."""
        if self.attempt is not None and self._controller.game is not self._game:
            self.attempt = self.answer = self.wrong = self._game = None
            self.changed.emit()


def game_of(board: Board) -> Game:
    """Return a game that leads to a position, X and O in turn. Its order of moves is any."""
    side = range(board.size)
    marks = {
        mark: [(row, col) for row in side for col in side if board.rows[row][col] == mark]
        for mark in (PLAYERX, PLAYERO)
    }
    game = Game(board.rules)
    for number in range(sum(map(len, marks.values()))):
        mark = (PLAYERX, PLAYERO)[number % 2]
        game.play(marks[mark][number // 2])
    return game
