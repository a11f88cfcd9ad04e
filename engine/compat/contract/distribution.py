"""When counts are so far from their chances that a file is to be blamed: suspect, then confirm.

A right file is suspected in one look of a thousand. It is blamed only if four times as many fresh
calls are so far off that chance alone does it once in a million: once in 10^9 looks altogether.
What is far off is seen after fewer calls, which must then be even less likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.compat.reference import surprise

SUSPECT = 1e-3
"""A look whose counts are likelier than this finds nothing."""

SURE = 1e-6
"""Where a suspicion is confirmed, the fresh counts are less likely than this."""

CONFIRMING = 4
"""How many times as many calls confirm a suspicion."""

_EARLY = (0.5, 1.0, 2.0)
"""After how many times as many fresh calls it is looked whether they are enough."""

_SUSPECT_EARLY, _SURE_EARLY = 1e-5, 1e-7


def unlike(
    draw: Callable[[int], Counter[Any]], times: int, chances: Mapping[Any, float]
) -> Counter[Any] | None:
    """Return counts that do not come from the chances, or None where they may well do.

    Args:
        draw: makes fresh calls, so many, and returns how often each outcome came.
        times: how many calls the first stage makes.
        chances: of each outcome; any other one is impossible, and a fault at once.
    """
    counts = draw(max(1, times // 4))
    if surprise(counts, chances) >= _SUSPECT_EARLY:
        counts += draw(times - counts.total())
        if surprise(counts, chances) >= SUSPECT:
            return None
    if any(not chances.get(outcome) for outcome in counts):
        return counts
    counts = Counter()
    for part in _EARLY:
        counts += draw(max(1, round(part * times)) - counts.total())
        if surprise(counts, chances) < _SURE_EARLY:
            return counts
    counts += draw(CONFIRMING * times - counts.total())
    return counts if surprise(counts, chances) < SURE else None


def shares_text(counts: Mapping[Any, int], most: int = 4) -> str:
    """Return what came most often, in percent."""
    total = sum(counts.values())
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))
    shares = ", ".join(f"{outcome} {count / total:.0%}" for outcome, count in ranked[:most])
    return f"{shares} of {total:,}"


def chances_text(chances: Mapping[Any, float], most: int = 4) -> str:
    """Return what is likeliest, in percent."""
    ranked = sorted(chances.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return ", ".join(f"{outcome} {chance:.0%}" for outcome, chance in ranked[:most])
