"""Counts names that say nothing: ``python3 dev.py names``.

A name says what the thing is: a square, a player, a line. ``each``, ``found``, ``there`` and
``told`` fit whatever comes along, and a reader has to look up what it is. Where one of them is
bound in program code (assigned, looped over, an argument, a function), it counts.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("engine", "ttt_desktop", "tools")

PLAIN = ("each", "found", "there", "told")
"""The names that are counted."""

LIMIT = 150
"""How many there may be, all together."""


def bound(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a module's code binds, as often as it does; attributes are none."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.alias(asname=str(name)):
                yield name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                yield name
            case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield name


def counted(folder: Path) -> dict[str, Counter[str]]:
    """Return how often each module binds which of the names, by its path; some bind none."""
    counts = {}
    for part in FOLDERS:
        for path in sorted((folder / part).rglob("*.py")):
            names = Counter(bound(ast.parse(path.read_text(encoding="utf-8"))))
            place = path.relative_to(folder).as_posix()
            counts[place] = Counter({name: names[name] for name in PLAIN if names[name]})
    return counts


def main() -> int:
    """Print the counts; return 1 where there are more than ``LIMIT``."""
    parser = argparse.ArgumentParser(prog="dev.py names", description=__doc__)
    parser.add_argument("--list", action="store_true", help="by module, the worst ones first")
    listed, counts = parser.parse_args().list, counted(ROOT)
    if listed:
        for place, names in sorted(counts.items(), key=lambda item: -item[1].total()):
            if names:
                print(f"{names.total():4}  {place}: {_worded(names)}")
    names = sum(counts.values(), Counter[str]())
    print(f"{names.total()} of at most {LIMIT}: {_worded(names)}")
    return 1 if names.total() > LIMIT else 0


def _worded(names: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in names.most_common()) or "none"


if __name__ == "__main__":
    sys.exit(main())
