"""Every kernel, on every instruction set this machine has."""

import itertools
import random
import sys
from functools import cache

import pytest
from scipy import stats

from engine import PLAYERO, PLAYERX, Board, Tally, _kernel, parse_board, sample
from engine.board import Position
from engine.search import kernel_numpy
from engine.search.sampling import load_kernel
from tests.engine.exact import as_rows, expected, open_positions
from tests.engine.statistics import (
    MARKS,
    assert_alike,
    assert_sums_agree,
    course_tally,
    p_value_of_outcomes,
    worst_z,
)
from tests.engine.without_kernel import without_kernel
from tests.waiting import ran

ISAS = _kernel.isas()


@pytest.fixture(autouse=True)
def fastest_afterwards():
    yield
    _kernel.use(ISAS[0])


def draw(board, player, trials, seed, isa):
    """Sample on a forced instruction set."""
    _kernel.use(isa)
    rules, _, marks = position = Position.of(board, player)
    counts = _kernel.play(marks, rules.size, rules.line, player, seed, 0, trials)
    return Tally.of_lines(position, trials, counts)


@pytest.mark.parametrize("isa", ISAS)
@pytest.mark.parametrize(
    "drawn", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (1, 2, 3))]
)
def test_playouts_agree_with_exact_enumeration(isa, drawn):
    positions = ["." * 9, *random.Random(drawn).sample(open_positions(), 24 if drawn else 9)]
    p_values = []
    for number, cells in enumerate(positions):
        for mover, reverse in itertools.product("XO", (False, True)):
            exact = expected(cells, mover, reverse)
            board = parse_board(as_rows(cells), reverse)
            tally = draw(board, MARKS[mover], 40_000, number, isa)
            assert worst_z(tally, MARKS[mover], exact) < 5, (cells, mover, reverse)
            p_values.append(p_value_of_outcomes(tally, exact))
    informative = [p for p in p_values if p < 1]
    assert min(informative) > 1e-5
    assert stats.kstest(informative, "uniform").pvalue > 1e-4


BOARDS = [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 3), (5, 5), (6, 6), (7, 4),
          (7, 7), (8, 5), (8, 8), (9, 9), (10, 10), (15, 5), (16, 16), (19, 19), (21, 21), (25, 6),
          (25, 25)]  # fmt: skip


