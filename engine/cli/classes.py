"""``ttt-engine class``: a whole class's files, checked, played and reported on."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Any

from engine.classroom.html import as_html
from engine.classroom.plan import ClassPlan
from engine.classroom.rubric import Rubric
from engine.classroom.run import Class, look_at
from engine.classroom.store import KEPT
from engine.classroom.tables import (
    StudentRow,
    as_csv,
    as_json,
    mistakes,
    student_columns,
    student_rows,
)
from engine.cli.options import Commands, number, same_file, whole
from engine.cli.terminal import ProgressLine, tell, writing
from engine.errors import real_number, whole_number
from engine.files import check_writable, write_result
from engine.tournament.columns import Column, Kind, Section, middle, text_table, written
from engine.tournament.running import usual_workers

_UNITS = {"checking": "files", "playing": "games"}
_MOST_MISTAKES = 10
_WAITING = (
    "Another run is looking at this folder. This one goes on when it has ended; Ctrl+C stops it."
)


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    usual = ClassPlan()
    parser = commands.add_parser(
        "class",
        help="check and compare a whole class's course files",
        description="Check every file that a class handed in, let those that play meet in a "
        "league, and report on it. A hand-in is a Python file, a zip, or a folder. Each file runs "
        "in a process of its own with limits; all of them are programs and run with your rights. "
        "What was done is kept: the same command goes on where it was cut off, and does only what "
        "is new after late hand-ins.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    out = parser.add_argument_group("what is written")
    for name, text in (
        ("--html", "a report with a part for each student, to read and to print"),
        ("--csv", "a table for a gradebook"),
        ("--json", "everything, for programs"),
    ):
        out.add_argument(name, type=Path, metavar="FILE", help=text)
    out.add_argument(
        "--rubric", type=Path, metavar="FILE", help="give points as this TOML file says"
    )
    how = parser.add_argument_group("how it is done")
    for name, kind, default, text in (
        ("--games", whole, usual.games, "games of each pairing of the league; 0 for no league"),
        ("--trials", whole, usual.trials, "what mc_move is called with in the league"),
        ("--seed", whole, usual.seed, "fixes the league's games"),
        (
            "--check-seconds",
            number,
            usual.check_seconds,
            "the seconds of processor time that a check may take",
        ),
        (
            "--move-seconds",
            number,
            usual.move_seconds,
            "the seconds of processor time that a league's move may take",
        ),
    ):
        how.add_argument(
            name, type=kind, default=default, metavar="N", help=f"{text} (default: %(default)s)"
        )
    how.add_argument(
        "--workers", type=whole, metavar="N", help="files, and games, at once (default: cores)"
    )
    how.add_argument(
        "--keep", type=Path, metavar="FOLDER",
        help=f"where to keep what is done (default: {KEPT} inside the class's folder)",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Look at the class; return 0, or 130 where it was interrupted."""
    plan = _plan(options)
    rubric = Rubric.read(options.rubric) if options.rubric else None
    outputs = [each for each in (options.html, options.csv, options.json) if each is not None]
    if any(same_file(*two) for two in combinations(outputs, 2)):
        raise ValueError("--html, --csv and --json need a file each")
    if any(same_file(each, options.rubric) for each in outputs):
        raise ValueError("--rubric names a file that is read; nothing can be written to it")
    if not options.folder.is_dir():
        raise ValueError(f"there is no folder {options.folder}")
    for path in outputs:
        with writing(path):
            check_writable(path)
    start, line = perf_counter(), _Line()
    try:
        looked_at = look_at(options.folder, plan, line.show, keep=options.keep)
    except KeyboardInterrupt:
        line.clear()
        tell("Stopped; the same command goes on from here.", sys.stderr)
        return 130
    finally:
        line.clear()
    tell(_table(looked_at, rubric))
    tell(f"\n{len(looked_at.entries)} files, {perf_counter() - start:.1f} s")
    return _report(looked_at, rubric, options)


def _report(looked_at: Class, rubric: Rubric | None, options: argparse.Namespace) -> int:
    """Write the reports; return 0, or 2 where one cannot be written, which keeps none back."""
    status = 0
    data = json.dumps(as_json(looked_at, rubric), indent=1) + "\n" if options.json else ""
    for path, text in (
        (options.html, as_html(looked_at, rubric) if options.html else ""),
        (options.csv, as_csv(looked_at, rubric) if options.csv else ""),
        (options.json, data),
    ):
        try:
            if path is not None:
                with writing(path):
                    write_result(path, text)
        except ValueError as error:
            tell(f"ttt-engine class: {error}", sys.stderr)
            status = 2
    return status


def _plan(options: argparse.Namespace) -> ClassPlan:
    """Return the plan; ValueError for numbers that cannot be."""
    for name in ("check_seconds", "move_seconds"):
        if not real_number(getattr(options, name), 0.01, 1e6):
            raise ValueError(f"--{name.replace('_', '-')} must be a number from 0.01 to 1000000")
    workers = usual_workers() if options.workers is None else options.workers
    return ClassPlan(
        whole_number(options.games, "the number of games", 0, 10_000),
        whole_number(options.trials, "the number of trials", 1, 10**6),
        whole_number(options.seed, "the seed", 0, 2**64 - 1),
        options.check_seconds,
        options.move_seconds,
        whole_number(workers, "the number of workers", 1, 1024),
    )


class _Line:
    """The progress of one kind of work after the other."""

    def __init__(self) -> None:
        self._doing = ""
        self._line: ProgressLine | None = None

    def show(self, doing: str, done: int, whole: int) -> None:
        """Show how far something has come."""
        if doing != self._doing:
            self.clear()
            self._doing, self._line = doing, None
            if doing == "waiting":
                tell(_WAITING, sys.stderr)
            else:
                self._line = ProgressLine(_UNITS[doing], done, whole)
        if self._line is not None:
            self._line.show(done)

    def clear(self) -> None:
        """Take the line away."""
        if self._line is not None:
            self._line.clear()


def _table(looked_at: Class, rubric: Rubric | None) -> str:
    """Return what the console prints: a line for each student, and the commonest mistakes."""
    rows = student_rows(looked_at, rubric)
    columns = student_columns(rows, Section.OUTCOMES)
    head = [each.title if each.kind is Kind.ELO else each.name for each in columns]
    table = text_table([head, *([_cell(each, row) for each in columns] for row in rows)], texts=2)
    count = len(looked_at.entries)
    common = [
        f"{len(each.students)} of {count}: {each.what}"
        for each in mistakes(looked_at)[:_MOST_MISTAKES]
    ]
    return "\n".join([table, *(["", "What went wrong most often:", *common] if common else [])])


def _cell(column: Column[StudentRow], row: StudentRow) -> str:
    value: Any = column.value(row)
    if value is None:
        return ""
    return middle(value) if column.kind is Kind.ELO else written(column, row)
