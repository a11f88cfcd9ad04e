"""The numbers that lessons name: exact ones, and those of the published experiment.

What a lesson's own searches show is tested in ``tests/desktop/test_lesson_sights.py``.
"""

from __future__ import annotations

from fractions import Fraction

from engine import PLAYERO, PLAYERX, Board, exact_tally, parse_board, parse_square
from engine.tournament.columns import rows_of
from engine.tournament.statistics import score_of_elo, share
from tools.figures.figure import Claim, Figure, Measured, Sentence
from tools.figures.lab import published_run, signed

_FOLDER = "resources/lessons"
_BLIND = f"{_FOLDER}/4-blind-spot.txt"
_MEASURE = f"{_FOLDER}/7-measure.txt"
_PERFECT = f"{_FOLDER}/7b-perfect.txt"


def _random_games() -> Measured:
    rates = exact_tally(Board(3), PLAYERX).rates(PLAYERX)
    shares = {"x": rates.win, "o": rates.loss, "ties": rates.tie}
    texts = {name: f"{100 * rate:.0f}" for name, rate in shares.items()}
    return Measured({**texts, "exact": f"{100 * rates.win:.2f}"})


def _corner_trap() -> Measured:
    means = exact_tally(parse_board("X../.O./..X"), PLAYERO).mean(PLAYERO)
    after = parse_board("X.O/.O./..X")
    empty = after.get_empty_squares()
    winning = [square for square in empty if _wins_for_x(after, square)]
    return Measured(
        {"corner": f"{means[0][2]:.3f}", "edge": f"{means[0][1]:.3f}"},
        facts={"empty": len(empty), "winning": winning == [parse_square("A3", 3)]},
    )


def _wins_for_x(board: Board, square: tuple[int, int]) -> bool:
    """Whether X has two threats at once after a move."""
    after = board.clone()
    after.move(*square, PLAYERX)
    threats = 0
    for row, col in after.get_empty_squares():
        tried = after.clone()
        tried.move(row, col, PLAYERX)
        threats += tried.check_win() == PLAYERX
    return threats >= 2


def _ratio_of_block_and_win() -> Measured:
    """Find the ratio at which blocking on C2 overtakes winning on C1, from infinitely many."""
    tally = exact_tally(parse_board("XX./OO./..."), PLAYERX)
    own, other = tally.scores(PLAYERX, 1.0, 0.0), tally.scores(PLAYERX, 0.0, 1.0)
    # own[C1] + r * other[C1] = own[C2] + r * other[C2], all of them whole numbers
    gain = Fraction(own[0][2]) - Fraction(own[1][2])
    ratio = gain / (Fraction(other[1][2]) - Fraction(other[0][2]))
    return Measured(facts={"ratio": str(ratio)})


def _intervals() -> Measured:
    summary = published_run(1)
    standings = {standing.pairing.value: standing for standing in summary.standings}
    rows = rows_of(summary)  # as the lab's table shows them
    compared = {row.label: row.comparison for row in rows if row.comparison is not None}
    different = round(standings["5000"].different)
    ties = {trials: standings[trials].share_of(standings[trials].ties) for trials in
            ("5", "10", "25", "50", "5000")}  # fmt: skip
    texts: dict[str, str] = {}
    for trials, tied in ties.items():
        texts |= {
            f"ties{trials}": f"{100 * tied.value:.0f}",
            f"low{trials}": f"{100 * tied.low:.0f}",
            f"high{trials}": f"{100 * tied.high:.0f}",
        }
    for more in ("10", "50"):
        by = compared[more].difference
        value, low, high = (signed(100 * number) for number in (by.value, by.low, by.high))
        texts |= {f"by{more}": value, f"from{more}": low, f"to{more}": high}
    texts |= {
        "different": str(different),
        "new_low": f"{100 * share(100, 100).low:.0f}",
        "comparisons": str(len(compared)),
        "points": f"{100 * score_of_elo(-100):.0f}",
    }
    return Measured(texts)


FIGURES = (
    Figure(
        "random",
        "how random games on 3x3 end (exact)",
        'ttt-engine analyse --board ".../.../..." --exact',
        _random_games,
        (
            Sentence(
                f"{_FOLDER}/1-playout.txt",
                "On average X wins {x} of 100 random games, O wins {o}, and {ties} are ties:",
            ),
            Sentence(f"{_FOLDER}/2b-why-random.txt", "The exact share is {exact} %."),
            Sentence("docs/teaching.md", "counts how often X wins; the exact share is {exact} %."),
        ),
    ),
    Figure(
        "trap",
        "the corner trap (exact)",
        'ttt-engine analyse --board "X../.O./..X" --exact',
        _corner_trap,
        (Sentence(_BLIND, "would give: {corner} for the corners, {edge} for the edges."),),
        (
            Claim(
                _BLIND,
                "X has five squares to choose from, and finds the one that wins in one playout of "
                "five.",
                lambda facts: facts == {"empty": 5, "winning": True},
            ),
            Claim(
                f"{_FOLDER}/6-tree.txt",
                "so X finds its winning reply in one playout of five.",
                lambda facts: facts == {"empty": 5, "winning": True},
            ),
        ),
    ),
    Figure(
        "blocks",
        "from which ratio of the weights on the machine blocks instead of winning (exact)",
        "python3 dev.py figures blocks",
        _ratio_of_block_and_win,
        claims=(
            Claim(
                f"{_FOLDER}/2-scores.txt",
                "once the opponent's squares weigh more than about 3⅔ times as much as your own",
                lambda facts: facts["ratio"] == "11/3",
            ),
        ),
    ),
    Figure(
        "intervals",
        "intervals of the published experiment, and of differences between its rows",
        "ttt-engine tournament --preset published --seed 1",
        _intervals,
        (
            Sentence(
                _MEASURE,
                "At 25 playouts {ties25} of 100 games were ties, at 50 playouts {ties50}. Their "
                "intervals, {low25} % to {high25} % and {low50} % to {high50} %, overlap.",
            ),
            Sentence(
                _MEASURE, "Here it is {by50} points, from {from50} to {to50}: 0 is not in it."
            ),
            Sentence(
                _MEASURE, "Between 5 and 10 playouts it is {by10} points, from {from10} to {to10}:"
            ),
            Sentence(
                _MEASURE,
                "A hundred ties of a hundred: from {new_low} % to 100 %, if each game were a trial "
                "of its own.",
            ),
            Sentence(
                _MEASURE,
                'in effect they are only {different} different games, as the column "Different '
                'games" says.',
            ),
            Sentence(
                _MEASURE,
                "So the lab claims no more evidence than {different} games, and its interval runs "
                "from {low5000} % to {high5000} %.",
            ),
            Sentence(
                _MEASURE,
                "count all {comparisons} of its comparisons: then even {by50} points may be "
                "chance.",
            ),
            Sentence(_PERFECT, "a player gets about {points} of 100 points, where"),
        ),
    ),
)
