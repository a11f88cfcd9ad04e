"""The figures of the manual's page on the machines that look ahead."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from time import thread_time
from typing import Any

from engine import PLAYERX, Board, Rules
from engine.players.attention import LEVELS
from engine.players.level import LADDER
from engine.search.solver import solve
from tests.engine.matches import BOARDS, Match, match, neighbours, step_is_sure
from tests.engine.sights import BLOCKS, DOUBLES, SIGHT_GAMES, WINS, Sight, sights
from tools.benchmarks import tree, worth
from tools.benchmarks.plain import PLAIN
from tools.figures.figure import ROOT, Claim, Figure, Kind, Measured, Sentence, Table
from tools.figures.kept import stamp_of

PAGE = "docs/unbeatable.md"


OUTSIDE_GAMES = dict(zip(BOARDS, (400, 200, 80, 80, 60, 20), strict=True))
"""In how many games a level meets each player from outside the ladder."""


def named(rules: Rules) -> str:
    """Return what the manual calls a board."""
    line = "" if rules.line == rules.size else f", {rules.line} in a row"
    return f"{rules.size}×{rules.size}{line}{', reverse' if rules.reverse else ''}"


# --- what can be solved ---------------------------------------------------------------


def _solved() -> Measured:
    rows, worth = [], {1: "win", 0: "tie", -1: "loss"}
    for rules in tree.SOLVED:
        seconds = []
        for _ in range(1):
            board = Board(rules.size, rules.reverse, None, rules.line)
            start = thread_time()
            solution = solve(board, PLAYERX)
            seconds.append(thread_time() - start)
        assert solution is not None
        took = f"{min(seconds):.2f}" if min(seconds) >= 0.005 else "below 0.01"
        rows.append({
            "board": named(rules), "worth": worth[solution.value],
            "nodes": f"{solution.nodes:,}", "seconds": took,
        })  # fmt: skip
    return Measured(rows=rows)


# --- levels ---------------------------------------------------------------------------


_OFTEN = {0.0: "never", 1.0: "always"}
"""What the manual calls chances at both ends."""


def _levels() -> Measured:
    rows = []
    for name, kinds in LEVELS.items():
        row = {"name": name}
        for size, kind in zip(("small", "middle", "large"), kinds, strict=True):
            chances = (kind.win, kind.block, kind.double, kind.sight)
            parts = [_OFTEN.get(chance) or f"{100 * chance:g} %" for chance in chances]
            row[size] = f"{', '.join(parts)}; {kind.simulations:,}"
        rows.append(row)
    return Measured(rows=rows)


def _ladder() -> Measured:
    matches = [
        (strong, weak, rules, games)
        for rules in BOARDS
        for strong, weak, games in neighbours(rules)
    ]
    facts: dict[str, dict[str, list[float]]] = {}

    def cell(strong: str, weak: str, match: Match) -> str:
        pair = facts.setdefault(_pair(strong, weak), {"lows": [], "shares": []})
        pair["lows"].append(match.low)
        pair["shares"].append(match.share)
        return f"{100 * match.share:.1f} % ({100 * match.low:.1f} to {100 * match.high:.1f})"

    return Measured(rows=_rows(matches, cell), facts=facts)


def _outside() -> Measured:
    matches = [
        (text, plain, rules, games)
        for rules, games in OUTSIDE_GAMES.items()
        for plain in PLAIN
        for text in LADDER[:-2]
    ]
    shares: dict[str, list[float]] = {}

    def cell(strong: str, weak: str, match: Match) -> str:
        shares.setdefault(_pair(strong, weak), []).append(match.share)
        return f"{100 * match.share:.1f} %"

    return Measured(rows=_rows(matches, cell), facts={"shares": shares})


def _rows(
    matches: Sequence[tuple[str, str, Rules, int]], cell: Callable[[str, str, Match], str]
) -> list[dict[str, str]]:
    """Play matches, and return a row for each pair, with a cell for each board."""
    rows: dict[str, dict[str, str]] = {}
    with ProcessPoolExecutor() as executor:
        played = executor.map(match, *zip(*matches, strict=True))
        for (strong, weak, rules, _), result in zip(matches, played, strict=True):
            title = _pair(strong, weak)
            row = rows.setdefault(title, {"match": title})
            row[f"b{rules.size}"] = cell(strong, weak, result)
            print(f"{named(rules)}: {title} {row[f'b{rules.size}']}", flush=True)
    return [*rows.values()]


def _pair(strong: str, weak: str) -> str:
    """Return what the manual calls a match."""
    first = strong.removeprefix("level:").title()
    return f"{first} – {PLAIN.get(weak) or weak.removeprefix('level:').title()}"


def _steps_are_sure(facts: Mapping[str, Any]) -> bool:
    return all(
        step_is_sure(rules, share, low)
        for pair in facts.values()
        for rules, share, low in zip(BOARDS, pair["shares"], pair["lows"], strict=True)
    )


def _neighbours_are_apart(facts: Mapping[str, Any]) -> bool:
    wanted = [number for number, rules in enumerate(BOARDS) if rules.size in (5, 7)]
    return all(0.55 <= pair["shares"][label] <= 0.9 for pair in facts.values() for label in wanted)


def _novice_is_weak(facts: Mapping[str, Any]) -> bool:
    shares = dict(zip(BOARDS, facts["shares"]["Novice – random moves"], strict=True))
    most = {Rules(3, 3): 0.62, Rules(5, 4): 0.72, Rules(10, 5): 0.8}
    return all(0.5 < share <= most.get(rules, 1) for rules, share in shares.items())


def _sights() -> Measured:
    rows: list[dict[str, str]] = []
    facts: dict[str, dict[str, dict[str, float]]] = {}
    for text in LADDER[:-1]:
        title = text.removeprefix("level:").title()
        row, facts[title] = {"level": title}, {}
        for rules, games in SIGHT_GAMES.items():
            found = sights(text, text, rules, games)
            facts[title][named(rules)] = {kind: sight.share for kind, sight in found.items()}
            row[f"b{rules.size}"] = ", ".join(map(_percent, found.values()))
            print(f"{named(rules)}: {title} {row[f'b{rules.size}']}", flush=True)
        rows.append(row)
    return Measured(rows=rows, facts=facts)


def _percent(sight: Sight) -> str:
    """Return how much was seen, and of how many."""
    return f"{100 * sight.share:.0f} of {sight.asked:,}" if sight.asked else "none"


def _medium_sees(facts: Mapping[str, Any]) -> bool:
    return all(
        shares[WINS] == 1 and shares[BLOCKS] >= 0.95 and (rules.line < 4 or shares[DOUBLES] >= 0.75)
        for rules, shares in zip(SIGHT_GAMES, facts["Medium"].values(), strict=True)
    )


def _ladders_stamp() -> str:
    # Not the best one: how far it searches depends on the time that it has.
    return stamp_of(LADDER[:-1], BOARDS, plies=4)


# --- against flat Monte Carlo, and its speed ------------------------------------------


def _matches() -> Measured:
    rows, lost = [], {}
    for row in tree.measure_match():
        rows.append({
            "board": named(Rules(row["board"], row["line"])), "won": str(row["won"]),
            "tied": str(row["tied"]), "lost": str(row["lost"]),
            "share": f"{row['percent']:.1f} % ({row['low']:.1f} to {row['high']:.1f})",
        })  # fmt: skip
        lost[str(row["board"])] = row["lost"], row["of_them_lost_from_the_opening_on"]
    return Measured(rows=rows, facts={"lost": lost})


def _speed() -> Measured:
    rows = [
        {
            "board": f"{row['board']}×{row['board']}, {row['line']} in a row",
            "rate": f"{round(row['simulations_a_second'], -3):,}",
            "ratio": f"{row['ratio']:,}",
        }
        for row in tree.measure_tree()
    ]
    return Measured(rows=rows)


def _master() -> Measured:
    rows = [
        {
            "board": f"{row['board']}×{row['board']}, {row['line']} in a row",
            "simulations": f"{row['simulations']:,}",
            "all": f"{row['processor_seconds']:.2f}",
            "tree": f"{row['the_tree_alone']:.2f}",
            "ratio": f"{row['ratio']:.1f}",
        }
        for row in tree.measure_master()
    ]
    return Measured(rows=rows)


# --- values -----------------------------------------------------------------------------


def _worth() -> Measured:
    rows, far = [], []
    for row in worth.measure():
        low, high = (f"{row[end]:.1f}".replace("-", "−") for end in ("low", "high"))
        ends = {-1: f"below {high}", worth.EDGES[-1]: f"above {low}"}
        rows.append({
            "value": ends.get(row["low"], f"{low} to {high}"), "said": f"{row['said']:.2f}",
            "won": f"{row['won']:.2f}", "positions": f"{row['positions']:,}",
        })  # fmt: skip
        if min(abs(row["low"]), abs(row["high"])) >= worth.FAR:
            far.append((row["said"], row["won"]))
    return Measured(rows=rows, facts={"far": far})


def _far_values_are_modest(facts: Mapping[str, Any]) -> bool:
    return all(abs(points - 0.5) > abs(share - 0.5) for share, points in facts["far"])


# --- proofs ---------------------------------------------------------------------------


def _proofs() -> Measured:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-m", "nightly", "-n0", "tests/engine/test_proofs.py"],
        cwd=ROOT, check=False,
    )  # fmt: skip
    return Measured(facts={"passed": done.returncode == 0})


_ROW = f"| {{match}} | {' | '.join(f'{{b{rules.size}}}' for rules in BOARDS)} |"

FIGURES = (
    Figure(
        "solver",
        "what small boards are worth, and how much is looked at to know it",
        "python3 dev.py bench solver",
        _solved,
        (
            Table(
                PAGE,
                "| board | worth for X | positions looked at | seconds of the processor |",
                "| {board} | {worth} | {nodes} | {~seconds} |",
            ),
        ),
    ),
    Figure(
        "levels",
        "what the levels are made of",
        "python3 dev.py figures levels",
        _levels,
        (
            Table(
                PAGE,
                "| level | up to 4×4 | 5×5 to 7×7 | from 8×8 on |",
                "| {name} | {small} | {middle} | {large} |",
            ),
        ),
    ),
    Figure(
        "ladder",
        "each level against the one below it; a quarter of an hour",
        "python3 dev.py figures ladder",
        _ladder,
        (
            Table(
                PAGE,
                f"| match | {' | '.join(map(named, BOARDS))} |",
                _ROW,
            ),
            Sentence(
                PAGE,
                "dev.py figures ladder` played them with version {version} on {date} ({machine}).",
            ),
        ),
        (
            Claim(
                PAGE,
                "Each level beats the one below it: from 5×5 up it takes 53 % of the points or "
                "more, and on 3×3 and 4×4 the interval lies above 50 %.",
                _steps_are_sure,
            ),
            Claim(
                PAGE,
                "On 5×5 and 7×7 the stronger one takes 55 to 90 %.",
                _neighbours_are_apart,
            ),
        ),
        Kind.LONG,
        _ladders_stamp,
    ),
    Figure(
        "sights",
        "what the levels see in games against themselves; some minutes",
        "python3 dev.py figures sights",
        _sights,
        (
            Table(
                PAGE,
                f"| level | {' | '.join(map(named, BOARDS))} |",
                f"| {{level}} | {' | '.join(f'{{b{rules.size}}}' for rules in BOARDS)} |",
            ),
            Sentence(PAGE, "dev.py figures sights` counted them with version {version} on {date}:"),
        ),
        (
            Claim(
                PAGE,
                "On every board Medium takes every win and blocks 95 % or more of single threats; "
                "where a row is four or more, it answers 75 % or more of double threats.",
                _medium_sees,
            ),
        ),
        Kind.LONG,
        _ladders_stamp,
    ),
    Figure(
        "outside",
        "the levels against players from outside the ladder; some minutes",
        "python3 dev.py figures outside",
        _outside,
        (
            Table(
                PAGE,
                f"| level – outsider | {' | '.join(map(named, BOARDS))} |",
                _ROW,
            ),
            Sentence(PAGE, "dev.py figures outside` played them with version {version} on {date}:"),
        ),
        (
            Claim(
                PAGE,
                "Against random moves, Novice scores more than half everywhere, and at most 62 % "
                "on 3×3, 72 % on 5×5 and 80 % on 10×10.",
                _novice_is_weak,
            ),
        ),
        Kind.LONG,
        _ladders_stamp,
    ),
    Figure(
        "worth",
        "what the values of the tree with patterns are worth; some minutes",
        "python3 dev.py figures worth",
        _worth,
        (
            Table(
                PAGE,
                "| value | taken as a share, half of 1 + value | share of the points | positions |",
                "| {value} | {said} | {won} | {positions} |",
            ),
        ),
        (
            Claim(
                PAGE,
                "Values far from 0 are too modest",
                _far_values_are_modest,
            ),
        ),
        Kind.LONG,
        lambda: stamp_of((f"tree:simulations={worth.SIMULATIONS}",), (worth.RULES,), plies=4),
    ),
    Figure(
        "match",
        "the tree against flat Monte Carlo at equal time",
        "python3 dev.py bench match",
        _matches,
        (
            Table(
                PAGE,
                "| board | won | tied | lost | the tree's share, 95 % interval |",
                "| {board} | {won} | {tied} | {lost} | {share} |",
            ),
            Sentence(PAGE, "marks, each played from both sides, with version {version} on {date}:"),
        ),
        (
            Claim(
                PAGE,
                "The solver shows that all games that the tree lost on 5×5 were lost before its "
                "first move.",
                lambda facts: facts["lost"]["5"][0] == facts["lost"]["5"][1] > 0,
            ),
        ),
        Kind.SPEED,
    ),
    Figure(
        "tree",
        "simulations a second",
        "python3 dev.py bench tree",
        _speed,
        (
            Table(
                PAGE,
                "| board | simulations a second | ratio |",
                "| {board} | {rate} | {ratio} |",
            ),
            Sentence(PAGE, "own functions in the same run (version {version}, {date}, {machine}):"),
        ),
        kind=Kind.SPEED,
    ),
    Figure(
        "master",
        "what an answer of Master's takes",
        "python3 dev.py bench master",
        _master,
        (
            Table(
                PAGE,
                "| board | simulations | seconds in all | the tree alone | ratio |",
                "| {board} | {simulations} | {all} | {tree} | {ratio} |",
            ),
            Sentence(PAGE, "for its tree alone (version {version}, {date}, {machine}):"),
        ),
        kind=Kind.SPEED,
    ),
    Figure(
        "proofs",
        "the perfect machine's games; an hour and a half",
        "python3 dev.py test -m nightly tests/engine/test_proofs.py",
        _proofs,
        (Sentence(PAGE, "The last time was with version {version} on {date}:"),),
        (Claim(PAGE, "no move gave a win or a tie away.", lambda facts: facts["passed"]),),
        Kind.LONG,
        lambda: stamp_of(("perfect",), (Rules(3, 3), Rules(5, 4)), plies=4),
    ),
)
