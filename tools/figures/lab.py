"""The figures of the manual's page on the lab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

from scipy.stats import spearmanr

from engine import PLAYERO, PLAYERX, Board, Tally, can_be_solved, exact_tally, perfect_values
from engine.tournament import Pairing, Summary, published, sweep
from engine.tournament.comparing import compare_rows
from tools.benchmarks.lab import run
from tools.figures.figure import Claim, Figure, Measured, Sentence, Table

PAGE = "docs/lab.md"
_TRIALS = ("5", "25", "100", "500", "2000", "10000", "50000")
_FEW = _TRIALS.index("500") + 1
_RATIOS = ("0", "0.5", "0.8", "1", "1.1", "1.25", "1.5", "2", "3", "10")
_GAMES = 2000


def signed(number: float) -> str:
    """Return a whole number with a true minus."""
    return f"{round(number):,}".replace("-", "−")


# --- the published experiment ---------------------------------------------------------


@cache
def _published() -> list[tuple[Summary, float]]:
    return [run(published(seed)) for seed in range(1, 6)]


def published_run(seed: int) -> Summary:
    """Return the published experiment with a seed from 1 to 5."""
    return _published()[seed - 1][0]


def _outcomes() -> Measured:
    summary, seconds = _published()[0]
    rows = []
    for standing in summary.standings:
        tied = standing.share_of(standing.ties)
        rows.append({
            "trials": f"{int(standing.pairing.value):,}", "x": str(standing.x_wins),
            "o": str(standing.o_wins), "ties": str(standing.ties), "low": f"{100 * tied.low:.0f}",
            "high": f"{100 * tied.high:.0f}", "ms": f"{1000 * standing.seconds_per_game:.2f}",
        })  # fmt: skip
    ties = [standing.ties for standing in summary.standings]
    return Measured({"seconds": f"{seconds:.1f}"}, rows, {"ties": ties})


def _seeds() -> Measured:
    ties = [[standing.ties for standing in summary.standings] for summary, _ in _published()]
    least = min(float(spearmanr(range(9), of_seed).statistic) for of_seed in ties)
    few = sorted(of_seed[0] for of_seed in ties)
    texts = {"few": str(few[0]), "more": str(few[-1]), "least": f"{least:.2f}"}
    return Measured(texts, facts={"last": [of_seed[-1] for of_seed in ties]})


# --- against perfect play -------------------------------------------------------------


@cache
def _against_perfect() -> Summary:
    return run(sweep("trials", _TRIALS, Pairing("mc", "perfect", _GAMES), 1))[0]


def _strength() -> Measured:
    standings = _against_perfect().standings
    rows = []
    for standing in standings:
        assert standing.elo is not None
        rows.append({
            "trials": f"{int(standing.pairing.value):,}", "tied": f"{standing.ties:,}",
            "lost": f"{standing.losses:,}", "elo": signed(standing.elo.value),
            "low": signed(standing.elo.low), "high": signed(standing.elo.high),
        })  # fmt: skip
    different = [
        _TRIALS[row]
        for row, comparison in compare_rows(_against_perfect()).items()
        if comparison.adjusted < 0.05
    ]
    tied = [standing.ties for standing in standings]
    return Measured(rows=rows, facts={"tied": tied, "different": different})


def _rises_up_to_500(facts: Mapping[str, Any]) -> bool:
    return all(fewer < more for fewer, more in pairwise(facts["tied"][:_FEW]))


def _then_stays(facts: Mapping[str, Any]) -> bool:
    rest = facts["tied"][_FEW - 1 :]
    return max(rest) - min(rest) <= 20 and not {*facts["different"]} & {*_TRIALS[_FEW:]}


# --- the ratio of the weights ---------------------------------------------------------

Position = tuple[Tally, int, dict[tuple[int, int], int]]


@cache
def positions() -> dict[tuple[int, ...], Position]:
    """Return every 3x3 position with a move to make: exact tally, side to move, moves' worth."""
    known = {}
    for marks in product((1, PLAYERX, PLAYERO), repeat=9):
        count = marks.count(PLAYERX) - marks.count(PLAYERO)
        if count in (0, 1):
            board = Board(3, board=[marks[0:3], marks[3:6], marks[6:9]])
            if can_be_solved(board) and board.get_empty_squares():
                player = PLAYERO if count else PLAYERX
                known[marks] = exact_tally(board, player), player, perfect_values(board, player)
    return known


