"""``ttt-engine convert``: a game from one kind of file into another."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.cli.options import Commands, add_board_options, integer, same_file
from engine.cli.terminal import tell_notes, writing
from engine.errors import Problem
from engine.files import check_writable, write_result
from engine.formats.files import ENDINGS, FORMATS, GameFormat, format_of, read_bytes, read_game
from engine.game import MAX_BYTES
from engine.record import Record
from engine.rules import Rules

_PIPE = Path("-")


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "convert",
        help="change a game's file into another kind of file",
        description="Read a game or a position from a file and write it as another kind of file: "
        "SGF (.sgf), Piskvork's (.psq), a list of moves (.txt), or this program's (.tttgame). The "
        "kind is that of the name's ending.",
    )
    parser.add_argument("game", type=Path, metavar="IN", help="the file to read; - for the input")
    parser.add_argument(
        "out", type=Path, metavar="OUT",
        help="the file to write, of another name; an older one is replaced; - for the output",
    )  # fmt: skip
    parser.add_argument(
        "--to", choices=[kind.word for kind in FORMATS],
        help="the kind to write, whatever the name; board: the last position as one line",
    )  # fmt: skip
    parser.add_argument(
        "--size", type=integer, metavar="N",
        help="the board's side, for a list of moves that does not name it",
    )  # fmt: skip
    parser.add_argument(
        "--encoding", default="", metavar="NAME",
        help="the letters that IN is written in, such as gb18030, where it does not say so",
    )  # fmt: skip
    add_board_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read the game, write it, return 0."""
    kind = _kind(options)
    wanted = None
    if options.size is not None:
        wanted = Rules.of(options.size, options.line or min(options.size, 5), options.rule)
    elif options.line is not None or options.rule:
        raise ValueError("--line, --reverse and --rule need --size")
    record = _read(options.game, wanted, options.encoding)
    tell_notes(record)
    text = kind.write(record)
    if options.out == _PIPE:
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
        return 0
    if options.game != _PIPE and same_file(options.out, options.game):
        raise ValueError("OUT names the file that is read, which would be lost")
    with writing(options.out):
        check_writable(options.out)
        write_result(options.out, text)
    return 0


def _kind(options: argparse.Namespace) -> GameFormat:
    """Return the kind to write."""
    if options.to is not None:
        return next(kind for kind in FORMATS if kind.word == options.to)
    if options.out == _PIPE:
        raise ValueError("which kind is to be written? Say it with --to, such as --to sgf")
    if (kind := format_of(options.out)) is None:
        raise Problem(
            "{file} does not say which kind is to be written: end it in {endings}, or use --to",
            file=options.out.name, endings=", ".join(ENDINGS),
        )  # fmt: skip
    return kind


def _read(path: Path, wanted: Rules | None, encoding: str) -> Record:
    """Return the game of a file or of the standard input."""
    if path != _PIPE:
        return read_game(path, wanted, encoding)
    content = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise Problem("the input is larger than {most} bytes", most=f"{MAX_BYTES:,}")
    return read_bytes(content, None, wanted, encoding)
