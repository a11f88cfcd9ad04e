"""The playout tree: that both implementations grow the same, what its games and its selection are,
what it proves, and how well it plays."""

import itertools
import random
from functools import cache
from math import log, sqrt
from statistics import mean, stdev

import pytest

from engine import PLAYERO, PLAYERX, Board, Limit, Perfect, Rules, parse_board, perfect_values
from engine.board import Position
from engine.native.kernel import NativePlayoutTree as Native
from engine.search.playouts import Playouts, bonus, logarithm, ucb1
from engine.search.tree import TreeSearch
from engine.specs import PlayerSpec
from engine.tournament import Pairing, Run, Tournament
from engine.tournament.running import executor_maker
from tests.engine.exact import as_rows, expected, line_owner, open_positions
from tests.engine.matches import match, played, wrong_moves
from tests.engine.oracles.playout_tree import PlainPlayoutTree as Plain
from tests.engine.positions import positions

TRAP = "X../.O./..X"
"""The corner trap: O to move loses in either corner."""


def searched(board, player=PLAYERX, simulations=200, seed=1, **leaves):
    return TreeSearch(board, player, Limit(simulations), seed, leaves=Playouts(**leaves))


# --- both implementations -------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [Rules(1, 1), Rules(2, 2), Rules(3, 1), Rules(3, 3), Rules(3, 3, True), Rules(4, 3, True),
     Rules(5, 4), Rules(8, 5), Rules(6, 6, True)],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("heavy", [False, True], ids=["plain", "heavy"])
@pytest.mark.parametrize("proofs", [False, True], ids=["", "proofs"])
def test_both_trees_grow_the_same(rules, heavy, proofs):
    chance = random.Random(4)
    begun = rules.size**2 // 2 if rules.line > 2 else 0
    for empty in {rules.size**2, rules.size**2 - begun}:
        for board, player in positions(rules, empty, seed=1, count=2):
            position, seed = Position.of(board, player), chance.choice((0, 5, 2**64 - 1))
            free = [square for square, mark in enumerate(position.marks) if mark == 1]
            allowed = chance.choice(((), chance.sample(free, min(2, len(free)))))
            leaves = Playouts(chance.choice((1, 3)), chance.choice((0.0, 0.7, 1.4)), heavy, proofs)
            native, plain = (kind(position, seed, allowed, leaves) for kind in (Native, Plain))
            for portion in (1, 1, 40, 100):
                assert native.grow(portion) == plain.grow(portion)
                assert native.children(()) == plain.children(())
                assert native.last() == plain.last()
            assert native.children((0,)) == plain.children((0,))
            assert native.nodes == plain.nodes


def test_the_logarithm_is_one():
    assert logarithm(1) == 0
    for number in (*range(2, 5000), 10**6 + 3, 2**32 - 1):
        assert logarithm(number) == pytest.approx(log(number), rel=1e-15)


def test_a_full_pool_of_nodes_plays_on(monkeypatch):
    monkeypatch.setattr("tests.engine.oracles.playout_tree._MOST_NODES", 30)
    tree = Plain(Position.of(Board(5), PLAYERX), 1, (), Playouts(1, 1.4))
    assert tree.grow(300) == 300
    assert tree.nodes == 30
    assert sum(visits for _, visits, *_ in tree.children(())) == 300


@pytest.mark.nightly
def test_a_full_pool_of_nodes_plays_on_in_c():
    position = Position.of(Board(5, win_length=4), PLAYERX)
    tree = Native(position, 1, (), Playouts(1, 0.5, proofs=False))
    before, now = -1, 0
    while now > before:
        before, done = now, tree.grow(500_000)
        now = tree.nodes
    assert done < 12_000_000
    assert 2**20 < now <= 2**22
    assert sum(visits for _, visits, *_ in tree.children(())) == done


