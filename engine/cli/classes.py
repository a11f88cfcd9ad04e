"""``ttt-engine class``: a whole class's files, checked, played and reported on."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Any

from engine.classroom.class_page import as_html
from engine.classroom.grades import fill
from engine.classroom.plan import ClassPlan
from engine.classroom.platforms import PLATFORMS
from engine.classroom.roster import Roster
from engine.classroom.rubric import Rubric
from engine.classroom.run import Class, look_at
from engine.classroom.store import KEPT
from engine.classroom.student_pages import write_feedback, write_pages, write_results
from engine.classroom.tables import (
    StudentRow,
    as_csv,
    as_json,
    mistakes,
    student_columns,
    student_rows,
)
from engine.cli.options import RUBRIC_HELP, Commands, integer, number, same_file
from engine.cli.terminal import ProgressLine, tell, writing
from engine.errors import UnwritableError, real_number, whole_number
from engine.files import check_writable, write_result, write_whole
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
        "league, and report on it. The class is the zip that Moodle, Canvas, Blackboard or "
        "Gradescope exports, the same unpacked, or a folder with a Python file, a zip or a folder "
        "for each student. Each file runs in a process of its own: sealed on Linux, elsewhere with "
        "limits only and your rights. What was done is kept: the same command goes on where it was "
        "cut off, and does only what is new after late hand-ins.",
    )
    parser.add_argument("folder", type=Path, metavar="CLASS", help="a folder, or a platform's zip")
    who = parser.add_argument_group("who belongs to the class")
    who.add_argument(
        "--roster", type=Path, metavar="FILE",
        help="a gradebook of Canvas, a grading worksheet of Moodle, a table of Blackboard or "
        "Gradescope, or a list, as CSV: those in it who handed in nothing get a row, too",
    )  # fmt: skip
    who.add_argument(
        "--platform", choices=PLATFORMS, default="",
        help="where the class comes from, where its names do not tell",
    )  # fmt: skip
    out = parser.add_argument_group("what is written")
    for name, text in (
        ("--html", "a report with a part for each student, to read and to print"),
        ("--csv", "a table for spreadsheets"),
        ("--json", "everything, for programs"),
        ("--grades", "the roster, with the points in its grades' column and all else as it was"),
        ("--feedback", "a zip of the students' pages, as Moodle and Canvas take them back"),
    ):
        out.add_argument(name, type=Path, metavar="FILE", help=text)
    for name, text in (
        ("--pages", "a private page for each student, with nobody else's name"),
        ("--results", "a results.json of Gradescope for each hand-in, in a folder of its own"),
    ):
        out.add_argument(name, type=Path, metavar="FOLDER", help=text)
    out.add_argument(
        "--grade-column", metavar="TITLE", default="",
        help="the roster's column that takes the points, where that is not certain",
    )  # fmt: skip
    out.add_argument(
        "--rubric", type=Path, metavar="FILE", help=RUBRIC_HELP
    )  # fmt: skip
    how = parser.add_argument_group("how it is done")
    for name, kind, default, text in (
        ("--games", integer, usual.games, "games of each pairing of the league; 0 for no league"),
        ("--trials", integer, usual.trials, "what mc_move is called with in the league"),
        ("--seed", integer, usual.seed, "fixes the league's games"),
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
        (
            "--league-minutes",
            number,
            usual.league_minutes,
            "the minutes of processor time that the league may take, all workers together",
        ),
    ):
        how.add_argument(
            name, type=kind, default=default, metavar="N", help=f"{text} (default: %(default)s)"
        )
    how.add_argument(
        "--workers", type=integer, metavar="N", help="files, and games, at once (default: cores)"
    )
    how.add_argument(
        "--keep", type=Path, metavar="FOLDER",
        help=f"where to keep what is done (default: {KEPT} inside the class's folder)",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Look at the class; return 0, or 130 where it was interrupted."""
    rubric = Rubric.read(options.rubric) if options.rubric else None
    roster = Roster.read(options.roster) if options.roster else None
    plan = _plan(options, roster)
    outputs = _outputs(options)
    _check_points(options, rubric, roster)
    if not options.folder.exists():
        raise ValueError(f"there is no folder {options.folder}")
    for path in outputs:
        with writing(path):
            check_writable(path)
    start, line = perf_counter(), _StatusLine()
    try:
        looked_at = look_at(options.folder, plan, line.show, keep=options.keep)
    except KeyboardInterrupt:
        line.clear()
        tell("Stopped; the same command goes on from here.", sys.stderr)
        return 130
    finally:
        line.clear()
    tell(_table(looked_at, rubric))
    tell(f"\n{len(looked_at.entries)} students, {perf_counter() - start:.1f} s")
    return _report(looked_at, rubric, roster, options)


