"""Settings as older versions stored them."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import Problem
from engine.players.monte_carlo import KIND
from engine.specs import PlayerSpec
from ttt_desktop.settings.declarations import USUAL_PLAYER, option_of

_PARAMETERS = {"trials": "trials", "score_current": "current", "score_other": "other"}
_PREFIXES = {"x": "", "o": "o_"}

Read = Callable[[str], str | None]
"""Returns the stored text of a setting, or None."""


def older_text(name: str, read: Read) -> str | None:
    """Return what an older version stored for one of today's settings, as text; None if nothing.

    Raises:
        ValueError: it cannot be used; a sentence.
    """
    if name == "line":
        return read("line_length")
    if name == "alike":
        own = read("o_own")
        return None if own is None else str(own.lower() != "true")
    return _player(name, read) if name in _PREFIXES else None


def _player(name: str, read: Read) -> str | None:
    given = {new: read(_PREFIXES[name] + old) for old, new in _PARAMETERS.items()}
    if (read("settle") or "").lower() == "true":
        given["settled"] = str(KIND.parameter("settled").suggested)
    if not any(given.values()):
        return None
    spec = PlayerSpec.parse(USUAL_PLAYER)
    try:
        for parameter, text in given.items():
            if text is None:
                continue
            spec = _bounded(spec.with_value(parameter, text), parameter)
    except ValueError as error:
        raise Problem("{what}: {error}", what=option_of(name).label, error=error) from None
    return str(spec)


def _bounded(spec: PlayerSpec, parameter: str) -> PlayerSpec:
    """Return the player if one of its settings is within the bounds of that time."""
    low, high = spec.kind.parameter(parameter).offered
    if not low <= spec.number(parameter) <= high:
        raise ValueError(f"{parameter} must be from {low:,.0f} to {high:,.0f}")
    return spec
