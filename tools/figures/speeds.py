"""The figures that are different on every machine: speeds, times, memory, sizes of files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from engine import Rules
from engine.cli.bench import BOARDS, measure
from tools.figures.figure import ROOT, Figure, Kind, Measured, Sentence, Table
from tools.figures.unbeatable import named

KERNEL = "docs/kernel.md"
_ROUNDS, _QUICK_ROUNDS = 150, 5


def _playouts() -> Measured:
    """Return the first table: two threads are measured apart, as they need a quiet machine."""
    rows = []
    for size, line in BOARDS:
        alone, both = measure(size, line, 1, _QUICK_ROUNDS), measure(size, line, 2, _ROUNDS)
        rows.append({
            "board": named(Rules(size, line)), "native": _rounded(alone["playouts_per_s"]),
            "course": _rounded(alone["reference_per_s"]), "ratio": f"{alone['ratio']:,}",
            "numpy": _numpy_ratio(size, line),
            "gain": f"{both['playouts_per_s'] / both['one_thread_per_s']:.2f}",
        })  # fmt: skip
    return Measured(rows=rows)


def _rounded(number: float) -> str:
    """Return a number to three digits."""
    digits = max(0, len(str(round(number))) - 3)
    return f"{round(number, -digits):,.0f}"


def _numpy_ratio(size: int, line: int) -> str:
    code = (
        "import sys; sys.modules['engine._kernel'] = None;"
        f"from engine.cli.bench import measure; print(measure({size}, {line}, 1, 3)['ratio'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    return f"{int(done.stdout):,}"


@cache
def _bench(name: str) -> tuple[Mapping[str, Any], ...]:
    """Return what a benchmark yields, measured in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.benchmarks", name],
        check=True, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    return tuple(json.loads(line) for line in done.stdout.splitlines())


def _rest() -> Measured:
    return Measured(rows=[*_rows()])


def _rows() -> Iterator[dict[str, str]]:
    game = _bench("game")[0]
    yield {
        "what": "a self-play game on 3×3 at 5,000 trials a move",
        "measured": f"{game['search_ms_a_game']:.2f} ms of search, "
        f"{game['all_ms_a_game']:.2f} ms in all",
        "name": "`game`",
    }
    yield {
        "what": "a call of `sample` for one trial on 3×3",
        "measured": f"{_bench('call')[0]['us_a_call']:.1f} µs",
        "name": "`call`",
    }
    gaps = {row["while"]: row for row in _bench("timer")}
    for what, activity in (
        ("a 10 ms timer of the window during 10 million trials, 10×10, every dock open",
         "10,000,000 trials on 10x10"),
        ("the same, 25×25", "10,000,000 trials on 25x25"),
        ("the same during a billion trials, 25×25", "1,000,000,000 trials on 25x25"),
        ("the same while a tree grows, 25×25", "10,000,000 simulations on 25x25"),
    ):  # fmt: skip
        gap = gaps[activity]
        yield {
            "what": what,
            "measured": f"99th percentile {gap['p99']:.0f} ms, longest {gap['max']:.0f} ms",
            "name": "`timer`",
        }
    start = _bench("start")[0]
    yield {
        "what": "window painted after the start of the process",
        "measured": f"{start['shown_after_s']:.2f} s, an empty window of Qt "
        f"{start['bare_qt_s']:.2f} s",
        "name": "`start`",
    }
    yield {
        "what": "resident memory after 100 games",
        "measured": f"{_bench('memory')[0]['resident_mb_after_100_games']:.0f} MB",
        "name": "`memory`",
    }
    yield {
        "what": "a 3×3 game of nine moves written as an animated GIF",
        "measured": f"{min(row['seconds'] for row in _bench('gif')):.2f} s",
        "name": "`gif`",
    }
    file = next(row for row in _bench("file") if "median_ms" in row)
    yield {
        "what": "what a course file's call costs beyond its own time",
        "measured": f"{file['median_ms']:.2f} ms",
        "name": "`file`",
    }


def _lab() -> Measured:
    parts = _bench("lab")
    busy = {part["in"]: part["busy"].replace("%", " %") for part in parts if "busy" in part}
    many = next(part for part in parts if part["part"] == "many")
    return Measured({
        "processes": busy["processes"], "threads": busy["threads"],
        "seconds": f"{many['seconds']:.0f}", "grown": f"{many['grown_mb']:.1f}",
    })  # fmt: skip


def _openspiel() -> Measured:
    return Measured({"ratio": f"{_bench('openspiel')[0]['ratio']:.0f}"})


FIGURES = (
    Figure(
        "playouts",
        "playouts a second; twelve minutes on a quiet machine",
        "ttt-engine bench --threads 2 --rounds 150",
        _playouts,
        (
            Table(
                KERNEL,
                "| board | native kernel | course functions | ratio | NumPy kernel, ratio | two "
                "threads, gain |",
                "| {board} | {native} | {course} | {ratio} | {numpy} | {gain} |",
            ),
            Sentence(KERNEL, "Measured with version {version} on {date}: {machine}."),
        ),
        kind=Kind.SPEED,
    ),
    Figure(
        "times",
        "what single things take",
        "python3 dev.py bench NAME",
        _rest,
        (
            Table(KERNEL, "| what | measured | NAME |", "| {what} | {measured} | {name} |"),
            Sentence(KERNEL, "by `python3 dev.py bench NAME`, here on {date} ({machine}):"),
        ),
        kind=Kind.SPEED,
    ),
    Figure(
        "openspiel",
        "playouts on 3x3 beside OpenSpiel's; needs the package open_spiel",
        "python3 dev.py bench openspiel",
        _openspiel,
        (
            Sentence(
                KERNEL,
                "On 3×3 it plays {ratio} times as many playouts a second as the C++ rollouts of "
                "OpenSpiel 2.0.2 (`openspiel`, if the package `open_spiel` is installed; version "
                "{version}, {date}).",
            ),
        ),
        kind=Kind.SPEED,
    ),
    Figure(
        "busy",
        "how busy the lab keeps the cores",
        "python3 dev.py bench lab",
        _lab,
        (
            Sentence("docs/lab.md", "keep every core busy: {processes} in a 10×10 sweep."),
            Sentence("docs/lab.md", "keep the cores busy to {threads}."),
            Sentence(
                "docs/lab.md",
                "100,000 games in one run take {seconds} seconds and add {grown} MB of memory "
                "(version {version}, {date}, {machine}).",
            ),
        ),
        kind=Kind.SPEED,
    ),
)
