"""The two layouts of the window, its docks and its toolbar."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QToolBar, QToolButton

from tests.driver.user import click_on
from tests.every import every

DOCKS = ("heatmap", "table", "chart", "theatre", "log")


def toolbar(user):
    (bar,) = [each for each in user.window.findChildren(QToolBar) if each.objectName() == "toolbar"]
    return bar


def button(user, name):
    """Return the button of an action on a toolbar; None where it is not there."""
    bars = user.window.findChildren(QToolBar)
    found = [bar.widgetForAction(user.window.action[name]) for bar in bars]
    return next(filter(None, found), None)


def click(user, name):
    click_on(button(user, name))


def open_docks(user):
    return {name for name in DOCKS if not user.window.docks[name].isHidden()}


def reopen(open_window, user, *options):
    user.leave()
    return open_window("--machine", "neither", *options)


def test_play_shows_the_board_and_who_plays_and_nothing_else(open_window):
    user = open_window("--machine", "neither", "--layout", "play")
    assert open_docks(user) == set()
    assert button(user, "heatmap") is None
    assert button(user, "play").isVisible()
    assert button(user, "learn").isVisible()
    assert button(user, "play").isChecked()
    frame = user.board.parentWidget()
    assert frame.height() >= 0.6 * user.window.height(), "the board comes first"


def test_learn_is_one_click_away_and_remembered(open_window, qapp, tmp_path):
    user = open_window("--machine", "neither", "--layout", "play")
    click(user, "learn")
    assert open_docks(user) == {"heatmap"}
    user.qtbot.waitUntil(button(user, "heatmap").isVisible)
    assert not button(user, "play").isChecked()
    again = reopen(open_window, user)
    assert again.controller.settings.layout == "learn"
    click(again, "play")
    assert open_docks(again) == set()


@pytest.mark.uses("table", "theatre")
def test_each_layout_keeps_its_docks(open_window):
    user = open_window("--machine", "neither")
    user.trigger("table")
    click(user, "play")
    user.trigger("theatre")
    assert open_docks(user) == {"theatre"}
    click(user, "learn")
    assert open_docks(user) == {"heatmap", "table"}
    again = reopen(open_window, user, "--layout", "play")
    assert open_docks(again) == {"theatre"}


@pytest.mark.uses("table")
def test_reset_layout_puts_every_dock_back(user):
    user.trigger("heatmap")
    user.trigger("table")
    table = user.window.docks["table"]
    table.setFloating(True)
    user.trigger("reset_layout")
    assert open_docks(user) == {"heatmap"}
    assert not table.isFloating()


@pytest.mark.uses("table")
def test_a_floating_dock_comes_back_where_it_was_and_on_the_screen(user):
    user.trigger("table")
    table = user.window.docks["table"]
    table.setFloating(True)
    table.setGeometry(60, 80, 300, 240)
    place = table.geometry()
    user.trigger("table")
    assert table.isHidden()
    user.trigger("table")
    assert table.isFloating()
    assert table.geometry() == place
    user.trigger("table")
    table.move(QPoint(5000, 4000))
    user.trigger("table")
    assert table.screen().availableGeometry().contains(table.geometry())


def test_the_board_keeps_its_share_with_every_dock_open(user):
    user.window.resize(1366, 768)
    for name in DOCKS:
        if user.window.docks[name].isHidden():
            user.trigger(name)
    user.linger(0.1)
    assert open_docks(user) == set(DOCKS)
    assert (user.window.width(), user.window.height()) == (1366, 768)
    side = user.board.height()
    assert side >= 0.4 * 768, "the others share their places in tabs"


def test_the_tools_have_texts_where_there_is_room(open_window):
    user = open_window("--machine", "neither", "--layout", "play")
    bar = toolbar(user)
    user.window.resize(1000, 700)
    assert bar.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    assert button(user, "new").text() == "New game"
    user.window.resize(420, 500)
    assert bar.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly


def test_icons_grow_with_the_text_and_what_has_no_room_can_be_reached(open_window):
    user = open_window("--machine", "neither", "--text-scale", "200")
    bar = toolbar(user)
    assert bar.iconSize().width() == 40
    user.window.resize(420, 500)
    user.linger(0.05)
    more = bar.findChild(QToolButton, "qt_toolbar_ext_button")
    assert more.isVisible()
    assert more.width() >= 12


@pytest.mark.uses("moves", "table", "theatre")
def test_docks_are_made_when_they_are_first_needed_and_come_back_where_they_were(open_window):
    user = open_window("--layout", "play", "--machine", "neither")
    assert user.window.docks.by_action == {}
    user.trigger("table")
    user.trigger("theatre")
    assert sorted(user.window.docks.by_action) == ["table", "theatre"]
    user.window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, user.window.docks["table"])
    user.leave()
    again = open_window("--layout", "play", "--machine", "neither")
    assert sorted(again.window.docks.by_action) == ["table", "theatre"]
    for name, area in (("table", "Left"), ("theatre", "Right")):
        dock = again.window.docks[name]
        assert dock.isVisible()
        assert again.window.action[name].isChecked()
        assert again.window.dockWidgetArea(dock) == getattr(
            Qt.DockWidgetArea, f"{area}DockWidgetArea"
        )
    again.trigger("moves")
    again.trigger("table")
    again.leave()
    last = open_window("--layout", "play", "--machine", "neither")
    assert last.window.docks["moves"].isVisible()
    table = last.window.docks["table"]
    assert not table.isVisible()
    assert last.window.dockWidgetArea(table) == Qt.DockWidgetArea.LeftDockWidgetArea, "as it was"


@pytest.mark.uses("chart", "moves", "table")
def test_a_stored_layout_that_does_not_list_its_open_docks_shows_them(open_window, tmp_path):
    user = open_window("--machine", "neither")
    for name in ("table", "moves"):
        user.trigger(name)
    user.leave()
    path = tmp_path / "settings.ini"
    kept = [line for line in path.read_text().splitlines() if "_open=" not in line]
    path.write_text("\n".join(kept) + "\n")
    again = open_window("--machine", "neither")
    shown = {
        name
        for name in ("heatmap", "table", "moves", "chart")
        if again.window.action[name].isChecked()
    }
    assert shown == {"heatmap", "table", "moves"}


@pytest.mark.uses("theatre")
def test_an_action_of_the_theatre_opens_it(open_window):
    user = open_window("--layout", "play", "--machine", "neither")
    user.trigger("theatre_step")
    assert user.window.docks["theatre"].isVisible()
    user.trigger("theatre_step")
    assert "Move 1" in user.window.docks["theatre"].sentence


@every("scale", [100, 200])
@every("size", [(520, 400), (800, 600), (1366, 768)])
def test_the_switch_of_the_layouts_never_gives_way(user, scale, size):
    user.change(text_scale=scale)
    user.window.resize(*size)
    user.linger(0.05)
    for name in ("play", "learn"):
        shown = button(user, name)
        assert shown.isVisible()
        assert user.window.rect().contains(shown.mapTo(user.window, shown.rect().bottomRight()))


@pytest.mark.uses("moves", "theatre", "tree")
def test_reset_puts_every_dock_where_it_lay_at_first(open_window):
    user = open_window("--machine", "neither")
    left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
    for name in ("moves", "theatre"):
        user.trigger(name)
        user.window.addDockWidget(left, user.window.docks[name])
    user.trigger("theatre")
    again = reopen(open_window, user)
    assert again.window.dockWidgetArea(again.window.docks["moves"]) == left
    again.trigger("reset_layout")
    for name in ("heatmap", "moves", "theatre", "tree"):
        if not again.window.action[name].isChecked():
            again.trigger(name)
        assert again.window.dockWidgetArea(again.window.docks[name]) == right, name
