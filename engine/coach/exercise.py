"""One's own mistakes as puzzles: the position is there again, and something better is asked for.

They come back at growing distances, as cards do in Leitner's boxes (S. Leitner, "So lernt man
lernen", 1972): solved at the first go, one waits for longer the next time; else it begins anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from engine.board import PLAYERO, PLAYERX, STRMAP, Board, switch_player
from engine.coach.attempt import Answer
from engine.coach.judge import Judge
from engine.coach.review import Review, ReviewedMove, assess
from engine.coach.sentences import Sentence
from engine.coach.threats import Threats
from engine.errors import Problem
from engine.game import Game
from engine.notation import format_board, square_name
from engine.rules import Line, Rules, Square

DISTANCES = (1, 3, 7, 16, 35, 80)
"""After how many days a mistake is asked about: the next day, and each time a good twice as many.
After the last time it is learnt."""


@dataclass(frozen=True)
class Exercise:
    """A position of a game in which somebody gave something away for certain.

    Attributes:
        rules: the game's.
        moves: the moves that led to the position, X first.
        played: the mistake.
        value: what the position is worth to the side to move: 1 won, 0 tied; None where only what
            followed is proven: the mistake lost.
    """

    rules: Rules
    moves: Line
    played: Square
    value: int | None

    @property
    def game(self) -> Game:
        """A game that leads to the position."""
        return Game.of(self.rules, self.moves)

    @property
    def board(self) -> Board:
        """The position, to be changed as you like."""
        return self.game.board

    @property
    def player(self) -> int:
        """The side to move."""
        return PLAYERO if len(self.moves) % 2 else PLAYERX

    @property
    def position(self) -> str:
        """The position as ``parse_board`` reads it; what tells one exercise from another."""
        return format_board(self.board)

    @property
    def title(self) -> Sentence:
        """What is to be done, in a few words."""
        return Sentence("A mistake of yours")

    @property
    def riddle(self) -> Sentence:
        """The same question for others, who have not seen the game."""
        side = STRMAP[self.player]
        if self.value == 1:
            return Sentence("{side} to move, and to win. Which square is it?", side=side)
        if self.value == 0:
            return Sentence("{side} to move. Which square does not lose?", side=side)
        return Sentence("{side} to move. Which square would you play?", side=side)

    @property
    def question(self) -> Sentence:
        """What is asked, as a whole sentence."""
        side, played = STRMAP[self.player], square_name(self.played)
        other = STRMAP[switch_player(self.player)]
        if self.value == 1:
            return Sentence("{side} can win here. You played {played}. Find a square that wins.",
                            side=side, played=played)  # fmt: skip
        # (It need not have lost the game: the other side may have missed its win.)
        if self.value == 0:
            return Sentence("You played {played} here as {side}, and from then on {other} could "
                            "win. Find a square that does not lose; any one will do.",
                            side=side, other=other, played=played)  # fmt: skip
        return Sentence("You played {played} here as {side}, and from then on {other} could win. "
                        "Find a better square.",
                        side=side, other=other, played=played)  # fmt: skip


def exercises(review: Review, players: Sequence[int]) -> list[Exercise]:
    """Return some sides' mistakes in a game that are worth another look: those that are proven."""
    return [
        Exercise(review.rules, review.squares[: move.ply - 1], move.square, _worth(move))
        for move in review.slips
        if move.player in players and _is_certain(move)
    ]


def _is_certain(move: ReviewedMove) -> bool:
    """Whether a move gave a proven win away, or lost for certain."""
    return (move.proven_before and move.before > 0) or (move.proven_after and move.after < 0)


def _worth(move: ReviewedMove) -> int | None:
    return round(move.before) if move.proven_before else None


def next_time(stage: int, right: bool, today: date) -> tuple[int, date | None]:
    """Return when a mistake is asked about again.

    Args:
        stage: how many times one after another it was solved at the first go, when asked.

    Returns:
        The new stage, and the day; None for the day where it is learnt.
    """
    stage = stage + 1 if right else 0
    if stage >= len(DISTANCES):
        return stage, None
    return stage, today + timedelta(days=DISTANCES[stage])


class ExerciseAttempt:
    """An exercise that somebody solves; an ``Attempt`` at a position of one's own.

    A move is right if it is no mistake by the coach's own measure: it need not be the best one.

    Attributes:
        puzzle: the exercise.
        solved: whether nothing more is asked.
    """

    def __init__(self, exercise: Exercise) -> None:
        self.puzzle, self.solved = exercise, False
        self._board, self._judge = exercise.board, Judge(exercise.rules)

    @property
    def board(self) -> Board:
        """A copy of the position, with what was played."""
        return self._board.clone()

    @property
    def move(self) -> Square | None:
        """A right move; None where nothing more is asked."""
        if self.solved:
            return None
        mistake = self.puzzle.played
        known = self._judged(mistake)
        instead = () if known.reason is None else known.reason.instead
        empty = self._board.get_empty_squares()
        squares = dict.fromkeys((*instead, *known.judged.best, *empty))
        squares.pop(mistake, None)
        return next(square for square in squares if not self._judged(square).verdict.is_slip)

    def afresh(self) -> ExerciseAttempt:
        """Return the exercise as nobody has answered it."""
        return ExerciseAttempt(self.puzzle)

    def play(self, square: Square) -> Answer:
        """Judge a move.

        Raises:
            ValueError: it is solved, or the square is taken or off the board.
        """
        if self.solved:
            raise Problem("this puzzle is solved")
        if square not in self._board.get_empty_squares():
            raise Problem("{square} is taken; choose an empty square", square=square_name(square))
        move = self._judged(square)
        wins = move.proven_after and move.after > 0  # whatever was thought of it once
        if move.verdict.is_slip or (square == self.puzzle.played and not wins):
            return Answer(False, False, (against(move),))
        self.solved = True
        self._board.move(*square, self.puzzle.player)
        return Answer(True, True, (praise(move),), follows=move.follows)

    def _judged(self, square: Square) -> ReviewedMove:
        return assess(self.puzzle.rules, (*self.puzzle.moves, square), judge=self._judge)


def praise(move: ReviewedMove) -> Sentence:
    """Return what is said of a move that was proposed and is no mistake."""
    square = square_name(move.square)
    if not (move.proven_before and move.proven_after):
        return Sentence("The machine thinks that {square} is a good move.", square=square)
    ends = Threats.of(move.board).ends(move.player) if move.after > 0 else ()
    at_once = [divmod(end, move.board.size) for end in ends]
    if at_once and move.square not in at_once and not move.board.rules.reverse:
        return Sentence("{square} wins, too, but {end} completes a line at once.",
                        square=square, end=square_name(at_once[0]))  # fmt: skip
    if move.after > 0:
        return Sentence("{square} wins.", square=square)
    if move.after == 0:
        return Sentence("{square} holds the tie.", square=square)
    return Sentence("{square} is as good as any.", square=square)


def against(move: ReviewedMove) -> Sentence:
    """Return what is wrong with a move that was proposed, without the right one."""
    reason, square = move.reason, square_name(move.square)
    if reason is not None and reason.side != move.player and move.sentences:
        return move.sentences[0]
    # What was missed is the answer: it is not told before it is asked for.
    if move.after == 0:
        return Sentence("{square} only ties.", square=square)
    return Sentence("{square} is not it.", square=square)
