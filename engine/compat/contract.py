"""The course's contract, checked on a loaded file: what was expected, what came, in which line."""

from __future__ import annotations

import contextlib
import inspect
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

from engine import course
from engine.board import DRAW, EMPTY, PLAYERO, PLAYERX, STRMAP
from engine.compat.loading import LoadedFile, line_of, short, square_of
from engine.compat.poc_ttt_provided import TTTBoard
from engine.compat.terms import FAIL, FOUR, PASS, WARN, Finding
from engine.errors import type_name
from engine.notation import format_board, parse_board

_PARAMETERS = {"mc_trial": 2, "mc_update_scores": 3, "get_best_move": 2, "mc_move": 3}
_TRIALS = 100
_TIES = 300

EDITIONS = (("SCORE_CURRENT", "SCORE_OTHER"), ("MCMATCH", "MCOTHER"))
"""The names of the two weights in the two editions of the course."""

Scores = list[list[float]]


Check = Callable[[LoadedFile], Iterator[Finding]]


def run(name: str, file: LoadedFile) -> list[Finding]:
    """Return what a check finds; an error that the file raises is a finding too."""
    findings = []
    try:
        for finding in CHECKS[name](file):
            findings.append(finding)
    except Exception as error:
        text = short(f"{type_name(error)}: {error}", 400)
        line = line_of(error, file.path)
        findings.append(Finding(FAIL, f"{name} runs without an error", "no error", text, line))
    return findings


def _signatures(file: LoadedFile) -> Iterator[Finding]:
    for name in FOUR:
        function = file.names.get(name)
        if not callable(function):
            yield Finding(FAIL, f"there is a function {name}", name, "no such function")
            continue
        wanted = _PARAMETERS[name]
        try:
            inspect.signature(function).bind(*range(wanted))
        except TypeError:
            got = str(inspect.signature(function))
            yield Finding(FAIL, f"{name} takes {wanted} arguments", f"{wanted} arguments", got)
        else:
            yield Finding(PASS, f"{name} takes {wanted} arguments")


class _Watched(TTTBoard):
    """A board that keeps its moves."""

    moves: list[tuple[int, int, int]]
    after_the_end = False

    def move(self, row: int, col: int, player: int) -> None:
        """Put a mark, and keep the move if the square was empty."""
        if self._board[row][col] == EMPTY:
            self.after_the_end = self.after_the_end or self.check_win() is not None
            self.moves.append((row, col, player))
        super().move(row, col, player)


def _trial(file: LoadedFile) -> Iterator[Finding]:
    for dim in (3, 4):
        for player in (PLAYERX, PLAYERO):
            board = _Watched(dim)
            board.moves = []
            file.names["mc_trial"](board, player)
            title = f"mc_trial on {dim}x{dim}, {STRMAP[player]} first,"
            yield _verdict(
                board.check_win() is not None, f"{title} plays to the end, on the board given",
                "a finished game", format_board(board),
            )  # fmt: skip
            marks = [mark for _, _, mark in board.moves]
            turns = [PLAYERX, PLAYERO] if player == PLAYERX else [PLAYERO, PLAYERX]
            expected = [turns[i % 2] for i in range(len(marks))]
            yield _verdict(
                marks == expected, f"{title} takes turns",
                _letters(expected), _letters(marks) or "no move",
            )  # fmt: skip
            placed = Counter(mark for row in board.rows for mark in row)
            lead = placed[turns[0]] - placed[turns[1]]
            yield _verdict(
                lead in (0, 1), f"{title} makes as many moves of each side",
                "as many, or one more of the first", f"{lead:+d} of the first",
            )  # fmt: skip
            yield _verdict(
                not board.after_the_end, f"{title} ends when the game does",
                "no move after the end", format_board(board),
            )  # fmt: skip


