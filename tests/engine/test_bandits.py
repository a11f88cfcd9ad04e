"""Bandits: policies held against numbers worked out by hand, and against what theory promises."""

import random
from collections import defaultdict
from itertools import pairwise
from math import inf, log, pi, sqrt
from statistics import mean

import pytest

from engine import PLAYERO, PLAYERX, Board, parse_board
from engine.search.arms import HiddenArms, SquareArms, drawn_chances, square_chances
from engine.search.bandits import (
    EPSILON_GREEDY,
    GREEDY,
    POLICIES,
    THOMPSON,
    UCB,
    UCB1,
    UNIFORM,
    ArmCounts,
    Competitor,
    Greedy,
    Thompson,
    regret,
)


class Told:
    """Arms whose rewards are written down."""

    def __init__(self, *rewards):
        self.count, self._rewards = len(rewards), rewards

    def reward(self, arm, number):
        return self._rewards[arm][number]


def known(*arms):
    """Return what is known of arms after so many pulls and rewards of each."""
    made = ArmCounts(len(arms))
    made.pulls, made.totals = [each[0] for each in arms], [float(each[1]) for each in arms]
    made.count = sum(made.pulls)
    return made


def played(name, chances, pulls, seed):
    made = Competitor(HiddenArms(chances, seed), POLICIES[name](), seed)
    for _ in range(pulls):
        made.step()
    return made


def regrets(name, chances, pulls, runs):
    """Return the mean regret of many runs after each of some numbers of pulls."""
    found = defaultdict(list)
    for seed in range(runs):
        made = Competitor(HiddenArms(chances, seed), POLICIES[name](), seed)
        for count in range(1, max(pulls) + 1):
            made.step()
            if count in pulls:
                found[count].append(regret(made.known.pulls, chances))
    return [mean(found[count]) for count in pulls]


# --- by hand --------------------------------------------------------------------------------


def test_regret_is_what_the_best_arm_would_have_brought_more():
    assert regret([3, 2, 5], [0.5, 0.75, 0.25]) == 3 * 0.25 + 5 * 0.5
    assert regret([0, 7], [0.2, 0.2]) == 0


def test_the_bonus_by_hand():
    seen = known((4, 3), (1, 0), (0, 0))
    assert seen.mean(0) == 0.75
    assert seen.mean(2) is None
    assert seen.bonus(0) == pytest.approx(sqrt(2 * log(5) / 4))
    assert seen.bonus(1, 0.5) == pytest.approx(0.5 * sqrt(log(5)))
    assert seen.bonus(2) == inf


def test_ucb1_takes_each_arm_once_and_then_the_greatest_sum():
    made = Competitor(Told([1, 1, 0, 1], [0, 1, 1, 1], [1, 0, 0, 0]), UCB1())
    assert [made.step().arm for _ in range(3)] == [0, 1, 2]
    # 1 + b, 0 + b, 1 + b, with the same bonus: A or C. Then the other one of the two.
    assert {made.step().arm, made.step().arm} == {0, 2}
    # A has 2 of 2, B 0 of 1, C 1 of 2, after 5 pulls.
    last = made.step()
    assert last.arm == 0
    assert last.mean == 1
    assert last.bonus == pytest.approx(sqrt(2 * log(5) / 2))


def test_without_its_constant_ucb1_is_greedy():
    seen = known((9, 3), (1, 1), (5, 4))
    assert UCB1(0).choose(seen, random.Random(1)).arm == 1
    assert UCB1(5).choose(known((90, 80), (1, 0)), random.Random(1)).arm == 1


def test_greedy_breaks_ties_by_chance_and_epsilon_greedy_explores_its_share():
    seen = known((2, 1), (4, 2), (4, 1))
    taken = {Greedy().choose(seen, random.Random(seed)).arm for seed in range(30)}
    assert taken == {0, 1}
    chance = random.Random(4)
    picks = [Greedy(0.1).choose(known((2, 2), (2, 0)), chance) for _ in range(4000)]
    explored = sum(pick.explored for pick in picks)
    assert explored == pytest.approx(400, abs=4 * sqrt(4000 * 0.09))
    assert all(pick.arm == 0 for pick in picks if not pick.explored)


def test_thompson_takes_an_arm_as_often_as_it_is_likely_to_be_the_better_one():
    """One win against one loss: the chance that Beta(2, 1) exceeds Beta(1, 2) is 5/6."""
    chance, policy = random.Random(2), Thompson()
    picks = [policy.choose(known((1, 1), (1, 0)), chance).arm for _ in range(6000)]
    assert picks.count(0) == pytest.approx(5000, abs=4 * sqrt(6000 * 5 / 36))


