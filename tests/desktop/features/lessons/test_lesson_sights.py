"""What a lesson says is to be seen is seen: on the program itself, with the lesson's own seeds."""

from math import pi, sqrt

import pytest
from PySide6.QtTest import QTest

from engine import PLAYERX, parse_square
from engine.search.bandits import EPSILON_GREEDY, GREEDY, POLICIES, THOMPSON, UCB, UNIFORM
from tests.desktop.features.lessons.own import KEYS, lesson_of, with_all
from tests.desktop.pupil import Pupil
from tests.driver.user import texts


def squares(*names):
    return {parse_square(name, 3) for name in names}


class Sight:
    """What there is to be seen when a step has been set up, and answered."""

    def __init__(self, pupil):
        self.window = pupil.window
        self.controller = pupil.user.controller
        self.theatre = pupil.window.docks["theatre"].theatre

    @property
    def analysis(self):
        return self.controller.model.sheet.analysis

    @property
    def best(self):
        return set(self.analysis.best)

    @property
    def says(self):
        return self.window.docks["heatmap"].caption

    @property
    def theatre_says(self):
        return " ".join(texts(self.window.docks["theatre"]))


def more_wins_for_x(sight):
    tally = sight.theatre.tally
    assert tally.trials == 1000
    assert 530 < tally.x_wins < 630
    assert tally.x_wins > tally.o_wins > tally.ties


def totals_best(*names):
    def look(sight):
        assert set(sight.theatre.best) == squares(*names)

    return look


def best(*names, trials=None):
    def look(sight):
        assert sight.best <= squares(*names)
        assert trials is None or sight.analysis.count == trials

    return look


def blocks_above_a_ratio(sight):
    """The square that wins leads up to 3⅔, the one that blocks leads above."""
    tally = sight.analysis.tally
    for other, expected in ((3.55, "C1"), (3.8, "C2")):
        scores = tally.scores(PLAYERX, 1.0, other)
        empty = sight.controller.game.board.get_empty_squares()
        top = max(empty, key=lambda each: scores[each[0]][each[1]])
        assert {top} == squares(expected)


def who_won_is_counted(sight):
    more_wins_for_x(sight)
    assert f"X won {sight.theatre.tally.x_wins}, " in sight.theatre_says


def x_won_one_playout(sight):
    tally = sight.theatre.tally
    assert (tally.trials, tally.x_wins) == (1, 1)
    assert len(sight.theatre.best) > 1, "it does not tell the answer that is asked for next"


def centre_leads(half_width):
    def look(sight):
        assert sight.best == squares("B2")
        shown = sight.controller.model.score_text(parse_square("B2", 3), compact=True)
        assert shown.endswith(f"±{half_width}")

    return look


def alone(*names):
    """The caption names these squares, and no other one, as too close to call."""

    def look(sight):
        assert sight.says.endswith(f"Too close to call: {', '.join(names)}.")

    return look


def no_band_is_cut(sight):
    from ttt_desktop.features.chart.curves import BANDS

    best("B2", trials=20_000)(sight)
    dock = sight.window.docks["chart"]
    assert dock.isVisible()
    drawn = dock.curves
    assert len(drawn.trials) > 5
    low, high = drawn.span
    for square in drawn.squares[:BANDS]:
        for point in drawn.of_square(square):
            assert low <= min(point)
            assert max(point) <= high


def too_close(sight):
    assert "Too close to call" in sight.says
    assert {"C1", "A3"} <= {name.strip(".,") for name in sight.says.split()}


def saved(sight):
    assert sight.analysis.settled
    assert sight.analysis.count < 1_000_000
    assert f"{sight.analysis.count:,}" in sight.says
    assert sight.best == squares("C1")


def truth_beside(sight):
    truth = sight.controller.model.truth
    assert truth is not None
    assert sight.best <= squares("C1", "A3")
    assert {truth.values[square] for square in squares("C1", "A3")} == {-1}


def worst_is_the_centre(sight):
    means = sight.analysis.means
    empty = sight.controller.game.board.get_empty_squares()
    assert {min(empty, key=lambda each: means[each[0]][each[1]])} == squares("B2")


