"""Presenter view and full screen, and how they are left."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from tests.driver.user import click_on
from tests.every import every
from ttt_desktop.shell.desk import Side, places_on


def open_docks(user):
    """Return the names of the docks that are open."""
    return {name for name, dock in user.window.docks.by_action.items() if not dock.isHidden()}


def bars(user):
    """Return which bars of the window are seen."""
    window = user.window
    named = {
        "menu": window.menuBar(), "status": window.statusBar(), "rail": window.rail,
        "header": window.findChild(QWidget, "header"),
    }  # fmt: skip
    return {name for name, bar in named.items() if bar.isVisible()}


ALL = {"menu", "status", "rail", "header"}


@pytest.mark.uses("theatre", "chart", "table")
def test_presenter_view_keeps_the_docks_that_explain(open_window):
    user = open_window("--machine", "neither", "--trials", "500")
    for name in ("theatre", "chart", "table"):
        user.trigger(name)
    window = user.window
    user.trigger("presenter")
    assert window.docks["table"].isHidden()
    assert not window.docks["theatre"].isHidden()
    assert not window.docks["chart"].isHidden()
    user.trigger("chart")
    user.trigger("presenter")
    assert window.docks["chart"].isHidden(), "what was closed there stays closed"
    assert not window.docks["table"].isHidden()


@pytest.mark.uses("table")
def test_presenter_view_fills_the_screen_in_large_type(open_window):
    user = open_window(docks=())
    user.trigger("table")
    window, before = user.window, user.window.font().pointSizeF()
    user.trigger("presenter")
    assert window.isFullScreen()
    assert bars(user) == set()
    assert window.docks["table"].isHidden()
    assert window.docks["heatmap"].isVisible(), "it opens where nothing else explains"
    assert window.font().pointSizeF() == pytest.approx(before * 1.6, rel=0.05)
    user.click((1, 1))
    user.settled()
    assert len(user.game.moves) == 2, "it can be played"
    user.press(Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    assert bars(user) == ALL
    assert not window.docks["table"].isHidden()
    assert window.font().pointSizeF() == pytest.approx(before)


@pytest.mark.parametrize("how", ["presenter", "fullscreen"])
def test_the_board_is_larger_and_has_most_of_the_height(open_window, how):
    user = open_window(docks=())
    user.window.resize(user.window.screen().availableSize())
    user.linger(0.05)
    before = user.board.viewport().height()
    user.trigger(how)
    user.linger(0.05)
    board = user.board.viewport().height()
    assert board > before
    assert board >= 0.85 * user.window.screen().size().height()
    assert user.window.shell.players.isVisible()
    user.press(Qt.Key.Key_Escape)
    user.linger(0.05)
    assert user.board.viewport().height() == before


@every("size", [(1280, 720), (1366, 768), (1920, 1080), (2560, 1440)])
@every("scale", [1.0, 1.6, 2.0])
def test_the_board_has_most_of_the_height_of_every_screen(size, scale):
    places = places_on(QSize(*size), scale)
    assert places.board.height() >= 0.9 * size[1], "with room for coordinates"
    widest = 1.6 if size[0] == 1920 else 2.0 if size[0] > 1920 else 0
    assert places.side is (Side.LEFT if scale <= widest else Side.RIGHT)
    assert places.panel >= 320 * (1 + (scale - 1) * 0.3), "it grows with the text"


def test_presenter_view_comes_back_to_the_docks_that_were_open(open_window):
    user = open_window("--machine", "neither", docks=())
    for _ in range(2):
        user.trigger("presenter")
        user.linger(0.05)
        assert open_docks(user) == {"heatmap"}
        user.press(Qt.Key.Key_Escape)
        user.linger(0.05)
        assert open_docks(user) == set()


def test_full_screen_and_back(open_window):
    user = open_window()
    user.trigger("fullscreen")
    assert user.window.isFullScreen()
    assert bars(user) == set()
    user.press(Qt.Key.Key_Escape)
    assert not user.window.isFullScreen()
    assert bars(user) == ALL
    assert not user.window.action["fullscreen"].isChecked()


def test_a_page_has_the_windows_bars_in_full_screen_too(open_window):
    user = open_window()
    user.trigger("fullscreen")
    user.trigger("new")
    assert bars(user) == ALL
    user.window.shell.pages.open_board()
    assert bars(user) == set()


@every("key", [Qt.Key.Key_F5, Qt.Key.Key_F11])
def test_keys_begin_and_end_it_though_no_menu_is_seen(user, key):
    for fills in (True, False):
        user.press(key)
        user.wait(lambda fills=fills: user.window.isFullScreen() is fills)
    assert not user.window.shell.presenting


@every("how", ["presenter", "fullscreen"])
def test_a_button_leaves_it_too(user, how):
    leave = user.window.features["presenter"].leave_button
    assert not leave.isVisible()
    user.trigger(how)
    assert leave.isVisible()
    click_on(leave)
    assert not user.window.isFullScreen()
    assert not user.window.shell.presenting


def test_a_window_that_is_taken_out_of_full_screen_presents_no_more(user):
    before = user.window.font().pointSizeF()
    user.trigger("presenter")
    user.window.showNormal()
    assert not user.window.shell.presenting
    assert user.window.font().pointSizeF() == pytest.approx(before)
    assert bars(user) == ALL