def test_a_person_pulls_and_a_policy_chooses_by_itself():
    arms = Told([1, 0], [0.5])
    you = Competitor(arms)
    assert [you.pull(0).reward, you.pull(0).reward, you.pull(1).reward] == [1, 0, 0.5]
    assert you.known.pulls == [2, 1]
    assert you.known.mean(0) == 0.5
    assert you.last.mean is None
    with pytest.raises(ValueError, match="chooses"):
        you.step()


def test_a_trail_keeps_states_ever_more_rarely():
    made = played(UCB, (0.2, 0.8), 5000, 3)
    states = made.trail.states
    assert len(states) < 250
    assert states[:3] == [(1, (1, 0)), (2, (1, 1)), (3, states[2][1])]
    assert 4800 < states[-1][0] <= 5000
    assert all(sum(pulls) == count for count, pulls in states)


# --- arms -----------------------------------------------------------------------------------


def test_drawn_chances_are_different_and_reach_from_5_to_95_percent():
    drawn = [drawn_chances(30, seed) for seed in range(40)]
    assert drawn[7] == drawn_chances(30, 7) != drawn[8]
    assert all(len({*each.values}) == 30 for each in drawn)
    assert {round(100 * value) for each in drawn for value in each.values} == {*range(5, 96)}


def test_a_pull_with_a_number_brings_everybody_the_same():
    one, two = HiddenArms((0.4, 0.6), 7), HiddenArms((0.4, 0.6), 7)
    backwards = [two.reward(1, number) for number in reversed(range(50))]
    assert [one.reward(1, number) for number in range(50)] == backwards[::-1]
    other = HiddenArms((0.4, 0.6), 8)
    assert [other.reward(1, number) for number in range(50)] != backwards[::-1]


def test_hidden_arms_have_the_chances_that_they_say():
    chances = drawn_chances(9, 5).values
    assert len(set(chances)) == 9
    assert min(chances) >= 0.05
    assert max(chances) <= 0.95
    arms = HiddenArms(chances, 5)
    for arm, chance in enumerate(chances):
        wins = sum(arms.reward(arm, number) for number in range(4000))
        assert wins == pytest.approx(4000 * chance, abs=4.5 * sqrt(4000 * chance * (1 - chance)))


@pytest.mark.parametrize(("rows", "reverse"), [("X../.O./..X", False), ("XO./.../...", True)])
def test_a_pull_of_a_square_is_a_playout_after_it(rows, reverse):
    board = parse_board(rows, reverse)
    player = PLAYERO if rows.count("X") > rows.count("O") else PLAYERX
    arms, chances = SquareArms(board, player, 3), square_chances(board, player)
    assert arms.squares == board.get_empty_squares()
    assert chances.exact
    for arm, chance in enumerate(chances.values):
        rewards = [arms.reward(arm, number) for number in range(3000)]
        assert set(rewards) <= {0.0, 0.5, 1.0}
        assert mean(rewards) == pytest.approx(chance, abs=4.5 * 0.5 / sqrt(3000))


def test_a_square_that_ends_the_game_is_certain():
    board = parse_board("XX./OO./...")
    arms, chances = SquareArms(board, PLAYERX, 1), square_chances(board, PLAYERX)
    (winning,) = [arm for arm, square in enumerate(arms.squares) if square == (0, 2)]
    assert chances.values[winning] == 1
    assert {arms.reward(winning, number) for number in range(20)} == {1.0}
    lost = parse_board("XX./OO./...", reverse=True)
    assert square_chances(lost, PLAYERX).values[winning] == 0
    assert SquareArms(lost, PLAYERX, 1).reward(winning, 0) == 0
    full = parse_board("XOX/XOO/OX.")
    assert square_chances(full, PLAYERX).values == (0.5,)
    assert SquareArms(full, PLAYERX, 1).reward(0, 5) == 0.5


def test_the_chances_of_the_empty_board():
    """A uniform choice wins as often as the first of two random players, ties counted half."""
    values = square_chances(Board(3), PLAYERX).values
    assert mean(values) == pytest.approx((212_256 + 46_080 / 2) / 362_880)
    assert values.index(max(values)) == 4
    assert values[4] == pytest.approx(0.75)


def test_chances_of_larger_boards_are_sampled():
    found = square_chances(Board(4), PLAYERX)
    assert not found.exact
    corners = [found.values[arm] for arm in (0, 3, 12, 15)]
    assert max(corners) - min(corners) < 0.006, "they are worth the same"


