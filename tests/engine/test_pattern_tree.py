"""The tree that sees patterns and threats: what it proves is true, and a seed repeats it."""

import random

import pytest

from engine import PLAYERO, PLAYERX, Board, Game, Limit, Rules, _kernel, parse_board, switch_player
from engine.board import Position
from engine.native import kernel
from engine.search.force import forced_win
from engine.search.solver import solve
from engine.search.tree import PATTERNS, WINDOWS, TreeSearch
from engine.specs import PlayerSpec
from tests.engine.positions import after, crowded, positions
from tests.engine.without_kernel import without_kernel


def searched(board: Board, player: int, simulations: int, **more):
    return TreeSearch(board, player, Limit(simulations), more.pop("seed", 1), **more).result()


def rows_of(search: TreeSearch) -> list[tuple[object, ...]]:
    return [tuple(move) for move in search.moves()]


@pytest.mark.parametrize(
    "rules", [Rules(9, 5), Rules(15, 5), Rules(25, 5), Rules(7, 4), Rules(9, 6)]
)
def test_a_seed_repeats_it_and_portions_do_not_matter(rules: Rules) -> None:
    board = crowded(rules.size, rules.line, 6, random.Random(2))
    whole = kernel.NativePatternTree(Position.of(board, PLAYERX), 3, ())
    parts = kernel.NativePatternTree(Position.of(board, PLAYERX), 3, ())
    other = kernel.NativePatternTree(Position.of(board, PLAYERX), 4, ())
    done = whole.grow(1400)
    for _ in range(200):
        parts.grow(7)
    other.grow(1400)
    assert parts.children(()) == whole.children(())
    assert parts.nodes == whole.nodes
    assert done == parts.grow(0)
    assert done < 1400 or other.children(()) != whole.children(())


@pytest.mark.parametrize(
    ("rules", "empty"), [(Rules(5, 4), 14), (Rules(6, 4), 18), (Rules(5, 5), 10)]
)
def test_what_is_proven_is_true(rules: Rules, empty: int) -> None:
    proofs = outcomes = 0
    for board, player in positions(rules, empty, seed=6, count=60):
        truth = solve(board, player)
        assert truth is not None
        found = searched(board, player, 400)
        assert found.outcome in (None, truth.value)
        outcomes += found.outcome is not None
        for move in found.moves:
            assert move.low <= truth.values[move.square] <= move.high
            proofs += move.proven is not None
    assert proofs > 40
    assert outcomes > 10


def test_only_answers_are_tried_where_there_is_a_threat() -> None:
    board = parse_board("/".join(["." * 15] * 7 + [".....XXX......."] + ["." * 15] * 7), line=5)
    found = searched(board, PLAYERO, 300)
    assert {move.square for move in found.moves if move.visits} <= {
        (7, col) for col in (3, 4, 8, 9)
    }
    four = parse_board("/".join(["." * 15] * 7 + [".....XXXX......"] + ["." * 15] * 7), line=5)
    assert searched(four, PLAYERO, 50).outcome == -1
    assert searched(four, PLAYERX, 50).best in ([(7, 4)], [(7, 9)])


def test_moves_after_which_the_other_side_wins_by_threats_are_not_played() -> None:
    chance, seen = random.Random(8), 0
    while seen < 8:
        board = crowded(15, 5, 12, chance)
        if forced_win(board, PLAYERX, 2000) or not forced_win(board, PLAYERO, 500):
            continue
        found = searched(board, PLAYERX, 2000)
        if found.outcome == -1:
            continue
        seen += 1
        assert forced_win(after(board, found.best[0], PLAYERX), PLAYERO, 150) is None


def test_a_win_by_threats_is_proven_at_once() -> None:
    chance, seen = random.Random(9), 0
    while seen < 10:
        board = crowded(15, 5, 12, chance)
        win = forced_win(board, PLAYERX, 300)
        if win is None:
            continue
        seen += 1
        found = searched(board, PLAYERX, 100)
        assert found.outcome == 1
        assert found.proven(found.best[0]) == 1


def test_selection_takes_the_greatest_sum_of_what_a_node_tells() -> None:
    search = TreeSearch(crowded(15, 5, 8, random.Random(5)), PLAYERX, Limit(1), 0)
    for _ in range(80):
        before = search.moves()
        totals = sum((move.value or 0.0) * move.visits for move in before)
        search.grow(1)
        path, playout, result = search.last()
        assert playout == ()
        tried = [move for move in before if move.high > -1]
        assert path[0] == max(tried, key=lambda move: move.weighed + move.bonus).square
        told = sum((move.value or 0.0) * move.visits for move in search.moves())
        assert result == pytest.approx(told - totals)


