"""A game reviewed: what each move was worth, why some were mistakes, and which one decided it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import exp

from engine.board import Board, Position, switch_player
from engine.coach.judge import SIMULATIONS, Judge, Judgement
from engine.coach.misere import reverse_reason_of
from engine.coach.reasons import Reason, Slip, reason_of
from engine.coach.sentences import Sentence, sentences_about
from engine.errors import Problem
from engine.game import Game, Result
from engine.rules import Line, Rules, Square
from engine.search.solver import Check, go_on
from engine.verdict import Verdict

_CUTS = (
    (0.02, Verdict.BEST), (0.1, Verdict.GOOD), (0.2, Verdict.INACCURACY), (0.4, Verdict.MISTAKE)
)  # fmt: skip
"""What an estimated move may lose, of values from -1 to 1. Measured against the solver on 5x5,
four in a row: of 209 moves that lose 0.4 or more by the tree's count, 206 really lose something."""

_LOST, _DROP = -0.5, 0.3
"""An estimated game is lost from this value on, by a move that loses at least so much."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game, as the coach sees it. Values are those of the side that made it.

    Attributes:
        ply: its number, from 1.
        player: who made it.
        square: where.
        board: the position before it. Not to be changed.
        judged: what that position was worth, and its best moves.
        before, after: the values before and after the move, from -1 to 1.
        proven_before, proven_after: whether they are proven.
        verdict: how good it was.
        plies: after how many moves more a solved game ends; None where that is not known.
        follows: the moves that would follow if both sides played well.
        reason: why it gave something away, if it did.
        sentences: the reason in words.
    """

    ply: int
    player: int
    square: Square
    board: Board
    judged: Judgement
    before: float
    after: float
    proven_before: bool
    proven_after: bool
    verdict: Verdict
    plies: int | None
    follows: Line
    reason: Reason | None = None
    sentences: tuple[Sentence, ...] = ()

    @property
    def loss(self) -> float:
        """How much the move gave away: 0 to 2."""
        return max(0.0, self.before - self.after)

    @property
    def was_lost(self) -> bool:
        """Whether the position before it was proven to be lost, so that no move was any better."""
        return self.proven_before and self.before < 0

    @property
    def mattered(self) -> bool:
        """Whether another move would have been worth less, or this one was a mistake."""
        return self.judged.mattered or self.verdict.is_slip


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How well a side played.

    Attributes:
        percent: 100 for nothing given away; None where no move mattered.
        right: the moves that mattered and kept the value; None where values are estimated.
        mattered: the moves that mattered: another one was worth less.
    """

    percent: float | None
    right: int | None
    mattered: int | None


class Moment(Enum):
    """What the decisive move of a game was."""

    LOST = "lost"
    """The loser's last move after which the game was lost, and before which it was not."""
    LET_OFF = "let off"
    """In a tie: the last move that gave a win away."""
    LARGEST = "largest"
    """The largest slip, where neither is known."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game that has been looked through.

    Attributes:
        rules: its rules.
        moves: its moves in their order.
        result: how it ended; None for a game that goes on.
        solved: whether every value is proven.
        simulations: the tree's, a position.
        start: the position that it began from; None for an empty board.
        in_doubt: whether longer searches, which were left out, may move the blame.
    """

    rules: Rules
    moves: tuple[ReviewedMove, ...]
    result: Result | None
    solved: bool
    simulations: int
    start: Position | None = None
    in_doubt: bool = False

    @property
    def decisive(self) -> tuple[ReviewedMove, Moment] | None:
        """The move that decided the game, and how; None where no move did."""
        if self.result is not None and self.result.winner is not None:
            loser = switch_player(self.result.winner)
            theirs = [move for move in self.moves if move.player == loser]
            for move in reversed(theirs):
                if _was_decided(move):
                    return move, Moment.LOST
            return _largest(theirs)
        for move in reversed(self.moves):
            if move.proven_before and move.before > 0 and move.verdict.is_slip:
                return move, Moment.LET_OFF
        return _largest(self.moves)

    @property
    def squares(self) -> Line:
        """The game's moves."""
        return tuple(move.square for move in self.moves)

    @property
    def slips(self) -> tuple[ReviewedMove, ...]:
        """The mistakes and blunders."""
        return tuple(move for move in self.moves if move.verdict.is_slip)

    def accuracy(self, player: int) -> Accuracy:
        """Return how well a side played.

        Solved games count the moves that mattered: half for a win that became a tie. Estimated ones
        have the mean of a curve over what each move lost (Lichess: lichess.org/page/accuracy).
        """
        own = [move for move in self.moves if move.player == player]
        if not self.solved:
            return Accuracy(_mean([_curve(move.loss) for move in own]), None, None)
        mattered = [move for move in own if move.mattered]
        points = [100.0 if not move.loss else 50.0 if move.after == 0 else 0.0 for move in mattered]
        right = sum(not move.loss for move in mattered)
        return Accuracy(_mean(points), right, len(mattered))


