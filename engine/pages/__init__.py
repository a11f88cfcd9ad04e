"""Web pages that stand alone in one file, from templates.

A template lies beside the module that fills it, and extends ``page.html``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import printable

if TYPE_CHECKING:
    from jinja2 import Environment

_BASE = Path(__file__).parent


def render(template: Path, **values: object) -> str:
    """Return a page: a template, with values in its gaps.

    Every value is shown as text, whatever is in it; only what a template marks as ``safe``, such as
    a picture, is taken as HTML.
    """
    return _environment(template.parent).get_template(template.name).render(values)


@cache
def _environment(folder: Path) -> Environment:
    # It takes as long as half of the engine, and few runs write a page.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415

    return Environment(
        loader=FileSystemLoader([folder, _BASE]), autoescape=True, finalize=_shown,
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        keep_trailing_newline=True,
    )  # fmt: skip


def _shown(value: object) -> object:
    """Return a value as a page shows it: names may hold what would turn a line's direction."""
    return printable(value) if type(value) is str else value