def test_moves_can_be_kept_to() -> None:
    board = parse_board("/".join(["." * 9] * 4 + ["..XXXX..."] + ["." * 9] * 4), line=5)
    for allowed in ([(0, 0), (8, 8)], [(4, 6), (0, 0)]):
        for player in (PLAYERX, PLAYERO):
            found = searched(board, player, 100, allowed=allowed)
            assert {move.square for move in found.moves} <= set(allowed)
            assert found.best[0] == ((4, 6) if (4, 6) in allowed else found.best[0])


@pytest.mark.parametrize("rules", [Rules(9, 5, True), Rules(5, 3), Rules(9, 7)], ids=str)
def test_other_rules_are_searched_as_before(rules: Rules) -> None:
    board = Board(rules.size, rules.reverse, None, rules.line)
    new, old = (
        TreeSearch(board, PLAYERX, Limit(200), 5, leaves=sight) for sight in (PATTERNS, WINDOWS)
    )
    assert (new.grow(200), rows_of(new)) == (old.grow(200), rows_of(old))


def test_without_sight_it_is_the_tree_of_windows() -> None:
    board = Board(9, win_length=5)
    search = TreeSearch(board, PLAYERX, Limit(300), 5, leaves=WINDOWS)
    search.grow(300)
    tree = kernel.NativeTree(Position.of(board, PLAYERX), 5, ())
    tree.grow(300)
    assert [move.visits for move in search.moves()] == [row[1] for row in tree.children(())]
    assert rows_of(search) != rows_of(TreeSearch(board, PLAYERX, Limit(300), 5))


def test_without_the_kernel_windows_are_all_there_is() -> None:
    board = crowded(7, 5, 6, random.Random(1))
    native = searched(board, PLAYERX, 60, leaves=WINDOWS)
    with without_kernel():
        assert searched(board, PLAYERX, 60).moves == native.moves


def test_what_the_kernel_refuses() -> None:
    marks = b"\1" * 81
    for wrong in ((9, 5, True, 2), (9, 3, False, 2), (9, 7, False, 2), (9, 5, False, 1)):
        with pytest.raises(ValueError, match=r"patterns|no such board"):
            _kernel.pattern_tree(marks, *wrong, 0, b"")


def test_its_settings() -> None:
    assert str(PlayerSpec.parse("tree:sight=1")) == "tree:simulations=1000"
    plain = PlayerSpec.parse("tree:sight=0")
    assert str(plain) == "tree:simulations=1000,sight=0"
    assert plain.make().name == "Look-ahead, 1,000 simulations, windows only"
    with pytest.raises(ValueError, match="sight must be a whole number from 0 to 1"):
        PlayerSpec.parse("tree:sight=2")


def _claims(rules: Rules, simulations: int, seed: int) -> int:
    """Play a game of two trees and return how many proofs there were; each must come true."""
    game, chance, claimed = Game(rules), random.Random(seed), None
    middle, count = rules.size // 2, 0
    while game.result is None:
        if len(game.moves) < 4:
            square = middle + chance.randint(-2, 2), middle + chance.randint(-2, 2)
            if game.board.square(*square) == 1:
                game.play(square)
            continue
        # Whoever has a proven win must find the next move of it again, in a tree of its own.
        more = 30 if game.to_move == claimed else 1
        found = searched(game.board, game.to_move, more * simulations, seed=chance.getrandbits(60))
        if found.outcome:
            winner = game.to_move if found.outcome == 1 else switch_player(game.to_move)
            assert claimed in (None, winner)
            claimed, count = winner, count + 1
        game.play(found.best[0])
    assert claimed in (None, game.result.winner)
    return count


def test_proofs_of_games_come_true() -> None:
    assert sum(_claims(Rules(11, 5), 60, seed) for seed in range(8)) > 8


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(
    ("rules", "games"),
    [(Rules(15, 5), 600), (Rules(10, 5), 200), (Rules(9, 4), 100), (Rules(12, 6), 100)],
)
def test_no_proof_of_a_thousand_games_is_false(rules: Rules, games: int) -> None:
    for seed in range(games):
        _claims(rules, 300, seed)
