"""What positions are worth to the coach: solved where that is possible, else searched by a tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.board import Board, switch_player
from engine.coach.threats import Threats
from engine.rules import Line, Rules, Square
from engine.search.limit import Limit
from engine.search.proofs import SOLVED
from engine.search.solver import Check, Inquiry, Solver, UnsolvedError, go_on, is_solvable
from engine.search.tree import TreeAnalysis, TreeSearch

SIMULATIONS = 1000
"""Simulations of the tree a position, where nothing else is said."""

_LEANS, _LONGER = 0.4, 4
"""From which value on, and how many times as many: a proof may be near where one side is ahead."""

_HARDER, _HARDEST = 20, 50_000
"""How many times as many a position gets on which the blame for a game depends, and at the most."""

_FEW = 12
"""Empty squares from which on the end of any game is tried to be solved."""

_END_NODES = 50_000
"""Nodes that solving such an end may take."""

_ROUNDS = (200, 2000, 20_000)
"""Nodes a move that are tried in turn, to know which moves keep the value: most are easy."""

ENOUGH = 6
"""Moves that keep a value, of which more are not looked for one by one."""

_SHOWN = 7
"""Moves of a line of best play that are shown."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a position is worth.

    Attributes:
        board: the position. Not to be changed.
        player: the side to move.
        value: what that side gets with best play, from -1 (lost) to 1 (won).
        proven: the same where it is proven: 1, 0 or -1; else None.
        plies: after how many moves a solved win or loss ends; None where that is not known.
        best: moves that keep the value, of a solved win the soonest; of a tie that takes long to
            look through, those that were found out about.
        mattered: whether some other move is known to be worth less.
        line: the moves that follow if both sides play well.
        searched: whether a tree was asked, as the position could not be solved.
    """

    board: Board
    player: int
    value: float
    proven: int | None
    plies: int | None
    best: tuple[Square, ...]
    mattered: bool
    line: Line
    searched: bool = False


class Judge:
    """Judges positions of one game after another, and keeps what the solver has learned.

    Args:
        rules: the games'.
        simulations: of the tree a position, where positions are too large to be solved.
        patient: whether positions are searched longer where a proof may be near, or where the
            blame for a game depends on them.
    """

    def __init__(self, rules: Rules, simulations: int = SIMULATIONS, patient: bool = True) -> None:
        self.rules, self.simulations, self.patient = rules, simulations, patient
        self._solver = Solver()

    @property
    def solves(self) -> bool:
        """Whether every position of these rules is solved."""
        return self.rules in SOLVED

    def judge(self, board: Board, player: int, check: Check = go_on) -> Judgement:
        """Return what a position that goes on is worth.

        ``check`` is called every few milliseconds; an error that it raises ends the work.
        """
        if self.solves:
            return self._solved(board, player, check)
        if is_solvable(self.rules) and len(board.get_empty_squares()) <= _FEW:
            try:
                return self._solved(board, player, check, _END_NODES)
            except UnsolvedError:
                pass
        return self._searched(board, player, check)

    def outcome(self, board: Board, player: int, check: Check = go_on) -> int | None:
        """Return how a position ends in perfect play, for the side to move; None if not proven."""
        if self.solves:
            return self._solver.inquire(board, player, check).value()
        return self.judge(board, player, check).proven

    def keeping(self, board: Board, player: int, value: int, check: Check = go_on) -> list[Square]:
        """Return the moves of a solved position that are worth at least so much.

        All of them, but where there are more than ``ENOUGH``: then those that are found soon.
        """
        inquiry = self._solver.inquire(board, player, check)
        numbers = [row * board.size + col for row, col in board.get_empty_squares()]
        reached = _reach(inquiry, numbers, value, ENOUGH)
        if sum(keeps is True for keeps in reached.values()) <= ENOUGH:
            for at, keeps in reached.items():
                reached[at] = inquiry.reaches(at, value) if keeps is None else keeps
        return [divmod(at, board.size) for at, keeps in reached.items() if keeps]

    def _solved(
        self, board: Board, player: int, check: Check, nodes: int | None = None
    ) -> Judgement:
        inquiry = self._solver.inquire(board, player, check)
        if nodes is not None:
            inquiry.allow(nodes)
        value = inquiry.value()
        plies = inquiry.length(value) if value else None
        numbers = [row * board.size + col for row, col in board.get_empty_squares()]
        if plies is not None:
            best = [at for at in numbers if inquiry.ends_within(at, value, plies)]
            worse = value > 0 and _worse(inquiry, numbers, 1)
        else:
            best, worse = _sorted(inquiry, numbers)
        line = self._line(board, player, value, plies, check) if plies else ()
        squares = tuple(divmod(at, board.size) for at in best)
        return Judgement(board, player, float(value), value, plies, squares, worse, line)

    def _line(self, board: Board, player: int, value: int, plies: int, check: Check) -> Line:
        """Return the moves of a solved win or loss, the winner hurrying and the loser holding."""
        board, line = board.clone(), list[Square]()
        for left in range(plies, max(0, plies - _SHOWN), -1):
            inquiry = self._solver.inquire(board, player, check)
            square = next(
                square
                for square in board.get_empty_squares()
                if inquiry.ends_within(square[0] * board.size + square[1], value, left)
            )
            line.append(square)
            board.move(*square, player)
            player, value = switch_player(player), -value
        return tuple(line)

    def reconsider(self, judged: Judgement, square: Square, check: Check = go_on) -> Judgement:
        """Return what a position is worth that a tree searched, now that one move is known to lose.

        The others are searched longer: where they lose, too, that move decided nothing.
        """
        if not self.patient:
            return judged
        board, player = judged.board, judged.player
        others = [other for other in board.get_empty_squares() if other != square]
        if not others:
            return replace(judged, value=-1.0, proven=-1)
        tree, ended = self._grown(board, player, self._times(_HARDER), check, others)
        if ended or tree.outcome is not None:
            return _judgement(tree, max(move.low for move in tree.moves))
        return replace(_judgement(tree, None), best=(self._calmest(tree, others, check),))

    def _calmest(self, tree: TreeAnalysis, squares: Sequence[Square], check: Check) -> Square:
        """Return the best move; of those that threaten no line, where one is not known to lose.

        A tree that sees no way out threatens first: that changes nothing, and it sees less far.
        """
        best, size = tree.best[0], tree.board.size
        threats = Threats.of(tree.board)

        def threatens(square: Square) -> bool:
            return threats.new_ends(square[0] * size + square[1], tree.player) > 0

        if not threatens(best):
            return best
        calm = [square for square in squares if not threatens(square)]
        if not calm:
            return best
        again, _ = self._grown(tree.board, tree.player, self._times(_HARDER), check, calm)
        return best if _all_lost(again) else again.best[0]

    def is_lost(self, judged: Judgement, check: Check = go_on) -> bool:
        """Return whether a longer search proves that a position is lost that a tree searched."""
        if not self.patient:
            return False
        tree, _ = self._grown(judged.board, judged.player, self._times(_HARDER), check)
        return tree.outcome == -1

    def _times(self, factor: int) -> int:
        return max(self.simulations, min(factor * self.simulations, _HARDEST))

    def _searched(self, board: Board, player: int, check: Check) -> Judgement:
        most = self._times(_LONGER) if self.patient else self.simulations
        search = TreeSearch(board, player, Limit(trials=most), seed=0)
        tree = search.look(self.simulations, check)
        judged = _judgement(tree, tree.outcome)
        if self.patient and judged.proven is None and abs(judged.value) >= _LEANS:
            tree = search.look(most, check)
            judged = _judgement(tree, tree.outcome)
        return judged

    @staticmethod
    def _grown(
        board: Board, player: int, simulations: int, check: Check, allowed: Sequence[Square] = ()
    ) -> tuple[TreeAnalysis, bool]:
        """Return what a tree finds, and whether it ended since nothing was left to be found."""
        search = TreeSearch(board, player, Limit(trials=simulations), seed=0, allowed=allowed)
        tree = search.look(simulations, check)
        return tree, tree.simulations < simulations


def _judgement(tree: TreeAnalysis, proven: int | None) -> Judgement:
    best = max(tree.moves, key=lambda move: move.rank)
    value = float(proven) if proven is not None else best.value or 0.0
    return Judgement(
        tree.board, tree.player, value, proven, None, tuple(tree.best), True,
        tree.line or (best.square,), True,
    )  # fmt: skip


def _all_lost(tree: TreeAnalysis) -> bool:
    return all(move.high == -1 for move in tree.moves)


def _worse(inquiry: Inquiry, squares: list[int], value: int) -> bool:
    """Return whether some move is found to be worth less than the value of the position."""
    return any(reached is False for reached in _reach(inquiry, squares, value).values())


def _sorted(inquiry: Inquiry, squares: list[int]) -> tuple[list[int], bool]:
    """Return the moves that are known to tie, and whether one is known to lose."""
    reached = _reach(inquiry, squares, 0)
    return [at for at, ties in reached.items() if ties], False in reached.values()


def _reach(
    inquiry: Inquiry, squares: list[int], value: int, enough: int | None = None
) -> dict[int, bool | None]:
    """Return of each move whether it is worth so much; None where that takes too long.

    ``value`` is 1, 0 or -1; ``enough`` is how many that are worth it are looked for, None for all.
    """
    reached: dict[int, bool | None] = dict.fromkeys(squares)
    for nodes in _ROUNDS:
        for square in squares:
            if reached[square] is None:
                reached[square] = inquiry.try_reaches(square, value, nodes)
        left = sum(known is None for known in reached.values())
        if not left or left * nodes > _ROUNDS[-1]:
            break
        if enough is not None and sum(known is True for known in reached.values()) > enough:
            break
    return reached
