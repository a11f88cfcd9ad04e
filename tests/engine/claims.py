"""Checks what the coach says of a game, by other means than its own.

Values come from a solver that is made anew, lines from the boards as they are after each move.
"""

from __future__ import annotations

import random
import re

from engine import DRAW, Board, Game, Rules, Square, parse_square, switch_player
from engine.coach.reasons import Cause, Menace, Reason
from engine.coach.review import Review, ReviewedMove
from engine.search.proofs import SOLVED
from engine.search.solver import Solver
from engine.search.windows import completing
from engine.verdict import Verdict

BOARDS = (Rules(3, 3), Rules(3, 3, True), Rules(4, 4), Rules(4, 3), Rules(4, 4, True), Rules(5, 4))


def played(rules: Rules, seed: int) -> Game:
    """Return a game between two who move at random, but see every third line."""
    chance, game = random.Random(seed), Game(rules)
    while game.result is None:
        board, player = game.board, game.to_move
        squares = board.get_empty_squares()
        if chance.random() < 1 / 3:
            own, other = completing(board, player), completing(board, switch_player(player))
            if rules.reverse:
                squares = [square for square in squares if square not in own] or squares
            else:
                squares = own or other or squares
        game.play(chance.choice(squares))
    return game


class Checker:
    """Holds a review against the solver and the rules; the first false word fails the test."""

    def __init__(self, rules: Rules) -> None:
        assert rules in SOLVED
        self._solver = Solver()
        self.checked = 0

    def check(self, review: Review) -> None:
        """Check every move of a review of a solved board."""
        for move in review.moves:
            self._check_values(move)
            if move.reason is not None:
                self.checked += 1
                self._check_reason(move, move.reason)
                for said in move.sentences:
                    self._check_words(move, str(said))
        if review.decisive is not None and review.result and review.result.winner is not None:
            decisive = review.decisive[0]
            assert decisive.player == switch_player(review.result.winner)
            assert decisive.after == -1 < decisive.before
            later = [m for m in review.moves if m.ply >= decisive.ply + 2]
            assert all(m.before == -1 for m in later if m.player == decisive.player)

    def value(self, board: Board, player: int) -> int:
        """Return what a position is worth to the side to move."""
        winner = board.check_win()
        if winner is not None:
            return 0 if winner == DRAW else 1 if winner == player else -1
        return self._solver.inquire(board, player).value()

    def _worth(self, move: ReviewedMove, square: Square) -> int:
        """Return what a move in place of the one made is worth to its side."""
        return -self.value(after(move.board, square, move.player), switch_player(move.player))

    def _check_values(self, move: ReviewedMove) -> None:
        assert move.proven_before
        assert move.proven_after
        assert move.before == self.value(move.board, move.player), move
        assert move.after == self._worth(move, move.square), move
        lost = move.before - move.after
        assert move.verdict.is_slip == (lost > 0), move
        assert (move.verdict is Verdict.BLUNDER) == (lost > 0 and move.after < 0), move
        assert (move.reason is not None) == (lost > 0), move
        for square in move.judged.best:
            assert self._worth(move, square) == move.before, move

    def _check_reason(self, move: ReviewedMove, reason: Reason) -> None:
        me, they = move.player, switch_player(move.player)
        assert reason.side in (me, they)
        start = move.board if reason.side == me else after(move.board, move.square, me)
        match reason.cause:
            case Cause.MISSED_LINE | Cause.MISSED_BLOCK:
                assert after(start, reason.move, reason.side).check_win() == reason.side
            case (Cause.MISSED_FORK | Cause.ALLOWED_FORK | Cause.MISSED_CHAIN
                  | Cause.ALLOWED_CHAIN):  # fmt: skip
                assert reason.line[0] == reason.move
                check_chain(start, reason.side, reason.line, reason.ends)
                assert reason.forced == bool(completing(start, me)) or reason.side == me
            case Cause.FOUL:
                assert after(move.board, move.square, me).foul is not None
            case Cause.OWN_LINE:
                assert after(move.board, move.square, me).check_win() == they
            case Cause.MISSED_SQUEEZE | Cause.ALLOWED_SQUEEZE:
                board = after(start, reason.move, reason.side)
                victim = switch_player(reason.side)
                assert board.check_win() is None
                assert completing(board, victim) == board.get_empty_squares() == [*reason.ends]
            case Cause.BROKEN_MIRROR:
                assert self._worth(move, reason.move) == move.before == 0
            case Cause.OWN_THREATS:
                before = completing(move.board, me)
                now = completing(after(move.board, move.square, me), me)
                new = [square for square in now if square not in before]
                assert [*reason.ends] == new
                assert reason.count == len(new)
            case Cause.SPARE_SQUARE:
                assert move.square in completing(move.board, they)
            case _:
                assert reason.move is not None
        if reason.cause in _WINS:
            board = after(start, reason.move, reason.side)
            assert self.value(board, switch_player(reason.side)) == -1, move
        if reason.menace is not None:
            self._check_menace(start, reason)

    def _check_menace(self, start: Board, reason: Reason) -> None:
        """See what would happen if the other side passed."""
        board = after(start, reason.move, reason.side)
        if reason.menace is Menace.LINE:
            assert completing(board, reason.side) == [*reason.ends]
        elif reason.menace is Menace.FORK:
            assert not completing(board, switch_player(reason.side))
            check_chain(board, reason.side, reason.line[1:], reason.ends)
        else:
            assert self.value(board, reason.side) == 1

    def _check_words(self, move: ReviewedMove, said: str) -> None:
        """Check the sentences that name moves which keep the value, and how soon the game ends."""
        size = move.board.size
        keepers = {
            square
            for square in move.board.get_empty_squares()
            if re.search("held|would have won", said) and self._worth(move, square) >= move.before
        }
        named = {parse_square(name, size) for name in re.findall(r"\b[A-Z]\d\b", said)}
        if re.fullmatch(r"Only .* held\.", said):
            assert named == keepers, said
        elif re.fullmatch(r"[A-Z]\d( would have held, for example\.| would have won.*)", said):
            assert parse_square(said.split(maxsplit=1)[0], size) in keepers, said
        elif re.fullmatch(r"[A-Z0-9, ]+ or [A-Z]\d would have won\.", said):
            assert named == keepers, said
        count = re.search(r"wins in (\d+) moves at most", said)
        if count or "wins with the next move" in said:
            board, they = after(move.board, move.square, move.player), switch_player(move.player)
            plies = self._solver.inquire(board, they).length(1)
            assert (plies + 1) // 2 == (int(count[1]) if count else 1), said


_WINS = {
    Cause.MISSED_PLAN, Cause.ALLOWED_PLAN, Cause.MISSED_PRESSURE, Cause.ALLOWED_PRESSURE,
    Cause.MISSED_WIN, Cause.ALLOWED_WIN, Cause.MISSED_SQUEEZE, Cause.ALLOWED_SQUEEZE,
}  # fmt: skip


def after(board: Board, square: Square, player: int) -> Board:
    """Return the board after a move."""
    then = board.clone()
    assert then.square(*square) == 1
    then.move(*square, player)
    return then


def check_chain(
    board: Board, side: int, line: tuple[Square, ...], ends: tuple[Square, ...]
) -> None:
    """See that every answer in a line is forced, and that it ends in two ends or more."""
    other = switch_player(side)
    assert not completing(board, side)
    for number, square in enumerate(line):
        if number % 2:
            assert completing(board, side) == [square], "the answer is not forced"
            board = after(board, square, other)
        else:
            forced = completing(board, other)
            assert forced in ([], [square]), "the other side is faster"
            board = after(board, square, side)
    assert completing(board, side) == [*ends]
    assert len(ends) > 1
    assert not completing(board, other)
