"""No error leaves one of Qt's virtual functions: in the middle of painting that ends the process.

Qt calls ``data``, ``paintEvent``, ``sizeHint`` and their like from C++, which knows no Python
errors. An override that fails gives a neutral value instead. Its first error goes where all
uncaught errors go, to the log and to the user; the same one again would come back with every
repaint, and is dropped.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_reported: set[tuple[str, type[BaseException]]] = set()


def virtual(neutral: Callable[[], T]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator for an override of one of Qt's virtual functions.

    Args:
        neutral: makes the value that stands in where the override fails, such as ``QSize``.
    """

    def guard(override: Callable[P, T]) -> Callable[P, T]:
        @wraps(override)
        def guarded(*given: P.args, **named: P.kwargs) -> T:
            try:
                return override(*given, **named)
            except Exception as error:
                _report(override.__qualname__, error)
                return neutral()

        return guarded

    return guard


def nothing() -> Any:
    """Return None: the neutral value of what returns nothing, or any value."""


handler = virtual(nothing)
"""The decorator for overrides that return nothing, such as event handlers and ``paint``."""


def _report(where: str, error: Exception) -> None:
    """Send an error on, once for each kind and place."""
    if (where, type(error)) not in _reported:
        _reported.add((where, type(error)))
        sys.excepthook(type(error), error, error.__traceback__)