@pytest.mark.parametrize(
    "rows", ["XOXO/OXO./..../X...", pytest.param("XOXO/OX../..../....", marks=pytest.mark.nightly)]
)
def test_chances_of_at_most_ten_squares_are_counted_out(rows):
    assert square_chances(parse_board(rows), PLAYERX).exact


def test_a_finished_game_has_no_arms():
    over = parse_board("XXX/OO./...")
    for ask in (lambda: SquareArms(over, PLAYERO, 1), lambda: square_chances(over, PLAYERO)):
        with pytest.raises(ValueError, match="over"):
            ask()


# --- what theory promises ---------------------------------------------------------------------

CHANCES = (0.5, 0.3, 0.8)


def test_a_seed_fixes_everything():
    for name in POLICIES:
        one, two = (played(name, CHANCES, 200, 6) for _ in range(2))
        assert one.trail.states == two.trail.states


def test_a_uniform_choice_loses_the_mean_gap_at_every_pull():
    runs, pulls = 100, 1000
    gaps = [0.8 - chance for chance in CHANCES]
    (lost,) = regrets(UNIFORM, CHANCES, [pulls], runs)
    spread = sqrt(mean(gap * gap for gap in gaps) - mean(gaps) ** 2)
    assert lost == pytest.approx(pulls * mean(gaps), abs=4 * spread * sqrt(pulls / runs))


@pytest.mark.parametrize("name", [UCB, THOMPSON])
def test_ucb1_and_thompson_lose_like_a_logarithm(name):
    """Each doubling of the pulls costs about the same, where a straight line's costs double."""
    at = [250, 500, 1000, 2000]
    lost = regrets(name, CHANCES, at, 25)
    costs = [more - fewer for fewer, more in pairwise(lost)]
    assert costs[2] < 1.5 * costs[0]
    assert lost[-1] < 0.2 * at[-1] * mean(0.8 - chance for chance in CHANCES)


def test_ucb1_keeps_to_its_bound():
    """Auer, Cesa-Bianchi and Fischer's Theorem 1."""
    gaps = [0.8 - chance for chance in CHANCES if chance < 0.8]
    for pulls, lost in zip([200, 2000], regrets(UCB, CHANCES, [200, 2000], 20), strict=True):
        bound = 8 * sum(log(pulls) / gap for gap in gaps) + (1 + pi**2 / 3) * sum(gaps)
        assert 0 < lost < bound


def test_thompson_comes_near_to_what_lai_and_robbins_say_is_least():
    def kl(p, q):
        return p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))

    least = sum((0.8 - chance) / kl(chance, 0.8) for chance in CHANCES if chance < 0.8)
    fewer, more = regrets(THOMPSON, CHANCES, [400, 2000], 20)
    assert (more - fewer) / log(5) == pytest.approx(least, rel=0.6)


def test_epsilon_greedy_loses_a_straight_line_in_the_end():
    fewer, more = regrets(EPSILON_GREEDY, CHANCES, [2000, 4000], 20)
    slope = 0.1 * mean(0.8 - chance for chance in CHANCES)
    assert (more - fewer) / 2000 == pytest.approx(slope, rel=0.25)


def test_greedy_is_stuck_as_often_as_it_must_be():
    """How often it still pulls the worse of two arms at its 30th pull, from all its states."""
    better, worse, pulls, runs = 0.6, 0.4, 30, 1500
    exact = share_on_the_worse(better, worse, pulls)
    assert exact > worse * (1 - better), "it lost at the better arm, and won at the worse"
    stuck = 0
    for seed in range(runs):
        stuck += played(GREEDY, (better, worse), pulls, seed).last.arm == 1
    assert stuck / runs == pytest.approx(exact, abs=4 * sqrt(exact * (1 - exact) / runs))


def share_on_the_worse(better, worse, pulls):
    """Return the chance that a greedy player's last pull is of the worse arm, without playing."""
    states = {}
    for won, also in ((0, 0), (0, 1), (1, 0), (1, 1)):
        share = (better if won else 1 - better) * (worse if also else 1 - worse)
        states[1, won, 1, also] = share
    for number in range(3, pulls + 1):
        after, on_the_worse = defaultdict(float), 0.0
        for (n, won, m, also), share in states.items():
            first = (won * m > also * n) + (won * m == also * n) / 2
            on_the_worse += share * (1 - first)
            if first:
                after[n + 1, won + 1, m, also] += share * first * better
                after[n + 1, won, m, also] += share * first * (1 - better)
            if first < 1:
                after[n, won, m + 1, also + 1] += share * (1 - first) * worse
                after[n, won, m + 1, also] += share * (1 - first) * (1 - worse)
        if number == pulls:
            return on_the_worse
        states = after
    raise AssertionError
