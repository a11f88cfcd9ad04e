"""Going through a game: the list of moves, its buttons and keys, and what is kept of positions."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from engine import EMPTY, PLAYERX, Game, Rules
from tests.driver.user import X_WINS, click_on
from ttt_desktop.session.known import KEPT_ON_LARGE
from ttt_desktop.session.thinker import Thinking

ALT = Qt.KeyboardModifier.AltModifier


def shown(dock):
    model = dock.view.model()
    return [
        [model.index(row, column).data() for column in range(2)] for row in range(model.rowCount())
    ]


def moves_dock(user):
    user.trigger("moves")
    return user.window.docks["moves"]


@pytest.mark.uses("moves")
def test_the_list_shows_every_move_and_a_click_goes_there(user):
    dock = moves_dock(user)
    user.play()
    assert shown(dock) == [["A1", "A2"], ["B1", "B2"], ["C1", None]]
    place = dock.view.visualRect(dock.view.model().index(1, 0)).center()
    click_on(dock.view.viewport(), place)
    assert user.game.moves == X_WINS[:3]
    assert shown(dock) == [["A1", "A2"], ["B1", "B2"], ["C1", None]], "nothing is forgotten"
    assert user.headline == "After 3 of 5 moves."


@pytest.mark.uses("moves")
def test_buttons_and_keys_go_through_the_game(user):
    dock = moves_dock(user)
    user.play()
    user.board.setFocus()
    for key, plies in (
        (Qt.Key.Key_Left, 4), (Qt.Key.Key_Left, 3), (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_Right, 1), (Qt.Key.Key_End, 5),
    ):  # fmt: skip
        user.press(key, ALT)
        assert len(user.game.moves) == plies
    buttons = {each.defaultAction().objectName(): each for each in dock.findChildren(QToolButton)
               if each.defaultAction()}  # fmt: skip
    assert not buttons["step_forward"].isEnabled()
    click_on(buttons["first"])
    assert user.game.moves == ()
    assert not buttons["step_back"].isEnabled()


def test_looking_back_at_the_machines_turn_does_not_make_it_move(open_window):
    user = open_window("--machine", "O", "--trials", "20")
    user.click((0, 0))
    user.settled()
    user.click(user.game.board.get_empty_squares()[0])
    user.settled()
    before = (*user.game.moves,)
    user.board.setFocus()
    user.press(Qt.Key.Key_Home, ALT)
    user.press(Qt.Key.Key_Right, ALT)
    user.linger()
    assert user.game.moves == before[:1]
    assert user.controller.view.thinking is Thinking.NOTHING
    user.press(Qt.Key.Key_End, ALT)
    assert user.game.moves == before


def test_a_move_in_an_earlier_position_goes_on_from_there(user):
    user.play()
    user.controller.replay.go_to(2)
    user.click((2, 2))
    assert user.game.moves == (*X_WINS[:2], (2, 2))
    assert user.headline == "Player O to move."
    score = user.controller.score
    assert score.wins(PLAYERX, user.controller.seats_now) == 0, "the win was taken back"


def test_what_was_known_of_a_position_comes_back_with_it(open_window):
    user = open_window("--machine", "O", "--trials", "77")
    user.click((0, 0))
    user.settled()
    known = user.controller.model.analysis
    assert known is not None
    user.click(user.game.board.get_empty_squares()[0])
    user.settled()
    user.trigger("undo")
    assert user.controller.model.analysis is known
    user.board.setFocus()
    user.press(Qt.Key.Key_Left, ALT)
    assert user.controller.model.analysis is known, "it is what this position was searched for"
    user.press(Qt.Key.Key_Left, ALT)
    assert user.controller.model.analysis is None


def test_large_boards_keep_the_newest_positions(open_window):
    user = open_window("--machine", "both", "--size", "11", "--line", "3", "--trials", "2")
    user.settled()
    assert len(user.controller.analyses) == min(KEPT_ON_LARGE, len(user.game.moves))
    last = user.game.moves[:-1]
    assert last in user.controller.analyses


@pytest.mark.uses("moves", "review")
def test_review_scores_each_position_and_stays_in_play(open_window):
    user = open_window("--machine", "neither", "--trials", "50", docks=())
    user.play()
    user.trigger("review")
    assert user.window.shell.pages.place == "play"
    assert user.window.shell.pages.shows_board
    user.qtbot.waitUntil(lambda: user.controller.view.reviewed is not None)
    user.trigger("first")
    for ply in range(len(X_WINS)):
        user.qtbot.waitUntil(lambda: user.controller.view.thinking is Thinking.NOTHING)
        assert len(user.game.moves) == ply
        assert user.controller.model.analysis.board.rows == user.game.board.rows
        user.trigger("step_forward")
    assert user.headline == "Player X wins with row 1."


@pytest.mark.uses("files", "moves")
def test_a_game_from_a_file_is_gone_through_the_same_way(open_window, tmp_path):
    game = Game(Rules.of(3))
    for square in X_WINS:
        game.play(square)
    path = tmp_path / "one.tttgame"
    path.write_text(game.to_json())
    user = open_window("--machine", "neither")
    dock = moves_dock(user)
    user.window.features["files"].games.open(path)
    assert len(shown(dock)) == 3
    user.trigger("first")
    assert user.headline == "After 0 of 5 moves."


@pytest.mark.parametrize("size", [3, 15])
def test_a_ghost_of_the_mark_is_under_the_pointer(open_window, size):
    user = open_window("--machine", "neither", "--size", str(size))
    plain = user.board.grab().toImage()
    spot = user.middle_of((1, 1))
    QTest.mouseMove(user.board.viewport(), spot + QPoint(1, 1))
    QTest.mouseMove(user.board.viewport(), spot)
    user.linger(0.05)
    cell = user.board.visualRect(user.controller.model.index(1, 1))
    area = cell.translated(user.board.viewport().pos())
    assert user.board.grab().toImage().copy(area) != plain.copy(area)
    assert user.board.ghost() == PLAYERX
    user.play(X_WINS if size == 3 else [(i % 2, i // 2) for i in range(29)])
    assert user.game.result is not None
    assert user.board.ghost() == EMPTY


def upper_left(user, square):
    """Return what is seen in the upper left corner of a square."""
    cell = user.board.visualRect(user.controller.model.index(*square))
    corner = cell.adjusted(0, 0, -cell.width() * 5 // 6, -cell.height() * 5 // 6)
    return user.board.viewport().grab(corner).toImage()


@pytest.mark.parametrize("size", [3, 15])
def test_a_flag_in_its_corner_marks_the_last_move_alone(open_window, size):
    user = open_window("--machine", "neither", "--size", str(size), "--board-look", "tiles")
    QTest.mouseMove(user.board.viewport(), user.middle_of((2, 2)))
    plain = upper_left(user, (1, 1))
    user.click((1, 1))
    QTest.mouseMove(user.board.viewport(), user.middle_of((2, 2)))
    flagged = upper_left(user, (1, 1))
    assert flagged != plain
    user.click((0, 0))
    QTest.mouseMove(user.board.viewport(), user.middle_of((2, 2)))
    user.linger(0.05)
    assert upper_left(user, (1, 1)) == plain
    assert upper_left(user, (0, 0)) == flagged
