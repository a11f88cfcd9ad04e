"""``ttt-engine tournament``: many games, machine against machine, measured."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import combinations
from pathlib import Path
from time import perf_counter

from engine.cli.options import Commands, add_board_options, integer, number, same_file
from engine.cli.terminal import (
    ProgressLine,
    say_of_wait,
    status_of,
    tell,
    writing,
)
from engine.errors import Problem, UnwritableError, whole_number
from engine.files import check_writable, write_result
from engine.players.level import LADDER
from engine.search.sampling import check_seed
from engine.specs import examples
from engine.swap import Opening
from engine.tournament.columns import as_csv, as_html, as_text
from engine.tournament.comparing import row_of
from engine.tournament.description import Sprt, Tournament, published, sweepable
from engine.tournament.ends import RunError
from engine.tournament.openings import Openings, read_openings
from engine.tournament.plan import FileCheck, Plan, UnplayableError
from engine.tournament.playing import GameRecord
from engine.tournament.results import Played, ResultFile, ResultReader, header_of, stored_seed
from engine.tournament.running import Run, executor_maker
from engine.tournament.summary import Summary

_MOST_FAULTS = 5
"""At most this many different faults are listed after the results."""


def add_parser(commands: Commands) -> None:
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
    form.add_argument("--games", type=integer, default=100, help="games a row (default: 100)")
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
    form.add_argument(
        "--normalised", action="store_true", help="the numbers of --sprt are in normalised Elo, "
        "so that a test takes about as many games whether most of them are tied or none",
    )  # fmt: skip
    form.add_argument(
        "--openings", type=Path, metavar="FILE", help="begin the games with these openings, each "
        "played from both sides (ttt-engine openings makes such a file)",
    )  # fmt: skip
    form.add_argument(
        "--opening", choices=[opening.value for opening in Opening], default=Opening.NONE.value,
        help="have the players open five in a row by Swap or Swap2, and choose their sides",
    )  # fmt: skip
    form.add_argument("--size", type=integer, default=3, metavar="N", help="the board's side")
    add_board_options(parser)
    parser.add_argument("--seed", type=integer, metavar="S", help="fixes every game")
    how = parser.add_argument_group("how it is run")
    how.add_argument("--workers", type=integer, metavar="N", help="games at once (default: cores)")
    how.add_argument(
        "--in", dest="executor", choices=["processes", "threads"], default="processes",
        help="what plays them (default: processes)",
    )  # fmt: skip
    how.add_argument("--scheduler", metavar="ADDRESS", help="run on a Dask cluster instead")
    how.add_argument("--out", type=Path, metavar="FILE", help="keep every game in this file")
    how.add_argument("--csv", type=Path, metavar="FILE", help="write the counts to this file")
    how.add_argument("--html", type=Path, metavar="FILE", help="write the tables as a web page")
    how.add_argument(
        "--base", metavar="VALUE", help="compare all rows of a sweep with this one (default: each "
        "with the one above it)",
    )  # fmt: skip
    how.add_argument(
        "--games-csv", type=Path, metavar="FILE", help="write a row for each game to this file"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the tournament; return 0, or the status of what ended it.

    It is 1 where a file cannot play or be written, workers end again and again, or a scheduler is
    gone; 130 after Ctrl+C, and 143 after SIGTERM.
    """
    _look_at_files(options)
    tournament = describe(options)
    if not options.scheduler:
        try:
            FileCheck(tournament, say_of_wait).run()
        except UnplayableError as error:
            tell(f"ttt-engine tournament: {error}", sys.stderr)
            return 1
    return _run(options, tournament)


def _run(options: argparse.Namespace, tournament: Tournament) -> int:
    workers = options.workers
    if workers is not None:
        workers = whole_number(workers, "the number of workers", 1, 1024)
    kind = "dask" if options.scheduler else options.executor
    make = executor_maker(kind, workers, options.scheduler or "")
    summary, start = Summary(tournament), perf_counter()
    base = row_of(summary, options.base)
    kept: list[GameRecord] = []
    with ExitStack() as stack:
        file = None
        if options.out is not None:
            file = _open_results(options.out, tournament)
            stack.callback(_close, file)
        known = file.known if file is not None else []
        games = Run(tournament, make, workers, known)
        keep = kept.extend if options.games_csv is not None else lambda _records: None
        keep(known)
        for pairing in summary.add(known):
            games.finish(pairing)
        faults = Counter(record.problem for record in known if record.problem)
        status, why = _play(games, summary, file, options.out, keep, faults)
    if games.done or not why:
        header = file.header if file is not None else header_of(tournament)
        begun = f" from {tournament.openings.name}" if tournament.openings is not None else ""
        heading = f"seed {tournament.seed}, {games.done:,} games{begun}"
        try:
            _write(options.csv, lambda: as_csv(summary, base))
            _write(options.html, lambda: as_html(summary, heading, base))
            _write(options.games_csv, Played(header, tournament, kept).games_csv)
        except UnwritableError as error:
            status, why = status or 1, why or str(error)
        print(f"{heading}, {perf_counter() - start:.2f} s\n")
        tell(as_text(summary, base))
        _tell_faults(faults)
    if games.replayed:
        again = "1 game was" if games.replayed == 1 else f"{games.replayed:,} games were"
        print(f"\n{again} played again, since processes of workers were ended.")
    if why:
        tell(f"ttt-engine tournament: {why}{_kept_in(options.out)}", sys.stderr)
    elif status:
        again = "; the same command goes on from here" if options.out else ""
        print(f"\nStopped after {games.done:,} of {tournament.games:,} games{again}.")
    if status and kind == "threads":
        sys.stdout.flush()
        os._exit(status)  # a thread in the middle of a long move cannot be ended otherwise
    return status


