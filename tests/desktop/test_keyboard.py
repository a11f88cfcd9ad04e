"""Somebody without a mouse: Return presses buttons, and where the keyboard is can be seen."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tests.every import every
from ttt_desktop.look.colormap import luminance
from ttt_desktop.look.colours import DARK, LIGHT, with_board
from ttt_desktop.look.focus import KeyboardFocus
from ttt_desktop.settings.declarations import OPTIONS
from ttt_desktop.shell.header import Header

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


@pytest.mark.parametrize(
    ("docks", "name"), [((), "Change X's player"), (("heatmap",), "X: Player X")]
)
def test_return_opens_the_menu_of_a_seat(open_window, docks, name):
    user = open_window("--machine", "neither", docks=docks)
    go_to(user, lambda each: each.accessibleName().startswith(name))
    user.press(Key.Key_Return)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    menu.close()


@pytest.mark.uses("lessons")
def test_return_goes_on_in_a_lesson(user):
    user.window.features["lessons"].guide.open_own("2-scores")
    user.linger(0.05)
    go_to(user, says("Next"))
    user.press(Key.Key_Return)
    assert user.window.features["lessons"].guide.place == 1


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
    assert user.window.shell.pages.shows_board
    user.linger(0.05)
    assert user.app.theme.theme.accent in ring_in(shown_at(user, (7, 7)))
    user.press(Key.Key_Return)
    assert user.game.moves == ((7, 7),)


def test_a_game_begun_with_the_mouse_frames_nothing(user):
    user.click((0, 0))
    user.trigger("again")
    user.linger(0.02)
    assert user.app.theme.theme.accent not in ring_in(shown_at(user, (1, 1)))


@every("look", OPTIONS["board_look"].choices)
@every("scheme", [LIGHT, DARK])
def test_one_of_the_rings_colours_stands_out_on_every_ground(scheme, look):
    theme = with_board(scheme, look)
    for ground in ("tile", "tile_last", "tile_hover", "tile_win"):
        both = (theme.colour("ink"), theme.colour("accent_ink"))
        assert max(contrast(each, theme.colour(ground)) for each in both) >= 3, (look, ground)


def test_the_keyboard_goes_from_a_field_that_goes_off_to_one_beside_it_that_is_on(qtbot):
    page, other = QWidget(), QLineEdit()
    window = QWidget()
    column = QVBoxLayout(window)
    rows = QVBoxLayout(page)
    fields = [QDoubleSpinBox(), QDoubleSpinBox(), QDoubleSpinBox(), QLineEdit()]
    for each in fields:
        rows.addWidget(each)
    column.addWidget(page)
    column.addWidget(other)
    KeyboardFocus(window)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for off, beside in (((1, 2, 3), fields[0]), ((0, 1, 2, 3), other)):
        for each in fields:
            each.setEnabled(True)
        fields[1].setFocus()
        qtbot.waitUntil(fields[1].hasFocus)
        for place in off:
            fields[place].setEnabled(False)
        qtbot.waitUntil(beside.hasFocus)


@pytest.mark.uses("review")
def test_the_ring_lies_over_the_frame_of_a_mistake(user):
    user.adopt("A1 B2 C3 A2 C2 A3")  # O wins in a column; X went wrong at C2
    user.trigger("review")
    user.wait(lambda: not user.window.coach.busy)
    square = user.window.coach.subject.square
    user.press(Key.Key_Left)
    user.board.setCurrentIndex(user.controller.model.index(*square))
    theme = user.app.theme.theme
    seen = ring_in(shown_at(user, square))
    assert {theme.accent, theme.wrong} <= seen


PAGES = [
    pytest.param("new_experiment", marks=pytest.mark.uses("lab")),
    pytest.param("teaches_itself", marks=pytest.mark.uses("selflearning")),
]


@pytest.mark.parametrize("name", PAGES)
def test_tab_brings_a_button_of_a_page_with_large_text_into_sight(open_window, name):
    user = open_window("--machine", "neither", "--text-scale", "200")
    user.trigger(name)
    user.linger(0.05)
    room = user.window.screen().availableSize()
    assert user.window.width() <= room.width()
    assert user.window.height() <= room.height()
    start = user.page(name).button["start"]
    go_to(user, lambda widget: widget is start)
    user.linger(0.05)
    assert start.visibleRegion().contains(start.rect())


def test_the_settings_with_large_text_are_no_wider_than_the_screen(open_window):
    user = open_window("--machine", "neither", "--text-scale", "200")
    user.trigger("settings")
    (dialog,) = user.dialogs()
    room = dialog.screen().availableSize()
    assert dialog.width() <= room.width()
    assert dialog.height() <= room.height()
    dialog.reject()


@pytest.mark.parametrize("name", PAGES)
@every("keys", [(Key.Key_W, Qt.KeyboardModifier.ControlModifier), (Key.Key_Escape,)])
def test_ctrl_w_and_escape_go_back_from_a_page(user, name, keys):
    pages = user.window.shell.pages
    user.trigger(name)
    place = pages.place
    user.page(name).button["start"].setFocus()
    user.press(*keys)
    assert (pages.place, pages.page) == (place, place)


@pytest.mark.uses("review", "setup")
def test_escape_leaves_a_review_and_a_position_that_is_set_up(user):
    user.play()
    user.ended()
    user.trigger("review")
    user.wait(user.idle)  # or Esc would end the search
    user.press(Key.Key_Escape)
    assert not user.window.coach.active
    user.trigger("setup")
    user.press(Key.Key_Escape)
    assert user.controller.view.task is None
    assert user.game.result is not None


@pytest.mark.uses("lessons")
def test_a_lesson_has_the_keyboard_where_it_goes_on(user):
    user.window.features["lessons"].guide.open_own("2b-why-random")
    user.linger(0.05)
    panel, lessons = user.window.docks["lesson"], user.window.features["lessons"].guide
    while not (lessons.asks and panel.page.options):
        user.press(Key.Key_Return)
        user.linger(0.02)
    assert QApplication.focusWidget() is panel.page.options[0]
    place = lessons.place
    user.press(Key.Key_PageDown)
    assert lessons.asks
    user.press(Key.Key_Return)
    user.linger(0.02)
    assert lessons.revealed
    assert QApplication.focusWidget() is panel.button["next"]
    user.press(Key.Key_Space)
    assert lessons.place == place + 1


def test_the_card_of_the_end_follows_the_size_of_the_text(user):
    user.play()
    user.ended()

    def heights():
        labels = user.window.features["play"].rounds.result.findChildren(QLabel)
        return [each.fontMetrics().height() for each in labels if each.isVisible()]

    before = heights()
    user.change(text_scale=200)
    assert all(one >= 1.8 * other for one, other in zip(heights(), before, strict=True))


@pytest.mark.uses("table")
def test_f6_goes_through_board_panel_docks_rail_and_header_and_back(user):
    user.show_docks("heatmap", "table")
    user.linger(0.05)
    user.board.setFocus()
    seen = []
    window = user.window
    parts = {
        "board": user.board, "panel": window.shell.desk.panel, "table": user.dock("table"),
        "rail": window.rail, "header": window.findChild(Header),
    }  # fmt: skip
    for _ in range(5):
        user.press(Key.Key_F6)
        focus = QApplication.focusWidget()
        seen += [name for name, part in parts.items() if part is focus or part.isAncestorOf(focus)]
    assert seen == ["panel", "table", "rail", "header", "board"], "the heat map is behind a tab"
    user.press(Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert parts["header"].isAncestorOf(QApplication.focusWidget())


def test_the_menu_of_a_seat_begins_at_the_level_of_now(open_window):
    user = open_window("--machine", "O", "--o", "level:hard", "--no-alike")
    go_to(user, lambda each: each.accessibleName().startswith("O: Machine"))
    user.press(Key.Key_Return)
    menu = QApplication.activePopupWidget()
    assert menu.activeAction() is not None
    assert menu.activeAction().isChecked()
    menu.close()


def test_tab_reaches_the_actions_that_have_no_room(open_window):
    user = open_window("--machine", "neither", "--text-scale", "200")
    user.window.resize(800, 600)
    user.linger(0.05)
    more = go_to(user, lambda widget: widget.accessibleName() == "More actions")
    assert more.isVisible()
    user.press(Key.Key_Return)
    menu = QApplication.activePopupWidget()
    assert "New game" in [entry.text().replace("&", "").rstrip("…") for entry in menu.actions()]
    menu.close()
