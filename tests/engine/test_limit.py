"""When a search ends, and how much it does between two looks at the clock."""

from itertools import count

import pytest

from engine import PLAYERX, Board
from engine.search import search, tree
from engine.search.limit import PORTION_SECONDS, Limit, next_portion


def test_a_limit_is_over_when_it_is_reached():
    trials, seconds = Limit(trials=10), Limit(seconds=2.0)
    assert [trials.is_over(count, 1e9) for count in (9, 10, 11)] == [False, True, True]
    assert [seconds.is_over(10**9, after) for after in (1.9, 2.0, 2.1)] == [False, True, True]
    both = Limit(10, 2.0)
    assert [both.is_over(*at) for at in ((9, 1.9), (10, 0.0), (0, 2.0))] == [False, True, True]


def test_progress_is_that_of_the_limit_that_comes_first():
    assert [Limit(trials=10).progress(count, 5.0) for count in (0, 4, 20)] == [0, 0.4, 1]
    assert [Limit(seconds=4.0).progress(7, after) for after in (0.0, 1.0, 9.0)] == [0, 0.25, 1]
    assert Limit(10, 4.0).progress(5, 1.0) == 0.5
    assert Limit(10, 4.0).progress(1, 3.0) == 0.75


def test_a_confidence_goes_from_a_half_to_below_one():
    assert Limit(1, settled=None).settled is None
    assert Limit(1, settled=0.5).settled == 0.5
    assert Limit(1, settled=0.999).settled == 0.999
    for wrong in (0.49, 1, 1.0, 0, -1, 1.5, float("nan"), "0.9", True):
        with pytest.raises(ValueError, match=r"the confidence must be a number from 0\.5"):
            Limit(1, settled=wrong)
    with pytest.raises(ValueError, match="a search needs a limit"):
        Limit(settled=0.9)


def test_a_portion_grows_by_two_at_most_and_takes_as_long_as_it_should():
    assert next_portion(100, 0.0) == next_portion(100, PORTION_SECONDS / 100) == 200
    assert next_portion(100, PORTION_SECONDS) == 100
    assert next_portion(100, PORTION_SECONDS * 4) == 25
    assert next_portion(1, PORTION_SECONDS * 1000) == 1


def test_a_tree_says_how_long_it_took_and_ends_when_its_seconds_are_over(monkeypatch):
    ticks = count(100)
    monkeypatch.setattr(tree, "perf_counter", lambda: float(next(ticks)))
    board = Board(5, win_length=4)
    found = [*tree.TreeSearch(board, PLAYERX, Limit(10**6, 5.0), seed=1)]
    assert [each.seconds for each in found] == [2.0, 4.0, 6.0]
    assert [each.done for each in found] == [False, False, True]


def test_a_search_says_how_long_it_took_and_ends_when_its_seconds_are_over(monkeypatch):
    ticks = count(100)
    monkeypatch.setattr(search, "perf_counter", lambda: float(next(ticks)))
    found = [*search.Search(Board(3), PLAYERX, Limit(10**6, 5.0), seed=1)]
    assert [each.seconds for each in found] == [2.0, 4.0, 6.0]
    assert [each.done for each in found] == [False, False, True]