def _play(
    games: Run,
    summary: Summary,
    file: ResultFile | None,
    out: Path | None,
    keep: Callable[[list[GameRecord]], None],
    faults: Counter[str],
) -> tuple[int, str]:
    """Play the games, count them and keep them; return the exit status, and why they ended."""
    progress = ProgressLine("games", games.done, summary.tournament.games)

    def on_wait(sentence: Problem | None) -> None:
        progress.clear()
        say_of_wait(sentence)

    games.on_wait = on_wait
    try:
        for records in games:
            if file is not None and out is not None:
                with writing(out):
                    file.add(records)
            keep(records)
            faults.update(record.problem for record in records if record.problem)
            for pairing in summary.add(records):
                games.finish(pairing)
            progress.show(games.done)
    except KeyboardInterrupt as error:
        return status_of(error), ""
    except (RunError, UnwritableError) as error:
        return 1, str(error)
    finally:
        progress.clear()
    return 0, ""


def _tell_faults(faults: Counter[str]) -> None:
    """Say what spoilt games, the most frequent faults first."""
    for problem, count in faults.most_common(_MOST_FAULTS):
        games = "1 game was" if count == 1 else f"{count:,} games were"
        tell(f"\n{games} spoilt: {problem}")
    if len(faults) > _MOST_FAULTS:
        print(f"\n{len(faults) - _MOST_FAULTS:,} more faults spoilt games.")


def _kept_in(out: Path | None) -> str:
    """Return what is left of a run that could not go on, as the end of a sentence."""
    if out is None:
        return ""
    try:
        kept = sum(1 for _ in ResultReader(out))
    except (ValueError, OSError):
        return ""  # not even its header was written
    games = "1 game" if kept == 1 else f"{kept:,} games"
    return f"; {out} holds {games}, and the same command goes on from there"


def _write(path: Path | None, table: Callable[[], str]) -> None:
    """Write a table to a file, where there is to be one."""
    if path is not None:
        with writing(path):
            write_result(path, table(), errors="surrogateescape")


def _open_results(path: Path, tournament: Tournament) -> ResultFile:
    with writing(path):
        return ResultFile(path, tournament)


def _close(file: ResultFile) -> None:
    """Close a file to which all was written, or of which was said that it cannot be."""
    with suppress(OSError):
        file.close()


def _look_at_files(options: argparse.Namespace) -> None:
    """Refuse files that cannot be written, and take the seed of a run that is to go on."""
    written = {"--out": options.out, "--csv": options.csv, "--games-csv": options.games_csv,
               "--html": options.html, "--openings": options.openings}  # fmt: skip
    for (one, path), (two, other) in combinations(written.items(), 2):
        if same_file(path, other):
            raise ValueError(f"{one} and {two} need two files")
    if options.seed is None and options.out is not None and options.out.is_file():
        with writing(options.out):
            options.seed = stored_seed(options.out)
    for path in (options.csv, options.games_csv, options.html):
        if path is not None:
            with writing(path):  # better now than after an hour of games
                check_writable(path)


def describe(options: argparse.Namespace) -> Tournament:
    """Return the tournament that the options ask for; ValueError where they do not fit."""
    seed, openings = check_seed(options.seed), _openings(options.openings)
    opening = Opening(options.opening)
    if options.preset:
        own = (options.players, options.trials, options.vary, options.values, options.sprt)
        board = options.rule or options.line is not None or options.size != 3
        if any(own) or (board and options.preset == "published"):
            raise ValueError("--preset goes with --games and --seed only; ladder also with a board")
        if options.preset == "published":
            if openings is not None or opening is not Opening.NONE:
                raise ValueError("the published experiment begins on the empty board")
            return published(seed, options.games)
        rules = options.size, options.line, options.rule
        ladder = Plan(
            LADDER, options.games, *rules, everyone=True, openings=openings, opening=opening
        )
        return ladder.tournament(seed)
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
        options.rule,
        fixed=options.fixed,
        varied=varied or "",
        values=tuple((values or "").split(",")),
        sprt=_sprt(options.sprt, options.normalised),
        move_seconds=options.move_seconds,
        openings=openings,
        opening=opening,
    )
    return plan.tournament(seed)


def _openings(path: Path | None) -> Openings | None:
    if path is None:
        return None
    try:
        return read_openings(path)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None


def _sprt(text: str | None, normalised: bool) -> Sprt | None:
    if text is None:
        if normalised:
            raise ValueError("--normalised goes with --sprt")
        return None
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"--sprt takes two numbers such as 0,20, not {text!r}") from None
    return Sprt(elo0, elo1, normalised=normalised)
