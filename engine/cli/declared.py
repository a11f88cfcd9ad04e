"""What a parser of the command line declares, read out for manual pages and shell completion.

Both are made from it, so they say what the programs do.
"""

from __future__ import annotations

from argparse import Action, ArgumentParser, _SubParsersAction
from dataclasses import dataclass

_FILES = ("FILE", "FOLDER", "DIR", "CSV", "GAME", "CLASS", "SUBMISSION")
"""How the names of values begin that are files or folders."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One option, or one word that has a place of its own.

    Attributes:
        flags: how the option is written, such as ("-V", "--version"); none for a word with a place.
        shown: the flags and their value, as the help has them.
        help: what it does.
        choices: what its value may be; empty where that is open.
        takes_value: whether a value belongs to it.
        takes_file: whether that is a file or a folder.
    """

    flags: tuple[str, ...]
    shown: str
    help: str
    choices: tuple[str, ...]
    takes_value: bool
    takes_file: bool


def arguments(parser: ArgumentParser) -> list[tuple[str, list[Argument]]]:
    """Return what a parser takes, by the headings of its help; commands are left out."""
    found = []
    for group in parser._action_groups:  # noqa: SLF001  (argparse has no public way to them)
        listed = [
            _argument(parser, action)
            for action in group._group_actions  # noqa: SLF001
            if not isinstance(action, _SubParsersAction)
        ]
        if listed:
            found.append((str(group.title), listed))
    return found


def commands(parser: ArgumentParser) -> dict[str, tuple[str, ArgumentParser]]:
    """Return a parser's commands: what each does in a few words, and its own parser."""
    for action in parser._actions:  # noqa: SLF001
        if isinstance(action, _SubParsersAction):
            said = {each.dest: each.help or "" for each in action._choices_actions}  # noqa: SLF001
            return {name: (said[name], parser) for name, parser in action.choices.items()}
    return {}


def _argument(parser: ArgumentParser, action: Action) -> Argument:
    formatter = parser._get_formatter()  # noqa: SLF001
    named = action.metavar if isinstance(action.metavar, str) else ""
    return Argument(
        flags=tuple(action.option_strings),
        shown=formatter._format_action_invocation(action),  # noqa: SLF001
        help=formatter._expand_help(action) if action.help else "",  # noqa: SLF001
        choices=tuple(map(str, action.choices or ())),
        takes_value=action.nargs != 0,
        takes_file=named.startswith(_FILES),
    )
