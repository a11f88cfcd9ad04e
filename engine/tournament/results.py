"""Result files: JSON lines, a header and then a line for each game, in the order they ended.

A run that was cut off in the middle of a line, for whatever reason, leaves that line incomplete;
it is dropped, and the run goes on from there. Anything else that cannot be read is refused.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Literal, NamedTuple

from engine._version import __version__
from engine.board import PLAYERO, PLAYERX, STRMAP
from engine.decoding import decode, decode_own
from engine.errors import Problem, whole_number
from engine.files import check_regular, lock
from engine.game import Outcome
from engine.notation import frame_of, square_name
from engine.search.sampling import load_kernel
from engine.swap import Opening
from engine.tournament.description import Tournament
from engine.tournament.playing import ByteMap, GameRecord
from engine.tournament.summary import Summary, summarise

FORMAT = "monte-carlo-tic-tac-toe results"
VERSION = 1

_SPOILT = "bad"
_OUTCOMES = {outcome.value: outcome for outcome in Outcome} | {_SPOILT: None}
_MARKS = {STRMAP[mark]: mark for mark in (PLAYERX, PLAYERO)}
_MAX_HEADER, _MAX_LINE = 1 << 24, 1 << 16
_MOST_NULS = 1 << 20
_MAX_SECONDS = 1e9
_LONGEST_PROBLEM = 1000
_LONGEST_REASON = 200


class ResultFile:
    """A file that takes in the games of a tournament. Use it in a ``with`` statement.

    Args:
        path: the file. One that holds games of the same tournament is continued.

    Attributes:
        known: the games that the file held already.
        header: its first line.

    Raises:
        ValueError: the file holds something else, is damaged, or comes from a newer version.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.known: list[GameRecord] = []
        self.header = header_of(tournament)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            check_regular(path)  # opening a pipe may wait for ever
        self._file = path.open("a", encoding="utf-8", newline="\n")
        try:
            self._begin(path, tournament)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, path: Path, tournament: Tournament) -> None:
        """Keep the file from other programs; read what it holds, or write its header."""
        if not lock(self._file):
            raise Problem("another run is writing to {name}; choose another file", name=path.name)
        if check_regular(path) and not _is_torn_header(path):
            reader = ResultReader(path)
            if reader.tournament != tournament:
                raise Problem(
                    "{name} holds the results of another tournament; choose another file",
                    name=path.name,
                )
            self.known, self.header = list(reader), reader.header
            self._file.truncate(reader.end)
        else:
            self._file.truncate(0)
            self._file.write(json.dumps(self.header) + "\n")
            self._file.flush()

    def add(self, records: Iterable[GameRecord]) -> None:
        """Write games down; the system has them when this returns."""
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


def read_results(path: Path | str) -> Played:
    """Return what a result file holds: its header, its tournament, and the games in it.

    Raises:
        ValueError: it is no result file, damaged, or from a newer version.
        OSError: it cannot be read.
    """
    reader = ResultReader(Path(path))
    return Played(reader.header, reader.tournament, list(reader))


