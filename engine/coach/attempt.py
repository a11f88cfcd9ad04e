"""Somebody solves a puzzle: judges each move, and plays the other side's answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import STRMAP, Board, switch_player
from engine.coach.judge import Judge, Judgement
from engine.coach.misere import reverse_reason_of
from engine.coach.puzzles import Puzzle, PuzzleKind
from engine.coach.reasons import Reason, Slip, reason_of
from engine.coach.sentences import Sentence, names, sentences_about
from engine.coach.threats import Chain, Threats
from engine.errors import Problem
from engine.notation import square_name
from engine.rules import Line, Square
from engine.search.force import forced_win, sees_threats
from engine.search.limit import Limit
from engine.search.proofs import SOLVED
from engine.search.tree import PATTERNS, WINDOWS, TreeSearch

SIMULATIONS = 10_000
"""Of the tree that looks for another win on boards that cannot be solved."""

LONGEST, BUDGET = 10, 1500
"""The longest chain that is looked for, in moves of its side, and the moves tried for one."""

_SHOWN = 5
"""Moves that are named of a line that might follow."""

_FORKS = 500
"""Moves that are tried to know whether a fork is threatened."""

_TRIED = 3
"""Moves that are looked at for a reason why every other one loses."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a move of somebody who solves a puzzle was worth.

    Attributes:
        right: whether it keeps what the puzzle is about.
        solved: whether nothing more is asked.
        sentences: why: of a wrong move what follows it, and not which one is right.
        reply: the other side's answer: to a right move that asks for more, the one that it forces
            or one that holds out long, made by now; to a wrong move, one that shows what is wrong
            with it; else None.
        follows: moves that might follow a solved puzzle, the other side's first.
    """

    right: bool
    solved: bool
    sentences: tuple[Sentence, ...]
    reply: Square | None = None
    follows: Line = ()


class Attempt:
    """A puzzle that somebody solves. A wrong move is judged and taken back.

    Of threats every move is asked for, up to a fork. Another one than in the solution is right,
    too, where it is proven to win. Of the first one there is none on boards that can be solved; on
    larger ones a tree that searches this one move may find what the puzzle's own proof did not.

    Attributes:
        puzzle: which one.
        asked: how many moves were asked for, the present one included.
        solved: whether nothing more is asked.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.asked, self.solved = puzzle, 1, False
        self._board, self._player = puzzle.board, puzzle.player
        self._other = switch_player(puzzle.player)
        self._judge = Judge(puzzle.rules)
        self._row = puzzle.solution

    @property
    def board(self) -> Board:
        """A copy of the position, with what was played so far."""
        return self._board.clone()

    @property
    def move(self) -> Square | None:
        """The right move now; None where nothing more is asked."""
        return None if self.solved else self._row[0]

    def afresh(self) -> Attempt:
        """Return the puzzle as nobody has answered it."""
        return Attempt(self.puzzle)

    def play(self, square: Square) -> Answer:
        """Judge a move; a right one is made, and the answer that it forces.

        Raises:
            ValueError: the puzzle is solved, or the square is taken or off the board.
        """
        if self.solved:
            raise Problem("this puzzle is solved")
        if square not in self._board.get_empty_squares():
            raise Problem("{square} is taken; choose an empty square", square=square_name(square))
        sure = self.asked == 1 and self.puzzle.rules in SOLVED
        if sure and not self.puzzle.check(square):
            return self._wrong(square)
        if self.puzzle.kind in (PuzzleKind.FORK, PuzzleKind.CHAIN, PuzzleKind.FORCE):
            return self._threat(square)
        return self._found(square)

    # --- right moves ------------------------------------------------------------------

    def _threat(self, square: Square) -> Answer:
        """Judge a move where threats are asked for."""
        chain = chain_from(Threats.of(self._board), self._number(square), self._player)
        if chain is not None:
            return self._threatened(square, chain)
        row = self._row_from(square)
        if row is not None and self.puzzle.kind is PuzzleKind.FORCE:
            return self._pressed(row)
        if row is None and not self._wins(square):
            return self._wrong(square)
        return self._made(square, Sentence("{move} wins, too.", move=square_name(square)))

    def _row_from(self, square: Square) -> Line | None:
        """Return fours and open threes that win and begin with a move, and the answers.

        Boards that can be solved are: None is what is returned there.
        """
        if self.puzzle.rules in SOLVED:
            return None
        if square == self._row[0]:
            return self._row
        row = row_of_threats(self._board, self._player, [square])
        return None if row is None else tuple(map(self._square, row))

    def _pressed(self, row: Line) -> Answer:
        """Make a four or an open three, and an answer that holds out long."""
        move, reply = row[:2]
        if Threats.of(self._after(move)).ends(self._player):
            return self._answering(row, self._forced(move, reply))
        side, other = STRMAP[self._player], STRMAP[self._other]
        if self._number(move) in Threats.of(self._board).ends(self._other):
            why = Sentence("{move} stops the line, and {side} still threatens an open four. "
                           "{other} answers on {reply}.", side=side, other=other,
                           move=square_name(move), reply=square_name(reply))  # fmt: skip
        else:
            why = Sentence("{move} makes an open three. {other} answers on {reply}.", other=other,
                           move=square_name(move), reply=square_name(reply))  # fmt: skip
        return self._answering(row, why)

    def _forced(self, move: Square, reply: Square) -> Sentence:
        return Sentence("{move} threatens a line on {reply}, and {other} must answer there.",
                        move=square_name(move), reply=square_name(reply),
                        other=STRMAP[self._other])  # fmt: skip

    def _answering(self, row: Line, why: Sentence) -> Answer:
        """Make the first move of a row and its answer; the rest is asked for."""
        move, reply, *rest = row
        self._board.move(*move, self._player)
        self._board.move(*reply, self._other)
        self.asked += 1
        self._row = tuple(rest)
        return Answer(True, False, (why,), reply)

    def _threatened(self, square: Square, chain: Chain) -> Answer:
        """Make a move of a chain, and the answer that it forces."""
        ends = tuple(map(self._square, chain.ends))
        if not chain.answers and len(ends) == 1:
            why = Sentence("{move} threatens a line on {ends}, where a mark of {other} is a foul.",
                           move=square_name(square), ends=names(ends),
                           other=STRMAP[self._other])  # fmt: skip
            return self._made(square, why)
        if not chain.answers:
            why = Sentence("{move} makes two threats at once, on {ends}; {other} can answer only "
                           "one.", move=square_name(square), ends=names(ends),
                           other=STRMAP[self._other])  # fmt: skip
            return self._made(square, why)
        row = tuple(map(self._square, chain.line))
        return self._answering(row, self._forced(*row[:2]))

    def _made(self, square: Square, *why: Sentence, follows: Line = ()) -> Answer:
        self._board.move(*square, self._player)
        self.solved = True
        return Answer(True, True, why, follows=follows)

    def _found(self, square: Square) -> Answer:
        """Make the right move of a puzzle that asks for one."""
        if self.puzzle.kind is PuzzleKind.SQUEEZE:
            other = STRMAP[self._other]
            why = Sentence("Every square that is left completes a line of {other}.", other=other)
            return self._made(square, why)
        if not self.puzzle.kind.wins:
            only = Sentence("Every other square loses.")
            return self._made(square, only, *self._why_others_lose(square))
        line = self._judged(square).line[:_SHOWN]
        why = Sentence("No other square wins. It could go on with {line}.",
                       line=", ".join(map(square_name, line)))  # fmt: skip
        return self._made(square, why, follows=line)

    def _why_others_lose(self, square: Square) -> tuple[Sentence, ...]:
        """Return a named reason why squares beside the right one lose, if there is one."""
        threats, rules = Threats.of(self._board), self.puzzle.rules
        if not rules.reverse and self._number(square) in threats.ends(self._other):
            return (
                Sentence("Elsewhere, {other} completes a line on {move}.",
                         other=STRMAP[self._other], move=square_name(square)),
            )  # fmt: skip
        others = [other for other in self._board.get_empty_squares() if other != square]
        own = threats.ends(self._player) if rules.reverse else []
        # Such as one would like best: no line of one's own that loses, and many lines.
        others.sort(key=lambda at: (self._number(at) in own,
                                    -threats.open_at(self._number(at), self._player)))  # fmt: skip
        for other in others[:_TRIED]:
            reason, slip = self._reason_against(other, self._answered(other))
            if reason.cause.named:
                why = sentences_about(reason, slip, None)[0]
                return (Sentence("For example: {why}", why=why),)
        return ()

    def _wins(self, square: Square) -> bool:
        if self.puzzle.rules in SOLVED:
            return self._judged(square).proven == -1
        two = self.puzzle.kind is PuzzleKind.FORCE and sees_threats(self.puzzle.rules)
        sights = (WINDOWS, PATTERNS) if two else (WINDOWS,)
        return wins_by_tree(self._board, self._player, [square], sights=sights)

    # --- wrong moves ------------------------------------------------------------------

    def _wrong(self, square: Square) -> Answer:
        if self.puzzle.rules not in SOLVED:
            return self._not_by_threats(square)
        judged = self._answered(square)
        reply = judged.best[0] if judged is not None else None
        if judged is not None and not judged.proven:
            assert reply is not None
            why = Sentence("{played} does not win: after {reply} it is a tie.",
                           played=square_name(square), reply=square_name(reply))  # fmt: skip
            return Answer(False, False, (why,), reply)
        reason, slip = self._reason_against(square, judged)
        plies = judged.plies if judged is not None else None
        reasons = tuple(sentences_about(reason, slip, plies))
        return Answer(False, False, reasons, reason.move or reply)

    def _reason_against(self, square: Square, judged: Judgement | None) -> tuple[Reason, Slip]:
        """Return why a move loses, of which that is known.

        The right move is kept from the search for a reason, so that the reason cannot name it.

        ``judged`` is what the position after it is worth; None where it ends the game.
        """
        replies, over = ((), True) if judged is None else (judged.best, False)
        slip = Slip(self._board, self._player, square, 0, -1, False, True, (), replies, over)
        return (reverse_reason_of if self.puzzle.rules.reverse else reason_of)(slip), slip

    def _not_by_threats(self, square: Square) -> Answer:
        """Return what is wrong with a move on a board that cannot be solved."""
        played, other = square_name(square), STRMAP[self._other]
        threats = Threats.of(self._after(square))
        lines = threats.ends(self._other)
        if lines:
            reply = self._square(lines[0])
            why = Sentence("{played} does not stop the line: {other} completes it on {reply}.",
                           played=played, other=other, reply=square_name(reply))  # fmt: skip
            return Answer(False, False, (why,), reply)
        ends = threats.ends(self._player)
        if not ends and threats.chain(self._player, 1, _FORKS) is not None:
            if Threats.of(self._board).chain(self._player, 1, _FORKS) is not None:
                why = Sentence("{played} gives {other} time to stop the fork.",
                               played=played, other=other)  # fmt: skip
                return Answer(False, False, (why,))
            why = Sentence("{played} threatens a fork, but {other} has an answer after which no "
                           "row of threats is found that wins.",
                           played=played, other=other)  # fmt: skip
            return Answer(False, False, (why,))
        if not ends:
            why = Sentence("{played} is no threat: {other} is free to move.",
                           played=played, other=other)  # fmt: skip
            return Answer(False, False, (why,))
        reply = self._square(ends[0])
        why = Sentence("{played} is a threat, but after {reply} no row of threats is found that "
                       "wins.", played=played, reply=square_name(reply))  # fmt: skip
        return Answer(False, False, (why,), reply)

    # --- positions --------------------------------------------------------------------

    def _judged(self, square: Square) -> Judgement:
        """Return what the position after a move is worth to the other side."""
        return self._judge.judge(self._after(square), self._other)

    def _answered(self, square: Square) -> Judgement | None:
        """Return what the position after a move is worth; None where the move ends the game."""
        return None if self._after(square).check_win() is not None else self._judged(square)

    def _after(self, square: Square) -> Board:
        then = self._board.clone()
        then.move(*square, self._player)
        return then

    def _number(self, square: Square) -> int:
        return square[0] * self._board.size + square[1]

    def _square(self, number: int) -> Square:
        return divmod(number, self._board.size)


