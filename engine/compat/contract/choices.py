"""Whether ``get_best_move`` takes one of the best empty squares, whatever the scores are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from engine.board import Board
from engine.compat.contract.distribution import unlike
from engine.compat.contract.looks import (
    FileLook,
    answer_text,
    fault,
    passed,
    rows_of,
    squares_text,
    warning,
)
from engine.compat.remote import Call, RaisedError, RemoteFile, Reply, Scores
from engine.compat.terms import Finding
from engine.notation import parse_board
from engine.rules import Square

_TIMES = 40
"""How often each choice is looked at: a file may be wrong now and then only."""

_TIES = 400

_MIDDLE = "X.O/.X./..O"

Case = tuple[str, str, Scores, Square]
"""A question: what is special about it, the position, the grid, and the one best square."""

_CASES: tuple[Case, ...] = (
    ("of the EMPTY squares", _MIDDLE,
     [[9.0, 1.0, 9.0], [2.0, 9.0, 3.0], [4.0, 0.0, 9.0]], (2, 0)),
    ("where the scores are fractions", _MIDDLE,
     [[9.0, 0.25, 9.0], [0.5, 9.0, 0.9], [0.75, 0.125, 9.0]], (1, 2)),
    ("where the scores differ by little", _MIDDLE,
     [[0.0, 2.375, 9.0], [1.75, 0.0, 2.25], [2.125, 1.875, 9.0]], (0, 1)),
    ("where it is 0 and all others are negative", _MIDDLE,
     [[5.0, -3.0, 5.0], [-7.0, 5.0, 0.0], [-9.0, -4.0, 5.0]], (1, 2)),
    ("where one is far below 0", _MIDDLE,
     [[5.0, -50.0, 5.0], [-7.0, 5.0, 3.0], [-2.0, 4.0, 5.0]], (2, 1)),
    ("where 0 has a sign", _MIDDLE,
     [[5.0, -0.0, 5.0], [-1.0, 5.0, -2.0], [-3.0, -0.5, 5.0]], (0, 1)),
    ("of the only empty square", "XOX/XOO/OX.",
     [[0.0] * 3, [0.0] * 3, [0.0, 0.0, -1.0]], (2, 2)),
    ("on 4x4", "X..O/..../..../O..X",
     [[9.0, 1.0, 2.0, 9.0], [0.0, -1.0, 3.0, 2.0], [1.0, 4.0, 2.0, 7.0], [9.0, 6.0, 5.0, 9.0]],
     (2, 3)),
)  # fmt: skip

OTHER_GRIDS = "of other grids"
"""What is told of grids that are drawn: each is asked about once."""

_MORE = 60
"""Grids that are looked at besides: others for each file."""

LOWEST = (2, 5, 15, 50, 150, 500, 1_500, 5_000, 15_000, 50_000, 200_000)
"""How far below 0 the best score may lie after that many trials: each is looked at."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One question to ``get_best_move``, and its answer.

    Attributes:
        where: what is special about it, for a headline.
        board: the position.
        scores: the grid.
        best: the one best square.
        result: the first answer that was wrong, or else the first one; None where it raised an
            error.
        error: that error, or None.
        answers: all the squares that it answered with, being asked several times.
    """

    where: str
    board: Board
    scores: Scores
    best: Square
    result: Reply | None
    error: RaisedError | None
    answers: frozenset[Square | None] = frozenset()

    @property
    def right(self) -> bool:
        """Whether the answer is the best square."""
        return self.result is not None and self.result.square == self.best

    @property
    def square(self) -> Square | None:
        """The answer, where it is a square of the board."""
        dim = self.board.get_dim()
        square = self.result.square if self.result is not None else None
        return square if square and min(square) >= 0 and max(square) < dim else None

    @property
    def empty(self) -> dict[Square, float]:
        """The scores of the empty squares."""
        return {(r, c): self.scores[r][c] for r, c in self.board.get_empty_squares()}

    def finding(self) -> Finding:
        """Return it as a finding, without a cause."""
        got = str(self.error)
        if self.result is not None:
            got = answer_text(self.result, self.board)
        what = f"get_best_move does not take the greatest score {self.where}"
        got = f"{got}; the scores were {self.scores}"
        return fault(what, str(self.best), got, "", rows_of(self.board))


def _taken_count(choice: Choice) -> bool:
    values = [value for row in choice.scores for value in row]
    return choice.right == (max(values) <= choice.empty[choice.best])


def _rounded(choice: Choice) -> bool:
    square = choice.square
    if square not in choice.empty:
        return False
    return choice.right or choice.empty[choice.best] - choice.empty[square] < 1


_SEVERAL = 3
"""So many different answers to one question show that it was answered at random."""


def _without(place: int, choice: Choice) -> bool:
    """Whether the answer is the best square but for one: the first empty one, or the last."""
    rest = choice.empty
    del rest[list(rest)[place]]
    if not rest:
        return choice.result is None or choice.square not in choice.empty
    return choice.square in rest and rest[choice.square] == max(rest.values())


def _at_random(choice: Choice) -> bool:
    """Whether the answers may be any empty squares, as they are where nobody asks for scores."""
    empty = choice.empty.keys()
    several = choice.where == OTHER_GRIDS or len(choice.answers) >= min(len(empty), _SEVERAL)
    return several and choice.answers <= empty


_MISTAKES: dict[str, Callable[[Choice], bool]] = {
    "nothing is returned": lambda choice: (
        choice.right or (choice.result is not None and choice.result.text == "None")
    ),
    "what is returned is no (row, column)": lambda choice: (
        choice.right or (choice.result is not None and choice.result.square is None)
    ),
    "row and column are exchanged": lambda choice: choice.square == choice.best[::-1],
    "it takes the least score": lambda choice: (
        choice.square == min(choice.empty, key=choice.empty.__getitem__)
    ),
    "it takes the score that is farthest from 0": lambda choice: (
        choice.square == max(choice.empty, key=lambda square: abs(choice.empty[square]))
    ),
    "it looks at squares that are taken, too": _taken_count,
    "the scores are rounded before they are compared": _rounded,
    "it starts with a greatest score that is not low enough; minus infinity is": lambda choice: (
        choice.right or choice.empty[choice.best] <= 0
    ),
    "it leaves out the first of the empty squares": partial(_without, 0),
    "it leaves out the last of the empty squares": partial(_without, -1),
    "it does not look at the scores": _at_random,
}
"""Mistakes that students make, and whether an answer, be it right or wrong, may come from it. What
fits all answers is most likely the one."""


def _greatest(file: RemoteFile) -> Iterator[Finding]:
    """Look whether the greatest score of the empty squares is taken, whatever the grid."""
    choices = _asked(file, _more_cases(file.seed), 1)
    if not file.is_tried or all(choice.right for choice in choices):
        usual = [*_CASES, *_negative_cases()]
        choices = [*_asked(file, usual, file.times(_TIMES)), *choices]
    wrong = [choice for choice in choices if not choice.right]
    if not wrong:
        yield passed(f"get_best_move takes the greatest score of {len(choices)} grids")
        return
    file.known["wrong choices"] = True
    cause = next((name for name, fits in _MISTAKES.items() if all(map(fits, choices))), "")
    errors = [choice.error for choice in wrong if choice.error is not None]
    if len(errors) == len(wrong) and not cause:
        raise errors[0]
    shown = next((choice for choice in wrong if choice.error is None), wrong[0])
    yield replace(shown.finding(), cause=cause, more=len(wrong) - 1)


def _asked(file: RemoteFile, cases: Sequence[Case], times: int) -> list[Choice]:
    """Return what is chosen in each case, asked so many times: a wrong one, if there is any.

    All cases are one request, but for those behind one that raises an error. Of a text that is
    tried, an error says enough.
    """
    calls = [
        Call(parse_board(rows), scores=scores, times=times) for _where, rows, scores, _best in cases
    ]
    choices: list[Choice] = []
    while len(choices) < len(cases):
        first = len(choices)
        results = file.calls("get_best_move", calls[first:])
        for number, (where, _rows, scores, best) in enumerate(cases[first:]):
            given = results[number * times : (number + 1) * times]
            result = next((reply for reply in given if reply.square != best), None)
            raised = results.error if result is None and len(given) < times else None
            if result is None and raised is None:
                result = given[0]
            board = calls[first + number].board
            answers = frozenset(reply.square for reply in given)
            choices.append(Choice(where, board, scores, best, result, raised, answers))
            if len(given) < times:
                break
        if file.is_tried and choices[-1].error is not None:
            break
    return choices


def _negative_cases() -> Iterator[Case]:
    """Yield grids for a start value that is not low enough: its mistake shows after more trials."""
    for least in LOWEST:
        top = float(-least)
        scores = [[5.0, top * 2, 5.0], [top * 3, 5.0, top], [top * 2, top * 4, 5.0]]
        yield "where all are negative", _MIDDLE, scores, (1, 2)


@lru_cache(maxsize=4)  # a file's edited texts are asked about the same ones
def _more_cases(seed: int) -> Sequence[Case]:
    chance = random.Random(seed)
    return tuple((OTHER_GRIDS, *_drawn(chance)) for _ in range(_MORE))


def _drawn(chance: random.Random) -> tuple[str, Scores, Square]:
    """Return a position that goes on, scores around some number, and the best square."""
    dim = chance.choice((3, 3, 3, 4))
    squares = [(row, col) for row in range(dim) for col in range(dim)]
    board = Board(dim)
    for number, square in enumerate(chance.sample(squares, chance.randint(1, dim * dim - 2))):
        board.move(*square, 2 + number % 2)
        if board.check_win() is not None:
            board.clear(*square)
            break
    middle = chance.choice((0, 0, 5_000, -100, -20_000))
    values = [middle + value / 4 for value in chance.sample(range(-30, 30), dim * dim)]
    scores = [values[row * dim : (row + 1) * dim] for row in range(dim)]
    best = max((scores[row][col], (row, col)) for row, col in board.get_empty_squares())[1]
    return rows_of(board), scores, best


_EQUAL: Scores = [[9.0, 4.0, 9.0], [4.0, 9.0, 1.0], [4.0, 1.0, 9.0]]
_BEST: set[Square] = {(0, 1), (1, 0), (2, 0)}


def _ties(file: RemoteFile) -> Iterator[Finding]:
    if file.known.get("wrong choices"):
        return  # told already
    board = parse_board(_MIDDLE)
    wrong: list[Reply] = []

    def draw(times: int) -> Counter[Square | None]:
        results = file.calls("get_best_move", [Call(board, scores=_EQUAL, times=times)])
        results.finish()
        wrong.extend(result for result in results if result.square not in _BEST)
        return Counter(result.square for result in results)

    counts = unlike(draw, file.times(_TIES), dict.fromkeys(_BEST, 1 / 3))
    if wrong:
        got = f"{answer_text(wrong[0], board)}; the scores were {_EQUAL}"
        what, expected = "get_best_move does not take one of the greatest", squares_text(_BEST)
        yield fault(what, expected, got, "", _MIDDLE)
        return
    if counts is None:
        yield passed("get_best_move chooses among equals at random")
        return
    file.known["uneven ties"] = True
    shares = ", ".join(
        f"{square} {count} times" for square, count in sorted(counts.items(), key=str)
    )
    if len(counts) == 1:
        order = "first" if (0, 1) in counts else "last" if (2, 0) in counts else "same"
        yield warning(
            "get_best_move does not choose among equals at random", f"each of {sorted(_BEST)}",
            shares, by_order(order),
        )  # fmt: skip
        return
    usual = counts.total() / len(_BEST)
    what = "get_best_move does not give equals the same chance"
    yield warning(what, f"about {usual:.0f} each", shares)


def by_order(order: str) -> str:
    """Return the cause of moves that break ties by order.

    Args:
        order: which of the equals is taken: "first", "last" or "same".
    """
    return f"ties are broken by order: it always takes the {order} one"


def _leaves(file: RemoteFile) -> Iterator[Finding]:
    if file.known.get("wrong choices"):
        return
    board = parse_board(_MIDDLE)
    grid = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]
    results = file.calls("get_best_move", [Call(board, scores=grid)])
    results.finish()
    if results[0].rows is None:
        yield passed("get_best_move leaves the board as it is")
        return
    yield fault(
        "get_best_move changes the board", _MIDDLE, results[0].rows,
        "it makes the move that it is to name", _MIDDLE,
    )  # fmt: skip


LOOKS = (
    FileLook("get_best_move", _greatest, "get_best_move"),
    FileLook("get_best_move with equal scores", _ties, "get_best_move"),
    FileLook("get_best_move, as to the board,", _leaves, "get_best_move"),
)