def two_moves_hold(sight):
    found = sight.analysis
    visited = {each for each in sight.controller.game.board.get_empty_squares()
               if found.samples(each)}  # fmt: skip
    hold = {parse_square(name, 9) for name in ("D5", "H5")}
    assert len(visited) > 5
    assert hold <= visited
    assert {each for each in visited if found.proven(each) == -1} == visited - hold
    assert all(found.samples(each) == 1 for each in visited - hold)


def bench_of(sight):
    return sight.window.docks["bandits"].bench


def most_pulled(bench, name):
    pulls = bench.known(name).pulls
    return bench.names[pulls.index(max(pulls))]


def best_arm(bench):
    values = bench.chances.values
    return bench.names[values.index(max(values))]


def uniform_loses_most(sight):
    bench = bench_of(sight)
    assert (bench.pulls, best_arm(bench), bench.revealed) == (1000, "B", True)
    lost = {name: bench.regret(name) for name in POLICIES}
    assert max(lost, key=lost.get) == UNIFORM
    assert all(most_pulled(bench, name) == "B" for name in POLICIES if name != UNIFORM)


def greedy_is_stuck(sight):
    bench = bench_of(sight)
    assert (best_arm(bench), most_pulled(bench, GREEDY)) == ("E", "D")
    greedy = bench.competitors[GREEDY].known
    assert (greedy.pulls[4], greedy.totals[4]) == (1, 0), "E was pulled once, and brought nothing"
    gaps = sorted(bench.chances.values)
    assert gaps[-1] - gaps[-2] > 0.3, "by far the best"
    assert most_pulled(bench, EPSILON_GREEDY) == "E"


def sums_of_ucb1(bench):
    who = bench.competitors[UCB]
    means = [who.known.mean(arm) for arm in range(5)]
    bonuses = [who.known.bonus(arm, who.constant) for arm in range(5)]
    return who, means, bonuses


def twelve_steps(sight):
    who, means, bonuses = sums_of_ucb1(bench_of(sight))
    assert who.known.count == 12
    sums = [mean + bonus for mean, bonus in zip(means, bonuses, strict=True)]
    assert means.index(max(means)) == 1
    assert sums.index(max(sums)) == 4
    assert sorted(sums)[-1] - sorted(sums)[-2] > 0.05, "it is to be seen"
    assert max(bonuses) == bonuses[2]


def it_was_e(sight):
    last = bench_of(sight).competitors[UCB].last
    assert last.arm == 4
    sight.window.docks["bandits"].picture.choose(UCB)
    assert sight.window.docks["bandits"].sentence.startswith("UCB1 pulled E.")


def ucb1_is_greedy(sight):
    bench = bench_of(sight)
    assert bench.competitors[UCB].constant == 0
    assert bench.known(UCB).count == bench.known(GREEDY).count == 1000
    assert bench.known(UCB).pulls == bench.known(GREEDY).pulls
    before = bench.regret(UCB)
    sight.window.docks["bandits"].fields["ucb"].slider.setValue(60)  # to its end: 3
    assert bench.competitors[UCB].constant == 3
    while bench.running:
        QTest.qWait(10)
    assert bench.known(UCB).count == 1000
    assert bench.regret(UCB) > 20 * before


def one_square_wins(sight):
    bench = bench_of(sight)
    assert (best_arm(bench), max(bench.chances.values)) == ("C1", 1)
    share = {name: bench.known(name).pulls[0] / 1000 for name in POLICIES}
    assert share[UNIFORM] == pytest.approx(0.2, abs=0.03)
    assert min(share[UCB], share[THOMPSON]) > 0.8


def darts_of(sight):
    return sight.window.docks["darts"]


def darts_after(count, error):
    def look(sight):
        found = darts_of(sight).thrower.measured
        assert found.count == count
        assert found.error == pytest.approx(error, rel=0.02)
        low, high = found.ends
        assert high - low > 0.5
        assert low < pi < high

    return look


def half_the_error(sight):
    found = darts_of(sight).thrower.measured
    fewer, before, now = found.gain
    assert (found.count, fewer) == (400, 100)
    assert before / now == pytest.approx(2, abs=0.2)
    assert "1.9 times as large" in darts_of(sight).sentences


