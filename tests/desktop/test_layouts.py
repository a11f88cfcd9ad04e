"""Docks: they share the panel's room, are made when they are needed, and come back as left."""

import pytest
from PySide6.QtCore import QPoint, Qt

from tests.every import every

DOCKS = ("heatmap", "table", "chart", "theatre", "log")
LEFT = Qt.DockWidgetArea.LeftDockWidgetArea


def open_docks(user):
    return {name for name in DOCKS if not user.window.docks[name].isHidden()}


def area(user, name):
    return user.window.shell.desk.dockWidgetArea(user.window.docks[name])


def drag(user, name, where):
    """Have a dock on another side, as somebody drags it there."""
    user.window.shell.desk.addDockWidget(where, user.window.docks[name])


def reopen(open_window, user, *options):
    user.leave()
    return open_window("--machine", "neither", *options)


def board_of(user):
    board = user.board
    return board.mapTo(user.window, QPoint(0, 0)), board.size()


def test_at_a_first_start_there_is_the_board_and_the_panel(open_window):
    user = open_window("--machine", "neither", docks=())
    assert open_docks(user) == set()
    assert user.window.docks.by_action.keys() == set(DOCKS), "made by looking at them"
    user.window.resize(1280, 800)
    user.linger(0.05)
    assert user.board.height() >= 0.8 * user.window.height(), "the board comes first"


@every("size", [(1280, 800), (1000, 700), (800, 900), (420, 740), (1920, 1080)])
def test_docks_share_the_panels_room_and_the_board_stays(open_window, size):
    user = open_window("--machine", "neither", docks=())
    user.window.resize(*size)
    user.linger(0.05)
    before = board_of(user)
    for name in DOCKS:
        user.trigger(name)
        user.linger(0.02)
        assert board_of(user) == before, name
    assert open_docks(user) == set(DOCKS)
    for name in DOCKS:
        user.trigger(name)
    user.linger(0.05)
    assert board_of(user) == before


@pytest.mark.uses("table")
def test_a_dock_that_is_dragged_away_takes_room_from_the_board(open_window):
    user = open_window("--machine", "neither", docks=())
    user.window.resize(1000, 700)
    user.linger(0.05)
    _, before = board_of(user)
    user.trigger("table")
    drag(user, "table", LEFT)
    user.linger(0.05)
    _, now = board_of(user)
    assert now.width() < before.width()
    assert now.width() == now.height()
    user.trigger("reset_layout")
    user.linger(0.05)
    assert board_of(user)[1] == before


@pytest.mark.uses("table")
def test_reset_closes_every_dock(user):
    user.trigger("table")
    table = user.window.docks["table"]
    table.setFloating(True)
    user.trigger("reset_layout")
    assert open_docks(user) == set()
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


@pytest.mark.uses("lab", "table")
def test_a_floating_dock_stays_while_another_place_is_open(user):
    user.trigger("table")
    table = user.window.docks["table"]
    table.setFloating(True)
    user.trigger("lab")
    assert table.isVisible()
    assert not user.board.isVisible()
    user.trigger("play")
    assert user.board.isVisible()
    assert table.isVisible()


@pytest.mark.uses("moves", "table", "theatre")
def test_docks_are_made_when_they_are_first_needed_and_come_back_where_they_were(open_window):
    user = open_window("--machine", "neither", docks=())
    assert user.window.docks.by_action == {}
    user.trigger("table")
    user.trigger("theatre")
    assert sorted(user.window.docks.by_action) == ["table", "theatre"]
    drag(user, "table", LEFT)
    again = reopen(open_window, user)
    assert sorted(again.window.docks.by_action) == ["table", "theatre"]
    desk = again.window.shell.desk
    for name, where in (("table", LEFT), ("theatre", desk.dockWidgetArea(desk.side))):
        assert again.window.docks[name].isVisible()
        assert again.window.action[name].isChecked()
        assert area(again, name) == where
    again.trigger("moves")
    again.trigger("table")
    last = reopen(open_window, again)
    assert last.window.docks["moves"].isVisible()
    assert not last.window.docks["table"].isVisible()
    assert area(last, "table") == LEFT, "as it was"


@pytest.mark.uses("chart", "moves", "table")
def test_a_stored_layout_that_does_not_list_its_open_docks_shows_them(open_window, tmp_path):
    user = open_window("--machine", "neither")
    for name in ("table", "moves"):
        user.trigger(name)
    user.leave()
    path = tmp_path / "settings.ini"
    kept = [line for line in path.read_text().splitlines() if "_open=" not in line]
    path.write_text("\n".join(kept) + "\n")
    again = open_window("--machine", "neither", docks=())
    names = ("heatmap", "table", "moves", "chart")
    shown = {name for name in names if again.window.action[name].isChecked()}
    assert shown == {"heatmap", "table", "moves"}


@pytest.mark.uses("theatre")
def test_an_action_of_the_theatre_opens_it(open_window):
    user = open_window("--machine", "neither", docks=())
    user.trigger("theatre_step")
    assert user.window.docks["theatre"].isVisible()
    user.trigger("theatre_step")
    assert "Move 1" in user.window.docks["theatre"].sentence
