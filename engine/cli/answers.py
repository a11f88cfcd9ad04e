"""``ttt-engine answers``: what a class answered to the questions of lessons."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.classroom.answers import SUFFIX
from engine.classroom.answers_page import as_html
from engine.classroom.pupils import PUPILS, Counted, Pupils, as_csv, as_json, look_into
from engine.cli.options import Commands, same_file
from engine.cli.terminal import tell, writing
from engine.files import check_writable, write_result
from engine.tournament.columns import Section, text_table, written


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "answers",
        help="see what a class answered in the lessons",
        description="Read the answers that pupils exported from the lessons (Learn, Export my "
        f"answers…; files that end in {SUFFIX}), and count for each question how many chose which "
        "answer. First answers count. A file that cannot be read is a row, too.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page to read and print")
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="write a table: a row for each pupil, all answers"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Count a class's answers; return 0."""
    if same_file(options.html, options.csv):
        raise ValueError("--html and --csv need a file each")
    outputs = [path for path in (options.html, options.csv) if path is not None]
    if any(path.suffix.lower() == SUFFIX for path in outputs):
        raise ValueError(f"files that end in {SUFFIX} hold answers; write to another name")
    pupils = look_into(options.folder, outputs)
    for path in outputs:
        with writing(path):
            check_writable(path)
    for path, write in ((options.html, as_html), (options.csv, as_csv)):
        if path is not None:
            with writing(path):
                write_result(path, write(pupils))
    if options.json:
        print(json.dumps(as_json(pupils)))
    else:
        tell(_as_text(pupils))
    return 0


def _as_text(pupils: Pupils) -> str:
    """Return what the console prints: a line for each pupil, then the questions."""
    columns = [column for column in PUPILS if column.section is Section.OUTCOMES]
    rows = [[" ".join(written(column, row).split()) for column in columns] for row in pupils.pupils]
    parts = [text_table([[column.name for column in columns], *rows])]
    if problems := [f"{pupil.file}: {pupil.problem}." for pupil in pupils.pupils if pupil.problem]:
        parts.append("\n".join(problems))
    if pupils.holding_none:
        parts.append(f"{pupils.holding_none}.")
    return "\n\n".join([*parts, *map(_question, pupils.questions)])


def _question(counted: Counted) -> str:
    asked = counted.asked
    rows = [
        [f"  {'*' if what in asked.right else ' '} {' '.join(what.split())}", str(count)]
        for what, count in counted.counts.items()
    ]
    if counted.revealed:
        rows.append(["    (asked to be told)", str(counted.revealed)])
    head = " ".join(f"{counted.number} {counted.lesson}: {asked.text}".split())
    return f"{head}\n{text_table(rows)}"