# --- rows of threats ------------------------------------------------------------------


def row_of_threats(board: Board, side: int, allowed: Sequence[Square] = ()) -> Sequence[int] | None:
    """Return fours and open threes that win, with answers that hold out long, up to a fork.

    Args:
        board: a position in which nobody can complete a line at once.
        side: who wins, and is to move.
        allowed: the squares that the first one is chosen from; all where this is empty.

    Returns:
        The squares' numbers, both sides' in turns; None where no such row is found.
    """
    line = forced_win(board, side, allowed=allowed)
    if line is None:
        return None
    then, row, player = board.clone(), list[int](), side
    for square in line:
        if row and player == side:
            rest = Threats.of(then).chain(side, LONGEST, BUDGET)
            if rest is not None:
                return [*row, *rest.line]
        row.append(square[0] * board.size + square[1])
        then.move(*square, player)
        player = switch_player(player)
    return None


def chain_from(threats: Threats, square: int, side: int) -> Chain | None:
    """Return a shortest fork or chain that begins with a side's move; None where there is none.

    Nobody can complete a line in the position, but the other side on ``square``.
    """
    other = switch_player(side)
    if threats.ends(side) or threats.ends(other) not in ([], [square]):
        return None
    with threats.after(square, side):
        ends = threats.ends(side)
        if len(ends) > 1:
            return Chain((square,), (), tuple(ends))
        if not ends:
            return None
        with threats.after(ends[0], other):
            rest = threats.chain(side, LONGEST - 1, BUDGET)
    if rest is None:
        return None
    return Chain((square, *rest.moves), (ends[0], *rest.answers), rest.ends)


def wins_by_tree(
    board: Board,
    player: int,
    squares: Sequence[Square],
    simulations: int = SIMULATIONS,
    sights: Sequence[int] = (WINDOWS,),
) -> bool:
    """Return whether one of some trees proves that one of some moves wins."""
    limit = Limit(simulations)
    return any(
        TreeSearch(board, player, limit, 0, squares, leaves=sight).result().outcome == 1
        for sight in sights
    )
