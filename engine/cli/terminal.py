"""What the console program says: texts, progress, grids; and how Ctrl+C and SIGTERM end it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING, TextIO, TypeVar

from engine.board import EMPTY, STRMAP, Board
from engine.errors import Problem, UnwritableError, printable
from engine.rules import Square

if TYPE_CHECKING:
    from engine.record import Record


def tell(text: str, file: TextIO | None = None) -> None:
    """Print a text; what is in it, such as a file's name, cannot do anything to the terminal.

    Args:
        file: where to; the standard output where it is not given.
    """
    print("\n".join(map(printable, text.split("\n"))), file=file)


def say_of_wait(sentence: Problem | None) -> None:
    """Say whom we wait for (see ``engine.players.player.OnWait``)."""
    if sentence is not None:
        tell(f"{sentence}.", sys.stderr)


_SHELLS = 128
"""What a shell adds to a signal's number for the exit status of a program that it ended."""


class Terminated(KeyboardInterrupt):
    """Somebody asks the program to end: ``kill``, or a system that shuts down."""


def tell_notes(record: Record) -> None:
    """Say what was left out or guessed when a file was read, on the error output."""
    for note in record.notes:
        text = str(note)
        tell(f"{text[:1].upper()}{text[1:]}.", sys.stderr)
    if record.encodings:
        tell(
            f"If letters are wrong, say --encoding {' or '.join(record.encodings[1:])}.", sys.stderr
        )


def status_of(interrupt: KeyboardInterrupt) -> int:
    """Return the exit status of a program that was interrupted."""
    number = signal.SIGTERM if isinstance(interrupt, Terminated) else signal.SIGINT
    return _SHELLS + number


@contextmanager
def sigterm_interrupts() -> Iterator[None]:
    """Have SIGTERM raise Terminated for now, unless somebody decided on that signal before."""
    free = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if not free or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, _raise)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _raise(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough: the end is under way
    raise Terminated


_REFRESH_SECONDS = 0.2
_BAR = 24


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an OSError into a sentence about the file."""
    try:
        yield
    except OSError as error:
        raise UnwritableError(
            "{path} cannot be written: {why}", path=path, why=error.strerror
        ) from None


class ProgressLine:
    """A line with a bar, the rate and the time left.

    Args:
        unit: what is counted, such as ``games``.
        done: how much was done before.
    """

    def __init__(self, unit: str, done: int, total: int) -> None:
        self._unit, self._total, self._first = unit, total, done
        self._start = self._last = perf_counter()
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def show(self, done: int) -> None:
        """Show how far it has come."""
        now = perf_counter()
        if not self._shown or now - self._last < _REFRESH_SECONDS:
            return
        self._last = now
        rate = (done - self._first) / (now - self._start)
        left = (self._total - done) / rate if rate else 0.0
        bar = "#" * round(_BAR * done / self._total)
        print(
            f"\r[{bar:<{_BAR}}] {done:,}/{self._total:,} {self._unit}, {rate:,.3g}/s, "
            f"{left:,.0f} s left \x1b[K",
            end="", file=sys.stderr, flush=True,
        )  # fmt: skip

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


Value = TypeVar("Value")


def grid_table(
    board: Board,
    values: Sequence[Sequence[Value]],
    write: Callable[[Value], str],
    best: tuple[Square, ...] = (),
) -> str:
    """Return the board as lines: a value on each empty square, the mark on the others.

    The squares in ``best`` carry a star.
    """
    dim = board.size
    cells = [
        [_cell(board, (row, col), write(values[row][col]), best) for col in range(dim)]
        for row in range(dim)
    ]
    width = max(len(cell) for row in cells for cell in row)
    margin = len(str(dim))
    head = " " * margin + "".join(f"  {chr(ord('A') + col):>{width}}" for col in range(dim))
    lines = [
        f"{number:>{margin}}" + "".join(f"  {cell:>{width}}" for cell in row)
        for number, row in enumerate(cells, 1)
    ]
    return "\n".join((head, *lines))


def _cell(board: Board, square: Square, text: str, best: tuple[Square, ...]) -> str:
    mark = board.square(*square)
    if mark != EMPTY:
        return STRMAP[mark] + " "
    return text + ("*" if square in best else " ")
