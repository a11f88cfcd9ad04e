"""``ttt-engine openings``: positions for games to begin with, drawn at random."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli.options import Commands, add_board_options, integer
from engine.cli.terminal import ProgressLine, writing
from engine.rules import Rules
from engine.search.sampling import check_seed
from engine.tournament.drawing import OpeningsWanted, draw_openings, usual_plies
from engine.tournament.openings import as_text


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "openings",
        help="make a file of openings for tournaments",
        description="Draw openings at random, none like another one turned or mirrored, and leave "
        "out those that are decided: lost in perfect play, or far from even to a tree search of "
        "400 simulations. The same seed gives the same openings.",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file to write")
    parser.add_argument(
        "--plies", type=integer, metavar="N", help="marks on the board (default: 2 on 3x3, 3 up to "
        "5x5, else 4)",
    )  # fmt: skip
    parser.add_argument(
        "--count", type=integer, default=200, metavar="N", help="how many (default: %(default)s)"
    )
    parser.add_argument("--any", action="store_true", help="keep the decided ones, too")
    parser.add_argument("--size", type=integer, default=3, metavar="N", help="the board's side")
    add_board_options(parser)
    parser.add_argument("--seed", type=integer, metavar="S", help="fixes the openings")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Make the openings and write them; return 0."""
    rules = Rules.of(options.size, options.line, options.rule)
    plies = usual_plies(rules) if options.plies is None else options.plies
    seed = check_seed(options.seed)
    wanted = OpeningsWanted(rules, plies, options.count, seed, fair=not options.any)
    if options.out.exists():
        raise ValueError(f"there is a {options.out} already; choose another name")
    progress = ProgressLine("openings", 0, options.count)
    openings = draw_openings(wanted, progress.show)
    progress.clear()
    with (
        writing(options.out),
        options.out.open("x", encoding="utf-8", newline="\n") as file,
    ):
        file.write(as_text(openings, wanted.to_json()))
    fewer = "; there are no more" if len(openings.lines) < options.count else ""
    print(f"{openings.name}, seed {seed}: written to {options.out}{fewer}")
    return 0
