"""The changes of the engine that no test need notice, as ``no_faults.txt`` lists them."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple

NO_FAULTS = Path(__file__).with_name("no_faults.txt")
ENGINE = Path(__file__).resolve().parents[2] / "engine"


class Change(NamedTuple):
    """A change of a line: the module, the line without its indent, what stands there, what then."""

    module: str
    line: str
    before: str
    after: str


def no_faults() -> dict[Change, str]:
    """Return the listed changes, and why each is no fault."""
    found = {}
    for part in NO_FAULTS.read_text(encoding="utf-8").split("\n\n")[1:]:
        module, line, change, *why = map(str.strip, part.strip().split("\n"))
        before, _, after = change.partition("  ->  ")
        found[Change(module, line, before, after)] = " ".join(why)
    return found


@functools.cache
def lines_of(module: str) -> list[str]:
    """Return the lines of a module of the engine, without their indents."""
    text = (ENGINE / f"{module}.py").read_text(encoding="utf-8")
    return [line.strip() for line in text.split("\n")]