_FINISHED = (
    ("XXX/OO./...", "won by X"),
    ("OOO/XX./X..", "won by O"),
    ("XOX/XOO/OXX", "tied"),
    ("XXXX/OOO./..../....", "won by X"),
    ("OXXX/.O.X/..O./...O", "won by O"),
    ("XOXO/XOXO/OXOX/XOXO", "tied"),
)


def _scores(file: LoadedFile) -> Iterator[Finding]:
    current, other = _weights(file)
    yield from _constants(file)
    for rows, title in _FINISHED:
        for reverse in (False, True):
            position = parse_board(rows, reverse)
            board = TTTBoard.of(position)
            if "tied" in title and board.check_win() != DRAW:
                continue
            for player in (PLAYERX, PLAYERO):
                before = [[0.5] * board.get_dim() for _ in range(board.get_dim())]
                expected = [list(row) for row in before]
                course.mc_update_scores(expected, board, player, current, other)
                got = [list(row) for row in before]
                file.names["mc_update_scores"](got, board.clone(), player)
                rule = " in the reverse game" if reverse else ""
                yield _verdict(
                    _same(expected, got),
                    f"mc_update_scores for {STRMAP[player]}, {rows} {title}{rule}, adds the right "
                    "scores", str(_added(expected)), str(_added(got)),
                )  # fmt: skip


def _best(file: LoadedFile) -> Iterator[Finding]:
    choose = file.names["get_best_move"]
    board = TTTBoard.of(parse_board("X.O/.X./..O"))
    high: Scores = [[9.0, 1.0, 9.0], [2.0, 9.0, 3.0], [4.0, 0.0, 9.0]]
    yield _chosen(choose, board, high, {(2, 0)}, "takes the greatest score of the EMPTY squares")
    low: Scores = [[5.0, -3.0, 5.0], [-700.0, 5.0, -200.0], [-900.0, -400.0, 5.0]]
    for _ in range(10):
        found = _chosen(
            choose, board, low, {(0, 1)}, "finds the greatest score where all are negative"
        )
        if found.status != PASS:
            break
    yield found
    last = TTTBoard.of(parse_board("XOX/XOO/OX."))
    yield _chosen(
        choose, last, [[0.0] * 3] * 2 + [[0.0, 0.0, -1.0]], {(2, 2)}, "finds the only empty square"
    )
    equal: Scores = [[9.0, 4.0, 9.0], [4.0, 9.0, 1.0], [4.0, 1.0, 9.0]]
    best = {(0, 1), (1, 0), (2, 0)}
    random.seed(1)
    seen = Counter(square_of(choose(board, equal)) for _ in range(_TIES))
    told = ", ".join(f"{square} {count} times" for square, count in sorted(seen.items()))
    if not set(seen) <= best:
        yield Finding(FAIL, "get_best_move chooses among equals", str(sorted(best)), told)
    elif len(seen) == 1:
        yield Finding(
            WARN, "get_best_move chooses among equals at random", f"each of {sorted(best)}", told
        )
    else:
        even = min(seen[square] for square in best) > _TIES / 3 * 0.6
        yield (
            Finding(PASS, "get_best_move chooses among equals at random")
            if even
            else Finding(
                WARN, "get_best_move gives equals the same chance", f"about {_TIES // 3} each", told
            )
        )


def _move(file: LoadedFile) -> Iterator[Finding]:
    for rows, player, title in (
        (".../.../...", PLAYERX, "on an empty board"),
        ("X.O/.X./..O", PLAYERX, "in the middle of a game"),
        ("XOX/XOO/OX.", PLAYERX, "with one square left"),
    ):
        board = TTTBoard.of(parse_board(rows))
        before = [list(row) for row in board.rows]
        move = file.names["mc_move"](board, player, 20)
        legal = _square(move) in board.get_empty_squares()
        yield _verdict(
            legal, f"mc_move {title} returns an empty square", "(row, column)", short(move)
        )
        yield _verdict(
            board.rows == before, f"mc_move {title} leaves the board as it is",
            rows, format_board(board),
        )  # fmt: skip


