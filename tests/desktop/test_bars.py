"""The bars beside the board: in one line, whole in small windows, and for the keyboard."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QToolButton

from ttt_desktop.board.player_bar import PlayerBar
from ttt_desktop.look.widgets import BoardBar


def edges(window, widget):
    """Return where a widget begins and ends, from left to right."""
    left = widget.mapTo(window, QPoint(0, 0)).x()
    return left, left + widget.width()


def reviewed(user, moves="C1 B1 C3 C2 B2 A1 A3"):
    """Look through a game that O lost by its first move."""
    user.adopt(moves)
    user.trigger("review")
    bar = user.window.features["review"].bar
    user.qtbot.waitUntil(lambda: "What would you play" in bar.findChildren(QLabel)[0].text())
    return bar


@pytest.mark.uses("puzzles")
def test_all_that_stands_beside_the_board_begins_and_ends_in_one_line(open_window):
    user = open_window("--machine", "neither", docks=())
    window = user.window
    (players,) = window.findChildren(PlayerBar)
    left, _ = edges(window, players)
    user.trigger("puzzle")
    window.notice.tell("Something is to be read.")
    bars = window.findChildren(BoardBar)
    assert len(bars) > 1
    for bar in bars:
        bar.show()
    user.linger()
    (common,) = {edges(window, each) for each in (window.notice, *bars)}
    assert common[0] == left, "they begin where the players' cards do"
    _, room = edges(window, window.shell.desk.panel.viewport())
    assert common[1] <= room - 4, "nothing touches the window's edge, nor the scroll bar"


@pytest.mark.uses("puzzles")
@pytest.mark.parametrize(("scale", "height"), [("100", 400), ("170", 600)])
def test_sentence_and_buttons_are_whole_in_a_small_window(open_window, scale, height):
    user = open_window("--machine", "neither", "--text-scale", scale, docks=())
    user.window.resize(420, height)
    user.trigger("puzzle")
    user.linger()
    bar = user.window.features["puzzles"].own_panel
    buttons = [each for each in bar.findChildren(QAbstractButton) if each.isVisible()]
    assert len(buttons) >= 3
    for button in buttons:
        assert bar.rect().contains(button.geometry()), button.text()
        assert button.width() >= button.sizeHint().width(), button.text()
    for label in filter(QLabel.isVisible, bar.findChildren(QLabel)):
        assert label.height() >= label.heightForWidth(label.width()), label.text()
    widest = max(button.width() for button in buttons)
    assert bar.minimumSizeHint().width() < 2 * widest, "the buttons go below each other"


@pytest.mark.uses("review")
def test_buttons_of_one_row_have_one_height(open_window):
    user = open_window("--machine", "neither", docks=())
    bar = reviewed(user)
    shown = [each for each in bar.findChildren(QAbstractButton) if each.isVisible()]
    row = [each for each in shown if each.text() != "×"]
    assert len({each.height() for each in row}) == 1
    assert min(each.height() for each in shown) >= 28
    panel = user.window.shell.desk.panel
    assert bar.width() <= panel.viewport().width()


@pytest.mark.uses("demo")
def test_the_bar_of_a_demo_fits_the_panel(open_window):
    user = open_window("--machine", "neither", docks=())
    user.trigger("demo")
    bar = user.window.features["demo"].bar
    user.wait(bar.isVisible)
    user.window.grab()
    assert bar.minimumSizeHint().width() <= user.window.shell.desk.panel.viewport().width()
    boxes = [bar.fields[name] for name in ("x trials", "x other", "o", "o trials", "o other")]
    places = [box.geometry() for box in boxes]
    assert not any(one.intersects(other) for one in places for other in places if one is not other)
    user.trigger("demo")


@pytest.mark.uses("review")
def test_enter_presses_the_cross_that_ends_a_review(open_window):
    user = open_window("--machine", "neither", docks=())
    bar = reviewed(user)
    (cross,) = (each for each in bar.findChildren(QToolButton) if each.text() == "×")
    cross.setFocus(Qt.FocusReason.TabFocusReason)
    assert cross.hasFocus()
    user.press(Qt.Key.Key_Return)
    assert not user.window.coach.active
    assert bar.isHidden()
