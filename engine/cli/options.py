"""What the console's subcommands share: argument types, and errors in one line."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from textwrap import wrap
from typing import NoReturn, TypeAlias

from engine.errors import printable
from engine.rules import Rule

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001
"""What each subcommand adds its own parser to."""


RUBRIC_HELP = (
    "give points as this TOML file says: a line [points], and below it lines such as "
    'mc_trial = 20 and "taking wins" = 5'
)
"""What ``--rubric`` takes."""

LOG_LEVELS = ("debug", "info", "warning", "error")

STATUSES = {
    0: "what was asked for is done",
    1: "it could not be done, or is not right: a course file with faults, a game left before its "
    "end, a file that cannot be written, workers that ended again and again",
    2: "the command line or a file given to it is wrong; one line says what",
    130: "Ctrl+C ended it",
    143: "a signal ended it (SIGTERM)",
}
"""The exit statuses of the console program, and what each means."""


def statuses(width: int = 78) -> str:
    """Return the exit statuses as the help shows them."""
    lines = ["exit status:"]
    for number, meaning in STATUSES.items():
        lines += wrap(meaning, width, initial_indent=f"  {number:<5}", subsequent_indent=" " * 7)
    return "\n".join(lines)


class OneLineParser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line, with exit status 2."""

    def error(self, message: str) -> NoReturn:
        """Print what was wrong and where help is, and exit with status 2."""
        self.exit(2, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


def add_log_level(parser: argparse.ArgumentParser, what: str, default: str) -> None:
    """Add the option for how much is logged.

    Args:
        what: what the level decides on, for the help.
    """
    parser.add_argument(
        "--log-level", choices=LOG_LEVELS, default=default, help=f"{what} (default: %(default)s)"
    )


def integer(text: str) -> int:
    """Read a whole number; ``10_000`` and ``10,000`` are fine too."""
    try:
        return int(text.replace(",", "_"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def number(text: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def same_file(one: Path | None, two: Path | None) -> bool:
    """Whether two paths lead to one file, however they are spelled; None leads to none."""
    if one is None or two is None:
        return False
    if one.exists() and two.exists():
        return one.samefile(two)  # two links, or letters in another case, may lead there
    return os.path.normcase(os.path.realpath(one)) == os.path.normcase(os.path.realpath(two))


def add_board_options(parser: argparse.ArgumentParser, gomoku: bool = True) -> None:
    """Add the line length, and the rule as ``rule``; with Gomoku's rules, if wanted."""
    parser.add_argument(
        "--line",
        type=integer,
        metavar="K",
        help="marks in a row that make a line (default: the board's whole side)",
    )
    rule = parser.add_mutually_exclusive_group()
    rule.add_argument(
        "--reverse",
        dest="rule",
        action="store_const",
        const=Rule.REVERSE,
        default=Rule.NORMAL,
        help="play the reverse game: whoever completes a line loses",
    )
    if gomoku:
        rule.add_argument(
            "--rule",
            type=_rule,
            metavar="RULE",
            help=f"one of {', '.join(kind.word for kind in Rule)}; with --line 5, exact: six in a "
            "row do nothing; caro: five win unless the other side's marks stand at both ends; "
            "renju: X loses by an overline, a double four or a double three",
        )


def _rule(word: str) -> Rule:
    try:
        return Rule.of_word(word)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_search_options(parser: argparse.ArgumentParser, trials: int) -> None:
    """Add the machine's settings and the seed."""
    parser.add_argument(
        "--trials",
        type=integer,
        default=trials,
        metavar="T",
        help="random games that the machine plays before it moves; more is stronger and "
        "slower (default: %(default)s)",
    )
    parser.add_argument(
        "--score-current",
        type=number,
        default=1.0,
        metavar="W",
        help="SCORE_CURRENT: what its own squares earn in a won random game and lose in a lost "
        "one (default: %(default)s)",
    )
    parser.add_argument(
        "--score-other",
        type=number,
        default=1.0,
        metavar="W",
        help="SCORE_OTHER: the same for the other side's squares, with the signs turned "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=integer,
        metavar="S",
        help="a whole number; the same seed gives the same random games again",
    )
