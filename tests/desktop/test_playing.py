"""Whole games with real clicks and keys, for each side, rule and size."""

import pytest
from PySide6.QtCore import Qt, QVariantAnimation
from PySide6.QtWidgets import QApplication, QToolTip

from engine import EMPTY, PLAYERO, PLAYERX
from tests.every import every
from ttt_desktop.board.board_view import TYPING_MS
from ttt_desktop.session.seats import Seating
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.settings.declarations import with_values
from ttt_desktop.shell.header import Header


@every("machine", ["X", "O"])
@every("size", [3, 4, 7, 10])
def test_a_game_by_mouse_against_the_machine(user, size, machine):
    user.begin_anew(size=size, machine=machine, x="mc:trials=20")
    user.play_on()
    assert user.game.result is not None
    assert user.game.rules.size == size


@pytest.mark.parametrize("machine", ["X", "O"])
def test_a_reverse_game_is_lost_by_completing_a_line(open_window, machine):
    user = open_window("--reverse", "--machine", machine, "--trials", "50")
    user.play_on()
    result = user.game.result
    if result.line:
        owner = user.game.board.square(*result.line[0])
        assert result.winner != owner
        loser = "The machine" if user.controller.view.is_machine(owner) else "You"
        assert user.ending.startswith(f"{loser} completed")


def test_a_game_by_arrows_and_enter(open_window):
    user = open_window("--trials", "20")

    def by_arrows(square):
        for _ in range(3):
            user.press(Qt.Key.Key_Up)
            user.press(Qt.Key.Key_Left)
        for _ in range(square[0]):
            user.press(Qt.Key.Key_Down)
        for _ in range(square[1]):
            user.press(Qt.Key.Key_Right)
        user.press(Qt.Key.Key_Return)

    user.board.setFocus()
    user.play_on(by_arrows)


def test_a_game_by_typed_squares(open_window):
    user = open_window("--trials", "20")
    user.play_on(lambda square: user.type(user.name(square).lower()))


def test_typed_squares_on_a_board_of_two_digit_rows(open_window):
    user = open_window("--size", "12", "--machine", "neither")
    user.type("b12")
    user.type("l2")
    assert user.game.moves == ((11, 1), (1, 11))
    user.type("c1")
    assert len(user.game.moves) == 2, "C1 may still become C10, C11 or C12"
    assert "Square C1" in user.text
    user.press(Qt.Key.Key_Return)
    assert user.game.moves[-1] == (0, 2)
    user.type("d1")
    user.qtbot.waitUntil(lambda: len(user.game.moves) == 4)
    assert user.game.moves[-1] == (0, 3)
    user.type("x9z")
    assert len(user.game.moves) == 4


def test_a_wrong_typed_letter_can_be_taken_back(open_window):
    user = open_window("--size", "12", "--machine", "neither")
    user.type("a1")
    user.press(Qt.Key.Key_Backspace)
    user.type("3")
    assert user.game.moves == ((2, 0),)


def test_both_machines_play_without_a_click(open_window):
    user = open_window("--machine", "both", "--trials", "100")
    user.qtbot.waitUntil(lambda: user.game.result is not None)


def test_two_people_share_a_board(user):
    for square in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)):
        user.click(square)
    assert user.game.result.winner == PLAYERX
    assert user.ending == "Player X wins with row 1."
    user.click((2, 2))
    assert user.game.board.square(2, 2) == EMPTY
    assert user.ending == "Player X wins with row 1.", "a click changes nothing there"


def test_a_taken_square_is_refused_with_a_word(user):
    user.click((1, 1))
    user.click((1, 1))
    assert len(user.game.moves) == 1
    assert "B2 is taken" in user.text


