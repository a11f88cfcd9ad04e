"""Reference pages in Markdown, written from what the program declares. No Qt, no MkDocs.

Both the web site and the window show them, so they are plain CommonMark with tables.
"""

from __future__ import annotations

from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, isinf
from textwrap import fill

from engine.specs import Parameter, PlayerKind, kinds
from ttt_desktop.reference import pages
from ttt_desktop.reference.pages import GENERATED
from ttt_desktop.settings.declarations import CUSTOM, OPTIONS, Applies, Group, Option, Value

_WIDTH = 80
"""The width of a command's help, in characters."""


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """What the reference says of one action of the window.

    Attributes:
        name: its menu text, without the mark of its letter.
        keys: its shortcut; empty where it has none.
        tip: what it does, in a sentence.
    """

    name: str
    keys: str
    tip: str


def generate(page: str, actions: Sequence[ActionEntry]) -> str:
    """Return the Markdown of a generated page; KeyError where there is no such one.

    Args:
        page: one of ``ttt_desktop.reference.pages.GENERATED``.
    """
    from ttt_desktop.reference.api import api_page  # noqa: PLC0415  (it imports all of the engine)

    pages: dict[str, Callable[[], str]] = {
        "reference-settings": settings_page,
        "reference-players": players_page,
        "reference-actions": lambda: actions_page(actions),
        "reference-commands": commands_page,
        "reference-api": api_page,
    }
    return pages[page]()


# --- settings ---------------------------------------------------------------------------------


def settings_page() -> str:
    """Return the page of all settings."""
    parts = [
        _title("reference-settings"),
        "Ctrl+comma opens the settings. Each one is also an option of `ttt-desktop`, and then "
        "holds for that start only. The [page of players](reference-players.md) lists the settings "
        "and the difficulties of the machines.",
    ]
    for group in Group:
        shown = [option for option in OPTIONS.values() if option.group is group]
        parts += [f"## {group.value}", table(_SETTING_HEAD, map(_setting_row, shown))]
    return "\n\n".join(parts) + "\n"


_SETTING_HEAD = ("Setting", "What it does", "Values", "Default", "Option")


def _setting_row(option: Option) -> tuple[str, ...]:
    text = option.help
    if option.applies is not Applies.AT_ONCE:
        text += f" Takes effect {option.applies.value}."
    flag = f"--{option.name.replace('_', '-')}"
    return (
        f"**{option.label}**",
        text,
        _values(option),
        _shown(option, option.default),
        f"`{flag}`",
    )


def _values(option: Option) -> str:
    """Return what a setting may be: choices with what they are stored as, bounds, or on and off."""
    if isinstance(option.default, bool):
        return "on, off"
    if option.player:
        return "a [player](reference-players.md)"
    if option.choices:
        return ", ".join(f"{label} (`{value}`)" for value, label in option.choices.items())
    if option.letters:
        return f"up to {option.letters} letters"
    also = "" if option.also is None else f", or {option.also}"
    return f"{option.low:,.10g} to {option.high:,.10g}{option.suffix}{also}"


def _shown(option: Option, value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str):
        return option.choices.get(value) or (f"`{value}`" if value else "none")
    return f"{value:,.10g}{option.suffix}"


# --- players ----------------------------------------------------------------------------------


def players_page() -> str:
    """Return the page of all kinds of players."""
    parts = [
        _title("reference-players"),
        "Consoles and the lab name a player by a text: the word of its kind, then its settings, "
        "then what it is made from, with colons between them.",
    ]
    for kind in kinds():
        parts += _kind(kind)
    return "\n\n".join(parts) + "\n"


