"""The entry point of ``ttt-engine``: picks the subcommand and reports bad input in one line."""

from __future__ import annotations

import logging
import os
import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from io import TextIOWrapper

from engine._version import __version__
from engine.cli import (
    analyse,
    answers,
    autograde,
    bench,
    brain,
    classes,
    convert,
    files,
    learn,
    openings,
    play,
    puzzle,
    review,
    tournament,
)
from engine.cli.options import OneLineParser, add_log_level, statuses
from engine.cli.terminal import sigterm_interrupts, status_of, tell
from engine.errors import UnwritableError
from engine.search.sampling import load_kernel
from engine.tournament.ends import RunError

_EPILOG = f"""\
{statuses()}

examples:
  ttt-engine play                                 you play X against the machine
  ttt-engine play --x mc --o human --size 5       you play O on a 5x5 board
  ttt-engine play --x mc --o random --seed 1      watch two machines
  ttt-engine analyse --board "X.O/.X./..O"        what would the machine play here?
  ttt-engine puzzle                               today's puzzle
  ttt-engine review mine.tttgame                  which move decided a saved game?
  ttt-engine convert mine.sgf mine.tttgame        a game in another kind of file
  ttt-engine tournament --preset published        the published experiment
  ttt-engine openings --size 5 --out o.json       even positions for a tournament's games
  ttt-engine learn --minutes 1 --out my.net       a network learns by playing itself
  ttt-engine check my_file.py                     is a course file right?
  ttt-engine class hand-ins --html report.html    a whole class's files
  ttt-engine answers handed-in --html page.html   what a class answered in the lessons
  ttt-engine brain                                play for Piskvork and other managers
  ttt-engine bench                                how fast is this machine?

"ttt-engine COMMAND --help" tells more of each command.
"""


class _Version(Action):
    """Tells the version, and what plays the random games; that is loaded for it."""

    def __call__(self, parser: ArgumentParser, *_: Namespace | object) -> None:
        kernel = load_kernel()
        print(f"ttt-engine {__version__}\nkernel {kernel.NAME}, {kernel.instruction_set()}")
        parser.exit()


def build_parser() -> OneLineParser:
    """Return the parser of the whole program."""
    parser = OneLineParser(
        prog="ttt-engine",
        description="Monte Carlo Tic-Tac-Toe in the terminal: play against a machine that chooses "
        "its moves by playing random games, or look at how it scores a position.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "-V",
        "--version",
        action=_Version,
        nargs=0,
        help="tell the version and the kernel, and exit",
    )
    add_log_level(parser, "tell on the standard error what is at least this serious", "warning")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    every = (
        play, analyse, review, convert, puzzle, tournament, openings, learn, files, classes,
        autograde, answers, brain, bench,
    )  # fmt: skip
    for module in every:
        module.add_parser(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status, one of ``STATUSES``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a file's name may be no text in any encoding
            stream.reconfigure(errors="backslashreplace")
    options = build_parser().parse_args(arguments)
    logging.basicConfig(level=options.log_level.upper(), format="%(message)s")
    with sigterm_interrupts():
        return _run(options)


def _run(options: Namespace) -> int:
    """Run the chosen command and return the exit status."""
    try:
        status: int = options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except ValueError as error:
        tell(f"ttt-engine {options.command}: {error}", sys.stderr)
        return 1 if isinstance(error, RunError | UnwritableError) else 2
    except BrokenPipeError:
        # Whoever read our output has seen enough. What is left of it must go somewhere, or the
        # interpreter complains at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        tell(f"ttt-engine {options.command}: {error.strerror}", sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt as error:
        print("\nStopped.", file=sys.stderr)
        return status_of(error)
    return status


if __name__ == "__main__":
    sys.exit(main())