@pytest.mark.parametrize(("dim", "win_length"), BOARDS)
def test_all_instruction_sets_play_the_same_games(dim, win_length):
    rng = random.Random(dim * 100 + win_length)
    board = Board(dim, win_length=win_length)
    middle = board.clone()
    for _ in range(dim * dim // 3):
        before = middle.clone()
        middle.move(*rng.choice(middle.get_empty_squares()), rng.choice((PLAYERX, PLAYERO)))
        if middle.check_win() is not None:
            middle = before
    for position in (board, middle):
        for trials in (1, 7, 33, 1001):
            first, *others = (draw(position, PLAYERO, trials, 5, isa) for isa in ISAS)
            assert all(other == first for other in others), trials
            assert first.trials == trials
            assert_sums_agree(first, False, win_length)


@cache
def reference(dim, win_length, reverse, rows):
    random.seed(dim * 100 + win_length)
    board = (
        parse_board(rows, reverse, win_length) if rows else Board(dim, reverse, None, win_length)
    )
    return board, course_tally(board, PLAYERO, 10_000 // dim**2)


POSITIONS = [
    (4, 4, False, None),
    (4, 3, True, "XO../.X../..O./...."),
    (5, 5, False, "X.O../.X.../..O../...../....."),
    (5, 4, True, None),
    (7, 7, False, "XX.XX.X/......./O.OO.OO/......./......./......./X.....O"),
    (7, 5, False, None),
    (10, 10, True, "/".join(["XXXXXX....", *[".........."] * 8, "OOOOOOO..."])),
    (10, 6, False, None),
]


@pytest.mark.parametrize(("dim", "win_length", "reverse", "rows"), POSITIONS)
def test_playouts_agree_with_the_course_functions(dim, win_length, reverse, rows):
    board, theirs = reference(dim, win_length, reverse, rows)
    ours = draw(board, PLAYERO, 60_000, dim, ISAS[0])
    assert_alike(ours, theirs, PLAYERO)


def test_a_game_of_one_square_is_certain():
    board = parse_board("XOX/XOO/OX.")
    tally = draw(board, PLAYERX, 100, 1, ISAS[0])
    assert (tally.trials, tally.x_wins, tally.o_wins) == (100, 0, 0)
    board = parse_board("XOX/OXO/OX.")
    tally = draw(board, PLAYERX, 100, 1, ISAS[0])
    assert tally.x_wins == 100
    assert tally.marks(PLAYERX, PLAYERX) == (100, 0, 100, 0, 100, 0, 0, 100, 100)
    assert tally.marks(PLAYERX, PLAYERO) == (0, 100, 0, 100, 0, 100, 100, 0, 0)


def test_a_seed_and_its_neighbours_have_nothing_in_common():
    tallies = {sample(Board(3), PLAYERX, 1000, seed=seed) for seed in range(200)}
    assert len(tallies) == 200
    wins = [sample(Board(3), PLAYERX, 1000, seed=seed).x_wins for seed in range(2000)]
    spread = stats.describe(wins)
    assert abs(spread.mean - 584.92) < 4 * (1000 * 0.58492 * 0.41508 / 2000) ** 0.5
    assert 0.85 < spread.variance / (1000 * 0.58492 * 0.41508) < 1.15


NINE = bytes([1] * 9)


@pytest.mark.parametrize(
    "arguments",
    [
        (NINE, 4, 3, 2, 1, 0, 10),
        (NINE, 0, 0, 2, 1, 0, 10),
        (NINE, 3, 4, 2, 1, 0, 10),
        (NINE, 3, 0, 2, 1, 0, 10),
        (NINE, 3, 3, 4, 1, 0, 10),
        (NINE, 3, 3, 2, 1, 0, -1),
        (bytes(9), 3, 3, 2, 1, 0, 10),
        (bytes([4] * 9), 3, 3, 2, 1, 0, 10),
        (bytes([255] * 9), 3, 3, 2, 1, 0, 10),
        (bytes([2] * 9), 3, 3, 2, 1, 0, 10),
        (bytes([1] * 676), 26, 26, 2, 1, 0, 10),
        (b"", -1, -1, 2, 1, 0, 10),
    ],
)
def test_wrong_arguments_of_the_extension_raise(arguments):
    with pytest.raises(ValueError, match=r"\w"):
        _kernel.play(*arguments)


GAMES = (NINE, 3, 3, 0, 2, False, 1, 0, 64, 10)
TREE = (NINE, 3, 3, 0, 2, 1, b"")
FIVE = (bytes([1] * 81), 9, 5, 0, 2, 1, b"")


def test_negative_and_too_great_numbers_raise_everywhere():
    tree, solver = _kernel.tree(*TREE), _kernel.solver(NINE, 3, 3, False, 2)
    calls = [
        *[(_kernel.play_games, GAMES, place) for place in (6, 7, 8, 9)],
        *[(_kernel.play, (NINE, 3, 3, 2, 1, 0, 10), place) for place in (4, 5)],
        (_kernel.tree, TREE, 5),
        (_kernel.pattern_tree, FIVE, 5),
        (_kernel.playout_tree, (*TREE, 1, 1.0, False, True), 5),
        (_kernel.grow, (tree, 1), 1),
        (_kernel.ask, (solver, 0, 0, 1), 3),
    ]
    for function, arguments, place in calls:
        function(*arguments)
        for number in (-1, 1 << 64):
            wrong = [*arguments[:place], number, *arguments[place + 1 :]]
            with pytest.raises(ValueError, match="negative, or has more than 64 bits"):
                function(*wrong)
    with pytest.raises(ValueError, match="negative"):
        _kernel.force(*FIVE[:5], -1, b"")
    with pytest.raises(TypeError):
        _kernel.grow(tree, 1.5)


def test_a_tree_in_a_hurry_looks_for_few_threats():
    tree = _kernel.pattern_tree(*FIVE, 10)
    _kernel.tree_hurry(tree, 1)
    assert _kernel.grow(tree, 10) == 10
    for few in (0, -1):
        with pytest.raises(ValueError, match="no such number of positions"):
            _kernel.pattern_tree(*FIVE, few)
        with pytest.raises(ValueError, match="no such threat searches"):
            _kernel.tree_hurry(tree, few)
    with pytest.raises(ValueError, match="no such threat searches"):
        _kernel.tree_hurry(_kernel.tree(*TREE), 10)


def test_calls_keep_no_memory():
    def blocks_after(calls):
        for number in range(calls):
            _kernel.play(NINE, 3, 3, 2, number, 0, 1)
            with pytest.raises(ValueError, match="negative"):
                _kernel.play(NINE, 3, 3, 2, 1, 0, -1)
        return sys.getallocatedblocks()

    blocks_after(100)
    # Other threads of this process may take memory meanwhile; calls that keep some always do.
    growths = (-blocks_after(0) + blocks_after(3000) for _ in range(5))
    assert any(growth < 300 for growth in growths)


def test_unknown_instruction_sets_and_boards_raise():
    with pytest.raises(ValueError, match="no instruction set"):
        _kernel.use("mmx")
    with pytest.raises(ValueError, match="no such board"):
        _kernel.block_trials(26)


def test_where_it_was_not_built_numpy_serves():
    with without_kernel():
        assert load_kernel().NAME == "numpy"
    assert load_kernel().NAME == "native"


def test_the_native_kernel_loads_no_numpy():
    code = (
        "import sys; from engine import *; sample(Board(3), PLAYERX, 100);"
        "print('numpy' in sys.modules); print(sample(Board(3), PLAYERX, 100).trials)"
    )
    assert ran("-c", code).stdout == "False\n100\n"


@pytest.mark.parametrize("reverse", [False, True])
def test_the_numpy_kernel_agrees_with_the_native_one(reverse):
    for dim, win_length in ((3, 3), (5, 4), (9, 9)):
        board = Board(dim, reverse, win_length=win_length)
        theirs = kernel_numpy.play(Position.of(board, PLAYERX), 1, 0, 40_000)
        assert_alike(sample(board, PLAYERX, 100_000, seed=1), theirs, PLAYERX)
