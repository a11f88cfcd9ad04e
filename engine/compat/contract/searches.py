"""Whether ``mc_move`` chooses its moves as so many random trials would: by their distribution.

How a file gets there is its own affair: it may do without its other functions, or leave tied games
out. Only moves are compared, with the exact chances after one trial, and with shipped tables, or
worked out chances, after more.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from engine.board import PLAYERO, PLAYERX, STRMAP, Board, switch_player
from engine.compat.contract.choices import by_order
from engine.compat.contract.distribution import (
    CONFIRMING,
    SURE,
    chances_text,
    shares_text,
    unlike,
)
from engine.compat.contract.looks import FileLook, fault, passed, rows_of, warning
from engine.compat.contract.moves import no_move
from engine.compat.contract.why import reason_of
from engine.compat.reference import (
    Case,
    Chances,
    best_sets,
    choices,
    difference,
    surprise,
    with_floor,
)
from engine.compat.remote import Call, RemoteFile
from engine.compat.terms import Finding
from engine.rules import Square

TABLES = Path(__file__).with_name("chances.json")
"""The chances of the cases below: ``python -m engine.compat.contract.tables`` makes them."""

CASES: tuple[tuple[Case, int], ...] = (
    (Case("O../X.X/..O", PLAYERX, 1), 500),  # a win at hand; two trials show best here
    (Case("X.O/.X./..O", PLAYERX, 1), 500),
    (Case("XX./.O./...", PLAYERO, 1), 500),
    (Case(".../.../...", PLAYERX, 1), 300),
    (Case("X../.O./...", PLAYERX, 7), 200),
    (Case("X../.O./...", PLAYERX, 7, reverse=True), 120),
    (Case("XO./.X./...", PLAYERO, 7, (0.5, 1.5)), 150),
    (Case("XO./.X./...", PLAYERO, 7, (3.0, 1.0)), 150),
    (Case("XO./.X./...", PLAYERO, 7, (1.0, 3.0)), 150),
    (Case("XO./.X./...", PLAYERO, 30), 100),
    (Case(".../.../...", PLAYERX, 200), 30),
    (Case("X../.O./...", PLAYERX, 200), 30),
)
"""What is asked, and how often at first. Equal weights hide for whom scores are added up, so some
have others; whether the number of trials is right shows best after one."""

_ELSEWHERE = 2
"""Positions that are asked about besides, after one trial: others for each file, so that a table of
answers to the questions above is not enough."""

_ELSEWHERE_CALLS = 400
_DRAWN, _EMPTY = 6, (4, 7)
"""Of so many drawn positions, with from so many to so many empty squares, that is taken where
chances differ most."""

ORDERS = ("fair", "first", "last")
"""How equals may be chosen among: fairly, or by order, which is a warning only."""

_SLOW_SHARE = 0.05
"""A case is left out if its first stage takes more of the time for all looks than this."""


@cache
def _tables() -> dict[str, dict[str, list[float]]]:
    tables: dict[str, dict[str, list[float]]] = json.loads(TABLES.read_text(encoding="utf-8"))
    return tables


def chances_of(case: Case, ties: str) -> Chances:
    """Return the chance of each move: from the tables, or worked out where they lack the case."""
    known = _tables().get(case.key)
    if known is None or case.trials == 1:
        return with_floor(choices(case, ties), case.trials)
    squares = case.board.get_empty_squares()
    return with_floor(dict(zip(squares, known[ties], strict=True)), case.trials)


def _title(case: Case) -> str:
    trials = "1 trial" if case.trials == 1 else f"{case.trials} trials"
    rule = ", in the reverse game" if case.reverse else ""
    weights = ""
    if case.weights != (1.0, 1.0):
        weights = f", weights {case.weights[0]:g} and {case.weights[1]:g}"
    return f"{trials} for {STRMAP[case.player]} on {case.rows}{weights}{rule}"


def _moves(case: Case, usual: int, file: RemoteFile) -> Iterator[Finding]:
    """Compare a case's moves with their chances."""
    if file.facts.weight_names is None:
        if case.weights != (1.0, 1.0):
            return  # this file cannot be given other weights
        case = Case(case.rows, case.player, case.trials, file.weights(), case.reverse)
    title, times = _title(case), file.times(usual)
    seconds = file.known.get("seconds a trial", 0.0) * case.trials
    if case.trials > 1 and seconds * times > _SLOW_SHARE * file.whole:
        yield _left_out(title, file)
        return
    wrong: list[Finding] = []

    def draw(count: int) -> Counter[Square | None]:
        if count * file.known.get("seconds a trial", 0.0) * case.trials > file.left:
            raise _TooSlowError
        call = Call(case.board, case.player, case.trials, times=count)
        begun = file.spent
        results = file.calls("mc_move", [call], case.weights)
        results.finish()
        if case.trials == 1:
            file.known["seconds a trial"] = (file.spent - begun) / count
        for result in results:
            wrong.extend(no_move(result, case.board, f"with {title}", case.rows))
        return Counter(result.square for result in results)

    ties = file.known.get("ties", "fair")
    chances = chances_of(case, ties)
    try:
        counts = unlike(draw, times, chances)
    except _TooSlowError:
        yield _left_out(title, file)
        return
    if wrong:
        yield wrong[0]
    elif counts is None:
        yield passed(f"mc_move chooses as it should with {title}")
    else:
        yield _judged(case, counts, chances, file)


