"""What makes a position a puzzle, proven: that exactly one move is right, of what kind, how hard.

Boards that can be solved are: every other move gives the value away. On larger ones a puzzle is won
by threats: no other square is found to begin a row of them that wins, and a tree that may play
every other square proves no other win. Where the solution has open threes, neither a tree that sees
windows nor one that sees line patterns proves one, in five times as many simulations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2

from engine.board import EMPTY, Board, Position, switch_player
from engine.coach.attempt import (
    BUDGET,
    LONGEST,
    SIMULATIONS,
    chain_from,
    row_of_threats,
    wins_by_tree,
)
from engine.coach.puzzles import Puzzle, PuzzleKind
from engine.coach.threats import Threats
from engine.errors import Problem
from engine.notation import format_board, next_player, square_name
from engine.rules import Rules, Square
from engine.search.force import forced_win
from engine.search.limit import Limit
from engine.search.proofs import SOLVED
from engine.search.sampling import sample
from engine.search.solver import NODES, Inquiry, Solver, UnsolvedError
from engine.search.tree import PATTERNS, WINDOWS, TreeSearch
from engine.tally import EQUAL

_USUAL_TREE, _LONG_TREES = (SIMULATIONS, (WINDOWS,)), (50_000, (WINDOWS, PATTERNS))
"""The simulations, and what trees see. There are two, and longer ones, where the solution has open
threes: there, more squares win."""

_PLAYOUTS = 400
"""Of flat Monte Carlo, for the grade."""


class NoPuzzleError(Problem):
    """A position is no puzzle, and why."""


class Prover:
    """Proves puzzles of one board, and keeps what the solver has learned.

    The solver gives a position up after ``nodes`` nodes.
    """

    def __init__(self, rules: Rules, nodes: int = NODES) -> None:
        self._rules, self._nodes = rules, nodes
        self._solver = Solver()

    def prove(self, board: Board) -> Puzzle:
        """Return the puzzle that a position is.

        Raises:
            NoPuzzleError: it is none, and why.
            ValueError: a finished game.
        """
        position = Position.of(board, next_player(board))
        _check_turns(board)
        if position.empty < 2:
            raise NoPuzzleError("there is one square only")
        threats = Threats(position.rules, position.marks)
        if position.rules.reverse:
            kind, line, length = self._reverse(board, position, threats)
        else:
            _check_quiet(threats)
            solves = self._rules in SOLVED
            find = self._solved if solves else _by_threats
            kind, line, length = find(board, position, threats)
        solution = tuple(divmod(square, board.size) for square in line)
        grade = round(grade_of(board, position.player, solution[0]), 1)
        return Puzzle(position.rules, format_board(board), kind, solution, length, grade)

    def problem(self, puzzle: Puzzle) -> Problem | None:
        """Return what is wrong with a puzzle, or None: it is proven anew."""
        try:
            proven = self.prove(puzzle.board)
        except ValueError as error:
            return Problem("puzzle {id}: {error}", id=puzzle.id, error=error)
        if proven.move != puzzle.move:
            return Problem(
                "puzzle {id}: its right move is {move}, not {named}",
                id=puzzle.id, move=square_name(proven.move), named=square_name(puzzle.move),
            )  # fmt: skip
        if proven != puzzle:
            return Problem(
                "puzzle {id}: it is said to be {named}, and is {proven}",
                id=puzzle.id, named=_described(puzzle), proven=_described(proven),
            )  # fmt: skip
        return None

    # --- boards that can be solved ----------------------------------------------------

    def _solved(
        self, board: Board, position: Position, threats: Threats
    ) -> tuple[PuzzleKind, Sequence[int], int]:
        value, move, length = self._only_move(board, position, threats.empty)
        if not value:
            return PuzzleKind.HOLD, [move], 0
        chain = threats.chain(position.player, LONGEST, BUDGET)
        if chain is not None:
            kind = PuzzleKind.FORK if len(chain.moves) == 1 else PuzzleKind.CHAIN
            return kind, chain.line, len(chain.moves) + 1
        with threats.after(move, position.player):
            quiet = not threats.ends(position.player)
        return PuzzleKind.QUIET if quiet else PuzzleKind.WIN, [move], length

    def _reverse(
        self, board: Board, position: Position, threats: Threats
    ) -> tuple[PuzzleKind, Sequence[int], int]:
        own = threats.ends(position.player)
        if len(threats.empty) - len(own) < 2:
            raise NoPuzzleError("fewer than two squares complete no line: there is no choice")
        value, move, length = self._only_move(board, position, threats.empty)
        if not value:
            return PuzzleKind.AVOID if own else PuzzleKind.HOLD, [move], 0
        with threats.after(move, position.player):
            squeezed = threats.ends(switch_player(position.player)) == threats.empty
        if squeezed and len(threats.empty) - 1 < 2:
            raise NoPuzzleError("whatever is done, the other side has no choice")
        return PuzzleKind.SQUEEZE if squeezed else PuzzleKind.WIN, [move], length

    def _only_move(
        self, board: Board, position: Position, empty: Sequence[int]
    ) -> tuple[int, int, int]:
        """Return what a position is worth, the one move that keeps that, and a win's moves."""
        inquiry = self._solver.inquire(board, position.player)
        inquiry.allow(self._nodes)
        try:
            value = inquiry.value()
            if value < 0:
                raise NoPuzzleError("every move loses")
            keeping = _keeping(inquiry, empty, value)
            first, second = next(keeping), next(keeping, None)
            length = (inquiry.length(1) + 1) // 2 if value and second is None else 0
        except UnsolvedError:
            raise NoPuzzleError("the solver does not finish") from None
        if second is not None:
            size = board.size
            raise NoPuzzleError(
                "{one} is as good as {other}",
                one=square_name(divmod(second, size)), other=square_name(divmod(first, size)),
            )  # fmt: skip
        return value, first, length


