"""Whether ``mc_update_scores`` adds what the course says, for any weights and either side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.board import DRAW, PLAYERO, PLAYERX, STRMAP
from engine.compat.contract.causes import BEFORE, added, cause_of
from engine.compat.contract.looks import Look, Scores, rows_of, same, verdict, warning
from engine.compat.contract.weights import UNEQUAL, Weights, names_of, weights_of, with_weights
from engine.compat.loading import LoadedFile
from engine.compat.poc_ttt_provided import TTTBoard
from engine.compat.terms import Finding
from engine.notation import parse_board

_FINISHED = {
    3: ("XXX/OO./...", "OOX/OX./X..", "OOO/XX./X..", "XOX/XO./.O.", "XOX/XOO/OXX", "OXO/OXX/XOO"),
    4: ("XXXX/OOO./..../....", "OXXX/.O.X/..O./...O", "XOXO/XOXO/OXOX/XOXO"),
}
_KINDS = ("won", "lost", "tied")


def _boards(dim: int, kind: str, player: int) -> Iterator[TTTBoard]:
    """Yield the finished boards that the side has won, lost or tied, in both games."""
    for rows in _FINISHED[dim]:
        for reverse in (False, True):
            board = TTTBoard.of(parse_board(rows, reverse))
            winner = board.check_win()
            ended = "tied" if winner == DRAW else "won" if winner == player else "lost"
            if ended == kind:
                yield board


def _adds(dim: int, kind: str, player: int, file: LoadedFile) -> Iterator[Finding]:
    weights = weights_of(file)
    title = f"mc_update_scores adds the right scores for {STRMAP[player]}, {kind} on {dim}x{dim}"
    found = next(filter(None, _looked_at(file, weights, dim, kind, player)), None)
    if found is None:
        yield verdict(True, title, "", "")
        return
    board, expected, got, cause = found
    if kind != "tied" and not any(map(any, got)):
        turned = "lost" if kind == "won" else "won"
        opposite = next(filter(None, _looked_at(file, weights, dim, turned, player)), None)
        if opposite is not None and not any(map(any, opposite[2])):
            cause = "the grid given is not changed: the scores go elsewhere"
    yield found_as((board, expected, got, cause), title)


Wrong = tuple[TTTBoard, Scores, Scores, str]
"""A board, what was to be added, what was added, and the likely cause."""


def found_as(wrong: Wrong, title: str) -> Finding:
    """Return a finding about wrong scores."""
    board, expected, got, cause = wrong
    rule = ", in the reverse game" if board.rules.reverse else ""
    what = f"{title}: {rows_of(board)}{rule}"
    return verdict(False, what, str(expected), str(got), cause, rows_of(board))


def _looked_at(
    file: LoadedFile, weights: Weights, dim: int, kind: str, player: int
) -> Iterator[Wrong | None]:
    for board in _boards(dim, kind, player):
        given: Scores = [[BEFORE] * dim for _ in range(dim)]
        file.names["mc_update_scores"](given, board.clone(), player)
        expected = added(board, player, weights)
        got = [[float(value) - BEFORE + 0.0 for value in row] for row in given]
        if same(expected, got):
            yield None
        else:
            yield board, expected, got, cause_of(got, board, player, weights)


def _unequal(kind: str, player: int, file: LoadedFile) -> Iterator[Finding]:
    """Look at the scores with unequal weights, where the file's own give the right ones."""
    names = names_of(file)
    if names is None:
        return
    own = weights_of(file)
    if any(_looked_at(file, own, 3, kind, player)):
        return  # told already
    other = with_weights(file, UNEQUAL)
    if other is None:
        return
    current, theirs = names
    title = (
        f"mc_update_scores adds the right scores for {STRMAP[player]}, {kind}, "
        f"with {current} = 2 and {theirs} = 3"
    )
    for wrong in filter(None, _looked_at(other, UNEQUAL, 3, kind, player)):
        board, _, got, _ = wrong
        if same(got, added(board, player, own)):
            unused = f"changing {current} and {theirs} changes nothing"
            what = f"mc_update_scores uses {current} and {theirs}"
            yield warning(what, f"with 2 and 3: {added(board, player, UNEQUAL)}", str(got), unused)
        else:
            cause = wrong[3]
            right_only = f"right only while {current} and {theirs} are equal"
            yield found_as((*wrong[:3], f"{right_only}: {cause}" if cause else right_only), title)
        return
    yield verdict(True, title, "", "")


LOOKS = (
    *(
        Look(
            f"mc_update_scores for {STRMAP[player]}, {kind} on {dim}x{dim},",
            partial(_adds, dim, kind, player),
            "mc_update_scores",
        )
        for dim in _FINISHED
        for kind in _KINDS
        for player in (PLAYERX, PLAYERO)
    ),
    *(
        Look(
            f"mc_update_scores for {STRMAP[player]}, {kind}, with unequal weights,",
            partial(_unequal, kind, player),
            "mc_update_scores",
        )
        for kind in _KINDS
        for player in (PLAYERX, PLAYERO)
    ),
)