def favourites(position: Position, ratio: Fraction) -> list[tuple[int, int]]:
    """Return the squares that infinitely many playouts like best, at a ratio of the weights."""
    tally, player, values = position
    # Whole numbers: sums are exact.
    scores = tally.scores(player, float(ratio.denominator), float(ratio.numerator))
    top = max(scores[row][col] for row, col in values)
    return [(row, col) for row, col in values if scores[row][col] == top]


def blind_spots(ratio: Fraction) -> tuple[int, int]:
    """Return in how many positions the favourite is a mistake, and loses what was not lost."""
    mistakes = fatal = 0
    for position in positions().values():
        values = position[2]
        worst = min(values[square] for square in favourites(position, ratio))
        mistakes += worst < max(values.values())
        fatal += worst == -1 < max(values.values())
    return mistakes, fatal


def can_be_beaten(ratio: Fraction, machine: int) -> bool:
    """Whether somebody can win against the favourites of infinitely many playouts.

    ``machine`` is the machine's mark. Among equal favourites it may take any.
    """

    def wins(marks: tuple[int, ...]) -> bool:
        position = positions().get(marks)
        if position is None:
            board = Board(3, board=[marks[0:3], marks[3:6], marks[6:9]])
            return board.check_win() == PLAYERX + PLAYERO - machine
        player = position[1]
        squares = favourites(position, ratio) if player == machine else position[2]
        nexts = ((*marks[: 3 * r + c], player, *marks[3 * r + c + 1 :]) for r, c in squares)
        return any(map(wins, nexts))

    return wins((1,) * 9)


def _ratios() -> Measured:
    base = Pairing("mc:trials=2000", "perfect", _GAMES)
    played, rows = run(sweep("ratio", _RATIOS, base, 1))[0], []
    for text, standing in zip(_RATIOS, played.standings, strict=True):
        mistakes, fatal = blind_spots(Fraction(text))
        rows.append({
            "ratio": text, "mistakes": str(mistakes), "fatal": str(fatal),
            "tied": f"{standing.ties:,}", "lost": f"{standing.losses:,}",
        })  # fmt: skip
    facts = {
        "mistakes": {row["ratio"]: int(row["mistakes"]) for row in rows},
        "fatal": {row["ratio"]: int(row["fatal"]) for row in rows},
        "lost": {row["ratio"]: int(row["lost"].replace(",", "")) for row in rows},
    }
    texts = {"positions": f"{len(positions()):,}"}
    texts |= {"mistakes": str(facts["mistakes"]["1"]), "fatal": str(facts["fatal"]["1"])}
    return Measured(texts, rows, facts)


def _best_over_positions(facts: Mapping[str, Any]) -> bool:
    counts = {ratio: (count, facts["fatal"][ratio]) for ratio, count in facts["mistakes"].items()}
    best = min(counts.values())
    return {ratio for ratio, count in counts.items() if count == best} == {"1.1", "1.25"}


def _blocking_pays(facts: Mapping[str, Any]) -> bool:
    lost = [*facts["lost"].values()][_RATIOS.index("0.5") :]
    return all(more <= fewer for fewer, more in pairwise(lost))


def _beaten() -> Measured:
    beaten = {
        mark: [text for text in _RATIOS if can_be_beaten(Fraction(text), mark)]
        for mark in (PLAYERX, PLAYERO)
    }
    return Measured(facts={"as O": beaten[PLAYERO], "as X": beaten[PLAYERX]})


SWEEP: Sequence[str] = (
    "ttt-engine tournament --players mc perfect --vary trials "
    f"--values {','.join(_TRIALS)} --games {_GAMES} --seed 1",
    "ttt-engine tournament --players mc:trials=2000 perfect --vary ratio "
    f"--values {','.join(_RATIOS)} --games {_GAMES} --seed 1",
)

