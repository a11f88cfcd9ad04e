"""Writes the manual pages and the shells' completion, from what the programs declare.

Run with a Python that has the project and shtab, which writes the completion:

    python terminal.py FOLDER [completion]

FOLDER is one that systems call ``share``. With ``completion``, manual pages are left out. Their
forms are man-pages(7) and groff_man(7).
"""

from __future__ import annotations

import re
import sys
import textwrap
from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import shtab

from engine.cli.main import build_parser
from engine.cli.options import STATUSES
from project import NAME, TITLE, epoch, version
from ttt_desktop.start.arguments import EPILOG
from ttt_desktop.start.arguments import build_parser as desktop_parser

SUMMARIES = {
    "ttt-desktop": "play Tic-Tac-Toe against a Monte Carlo machine, and see how it thinks",
    "ttt-engine": "Monte Carlo Tic-Tac-Toe in the terminal",
}
FILES = {
    "$XDG_CONFIG_HOME": "the settings",
    "$XDG_DATA_HOME": "games, the history and lessons",
    "$XDG_STATE_HOME": "the log",
}


COMPLETIONS = {
    "bash": "bash-completion/completions/{}",
    "zsh": "zsh/site-functions/_{}",
    "fish": "fish/vendor_completions.d/{}.fish",
}
"""Where each shell looks for the completion of a program."""

_FILES = ("FILE", "FOLDER", "DIR", "CSV", "GAME", "CLASS", "SUBMISSION")
"""How the names of values begin that are files or folders."""


# --- what a parser declares (argparse has no public way to it) ------------------------------


@dataclass(frozen=True, slots=True)
class Argument:
    """One option, or one word that has a place of its own.

    Attributes:
        flags: how the option is written, such as ("-V", "--version"); none for a word with a place.
        shown: the flags and their value, as the help has them.
        help: what it does.
        choices: what its value may be; empty where that is open.
    """

    flags: tuple[str, ...]
    shown: str
    help: str
    choices: tuple[str, ...]


def arguments(parser: ArgumentParser) -> list[tuple[str, list[Argument]]]:
    """Return what a parser takes, by the headings of its help; commands are left out."""
    groups = []
    for group in parser._action_groups:  # noqa: SLF001
        actions = [
            _declared(parser, action)
            for action in group._group_actions  # noqa: SLF001
            if not isinstance(action, _SubParsersAction)
        ]
        if actions:
            groups.append((str(group.title), actions))
    return groups


def commands(parser: ArgumentParser) -> dict[str, tuple[str, ArgumentParser]]:
    """Return a parser's commands: what each does in a few words, and its own parser."""
    for action in parser._actions:  # noqa: SLF001
        if isinstance(action, _SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}  # noqa: SLF001
            return {name: (helps[name], parser) for name, parser in action.choices.items()}
    return {}


def _declared(parser: ArgumentParser, action: Action) -> Argument:
    formatter = parser._get_formatter()  # noqa: SLF001
    return Argument(
        flags=tuple(action.option_strings),
        shown=formatter._format_action_invocation(action),  # noqa: SLF001
        help=formatter._expand_help(action) if action.help else "",  # noqa: SLF001
        choices=tuple(map(str, action.choices or ())),
    )


# --- completion -------------------------------------------------------------------------------


def completion(share: Path) -> None:
    """Write what each shell must know of each program."""
    for parser in (build_parser(), desktop_parser()):
        _prepare(parser)
        for shell, place in COMPLETIONS.items():
            target = share / place.format(parser.prog)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(shtab.complete(parser, shell), encoding="utf-8")


def _prepare(parser: ArgumentParser) -> None:
    """Say which values are files; and have short helps, as a shell has one line for each."""
    for action in parser._actions:  # noqa: SLF001
        if isinstance(action.metavar, str) and action.metavar.startswith(_FILES):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        action.help = action.help and _short(action.help)
    for what, command in commands(parser).values():
        command.description = _short(what)
        _prepare(command)


def _short(text: str) -> str:
    """Return the first part of a help text."""
    return " ".join(re.split(r"[.;:(]", text, maxsplit=1)[0].split())


# --- manual pages -----------------------------------------------------------------------------


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
    for heading, group in arguments(parser):
        lines.append(f".SH {_text(heading.upper())}")
        for argument in group:
            lines += _argument(argument)
    if commands(parser):
        lines.append(".SH COMMANDS")
        for command, (summary, _) in commands(parser).items():
            lines += [".TP", rf".BR {_text(f'{name}-{command}')} (1)", _text(summary)]
    lines += [".SH EXIT STATUS", *_statuses(name)]
    if name == "ttt-engine":
        lines += [".SH EXAMPLES", ".nf", *_examples(parser), ".fi"]
    if name == "ttt-desktop":
        lines.append(".SH FILES")
        lines += _list({f"{place}/{NAME}": what for place, what in FILES.items()})
    near = [page for page in others if name == "ttt-engine" or "ttt-engine-" not in page]
    lines += [".SH SEE ALSO", *(rf".BR {_text(page)} (1)" for page in near)]
    return "\n".join(line for line in lines if line) + "\n"


def _synopsis(parser: ArgumentParser) -> Iterator[str]:
    usage = parser.format_usage().removeprefix("usage: ")
    for line in textwrap.dedent(" " * 7 + usage).rstrip().splitlines():
        yield _text(line)


def _argument(argument: Argument) -> list[str]:
    text = argument.help or "(no help)"
    if argument.choices and not argument.flags:
        text += f" ({', '.join(argument.choices)})"
    return [".TP", rf"\fB{_text(argument.shown)}\fR", _text(text)]


def _statuses(name: str) -> list[str]:
    if name == "ttt-desktop":
        return [_text(EPILOG.removeprefix("Exit status: "))]
    return _list({str(number): meaning for number, meaning in STATUSES.items()})


def _examples(parser: ArgumentParser) -> list[str]:
    below = (parser.epilog or "").partition("examples:\n")[2].partition("\n\n")[0]
    return [_text(line.strip()) for line in below.splitlines()]


def _list(entries: dict[str, str]) -> list[str]:
    return [line for term, what in entries.items()
            for line in (".TP", rf"\fB{_text(term)}\fR", _text(what))]  # fmt: skip


def _text(text: str) -> str:
    """Return a text as troff reads it: nothing in it is a command or a typographic sign."""
    quoted = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", quoted, flags=re.MULTILINE)


def main(share: Path, *, with_manual: bool = True) -> None:
    """Write all of it into a folder ``share``."""
    completion(share)
    if with_manual:
        folder = share / "man" / "man1"
        folder.mkdir(parents=True)
        for name, page in manual_pages().items():
            (folder / name).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), with_manual=sys.argv[2:] != ["completion"])
