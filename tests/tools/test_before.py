"""The tree beside an earlier kernel's: here, the installed one beside itself."""

import pytest

from engine import Rules, _kernel
from tools.benchmarks import before


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"GAMES": 1, "PLAYED": 20, "SIMULATIONS": 30, "ROUNDS": 1}.items():
        monkeypatch.setattr(before, name, number)


def test_positions_come_from_games() -> None:
    positions = before.positions_in_games(_kernel, Rules(15, 5), 2)
    counts = [sum(mark != 1 for mark in position.marks) for position in positions]
    assert set(counts) <= set(before.MOVES)
    assert len(counts) > len(set(counts)) > 1


def test_a_kernel_is_like_itself_and_as_fast() -> None:
    figures = before.likeness(_kernel)
    assert figures["same_trees"] == figures["positions"]
    earlier, now = before.rates([_kernel, _kernel], [before.one_mark(Rules(15, 5))])
    assert 0.2 < now / earlier < 5


def test_a_match_is_counted_in_pairs() -> None:
    figures = before.match_figures(_kernel, Rules(7, 4), 0.001, 2, 0)
    assert figures["pairs"] == sum(figures["pairs_by_points"]) == 2
    assert figures["won"] + figures["tied"] + figures["lost"] == 4
