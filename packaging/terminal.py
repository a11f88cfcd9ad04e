"""Writes the manual pages and the shells' completion, from what the programs declare.

Run with a Python that has the project:

    python terminal.py FOLDER

The forms: man-pages(7) and groff_man(7); for completion, ``engine/cli/completion.py``.
"""

from __future__ import annotations

import re
import sys
import textwrap
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from engine.cli.completion import SHELLS, script
from engine.cli.declared import Argument, arguments, commands
from engine.cli.main import build_parser
from engine.cli.options import STATUSES
from project import NAME, TITLE, epoch, version
from ttt_desktop.start.arguments import EPILOG
from ttt_desktop.start.arguments import build_parser as desktop_parser

SUMMARIES = {
    "ttt-desktop": "play Tic-Tac-Toe against a Monte Carlo machine, and see how it thinks",
    "ttt-engine": "Monte Carlo Tic-Tac-Toe in the terminal",
}
ENVIRONMENT = {
    "TTT_ENGINE_KERNEL": "“native” or “numpy”: which kernel plays the random games. Where it is "
    "not set, the native one does if it was built, which is many times faster.",
}
FILES = {
    "$XDG_CONFIG_HOME": "the settings",
    "$XDG_DATA_HOME": "games, the history and lessons",
    "$XDG_STATE_HOME": "the log",
}


def manual_pages() -> dict[str, str]:
    """Return all manual pages by the names of their files."""
    engine, desktop = build_parser(), desktop_parser()
    parsers = {"ttt-desktop": (SUMMARIES["ttt-desktop"], desktop)}
    parsers["ttt-engine"] = (SUMMARIES["ttt-engine"], engine)
    for command, (what, parser) in commands(engine).items():
        parsers[f"ttt-engine-{command}"] = (what, parser)
    return {
        f"{name}.1": _page(name, what, parser, [other for other in parsers if other != name])
        for name, (what, parser) in parsers.items()
    }


def _page(name: str, what: str, parser: ArgumentParser, others: list[str]) -> str:
    day = datetime.fromtimestamp(epoch(), UTC).strftime("%Y-%m-%d")
    lines = [
        f'.TH {name.upper()} 1 "{day}" "{TITLE} {version()}" "User Commands"',
        ".ad l",  # long words cannot be spread out
        ".SH NAME", rf"{_text(name)} \- {_text(what)}",
        ".SH SYNOPSIS", ".nf", *_synopsis(parser), ".fi",
        ".SH DESCRIPTION", _text(parser.description or ""),
    ]  # fmt: skip
    for heading, listed in arguments(parser):
        lines.append(f".SH {_text(heading.upper())}")
        for each in listed:
            lines += _argument(each)
    if commands(parser):
        lines.append(".SH COMMANDS")
        for command, (said, _) in commands(parser).items():
            lines += [".TP", rf".BR {_text(f'{name}-{command}')} (1)", _text(said)]
    lines += [".SH EXIT STATUS", *_statuses(name)]
    if name == "ttt-engine":
        lines += [".SH EXAMPLES", ".nf", *_examples(parser), ".fi"]
    lines.append(".SH ENVIRONMENT")
    lines += _list(ENVIRONMENT)
    if name == "ttt-desktop":
        lines.append(".SH FILES")
        lines += _list({f"{place}/{NAME}": said for place, said in FILES.items()})
    near = [each for each in others if name == "ttt-engine" or "ttt-engine-" not in each]
    lines += [".SH SEE ALSO", *(rf".BR {_text(each)} (1)" for each in near)]
    return "\n".join(line for line in lines if line) + "\n"


def _synopsis(parser: ArgumentParser) -> Iterator[str]:
    usage = parser.format_usage().removeprefix("usage: ")
    for line in textwrap.dedent(" " * 7 + usage).rstrip().splitlines():
        yield _text(line)


def _argument(each: Argument) -> list[str]:
    help_ = each.help or "(no help)"
    choices = f" ({', '.join(each.choices)})" if each.choices and not each.flags else ""
    return [".TP", rf"\fB{_text(each.shown)}\fR", _text(help_ + choices)]


def _statuses(name: str) -> list[str]:
    if name == "ttt-desktop":
        return [_text(EPILOG.removeprefix("Exit status: "))]
    return _list({str(number): meaning for number, meaning in STATUSES.items()})


def _examples(parser: ArgumentParser) -> list[str]:
    below = (parser.epilog or "").partition("examples:\n")[2].partition("\n\n")[0]
    return [_text(line.strip()) for line in below.splitlines()]


def _list(entries: dict[str, str]) -> list[str]:
    return [line for term, said in entries.items()
            for line in (".TP", rf"\fB{_text(term)}\fR", _text(said))]  # fmt: skip


def _text(text: str) -> str:
    """Return a text as troff reads it: nothing in it is a command or a typographic sign."""
    quoted = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", quoted, flags=re.MULTILINE)


def main(folder: Path) -> None:
    """Write all of it into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in manual_pages().items():
        (folder / name).write_text(page, encoding="utf-8")
    for parser in (build_parser(), desktop_parser()):
        for shell in SHELLS:
            made = script(shell, parser)
            (folder / f"{parser.prog}.{shell}").write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
