"""``ttt-engine brain``: plays five in a row for a manager that speaks the Gomocup protocol."""

from __future__ import annotations

import argparse
import sys

from engine.cli.options import Commands, integer, number
from engine.errors import Problem
from engine.search.limit import MAX_SECONDS
from engine.search.sampling import check_seed

_SECONDS = 5.0


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "brain",
        help="play five in a row for Piskvork and other managers",
        description="Be a program that a manager of five-in-a-row games can start, such as "
        "Piskvork: it reads commands of the Gomocup protocol, a line each, and answers with moves. "
        "Boards have 5 to 25 squares a side. Five or more in a row win, unless INFO rule sets "
        "another rule: exactly five, Renju or Caro. It ends with END, or with its input. "
        "Nothing else is written to its output.",
    )
    parser.add_argument(
        "--seconds", type=number, default=_SECONDS, metavar="S",
        help=f"how long a move takes where the manager tells no limit (default: {_SECONDS:g})",
    )  # fmt: skip
    parser.add_argument("--seed", type=integer, metavar="N", help="draw the same each time")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Answer commands until the end; return 0."""
    from engine.gomocup.brain import Brain  # noqa: PLC0415  (few need it)
    from engine.gomocup.clock import Clock  # noqa: PLC0415

    if not 0 < options.seconds <= MAX_SECONDS:
        raise Problem(
            "the seconds must be a number above 0, not {value}", value=f"{options.seconds:g}"
        )
    if options.seed is not None:
        check_seed(options.seed)
    Brain(lambda line: print(line, flush=True), Clock(options.seconds), options.seed).run(sys.stdin)
    return 0
