"""Whether ``mc_trial`` plays one random game to its end, by the rules.

The final boards are what counts: whether they can come at all, and whether they come as often as
random play brings them. The moves that were seen on the way only say why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from engine.board import EMPTY, PLAYERO, PLAYERX, STRMAP, Board, switch_player
from engine.compat.contract.distribution import chances_text, shares_text, unlike
from engine.compat.contract.looks import FileLook, fault, letters, passed, rows_of
from engine.compat.reference import ends
from engine.compat.remote import UNKNOWN, Call, RemoteFile, Reply
from engine.compat.terms import Finding
from engine.notation import parse_board

_GAMES = 90
"""Games of each kind: a board that is full before the game's end is not enough to see much."""

_STARTS = (
    (".../.../...", False, "on 3x3"),
    ("..../..../..../....", False, "on 4x4"),
    ("X.O/.X./..O", False, "from the middle of a game"),
    ("X.O/.X./..O", True, "in the reverse game"),
)
FEW_EMPTY = (("X../.O./..X", PLAYERO), ("XO./.X./..O", PLAYERX))
_FINE_GAMES, _COARSE_GAMES = 300, 400
_PLACES = ((0, 0), (1, 1), (1, 2))
_TURNS = "does not let the sides take turns"
_CHANGES = "changes marks that stood before"
_UNEVEN = "mc_trial does not choose evenly among the empty squares"

Wrong = tuple[str, str, str, str]
"""What is wrong, what was expected, what came, and the likely cause."""


def _plays(
    start: str, reverse: bool, title: str, player: int, file: RemoteFile
) -> Iterator[Finding]:
    """Yield what is wrong with the games from a position, each kind of mistake once."""
    board = parse_board(start, reverse)
    results = file.calls("mc_trial", [Call(board, player, times=_GAMES)], watched=True)
    title = f"{title}, {STRMAP[player]} first"
    wrong: dict[str, tuple[Wrong, str]] = {}
    of_turns = _why_turns(results, player)
    for result in results:
        after = result.rows or start
        if problem := _impossible(result, after, board, player, of_turns):
            wrong.setdefault(problem[0], (problem, after))
    for kind in (_CHANGES, _TURNS):
        if kind in wrong:
            wrong = {kind: wrong[kind]}  # by these, other games seem to go on too long
    for (what, expected, got, cause), after in wrong.values():
        file.known["wrong trials"] = True
        yield fault(f"mc_trial {what} ({title})", expected, got, cause, after)
    results.finish()
    if not wrong:
        yield passed(f"mc_trial plays by the rules {title}")


def _impossible(result: Reply, rows: str, start: Board, player: int, of_turns: str) -> Wrong | None:
    """Return why a board cannot be the end of a game; None where it can.

    ``of_turns`` is the cause of wrong turns.
    """
    if rows == UNKNOWN:
        return "puts something on the board that is no mark", "X, O and empty squares", rows, ""
    after = parse_board(rows, start.rules.reverse)
    if any(was not in (EMPTY, now) for was, now in zip(_marks(start), _marks(after), strict=True)):
        cause = "marks that stood before are taken away, or are changed"
        return _CHANGES, f"those of {rows_of(start)}", rows, cause
    return _no_game(result, after, start, player, of_turns)


def _no_game(result: Reply, after: Board, start: Board, player: int, of_turns: str) -> Wrong | None:
    """Return why the marks that were put are no whole game; None where they are."""
    rows = rows_of(after)
    put = [at for at in start.get_empty_squares() if after.square(*at) != EMPTY]
    if not put:
        return "does not play", "a finished game", rows, "the board given was not changed"
    mine = sum(after.square(*at) == player for at in put)
    if 2 * mine - len(put) not in (0, 1):
        return _turns(result, put, mine, player, of_turns)
    if after.check_win() is None:
        expected, cause = "a finished game", "it stops before the game's end"
        return "does not play to the end", expected, rows, cause
    last = player if 2 * mine > len(put) else switch_player(player)
    if all(_over_without(after, at) for at in put if after.square(*at) == last):
        cause = "it goes on after check_win has an answer"
        return "plays on after the game's end", "no move after the end", rows, cause
    return None


def _marks(board: Board) -> Iterator[int]:
    return chain.from_iterable(board.rows)


def _over_without(board: Board, square: tuple[int, int]) -> bool:
    before = board.clone()
    before.clear(*square)
    return before.check_win() is not None


def _turns(result: Reply, put: list[tuple[int, int]], mine: int, player: int, cause: str) -> Wrong:
    """Return a mistake about the turns, with what the moves that were seen say of it."""
    seen = _moves(result)
    marks = [move[2] for move in seen]
    if len(seen) != len(put):
        side = STRMAP[player]
        lead = f"{mine} of {side}, {len(put) - mine} of the other side"
        return _TURNS, f"as many marks of each side, or one more of {side}", lead, ""
    turns = [player, switch_player(player)]
    expected = letters([turns[i % 2] for i in range(len(marks))])
    return _TURNS, expected, letters(marks), cause


