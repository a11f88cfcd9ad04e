"""Which of two modules does the hot work: the one in C, or the one without it."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import Any

from engine.errors import Problem

KERNEL_VARIABLE = "TTT_ENGINE_KERNEL"


def choose_module(native: str, other: str) -> Any:
    """Return the native module, or the other one where the extension was not built.

    The environment variable TTT_ENGINE_KERNEL forces one: "native" or "numpy".

    Raises:
        ValueError: the variable names no kernel, or one that was not built here.
    """
    wanted = os.environ.get(KERNEL_VARIABLE, "")
    if wanted not in ("", "native", "numpy"):
        raise Problem(
            "{variable} must be native or numpy, not {value}",
            variable=KERNEL_VARIABLE, value=repr(wanted),
        )  # fmt: skip
    if wanted != "numpy":
        try:
            return import_module(native)
        except ImportError:
            if wanted == "native":
                raise Problem(
                    "{variable} asks for the native kernel, which was not built here; "
                    "install a C compiler and this program again",
                    variable=KERNEL_VARIABLE,
                ) from None
    return import_module(other)


@cache
def searcher() -> Any:
    """Return the module with the solver and the tree."""
    return choose_module("engine.search_native", "engine.search_python")
