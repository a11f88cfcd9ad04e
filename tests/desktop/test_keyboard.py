"""Somebody without a mouse: Return presses buttons, and where the keyboard is can be seen."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton

from ttt_desktop.look.colormap import luminance
from ttt_desktop.look.theme import DARK, LIGHT, with_board
from ttt_desktop.settings.declarations import OPTIONS

Key = Qt.Key


def contrast(one, two):
    values = sorted(luminance((c.red(), c.green(), c.blue())) for c in (one, two))
    return (values[1] + 0.05) / (values[0] + 0.05)


def go_to(user, wanted, most=80):
    """Press Tab until the keyboard is on what is wanted; return it."""
    for _ in range(most):
        found = QApplication.focusWidget()
        if found is not None and wanted(found):
            return found
        user.press(Key.Key_Tab)
    raise LookupError("Tab does not reach it")


def says(text):
    return lambda widget: isinstance(widget, QPushButton) and widget.text().startswith(text)


def ring_in(picture):
    """The colours in the left part of a square, apart from its corners."""
    across, down = range(picture.width() // 4), range(picture.height() // 4, picture.height() // 2)
    return {picture.pixelColor(x, y).name() for x in across for y in down}


def shown_at(user, square):
    place = user.board.visualRect(user.controller.model.index(*square))
    return user.board.viewport().grab(place).toImage()


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter])
def test_return_presses_the_button_that_the_keyboard_is_on(user, key):
    user.play()
    user.ended()
    first = user.game
    go_to(user, says("Play again"))
    user.press(key)
    assert user.game is not first
    assert user.game.moves == ()
    assert QApplication.focusWidget() is user.board


def test_return_opens_the_menu_of_a_seat(user):
    go_to(user, lambda each: isinstance(each, QToolButton) and "player" in each.accessibleName())
    user.press(Key.Key_Return)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    menu.close()


def test_return_goes_on_in_a_lesson(user):
    user.window.begin_lesson("2-scores")
    user.linger(0.05)
    go_to(user, says("Next"))
    user.press(Key.Key_Return)
    assert user.window.lessons.place == 1


def test_a_key_that_is_held_down_presses_a_button_once(user):
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent

    pressed = []
    button = QPushButton("Here", user.window)
    button.clicked.connect(lambda: pressed.append(1))
    button.show()
    button.setFocus()
    for repeated in (False, True, True):
        none = Qt.KeyboardModifier.NoModifier
        event = QKeyEvent(QEvent.Type.KeyPress, Key.Key_Return, none, "\r", repeated)
        QApplication.sendEvent(button, event)
    assert pressed == [1]


def test_a_game_begun_by_key_frames_the_middle_at_once(open_window):
    user = open_window("--machine", "neither", "--size", "15", "--line", "5")
    user.click((0, 0))
    user.trigger("new")
    user.linger(0.05)
    user.press(Key.Key_Return)
    assert not user.dialogs()
    user.window.activateWindow()  # without a desktop nobody else does
    user.linger(0.05)
    assert user.app.theme.theme.text in ring_in(shown_at(user, (7, 7)))
    user.press(Key.Key_Return)
    assert user.game.moves == ((7, 7),)


def test_a_game_begun_with_the_mouse_frames_nothing(user):
    user.click((0, 0))
    user.trigger("again")
    user.linger(0.02)
    assert user.app.theme.theme.text not in ring_in(shown_at(user, (1, 1)))


@pytest.mark.parametrize("look", OPTIONS["board_look"].choices)
@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_one_of_the_rings_colours_stands_out_on_every_ground(scheme, look):
    theme = with_board(scheme, look)
    for ground in ("tile", "tile_last", "tile_hover", "tile_win"):
        both = (theme.colour("text"), theme.colour("accent_text"))
        assert max(contrast(each, theme.colour(ground)) for each in both) >= 3, (look, ground)


def test_the_ring_lies_over_the_frame_of_a_mistake(user):
    user.adopt("A1 B2 C3 A2 C2 A3")  # O wins in a column; X went wrong at C2
    user.trigger("review")
    user.wait(lambda: not user.window.coach.busy)
    square = user.window.coach.next_move.square
    user.press(Key.Key_Left)
    user.board.setCurrentIndex(user.controller.model.index(*square))
    theme = user.app.theme.theme
    seen = ring_in(shown_at(user, square))
    assert {theme.text, theme.danger} <= seen