def _searches(file: LoadedFile) -> Iterator[Finding]:
    """Look with what mc_move calls the others: its own side, and the rule of its board."""
    for player in (PLAYERX, PLAYERO):
        for reverse in (False, True):
            board = TTTBoard.of(parse_board("XO./.../...", reverse))
            seen = _watch(file, board, player)
            title = f"mc_move for {STRMAP[player]}{' in the reverse game' * reverse}"
            for name, players in seen.players.items():
                wrong = players - {player}
                yield _verdict(
                    not wrong, f"{title} calls {name} for its own side", STRMAP[player],
                    _letters(sorted(wrong, key=str)),
                )  # fmt: skip
            if seen.rules:
                yield _verdict(
                    seen.rules == {reverse}, f"{title} plays its trials by the board's rule",
                    f"reverse={reverse}", f"reverse={not reverse}",
                )  # fmt: skip
            if seen.scores is not None:
                strange = _no_numbers(seen.scores, board)
                yield _verdict(
                    not strange, f"{title} hands get_best_move a finite score for each square",
                    "finite numbers", ", ".join(strange),
                )  # fmt: skip


@dataclass
class _Seen:
    """What the other functions were called with."""

    players: dict[str, set[Any]]
    rules: set[bool]
    scores: Any = None


def _watch(file: LoadedFile, board: TTTBoard, player: int) -> _Seen:
    """Call mc_move and see what it calls mc_trial and mc_update_scores with."""
    names, seen = file.names, _Seen({}, set())
    kept: dict[str, Any] = {}
    kept.update((name, names[name]) for name in FOUR[:3] if name in names)

    def watched(name: str, place: int, function: Any) -> Any:
        def called(*given: Any, **options: Any) -> Any:
            if name == "get_best_move":
                seen.scores = given[1] if len(given) > 1 else options.get("scores")
            elif len(given) > place:
                seen.players.setdefault(name, set()).add(given[place])
            rule = getattr(given[0], "_reverse", None) if name == "mc_trial" and given else None
            if rule is not None:
                seen.rules.add(bool(rule))
            return function(*given, **options)

        return called

    try:
        for name, function in kept.items():
            names[name] = watched(name, 1 if name == "mc_trial" else 2, function)
        names["mc_move"](board, player, 5)
    finally:
        names.update(kept)
    return seen


def _no_numbers(scores: Any, board: TTTBoard) -> list[str]:
    """Return the empty squares whose scores are numbers, but infinite or none at all."""
    strange = []
    for row, col in board.get_empty_squares():
        with contextlib.suppress(ArithmeticError, LookupError, TypeError, ValueError):
            value = float(scores[row][col])
            if not isfinite(value):
                strange.append(f"{value} at ({row}, {col})")
    return strange


def _win(file: LoadedFile) -> Iterator[Finding]:
    for rows, player, wins in (
        ("XX./OO./...", PLAYERX, {(0, 2)}),
        ("OO./XX./X..", PLAYERO, {(0, 2)}),
    ):
        yield _usual(file, rows, player, wins, "takes a win")


def _block(file: LoadedFile) -> Iterator[Finding]:
    for rows, player, wins in (
        ("XX./.O./...", PLAYERO, {(0, 2)}),
        ("OO./.X./..X", PLAYERX, {(0, 0), (0, 2)}),
    ):
        yield _usual(file, rows, player, wins, "blocks a loss")


def _sizes(file: LoadedFile) -> Iterator[Finding]:
    for dim in (2, 4, 5):
        board = TTTBoard(dim)
        move = file.names["mc_move"](board, PLAYERX, 5)
        legal = _square(move) in board.get_empty_squares()
        yield _verdict(legal, f"mc_move works on {dim}x{dim}", "an empty square", short(move))


CHECKS: dict[str, Check] = {
    "names": _signatures,
    "mc_trial": _trial,
    "mc_update_scores": _scores,
    "get_best_move": _best,
    "mc_move": _move,
    "calls of mc_move": _searches,
    "taking wins": _win,
    "blocking losses": _block,
    "other board sizes": _sizes,
}
"""The checks, by name, in the order in which they make sense."""


