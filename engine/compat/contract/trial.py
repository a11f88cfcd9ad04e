"""Whether ``mc_trial`` plays one random game to its end, by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from engine.board import PLAYERO, PLAYERX, STRMAP
from engine.compat.contract.looks import FileLook, WatchedBoard, letters, rows_of, verdict, warning
from engine.compat.loading import LoadedFile
from engine.compat.terms import Finding

_GAMES = 90
"""Games of each kind: a board that is full before the game's end is not enough to see much."""

_MANY = 900
"""Games in which each first move of nine comes 100 times."""

_UNEVEN = 42.7
"""Chi-squared with 8 degrees of freedom is above this once in a million."""

_STARTS = (
    (".../.../...", "on 3x3"),
    ("..../..../..../....", "on 4x4"),
    ("X.O/.X./..O", "from the middle of a game"),
)


def _plays(start: str, title: str, player: int, file: LoadedFile) -> Iterator[Finding]:
    """Yield what is wrong with the games from a position, each kind of mistake once."""
    title = f"mc_trial {title}, {STRMAP[player]} first,"
    rules = {
        "plays to the end, on the board given": _unfinished,
        "ends when the game does": _too_long,
        "takes turns": _turns,
        "makes as many moves of each side": _counts,
    }
    wrong: dict[str, tuple[str, str, str, str]] = {}
    before = Counter(start)
    for _ in range(_GAMES):
        board = WatchedBoard.at(start)
        file.names["mc_trial"](board, player)
        for rule, look in rules.items():
            if rule not in wrong and (found := look(board, player, before)):
                wrong[rule] = (*found, rows_of(board))
    for rule in rules:
        expected, got, cause, shown = wrong.get(rule, ("", "", "", ""))
        yield verdict(rule not in wrong, f"{title} {rule}", expected, got, cause, shown)


Seen = tuple[str, str, str] | None
"""What was expected, what came, and the likely cause; None where all is well."""


def _unfinished(board: WatchedBoard, _player: int, before: Counter[str]) -> Seen:
    if board.check_win() is not None:
        return None
    cause = "it stops before the game's end"
    if Counter(rows_of(board))["."] == before["."]:
        cause = "the board given was not changed"
    return "a finished game", rows_of(board), cause


def _too_long(board: WatchedBoard, _player: int, _before: Counter[str]) -> Seen:
    if not board.after_the_end:
        return None
    return "no move after the end", rows_of(board), "it goes on after check_win has an answer"


def _turns(board: WatchedBoard, player: int, _before: Counter[str]) -> Seen:
    marks = [mark for _, _, mark in board.moves]
    turns = [PLAYERX, PLAYERO] if player == PLAYERX else [PLAYERO, PLAYERX]
    expected = [turns[i % 2] for i in range(len(marks))]
    if marks == expected:
        return None
    cause = ""
    if len(set(marks)) == 1:
        cause = "the sides do not take turns"
    elif marks[0] != player:
        cause = "the other side moves first"
    elif board.check_win() is not None:
        cause = "a side lost its turn, or moved twice"
    return letters(expected), letters(marks), cause


def _counts(board: WatchedBoard, player: int, before: Counter[str]) -> Seen:
    """Count the marks themselves: a file may put them without the board's help."""
    if board.moves:
        return None  # seen as turns
    after = Counter(rows_of(board))
    first, second = ("X", "O") if player == PLAYERX else ("O", "X")
    lead = (after[first] - before[first]) - (after[second] - before[second])
    if lead in (0, 1):
        return None
    return "as many, or one more of the first", f"{lead:+d} of the first", ""


def _random(file: LoadedFile) -> Iterator[Finding]:
    """Count where the first moves of many games go: none is likelier than another."""
    counts = [Counter[tuple[int, int]]() for _ in range(5)]
    for _ in range(_MANY):
        board = WatchedBoard.at(".../.../...")
        file.names["mc_trial"](board, PLAYERX)
        for count, (row, col, _) in zip(counts, board.moves, strict=False):
            count[row, col] += 1
    if not counts[0]:
        return  # it puts its marks without the board's help
    squares = [(row, col) for row in range(3) for col in range(3)]
    what = "mc_trial chooses among all empty squares"
    for number, count in enumerate(counts, 1):
        games = count.total()
        if never := [square for square in squares if games > 200 and not count[square]]:
            told = f"as move {number} of {games} games, never {', '.join(map(str, never))}"
            if len(never) == 8:
                told = f"as move {number} of {games} games, always {count.most_common(1)[0][0]}"
            yield verdict(False, what, "each square now and then", told)
            return
    yield verdict(True, what, "", "")
    what = "mc_trial gives all empty squares the same chance"
    for number, count in enumerate(counts, 1):
        games = count.total()
        usual = games / 9
        if sum((count[square] - usual) ** 2 / usual for square in squares) > _UNEVEN:
            told = ", ".join(f"{square} {count[square]} times" for square in squares)
            yield warning(
                what, f"about {usual:.0f} times each", f"as move {number} of {games} games: {told}"
            )
            return
    yield verdict(True, what, "", "")


LOOKS = (
    *(
        FileLook(
            f"mc_trial {title}, {STRMAP[player]} first,",
            partial(_plays, start, title, player),
            "mc_trial",
        )
        for start, title in _STARTS
        for player in (PLAYERX, PLAYERO)
    ),
    FileLook("mc_trial, many times over,", _random, "mc_trial"),
)
