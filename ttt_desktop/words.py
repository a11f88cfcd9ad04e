"""Sentences and numbers as people read them."""

from __future__ import annotations

from engine import PLAYERX, Result, Termination

LETTER = {PLAYERX: "X"}


def letter(mark: int) -> str:
    """Return "X" or "O"."""
    return LETTER.get(mark, "O")


def rate_text(per_second: float) -> str:
    """Return a rate such as "3.2 M trials/s"."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if per_second >= size:
            return f"{per_second / size:.3g}{unit} trials/s"
    return f"{per_second:.0f} trials/s"


def result_sentence(result: Result, names: dict[int, str]) -> str:
    """Return how a game ended: "X (you) wins.", for instance.

    Args:
        result: the end.
        names: who plays each mark ("You", "Machine"); empty names leave that out.
    """
    if result.winner is None:
        return "Tie: the board is full."
    winner = letter(result.winner)
    other = "O" if winner == "X" else "X"
    owner = names.get(result.winner, "")
    who = f" ({owner})" if owner else ""
    if result.reason is Termination.REVERSE_LINE:
        return f"{winner}{who} wins: {other} completed a line, and in the reverse game that loses."
    return f"{winner}{who} wins."
