"""The reference page of the engine's Python names, from their docstrings.

``api_page`` writes it whole, for the window. ``api_directives`` names the same things for
mkdocstrings, which writes them for the web site.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import engine
from ttt_desktop.reference.pages import GENERATED

_HEAD = (
    f"# {GENERATED['reference-api']}",
    "What `engine` offers to Python. Everything here is imported from `engine` itself, such as "
    "`from engine import Board, sample`.",
)
_SECTION = re.compile(r"(Args|Attributes|Returns|Yields|Raises):")
_LISTS = ("Args", "Attributes", "Raises")
_ITEM = re.compile(r"    (\S[^:]*): (.*)")


def public_names() -> list[str]:
    """Return the engine's public names, functions first, then classes, then the rest."""
    names = [name for name in engine.__all__ if not name.startswith("__")]
    return sorted(names, key=lambda name: (_rank(getattr(engine, name)), name.lower()))


def _rank(thing: object) -> int:
    if inspect.isfunction(thing):
        return 0
    if _is_class(thing):
        return 1
    return 2 if isinstance(thing, ModuleType) else 3


def _is_class(thing: object) -> bool:
    return inspect.isclass(thing) and thing.__module__.startswith("engine")


def api_directives() -> str:
    """Return the page as mkdocstrings reads it."""
    return "\n\n".join([*_HEAD, *(f"::: engine.{name}" for name in public_names())]) + "\n"


def api_page() -> str:
    """Return the page in plain Markdown."""
    parts = list(_HEAD)
    for name in public_names():
        parts += _entry(name, getattr(engine, name))
    return "\n\n".join(parts) + "\n"


def _entry(name: str, thing: Any) -> Iterator[str]:
    yield f"## {name}"
    if inspect.isfunction(thing):
        yield from _function(name, thing)
    elif isinstance(thing, ModuleType):
        yield _docstring(thing)
        for part, value in _own_functions(thing):
            yield f"### {name}.{part}"
            yield from _function(part, value)
    elif _is_class(thing):
        yield _signature(name, thing)
        yield _docstring(thing)
        for part, value in _own_methods(thing):
            yield f"### {name}.{part}"
            if isinstance(value, property):
                yield _docstring(value)
            else:
                yield from _function(part, getattr(thing, part))
    else:
        yield f"```python\n{name} = {thing!r}\n```"


def _function(name: str, function: Any) -> Iterator[str]:
    yield _signature(name, function)
    yield _docstring(function)


def _own_functions(module: ModuleType) -> Iterator[tuple[str, Any]]:
    for name, value in vars(module).items():
        if inspect.isfunction(value) and value.__module__ == module.__name__ and name[0] != "_":
            yield name, value


def _own_methods(cls: type) -> Iterator[tuple[str, Any]]:
    """Yield the public methods and properties that a class defines itself and explains."""
    for name, value in vars(cls).items():
        explained = inspect.getdoc(value)
        kinds = (property, classmethod, staticmethod)
        if name[0] != "_" and explained and (inspect.isfunction(value) or isinstance(value, kinds)):
            yield name, value


def _signature(name: str, thing: Any) -> str:
    try:
        text = str(inspect.signature(thing))
    except ValueError:  # a class that is made in another way, such as an enumeration
        return f"```python\n{name}\n```"
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)  # annotations are kept as texts
    text = re.sub(r"<function (\w+) at \w+>", r"\1", text).removesuffix(" -> None")
    return f"```python\n{name}{_broken(text)}\n```"


def _broken(signature: str) -> str:
    """Return a signature with a line for each parameter where it is long."""
    if len(signature) < 70:
        return signature
    inside, arrow, result = signature[1:].rpartition(") -> ")
    if not arrow:
        inside, arrow, result = signature[1:-1], ")", ""
    parts, depth = [""], 0
    for letter in inside:
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return "(\n" + "".join(f"    {part.strip()},\n" for part in parts) + arrow + result


def _docstring(thing: object) -> str:
    """Return a docstring in Google's style as Markdown: its sections become lists."""
    lines = (inspect.getdoc(thing) or "").splitlines()
    markdown: list[str | None] = []
    section = ""
    for line in lines:
        if heading := _SECTION.fullmatch(line):
            section = heading[1]
            markdown += ["" if markdown and markdown[-1] else None, f"**{section}**", ""]
        elif section in _LISTS and (item := _ITEM.fullmatch(line)):
            markdown.append(f"- `{item[1]}`: {item[2]}")
        elif section in _LISTS and line:
            markdown.append(f"  {line.strip()}")
        else:
            markdown.append(line.strip() if section else line)
    return "\n".join(line for line in markdown if line is not None).strip()