def ringed(user, square):
    """Whether a square is framed as one that was refused."""
    cell = user.board.visualRect(user.controller.model.index(*square))
    shown = user.board.viewport().grab(cell).toImage()
    left = {shown.pixelColor(x, cell.height() // 2).name() for x in range(cell.width() // 8)}
    return user.app.theme.theme.wrong in left


def moving(user):
    """Whether anything on the board moves."""
    return any(each.state() == QVariantAnimation.State.Running
               for each in user.board.findChildren(QVariantAnimation))  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("way", ["click", "name"])
def test_a_refusal_is_seen_at_the_square_itself(open_window, theme, way):
    user = open_window("--machine", "neither", "--theme", theme)
    user.click((1, 1))
    assert not ringed(user, (1, 1))
    if way == "click":
        user.click((1, 1))
    else:
        user.type("b2")
    assert ringed(user, (1, 1))
    assert not ringed(user, (0, 0))
    assert "B2 is taken" in QToolTip.text()
    (label,) = [each for each in QApplication.topLevelWidgets()
                if each.inherits("QTipLabel") and each.isVisible()]  # fmt: skip
    middle = user.board.viewport().mapToGlobal(user.middle_of((1, 1)))
    assert (label.pos() - middle).manhattanLength() < user.board.width() / 3
    user.click((0, 0))
    assert not ringed(user, (1, 1)), "the game goes on"
    assert not QToolTip.isVisible()


@pytest.mark.parametrize("motion", ["on", "off"])
def test_a_refused_square_is_shaken_only_where_things_may_move(open_window, motion):
    user = open_window("--machine", "neither", "--animations", motion)
    user.click((1, 1))
    user.qtbot.waitUntil(lambda: not moving(user))  # the mark is drawn
    user.click((1, 1))
    assert moving(user) == (motion == "on")
    user.qtbot.waitUntil(lambda: not moving(user))
    assert ringed(user, (1, 1)), "back in its place, and marked for a while"


def test_a_press_that_is_dragged_to_another_square_plays_nothing(user):
    viewport = user.board.viewport()
    user.qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=user.middle_of((0, 0)))
    user.qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=user.middle_of((2, 2)))
    user.qtbot.mouseClick(viewport, Qt.MouseButton.RightButton, pos=user.middle_of((0, 0)))
    assert user.game.moves == ()


def test_a_click_while_the_machine_thinks_plays_nothing(open_window):
    user = open_window("--machine", "X", "--trials", "1000000000")
    user.click((0, 0))
    assert user.game.moves == ()
    assert user.controller.view.thinking is Thinking.MOVE


def test_line_length_below_the_side(open_window):
    user = open_window("--size", "5", "--line", "3", "--machine", "neither")
    for square in ((0, 0), (4, 0), (0, 1), (4, 2), (0, 2)):
        user.click(square)
    assert user.game.result.line == ((0, 0), (0, 1), (0, 2))


def test_the_sessions_score_follows_people_not_marks(user):

    def win(*squares):
        for square in squares:
            user.click(square)

    win((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    score = user.controller.score
    people = user.controller.seats_now
    assert (score.wins(PLAYERX, people), score.wins(PLAYERO, people)) == (1, 0)
    user.trigger("undo")
    assert score.wins(PLAYERX, people) == 0, "the winning move was taken back"
    user.trigger("redo")
    assert score.wins(PLAYERX, people) == 1
    user.trigger("again")
    win((0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (1, 2))
    assert score.wins(PLAYERO, people) == 1
    mixed = Seating(with_values(user.controller.settings, {"machine": "O"}))
    assert score.wins(PLAYERO, mixed) == 0, "games against the machine are counted apart"
    user.trigger("swap")
    swapped = user.controller.seats_now
    assert [score.wins(mark, swapped) for mark in (PLAYERX, PLAYERO)] == [1, 1]
    assert swapped.settings.friend_plays == "X", "the two people have changed marks"


@pytest.mark.uses("files")
def test_opening_a_finished_game_counts_for_nobody(user, tmp_path):
    for square in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)):
        user.click(square)
    path = tmp_path / "won.tttgame"
    user.window.features["files"].games.save(path)
    user.trigger("again")
    user.window.features["files"].games.open(path)
    ends = []
    user.controller.game_over.connect(ends.append)
    for action in user.window.action.choices["sides"].actions():
        action.trigger()
    score = user.controller.score
    settings = user.controller.settings
    other = [Seating(with_values(settings, {"machine": side})) for side in ("neither", "both", "O")]
    assert [score.wins(PLAYERX, each) for each in other] == [1, 0, 0]
    assert ends == []


def test_a_half_typed_square_does_not_reach_the_next_game(open_window):
    user = open_window("--size", "12", "--machine", "neither")
    user.type("b1")
    user.trigger("again")
    user.linger(TYPING_MS / 1000 + 0.1)  # by then it would be taken as typed
    assert user.game.moves == ()


def test_enter_frames_a_square_before_it_plays_one(open_window):
    user = open_window("--machine", "neither")
    user.board.setFocus()
    user.press(Qt.Key.Key_Return)
    assert user.game.moves == (), "nobody has seen which square that would be"
    user.press(Qt.Key.Key_Return)
    assert len(user.game.moves) == 1


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_keys_press_the_buttons_of_the_header(open_window, key):
    user = open_window("--machine", "neither")
    user.click((0, 0))
    button = user.button(user.window.findChild(Header), "Undo")
    button.setFocus(Qt.FocusReason.TabFocusReason)
    user.press(key)
    assert user.game.moves == ()
