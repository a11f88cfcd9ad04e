"""``ttt-engine learn``: a machine learns by playing, and its mistakes are counted meanwhile."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from engine.cli.options import Commands, add_board_options, integer, number, same_file
from engine.cli.terminal import tell, writing
from engine.errors import Problem, real_number, whole_number
from engine.files import check_writable, write_whole
from engine.learning.task import EXPLORATIONS, KINDS, SHAPES, SIDES, TEACHERS
from engine.rules import Rules

if TYPE_CHECKING:
    from engine.learning.learner import Learner

_HEAD = "generation,games,seconds,mistakes,mistakes_with_search,positions"
_SAVE_SECONDS = 20.0
"""How often a learner is saved while it learns."""


def add_parser(commands: Commands) -> None:
    """Add the subcommand to the program's parser."""
    parser = commands.add_parser(
        "learn",
        help="have a machine learn by playing",
        description="Have a machine learn by playing games, and count the mistakes that it makes "
        "in positions whose right moves are known. It is saved every now and then and at the end; "
        "Ctrl+C ends it after saving. The same seed learns the same.",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file to write")
    parser.add_argument(
        "--kind", choices=KINDS, help="matchboxes (menace), a table of values (td), both on 3x3 "
        "only, or a network (default: net)",
    )  # fmt: skip
    parser.add_argument(
        "--shape", choices=SHAPES, help="of a network: plain knows squares only, lines "
        "counts the lines through each square (default: plain)",
    )  # fmt: skip
    parser.add_argument(
        "--teacher", choices=TEACHERS, help="of matchboxes and tables: who they play against "
        "(default: itself)",
    )  # fmt: skip
    parser.add_argument(
        "--sides", choices=SIDES, help="of matchboxes: which side has boxes (default: both)"
    )
    parser.add_argument(
        "--exploration", choices=EXPLORATIONS, help="off: a table never tries a move that it does "
        "not like best, and a network's games all begin with the empty board (default: on)",
    )  # fmt: skip
    parser.add_argument("--size", type=integer, metavar="N", help="the board's side (default: 3)")
    add_board_options(parser, gomoku=False)
    parser.add_argument("--seed", type=integer, metavar="S", help="fixes what is learnt")
    parser.add_argument(
        "--minutes", type=number, metavar="M", help="learn for so many minutes of processor time"
    )
    parser.add_argument(
        "--games", type=integer, metavar="N", help="learn until so many games were played in all"
    )
    parser.add_argument(
        "--threads", type=integer, default=1, metavar="N", help="threads that play a network's "
        "games; what is learnt does not depend on it (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--resume", action="store_true", help="go on with what is in the file, exactly where it was"
    )
    parser.add_argument(
        "--curve", type=Path, metavar="CSV", help="write the mistakes at each kept generation"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Learn, print, save; return 0."""
    from engine.learning.learner import Training  # noqa: PLC0415  (it needs NumPy)

    seconds = _checked(options)
    learner = _learner(options)
    curve = _Curve(learner, options.curve, options.resume)
    training = Training(learner, options.games, seconds)
    with writing(options.out):
        check_writable(options.out)
    saved = monotonic()
    with _saving(learner, options.out):
        curve.begin()
        for _ in training:
            if curve.is_due() or training.is_over:
                curve.add()
            if monotonic() - saved > _SAVE_SECONDS:
                _save(learner, options.out)
                saved = monotonic()
    tell(f"{learner.games:,} games, seed {learner.seed}: written to {options.out}")
    return 0


def _checked(options: argparse.Namespace) -> float | None:
    """Return the seconds to learn for; ValueError for options that cannot be had together."""
    if options.minutes is None and options.games is None:
        raise Problem("say how long to learn: --minutes M, --games N, or both")
    if options.games is not None:
        whole_number(options.games, "the number of games", 1)
    if same_file(options.out, options.curve):
        raise Problem("the learner and its curve need two files")
    if options.minutes is None:
        return None
    if not real_number(options.minutes, 0, 1e6):
        raise Problem("the minutes must be a number above 0, not {value}", value=options.minutes)
    return float(options.minutes) * 60


def _learner(options: argparse.Namespace) -> Learner:
    """Return the learner to go on with, or a new one."""
    from engine.learning.learners import load, new_learner  # noqa: PLC0415
    from engine.learning.networks import NetLearner  # noqa: PLC0415

    names = ("shape", "teacher", "sides", "exploration")
    settings = {name: getattr(options, name) for name in names if getattr(options, name)}
    if options.resume:
        given = (options.kind, options.size, options.line, options.seed, options.rule or None)
        if settings or any(value is not None for value in given):
            raise Problem("--resume goes on with what is in the file: leave kind, board, seed and "
                          "settings out")  # fmt: skip
        learner = load(options.out)
    else:
        if options.out.exists():
            raise Problem("there is a {file} already; choose another name, or --resume",
                          file=str(options.out))  # fmt: skip
        rules = Rules.of(3 if options.size is None else options.size, options.line, options.rule)
        learner = new_learner(options.kind or "net", rules, options.seed, **settings)
    if isinstance(learner, NetLearner):
        learner.threads = whole_number(options.threads, "the number of threads", 1, 32)
    return learner


def _save(learner: Learner, path: Path) -> None:
    with writing(path):
        learner.save(path)


@contextmanager
def _saving(learner: Learner, path: Path) -> Iterator[None]:
    """Save the learner at the end, also where Ctrl+C brings it."""
    try:
        yield
    except KeyboardInterrupt:
        _save(learner, path)
        raise
    _save(learner, path)


class _Curve:
    """Counts a learner's mistakes at the generations that are kept, prints them and writes them.

    Args:
        goes_on: whether to keep what is in the file already.
    """

    def __init__(self, learner: Learner, path: Path | None, goes_on: bool) -> None:
        from engine.learning.truth import simulations_for  # noqa: PLC0415

        self._learner, self._path = learner, path
        self._simulations = simulations_for(learner.rules)
        self._lines = [_HEAD]
        if path is not None and path.exists():
            if not goes_on:
                raise Problem("there is a {file} already; choose another name", file=str(path))
            with writing(path):
                self._lines = path.read_text(encoding="utf-8").splitlines()
            if self._lines[:1] != [_HEAD]:
                raise Problem("{file} is no curve of a learner", file=str(path))

    def begin(self) -> None:
        """Tell what is counted, and the first figures."""
        from engine.learning.truth import questions  # noqa: PLC0415

        if not questions(self._learner.rules):
            tell("No positions with known moves for this board: mistakes are not counted.")
        if len(self._lines) == 1:
            self.add()

    def is_due(self) -> bool:
        """Whether the generation is one of those that are kept."""
        from engine.learning.learner import is_kept  # noqa: PLC0415

        return is_kept(self._learner.generation)

    def add(self) -> None:
        """Count the mistakes now."""
        from engine.learning.truth import measure  # noqa: PLC0415

        milestone = measure(self._learner)
        self._lines.append(
            f"{milestone.generation},{milestone.games},{milestone.seconds:.3f},"
            f"{_cell(milestone.mistakes)},{_cell(milestone.searched)},{milestone.positions or ''}"
        )
        text = f"{milestone.games:>9,} games {milestone.seconds:>8.1f} s"
        if milestone.mistakes is not None:
            text += f"   mistakes {milestone.mistakes:>5,} of {milestone.positions:,}"
        if milestone.searched is not None:
            text += f", {milestone.searched:>4,} with {self._simulations} simulations"
        tell(text)
        if self._path is not None:
            with writing(self._path):
                write_whole(self._path, "\n".join(self._lines) + "\n")


def _cell(value: int | None) -> str:
    return "" if value is None else str(value)
