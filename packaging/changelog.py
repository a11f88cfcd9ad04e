"""What the changelog says of a version, for release pages and software centres."""

from __future__ import annotations

import re

from project import ROOT

UNRELEASED = "Unreleased"


def entry(version: str, text: str = "") -> str:
    """Return a version's part of the changelog, without its title; empty if there is none.

    Args:
        version: such as "0.1.0", or ``UNRELEASED``.
        text: a changelog; that of the project if empty.
    """
    text = text or (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    parts = re.split(r"^## \[([^]]+)\].*\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True)).get(version, "").strip()


def points(part: str) -> list[str]:
    """Return the points of an entry, each its first sentence in plain text."""
    found = re.findall(r"^- (.*(?:\n  .*)*)", part, flags=re.MULTILINE)
    return [_plain(each) for each in found]


def _plain(text: str) -> str:
    text = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", " ".join(text.split()))
    first = re.split(r"(?<=[.;])\s", re.sub(r"[`*]", "", text))[0]
    return first.rstrip(";:.") + "."