def _why_turns(results: Sequence[Reply], player: int) -> str:
    """Return why turns are wrong, if they are, from all games: one alone may look like another."""
    games = [[move[2] for move in _moves(result)] for result in results]
    if all(game[0] != player for game in games if game):
        return "the other side moves first"
    if all(len(set(game)) == 1 for game in games if game):
        return "the sides do not take turns"
    return "a side lost its turn, or moved twice"


def _moves(result: Reply) -> list[list[Any]]:
    """Return the moves that were seen, each as row, column and mark."""
    moves = result.evidence.get("moves")
    return [
        move for move in (moves if isinstance(moves, list) else ())
        if isinstance(move, list) and len(move) == 3 and all(type(part) is int for part in move)
    ]  # fmt: skip


Outcome = Callable[[str], Any]


@lru_cache(maxsize=32)  # the same ones for every file
def chances_of_ends(rows: str, player: int, outcome: Outcome) -> Mapping[Any, float]:
    """Return the chance of each outcome of the games from a position, as ``outcome`` sees them."""
    chances: dict[Any, float] = {}
    for end, chance in ends(rows, player).items():
        chances[outcome(end)] = chances.get(outcome(end), 0.0) + chance
    return chances


def _evenly(
    rows: str, player: int, outcomes: tuple[Outcome, ...], usual: int, file: RemoteFile
) -> Iterator[Finding]:
    """Look whether games end as often in each way as random play does."""
    if file.known.get("wrong trials"):
        return  # told already: such boards cannot come
    board = parse_board(rows)

    def play(times: int) -> list[Reply]:
        results = file.calls("mc_trial", [Call(board, player, times=times)], watched=True)
        results.finish()
        return results

    first = play(file.times(usual))
    for outcome in outcomes:
        ready, seen = list(first), list(first)  # all outcomes are looked for in the same games

        def draw(times: int, outcome: Outcome = outcome, ready: list[Reply] = ready,
                 seen: list[Reply] = seen) -> Counter[Any]:  # fmt: skip
            games = ready[:times] if ready else play(times)
            del ready[:times]
            seen[:] = games
            ended = [result.rows or rows for result in games]
            return Counter(outcome(end) if end != UNKNOWN else UNKNOWN for end in ended)

        chances = chances_of_ends(rows, player, outcome)
        counts = unlike(draw, len(first), chances)
        if counts is not None:
            file.known["wrong trials"] = True
            yield fault(_UNEVEN, chances_text(chances), shares_text(counts), _why(seen, rows), rows)
            return
    yield passed(f"mc_trial chooses evenly among the empty squares of {rows}")


def _why(seen: list[Reply], rows: str) -> str:
    """Return what the moves that were seen say about games that end in uneven ways."""
    games = [_moves(result) for result in seen]
    if not any(games):
        return ""  # it puts its marks without the board's help
    if len({tuple(map(tuple, game)) for game in games}) == 1:
        return "all games are the same one"
    empty = set(parse_board(rows).get_empty_squares())
    first = Counter((game[0][0], game[0][1]) for game in games if game)
    if len(first) == 1:
        return f"it always begins with {next(iter(first))}"
    if first and (never := sorted(empty - set(first))):
        return f"it never begins with {', '.join(map(str, never))}"
    return "some squares are likelier than others"


@lru_cache(maxsize=1_000)
def _length(end: str) -> str:
    winner = parse_board(end).check_win()
    result = STRMAP[winner] + " wins" if winner in (PLAYERX, PLAYERO) else "tie"
    return f"{result} with {sum(mark in 'XO' for mark in end)} marks"


def _at(row: int, col: int) -> Outcome:
    return lambda end: f"{end.split('/')[row][col]} at ({row}, {col})"


OUTCOMES: tuple[Outcome, ...] = (_length, *(_at(*place) for place in _PLACES))
"""What is counted of the games from the empty board: who wins with how many marks, and squares."""

LOOKS = (
    *(
        FileLook(
            f"mc_trial {title}, {STRMAP[player]} first,",
            partial(_plays, start, reverse, title, player),
            "mc_trial",
        )
        for start, reverse, title in _STARTS
        for player in (PLAYERX, PLAYERO)
    ),
    *(
        FileLook(
            "mc_trial, many times over,",
            partial(_evenly, rows, player, (str,), _FINE_GAMES),
            "mc_trial",
        )
        for rows, player in FEW_EMPTY
    ),
    FileLook(
        "mc_trial, many times over,",
        partial(
            _evenly, ".../.../...", PLAYERX, OUTCOMES,
            _COARSE_GAMES,
        ),
        "mc_trial",
    ),
)  # fmt: skip
