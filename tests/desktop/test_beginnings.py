"""Games that begin from a position, in the window: they count nowhere and go back to it."""

import pytest

from engine import PLAYERO, PLAYERX, Game, parse_board
from engine.beginning import legal
from engine.record import read_record
from tests.driver.user import click_on

PEOPLE = ("--machine", "neither")


def begun(board="XO./O../...", mark=PLAYERX):
    position = legal(parse_board(board), mark)
    return Game(position.rules, position)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "one.tttgame"


def opened(user, path, game):
    path.write_text(game.to_json())
    assert user.window.features["files"].games.open(path)
    user.settled()
    return user


@pytest.mark.uses("files")
def test_a_game_from_a_position_is_played_to_its_end_and_counts_nowhere(open_window, path):
    user = opened(open_window(*PEOPLE), path, begun())
    user.play([(1, 1), (0, 2), (2, 2)])
    assert user.game.result.winner == PLAYERX
    assert user.controller.view.wins == (0, 0, 0)
    assert not user.window.recorder.exists


@pytest.mark.uses("files")
def test_undo_ends_at_the_position_and_again_begins_there(open_window, path):
    user = opened(open_window(*PEOPLE), path, begun())
    user.click((1, 1))
    user.trigger("undo")
    assert not user.window.action["undo"].isEnabled()
    assert user.game.board.square(0, 0) == PLAYERX
    user.play([(1, 1), (0, 2), (2, 2)])
    user.trigger("again")
    assert user.game.moves == ()
    assert user.game.board.rows == begun().board.rows


@pytest.mark.uses("files")
def test_another_board_in_the_settings_waits_and_does_not_take_the_position_away(open_window, path):
    user = opened(open_window(*PEOPLE), path, begun())
    user.change(size=4, line=4)
    assert user.game.rules.size == 3
    user.trigger("again")
    assert user.game.rules.size == 4
    assert user.game.start is None


@pytest.mark.uses("files", "moves")
def test_the_list_of_moves_begins_with_the_side_that_began(open_window, path):
    game = begun("XO./.../...", PLAYERO)
    user = opened(open_window(*PEOPLE), path, game)
    user.show_docks("moves")
    user.play([(1, 1), (2, 2)])
    table = user.window.docks["moves"].view
    model = table.model()
    cells = [[model.index(row, col).data() for col in (0, 1)] for row in range(model.rowCount())]
    assert cells == [[None, "B2"], ["C3", None]]
    click_on(table.viewport(), table.visualRect(model.index(0, 1)).center())
    assert len(user.game.moves) == 1


@pytest.mark.uses("files", "review")
def test_a_review_goes_through_it_and_the_coach_answers(open_window, path):
    user = opened(open_window(*PEOPLE), path, begun())
    user.play([(1, 1), (0, 2), (2, 2)])
    user.trigger("review")
    user.wait(lambda: user.controller.view.reviewed is not None)
    found = user.controller.view.reviewed
    assert [move.player for move in found.moves] == [PLAYERX, PLAYERO, PLAYERX]


@pytest.mark.uses("files")
def test_it_is_there_at_the_next_start(open_window, path, tmp_path):
    user = opened(open_window(*PEOPLE), path, begun())
    user.click((1, 1))
    user.window.close()
    assert read_record(tmp_path / "unfinished-game.json").game.start == begun().start
