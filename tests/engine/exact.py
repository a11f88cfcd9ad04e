"""Exact statistics of random play on small boards, by walking every game.

Written from the rules alone, on strings, so that it shares nothing with the engine but them.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def line_owner(cells: str) -> str | None:
    for a, b, c in LINES:
        if cells[a] != "." and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


@cache
def outcomes(cells: str, mover: str) -> dict[tuple[str, str], Fraction]:
    """Return the probability of each (final board, owner of its line or "") under random play."""
    owner = line_owner(cells)
    if owner or "." not in cells:
        return {(cells, owner or ""): Fraction(1)}
    found: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    empty = [i for i, cell in enumerate(cells) if cell == "."]
    for i in empty:
        after = cells[:i] + mover + cells[i + 1 :]
        for end, chance in outcomes(after, "O" if mover == "X" else "X").items():
            found[end] += chance / len(empty)
    return dict(found)


def winner_of(owner: str, reverse: bool) -> str:
    return owner if not reverse or not owner else "XO"["OX".index(owner)]


def expected(cells: str, mover: str, reverse: bool = False) -> dict[str, object]:
    """Return win chances, the mean score a square at weights (1, 1), and its variance."""
    wins: dict[str, Fraction] = defaultdict(Fraction)
    mean = [Fraction(0)] * 9
    square_sum = [Fraction(0)] * 9
    for (final, owner), chance in outcomes(cells, mover).items():
        winner = winner_of(owner, reverse)
        wins[winner] += chance
        if not winner:
            continue
        sign = 1 if winner == mover else -1
        for i, cell in enumerate(final):
            if cell != ".":
                score = sign if cell == mover else -sign
                mean[i] += chance * score
                square_sum[i] += chance
    variance = [square - value**2 for square, value in zip(square_sum, mean, strict=True)]
    return {
        "X": float(wins["X"]),
        "O": float(wins["O"]),
        "tie": float(wins[""]),
        "mean": [float(value) for value in mean],
        "variance": [float(value) for value in variance],
    }


def open_positions() -> list[str]:
    """Return every position that legal play reaches and in which a move can be made."""
    seen: set[str] = set()
    stack = ["." * 9]
    while stack:
        cells = stack.pop()
        if cells in seen or line_owner(cells) or "." not in cells:
            continue
        seen.add(cells)
        mark = "X" if cells.count("X") == cells.count("O") else "O"
        stack += [cells[:i] + mark + cells[i + 1 :] for i, cell in enumerate(cells) if cell == "."]
    return sorted(seen)


def as_rows(cells: str) -> str:
    return "/".join((cells[:3], cells[3:6], cells[6:]))
