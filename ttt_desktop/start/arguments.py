"""The command line of the desktop app: an option for every setting, and a few of its own."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from engine import __version__
from engine.cli.options import OneLineParser, add_log_level
from engine.players.monte_carlo import KIND
from engine.specs import examples
from ttt_desktop.settings.declarations import OPTIONS, Option, Value
from ttt_desktop.start import failure

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_SETTLED = KIND.parameter("settled").suggested
"""The confidence of ``--settle``."""

_MACHINES = {"trials": "trials", "score_current": "current", "score_other": "other"}
"""Options that hold for the machines of both sides, and the players' parameters they set."""


EPILOG = (
    "Exit status: 0 after the window was closed or the self-test passed; 1 where no window can be "
    "opened, the self-test failed or the program is broken; 2 where the command line is wrong."
)


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for.

    Attributes:
        file: a saved game to go on with.
        data_dir: the folder for settings, log and games; None for the usual ones.
        log_level: what is less serious is not logged.
        seed: fixes the machine's playouts, or None.
        self_test: play a game for show, and exit.
        shot: where the self-test saves a picture of the window.
        player: a course file to be the machine.
        function: its function to call.
        settings: settings for this start only, by name.
        machines: parameters of both sides' machines, by name, as text.
    """

    file: str | None = None
    data_dir: str | None = None
    log_level: str = "info"
    seed: int | None = None
    self_test: bool = False
    shot: str | None = None
    player: str | None = None
    function: str = "mc_move"
    settings: Mapping[str, Value] = field(default_factory=dict)
    machines: Mapping[str, str] = field(default_factory=dict)


class _Parser(OneLineParser):
    """Complains in a message box where there is no terminal, such as from a shortcut."""

    def error(self, message: str) -> NoReturn:
        failure.tell(f"{message} (see {self.prog} --help)")
        self.exit(2)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help and version, in Windows too, where a windowed program has no output."""
        failure.attach()
        super()._print_message(message, file or sys.stdout)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = _Parser(
        prog="ttt-desktop",
        description="Play Tic-Tac-Toe on any board against a Monte Carlo machine, and see how it "
        'thinks. The options under "settings" hold for this start only; the settings dialog '
        "changes them for good.",
        epilog=EPILOG,
    )
    parser.add_argument("file", nargs="?", metavar="GAME", help="a saved game to go on with")
    parser.add_argument("-V", "--version", action="version", version=f"ttt-desktop {__version__}")
    parser.add_argument(
        "--data-dir",
        metavar="DIR",
        help="keep settings, log, games and all else in this folder",
    )
    add_log_level(parser, "keep in the log what is at least this serious", "info")
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
        "--player", metavar="FILE.py", help="let a course file be the machine; it is a program, "
        "which runs sealed on Linux and elsewhere with your rights",
    )  # fmt: skip
    parser.add_argument(
        "--function", default="mc_move", metavar="NAME", help="with --player: the function to call"
    )
    settings = parser.add_argument_group("settings")
    for option in OPTIONS.values():
        _add_setting(settings, option)
        if option.name == "o":
            _add_machines(settings)
    return parser


def parse(arguments: Sequence[str] | None) -> Options:
    """Return the parsed command line, the chosen settings checked; exit with status 2 if bad."""
    parser = build_parser()
    given = vars(parser.parse_args(arguments))
    try:
        settings = {
            name: option.check(value)
            for name, option in OPTIONS.items()
            if (value := given.pop(name)) is not None
        }
        machines = _machines(given)
        options = Options(**given, settings=settings, machines=machines)
    except ValueError as error:
        parser.error(str(error))
    if options.shot and not options.self_test:
        parser.error("--shot goes with --self-test")
    if options.file and options.self_test:
        parser.error("a saved game does not go with --self-test")
    if options.seed is not None and options.seed < 0:
        parser.error(f"--seed must be a whole number from 0, not {options.seed}")
    return options


def _machines(given: dict[str, Any]) -> dict[str, str]:
    """Take the options for both machines out of what was given; ValueError for a bad value."""
    chosen = {}
    for option, name in _MACHINES.items():
        text = given.pop(option)
        if text is not None:
            KIND.parameter(name).read(text)
            chosen[name] = text
    settle = given.pop("settle")
    if settle is not None:
        chosen["settled"] = str(_SETTLED) if settle else "off"
    return chosen


def _add_machines(group: argparse._ArgumentGroup) -> None:
    for option, name in _MACHINES.items():
        text = KIND.parameter(name).help.replace("%", "%%")
        flag = f"--{option.replace('_', '-')}"
        group.add_argument(flag, metavar="N", help=f"{text} Holds for both sides.")
    group.add_argument(
        "--settle", action=argparse.BooleanOptionalAction, default=None,
        help=f"End a search early, once its best square is settled with {_SETTLED:.0%} "
        "confidence. Holds for both sides.".replace("%", "%%"),
    )  # fmt: skip


def _add_setting(group: argparse._ArgumentGroup, option: Option) -> None:
    name, default = option.name, option.default
    flag = f"--{name.replace('_', '-')}"
    text = option.help.replace("%", "%%")
    if isinstance(default, bool):
        group.add_argument(
            flag, dest=name, action=argparse.BooleanOptionalAction, default=None, help=text
        )
    elif option.choices:
        group.add_argument(flag, dest=name, choices=tuple(option.choices), help=text)
    elif option.player:
        text += f" Such as {examples()}."
        group.add_argument(flag, dest=name, metavar="SPEC", help=text)
    elif isinstance(default, str):
        group.add_argument(flag, dest=name, metavar="TEXT", help=text)
    else:
        bounds = f"{option.low:,.10g} to {option.high:,.10g}"
        group.add_argument(flag, dest=name, metavar="N", help=f"{text} ({bounds})")