def a_straight_line(sight):
    throwing = darts_of(sight).thrower.throwing
    found = throwing.measured
    assert found.count == 25_600
    for count in (100, 400, 1600, 6400, 25_600):
        assert found.errors[count] == pytest.approx(throwing.typical / sqrt(count), rel=0.25)


def first_moves(sight):
    found = darts_of(sight).thrower.measured
    assert found.count == 100
    assert found.error == pytest.approx(0.05, abs=0.005)
    assert "exactly 58.49 %" in darts_of(sight).sentences


EDGES = ("B1", "A2", "C2", "B3")
SIGHTS = {
    ("1-playout", 3): who_won_is_counted,
    ("1-playout", 4): totals_best("B2"),
    ("2-scores", 1): x_won_one_playout,
    ("2-scores", 2): totals_best("C1"),
    ("2-scores", 3): best("C1"),
    ("2-scores", 4): best("C2"),
    ("2-scores", 5): blocks_above_a_ratio,
    ("2b-why-random", 2): darts_after(100, 0.17),
    ("2b-why-random", 3): half_the_error,
    ("2b-why-random", 4): a_straight_line,
    ("2b-why-random", 5): first_moves,
    ("3-enough", 1): best(*EDGES, trials=5),
    ("3-enough", 2): no_band_is_cut,
    ("3-enough", 3): centre_leads("0.04"),
    ("3-enough", 4): too_close,
    ("3-enough", 5): saved,
    ("4-blind-spot", 1): alone("C1", "A3"),
    ("4-blind-spot", 3): truth_beside,
    ("4-blind-spot", 5): best("C1"),
    ("5-misere", 1): best(*EDGES),
    ("5-misere", 2): worst_is_the_centre,
    ("5-misere", 3): best("C3"),
    ("5-misere", 4): best("B3"),
    ("5b-which-arm", 2): uniform_loses_most,
    ("5b-which-arm", 3): greedy_is_stuck,
    ("5b2-bonus", 1): it_was_e,
    ("5b2-bonus", 2): ucb1_is_greedy,
    ("5b2-bonus", 3): one_square_wins,
    ("6-tree", 1): alone("C1", "A3"),
    ("6a-large-board", 1): two_moves_hold,
}
"""What the steps promise, by lesson and number, once the question is answered."""

BEFORE = {("3-enough", 3): centre_leads("0.08"), ("5b2-bonus", 1): twelve_steps}
"""What they promise before."""


@pytest.mark.uses("bandits", "chart", "theatre")
@with_all
@pytest.mark.parametrize("key", sorted({key for key, _ in SIGHTS}))
def test_what_a_lesson_promises_is_seen(open_window, key):
    pupil = Pupil(open_window())
    pupil.open(key)
    for number, step in enumerate(lesson_of(key).steps, start=1):
        pupil.settled()
        if (key, number) in BEFORE:
            BEFORE[key, number](Sight(pupil))
        if step.question is not None:
            pupil.answer(step.question)
            pupil.settled()
        if (key, number) in SIGHTS:
            SIGHTS[key, number](Sight(pupil))
        pupil.next()


@with_all
def test_a_step_shows_everybody_the_same_games(open_window):
    seen = []
    for seed in ("1", "2"):
        pupil = Pupil(open_window("--seed", seed))
        pupil.open("4-blind-spot")
        pupil.click(pupil.panel.button["tell"])
        pupil.settled()
        seen.append(pupil.user.controller.model.analysis.tally)
        pupil.window.features["lessons"].guide.put_away()
        pupil.window.close()
    assert seen[0] == seen[1]


def test_no_question_stands_beside_its_answer():
    """A question about totals or scores is asked before there are any on the screen."""
    for key in KEYS:
        for step in lesson_of(key).steps:
            if step.question is None or not step.question.squares:
                continue
            told = {"analyse", "theatre_thousand", "theatre_ten"} & set(step.begin.do)
            others = step.begin.setup.settings != step.reveal.setup.settings
            assert not told or others, (key, step.title)
