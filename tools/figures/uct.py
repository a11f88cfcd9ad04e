"""The figures of the manual's page on the playout tree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import Any

from engine import PLAYERO, Rules, parse_board
from engine.rules import Rule
from engine.search.playouts import Playouts
from engine.specs import PlayerSpec
from tests.engine.matches import match, wrong_moves
from tools.benchmarks import uct
from tools.figures.figure import Claim, Figure, Kind, Measured, Sentence, Table
from tools.figures.kept import stamp_of
from tools.figures.unbeatable import named

PAGE = "docs/playout-tree.md"

# --- 3x3 ------------------------------------------------------------------------------

_TRAP = parse_board("X../.O./..X")
_TRIALS, _SEEDS = (10, 30, 100, 300, 1000, 10_000), 100


def _trap() -> Measured:
    """Count the corners that both methods choose, of as many seeds."""
    rows, counts = [], {}
    for number in _TRIALS:
        row = {"trials": f"{number:,}"}
        for name, text in (("flat", f"mc:trials={number}"), ("tree", f"uct:simulations={number}")):
            player = PlayerSpec.parse(text).make()
            squares = [player.choose(_TRAP, PLAYERO, seed).square for seed in range(_SEEDS)]
            corners = sum(square in {(0, 2), (2, 0)} for square in squares)
            row[name], counts[name, number] = str(corners), corners
        rows.append(row)
    grown = max(counts["tree", number] for number in _TRIALS if number >= 300)
    return Measured(rows=rows, facts={"flat": counts["flat", _TRIALS[-1]], "tree": grown})


_SIMULATIONS = (100, 300, 1000, 3000, 10_000, 30_000, 100_000)
_TREES = range(1, 6)


def _wrong() -> Measured:
    """Count wrong moves in all positions of 3x3: the most that any of five seeds led to."""
    kinds = {"normal": (False, False), "heavy": (False, True),
             "reverse": (True, False), "heavy_reverse": (True, True)}  # fmt: skip
    rows, most = [], {}
    with ProcessPoolExecutor() as executor:
        for number in _SIMULATIONS:
            row = {"simulations": f"{number:,}"}
            for name, (reverse, heavy) in kinds.items():
                tasks = [executor.submit(wrong_moves, number, seed, Playouts(heavy=heavy),
                                         reverse) for seed in _TREES]  # fmt: skip
                wrong = max(task.result() for task in tasks)
                row[name], most[f"{name} {number}"] = str(wrong), wrong
            rows.append(row)
            print(row, flush=True)
    return Measured(rows=rows, facts=most)


def _are_none(most: Mapping[str, int], name: str, least: int) -> bool:
    return not any(most[f"{name} {number}"] for number in _SIMULATIONS if number >= least)


def _perfect() -> Measured:
    with ProcessPoolExecutor() as executor:
        player, rules = "uct:simulations=5000", Rules(3, 3)
        tasks = {text: executor.submit(match, player, text, rules, 2000)
                 for text in ("perfect", "random")}  # fmt: skip
        matches = {text: task.result() for text, task in tasks.items()}
    return Measured({
        "lost": str(matches["perfect"].lost), "tied": f"{matches['perfect'].tied:,}",
        "won_random": f"{matches['random'].won:,}", "lost_random": str(matches["random"].lost),
    })  # fmt: skip


def _stamp() -> str:
    players = ("uct:simulations=300", "uct:simulations=300,heavy=1")
    return stamp_of(players, (Rules(3, 3), Rules(3, 3, Rule.REVERSE), Rules(7, 4)), plies=4)


def _flat_stamp() -> str:
    players = ("mc:trials=300", "mc:trials=300,heavy=1")
    return stamp_of(players, (Rules(3, 3), Rules(3, 3, Rule.REVERSE), Rules(7, 4)), plies=4)


# --- speed, and other machines --------------------------------------------------------


def _speed() -> Measured:
    rows, ratios = [], []
    for row in uct.measure_speed():
        board = named(Rules(row["board"], row["line"]))
        games = {"openspiel": board}
        if row["board"] == 3:
            games = {"openspiel": "3×3, its m,n,k-game", "openspiel_own": "3×3, its Tic-Tac-Toe"}
        for name, title in games.items():
            if name not in row:
                continue
            ratio = row[f"{name}_ratio"]
            ratios.append(ratio)
            rows.append({
                "board": title, "ours": f"{round(row['simulations_a_second'], -3):,}",
                "theirs": f"{round(row[name], -2):,}", "ratio": f"{ratio:,}",
            })  # fmt: skip
        if row["board"] == 3:
            proofs = f"{round(row['with_proofs'], -3):,}"
    return Measured({"proofs": proofs}, rows=rows, facts={"ratios": ratios})


def _matches(matches: Iterable[Mapping[str, Any]]) -> Measured:
    rows, ends = [], {}
    for row in matches:
        rules = Rules(row["board"], row["line"], Rule(row["reverse"]))
        rows.append({
            "board": named(rules), "won": str(row["won"]), "tied": str(row["tied"]),
            "lost": str(row["lost"]),
            "share": f"{row['percent']:.1f} % ({row['low']:.1f} to {row['high']:.1f})",
        })  # fmt: skip
        ends[f"{rules.size} reverse" if rules.reverse else f"{rules.size}"] = (
            row["low"], row["high"],
        )  # fmt: skip
        print(rows[-1], flush=True)
    return Measured(rows=rows, facts={"ends": ends})


_EQUAL = {Rules(5, 4): 200, Rules(10, 5): 40}


def _equal_games() -> Measured:
    """Let the tree meet flat Monte Carlo with as many random games."""
    tree, flat = "uct:simulations=3000", "mc:trials=3000"
    with ProcessPoolExecutor() as executor:
        tasks = [executor.submit(match, tree, flat, *task) for task in _EQUAL.items()]
        small, large = (task.result() for task in tasks)
    return Measured({
        "won": str(large.won), "lost": str(large.lost), "share": f"{100 * small.share:.1f}",
        "low": f"{100 * small.low:.1f}", "high": f"{100 * small.high:.1f}",
    })  # fmt: skip


_HEAVY = {
    Rules(3, 3): 400, Rules(5, 4): 200, Rules(7, 4): 200, Rules(10, 5): 100,
    Rules(3, 3, Rule.REVERSE): 2000, Rules(5, 4, Rule.REVERSE): 1000,
    Rules(7, 4, Rule.REVERSE): 200,
}  # fmt: skip


def _equal_games_of(player: str) -> Measured:
    """Let heavy playouts meet plain ones, as many of them, in the hands of a kind of player."""

    def rows(executor: ProcessPoolExecutor) -> Iterable[Mapping[str, Any]]:
        tasks = {rules: executor.submit(match, f"{player},heavy=1", player, rules, games)
                 for rules, games in _HEAVY.items()}  # fmt: skip
        for rules, task in tasks.items():
            result = task.result()
            yield {
                "board": rules.size, "line": rules.line, "reverse": rules.reverse,
                "won": result.won, "tied": result.tied, "lost": result.lost,
                "percent": 100 * result.share, "low": 100 * result.low, "high": 100 * result.high,
            }  # fmt: skip

    with ProcessPoolExecutor() as executor:
        measured = _matches(rows(executor))
    return replace(measured, texts={"small": measured.rows[0]["share"]})


FIGURES = (
    Figure(
        "uct-trap",
        "the corner trap",
        "python3 dev.py figures uct-trap",
        _trap,
        (
            Table(
                PAGE,
                "| playouts, or simulations | flat Monte Carlo | playout tree |",
                "| {trials} | {flat} | {tree} |",
            ),
        ),
        (
            Claim(
                PAGE,
                "The more flat Monte Carlo plays, the surer it walks into the trap.",
                lambda facts: facts["flat"] == _SEEDS,
            ),
            Claim(
                PAGE,
                "From 300 simulations on, no seed chose a corner.",
                lambda facts: facts["tree"] == 0,
            ),
        ),
    ),
    Figure(
        "uct-3x3",
        "wrong moves in all positions of 3x3; some minutes",
        "python3 dev.py figures uct-3x3",
        _wrong,
        (
            Table(
                PAGE,
                "| simulations | plain | heavy | plain, reverse | heavy, reverse |",
                "| {simulations} | {normal} | {heavy} | {reverse} | {heavy_reverse} |",
            ),
        ),
        (
            Claim(
                PAGE,
                "From 1,000 simulations on, no seed led to a wrong move.",
                lambda facts: _are_none(facts, "normal", 1000) and _are_none(facts, "heavy", 1000),
            ),
            Claim(
                PAGE,
                "The reverse game took 100,000.",
                lambda facts: (
                    _are_none(facts, "reverse", 100_000)
                    and _are_none(facts, "heavy_reverse", 100_000)
                    and not _are_none(facts, "reverse", 30_000)
                ),
            ),
        ),
        Kind.LONG,
        _stamp,
    ),
    Figure(
        "uct-perfect",
        "4,000 games on 3x3; some minutes",
        "python3 dev.py figures uct-perfect",
        _perfect,
        (
            Sentence(
                PAGE,
                "It lost {lost} of 2,000 games against perfect play, 1,000 from each side, and "
                "tied {tied}.",
            ),
            Sentence(
                PAGE,
                "Of 2,000 against random moves it won {won_random} and lost {lost_random}.",
            ),
        ),
        kind=Kind.LONG,
        stamp=_stamp,
    ),
    Figure(
        "uct",
        "simulations a second beside OpenSpiel's; needs the package open_spiel",
        "python3 dev.py bench uct",
        _speed,
        (
            Table(
                PAGE,
                "| board | simulations a second | OpenSpiel | ratio |",
                "| {board} | {ours} | {theirs} | {ratio} |",
            ),
            Sentence(PAGE, "in the same run (version {version}, {date}, {machine}):"),
            Sentence(PAGE, "With proofs it makes {~proofs} simulations a second on 3×3."),
        ),
        (
            Claim(
                PAGE,
                "It is at least twice as fast everywhere.",
                lambda facts: min(facts["ratios"]) >= 2,
            ),
        ),
        Kind.SPEED,
    ),
    Figure(
        "uct-flat",
        "the playout tree against flat Monte Carlo at equal time; ten minutes",
        "python3 dev.py bench uct-flat",
        lambda: _matches(uct.measure_against_flat()),
        (
            Table(
                PAGE,
                "| board | won | tied | lost | the playout tree's share, 95 % interval |",
                "| {board} | {won} | {tied} | {lost} | {share} |",
            ),
            Sentence(PAGE, "each played from both sides (version {version}, {date}):"),
        ),
        (
            Claim(
                PAGE,
                "On 10×10 and 15×15 it is far weaker than flat Monte Carlo.",
                lambda facts: all(facts["ends"][size][1] < 30 for size in ("10", "15")),
            ),
        ),
        Kind.SPEED,
    ),
    Figure(
        "uct-games",
        "the playout tree against flat Monte Carlo at equal games; some minutes",
        "python3 dev.py figures uct-games",
        _equal_games,
        (
            Sentence(
                PAGE,
                "With 3,000 random games a move for both it won {won} of 40 games on 10×10, 5 in a "
                "row, and lost {lost}; on 5×5, 4 in a row, it took {share} % of the points in 200 "
                "games ({low} to {high}).",
            ),
        ),
        kind=Kind.LONG,
        stamp=_stamp,
    ),
    Figure(
        "uct-heavy",
        "heavy playouts against plain ones at equal time; some minutes",
        "python3 dev.py bench uct-heavy",
        lambda: _matches(uct.measure_heavy()),
        (
            Table(
                PAGE,
                "| at equal time | won | tied | lost | share of heavy playouts, 95 % interval |",
                "| {board} | {won} | {tied} | {lost} | {share} |",
            ),
        ),
        (
            Claim(
                PAGE,
                "In the usual game 100 games do not tell the two apart on any of these boards.",
                lambda facts: all(
                    facts["ends"][size][0] < 50 < facts["ends"][size][1]
                    for size in ("3", "5", "7", "10")
                ),
            ),
        ),
        kind=Kind.SPEED,
    ),
    Figure(
        "flat-heavy",
        "flat Monte Carlo with heavy playouts against plain ones; some minutes",
        "python3 dev.py figures flat-heavy",
        lambda: _equal_games_of("mc:trials=1000"),
        (
            Table(
                PAGE,
                "| flat, 1,000 playouts | won | tied | lost | share of heavy playouts, "
                "95 % interval |",
                "| {board} | {won} | {tied} | {lost} | {share} |",
            ),
            Sentence(
                "resources/lessons/6c-bias.txt",
                "With 1,000 heavy playouts a move it took {small} of the points against 1,000 "
                "random ones.",
            ),
        ),
        (
            Claim(
                PAGE,
                "In the usual game they are the worse player on 3×3, 5×5 and 10×10. On 7×7 in the "
                "reverse game they are the better one.",
                lambda facts: (
                    all(facts["ends"][size][1] < 50 for size in ("3", "5", "10"))
                    and facts["ends"]["7 reverse"][0] > 50
                ),
            ),
        ),
        kind=Kind.LONG,
        stamp=_flat_stamp,
    ),
    Figure(
        "uct-heavy-simulations",
        "heavy playouts against plain ones at equal simulations; some minutes",
        "python3 dev.py figures uct-heavy-simulations",
        lambda: _equal_games_of("uct:simulations=1000"),
        (
            Table(
                PAGE,
                "| at 1,000 simulations | won | tied | lost | share of heavy playouts, 95 % "
                "interval |",
                "| {board} | {won} | {tied} | {lost} | {share} |",
            ),
        ),
        (
            Claim(
                PAGE,
                "In the usual game heavy playouts win clearly, from 5×5 on. In the reverse game "
                "on 3×3 and 5×5 they are the worse player, though both sides blunder less in them; "
                "on 7×7 they are the better one again.",
                lambda facts: (
                    min(facts["ends"][size][0] for size in ("5", "7", "10")) > 55
                    and max(facts["ends"][f"{size} reverse"][1] for size in (3, 5)) < 50
                    and facts["ends"]["7 reverse"][0] > 50
                ),
            ),
        ),
        kind=Kind.LONG,
        stamp=_stamp,
    ),
)