def _kind(kind: PlayerKind) -> Iterator[str]:
    yield f"## {kind.title}"
    example = f", for example `{kind.example}`" if kind.example else ""
    yield f"`{kind.word}`{example}: {kind.help}."
    if kind.parameters:
        yield table(
            ("Setting", "Called", "What it does", "Values", "Default"),
            (
                (
                    f"`{parameter.name}`",
                    parameter.label,
                    parameter.help,
                    _bounds(parameter),
                    "off" if parameter.default is None else f"{parameter.default:,.10g}",
                )
                for parameter in kind.parameters
            ),
        )
    if kind.levels:
        yield table(("Difficulty", "Stands for"), map(_level, kind.levels.items()))
        yield f"Any other strength is shown as “{CUSTOM}”."


def _level(level: tuple[str, Mapping[str, float | None]]) -> tuple[str, str]:
    name, values = level
    return name, ", ".join(f"{setting} {value:,}" for setting, value in values.items())


def _bounds(parameter: Parameter) -> str:
    low, high = parameter.low, parameter.high
    if parameter.below < inf:
        return f"{low:g} to below {parameter.below:g}"
    if isinf(low) and isinf(high):
        return "any number"
    return f"{low:,} to {high:,}" if parameter.whole else f"{low:g} to {high:g}"


# --- actions and commands ---------------------------------------------------------------------


def actions_page(actions: Sequence[ActionEntry]) -> str:
    """Return the page of the window's actions with their shortcuts."""
    rows = (
        (f"**{action.name}**", action.keys and f"`{action.keys}`", action.tip) for action in actions
    )
    parts = [
        _title("reference-actions"),
        "Everything in the menus and on the toolbar. Some shortcuts differ from system to system: "
        "redo is Ctrl+Shift+Z on Linux and Ctrl+Y on Windows, and macOS has Cmd in place of Ctrl.",
        "## On the board",
        table(("Keys", "What they do"), _BOARD_KEYS),
        "## In the whole window",
        table(("Action", "Keys", "What it does"), rows),
    ]
    return "\n\n".join(parts) + "\n"


_BOARD_KEYS = (
    ("arrow keys, `Home`, `End`, `PgUp`, `PgDown`", "go from square to square"),
    ("`Return`, `Space`", "play the framed square; on a button, press it"),
    ("`k5`", "play the square of that name; `Return` ends a name that may go on"),
    ("`H`, `M`", "show the heat map, make the game quiet (where no square's name begins so)"),
    ("`N`, `Shift+N`", "in a review: go to the next mistake, to the one before"),
    ("`PgDown`, `PgUp`", "in a lesson: the next step, the step before"),
    ("`Tab`, `F6`", "go to the next button; to the next part of the window"),
    ("`Ctrl+W`", "go back from a page to the place that it belongs to"),
    ("`Esc`", "stop the machine; leave a review, what is set up, a page, full screen"),
)
"""The keys of the board, which no action declares, and what they do."""


def commands_page() -> str:
    """Return the page with the help of every console command."""
    from engine.cli.main import build_parser  # noqa: PLC0415  (few look this up)

    parts = [
        _title("reference-commands"),
        "What `--help` prints, for each program and each command.",
    ]
    for name, build in {"ttt-engine": build_parser, **pages.programs}.items():
        parts += [f"## {name}", *_help(build())]
    return "\n\n".join(parts) + "\n"


def _help(parser: ArgumentParser) -> Iterator[str]:
    """Yield the help of a parser and, under headings of their own, of its commands."""
    parser.formatter_class = partial(parser.formatter_class, width=_WIDTH)  # type: ignore[call-arg]
    lines = parser.format_help().rstrip().splitlines()
    yield "\n".join(["```text", *(fill(line, _WIDTH) for line in lines), "```"])
    for action in parser._actions:  # noqa: SLF001  (argparse has no public way to its commands)
        if isinstance(action, _SubParsersAction):
            for command in action.choices.values():
                yield f"### {command.prog}"
                yield from _help(command)


# --- Markdown ---------------------------------------------------------------------------------


def _title(page: str) -> str:
    return f"# {GENERATED[page]}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|") or " "
