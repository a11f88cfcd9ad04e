"""``ttt-engine run`` and ``ttt-engine check``: course files as scripts, and what is wrong."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from engine.cli.options import Commands
from engine.cli.terminal import tell
from engine.compat.checking import check_file
from engine.compat.loading import LoadedFile, line_of, load_script
from engine.compat.poc_ttt_provided import RECORDER
from engine.compat.terms import FOUR
from engine.errors import type_name


def add_parser(commands: Commands) -> None:
    """Add both subcommands to the program's parser."""
    running = commands.add_parser(
        "run",
        help="run a course file as a script",
        description="Run a file of the course as a script: play_game prints a game, run_gui opens "
        "our window. The file is a program and runs with your rights.",
    )
    running.add_argument("file", type=Path, metavar="FILE")
    running.set_defaults(run=run)
    checking = commands.add_parser(
        "check",
        help="check a course file against the course's contract",
        description="Check the four functions of a course file. Each finding says what was "
        "expected and what came. Exit status 0 where nothing failed, else 1.",
    )
    checking.add_argument("file", type=Path, metavar="FILE")
    checking.add_argument("--json", action="store_true", help="print one JSON object")
    checking.set_defaults(run=check)


def run(options: argparse.Namespace) -> int:
    """Run the file; return 0, or 1 where it raises an error."""
    # The file takes this program's place while it runs, and no longer.
    before = sys.argv, sys.modules["__main__"], list(sys.meta_path), list(sys.path)
    games = RECORDER.games
    sys.argv = [str(options.file)]
    try:
        loaded = load_script(options.file.absolute())
    except ValueError as error:
        if line_of(error, options.file.absolute()) is None:
            raise
        return _tell(error, options.file)
    except Exception as error:
        return _tell(error, options.file)
    finally:
        sys.argv, sys.modules["__main__"], sys.meta_path[:], sys.path[:] = before
    for note in loaded.notes:
        tell(f"{options.file.name}: {note}", sys.stderr)
    if RECORDER.games == games:
        tell(_functions_sentence(loaded, options.file))
    return 0


def _functions_sentence(loaded: LoadedFile, given: Path) -> str:
    """Return what a file that calls no game has instead, with its path as it was given."""
    name, functions = loaded.path.name, ", ".join(loaded.functions)
    if not functions:
        return f"{name} calls no game, and has none of the functions {', '.join(FOUR)}."
    text = f"{name} calls neither play_game nor run_gui; it has {functions}."
    if "mc_move" in loaded.functions:
        player = f"file:{given}"
        quoted = f'"{player}"' if " " in player else player
        text += f" It plays with: ttt-engine play --x {quoted} --o human"
    return text


def _tell(error: Exception, path: Path) -> int:
    line = line_of(error, path.absolute())
    where = f", line {line}" if line else ""
    tell(f"{path.name}{where}: {type_name(error)}: {error}", sys.stderr)
    return 1


def check(options: argparse.Namespace) -> int:
    """Check the file; return 0 where nothing failed, else 1."""
    if not options.file.is_file():
        raise ValueError(f"there is no file {options.file}")
    report = check_file(options.file)
    tell(json.dumps(report.as_json()) if options.json else report.as_text())
    return 0 if report.passed else 1
