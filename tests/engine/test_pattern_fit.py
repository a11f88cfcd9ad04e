"""The weights of line patterns: games for them, the fit, and the header that holds them."""

import numpy as np
import pytest

from engine.board import Position
from engine.game import Game
from engine.learning.pattern_fit import (
    HEADER,
    TYPES,
    PatternWeights,
    _Batch,
    fitted,
    judged,
    written,
)
from engine.learning.pattern_games import TAKEN, UNPROVEN, Positions, play_games
from engine.native.loading import searcher
from engine.rules import Rules

pytest.importorskip("engine._kernel")


@pytest.fixture(scope="module")
def positions():
    """Return the positions of some games."""
    return play_games(0, 24)


def read():
    """Return the weights in the header that the kernel is built with."""
    return PatternWeights.read(HEADER.read_text(encoding="utf-8"))


def test_the_header_is_what_the_fit_writes():
    text = HEADER.read_text(encoding="utf-8")
    about = text.split("pattern_fit.py. ")[1].split(" */")[0]
    assert written(read(), about) == text


def test_games_are_the_same_from_their_numbers_alone(positions):
    again = play_games(5, 3)
    rows = (positions.games >= 5) & (positions.games < 8)
    assert len(again.games) == rows.sum() > 0
    for name, part in vars(again).items():
        np.testing.assert_array_equal(part, getattr(positions, name)[rows], name)


def test_a_games_positions_follow_each_other_and_end_with_its_result(positions):
    for number in np.unique(positions.games):
        rows = np.flatnonzero(positions.games == number)
        taken = (positions.own[rows] == TAKEN).sum(axis=1)
        assert (np.diff(taken) == 1).all()
        results = positions.results[rows]
        assert (results[1:] == -results[:-1]).all(), "the sides take turns"
        assert (positions.proven[rows][:-1] == UNPROVEN).all()
        if positions.proven[rows[-1]] != UNPROVEN:
            assert results[-1] == positions.proven[rows[-1]]
    assert np.array_equal(positions.own == TAKEN, positions.other == TAKEN)
    assert not positions.visits[positions.own == TAKEN].any()


def test_classes_are_those_of_both_sides():
    game = Game(Rules(15, 5))
    for square in ((7, 7), (0, 0), (7, 8), (0, 1), (7, 9)):
        game.play(square)
    theirs = searcher().classes_of(Position.of(game.board, game.to_move))
    own, other = np.frombuffer(theirs, np.uint8).reshape(15, 15, 2).transpose(2, 0, 1)
    best = {name: number for number, name in enumerate(
        ("dead", "B1", "F1", "B2", "F2", "B3", "F3", "B4", "F4", "F5"))}  # fmt: skip
    assert other[7, 6] // TYPES == best["F4"], "a fourth mark beside an open three"
    assert own[0, 2] // TYPES == best["B3"], "a third one in the corner"
    assert (own[14, 0] // TYPES, other[14, 0] // TYPES) == (best["B1"], best["B1"])


def test_the_fit_errs_less_on_games_that_it_has_not_seen(positions, monkeypatch):
    monkeypatch.setattr("engine.learning.pattern_fit._BATCH", 32)
    weights = read()
    weights.own[:] = weights.other[:] = 0
    weights.own_prior[:] = weights.other_prior[:] = 0
    before = judged(weights, positions)
    after = judged(fitted(weights, positions), positions)
    assert after.positions == before.positions > 0
    assert after.error < before.error
    assert after.entropy < before.entropy


def test_the_slopes_are_those_of_the_losses(positions):
    rows = np.arange(min(40, len(positions.games)))
    batch, weights = _Batch(positions, rows), read()

    def losses():
        sums = batch.sums(weights)
        value = ((sums / np.sqrt(1 + sums**2) - batch.worth) ** 2).mean()
        logs = np.log(np.maximum(batch.priors(weights), 1e-300))
        return value - (batch.shares * logs).sum(axis=1)[batch.follows].sum() / batch.count

    slopes, step = batch.slopes(weights), 1e-6
    for name, part in weights.parts().items():
        for place in np.ndindex(part.shape):
            kept = part[place].copy()
            part[place] = kept + step
            more = losses()
            part[place] = kept - step
            less = losses()
            part[place] = kept
            assert (more - less) / (2 * step) == pytest.approx(
                float(np.asarray(slopes[name])[place]), abs=1e-6
            ), (name, place)  # fmt: skip


def test_parts_are_put_together(positions):
    rows = slice(0, 7)
    first = Positions(*(part[rows] for part in vars(positions).values()))
    rest = Positions(*(part[7:] for part in vars(positions).values()))
    whole = Positions.of([first, rest])
    for name, part in vars(whole).items():
        np.testing.assert_array_equal(part, getattr(positions, name))