# --- the four phases ------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Rules.of(3), Rules.of(9, 5), Rules(4, 3, True)], ids=str)
def test_selection_takes_the_greatest_value_by_ucb1(rules):
    board, player = next(iter(positions(rules, rules.size**2 - 2, seed=3, count=1)))
    moves, constant = len(board.get_empty_squares()), 0.8
    search = searched(board, player, exploration=constant)
    for done in range(moves + 150):
        before = search.moves()
        if search.grow(1) == done:
            break  # proven
        visits = {move.square: move.visits for move in before}
        (walked,) = (now for now in search.moves() if now.visits > visits.get(now.square, 0))
        if done < moves:
            assert len(before) == done, "a move a simulation, until all are tried"
            assert walked.visits == 1
            continue
        open_ones = [move for move in before if move.high > -1]
        likely = max(
            open_ones, key=lambda move: ucb1(move.weighed, move.visits, done, constant)
        )  # fmt: skip
        assert walked.square == likely.square
        assert ucb1(likely.weighed, likely.visits, done, constant) == likely.weighed + likely.bonus
    assert done > moves


def test_what_ucb1_is():
    assert ucb1(0.25, 4, 100, 1.4) == pytest.approx(0.25 + 1.4 * sqrt(log(100) / 4))
    assert ucb1(0.25, 4, 100, 0) == 0.25
    assert bonus(0, 100, 1.4) == float("inf")


def test_a_simulation_adds_one_position_and_takes_one_result_back_up():
    board = Board(5, win_length=4)
    search, results = searched(board, count=3), {}
    assert search.last() == ((), (), 0.0)
    for number in range(1, 151):
        assert search.grow(1) == number
        path, playout, result = search.last()
        squares = [*path, *playout]
        assert len({*squares}) == len(squares), "no square twice"
        after = board.clone()
        for ply, square in enumerate(squares):
            assert after.check_win() is None
            after.move(*square, (PLAYERX, PLAYERO)[ply % 2])
        assert after.check_win() is not None
        assert round(3 * result, 9).is_integer()
        results.setdefault(path[0], []).append(result)
    for move in search.moves():
        seen = results[move.square]
        assert move.visits == len(seen)
        assert move.value == pytest.approx(mean(seen))
        assert move.error == pytest.approx(stdev(seen) / sqrt(len(seen)))
        assert move.prior is None


def test_untried_moves_come_in_an_order_of_the_seeds():
    orders = set()
    for seed in range(20):
        search = searched(Board(3), seed=seed)
        search.grow(9)
        orders.add(tuple(move.square for move in search.moves()))
        assert {move.square for move in search.moves()} == {*Board(3).get_empty_squares()}
    assert len(orders) == 20


# --- the games ------------------------------------------------------------------------


def completing(cells, mark):
    """Return the squares where a mark completes a line."""
    empty = [i for i, cell in enumerate(cells) if cell == "."]
    return [i for i in empty if line_owner(cells[:i] + mark + cells[i + 1 :]) == mark]


@cache
def heavy_value(cells, mover, reverse):
    """Return the mean result of heavy games for the side to move, by walking all of them."""
    other = "O" if mover == "X" else "X"
    if line_owner(cells):
        return 1.0 if reverse else -1.0  # the other side made it
    empty = [i for i, cell in enumerate(cells) if cell == "."]
    if not empty:
        return 0.0
    if reverse:
        moves = [i for i in empty if i not in completing(cells, mover)] or empty
    else:
        moves = completing(cells, mover) or completing(cells, other) or empty
    after = (cells[:i] + mover + cells[i + 1 :] for i in moves)
    return -mean(heavy_value(each, other, reverse) for each in after)


def plain_value(cells, mover, reverse):
    """Return the mean result of random games for the side to move."""
    truth = expected(cells, mover, reverse)
    return truth["X"] - truth["O"] if mover == "X" else truth["O"] - truth["X"]


