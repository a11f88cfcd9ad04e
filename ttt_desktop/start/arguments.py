"""The command line of the desktop app: an option for every setting, and a few of its own."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from engine import __version__
from engine.cli.options import OneLineParser
from ttt_desktop.settings.declarations import default_of, names, option_of
from ttt_desktop.start import failure


class _Parser(OneLineParser):
    """Complains in a message box where there is no terminal, such as from a shortcut."""

    def error(self, message: str) -> NoReturn:
        failure.tell(f"{message} (see {self.prog} --help)")
        self.exit(2)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = _Parser(
        prog="ttt-desktop",
        description="Play Tic-Tac-Toe on any board against a Monte Carlo machine, and see how it "
        'thinks. The options under "settings" hold for this start only; the settings dialog '
        "changes them for good.",
    )
    parser.add_argument("file", nargs="?", metavar="GAME", help="a saved game to go on with")
    parser.add_argument("--version", action="version", version=f"ttt-desktop {__version__}")
    parser.add_argument(
        "--data-dir",
        metavar="DIR",
        help="keep settings, log and the unfinished game in this folder",
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="repeat the same random games every time"
    )
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="open the window, play a game of the machine against itself, print one line of "
        "JSON and exit; needs no display",
    )
    parser.add_argument(
        "--shot", metavar="FILE.png", help="with --self-test: save a picture of the window"
    )
    parser.add_argument(
        "--player", metavar="FILE.py", help="let a course file be the machine; it is a program "
        "and runs with your rights",
    )  # fmt: skip
    parser.add_argument(
        "--function", default="mc_move", metavar="NAME", help="with --player: the function to call"
    )
    settings = parser.add_argument_group("settings")
    for name in names():
        _add_setting(settings, name)
    return parser


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the parsed command line, the chosen settings checked; exit with status 2 if bad."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.shot and not options.self_test:
        parser.error("--shot goes with --self-test")
    if options.file and options.self_test:
        parser.error("a saved game does not go with --self-test")
    if options.seed is not None and options.seed < 0:
        parser.error(f"--seed must be a whole number from 0, not {options.seed}")
    chosen = {}
    for name in names():
        value = getattr(options, name)
        if value is not None:
            try:
                chosen[name] = option_of(name).check(value, default_of(name))
            except ValueError as error:
                parser.error(str(error))
    options.settings = chosen
    return options


def _add_setting(group: argparse._ArgumentGroup, name: str) -> None:
    option, default = option_of(name), default_of(name)
    flag = f"--{name.replace('_', '-')}"
    text = option.help.replace("%", "%%")
    if isinstance(default, bool):
        group.add_argument(
            flag, dest=name, action=argparse.BooleanOptionalAction, default=None, help=text
        )
    elif option.choices:
        group.add_argument(flag, dest=name, choices=tuple(option.choices), help=text)
    else:
        bounds = f"{option.low:,.10g} to {option.high:,.10g}"
        group.add_argument(flag, dest=name, metavar="N", help=f"{text} ({bounds})")