def review(
    rules: Rules,
    moves: Sequence[Square],
    simulations: int = SIMULATIONS,
    check: Check = go_on,
    on_move: Callable[[ReviewedMove], None] | None = None,
    judge: Judge | None = None,
    known: Mapping[int, Judgement] | None = None,
    start: Position | None = None,
) -> Review:
    """Review a game.

    Args:
        rules, moves: the game's.
        simulations: of the tree a position, where the board cannot be solved.
        check: called every few milliseconds; an error that it raises ends the work.
        on_move: called after each move that is judged: the last one first, where games are decided.
        judge: one that has judged games of the same rules; a new one where there is none. An
            impatient one may blame another move than a patient one does: only proofs stay.
        known: what an earlier review found the positions to be worth, by the numbers of the moves
            that were made in them (see ``engine.coach.keeping``).
        start: the position that it began from; None for an empty board, X first.

    Raises:
        ValueError: a move that cannot be made.
    """
    judge = judge or Judge(rules, simulations)
    game = Game(rules, start)
    boards = _positions(game, moves)
    result = Result.of(boards[-1])
    reviewer = _Reviewer(judge, check, known)
    reviewed: list[ReviewedMove] = []
    for ply in range(len(moves), 0, -1):
        answered = moves[ply] if ply < len(moves) else None
        move = reviewer.look(
            boards[ply - 1], boards[ply], game.mover(ply), moves[ply - 1], ply, answered
        )
        reviewed.insert(0, move)
        if on_move is not None:
            on_move(move)
    solved = all(move.proven_before and move.proven_after for move in reviewed)
    in_doubt = not judge.patient and any(move.judged.searched for move in reviewed)
    return Review(rules, tuple(reviewed), result, solved, judge.simulations, game.start, in_doubt)


def assess(
    rules: Rules,
    moves: Sequence[Square],
    simulations: int = SIMULATIONS,
    check: Check = go_on,
    judge: Judge | None = None,
    start: Position | None = None,
) -> ReviewedMove:
    """Return what the last one of some moves is worth, as a review of them would.

    The other arguments are as for ``review``.

    Raises:
        ValueError: no move, or one that cannot be made.
    """
    if not moves:
        raise Problem("there is no move to assess")
    game = Game(rules, start)
    boards = _positions(game, moves)
    reviewer = _Reviewer(judge or Judge(rules, simulations), check)
    mover = game.mover(len(moves))
    return reviewer.look(boards[-2], boards[-1], mover, moves[-1], len(moves))


def loses(board: Board, player: int, square: Square, judge: Judge, check: Check = go_on) -> bool:
    """Return whether a move is proven to lose in a position that is not lost: asked in a moment."""
    then = board.clone()
    then.move(*square, player)
    result = Result.of(then)
    if result is not None:
        lost = result.winner == switch_player(player)
    else:
        lost = judge.outcome(then, switch_player(player), check) == 1
    return lost and judge.outcome(board, player, check) != -1


def _positions(begun: Game, moves: Sequence[Square]) -> list[Board]:
    game = begun.anew()
    boards = [game.board]
    for square in moves:
        game.play(square)
        boards.append(game.board)
    return boards


