"""What the changelog says of a version, for release pages and software centres."""

from __future__ import annotations

import re

from project import ROOT

UNRELEASED = "Unreleased"


def entry(version: str, text: str = "") -> str:
    """Return the part of a version, or ``UNRELEASED``, without its title; empty if there is none.

    ``text`` is a changelog; that of the project if empty.
    """
    parts = re.split(r"^## \[([^]]+)\].*\n", text or _whole(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True)).get(version, "").strip()


def day(version: str) -> str:
    """Return the day of a version as the changelog has it, such as "2026-11-26"; empty if none."""
    title = rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$"
    title_line = re.search(title, _whole(), re.MULTILINE)
    return title_line[1] if title_line else ""


def points(part: str) -> list[str]:
    """Return the points of an entry, in plain text."""
    return [_plain(point) for point in re.findall(r"^- (.*(?:\n  .*)*)", part, flags=re.MULTILINE)]


def groups(part: str) -> dict[str, list[str]]:
    """Return the points of an entry by their headings, such as "Added"."""
    parts = re.split(r"^### (.+)\n", part, flags=re.MULTILINE)
    return {
        heading: points(below)
        for heading, below in zip(parts[1::2], parts[2::2], strict=True)
        if points(below)
    }


def opening(part: str) -> list[str]:
    """Return the paragraphs of an entry that stand before its first heading."""
    before = re.split(r"^(?:###|- )", part, maxsplit=1, flags=re.MULTILINE)[0]
    return [_plain(paragraph) for paragraph in before.split("\n\n") if paragraph.strip()]


def _plain(text: str) -> str:
    text = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", " ".join(text.split()))
    return re.sub(r"[`*]", "", text)


def _whole() -> str:
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
