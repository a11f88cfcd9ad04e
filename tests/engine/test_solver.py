"""The solver: against enumeration, against itself, and without the extension."""

import random
from functools import cache

import pytest

from engine import PLAYERO, PLAYERX, Board, Rules, parse_board, perfect_values, switch_player
from engine import solver as solving
from engine.notation import format_board
from engine.position import Position
from engine.proofs import SOLVED
from engine.search_native import Solver as Native
from engine.search_python import Solver as Plain
from engine.solver import solve


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


def positions(rules, empty, seed, count):
    """Yield positions without a line, reached by random moves."""
    chance = random.Random(seed)
    while count:
        board, player = Board(rules.size, rules.reverse, None, rules.line), PLAYERX
        while board.check_win() is None and len(board.get_empty_squares()) > empty:
            board.move(*chance.choice(board.get_empty_squares()), player)
            player = switch_player(player)
        if board.check_win() is None:
            count -= 1
            yield board, player


@pytest.mark.parametrize("reverse", [False, True])
def test_every_position_of_3x3_is_worth_what_enumeration_says(reverse):
    seen = 0
    todo, done = [(Board(3, reverse), PLAYERX)], set()
    while todo:
        board, player = todo.pop()
        rows = format_board(board)
        if rows in done or board.check_win() is not None:
            continue
        done.add(rows)
        seen += 1
        truth = enumerated(rows, player, reverse, 3)
        solution = solve(board, player)
        assert solution.values == {square: worth for square, (worth, _) in truth.items()}
        assert solution.plies == {
            square: plies for square, (worth, plies) in truth.items() if worth
        }
        for square in truth:
            after = board.clone()
            after.move(*square, player)
            todo.append((after, switch_player(player)))
    assert seen == 4520


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
    for board, player in positions(rules, 8, seed=2, count=8):
        truth = enumerated(format_board(board), player, rules.reverse, rules.line)
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


def test_the_solver_needs_no_extension(monkeypatch):
    boards = [Rules(3, 3, True), Rules(4, 3), Rules(4, 4), Rules(5, 4)]
    subjects = [each for rules in boards for each in positions(rules, 9, seed=3, count=4)]
    found = [solve(*subject) for subject in subjects]
    monkeypatch.setattr(solving, "searcher", lambda: type("Plain", (), {"Solver": Plain}))
    again = [solve(*subject) for subject in subjects]
    assert [each.values for each in again] == [each.values for each in found]
    assert [each.plies for each in again] == [each.plies for each in found]


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


def test_the_soonest_win_and_the_latest_loss_are_chosen():
    quick = solve(parse_board("XX./OO./..."), PLAYERX)
    assert (quick.best, quick.plies[0, 2], quick.value) == ([(0, 2)], 1, 1)
    lost = solve(parse_board("X.X/.O./X.O"), PLAYERO)
    assert lost.value == -1
    assert {lost.plies[square] for square in lost.best} == {max(lost.plies.values())}
    assert perfect_values(Board(5, win_length=4), PLAYERX) == dict.fromkeys(
        [(row, col) for row in range(5) for col in range(5)], 0
    )