class _Reviewer:
    """Looks at the moves of one game, from its last one back to its first."""

    def __init__(
        self, judge: Judge, check: Check, known: Mapping[int, Judgement] | None = None
    ) -> None:
        self._judge, self._check, self._known = judge, check, known or {}
        self._next: Judgement | None = None
        self._next_worth: tuple[float, bool] | None = None

    def look(
        self,
        board: Board,
        then: Board,
        player: int,
        square: Square,
        ply: int,
        answered: Square | None = None,
    ) -> ReviewedMove:
        judged = self._known.get(ply) or self._judge.judge(board, player, self._check)
        after, proven_after, following = self._after(then, player)
        if proven_after and after < 0 and judged.searched and judged.proven is None:
            judged = self._judge.reconsider(judged, square, self._check)
        before, proven_before = judged.value, judged.proven is not None
        gave_away = proven_before and before > 0 and not proven_after
        if gave_away and following is not None and self._judge.is_lost(following, self._check):
            after, proven_after = 1.0, True  # it only takes longer
        if proven_after and (after > 0 or (proven_before and before < 0)):
            before, proven_before = max(before, after), True
        if not proven_before and after > before:
            before = after  # what was played shows that the position was worth more
        if proven_before and before < 0:
            after, proven_after = before, True
        plies = following.plies if following is not None and proven_after else None
        verdict = _verdict(judged, square, (before, proven_before), (after, proven_after), plies)
        move = ReviewedMove(
            ply, player, square, board, judged, before, after, proven_before, proven_after,
            verdict, plies, following.line if following is not None else (),
        )  # fmt: skip
        self._next, self._next_worth = judged, (before, proven_before)
        return self._explained(move, following, answered) if _gave_away(move) else move

    def _after(self, then: Board, player: int) -> tuple[float, bool, Judgement | None]:
        """Return what the position after a move is worth to the side that made it."""
        result = Result.of(then)
        if result is not None:
            value = 0.0 if result.winner is None else 1.0 if result.winner == player else -1.0
            return value, True, None
        if self._next is None or self._next_worth is None:
            self._next = self._judge.judge(then, switch_player(player), self._check)
            self._next_worth = self._next.value, self._next.proven is not None
        value, proven = self._next_worth
        return 0.0 - value, proven, self._next

    def _explained(
        self, move: ReviewedMove, following: Judgement | None, answered: Square | None
    ) -> ReviewedMove:
        """Return a move that gave something away with the reason for it."""
        over = following is None
        slip = Slip(
            move.board, move.player, move.square, move.before, move.after, move.proven_before,
            move.proven_after, self._kept(move), self._replies(move, following), over,
            answered,
        )  # fmt: skip
        reason = (reverse_reason_of if move.board.rules.reverse else reason_of)(slip)
        sentences = tuple(sentences_about(reason, slip, move.plies))
        return replace(move, reason=reason, sentences=sentences)

    def _kept(self, move: ReviewedMove) -> tuple[Square, ...]:
        """Return the moves that would have kept the value, the best ones first."""
        best = [square for square in move.judged.best if square != move.square]
        if move.judged.searched or not move.proven_before:
            return tuple(best)
        every = self._judge.keeping(move.board, move.player, int(move.before), self._check)
        return (*best, *(square for square in every if square not in best))

    def _replies(self, move: ReviewedMove, following: Judgement | None) -> tuple[Square, ...]:
        """Return the other side's best moves after a move, winning ones first."""
        if following is None:
            return ()
        best = following.best
        if following.searched or following.proven != 1:
            return best
        every = self._judge.keeping(following.board, following.player, 1, self._check)
        return (*best, *(square for square in every if square not in best))


def _verdict(
    judged: Judgement,
    square: Square,
    before: tuple[float, bool],
    after: tuple[float, bool],
    plies: int | None,
) -> Verdict:
    """Return how good a move was, from its values before and after, each with whether proven."""
    loss = before[0] - after[0]
    if before[1] and after[1]:
        if loss > 0:
            return Verdict.MISTAKE if after[0] == 0 else Verdict.BLUNDER
        if judged.plies is None:
            soonest = square in judged.best or not judged.searched
        else:
            soonest = (0 if plies is None else plies) + 1 == judged.plies
        return Verdict.BEST if soonest else Verdict.GOOD
    if square in judged.best:
        return Verdict.BEST
    if before[1] and before[0] > 0 and after[0] > _LOST:
        return Verdict.MISTAKE  # a win was given away, and nothing lost: as where it is solved
    return next((verdict for cut, verdict in _CUTS if loss < cut), Verdict.BLUNDER)


def _gave_away(move: ReviewedMove) -> bool:
    return move.verdict.is_slip or move.verdict is Verdict.INACCURACY


def _was_decided(move: ReviewedMove) -> bool:
    """Whether a game was lost after a move, and not before."""
    if move.proven_before and move.proven_after:
        return move.after < 0 < move.loss
    return move.before > _LOST >= move.after and move.loss >= _DROP


def _largest(moves: Sequence[ReviewedMove]) -> tuple[ReviewedMove, Moment] | None:
    slips = [move for move in moves if move.verdict.is_slip]
    return (max(slips, key=lambda move: move.loss), Moment.LARGEST) if slips else None


def _curve(loss: float) -> float:
    return min(100.0, max(0.0, 103.1668 * exp(-0.04354 * 50 * loss) - 3.1669))


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
