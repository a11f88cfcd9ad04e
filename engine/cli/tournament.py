"""``ttt-engine tournament``: many games, machine against machine, measured."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from engine.checks import whole_number
from engine.cli.options import add_board_options, number, same_file, whole
from engine.cli.progress import ProgressLine
from engine.players.level import LADDER
from engine.sampling import check_seed
from engine.specs import examples
from engine.tournament.description import Sprt, Tournament, published, sweepable
from engine.tournament.plan import FileCheck, Plan, UnplayableError
from engine.tournament.results import ResultFile, stored_seed
from engine.tournament.running import NO_WORKERS, Run, executor_maker
from engine.tournament.summary import Summary
from engine.tournament.tables import as_csv, as_text

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "tournament",
        help="play many games between machines and measure them",
        description="Play many games between machine players. The same seed gives the same games, "
        "however they are run. With --out, a run that was cut off goes on where it was when the "
        "same command is given again.",
    )
    form = parser.add_argument_group("who plays")
    form.add_argument(
        "--preset", choices=["published", "ladder"], help="published: self-play on 3x3 at 5 to "
        "5000 trials; ladder: all levels against each other, on any board",
    )  # fmt: skip
    form.add_argument(
        "--players", nargs="+", metavar="SPEC", help=f"one for self-play, two for a pairing, more "
        f"for a round robin: {examples()} (default: mc)",
    )  # fmt: skip
    form.add_argument("--trials", metavar="LIST", help="short for --vary trials --values LIST")
    form.add_argument("--vary", choices=sweepable(), help="what differs from row to row")
    form.add_argument("--values", metavar="LIST", help="its values, separated by commas")
    form.add_argument("--games", type=whole, default=100, help="games a row (default: 100)")
    form.add_argument(
        "--fixed", action="store_true", help="the first player always has X (default: they take "
        "turns, except in self-play)",
    )  # fmt: skip
    form.add_argument(
        "--move-seconds", type=number, metavar="S", help="the longest that a move may take"
    )
    form.add_argument(
        "--sprt", metavar="ELO0,ELO1", help="end a pairing once a sequential test at 5 %% tells "
        "whether the first player is ELO1 rather than ELO0 stronger",
    )  # fmt: skip
    form.add_argument("--size", type=whole, default=3, metavar="N", help="the board's side")
    add_board_options(parser)
    parser.add_argument("--seed", type=whole, metavar="S", help="fixes every game")
    how = parser.add_argument_group("how it is run")
    how.add_argument("--workers", type=whole, metavar="N", help="games at once (default: cores)")
    how.add_argument(
        "--in", dest="executor", choices=["processes", "threads"], default="processes",
        help="what plays them (default: processes)",
    )  # fmt: skip
    how.add_argument("--scheduler", metavar="ADDRESS", help="run on a Dask cluster instead")
    how.add_argument("--out", type=Path, metavar="FILE", help="keep every game in this file")
    how.add_argument("--csv", type=Path, metavar="FILE", help="write the counts to this file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the tournament; return 0, 1 where a file cannot play, or 130 where it was interrupted."""
    _look_at_files(options)
    tournament = describe(options)
    if not options.scheduler:
        try:
            FileCheck(tournament).run()
        except UnplayableError as error:
            print(f"ttt-engine tournament: {error}", file=sys.stderr)
            return 1
    return _run(options, tournament)


def _run(options: argparse.Namespace, tournament: Tournament) -> int:
    workers = options.workers
    if workers is not None:
        workers = whole_number(workers, "the number of workers", 1, 1024)
    kind = "dask" if options.scheduler else options.executor
    make = executor_maker(kind, workers, options.scheduler or "")
    summary, start, interrupted = Summary(tournament), perf_counter(), False
    with ExitStack() as stack:
        file = None
        if options.out is not None:
            file = stack.enter_context(_open_results(options.out, tournament))
        known = file.known if file is not None else []
        games = Run(tournament, make, workers, known)
        for pairing in summary.add(known):
            games.finish(pairing)
        progress = ProgressLine("games", games.done, tournament.games)
        try:
            for records in games:
                if file is not None:
                    file.add(records)
                for pairing in summary.add(records):
                    games.finish(pairing)
                progress.show(games.done)
        except KeyboardInterrupt:
            interrupted = True
        except OSError as error:
            if not str(error.strerror).startswith(NO_WORKERS):
                raise
            raise ValueError(f"{error.strerror}; --in threads needs none") from None
        progress.clear()
    if options.csv is not None:
        with _writing(options.csv):
            options.csv.write_text(
                as_csv(summary.standings), encoding="utf-8", errors="surrogateescape", newline="\n"
            )
    seconds = perf_counter() - start
    print(f"seed {tournament.seed}, {games.done:,} games, {seconds:.2f} s\n")
    print(as_text(summary))
    if interrupted:
        again = "; the same command goes on from here" if options.out else ""
        print(f"\nStopped after {games.done:,} of {tournament.games:,} games{again}.")
        if kind == "threads":
            sys.stdout.flush()
            os._exit(130)  # a thread in the middle of a long move cannot be ended otherwise
        return 130
    return 0


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn an OSError into a sentence about the file."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror}") from None


def _open_results(path: Path, tournament: Tournament) -> ResultFile:
    with _writing(path):
        return ResultFile(path, tournament)


def _look_at_files(options: argparse.Namespace) -> None:
    """Refuse files that cannot be written, and take the seed of a run that is to go on."""
    if same_file(options.out, options.csv):
        raise ValueError("--out and --csv need two files")
    if options.seed is None and options.out is not None and options.out.is_file():
        with _writing(options.out):
            options.seed = stored_seed(options.out)
    if options.csv is not None:
        with _writing(options.csv):  # better now than after an hour of games
            options.csv.open("a").close()


def describe(options: argparse.Namespace) -> Tournament:
    """Return the tournament that the options ask for; ValueError where they do not fit."""
    seed = check_seed(options.seed)
    if options.preset:
        own = (options.players, options.trials, options.vary, options.values, options.sprt)
        board = options.reverse or options.line is not None or options.size != 3
        if any(own) or (board and options.preset == "published"):
            raise ValueError("--preset goes with --games and --seed only; ladder also with a board")
        if options.preset == "published":
            return published(seed, options.games)
        rules = options.size, options.line, options.reverse
        return Plan(LADDER, options.games, *rules, everyone=True).tournament(seed)
    varied, values = options.vary, options.values
    if options.trials is not None:
        if varied or values:
            raise ValueError("--trials does not go with --vary and --values")
        varied, values = "trials", options.trials
    if (varied is None) != (values is None):
        raise ValueError("--vary and --values go together")
    plan = Plan(
        tuple(options.players or ["mc"]),
        options.games,
        options.size,
        options.line,
        options.reverse,
        fixed=options.fixed,
        varied=varied or "",
        values=tuple((values or "").split(",")),
        sprt=_sprt(options.sprt),
        move_seconds=options.move_seconds,
    )
    return plan.tournament(seed)


def _sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"--sprt takes two numbers such as 0,20, not {text!r}") from None
    return Sprt(elo0, elo1)
