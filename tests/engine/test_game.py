"""A game's moves, undo and redo, result, and its file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import PLAYERO, PLAYERX, Game, Rules, Termination
from tests.engine.positions import games


def played(moves, dim=3, **rules):
    game = Game(Rules.of(dim, **rules))
    for move in moves:
        game.play(move)
    return game


TOP_ROW = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]


def test_sides_alternate_and_x_begins():
    game = Game()
    assert game.to_move == PLAYERX
    game.play((1, 1))
    assert game.to_move == PLAYERO
    assert game.board.square(1, 1) == PLAYERX


def test_results_say_who_why_and_where():
    won = played(TOP_ROW).result
    assert (won.winner, won.reason) == (PLAYERX, Termination.LINE)
    assert won.line == ((0, 0), (0, 1), (0, 2))
    lost = played(TOP_ROW, reverse=True).result
    assert (lost.winner, lost.reason) == (PLAYERO, Termination.REVERSE_LINE)
    tie = played([(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)]).result
    assert (tie.winner, tie.reason, tie.line) == (None, Termination.FULL, ())
    assert Game().result is None


@pytest.mark.parametrize(
    ("moves", "square", "words"),
    [
        ([(0, 0)], (0, 0), "row 1, column 1 is taken"),
        ([], (3, 0), "row must be"),
        ([], (0, -1), "column must be"),
        (TOP_ROW, (2, 2), "game is over"),
    ],
)
def test_illegal_moves_are_refused_and_change_nothing(moves, square, words):
    game = played(moves)
    with pytest.raises(ValueError, match=words):
        game.play(square)
    assert list(game.moves) == moves


def test_the_board_given_out_is_a_copy():
    game = Game()
    game.board.move(0, 0, PLAYERX)
    assert len(game.board.get_empty_squares()) == 9


@given(games())
def test_undo_and_redo_retrace_every_position(game):
    while game.undone:
        game.redo()
    trail = [str(game.board)]
    while game.moves:
        game.undo()
        trail.append(str(game.board))
    assert set(trail[-1]) <= set(" |-\n")
    for text in reversed(trail[:-1]):
        game.redo()
        assert str(game.board) == text


@given(games())
def test_a_saved_game_comes_back_whole(game):
    back = Game.from_json(game.to_json())
    assert back.to_json() == game.to_json()
    assert (back.moves, back.undone) == (game.moves, game.undone)
    assert str(back.board) == str(game.board)
    assert back.result == game.result
    assert back.to_move == game.to_move


def test_a_new_move_forgets_the_ones_taken_back():
    game = played(TOP_ROW[:3])
    game.undo()
    assert game.undone == ((0, 1),)
    game.play((2, 2))
    assert game.undone == ()
    with pytest.raises(ValueError, match="make again"):
        game.redo()
    with pytest.raises(ValueError, match="take back"):
        Game().undo()


@given(st.text())
def test_any_text_is_a_game_or_a_clear_error(text):
    with pytest.raises(ValueError, match="saved game"):
        Game.from_json(text)


@given(
    st.sampled_from(("format", "version", "size", "win_length", "reverse", "moves", "undone")),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2),
        max_leaves=6,
    ),
)
def test_a_damaged_field_is_read_as_a_game_or_refused_in_one_line(field, value):
    data = json.loads(played(TOP_ROW[:3]).to_json())
    data[field] = value
    try:
        game = Game.from_json(json.dumps(data))
    except ValueError as error:
        assert "\n" not in str(error)
    else:
        assert Game.from_json(game.to_json()).moves == game.moves


def test_a_cut_off_file_is_refused_at_every_length():
    text = played(TOP_ROW[:3]).to_json()
    for length in range(len(text)):
        with pytest.raises(ValueError, match="saved game"):
            Game.from_json(text[:length])


def test_a_newer_version_is_named_as_such():
    data = json.loads(Game().to_json()) | {"version": 4}
    with pytest.raises(ValueError, match="newer version"):
        Game.from_json(json.dumps(data))


def test_moves_that_the_rules_forbid_are_damage():
    data = json.loads(Game().to_json()) | {"moves": [[0, 0], [0, 0]]}
    with pytest.raises(ValueError, match="damaged: row 1, column 1 is taken"):
        Game.from_json(json.dumps(data))
    assert Game.from_json(json.dumps(data | {"moves": [[0, 0]]})).to_move == PLAYERO


def test_the_board_knows_its_last_mark_after_moves_taken_back_and_made_again():
    game = Game()
    assert game.board.last is None
    for square in ((0, 0), (1, 1), (2, 2)):
        game.play(square)
        assert game.board.last == square
    game.undo()
    assert game.board.last == (1, 1)
    game.redo()
    assert game.board.last == (2, 2)
    assert Game.from_json(game.to_json()).board.last == (2, 2)
    for _ in range(3):
        game.undo()
    assert game.board.last is None


def test_a_line_that_is_longer_than_needed_is_marked_whole():
    x = [(2, 0), (2, 1), (2, 2), (2, 4), (2, 5), (2, 3)]
    o = [(0, 0), (0, 2), (0, 4), (4, 0), (4, 2)]
    moves = [move for pair in zip(x, [*o, None], strict=True) for move in pair if move]
    won = played(moves, 6, line=5).result
    assert won.line == tuple((2, col) for col in range(6))
    falling = [(row, row) for row in (0, 1, 3, 2)]
    won = played(
        [falling[0], (0, 3), falling[1], (1, 3), falling[2], (3, 0), falling[3]], 4, line=3
    )
    assert won.result.line == tuple((row, row) for row in range(4))
