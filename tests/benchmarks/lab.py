"""What the lab shows, and how fast: the figures of docs/lab.md."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from time import perf_counter

from engine import PLAYERO, PLAYERX, Board, Rules, Tally, can_be_solved, exact_tally, perfect_values
from engine.tournament import Pairing, Run, Summary, Tournament, published, sweep
from engine.tournament.running import executor_maker

CORES = os.cpu_count() or 1
RATIOS = ("0", "0.5", "0.8", "1", "1.1", "1.25", "1.5", "2", "3", "10")


def run(tournament: Tournament, kind: str = "processes") -> tuple[Summary, float]:
    """Run a tournament on all cores; return its summary and the seconds it took."""
    summary, start = Summary(tournament), perf_counter()
    for records in Run(tournament, executor_maker(kind, CORES), CORES):
        summary.add(records)
    return summary, perf_counter() - start


def measure_published() -> Iterator[dict[str, object]]:
    """Yield the published experiment, row by row, and its ties for five seeds."""
    from scipy.stats import spearmanr  # the other benchmarks measure memory without it

    for seed in range(1, 6):
        summary, seconds = run(published(seed))
        standings = summary.standings
        if seed == 1:
            for each in standings:
                ties = each.share_of(each.ties)
                yield {
                    "trials": each.pairing.value, "games": each.games, "x_wins": each.x_wins,
                    "o_wins": each.o_wins, "ties": each.ties,
                    "ties_95": f"{ties.low:.0%} to {ties.high:.0%}",
                    "ms_a_game": round(each.seconds_per_game * 1000, 2),
                }  # fmt: skip
        ties = [each.ties for each in standings]
        yield {
            "seed": seed, "ties_at_5": ties[0], "ties_at_5000": ties[-1],
            "rank_correlation": round(float(spearmanr(range(9), ties).statistic), 3),
            "seconds_in_all": round(seconds, 2),
        }  # fmt: skip


def measure_perfect() -> Iterator[dict[str, object]]:
    """Yield the strength against a perfect player, by trials."""
    base = Pairing("mc", "perfect", 2000)
    values = ("5", "25", "100", "500", "2000", "10000", "50000")
    for each in run(sweep("trials", values, base, 1))[0].standings:
        yield {
            "trials": each.pairing.value, "games": each.games, "won": each.wins,
            "tied": each.ties, "lost": each.losses, "elo": round(each.elo.value),
            "elo_95": f"{each.elo.low:.0f} to {each.elo.high:.0f}",
        }  # fmt: skip


def measure_ratio() -> Iterator[dict[str, object]]:
    """Yield, by ratio of the weights, the exact blind spots and the games lost to perfect play."""
    played = run(sweep("ratio", RATIOS, Pairing("mc:trials=2000", "perfect", 2000), 1))[0]
    solved = list(solve_all())
    for text, each in zip(RATIOS, played.standings, strict=True):
        mistakes, fatal = blind_spots(solved, Fraction(text))
        yield {
            "ratio": text, "positions": len(solved), "mistakes": mistakes, "fatal": fatal,
            "tied": each.ties, "lost": each.losses, "of": each.games,
        }  # fmt: skip


def solve_all() -> Iterator[tuple[Tally, int, dict[tuple[int, int], int]]]:
    """Yield the exact tally, the side to move and the moves' worth of every 3x3 position."""
    for marks in product((1, PLAYERX, PLAYERO), repeat=9):
        count = marks.count(PLAYERX) - marks.count(PLAYERO)
        if count in (0, 1):
            board = Board(3, board=[marks[0:3], marks[3:6], marks[6:9]])
            if can_be_solved(board) and board.get_empty_squares():
                player = PLAYERO if count else PLAYERX
                yield exact_tally(board, player), player, perfect_values(board, player)


def blind_spots(
    solved: list[tuple[Tally, int, dict[tuple[int, int], int]]], ratio: Fraction
) -> tuple[int, int]:
    """Return in how many positions the favourite is a mistake, and loses what was not lost."""
    mistakes = fatal = 0
    weights = float(ratio.denominator), float(ratio.numerator)  # whole numbers: sums are exact
    for tally, player, values in solved:
        scores = tally.scores(player, *weights)
        top = max(scores[row][col] for row, col in values)
        worst = min(values[row, col] for row, col in values if scores[row][col] == top)
        mistakes += worst < max(values.values())
        fatal += worst == -1 < max(values.values())
    return mistakes, fatal


def measure_cores() -> Iterator[dict[str, object]]:
    """Yield how busy a 10x10 sweep keeps all cores, with processes and with threads."""
    base = Pairing("mc", "mc", 200, Rules.of(10), alternate=False)
    for kind in ("processes", "threads"):
        before, start = cpu_seconds(), perf_counter()
        run(sweep("trials", ("1000", "3000", "10000"), base, 1), kind)
        wall = perf_counter() - start
        busy = (cpu_seconds() - before) / wall / CORES
        yield {"in": kind, "cores": CORES, "seconds": round(wall, 2), "busy": f"{busy:.0%}"}


def cpu_seconds() -> float:
    """Return the processor time of this process and of its children that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def measure_many() -> Iterator[dict[str, object]]:
    """Yield how much memory 100,000 games in one run take."""
    tournament = Tournament("pairing", (Pairing("mc:trials=10", "random", 100_000),), 1)
    run(Tournament("pairing", (Pairing("mc:trials=10", "random", 200),), 1))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    _, seconds = run(tournament)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield {"games": 100_000, "seconds": round(seconds, 1), "grown_mb": round(after - before, 1)}


def measure() -> Iterator[dict[str, object]]:
    """Yield all of it."""
    parts = (measure_published, measure_ratio, measure_perfect, measure_cores, measure_many)
    for part in parts:
        for figures in part():
            yield {"part": part.__name__.removeprefix("measure_")} | figures
