"""The figures of the manual's page on statistics, and of what a class's ratings can tell."""

from __future__ import annotations

import hashlib
import random
import re
import subprocess
import sys
from itertools import combinations

from engine import PLAYERO, parse_board, sample
from engine.search.confidence import mean_interval
from engine.tournament.columns import rated
from engine.tournament.rating import ratings
from engine.tournament.statistics import elo, superiority
from tools.figures.figure import ROOT, Figure, Kind, Measured, Sentence, Table
from tools.figures.lab import published_run

PAGE = "docs/statistics.md"
_COUNTS = ((0, 2000, 0), (1, 1999, 0), (50, 0, 50), (18, 0, 2), (20, 0, 0))
_STUDENTS, _GAMES, _TIES = 30, 6, 0.3


def _elo() -> Measured:
    rows = [
        {"counts": ", ".join(f"{count:,}" for count in counts), "elo": _signed(rated(elo(*counts)))}
        for counts in _COUNTS
    ]
    return Measured(rows=rows)


def _signed(text: str) -> str:
    """Return an Elo as the manual writes it: a true minus, and no sign before nothing."""
    return re.sub(r"^[+-](0(\.0)?) ", r"\1 ", text).replace("-", "−")


def _stronger() -> Measured:
    games = {"one": (1, 0), "three": (3, 0), "sixty": (60, 40)}
    return Measured({name: f"{100 * superiority(*counts):.0f}" for name, counts in games.items()})


def _different() -> Measured:
    (row,) = (
        standing for standing in published_run(1).standings if standing.pairing.value == "1000"
    )
    return Measured({"games": f"{row.different:.0f}"})


def _ties() -> Measured:
    low, high = mean_interval({0.0: 100}, -1.0, 1.0, 1.96)
    return Measured({"low": f"{low:.3f}".replace("-", "−"), "high": f"{high:.3f}"})


def _class() -> Measured:
    """Rate students of one strength, who all meet; a third of their games are ties."""
    chance = random.Random(1)
    names = [str(number) for number in range(_STUDENTS)]
    results = {}
    for pair in combinations(names, 2):
        ties = sum(chance.random() < _TIES for _ in range(_GAMES))
        wins = sum(chance.random() < 0.5 for _ in range(_GAMES - ties))
        results[pair] = wins, ties, _GAMES - ties - wins
    widths = [(rating.high - rating.low) / 2 for rating in ratings(names, results).values()]
    return Measured({"half": f"{round(sum(widths) / len(widths), -1):.0f}"})


# --- simulations ----------------------------------------------------------------------


def _printed(file: str, *options: str) -> str:
    """Run nightly tests that must pass, and return what they print."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-s", "-m", "nightly", file, *options],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def _percents(*shares: str) -> list[str]:
    return [f"{100 * float(share):.1f}" for share in shares]


def _coverage() -> Measured:
    text = _printed("tests/engine/test_coverage.py")
    least, cells, low, high = re.findall(
        r"Elo: least ([\d.]+); (\d+) usual cells ([\d.]+) to ([\d.]+)", text
    )[0]
    pairs = re.findall(r"pairs: least ([\d.]+)", text)[0]
    held = sorted(float(number) for number in re.findall(r"ratings, .*: ([\d.]+), leads", text))
    rows = re.findall(r"differences: least ([\d.]+)", text)[0]
    (least, low, high, pairs, rows) = _percents(least, low, high, pairs, rows)
    worst, best = _percents(str(held[0]), str(held[-1]))
    return Measured(rows=[
        {"what": "Elo, 10 to 5,000 games, 0 to 99.9 % ties", "cells": "120",
         "held": f"{least} % at least"},
        {"what": "– with 10 or more decisive games, 5 or more of the rarer outcome",
         "cells": cells, "held": f"{low} to {high} %"},
        {"what": "pairs, 5 to 500, independent, from biased openings, or copied", "cells": "72",
         "held": f"{pairs} % at least"},
        {"what": "ratings of 3 to 12 players, 0 to 97 % ties", "cells": str(len(held)),
         "held": f"{worst} to {best} %"},
        {"what": "differences of two rows, 10 to 2,000 games", "cells": "20",
         "held": f"{rows} % at least"},
    ])  # fmt: skip


def _sure() -> Measured:
    text = _printed(
        "tests/engine/test_square_statistics.py", "-k", "how_often_sure_calls_are_wrong"
    )
    tallies, sure, wrong = re.findall(r"([\d,]+) tallies, ([\d,]+) sure, (\d+) of them", text)[0]
    return Measured({"tallies": tallies, "sure": sure, "wrong": wrong})


def _apart() -> Measured:
    text = _printed("tests/engine/test_square_statistics.py", "-k", "come_apart")
    apart, looks = re.findall(r"(\d+) of 100 searches; ([\d.]+)% of all looks", text)[0]
    return Measured({"apart": apart, "looks": f"{float(looks):.0f}"})


def _formulas() -> str:
    """Return a digest of what the formulas say today."""
    values = [rated(elo(*counts)) for counts in _COUNTS] + [str(superiority(10, 5))]
    return hashlib.sha256(" ".join(values).encode()).hexdigest()[:16]


def _stream() -> str:
    """Return a digest of today's random playouts."""
    tally = sample(parse_board("X../.O./..X"), PLAYERO, 1000, seed=1)
    return hashlib.sha256(repr(tally).encode()).hexdigest()[:16]


