"""The threat search: its wins are wins, whatever the other side answers."""

import random

import pytest

from engine import PLAYERO, PLAYERX, Board, Rules, parse_board, switch_player
from engine.rules import Rule, Square
from engine.search.force import forced_win, sees_threats
from engine.search.solver import solve
from tests.engine.positions import after, crowded, positions
from tests.engine.without_kernel import without_kernel


@pytest.mark.parametrize(
    ("rows", "line", "moves"),
    [
        (
            [
                "." * 9,
                "." * 9,
                "..XXX....",
                "." * 9,
                "...OO....",
                "." * 9,
                "." * 9,
                "." * 9,
                "." * 9,
            ],
            5,
            3,
        ),
        (
            [
                "." * 9,
                "." * 9,
                "..XXXX...",
                "." * 9,
                "...OOOO..",
                "." * 9,
                "." * 9,
                "." * 9,
                "." * 9,
            ],
            5,
            1,
        ),
        ([".X.....", ".X.....", "...XX..", ".......", ".OO....", "....O..", "......."], 4, 3),
    ],
)
def test_what_anyone_sees(rows: list[str], line: int, moves: int) -> None:
    found = forced_win(parse_board("/".join(rows), line=line), PLAYERX)
    assert found is not None
    assert len(found) == moves


def test_two_open_threes_at_once_win_by_force() -> None:
    """The crossing of two open twos: neither of the threes is a four yet."""
    rows = "/".join(
        ["." * 11] * 3
        + ["...." "XX" ".....", ".....O..X..", "...O....X..", "..O........", "....O......"]
        + ["." * 11] * 3
    )  # fmt: skip
    found = forced_win(parse_board(rows, line=5), PLAYERX)
    assert found is not None
    assert len(found) >= 7


def test_the_moves_lead_to_a_line() -> None:
    chance, seen = random.Random(5), 0
    for _ in range(60):
        board = crowded(13, 5, 12, chance)
        moves = forced_win(board, PLAYERX, 3000)
        if moves is None:
            continue
        seen += 1
        player = PLAYERX
        for move in moves:
            assert board.check_win() is None
            board.move(*move, player)
            player = switch_player(player)
        assert board.check_win() == PLAYERX
    assert seen > 10


@pytest.mark.parametrize(
    ("size", "line", "marks"), [(15, 5, 13), (9, 4, 4), (12, 6, 21), (9, 5, 14)]
)
def test_after_every_answer_the_win_is_there_again(size: int, line: int, marks: int) -> None:
    """Not only after those that the search tried: what it left out must lose as well."""
    chance, checked = random.Random(size), 0
    while checked < 12:
        board = crowded(size, line, marks, chance)
        mover = PLAYERX if marks % 2 == 0 else PLAYERO
        moves = forced_win(board, mover, 2000)
        if moves is None or len(moves) < 3:
            continue
        checked += 1
        begun = after(board, moves[0], mover)
        for answer in begun.get_empty_squares():
            reply = after(begun, answer, switch_player(mover))
            assert reply.check_win() is None
            assert forced_win(reply, mover, 100_000) is not None, (board, moves, answer)


@pytest.mark.parametrize(
    ("rules", "empty"), [(Rules(5, 4), 13), (Rules(6, 4), 20), (Rules(5, 5), 9)]
)
def test_no_win_is_found_that_the_solver_does_not_know(rules: Rules, empty: int) -> None:
    won = missed = 0
    for board, player in positions(rules, empty, seed=4, count=120):
        solution = solve(board, player)
        assert solution is not None
        if forced_win(board, player, 5000) is not None:
            won += 1
            assert solution.value == 1
        else:
            missed += solution.value == 1
    assert missed <= 2 + won // 5
    assert won > 10 or rules.line == 5


def test_the_first_move_can_be_one_of_some() -> None:
    """Each square that is found among the rest wins, and none that the search knows is left out."""
    chance, numbers = random.Random(8), set[int]()
    for _ in range(7):
        board = crowded(13, 5, 12, chance)
        every, firsts = board.get_empty_squares(), set[Square]()
        while rest := [square for square in every if square not in firsts]:
            found = forced_win(board, PLAYERX, 100_000, rest)
            if found is None:
                break
            assert found[0] in rest
            firsts.add(found[0])
        alone = {at for at in every if forced_win(board, PLAYERX, 100_000, [at]) is not None}
        assert firsts == alone
        numbers.add(len(firsts))
    assert min(numbers) == 0
    assert max(numbers) > 5


def test_the_same_nodes_find_the_same() -> None:
    chance = random.Random(3)
    for board in (crowded(15, 5, 14, chance) for _ in range(20)):
        assert forced_win(board, PLAYERX, 500) == forced_win(board, PLAYERX, 500)


def test_more_nodes_find_no_less() -> None:
    chance = random.Random(4)
    boards = [crowded(15, 5, 12, chance) for _ in range(60)]
    found = [sum(forced_win(board, PLAYERX, nodes) is not None for board in boards)
             for nodes in (1, 30, 300, 3000)]  # fmt: skip
    assert found == sorted(found)
    assert found[0] < found[-1]


def test_nothing_is_found_where_threats_are_not_known() -> None:
    assert not sees_threats(Rules(9, 5, Rule.REVERSE))
    assert not sees_threats(Rules(3, 3))
    assert not sees_threats(Rules(9, 7))
    assert all(map(sees_threats, (Rules(25, 5), Rules(4, 4), Rules(6, 6))))
    won = parse_board("XX./.../...")
    assert forced_win(won, PLAYERX) is None
    four = parse_board("XXXX./...../...../...../.....")
    assert forced_win(four, PLAYERX) == ((0, 4),)
    with without_kernel():
        assert forced_win(four, PLAYERX) is None


def test_bad_questions_are_refused() -> None:
    board = Board(9, win_length=5)
    for nodes in (0, -1, 2**31, 1.5):
        with pytest.raises(ValueError, match="nodes"):
            forced_win(board, PLAYERX, nodes)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="player"):
        forced_win(board, 7)
    with pytest.raises(ValueError, match="over"):
        forced_win(parse_board("XXXX/..../..../O.OO"), PLAYERO)