def _outputs(options: argparse.Namespace) -> list[Path]:
    """Return the files to be written; ValueError where two are one, or one is read."""
    outputs = [options.html, options.csv, options.json, options.grades, options.feedback]
    outputs = [path for path in outputs if path is not None]
    if any(same_file(*two) for two in combinations(outputs, 2)):
        raise ValueError("--html, --csv, --json, --grades and --feedback need a file each")
    for name in ("rubric", "roster"):
        if any(same_file(path, getattr(options, name)) for path in outputs):
            raise ValueError(f"--{name} names a file that is read; nothing can be written to it")
    return outputs


def _check_points(
    options: argparse.Namespace, rubric: Rubric | None, roster: Roster | None
) -> None:
    """Raise a ValueError where something that is asked for would have no points, or no place."""
    for name in ("grades", "results"):
        if getattr(options, name) is not None and rubric is None:
            raise ValueError(
                f"--{name} needs --rubric: a file that says what is worth how many points, in "
                "lines such as mc_trial = 20 below a line [points]"
            )
    if options.grades is not None:
        if roster is None:
            raise ValueError("--grades needs --roster: the file that the points are put into")
        roster.column(options.grade_column)


def _report(
    looked_at: Class, rubric: Rubric | None, roster: Roster | None, options: argparse.Namespace
) -> int:
    """Write the reports; return the exit status. One that cannot be written keeps none back."""

    def grades(path: Path) -> None:
        assert roster is not None
        filled = fill(looked_at, roster, rubric, options.grade_column)
        with writing(path):
            write_whole(path.resolve(), filled.content)
        tell("\n".join([f"\n{filled.count} grades in {path}", *map(str, filled.notes)]))

    def results(path: Path) -> None:
        assert rubric is not None
        tell(f"\n{write_results(looked_at, rubric, path)} results in {path}")

    def feedback(path: Path) -> None:
        count, left = write_feedback(looked_at, rubric, path)
        missing = [f"without a page there: {'; '.join(left)}"] if left else []
        tell("\n".join([f"\n{count} pages in {path}", *missing]))

    writers: dict[str, Callable[[Path], None]] = {
        "html": lambda path: _write(path, as_html(looked_at, rubric)),
        "csv": lambda path: _write(path, as_csv(looked_at, rubric)),
        "json": lambda path: _write(path, json.dumps(as_json(looked_at, rubric), indent=1) + "\n"),
        "grades": grades,
        "pages": lambda path: tell(f"\n{write_pages(looked_at, rubric, path)} pages in {path}"),
        "feedback": feedback,
        "results": results,
    }
    status = 0
    for name, write in writers.items():
        path = getattr(options, name)
        try:
            if path is not None:
                write(path)
        except ValueError as error:
            tell(f"ttt-engine class: {error}", sys.stderr)
            status = max(status, 1 if isinstance(error, UnwritableError) else 2)
    return status


def _write(path: Path, text: str) -> None:
    with writing(path):
        write_result(path, text)


def _plan(options: argparse.Namespace, roster: Roster | None) -> ClassPlan:
    """Return the plan; ValueError for numbers that cannot be."""
    files = (
        options.html, options.csv, options.json, options.grades, options.feedback, options.pages,
        options.results,
        options.rubric, options.roster,
    )  # fmt: skip
    for name in ("check_seconds", "move_seconds", "league_minutes"):
        if not real_number(getattr(options, name), 0.01, 1e6):
            raise ValueError(f"--{name.replace('_', '-')} must be a number from 0.01 to 1000000")
    workers = usual_workers() if options.workers is None else options.workers
    return ClassPlan(
        whole_number(options.games, "the number of games", 0, 10_000),
        whole_number(options.trials, "the number of trials", 1, 10**6),
        whole_number(options.seed, "the seed", 0, 2**64 - 1),
        options.check_seconds,
        options.move_seconds,
        options.league_minutes,
        whole_number(workers, "the number of workers", 1, 1024),
        options.platform,
        roster,
        tuple(path for path in files if path is not None),
    )


class _StatusLine:
    """The progress of one kind of work after the other."""

    def __init__(self) -> None:
        self._doing = ""
        self._line: ProgressLine | None = None

    def show(self, doing: str, done: int, count: int) -> None:
        """Show how far something has come."""
        if doing != self._doing:
            self.clear()
            self._doing, self._line = doing, None
            if doing == "waiting":
                tell(_WAITING, sys.stderr)
            else:
                self._line = ProgressLine(_UNITS[doing], done, count)
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
    head = [column.title if column.kind is Kind.ELO else column.name for column in columns]
    table = text_table(
        [head, *([_cell(column, row) for column in columns] for row in rows)], texts=2
    )
    count = len(looked_at.entries)
    common = [
        f"{len(mistake.students)} of {count}: {mistake.what}"
        for mistake in mistakes(looked_at)[:_MOST_MISTAKES]
    ]
    return "\n".join([table, *(["", "What went wrong most often:", *common] if common else [])])


def _cell(column: Column[StudentRow], row: StudentRow) -> str:
    value: Any = column.value(row)
    if value is None:
        return ""
    return middle(value) if column.kind is Kind.ELO else written(column, row)
