"""Presenter view and full screen, and how they are left."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from tests.driver.user import click_on


def open_docks(user):
    """Return the names of the docks that are open."""
    return {name for name, dock in user.window.docks.by_action.items() if not dock.isHidden()}


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
    step = window.docks["theatre"].button["step"]
    assert step.isVisible()
    click_on(step)
    assert window.docks["theatre"].sentence.startswith("Move 1:")
    user.trigger("chart")
    user.trigger("presenter")
    assert window.docks["chart"].isHidden(), "what was closed there stays closed"
    assert not window.docks["table"].isHidden()


@pytest.mark.uses("table")
def test_presenter_view_is_board_and_heat_map_in_large_type(open_window):
    user = open_window()
    user.trigger("table")
    user.trigger("heatmap")
    window, before = user.window, user.window.font().pointSizeF()
    user.trigger("presenter")
    assert window.menuBar().isHidden()
    assert window.statusBar().isHidden()
    assert window.docks["table"].isHidden()
    assert window.docks["heatmap"].isVisible(), "it opens where nothing else explains"
    assert window.font().pointSizeF() == pytest.approx(before * 1.6, rel=0.05)
    user.qtbot.waitUntil(lambda: window.docks["heatmap"].width() > window.width() * 0.4)
    user.click((1, 1))
    user.settled()
    assert len(user.game.moves) == 2, "it can be played"
    user.press(Qt.Key.Key_Escape)
    assert not window.menuBar().isHidden()
    assert not window.docks["table"].isHidden()
    assert window.font().pointSizeF() == pytest.approx(before)


@pytest.mark.uses("bandits", "lessons")
@pytest.mark.parametrize(("width", "scale"), [(1100, 100), (1366, 200)])
def test_in_presenter_view_a_lesson_and_its_bandits_are_whole(open_window, width, scale):
    user = open_window("--text-scale", str(scale))
    window, before = user.window, user.window.font().pointSizeF()
    window.resize(width, 768)
    window.features["lessons"].guide.open_own("5b-which-arm")
    user.trigger("presenter")
    assert window.font().pointSizeF() / before * scale <= 251, "no larger than can be chosen"
    dock = window.docks["bandits"]
    areas = [dock.widget(), *dock.findChildren(QScrollArea)]
    user.wait(lambda: not any(each.horizontalScrollBar().maximum() for each in areas))
    assert window.board.width() >= width / 5


@pytest.mark.parametrize("docks", [(), ("heatmap",)])
def test_presenter_view_comes_back_to_the_docks(open_window, docks):
    user = open_window("--machine", "neither", docks=docks)
    before = open_docks(user)
    user.trigger("presenter")
    assert open_docks(user) == {"heatmap"}
    user.press(Qt.Key.Key_Escape)
    assert open_docks(user) == before


def test_presenter_view_leaves_no_dock_behind(open_window):
    user = open_window("--machine", "neither", docks=())
    for _ in range(2):
        user.trigger("presenter")
        user.linger(0.05)
    assert open_docks(user) == set()


def test_full_screen_and_back(open_window):
    user = open_window()
    user.trigger("fullscreen")
    assert user.window.isFullScreen()
    user.press(Qt.Key.Key_Escape)
    assert not user.window.isFullScreen()
    assert not user.window.action["fullscreen"].isChecked()
