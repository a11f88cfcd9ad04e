"""Checks of values that come from outside, each with one clear sentence."""

from __future__ import annotations

from numbers import Real
from operator import index

from engine.errors import Problem

_SHOWN = 60


def shown(value: object) -> str:
    """Return a bad value as a message shows it: as Python writes it, cut where it is long."""
    try:
        text = repr(value)
    except Exception:  # too many digits, or anything at all from a foreign class
        text = f"a {type(value).__name__}"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def whole_number(value: object, what: str, low: int, high: int | None = None) -> int:
    """Return ``value`` as an int within [low, high], else raise a Problem naming ``what``."""
    try:
        number = index(value)  # type: ignore[arg-type]  # refusing other types is the point
    except TypeError:
        number = low - 1
    if number < low or (high is not None and number > high) or value is True or value is False:
        given = shown(value)
        if high is None:
            raise Problem(
                "{what} must be a whole number at least {low}, not {value}",
                what=what, low=low, value=given,
            )  # fmt: skip
        raise Problem(
            "{what} must be a whole number from {low} to {high}, not {value}",
            what=what, low=low, high=high, value=given,
        )  # fmt: skip
    return number


def real_number(value: object, low: float, high: float) -> float | None:
    """Return ``value`` as a float if it is a real number within [low, high], else None."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if low <= number <= high else None