@pytest.mark.parametrize("reverse", [False, True], ids=["normal", "reverse"])
@pytest.mark.parametrize("value_of", [plain_value, heavy_value], ids=["plain", "heavy"])
@pytest.mark.parametrize("cells", ["X...O....", "XOX.O....", "XO.OX.X.."])
def test_the_games_are_as_likely_as_they_should_be(cells, value_of, reverse):
    mover = "X" if cells.count("X") == cells.count("O") else "O"
    board, heavy = parse_board(as_rows(cells), reverse), value_of is heavy_value
    for seed in range(12):
        search = searched(
            board, PLAYERX if mover == "X" else PLAYERO, seed=seed, count=1000, heavy=heavy
        )  # fmt: skip
        search.grow(1)
        (square,), _, result = search.last()
        after = cells[: (i := 3 * square[0] + square[1])] + mover + cells[i + 1 :]
        if line_owner(after):
            continue
        truth = -value_of(after, "O" if mover == "X" else "X", reverse)
        assert abs(result - truth) < 4.5 / sqrt(1000), (after, truth)


# --- proofs ---------------------------------------------------------------------------


@pytest.mark.parametrize("reverse", [False, True])
def test_what_is_proven_is_true(reverse):
    proofs = 0
    for board, player in positions(Rules(3, 3, reverse), 6, seed=1, count=40):
        found = searched(board, player, 1500).result()
        truth = perfect_values(board, player)
        assert found.outcome in (None, max(truth.values()))
        for move in found.moves:
            proofs += move.proven is not None
            assert move.low <= truth[move.square] <= move.high
        if found.is_proven:
            assert found.count < 1500
            assert {truth[square] for square in found.best} == {max(truth.values())}
            assert found.line[0] in found.best
    assert proofs >= 25


def test_a_tie_that_is_proven_is_played_though_another_move_has_more_visits():
    told = 0
    for cells in open_positions():
        if cells.count(".") != 6:
            continue
        board, player = parse_board(as_rows(cells)), PLAYERO
        found = searched(board, player, 5000, seed=2).result()
        if not found.is_proven or found.outcome != 0:
            continue
        told += found.best != [max(found.moves, key=lambda move: move.rank).square]
        assert all(found.proven(square) == 0 for square in found.best)
    assert told > 0


def test_nothing_is_proven_where_that_is_not_wanted():
    found = searched(parse_board("XX./OO./..."), PLAYERX, 500, proofs=False).result()
    assert found.count == 500
    assert {(move.low, move.high) for move in found.moves} == {(-1, 1)}
    assert found.best == [(0, 2)]
    assert found.outcome is None
    proven = searched(parse_board("XX./OO./..."), PLAYERX, 500).result()
    assert proven.outcome == 1
    assert proven.count < 100


# --- as a search and as a player ------------------------------------------------------


def test_what_an_analysis_says():
    found = searched(Board(9, win_length=5), simulations=60).result()
    assert (found.unit, found.count, found.done) == ("simulations", 60, True)
    assert found.leaves == Playouts()
    assert sum(move.visits for move in found.moves) == 60
    assert found.nodes == 61
    assert len([*filter(found.knows, found.board.get_empty_squares())]) == 60
    assert found.prior((0, 0)) is None
    assert found.line[0] in found.best


def test_a_seed_repeats_the_tree_and_portions_do_not_matter():
    board = Board(9, win_length=5)
    first, again = (searched(board, simulations=700, seed=3).result() for _ in range(2))
    assert (first.moves, first.expected) == (again.moves, again.expected)
    assert first.moves != searched(board, simulations=700, seed=4).result().moves
    tree = Native(Position.of(board, PLAYERX), 3, (), Playouts())
    for _ in range(100):
        tree.grow(7)
    assert [visits for _, visits, *_ in tree.children(())] == [move.visits for move in first.moves]


def test_moves_can_be_kept_to():
    allowed = [(0, 0), (8, 8)]
    search = TreeSearch(Board(9), PLAYERX, Limit(100), 1, allowed, Playouts())
    assert {move.square for move in search.result().moves} == {*allowed}


def test_a_search_of_many_playouts_can_be_stopped():
    search = searched(Board(25, win_length=5), simulations=10**9, count=1000)
    states = iter(search)
    assert next(states).count == 1
    search.stop()
    *_, last = states
    assert last.done


