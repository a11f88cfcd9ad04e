"""The tree: what it finds, that it can be repeated, and that both implementations grow the same."""

import random

import pytest

from engine import PLAYERO, PLAYERX, Board, Certainty, Limit, Rules, parse_board, perfect_values
from engine.board import Position
from engine.native.kernel import NativeTree as Native
from engine.search.plain_tree import PlainTree as Plain
from engine.search.tree import WINDOWS, Move, TreeSearch
from engine.specs import PlayerSpec
from tests.engine.positions import positions
from tests.engine.without_kernel import without_kernel

OPEN_THREE = "......./......./..XXX../......./...OO../......./......."
"""X to move wins by an open four."""


def searched(rows, player=PLAYERX, simulations=200, line=5, **more):
    board = parse_board(rows, line=line)
    return TreeSearch(
        board, player, Limit(trials=simulations), more.pop("seed", 1), **more
    ).result()


@pytest.mark.parametrize(
    "rules",
    [Rules(3, 3), Rules(3, 3, True), Rules(4, 3), Rules(5, 4), Rules(5, 5, True), Rules(8, 5),
     Rules(10, 5), Rules(7, 7)],
    ids=str,
)  # fmt: skip
def test_both_trees_grow_the_same(rules):
    chance = random.Random(4)
    for empty in (rules.size**2, rules.size**2 // 2):
        for board, player in positions(rules, empty, seed=1, count=2):
            position, seed = Position.of(board, player), chance.choice((0, 5, 2**64 - 1))
            free = [square for square, mark in enumerate(position.marks) if mark == 1]
            allowed = chance.choice(((), chance.sample(free, 2)))
            native, plain = Native(position, seed, allowed), Plain(position, seed, allowed)
            for portion in (1, 40, 120):
                assert native.grow(portion) == plain.grow(portion)
                assert native.children(()) == plain.children(())
                assert native.last() == plain.last()
            assert native.children((0,)) == plain.children((0,))
            assert native.nodes == plain.nodes


def test_both_trees_see_that_the_first_square_is_the_second_of_two_threats():
    board = parse_board(".OX.../OX..../...X../....../....../......", line=4)
    position = Position.of(board, PLAYERO)
    native, plain = Native(position, 0, ()), Plain(position, 0, ())
    assert native.grow(50) == plain.grow(50)
    assert native.children(()) == plain.children(())


def test_where_all_likely_moves_lose_the_others_are_looked_at_too():
    rows = (
        "O......../..XXX..../........./.......O./O......../......O../...XXX.../........O/.O......."
    )
    position = Position.of(parse_board(rows, line=5), PLAYERO)
    native, plain = Native(position, 0, ()), Plain(position, 0, ())
    assert native.grow(15) == plain.grow(15) == 15
    assert len(plain.children(())) == 15
    assert native.grow(200) == plain.grow(200)
    assert native.children(()) == plain.children(())
    assert len(plain.children(())) == rows.count(".")
    assert {child[5] for child in plain.children(())} == {-1}, "each is lost at the latest now"


def test_of_moves_a_proven_win_is_best_then_what_is_not_lost_then_what_was_visited_most():
    def move(visits, low, high):
        return Move((0, 0), visits, 0.0, None, low, high, 0.0, 0.0)

    lost, held, open_, tied, won = (
        move(9, -1, -1), move(1, -1, 0), move(2, -1, 1), move(3, 0, 0), move(0, 1, 1),
    )  # fmt: skip
    moves = [won, held, lost, tied, open_]
    assert sorted(moves, key=lambda each: each.rank) == [lost, held, open_, tied, won]


@pytest.mark.parametrize("rules", [Rules.of(3), Rules.of(9, 5)], ids=str)
def test_selection_takes_the_greatest_sum_of_what_a_node_tells(rules):
    board, player = next(iter(positions(rules, rules.size**2 - 2, seed=3, count=1)))
    search = TreeSearch(board, player, Limit(trials=1), 0)
    for _ in range(60):
        before = search.moves()
        if search.grow(1) == sum(move.visits for move in before):
            break  # proven
        tried = [move for move in before if move.high > -1]
        likely = max(tried, key=lambda move: move.weighed + move.bonus)
        (walked,) = (
            now.square for now, then in zip(search.moves(), before, strict=True)
            if now.visits > then.visits
        )  # fmt: skip
        assert walked == likely.square
        assert all(move.weighed == move.value for move in before
                   if move.visits and move.proven is None)  # fmt: skip


def test_the_last_simulation_says_where_it_went():
    search = TreeSearch(Board(9, win_length=5), PLAYERX, Limit(trials=1), 0)
    assert search.last() == ((), (), 0.0)
    for _ in range(100):
        before = {move.square: move.visits for move in search.moves()}
        totals = sum((move.value or 0.0) * move.visits for move in search.moves())
        search.grow(1)
        path, playout, result = search.last()
        grown = [move.square for move in search.moves() if move.visits > before[move.square]]
        assert grown == [path[0]]
        assert playout == ()
        after = sum((move.value or 0.0) * move.visits for move in search.moves())
        assert result == pytest.approx(after - totals)


def test_a_seed_repeats_the_tree_and_portions_do_not_matter():
    def of_windows(seed):
        return TreeSearch(board, PLAYERX, Limit(trials=700), seed, leaves=WINDOWS).result()

    board = Board(9, win_length=5)
    first, again = of_windows(3), of_windows(3)
    assert (first.moves, first.expected) == (again.moves, again.expected)
    assert first.moves != of_windows(4).moves
    tree = Native(Position.of(board, PLAYERX), 3, ())
    for _ in range(100):
        tree.grow(7)
    assert [visits for _, visits, *_ in tree.children(())] == [move.visits for move in first.moves]


def test_what_an_analysis_says():
    found = searched(OPEN_THREE, PLAYERO, simulations=500)
    assert found.certainty is Certainty.ESTIMATED
    assert (found.unit, found.count, found.done) == ("simulations", 500, True)
    assert sum(move.visits for move in found.moves) == 500
    for move in found.moves:
        row, col = move.square
        assert found.knows(move.square) == bool(move.visits or move.proven is not None)
        assert found.means[row][col] == (move.value or 0)
        assert found.samples(move.square) == move.visits
        assert found.board.square(row, col) == 1
    assert not found.knows((2, 2)), "a taken square"
    assert found.line[0] in found.best


@pytest.mark.parametrize(
    ("rows", "line", "wins"),
    [
        (OPEN_THREE, 5, {(2, 1), (2, 5)}),
        ("XXX./OO../..../....", 4, {(0, 3)}),
        ("X.X.X.X../" + "/".join(["........."] * 7) + "/OOO......", 5, {(0, 3)}),
        ("X.X.O..../" + "/".join(["........."] * 7) + "/OOO......", 5, set()),
    ],
)
def test_a_win_by_threats_is_proven(rows, line, wins):
    found = searched(rows, line=line)
    assert found.outcome == (1 if wins else None)
    if wins:
        assert set(found.best) <= wins
        assert found.proven(found.best[0]) == 1
        assert found.count < 200, "a proven position needs no more simulations"


def test_a_four_is_blocked_and_an_open_four_is_lost():
    blocked = searched("........./..OXXXX../" + "/".join(["........."] * 7), PLAYERO)
    assert blocked.best == [(1, 7)]
    lost = searched("........./..XXXX.../" + "/".join(["........."] * 7), PLAYERO)
    assert lost.outcome == -1


@pytest.mark.parametrize("reverse", [False, True])
def test_what_is_proven_is_true(reverse):
    proofs = 0
    for board, player in positions(Rules(3, 3, reverse), 6, seed=1, count=40):
        found = TreeSearch(board, player, Limit(trials=300), 1).result()
        truth = perfect_values(board, player)
        assert found.outcome in (None, max(truth.values()))
        for move in found.moves:
            proofs += move.proven is not None
            assert move.low <= truth[move.square] <= move.high
    assert proofs >= 25


def test_moves_can_be_kept_to():
    allowed = [(0, 0), (8, 8)]
    found = TreeSearch(Board(9), PLAYERX, Limit(trials=100), 1, allowed).result()
    assert {move.square for move in found.moves} == set(allowed)


def test_a_search_can_be_stopped_and_timed():
    search = TreeSearch(Board(15, win_length=5), PLAYERX, Limit(trials=10**9))
    states = iter(search)
    assert not next(states).done
    search.stop()
    *_, last = states
    assert last.done
    assert last.progress == 1.0
    assert TreeSearch(Board(15), PLAYERX, Limit(seconds=0.05)).result().seconds >= 0.05


def test_a_full_pool_of_nodes_plays_on(monkeypatch):
    monkeypatch.setattr("engine.search.plain_tree._MOST_NODES", 60)
    tree = Plain(Position.of(Board(5), PLAYERX), 0, ())
    assert tree.grow(300) == 300
    assert tree.nodes <= 60


def test_the_tree_needs_no_extension():
    spec = PlayerSpec.parse("tree:simulations=150")
    board = parse_board("X../.O./..X")
    native = spec.make().choose(board, PLAYERO, seed=1)
    with without_kernel():
        plain = spec.make().choose(board, PLAYERO, seed=1)
    assert plain.square == native.square
    assert plain.analysis.moves == native.analysis.moves


def test_it_climbs_out_of_the_corner_trap():
    # Flat Monte Carlo likes a corner here, which loses, however many games it plays.
    decision = (
        PlayerSpec.parse("tree:simulations=400")
        .make()
        .choose(parse_board("X../.O./..X"), PLAYERO, seed=1)
    )
    assert decision.square not in {(0, 2), (2, 0)}
    assert decision.analysis.proven((0, 2)) == -1


def test_slips_come_from_the_first_sight_and_as_often_as_said():
    board = Board(7, win_length=5)
    steady = PlayerSpec.parse("tree:simulations=50").make()
    slipping = PlayerSpec.parse("tree:simulations=50,slips=0.5").make()
    assert slipping.name == "Look-ahead, 50 simulations, 50% slips"
    slips = 0
    for seed in range(300):
        decision = slipping.choose(board, PLAYERX, seed)
        slips += decision.square not in decision.analysis.best
        assert decision.square in {move.square for move in decision.analysis.moves}
        again = steady.choose(board, PLAYERX, seed)
        assert again.square in again.analysis.best
    assert 100 < slips < 155, "a slip may hit the best square, too"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tree:simulations=0", "simulations must be a whole number from 1"),
        ("tree:slips=2", "slips must be"),
        ("tree:trials=5", "tree has no setting 'trials'"),
        ("level:godlike", "godlike"),
    ],
)
def test_settings_that_are_none_are_said(text, sentence):
    with pytest.raises(ValueError, match=sentence):
        PlayerSpec.parse(text)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("level:easy", "level:easy"),
        ("level:rank=3", "level:easy"),
        ("level:EXPERT", "level:expert"),
        ("level", "level:medium"),
        ("mc:hard", "mc:trials=1000"),
        ("mc:easy,other=2", "mc:trials=25,other=2"),
        ("tree", "tree:simulations=1000"),
        ("tree:seconds=0.5", "tree:simulations=1000,seconds=0.5"),
    ],
)
def test_the_texts_of_players(text, same):
    assert str(PlayerSpec.parse(text)) == same
    assert str(PlayerSpec.parse(same)) == same


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        (".XX./..../.O../O...", (0, 0)),
        ("..../X.OX/..../.O..", (0, 0)),
        ("X..O/.X../..O./....", None),
    ],
)
def test_a_win_by_threats_is_seen_at_the_root_wherever_it_begins(rows, first):
    board = parse_board(rows, line=3)
    plain = Plain(Position.of(board, PLAYERX), 0, ())
    proven = {divmod(row[0], 4): row[4:6] for row in plain.children([]) if row[4] == row[5] == 1}
    assert len(proven) == 1, "the first that is found"
    if first is not None:
        assert [*proven] == [first]
    then = board.clone()
    then.move(*next(iter(proven)), PLAYERX)
    assert then.check_win() == PLAYERX or max(perfect_values(then, PLAYERO).values()) == -1
