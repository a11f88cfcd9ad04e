"""The two weights of a file, under whatever names, and the file with other ones."""

from __future__ import annotations

from engine.board import PLAYERX
from engine.compat.contract.looks import Scores
from engine.compat.loading import LoadedFile, load_again
from engine.compat.poc_ttt_provided import TTTBoard
from engine.notation import parse_board

EDITIONS = (("SCORE_CURRENT", "SCORE_OTHER"), ("MCMATCH", "MCOTHER"))
"""The names of the two weights in the two editions of the course."""

Weights = tuple[float, float]

UNEQUAL: Weights = (2.0, 3.0)
"""Weights that tell apart what equal ones do not."""


def names_of(file: LoadedFile) -> tuple[str, str] | None:
    """Return what the file calls its weights, or None where it calls them otherwise."""
    return next((pair for pair in EDITIONS if all(name in file.names for name in pair)), None)


def weights_of(file: LoadedFile) -> Weights:
    """Return the file's own weights.

    Where they have other names, what it gives on a plain win is taken for them, and must hold
    everywhere.
    """
    names = names_of(file)
    if names is not None:
        return float(file.names[names[0]]), float(file.names[names[1]])
    scores: Scores = [[0.0] * 3 for _ in range(3)]
    file.names["mc_update_scores"](scores, TTTBoard.of(parse_board("XXX/OO./...")), PLAYERX)
    return float(scores[0][0]), -float(scores[1][0])


def with_weights(file: LoadedFile, weights: Weights) -> LoadedFile | None:
    """Return the file loaded anew with other weights; None where it names none.

    They take effect where the file assigns its own, so that what it makes of them at once, such as
    a table, is made of the others too.
    """
    names = names_of(file)
    if names is None:
        return None
    return load_again(file, dict(zip(names, weights, strict=True)))
