"""The weights of line patterns: games for them, the fit, and the header that holds them."""

import numpy as np
import pytest

from engine.board import EMPTY, PLAYERO, PLAYERX, Board, Position
from engine.game import Game
from engine.native.kernel import types_of
from engine.rules import Rules
from engine.search.limit import Limit
from engine.search.tree import TreeSearch
from tools.weights.fit import Batch, fitted, judged
from tools.weights.games import UNKNOWN, Positions, play_games
from tools.weights.sight import HEADER, MIX_SUM, MOST, NEAR_SUM, FirstSight, written

pytestmark = pytest.mark.xdist_group("pattern games")


@pytest.fixture(scope="module")
def positions():
    """Return the positions of some games; they take longest, and all tests share them."""
    return play_games(9, 0, 8)


def read():
    """Return the weights in the header that the kernel is built with."""
    return FirstSight.read(HEADER.read_text(encoding="utf-8"))


def test_the_header_is_what_the_fit_writes():
    text = HEADER.read_text(encoding="utf-8")
    about = text.split("weights/fit.py. ")[1].split(" */")[0]
    assert written(read(), about) == text


def test_what_16_bits_hold_is_not_exceeded():
    sight = read()
    assert (abs(sight.near).sum(axis=0) < NEAR_SUM + 0.1).all()
    assert (abs(sight.mix).sum(axis=0) < MIX_SUM + 0.1).all()
    assert (abs(sight.mark) <= MOST).all()
    assert 4 * abs(sight.line).max() + abs(sight.square).max() < 2**15 / (31 << 3)


def test_games_are_the_same_from_their_numbers_alone(positions):
    again = play_games(9, 5, 3)
    rows = (positions.games >= 5) & (positions.games < 8)
    assert len(again.games) == rows.sum() > 0
    for name, part in vars(again).items():
        np.testing.assert_array_equal(part, getattr(positions, name)[rows], name)


def test_a_games_positions_follow_each_other_and_end_with_its_result(positions):
    aside = positions.results == UNKNOWN
    assert 0.2 < aside.mean() < 0.4
    for number in np.unique(positions.games):
        rows = np.flatnonzero((positions.games == number) & ~aside)
        taken = (positions.marks[rows] != 0).sum(axis=1)
        assert (np.diff(taken) == 1).all()
        results = positions.results[rows]
        assert (results[1:] == -results[:-1]).all(), "the sides take turns"
        assert (positions.proven[rows][:-1] == UNKNOWN).all()
        if positions.proven[rows[-1]] != UNKNOWN:
            assert results[-1] == positions.proven[rows[-1]]
    assert not positions.visits[positions.marks != 0].any()
    assert not positions.types[positions.marks != 0].any()


def test_a_position_aside_is_one_move_from_the_games(positions):
    aside = np.flatnonzero(positions.results == UNKNOWN)
    for row in aside:
        before, after = positions.marks[row - 1], positions.marks[row]
        changed = np.flatnonzero(before != np.array([0, 2, 1])[after])
        assert len(changed) == 1
        assert (before[changed], after[changed]) == (0, 2)


def test_where_a_win_is_proven_the_prior_learns_its_move(positions):
    proven = positions.proven != UNKNOWN
    moves = (positions.visits > 0).sum(axis=1)
    assert (moves[positions.proven == 1] == 1).all()
    assert (moves[proven & (positions.proven != 1)] == 0).all()
    assert (moves[~proven] >= 1).all()
    rows = np.flatnonzero(positions.proven == 1)[:10]
    assert len(rows)
    for row in rows:
        marks = np.array([EMPTY, PLAYERX, PLAYERO])[positions.marks[row]].reshape(9, 9).tolist()
        board = Board(9, False, marks, 5)
        board.move(*divmod(int(positions.visits[row].argmax()), 9), PLAYERX)
        if board.check_win() is None:
            search = TreeSearch(board, PLAYERO, Limit(20_000), 1)
            assert search.result().outcome == -1


def test_types_are_those_of_both_sides():
    game = Game(Rules(15, 5))
    for square in ((7, 7), (0, 0), (7, 8), (0, 1), (7, 9)):
        game.play(square)
    theirs = types_of(Position.of(game.board, game.to_move))
    types = np.frombuffer(theirs, np.uint8).reshape(15, 15, 4)
    own, other = types & 15, types >> 4
    best = {name: number for number, name in enumerate(
        ("dead", "B1", "F1", "B2", "F2", "B3", "F3", "B4", "F4", "F5"))}  # fmt: skip
    assert other[7, 6].max() == best["F4"], "a fourth mark beside an open three"
    assert own[0, 2].max() == best["B3"], "a third one in the corner"
    assert (own[14, 0].max(), other[14, 0].max()) == (best["B1"], best["B1"])


def test_the_fit_errs_less_on_games_that_it_has_not_seen(positions, monkeypatch):
    monkeypatch.setattr("tools.weights.fit._BATCH", 64)
    before = judged(FirstSight.drawn(3), [positions])
    after = judged(fitted(FirstSight.drawn(3), [positions]), [positions])
    assert after.positions == before.positions > 0
    assert after.error < before.error
    assert after.entropy < before.entropy


def test_the_fit_is_the_same_each_time(positions, monkeypatch):
    monkeypatch.setattr("tools.weights.fit._PASSES", 1)
    one, two = (fitted(FirstSight.drawn(3), [positions]) for _ in range(2))
    assert written(one, "") == written(two, "") != written(FirstSight.drawn(3), "")


def test_lines_that_never_occur_are_worth_what_their_sides_are(positions, monkeypatch):
    monkeypatch.setattr("tools.weights.fit._PASSES", 1)
    drawn = FirstSight.drawn(3).line
    sight = fitted(FirstSight.drawn(3), [positions])
    assert not np.array_equal(sight.line[9, 9], drawn[9, 9]), (
        "nobody could complete it next but both"
    )
    assert np.isfinite(sight.line).all()


def test_the_slopes_are_those_of_the_losses(positions):
    rows = np.arange(0, 60, 2)
    sight = FirstSight.drawn(3)
    for name, part in sight.parts().items():
        setattr(sight, name, part.astype(float))

    def loss():
        batch = Batch(positions, rows, sight)
        return ((batch.valued - batch.worth) ** 2).mean() + 0.15 * batch.entropies.sum() / len(rows)

    slopes, step, chance = Batch(positions, rows, sight).slopes(), 1e-6, np.random.default_rng(1)
    for name, part in sight.parts().items():
        places = list(np.ndindex(part.shape))
        for place in chance.permutation(places)[:12]:
            at = tuple(place)
            kept = part[at].copy()
            part[at] = kept + step
            more = loss()
            part[at] = kept - step
            less = loss()
            part[at] = kept
            assert (more - less) / (2 * step) == pytest.approx(slopes[name][at], abs=2e-5), (
                name,
                at,
            )


def test_parts_are_put_together(positions):
    rows = slice(0, 7)
    first = Positions(*(part[rows] for part in vars(positions).values()))
    rest = Positions(*(part[7:] for part in vars(positions).values()))
    whole = Positions.of([first, rest])
    for name, part in vars(whole).items():
        np.testing.assert_array_equal(part, getattr(positions, name))