def as_lines(header: dict[str, Any], records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield the content of a result file, line by line."""
    yield json.dumps(header) + "\n"
    for record in records:
        yield _line(record)


def _line(record: GameRecord) -> str:
    data: dict[str, Any] = {
        "p": record.pairing,
        "g": record.game,
        "r": _SPOILT if record.outcome is None else record.outcome.value,
        "m": record.moves,
        "s": round(record.seconds, 6),
    }
    if record.problem:
        data["e"] = record.problem[:_LONGEST_PROBLEM]
    if record.blame is not None:
        data["b"] = STRMAP[record.blame]
    if record.x_first is not None:
        data["x"] = int(record.x_first)
    return json.dumps(data, separators=(",", ":")) + "\n"


def stored_seed(path: Path) -> int | None:
    """Return the seed of a run that is to go on; None where its header is incomplete.

    Raises:
        ValueError: it is no result file, or from a newer version.
        OSError: it cannot be read.
    """
    if not check_regular(path) or _is_torn_header(path):
        return None
    return ResultReader(path).tournament.seed


class ResultReader:
    """A result file to be read: iterate over it, once, for its games.

    Attributes:
        header: its first line.
        tournament: what was run.
        end: where in the file the lines end that were read so far, in bytes.

    Raises:
        ValueError: it is no result file, or from a newer version; while iterating: damaged.
        OSError: it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        size = check_regular(path)
        self._path = path
        with path.open("rb") as file:
            line = file.readline(_MAX_HEADER)
        if _is_torn(line, size):
            raise Problem("{name} was cut off before its first game", name=path.name)
        self.header, self.tournament = _header(path, line)
        self.end = len(line)

    def __iter__(self) -> Iterator[GameRecord]:
        """Yield the games; a last line without its end was cut off, and is left out."""
        seen = [ByteMap() for _ in self.tournament.pairings]
        with self._path.open("rb") as file:
            file.seek(self.end)
            for number in count(2):
                line = file.readline(_MAX_LINE)
                ended = line.endswith(b"\n")
                if not ended and _only_nuls(file):
                    return  # the end, or half a line and what a crash has put behind it
                try:
                    record = _record(line if ended else b"", self.tournament, seen)
                except Problem as error:
                    raise Problem(
                        "{name} is damaged in line {line}: {error}",
                        name=self._path.name, line=number, error=error,
                    ) from None  # fmt: skip
                self.end += len(line)
                yield record


def _only_nuls(file: BinaryIO) -> bool:
    """Whether the rest of a file is NUL bytes, or nothing."""
    while part := file.read(_MAX_LINE):
        if part.strip(b"\0"):
            return False
    return True


def _is_torn_header(path: Path) -> bool:
    """Whether a file begins with a part of a header only: a full disk, or a crash, cut it off."""
    with path.open("rb") as file:
        return _is_torn(file.readline(_MAX_HEADER), path.stat().st_size)


def _is_torn(line: bytes, size: int) -> bool:
    """Whether a line that is all of a file may be the beginning of a header."""
    written, start = line.rstrip(b"\0"), json.dumps({"format": FORMAT})[:-1].encode()
    if len(line) != size or (not written and size > _MOST_NULS):
        return False  # it is something else, and not ours to write over
    return not line.endswith(b"\n") and (written.startswith(start) or start.startswith(written))


def _header(path: Path, line: bytes) -> tuple[dict[str, Any], Tournament]:
    """Return what the first line holds, and the tournament in it."""
    header = decode_own(line, dict[str, Any], FORMAT, VERSION, path.name)
    if header is None:
        raise Problem("{name} is no file of results", name=path.name)
    try:
        return header, Tournament.from_json(header.get("tournament"))
    except ValueError as error:
        text = str(error)
        reason = error if len(text) <= _LONGEST_REASON else text[:_LONGEST_REASON]
        raise Problem("{name} is damaged: {error}", name=path.name, error=reason) from None


@dataclass(frozen=True, slots=True)
class _Line:
    """A game in a file: the numbers of its pairing and of itself in there, and its result.

    ``m`` are its moves, ``s`` its seconds, ``e`` says what spoilt it, ``b`` whose fault that was,
    and ``x`` whether the first player had X where sides are chosen.
    """

    p: int
    g: int
    r: Literal["X", "O", "tie", "bad"]
    m: tuple[int, ...]
    s: float
    e: str = ""
    b: Literal["X", "O"] | None = None
    x: Literal[0, 1] | None = None


def _record(line: bytes, tournament: Tournament, seen: Sequence[ByteMap]) -> GameRecord:
    """Return the game in a line; a Problem where it holds none of this tournament.

    Args:
        seen: the games of the lines before, by pairings; this one is added.
    """
    game = decode(line, _Line)
    last = len(tournament.pairings) - 1
    pairing = tournament.pairings[whole_number(game.p, "the pairing's number", 0, last)]
    whole_number(game.g, "the game's number", 0, pairing.games - 1)
    if seen[game.p][game.g]:
        raise Problem("its game has a line before this one")
    for move in game.m:
        whole_number(move, "a move", 0, pairing.rules.size**2 - 1)
    if len(set(game.m)) < len(game.m):
        raise Problem("it has two moves on one square")
    if not 0 <= game.s <= _MAX_SECONDS:
        raise Problem("its seconds cannot be {value}", value=game.s)
    if game.x is not None and pairing.opening is Opening.NONE:
        raise Problem("no sides are chosen in its games")
    seen[game.p][game.g] = 1
    outcome = _OUTCOMES[game.r]
    return GameRecord(
        game.p, game.g, outcome, game.m, game.s, game.e[:_LONGEST_PROBLEM],
        None if outcome is not None or game.b is None else _MARKS[game.b],
        x_first=None if game.x is None else bool(game.x),
    )  # fmt: skip


_WORDS = {Outcome.X: "X", Outcome.O: "O", Outcome.TIE: "tie", None: "bad"}


class Played(NamedTuple):
    """What a result file holds, or a run has brought.

    Attributes:
        header: where it comes from, as a result file says it in its first line: "program" is the
            version, "kernel" what played the random games, "started" when.
        tournament: what was played.
        records: the games, in the order in which they ended.
    """

    header: dict[str, Any]
    tournament: Tournament
    records: list[GameRecord]

    def __repr__(self) -> str:
        """Return one line."""
        kind, seed = self.tournament.kind, self.tournament.seed
        return f"<Played: {len(self.records):,} games of a {kind}, seed {seed}>"

    @property
    def summary(self) -> Summary:
        """The games, counted by pairing."""
        return summarise(self.tournament, self.records)

    def games(self) -> list[dict[str, object]]:
        """Return a row for each game, in the order of pairings and games.

        ``pairing`` and ``game`` count from 0; ``x`` and ``o`` are the players; ``points`` is what
        the pairing's first player took: 1, 0.5, 0, or None where a player spoilt the game;
        ``seed`` repeats the game, ``run_seed`` the tournament.
        """
        ordered = sorted(self.records, key=lambda record: (record.pairing, record.game))
        return [self._row(record) for record in ordered]

    def games_csv(self) -> str:
        """Return ``games`` as a CSV text with a header, which pandas reads as it is."""
        text, rows = StringIO(), self.games()
        writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def to_frame(self) -> Any:
        """Return ``games`` as a pandas data frame; ValueError where pandas is not installed."""
        return frame_of(self.games())

    def _row(self, record: GameRecord) -> dict[str, object]:
        pairing = self.tournament.pairings[record.pairing]
        rules, players = pairing.rules, record.players(pairing)
        points: float | None = None
        if record.outcome is not None:
            won = {Outcome.TIE: 0.5, Outcome.X: 1.0, Outcome.O: 0.0}[record.outcome]
            points = won if record.is_x_first(pairing) else 1 - won
        moves = (square_name(divmod(move, rules.size)) for move in record.moves)
        return {
            "pairing": record.pairing, "game": record.game, "value": pairing.value,
            "first": pairing.first, "second": pairing.second,
            "x": players[PLAYERX], "o": players[PLAYERO],
            "size": rules.size, "line": rules.line, "reverse": rules.reverse,
            "rule": rules.rule.word,
            "outcome": _WORDS[record.outcome], "points": points,
            "plies": len(record.moves), "moves": " ".join(moves),
            "seconds": record.seconds, "problem": record.problem,
            "seed": self.tournament.game_seed(record.pairing, record.game),
            "run_seed": self.tournament.seed, "version": self.header.get("program", ""),
        }  # fmt: skip