FIGURES = (
    Figure(
        "published",
        "the published experiment: outcomes by trials, 100 games each",
        "ttt-engine tournament --preset published --seed 1",
        _outcomes,
        (
            Table(
                PAGE,
                "| trials | X wins | O wins | ties | ties, 95 % interval | ms a game |",
                "| {trials} | {x} | {o} | {ties} | {low} % to {high} % | {~ms} |",
            ),
            Sentence(PAGE, "and takes {~seconds} seconds on two cores:"),
        ),
        (
            Claim(
                PAGE,
                "The more trials, the more ties: in this run without an exception.",
                lambda facts: sorted(facts["ties"]) == facts["ties"],
            ),
        ),
    ),
    Figure(
        "seeds",
        "the same with five seeds",
        "ttt-engine tournament --preset published --seed N",
        _seeds,
        (
            Sentence(
                PAGE,
                "at 5 trials {few} to {more}; the rank correlation of ties with trials is at "
                "least {least}.",
            ),
        ),
        (
            Claim(
                PAGE,
                "With seeds 1 to 5: at 5,000 trials 100 ties each time,",
                lambda facts: facts["last"] == [100] * 5,
            ),
        ),
    ),
    Figure(
        "trials",
        "the method against perfect play, by trials",
        SWEEP[0],
        _strength,
        (
            Table(
                PAGE,
                "| trials | tied | lost | Elo against perfect play, 95 % interval |",
                "| {trials} | {tied} | {lost} | {elo} ({low} to {high}) |",
            ),
        ),
        (
            Claim(PAGE, "The more trials, up to 500, the fewer games are lost.", _rises_up_to_500),
            Claim(
                PAGE,
                "From there on the counts stay within 20 games of one another.",
                _then_stays,
            ),
            Claim(
                PAGE,
                "The lab's own comparison, which counts different games only, is sure of the first "
                "step alone, from 5 trials to 25.",
                lambda facts: facts["different"] == ["25"],
            ),
            Claim(
                "resources/lessons/7b-perfect.txt",
                "The dots rise at first. From a few hundred playouts a move on, more of them no "
                "longer help",
                _then_stays,
            ),
        ),
    ),
    Figure(
        "ratio",
        "blind spots of 3x3, and games against perfect play, by the ratio of the weights",
        SWEEP[1],
        _ratios,
        (
            Table(
                PAGE,
                "| SCORE_OTHER / SCORE_CURRENT | mistakes | fatal ones | tied | lost |",
                "| {ratio} | {mistakes} | {fatal} | {tied} | {lost} |",
            ),
            Sentence(PAGE, "in how many of the {positions} positions of 3×3 is the best square"),
            Sentence(
                "docs/terminal.md",
                "can be a mistake in {mistakes} of the {positions} positions of 3×3 with a move "
                "to make, and in {fatal} of them",
            ),
        ),
        (
            Claim(PAGE, "Counted over positions, 1.1 to 1.25 is best.", _best_over_positions),
            Claim(PAGE, "In these games, more blocking pays,", _blocking_pays),
            Claim(
                PAGE,
                "and from a ratio of 3 on none of 2,000 is lost.",
                lambda facts: facts["lost"]["3"] == facts["lost"]["10"] == 0 < facts["lost"]["2"],
            ),
            Claim(
                "resources/lessons/4-blind-spot.txt",
                "the method's favourite is a mistake in 102 with equal weights. With SCORE_OTHER "
                "at 1.1 to 1.25 times SCORE_CURRENT, the count is 94.",
                lambda facts: (
                    [facts["mistakes"][text] for text in ("1", "1.1", "1.25")] == [102, 94, 94]
                ),
            ),
        ),
    ),
    Figure(
        "beaten",
        "whether the method can be beaten, by the ratio of the weights (exact)",
        "python3 dev.py figures beaten",
        _beaten,
        claims=(
            Claim(
                PAGE,
                "Somebody who knows the blind spots can beat infinitely many playouts as O at "
                "every ratio of the table, and as X at none",
                lambda facts: facts["as O"] == [*_RATIOS] and facts["as X"] == [],
            ),
        ),
    ),
)
