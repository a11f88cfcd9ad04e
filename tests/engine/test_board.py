"""The board against the course's specification, row by row, and our own additions to it."""

import pytest

from engine import DRAW, EMPTY, PLAYERO, PLAYERX, Board, Rules, parse_board, switch_player
from engine.board import STRMAP


def test_constants_are_the_courses():
    assert (EMPTY, PLAYERX, PLAYERO, DRAW) == (1, 2, 3, 4)
    assert STRMAP == {EMPTY: " ", PLAYERX: "X", PLAYERO: "O"}


def test_private_fields_that_students_read_are_there():
    board = Board(3, True, [[EMPTY, PLAYERX, PLAYERO]] * 3)
    rows = board._board  # noqa: SLF001  (it is what this test is about)
    assert (board._dim, board._reverse) == (3, True)  # noqa: SLF001
    assert rows == [[1, 2, 3], [1, 2, 3], [1, 2, 3]]
    rows[0][0] = PLAYERX
    assert board.square(0, 0) == PLAYERX, "these are the board's own rows"
    assert rows[1][0] == EMPTY, "every row is a list of its own"


def test_start_rows_are_copied():
    rows = [[EMPTY] * 3 for _ in range(3)]
    board = Board(3, board=rows)
    board.move(0, 0, PLAYERX)
    assert rows[0][0] == EMPTY


def test_text_is_the_courses():
    board = parse_board("X.O/.X./..O")
    assert str(board) == "X |   | O\n---------\n  | X |  \n---------\n  |   | O\n"
    assert str(Board(1)) == " \n"
    assert str(Board(4)).split("\n")[1] == "-" * 13


def test_accessors():
    board = Board(4)
    assert board.get_dim() == 4
    assert board.get_empty_squares() == [(r, c) for r in range(4) for c in range(4)]
    assert board.move(2, 3, PLAYERO) is None
    assert board.square(2, 3) == PLAYERO
    assert (2, 3) not in board.get_empty_squares()


def test_an_occupied_square_is_left_as_it_is():
    board = Board(3)
    board.move(1, 1, PLAYERX)
    board.move(1, 1, PLAYERO)
    assert board.square(1, 1) == PLAYERX


def test_clone_is_apart_and_keeps_the_rule():
    board = Board(5, reverse=True, win_length=4)
    copy = board.clone()
    copy.move(0, 0, PLAYERX)
    assert board.square(0, 0) == EMPTY
    assert copy.rules == board.rules
    assert copy.rules == Rules(5, 4, True)


@pytest.mark.parametrize(
    ("rows", "winner", "line"),
    [
        ("XXX/OO./...", PLAYERX, ((0, 0), (0, 1), (0, 2))),
        ("OX./OX./O.X", PLAYERO, ((0, 0), (1, 0), (2, 0))),
        ("XO./OX./..X", PLAYERX, ((0, 0), (1, 1), (2, 2))),
        ("X.O/XO./O.X", PLAYERO, ((0, 2), (1, 1), (2, 0))),
        ("XOX/XOO/OXX", DRAW, None),
        ("XO./.../...", None, None),
    ],
)
def test_who_has_won(rows, winner, line):
    board = parse_board(rows)
    assert board.check_win() == winner
    assert board.winning_line() == line
    swapped = {PLAYERX: PLAYERO, PLAYERO: PLAYERX, DRAW: DRAW, None: None}
    misere = parse_board(rows, reverse=True)
    assert misere.check_win() == swapped[winner]
    assert misere.winning_line() == line


def test_rows_decide_before_columns():
    # Both sides have a line here, which no legal game reaches; the course looks at rows first.
    assert parse_board("XXX/.../OOO").check_win() == PLAYERX
    assert parse_board("OX./OX./OX.").check_win() == PLAYERO


def test_shorter_lines_count_everywhere_and_longer_runs_too():
    assert parse_board("...../.X.../..X../...X./.....", line=3).check_win() == PLAYERX
    assert parse_board("...../...O./..O../.O.../.....", line=3).check_win() == PLAYERO
    assert parse_board("OOOO./...../...../...../.....", line=3).check_win() == PLAYERO
    assert parse_board("OO.OO/...../...../...../.....", line=3).check_win() is None
    assert parse_board("X", line=1).check_win() == PLAYERX


def test_switch_player_is_the_courses():
    assert switch_player(PLAYERX) == PLAYERO
    assert [switch_player(p) for p in (PLAYERO, EMPTY, DRAW, 99, None)] == [PLAYERX] * 5


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Board(0), "side must be a whole number from 1 to 25"),
        (lambda: Board(26), "from 1 to 25, not 26"),
        (lambda: Board(3.5), "3.5"),
        (lambda: Board(True), "True"),
        (lambda: Board(3, win_length=4), "line length must be a whole number from 1 to 3"),
        (lambda: Board(3, win_length=0), "line length"),
        (lambda: Board(3, board=[[1, 1, 1]] * 2), "3 rows of 3 squares"),
        (lambda: Board(2, board=[[1, 1], [1]]), "2 rows of 2 squares"),
        (lambda: Board(2, board=[1, 1]), "list of rows"),
        (lambda: Board(1, board=[[7]]), "unknown mark 7"),
        (lambda: Board(3).move(0, 0, 7), "player must be"),
        (lambda: Board(3).move(-1, 0, PLAYERX), "row must be"),
        (lambda: Board(3).move(0, 3, PLAYERX), "column must be"),
        (lambda: Board(3).square(3, 0), "row must be"),
    ],
)
def test_bad_arguments_say_what_was_wrong(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_a_board_knows_what_was_marked_last():
    board = Board(3)
    board.move(1, 2, PLAYERX)
    board.move(1, 2, PLAYERO)  # taken: nothing was marked
    assert board.clone().last == (1, 2)
    board.move(0, 0, PLAYERO)
    board.clear(1, 2)
    assert board.last == (0, 0)
    board.clear(0, 0)
    assert board.last is None
    assert parse_board("XO./.../...").last is None