FIGURES = (
    Figure(
        "elo",
        "what counts of games say of Elo",
        "python3 dev.py figures elo",
        _elo,
        (Table(PAGE, "| won, tied, lost | Elo |", "| {counts} | {elo} |"),),
    ),
    Figure(
        "stronger",
        "how likely the winner is the stronger one (exact)",
        "python3 dev.py figures stronger",
        _stronger,
        (
            Sentence(
                PAGE,
                "a player that won 1 to 0 is it with {one} %, 3 to 0 with {three} %, 60 to 40 with "
                "{sixty} %.",
            ),
        ),
    ),
    Figure(
        "different",
        "how many different games the published experiment has at 1,000 trials",
        "ttt-engine tournament --preset published --seed 1",
        _different,
        (Sentence(PAGE, "published experiment are in effect {games} different ones."),),
    ),
    Figure(
        "ties",
        "the interval of a mean after 100 ties",
        "python3 dev.py figures ties",
        _ties,
        (Sentence(PAGE, "after 100 ties a mean lies between {low} and +{high}."),),
    ),
    Figure(
        "class",
        "the interval of a student's Elo",
        "python3 dev.py figures class",
        _class,
        (Sentence("docs/class.md", "thirty students they are some ±{half} Elo:"),),
    ),
    Figure(
        "coverage",
        "how often intervals of games hold the truth; a quarter of an hour",
        "python3 dev.py test -m nightly tests/engine/test_coverage.py",
        _coverage,
        (
            Table(PAGE, "| what | cells | holds the truth |", "| {what} | {cells} | {held} |"),
            Sentence(PAGE, "it prints what follows (version {version}, {date}):"),
        ),
        kind=Kind.LONG,
        stamp=_formulas,
    ),
    Figure(
        "sure",
        "how often a sure call is wrong; minutes",
        "python3 dev.py test -n0 -s -m nightly -k how_often_sure_calls_are_wrong",
        _sure,
        (
            Sentence(PAGE, "In {tallies} tallies of eight positions on 3×3,"),
            Sentence(PAGE, "it was said {sure} times and wrong {wrong} times"),
        ),
        kind=Kind.LONG,
        stamp=_stream,
    ),
    Figure(
        "apart",
        "how often the intervals of equal squares come apart; minutes",
        "python3 dev.py test -n0 -s -m nightly -k come_apart",
        _apart,
        (
            Sentence(
                PAGE,
                "came apart at some time in {apart} of 100 searches, and at {looks} of 100 looks",
            ),
        ),
        kind=Kind.LONG,
        stamp=_stream,
    ),
)
