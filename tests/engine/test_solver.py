"""The solver: against enumeration, against itself, and without the extension."""

from functools import cache

import pytest

from engine import PLAYERO, PLAYERX, Board, Rules, parse_board, perfect_values, switch_player
from engine.board import Position
from engine.native.kernel import NativeSolver as Native
from engine.notation import format_board
from engine.search.plain_solver import PlainSolver as Plain
from engine.search.proofs import SOLVED
from engine.search.solver import Solver, go_on, solve
from tests.engine.positions import positions
from tests.engine.without_kernel import without_kernel
from tools.puzzles.making import canonical


@cache
def enumerated(rows, player, reverse, line):
    """Return each move's (worth, moves to the end, with best play), by trying everything."""
    board = parse_board(rows, reverse, line)
    found = {}
    for square in board.get_empty_squares():
        after = board.clone()
        after.move(*square, player)
        winner = after.check_win()
        if winner is None:
            other = switch_player(player)
            replies = enumerated(format_board(after), other, reverse, line).values()
            worth, plies = max(replies, key=lambda reply: (reply[0], -reply[0] * reply[1]))
            found[square] = -worth, plies + 1
        else:
            found[square] = (winner == player) - (winner == switch_player(player)), 1
    return found


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(
    ("name", "count"), [(canonical, 627), pytest.param(str, 4520, marks=pytest.mark.nightly)]
)
def test_every_position_of_3x3_is_worth_what_enumeration_says(name, count, reverse):
    """By day one of each eight that are turned into each other, by night all of them."""
    seen = 0
    todo, done = [(Board(3, reverse), PLAYERX)], set()
    while todo:
        board, player = todo.pop()
        rows = format_board(board)
        if name(rows) in done or board.check_win() is not None:
            continue
        done.add(name(rows))
        seen += 1
        truth = enumerated(rows, player, reverse, 3)
        solution = solve(board, player)
        assert solution.values == {square: worth for square, (worth, _) in truth.items()}
        assert solution.plies == {
            square: plies for square, (worth, plies) in truth.items() if worth
        }
        best = max(truth.values(), key=lambda found: (found[0], -found[0] * found[1]))
        assert solution.best == [square for square, found in truth.items() if found == best]
        assert solution.value == best[0]
        for square in truth:
            after = board.clone()
            after.move(*square, player)
            todo.append((after, switch_player(player)))
    assert seen == count


@pytest.mark.parametrize(
    "rules",
    [
        Rules(4, 4),
        Rules(4, 4, True),
        Rules(4, 3),
        Rules(4, 3, True),
        Rules(5, 4),
        Rules(5, 3, True),
    ],
)
def test_late_positions_of_larger_boards_agree_with_enumeration(rules):
    for board, player in positions(rules, 8, seed=2, count=3):
        truth = enumerated(format_board(board), player, rules.reverse, rules.line)
        best = max(worth for worth, _ in truth.values())
        assert Solver().inquire(board, player, go_on).value() == best
        solution = solve(board, player)
        assert solution.values == {square: worth for square, (worth, _) in truth.items()}
        assert solution.plies == {
            square: plies for square, (worth, plies) in truth.items() if worth
        }


@pytest.mark.parametrize("rules", SOLVED, ids=str)
def test_what_is_called_solved_is_solved_again(rules):
    board = Board(rules.size, rules.reverse, None, rules.line)
    solution = solve(board, PLAYERX)
    assert solution is not None
    assert solution.value == SOLVED[rules]


def test_the_solver_needs_no_extension():
    boards = [Rules(3, 3, True), Rules(4, 3), Rules(4, 4), Rules(5, 4)]
    subjects = [each for rules in boards for each in positions(rules, 9, seed=3, count=4)]
    found = [solve(*subject) for subject in subjects]
    with without_kernel():
        again = [solve(*subject) for subject in subjects]
    assert [each.values for each in again] == [each.values for each in found]
    assert [each.plies for each in again] == [each.plies for each in found]


@pytest.mark.parametrize(
    ("rules", "empty"),
    [(Rules(3, 3), 9), (Rules(3, 3), 8), (Rules(3, 3, True), 9), (Rules(4, 4, True), 9),
     (Rules(4, 4, True), 10), (Rules(4, 3, True), 10), (Rules(5, 4), 16),
     (Rules(5, 5), 20), (Rules(4, 3), 14)],
    ids=str,
)  # fmt: skip
def test_without_the_extension_the_same_is_searched(rules, empty):
    for board, player in positions(rules, empty, seed=3, count=2):
        native, plain = (made(Position.of(board, player)) for made in (Native, Plain))
        first = rules.size * board.get_empty_squares()[0][0] + board.get_empty_squares()[0][1]
        for square in (-1, first):
            for alpha in (0, -1, 2):
                assert native.ask(square, alpha, 10**6) == plain.ask(square, alpha, 10**6)
                assert native.nodes == plain.nodes