@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_games_do_not_depend_on_who_plays_them(executor):
    pairing = Pairing(
        "uct:simulations=60", "uct:simulations=30,playouts=2,heavy=1,proofs=0", 8, Rules(4, 3)
    )
    tournament, played_games = Tournament("pairing", (pairing,), 5), []
    for workers, kind in ((1, "threads"), (2, executor)):
        records = itertools.chain(*Run(tournament, executor_maker(kind, workers), workers))
        played_games.append(sorted((record.game, record.moves) for record in records))
    assert played_games[0] == played_games[1]
    assert len({moves for _, moves in played_games[0]}) > 1


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("uct", "Monte Carlo tree search, 1,000 simulations"),
        ("uct:simulations=5,playouts=8", "Monte Carlo tree search, 5 simulations, 8 playouts each"),
        ("uct:seconds=0.5,heavy=1", "Monte Carlo tree search, 0.5 s, heavy"),
    ],
)
def test_the_names_of_players(text, name):
    assert PlayerSpec.parse(text).make().name == name


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("uct", "uct:simulations=1000"),
        ("uct:proofs=1,heavy=0", "uct:simulations=1000"),
        ("uct:exploration=2,proofs=0", "uct:simulations=1000,exploration=2,proofs=0"),
    ],
)
def test_the_texts_of_players(text, same):
    assert str(PlayerSpec.parse(text)) == str(PlayerSpec.parse(same)) == same


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("uct:simulations=0", "simulations must be a whole number from 1"),
        ("uct:heavy=2", "heavy must be a whole number from 0 to 1"),
        ("uct:proofs=yes", "proofs must be a number, not 'yes'"),
        ("uct:playouts=1001", "playouts must be a whole number from 1 to 1000"),
        ("uct:exploration=-1", "exploration must be from 0 to 100, not '-1'"),
        ("uct:exploration=nan", "exploration must be a finite number"),
        ("uct:slips=0.1", "uct has no setting 'slips'"),
    ],
)
def test_settings_that_are_none_are_said(text, sentence):
    with pytest.raises(ValueError, match=sentence):
        PlayerSpec.parse(text)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"count": 0}, "the number of playouts must be a whole number from 1 to 1000"),
        ({"exploration": float("nan")}, "exploration must be a number from 0 to 100, not nan"),
        ({"exploration": "1"}, "exploration must be a number from 0 to 100, not '1'"),
    ],
)
def test_playouts_that_are_none_are_said(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        Playouts(**wrong)


# --- how well it plays ----------------------------------------------------------------


@pytest.mark.parametrize("proofs", [0, 1])
def test_it_climbs_out_of_the_corner_trap(proofs):
    # Flat Monte Carlo likes a corner here, which loses, however many games it plays.
    board = parse_board(TRAP)
    flat = PlayerSpec.parse("mc:trials=100000").make().choose(board, PLAYERO, seed=1)
    assert flat.square in {(0, 2), (2, 0)}
    for seed in range(10):
        player = PlayerSpec.parse(f"uct:simulations=1000,proofs={proofs}").make()
        assert player.choose(board, PLAYERO, seed).square not in {(0, 2), (2, 0)}


@pytest.mark.parametrize("reverse", [False, True])
def test_few_moves_are_wrong_on_3x3_and_more_simulations_mend_them(reverse):
    few, many = (wrong_moves(n, 1, Playouts(), reverse, every=45) for n in (30, 2000))
    assert many <= reverse
    assert few > 0


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("heavy", [False, True])
def test_no_move_is_wrong_on_3x3(seed, heavy):
    assert wrong_moves(5000, seed, Playouts(heavy=heavy)) == 0


@pytest.mark.parametrize("other", ["perfect", "mc:trials=200"])
def test_it_does_not_lose_on_3x3(other):
    assert match("uct:simulations=5000", other, Rules(3, 3), 12).lost == 0


@pytest.mark.nightly
def test_it_does_not_lose_on_3x3_in_many_games():
    mine, perfect = PlayerSpec.parse("uct:simulations=5000").make(), Perfect()
    for seed in range(1000):
        assert played(Rules(3, 3), {PLAYERX: mine, PLAYERO: perfect}, seed) != PLAYERO
        assert played(Rules(3, 3), {PLAYERX: perfect, PLAYERO: mine}, seed) != PLAYERX
