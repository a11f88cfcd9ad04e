"""Checks of values that come from outside, each with one clear sentence."""

from __future__ import annotations

import json
from numbers import Real
from operator import index
from typing import Any

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


def own_object(text: bytes, file_format: str, newest: int, name: str) -> dict[str, Any] | None:
    """Return the JSON object in a text, if it is one of this program's; else None.

    Args:
        text: what a file holds.
        file_format: the value of its ``format``.
        newest: the newest version of that format which this program reads.
        name: what to call the file.

    Raises:
        ValueError: its version is missing, or a newer one.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("format") != file_format:
        return None
    version = data.get("version")
    if not isinstance(version, int) or version < 1:
        raise Problem("{name} is damaged: its version is missing", name=name)
    if version > newest:
        raise Problem(
            "{name} was written by a newer version of this program (format {version}; "
            "this one reads up to {known})",
            name=name, version=shown(version), known=newest,
        )  # fmt: skip
    return data
