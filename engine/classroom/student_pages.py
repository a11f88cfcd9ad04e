"""A private page for each student: what was found in the own file, and nobody else's name."""

from __future__ import annotations

import re
from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from engine.classroom.class_page import PageRow
from engine.classroom.gradescope import results
from engine.classroom.league import MACHINES
from engine.classroom.platforms import TAKE_BACK, returned
from engine.classroom.rubric import Rubric
from engine.classroom.run import Class, Entry
from engine.classroom.store import LeagueResult
from engine.errors import Problem, UnwritableError
from engine.files import write_whole
from engine.pages import render
from engine.tournament.columns import rated
from engine.tournament.statistics import Interval

_TEMPLATE = Path(__file__).with_name("student_page.html")

_NO_NAME = re.compile(r'[\x00-\x1f\x7f<>:"/|?*\\]+')
"""Letters that a file's name cannot have on every system."""

_LONGEST = 100
_SHUT = ("con", "prn", "aux", "nul")
"""Names that no file can have on Windows."""


def student_page(looked_at: Class, entry: Entry, rubric: Rubric | None) -> str:
    """Return a student's page; it says nothing about any other one."""
    pairings = looked_at.results_of(entry)
    return render(
        _TEMPLATE,
        title=entry.student,
        row=PageRow(looked_at, entry, rubric),
        played=bool(pairings),
        league=_league(looked_at.elo_of(entry), pairings.values()),
        machines=[(name, pairings[name]) for name in MACHINES if name in pairings],
    )


def _league(elo: Interval | None, pairings: Collection[LeagueResult]) -> list[str]:
    """Return in sentences the own strength, and what spoilt games."""
    sentences = []
    if elo:
        sentences.append(f"Elo {rated(elo)}; the class and its machines are 0 on average.")
    if spoilt := sum(pairing.spoilt for pairing in pairings):
        problem = next((pairing.problem for pairing in pairings if pairing.problem), "")
        sentences.append(
            f"{spoilt} games were spoilt, and count as lost: {_without_name(problem)}."
        )
    return sentences


def _without_name(problem: str) -> str:
    """Return what spoilt a game without who played: of a group, that may be another one's name."""
    return re.sub(r"^[XO] \(.*?\): ", "", problem)


def page_names(looked_at: Class) -> dict[str, str]:
    """Return what the page's file of each student is called; no two differ by their case only."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for entry in looked_at.entries:
        plain = _NO_NAME.sub("_", entry.student)[:_LONGEST].strip(". ") or "student"
        if plain.casefold() in _SHUT or plain.startswith("."):
            plain = f"_{plain}"
        name, number = plain, 1
        while name.casefold() in taken:
            number += 1
            name = f"{plain} ({number})"
        taken.add(name.casefold())
        names[entry.student] = f"{name}.html"
    return names


def write_pages(looked_at: Class, rubric: Rubric | None, folder: Path) -> int:
    """Write a page for each who handed in anything; return how many.

    The folder is made where it is not there. Without a rubric the pages say nothing of points.

    Raises:
        ValueError: it cannot be written.
    """
    names, count = page_names(looked_at), 0
    for entry in looked_at.entries:
        if not entry.hand_in.absent:
            text = student_page(looked_at, entry, rubric)
            _write(folder / names[entry.student], text)
            count += 1
    return count


def write_feedback(looked_at: Class, rubric: Rubric | None, place: Path) -> tuple[int, list[str]]:
    """Write a zip of the same pages, as the platform takes them back for its students.

    Returns:
        How many pages are in it, and whose could not be put there.

    Raises:
        ValueError: another platform, which takes none back, or the zip cannot be written.
    """
    if looked_at.platform not in TAKE_BACK:
        raise Problem(
            "only Moodle and Canvas take pages back in a zip; save a page for each student"
        )
    content, count, left = BytesIO(), 0, []
    with ZipFile(content, "w", ZIP_DEFLATED) as packed:
        for entry in looked_at.entries:
            if entry.hand_in.absent:
                continue
            hand_in = entry.hand_in
            start = returned(looked_at.platform, hand_in.person, hand_in.source.name)
            if not start:
                left.append(entry.student)
                continue
            name = ZipInfo(f"{start}feedback.html")  # no time: the same class makes the same zip
            name.compress_type = ZIP_DEFLATED
            packed.writestr(name, student_page(looked_at, entry, rubric))
            count += 1
    _write(place, content.getvalue())
    return count, left


def write_results(looked_at: Class, rubric: Rubric, folder: Path) -> int:
    """Write a ``results.json`` for each hand-in into a folder of its name; return how many.

    A group has one. What could not be judged has none. The folder is made where it is not there.

    Raises:
        ValueError: it cannot be written.
    """
    done: dict[str, Entry] = {}
    for entry in looked_at.entries:
        if not (entry.hand_in.absent or entry.report.unjudged):
            done.setdefault(entry.hand_in.source.name, entry)
    for name, entry in done.items():
        report = entry.report if entry.hand_in.path is not None else None
        text = results(report, rubric, entry.hand_in.problem)
        _write(folder / _NO_NAME.sub("_", name) / "results.json", text)
    return len(done)


def _write(path: Path, content: str | bytes) -> None:
    """Write a file whole, in a folder that is made where it is not there; ValueError if not."""
    try:
        write_whole(path, content, durable=False)
    except OSError as error:
        raise UnwritableError(
            "{path} cannot be written: {why}", path=path, why=error.strerror
        ) from None