def _judged(
    case: Case, counts: Counter[Square | None], chances: Chances, file: RemoteFile
) -> Finding:
    """Return what moves mean that do not come as often as they should."""
    title = _title(case)
    if case.trials == 1 and file.known.get("ties", "fair") == "fair":
        for order in ORDERS[1:]:
            if surprise(counts, chances_of(case, order)) >= SURE:
                file.known["ties"] = order
                shares = shares_text(counts)
                what = f"mc_move does not choose among equals at random with {title}"
                return warning(what, chances_text(chances), shares, by_order(order))
    if file.known.get("uneven ties") and _ties_alone(case, counts, file):
        return passed(f"mc_move chooses as its get_best_move does with {title}")
    expected, got = chances_text(chances), shares_text(counts)
    if file.known.get("wrong parts") and reason_of(file) is None:
        file.known["wrong moves"] = True
        return passed(f"mc_move goes wrong where its parts do, and not by itself: {title}")
    what = f"mc_move does not choose as random trials would: {title}"
    return fault(what, expected, got, _guess(counts), case.rows)


def _guess(counts: Counter[Square | None]) -> str:
    """Return what the moves alone say."""
    if len(counts) == 1 and counts.total() > 20:
        return "it always makes the same move"
    return ""


class _TooSlowError(Exception):
    """There is no time for so many calls."""


def _left_out(title: str, file: RemoteFile) -> Finding:
    """Return a finding about a case that a file is too slow for, and note that down."""
    note = f"mc_move with {title} was left out: its trials are too slow for that"
    file.known.setdefault("notes", []).append(note)
    return passed(note)


def _ties_alone(case: Case, counts: Counter[Square | None], file: RemoteFile) -> bool:
    """Whether right scores and the file's own, uneven way with equals explain the moves."""
    import numpy as np  # noqa: PLC0415  (few commands check files)

    chances = best_sets(case)
    sets = list(chances)
    generator = np.random.default_rng(file.seed)
    shares = np.array([chances[squares] for squares in sets])
    drawn = generator.multinomial(CONFIRMING * counts.total(), shares / shares.sum())
    board = case.board
    calls = []
    for best, times in zip(sets, map(int, drawn), strict=True):
        if times:
            grid = [[float((row, col) in best) for col in range(3)] for row in range(3)]
            calls.append(Call(board, scores=grid, times=times))
    results = file.calls("get_best_move", calls)
    results.finish()
    chosen = Counter(result.square for result in results)
    return difference(counts, chosen) >= SURE


def elsewhere(seed: int) -> Case:
    """Return a case of one trial that follows from a seed alone."""
    chance = random.Random(seed)
    drawn = [_position(chance) for _ in range(_DRAWN)]
    return max(drawn, key=lambda case: _spread(chances_of(case, "fair")))


def _position(chance: random.Random) -> Case:
    """Return a position of some game that goes on."""
    while True:
        board, player = Board(3), PLAYERX
        for _ in range(9 - chance.randint(*_EMPTY)):
            board.move(*chance.choice(board.get_empty_squares()), player)
            player = switch_player(player)
        if board.check_win() is None:
            return Case(rows_of(board), player, 1)


def _spread(chances: Chances) -> float:
    """Return how far chances are from being equal."""
    return sum(abs(chance - 1 / len(chances)) for chance in chances.values())


def _moves_elsewhere(number: int, file: RemoteFile) -> Iterator[Finding]:
    yield from _moves(elsewhere(file.seed + number), _ELSEWHERE_CALLS, file)


LOOKS = (
    *(
        FileLook(f"mc_move with {_title(case)}", partial(_moves, case, usual), "mc_move")
        for case, usual in CASES
    ),
    *(
        FileLook("mc_move with 1 trial elsewhere", partial(_moves_elsewhere, number), "mc_move")
        for number in range(_ELSEWHERE)
    ),
)
