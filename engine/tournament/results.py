"""Result files: JSON lines, a header and then a line for each game, in the order they ended.

A run that was cut off in the middle of a line leaves that line incomplete; it is dropped, and the
run goes on from there. Anything else that cannot be read is refused.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from engine._version import __version__
from engine.sampling import load_kernel
from engine.tournament.description import Tournament
from engine.tournament.playing import BAD, O_WINS, TIE, X_WINS, GameRecord

FORMAT = "monte-carlo-tic-tac-toe results"
VERSION = 1

_OUTCOMES = (X_WINS, O_WINS, TIE, BAD)


class ResultFile:
    """A file that takes in the games of a tournament. Use it in a ``with`` statement.

    Args:
        path: the file. One that holds games of the same tournament is gone on with.
        tournament: what is run.

    Attributes:
        known: the games that the file held already.

    Raises:
        ValueError: the file holds something else, is damaged, or comes from a newer version.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.known: list[GameRecord] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("a", encoding="utf-8")
        try:
            _lock(self._file, path)
            self._begin(path, tournament)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, path: Path, tournament: Tournament) -> None:
        """Read what the file holds, or write its header."""
        if path.exists() and path.stat().st_size:
            header, records, end = _read(path)
            if Tournament.from_json(header["tournament"]) != tournament:
                raise ValueError(
                    f"{path.name} holds the results of another tournament; choose another file"
                )
            self.known = list(records)
            self._file.truncate(end)
        else:
            self._file.write(json.dumps(header_of(tournament)) + "\n")
            self._file.flush()

    def add(self, records: Iterable[GameRecord]) -> None:
        """Write games down; they are the system's to keep when this returns."""
        self._file.writelines(_line(record) for record in records)
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> ResultFile:
        """Return the file itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()


def _lock(file: TextIO, path: Path) -> None:
    """Keep the file for this program while it is open; ValueError where another one has it."""
    try:
        if os.name == "nt":
            msvcrt = importlib.import_module("msvcrt")
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl = importlib.import_module("fcntl")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ValueError(f"another run is writing to {path.name}; choose another file") from None


def header_of(tournament: Tournament) -> dict[str, Any]:
    """Return the first line of a result file, as data."""
    kernel = load_kernel()
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": __version__,
        "kernel": f"{kernel.NAME} {kernel.instruction_set()}",
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "tournament": tournament.to_json(),
    }


def read_results(path: Path) -> tuple[dict[str, Any], Tournament, list[GameRecord]]:
    """Return a result file's header, its tournament, and the games in it.

    Raises:
        ValueError: it is no result file, damaged, or from a newer version.
        OSError: it cannot be read.
    """
    header, records, _ = _read(path)
    return header, Tournament.from_json(header["tournament"]), list(records)


def as_text(header: dict[str, Any], records: Iterable[GameRecord]) -> str:
    """Return the content of a result file."""
    return json.dumps(header) + "\n" + "".join(_line(record) for record in records)


def _line(record: GameRecord) -> str:
    data: dict[str, Any] = {
        "p": record.pairing,
        "g": record.game,
        "r": record.outcome,
        "m": record.moves,
        "s": round(record.seconds, 6),
    }
    if record.problem:
        data["e"] = record.problem
    return json.dumps(data, separators=(",", ":")) + "\n"


def _read(path: Path) -> tuple[dict[str, Any], Iterator[GameRecord], int]:
    """Return the header, the games, and where in the file the whole lines end."""
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    lines = content[:whole].splitlines()
    header = _header(path, lines[0] if lines else b"")
    tournament = Tournament.from_json(header["tournament"])
    return header, _records(path, lines[1:], tournament), whole


def _header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ValueError(f"{path.name} is no file of results")
    version = header.get("version")
    if not isinstance(version, int) or version < 1:
        raise ValueError(f"{path.name} is damaged: its version is missing")
    if version > VERSION:
        raise ValueError(
            f"{path.name} was written by a newer version of this program (format {version}; "
            f"this one reads up to {VERSION})"
        )
    try:
        Tournament.from_json(header.get("tournament"))
    except ValueError as error:
        raise ValueError(f"{path.name} is damaged: {error}") from None
    return header


def _records(path: Path, lines: list[bytes], tournament: Tournament) -> Iterator[GameRecord]:
    seen = [bytearray(pairing.games) for pairing in tournament.pairings]
    for number, line in enumerate(lines, start=2):
        try:
            data = json.loads(line)
            pairing, game = data["p"], data["g"]
            outcome, moves = data["r"], data["m"]
            fresh = not seen[pairing][game] and min(pairing, game) >= 0
            squares = tournament.pairings[pairing].size ** 2
            sound = (
                outcome in _OUTCOMES
                and all(type(move) is int and 0 <= move < squares for move in moves)
                and len(set(moves)) == len(moves)
                and isfinite(data["s"])
            )
            record = GameRecord(
                pairing, game, outcome, tuple(moves), float(data["s"]), data.get("e", "")
            )
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            fresh = sound = False
        if not (fresh and sound):
            raise ValueError(f"{path.name} is damaged in line {number}")
        seen[pairing][game] = 1
        yield record