def _verdict(passed: bool, what: str, expected: str, got: str) -> Finding:
    return Finding(PASS, what) if passed else Finding(FAIL, what, expected, short(got, 400))


def _chosen(
    choose: Callable[..., Any], board: TTTBoard, scores: Scores, best: set[tuple[int, int]],
    what: str,
) -> Finding:  # fmt: skip
    move = choose(board.clone(), [list(row) for row in scores])
    return _verdict(_square(move) in best, f"get_best_move {what}", str(sorted(best)), short(move))


def _usual(
    file: LoadedFile, rows: str, player: int, best: set[tuple[int, int]], what: str
) -> Finding:
    """Look whether most of five moves with a hundred trials are the obvious one."""
    board = TTTBoard.of(parse_board(rows))
    random.seed(1)
    moves = [square_of(file.names["mc_move"](board.clone(), player, _TRIALS)) for _ in range(5)]
    right = sum(move in best for move in moves)
    title = f"mc_move for {STRMAP[player]} {what} on {rows}"
    current, other = _weights(file)
    if right < 4 and current != other:
        # A right file may do so with unequal weights.
        told = f"{moves} with weights {current:g} and {other:g}"
        return Finding(WARN, title, f"mostly {sorted(best)}", told)
    return _verdict(right >= 4, title, f"mostly {sorted(best)}", str(moves))


def _weights(file: LoadedFile) -> tuple[float, float]:
    """Return the file's own weights, under the names of either edition of the course."""
    for current, other in EDITIONS:
        if current in file.names and other in file.names:
            return float(file.names[current]), float(file.names[other])
    # Other names: what it gives on a plain win is taken for them, and must hold everywhere.
    scores: Scores = [[0.0] * 3 for _ in range(3)]
    file.names["mc_update_scores"](scores, TTTBoard.of(parse_board("XXX/OO./...")), PLAYERX)
    return scores[0][0], -scores[1][0]


def _constants(file: LoadedFile) -> Iterator[Finding]:
    """Look whether each constant does its own work, by giving them other values for a moment."""
    names = file.names
    found = next((pair for pair in EDITIONS if all(name in names for name in pair)), None)
    if found is None:
        return
    before = {name: names[name] for name in found}
    board = TTTBoard.of(parse_board("XXX/OO./..."))

    def scored(weights: tuple[float, float]) -> Scores:
        scores: Scores = [[0.0] * 3 for _ in range(3)]
        course.mc_update_scores(scores, board, PLAYERX, *weights)
        return scores

    got: Scores = [[0.0] * 3 for _ in range(3)]
    try:
        names.update(zip(found, (2.0, 3.0), strict=True))
        names["mc_update_scores"](got, board.clone(), PLAYERX)
    finally:
        names.update(before)
    what = f"mc_update_scores uses {found[0]} and {found[1]}"
    if _same(scored((2.0, 3.0)), got):
        yield Finding(PASS, what)
    else:
        swapped = _same(scored((3.0, 2.0)), got)
        status = FAIL if swapped else WARN
        told = "each in the other's place" if swapped else str(got)
        yield Finding(status, what, f"with 2 and 3: {scored((2.0, 3.0))}", told)


def _square(move: Any) -> tuple[int, int] | None:
    """Return a move as a square, or None where it is none."""
    try:
        return square_of(move)
    except ValueError:
        return None


def _same(expected: Scores, got: Scores) -> bool:
    return len(expected) == len(got) and all(
        len(one) == len(two) and all(abs(a - b) < 1e-9 for a, b in zip(one, two, strict=True))
        for one, two in zip(expected, got, strict=True)
    )


def _added(scores: Scores) -> Scores:
    return [[value - 0.5 for value in row] for row in scores]


def _letters(marks: list[int]) -> str:
    return "".join(STRMAP.get(mark, "?") for mark in marks)