def _keeping(inquiry: Inquiry, empty: Sequence[int], value: int) -> Iterator[int]:
    return (square for square in empty if inquiry.reaches(square, value))


def _check_turns(board: Board) -> None:
    marks = [mark for row in board.rows for mark in row]
    if marks.count(2) - marks.count(3) not in (0, 1):
        raise NoPuzzleError("the two sides have not taken turns")


def _check_quiet(threats: Threats) -> None:
    if threats.ends(2) or threats.ends(3):
        raise NoPuzzleError("a line can be completed at once")


def _described(puzzle: Puzzle) -> str:
    squares = " ".join(map(square_name, puzzle.solution))
    return f"{puzzle.kind.value} {puzzle.length} {puzzle.grade:.1f} {squares}"


# --- large boards ---------------------------------------------------------------------


def _by_threats(
    board: Board, position: Position, threats: Threats
) -> tuple[PuzzleKind, Sequence[int], int]:
    """Return the threats that win on a board that cannot be solved, if no other square does."""
    side, size = position.player, board.size
    chain = threats.chain(side, LONGEST, BUDGET)
    row = row_of_threats(board, side) if chain is None else chain.line
    if row is None:
        raise NoPuzzleError("no row of threats wins")
    move = divmod(row[0], size)
    others = [square for square in board.get_empty_squares() if square != move]
    begins = (
        divmod(start, size)
        for start in threats.empty
        if start != row[0] and chain_from(threats, start, side)
    )
    forced = forced_win(board, side, allowed=others) or ()
    for other in (*begins, *forced[:1]):
        raise NoPuzzleError(
            "{one} is as good as {other}", one=square_name(other), other=square_name(move)
        )
    simulations, sights = _USUAL_TREE if chain is not None else _LONG_TREES
    if wins_by_tree(board, side, others, simulations, sights):
        raise NoPuzzleError("another square than {move} wins, too", move=square_name(move))
    if chain is None:
        return PuzzleKind.FORCE, row, len(row) // 2 + 2
    return PuzzleKind.FORK if len(row) == 1 else PuzzleKind.CHAIN, row, len(row) // 2 + 2


# --- grades ---------------------------------------------------------------------------


def grade_of(board: Board, player: int, right: Square) -> float:
    """Return how hard a puzzle is: 0 where everything points to the right move.

    The sum of three logarithms to the base of 2: the move's rank at first sight (the tree's, before
    it has looked), its rank by flat Monte Carlo (400 playouts), and one more than the number of
    wrong moves that look at least half as good at first sight. Weak machines that look at every
    square fail more often where it is high; the levels do not, as they overlook squares by chance.
    No people were asked.
    """
    first = TreeSearch(board, player, Limit(trials=1), seed=0, leaves=WINDOWS).result()
    priors = {move.square: move.prior or 0.0 for move in first.moves}
    own = priors.pop(right, 0.0)
    seen = 1 + sum(prior > own for prior in priors.values())
    tempting = sum(prior >= own / 2 for prior in priors.values()) if own else len(priors)
    scores = sample(board, player, _PLAYOUTS, seed=0).scores(player, *EQUAL)
    flat = 1 + sum(
        scores[row][col] > scores[right[0]][right[1]]
        for row, col in board.get_empty_squares()
        if board.square(row, col) == EMPTY
    )
    return log2(seen) + log2(flat) + log2(1 + tempting)
