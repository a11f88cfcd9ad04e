"""Whether the four functions are there and take what they are called with."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import partial

from engine.compat.contract.looks import Look, verdict
from engine.compat.loading import LoadedFile
from engine.compat.terms import FOUR, Finding

_PARAMETERS = {"mc_trial": 2, "mc_update_scores": 3, "get_best_move": 2, "mc_move": 3}


def _takes(name: str, file: LoadedFile) -> Iterator[Finding]:
    function = file.names.get(name)
    if not callable(function):
        yield verdict(False, f"there is a function {name}", name, "no such function")
        return
    wanted = _PARAMETERS[name]
    what = f"{name} takes {wanted} arguments"
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # made by something that has none
        yield verdict(True, what, "", "")
        return
    try:
        signature.bind(*range(wanted))
    except TypeError:
        yield verdict(False, what, f"{wanted} arguments", str(signature))
    else:
        yield verdict(True, what, "", "")


LOOKS = tuple(Look(f"looking at {name}", partial(_takes, name), name) for name in FOUR)
