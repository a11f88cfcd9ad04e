"""The match of the tree against rivals: its openings, and how it counts."""

import argparse

import pytest

from engine import Game, Rules
from tools.benchmarks import openings as finding
from tools.benchmarks.rivals import USUAL, match, openings, rules_of


@pytest.mark.parametrize("text", [board for board, *_ in USUAL])
def test_openings_can_be_played_and_differ(text: str) -> None:
    rules = rules_of(text)
    lines = openings(rules)
    assert len(lines) >= (50 if rules.size == 15 else 25)
    positions = set()
    for line in lines:
        game = Game(rules)
        for square in line:
            game.play(square)
        assert game.result is None
        positions.add((frozenset(line[::2]), frozenset(line[1::2])))
    assert len(positions) == len(lines)


def test_games_are_counted_in_pairs() -> None:
    found = match(Rules(7, 4), ("tree", "random"), 0.001, 3)
    assert (found["won"], found["tied"], found["lost"]) == (6, 0, 0)
    assert found["pairs_by_points"] == [0, 0, 0, 0, 3]
    assert found["percent"] == 100
    back = match(Rules(7, 4), ("random", "tree"), 0.001, 3)
    assert back["pairs_by_points"] == [3, 0, 0, 0, 0]


@pytest.mark.parametrize("text", ["15x15", "15x14/5", "6x6/4", "x"])
def test_a_board_without_openings_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"written like|no openings"):
        rules_of(text)


def test_what_one_side_wins_is_no_balanced_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "GAMES", (50, 100, 150, 200))
    rules = Rules(15, 5)
    opening = [(7, 6), (2, 2), (7, 7), (12, 12), (7, 8), (2, 12)]  # X has an open three
    assert not finding.is_even(Game.of(rules, opening), 200)
    assert not finding.is_open(rules, opening)


@pytest.mark.nightly
def test_what_is_found_is_balanced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "LONG_LOOK", 1500)
    monkeypatch.setattr(finding, "GAMES", (50, 100, 150, 200))
    rules = Rules(15, 5)
    found = [opening for seed in range(6) if (opening := finding.balanced(rules, seed))]
    assert 0 < len(found) < 6
    for opening in found:
        assert finding.is_even(Game.of(rules, opening), 1500)
        assert finding.is_open(rules, opening)
