"""``ttt-engine autograde``: one submission in, ``results.json`` out, as Gradescope runs it."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.classroom.gradescope import results
from engine.classroom.handins import one
from engine.classroom.rubric import Rubric
from engine.cli.options import RUBRIC_HELP, Commands, number
from engine.cli.terminal import tell, writing
from engine.compat.checking import check_file
from engine.compat.process import FileProcess
from engine.errors import real_number
from engine.files import write_whole

_SECONDS = 60.0


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "autograde",
        help="check one submission and write Gradescope's results.json",
        description="Check a submission, such as the folder /autograder/submission, and write "
        "what Gradescope reads: points for each group of checks, and what was found. Exit status "
        "0, or 2 where it could not be judged; then there are no points.",
    )
    parser.add_argument(
        "submission", type=Path, metavar="SUBMISSION", help="a folder, a zip or a Python file"
    )
    parser.add_argument(
        "--rubric", type=Path, metavar="FILE", required=True, help=RUBRIC_HELP
    )  # fmt: skip
    parser.add_argument(
        "--out", type=Path, metavar="FILE", default=Path("/autograder/results/results.json"),
        help="where to write the results (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--check-seconds", type=number, metavar="N", default=_SECONDS,
        help="the seconds of processor time that the check may take (default: %(default)s)",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the submission; return 0, or 2 where it could not be judged."""
    if not real_number(options.check_seconds, 0.01, 1e6):
        raise ValueError("--check-seconds must be a number from 0.01 to 1000000")
    rubric = Rubric.read(options.rubric)
    if not options.submission.exists():
        raise ValueError(f"there is no submission {options.submission}")
    with TemporaryDirectory(prefix="ttt-") as scratch:
        hand_in = one(options.submission, Path(scratch))
        report = None
        if hand_in.path is not None:
            report = check_file(hand_in.path, FileProcess(hand_in.path), options.check_seconds)
    with writing(options.out):
        write_whole(options.out, results(report, rubric, hand_in.problem))
    verdict = report.verdict if report else hand_in.problem
    tell(f"{hand_in.shown.name}: {verdict}")
    return 2 if report is not None and report.unjudged else 0
