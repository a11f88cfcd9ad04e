"""Games that begin from a position: what is legal, the file, undo, notes, and the review."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import PLAYERO, PLAYERX, Game, Rules, parse_board, parse_square
from engine.beginning import legal
from engine.cli import main as cli
from engine.coach.review import assess, review
from engine.record import Record, Variation
from tests.engine.positions import games

BOARD = "XO./.X./..O"


def begun(board=BOARD, mark=PLAYERX, **rules):
    position = legal(parse_board(board, **rules), mark)
    return Game(position.rules, position)


def line(names, size=3):
    return tuple(parse_square(name, size) for name in names.split())


@pytest.mark.parametrize(
    ("board", "mark", "words"),
    [
        ("XX./.X./..O", PLAYERO, "X has 3 marks and O has 1"),
        ("X../.../...", PLAYERX, "X has one mark more, so O is to move"),
        ("O../.../...", PLAYERO, "O has one mark more, so X is to move"),
        ("XXX/OO./...", PLAYERO, "there is a line already"),
        ("XXX/OOO/...", PLAYERX, "both sides have a line"),
        ("XOX/XOO/OXX", PLAYERO, "board is full"),
    ],
)
def test_what_no_two_sides_can_have_come_to_is_refused_with_the_reason(board, mark, words):
    with pytest.raises(ValueError, match=words):
        legal(parse_board(board), mark)


def test_the_side_that_was_named_begins_and_the_two_take_turns():
    game = begun(mark=PLAYERO)
    assert [game.mover(ply) for ply in (1, 2, 3)] == [PLAYERO, PLAYERX, PLAYERO]
    game.play((0, 2))
    assert game.board.square(0, 2) == PLAYERO
    assert game.to_move == PLAYERX


def test_nothing_is_taken_back_beyond_the_beginning():
    game = begun()
    game.play((2, 0))
    game.undo()
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()
    assert game.board.rows == parse_board(BOARD).rows
    assert game.undone == ((2, 0),)


def test_an_empty_board_with_x_to_move_is_no_position_of_its_own():
    game = begun(".../.../...")
    assert game.start is None
    assert json.loads(game.to_json())["version"] == 1
    assert begun(".../.../...", PLAYERO).start is not None


def test_the_file_holds_the_beginning():
    game = begun(mark=PLAYERO)
    game.play((0, 2))
    game.play((2, 0))
    game.undo()
    data = json.loads(game.to_json())
    assert data["start"] == {"board": BOARD, "to_move": "O"}
    back = Game.from_json(game.to_json())
    assert back.has_moves_of(game)
    assert back.undone == game.undone


@given(games())
def test_games_from_an_empty_board_have_no_beginning_in_their_file(game):
    assert "start" not in json.loads(game.to_json())
    assert Game.from_json(game.to_json()).start is None


@settings(max_examples=30)
@given(st.one_of(st.integers(), st.text(), st.dictionaries(st.text(), st.text())))
def test_a_damaged_beginning_gets_a_sentence(start):
    data = json.loads(begun().to_json()) | {"start": start}
    with pytest.raises(ValueError, match="the saved game is damaged: "):
        Game.from_json(json.dumps(data))


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({"board": "X...", "to_move": "O"}, "must be a whole number|squares, but there"),
        ({"board": ".." * 2 + "/....", "to_move": "X"}, "squares, but there"),
        ({"board": "../..", "to_move": "X"}, "line length|another size"),
        ({"board": "XXX/.../...", "to_move": "O"}, "a line already"),
        ({"board": BOARD, "to_move": "Z"}, "a side is"),
    ],
)
def test_a_beginning_that_is_none_gets_its_reason(start, words):
    data = json.loads(begun().to_json()) | {"start": start}
    with pytest.raises(ValueError, match=words):
        Game.from_json(json.dumps(data))


def test_notes_and_the_result_are_about_moves_from_there():
    game = begun("XO./OX./...", PLAYERX)
    game.play((2, 2))
    game.undo()
    variation = Variation(0, line("C1"), "other")
    record = Record(game, comments={0: "set up"}, variations=(variation, Variation(0, line("A1"))))
    back = Record.from_json(record.to_json())
    assert back.variations == (variation,), "the other one's square is taken in the beginning"
    assert json.loads(record.to_json())["result"] == "X"
    assert back.game.start == game.start


def test_a_review_judges_the_moves_from_there():
    game = begun("XO./O../...", PLAYERX)
    for square in line("B2 C1 C3"):
        game.play(square)
    found = review(game.rules, game.moves, start=game.start)
    assert [move.player for move in found.moves] == [PLAYERX, PLAYERO, PLAYERX]
    assert found.solved
    assert found.result.winner == PLAYERX
    assert found.start == game.start
    last = assess(game.rules, game.moves, start=game.start)
    assert last.player == PLAYERX


def test_the_console_reviews_it(tmp_path, capsys):
    game = begun("XO./O../...", PLAYERX)
    for square in line("B2 C1 C3"):
        game.play(square)
    path = tmp_path / "one.tttgame"
    path.write_text(game.to_json())
    assert cli.main(["review", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["start"] == {"board": "XO./O../...", "to_move": "X"}
    assert [move["mark"] for move in told["moves"]] == ["X", "O", "X"]


def test_other_rules_of_a_beginning_are_those_of_its_board():
    position = legal(parse_board("..../..../..../....", line=3), PLAYERO)
    assert Game(Rules(4, 3), position).rules == Rules(4, 3)
