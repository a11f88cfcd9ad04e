"""The accessibility statement: each criterion stands there, and each test that it names exists."""

from __future__ import annotations

import re

from project import ROOT

PAGE = (ROOT / "docs" / "accessibility.md").read_text(encoding="utf-8")

# WCAG 2.2, levels A and AA, without those that EN 301 549 asks of web pages only.
CRITERIA = re.findall(
    r"\S+",
    "1.1.1 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 "
    "2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 "
    "2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 "
    "3.3.4 3.3.7 3.3.8 4.1.2 4.1.3",
)


def test_every_criterion_is_answered():
    heads = " ".join(line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| "))
    found = set(re.findall(r"\d\.\d\.\d+", heads))
    assert [each for each in CRITERIA if each not in found] == []


def test_every_result_is_one_of_few_words():
    rows = [line.split(" | ") for line in PAGE.splitlines() if re.match(r"\| \d", line)]
    allowed = {"supports", "supports with exceptions", "supports on Linux", "does not apply",
               "not tried"}  # fmt: skip
    assert {row[1] for row in rows} <= allowed
    assert "## What fails" in PAGE


def test_every_test_that_is_named_exists():
    there = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")
    )
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 30
    assert [name for name in sorted(named) if f"def {name}(" not in there] == []