@pytest.mark.parametrize("made", [Native, Plain])
def test_what_was_found_of_one_position_is_not_taken_for_another_ones_worth(made):
    """The marks of a position may be those of another one in which the other side is to move."""
    board, player = next(positions(Rules(3, 3, True), 6, seed=5, count=1))
    for side in (player, switch_player(player)):
        solver = made(Position.of(board, side))
        solver.ask(-1, 0, 10**6)
        solver.ask(-1, -1, 10**6)
        for square in board.get_empty_squares():
            after = board.clone()
            after.move(*square, side)
            if after.check_win() is None:
                position = Position.of(after, side)
                solver.place(position)
                for alpha in (-1, 0):
                    right = made(position).ask(-1, alpha, 10**6)
                    assert (solver.ask(-1, alpha, 10**6) > alpha) == (right > alpha)


@pytest.mark.parametrize("made", [Native, Plain])
def test_a_question_is_answered_however_it_is_divided(made):
    board, player = next(positions(Rules(4, 4, True), 11, seed=5, count=1))
    whole = made(Position.of(board, player)).ask(-1, 0, 10**7)
    solver, portions = made(Position.of(board, player)), 0
    while (answer := solver.ask(-1, 0, 20)) is None:
        portions += 1
    assert portions > 3
    assert (answer > 0) == (whole > 0)
    first = board.get_empty_squares()[0]
    number = first[0] * 4 + first[1]
    solver.ask(number, 0, 20)
    assert (solver.ask(-1, 0, 10**7) > 0) == (whole > 0), (
        "a question that was dropped leaves no mark"
    )


@pytest.mark.parametrize("made", [Native, Plain])
def test_a_question_about_an_occupied_square_is_refused_and_changes_nothing(made):
    position = Position.of(parse_board("X.../.O../..X./...O", reverse=True), PLAYERX)
    solver = made(position)
    for square in (0, 5, 10, 15):
        assert solver.ask(-1, 0, 1) is None, "the question stays open"
        with pytest.raises(ValueError, match="empty square"):
            solver.ask(square, 0, 10**7)
    for alpha in (-1, 0):
        right = made(position).ask(-1, alpha, 10**7)
        assert (solver.ask(-1, alpha, 10**7) > alpha) == (right > alpha)


def test_it_gives_up_and_can_be_stopped():
    assert solve(Board(9, win_length=5), PLAYERX) is None, "more squares than it tries"
    assert solve(Board(6, win_length=5), PLAYERX, nodes=20_000) is None

    class StoppedError(Exception):
        pass

    checks = 0

    def check():
        nonlocal checks
        checks += 1
        if checks == 5:
            raise StoppedError

    with pytest.raises(StoppedError):
        solve(Board(6, win_length=5), PLAYERX, check=check)


def test_as_many_squares_as_it_tries_are_tried():
    assert solve(Board(8), PLAYERX).value == 0
    board = Board(9)
    for square in board.get_empty_squares()[:16]:
        board.move(*square, PLAYERX if sum(square) % 2 else PLAYERO)
    assert solve(board, PLAYERX) is None, "one square more"


def test_how_soon_a_game_ends_takes_as_much_again_at_most():
    board = Board(4, reverse=True, win_length=3)
    whole, part = (solve(board, PLAYERX, nodes) for nodes in (10**6, 13_000))
    assert part.values == whole.values
    assert part.nodes <= 26_010 < whole.nodes
    assert part.plies.items() < whole.plies.items()
    assert part.best == list(part.values), "the latest loss is not known"


def test_how_soon_is_found_for_the_best_moves_first():
    found = {True: 0, False: 0}
    for board, player in positions(Rules(4, 3, True), 9, seed=4, count=12):
        whole = solve(board, player)
        for nodes in range(100, 1000, 100):
            part = solve(board, player, nodes)
            if part is None or not part.value:
                continue
            best = {square for square, value in whole.values.items() if value == whole.value}
            found[best <= part.plies.keys()] += 1
            assert best <= part.plies.keys() or not part.plies.keys() - best
    assert min(found.values()) > 0


def test_the_soonest_win_and_the_latest_loss_are_chosen():
    # X wins everywhere: at once, in three moves, or in five.
    won = solve(parse_board("XOO/X../..."), PLAYERX)
    assert won.plies == {(2, 0): 1, (1, 1): 3, (1, 2): 3, (2, 2): 3, (2, 1): 5}
    assert (won.value, won.best) == (1, [(2, 0)])
    # O loses everywhere, but holds out for four moves in the corner.
    lost = solve(parse_board("XO./X../..."), PLAYERO)
    assert (lost.value, lost.best, lost.plies[2, 0]) == (-1, [(2, 0)], 4)
    assert {lost.plies[square] for square in lost.values if square != (2, 0)} == {2}
    assert perfect_values(Board(5, win_length=4), PLAYERX) == dict.fromkeys(
        [(row, col) for row in range(5) for col in range(5)], 0
    )
