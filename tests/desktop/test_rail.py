"""The rail, the header and the menus: six places, and what each of them offers."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton

from tests.driver.user import click_on
from tests.every import every
from ttt_desktop.settings.declarations import PLACES
from ttt_desktop.shell.header import Header

MOST_ENTRIES = 40
"""How many entries all menus together have at most, whichever place is open."""


def pages(user):
    return user.window.shell.pages


def header(user):
    return user.window.findChild(Header)


def entries(user):
    """Return what the menus show, menu by menu."""
    bar = user.window.menuBar()
    menus = [action.menu() for action in bar.actions() if action.isVisible()]
    return {menu.title().replace("&", ""): [entry.text() for entry in menu.actions()
            if not entry.isSeparator()] for menu in menus}  # fmt: skip


def test_the_rail_has_the_places_in_their_order_and_settings_and_help_at_its_foot(user):
    words = [button.text() for button in user.window.rail.buttons.values()]
    assert words == [*PLACES.values(), "Settings", "Help"]
    tops = [button.mapTo(user.window, QPoint(0, 0)).y()
            for button in user.window.rail.buttons.values()]  # fmt: skip
    assert tops == sorted(tops)


@every("place", [*PLACES])
def test_a_click_or_its_key_opens_a_place(user, place):
    number = list(PLACES).index(place) + 1
    pages(user).go("lab" if place != "lab" else "you")
    click_on(user.window.rail.buttons[place])
    assert pages(user).place == place
    assert user.window.rail.buttons[place].isChecked()
    assert sum(button.isChecked() for button in user.window.rail.buttons.values()) == 1
    pages(user).go("lab" if place != "lab" else "you")
    user.press(Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.ControlModifier)
    assert pages(user).place == place


def test_a_place_is_left_and_found_as_it_was(user):
    user.click((1, 1))
    pages(user).go("lab")
    assert not user.board.isVisible()
    pages(user).go("play")
    assert user.board.isVisible(), "the game goes on"
    assert len(user.game.moves) == 1
    pages(user).go("play")
    assert not user.board.isVisible(), "its word once more shows the place's home"
    assert len(user.game.moves) == 1


@pytest.mark.uses("puzzles")
def test_a_puzzle_belongs_to_puzzles_and_play_has_the_own_game(user):
    user.click((1, 1))
    user.trigger("puzzle")
    assert (pages(user).place, pages(user).shows_board) == ("puzzles", True)
    pages(user).go("you")
    pages(user).go("puzzles")
    assert user.board.isVisible(), "the puzzle is as it was left"
    pages(user).go("play")
    assert user.controller.view.task is None
    assert len(user.game.moves) == 1


def test_tab_stops_once_at_the_rail_and_the_arrows_go_on(user):
    buttons = user.window.rail.buttons
    buttons["play"].setFocus(Qt.FocusReason.TabFocusReason)
    user.press(Qt.Key.Key_Down)
    assert buttons["puzzles"].hasFocus()
    assert pages(user).place == "puzzles", "the arrows open what they come to"
    user.press(Qt.Key.Key_Tab)
    assert not any(buttons[place].hasFocus() for place in PLACES)


@every("place", [*PLACES])
def test_menus_have_few_entries_and_those_of_the_place_alone(user, place):
    pages(user).open(place)
    shown = entries(user)
    assert sum(map(len, shown.values())) <= MOST_ENTRIES, shown
    others = {PLACES[other] for other in PLACES if other != place}
    assert not others & set(shown)


def test_every_action_is_in_a_menu(user):
    bar = user.window.menuBar()

    def all_of(menu):
        for entry in menu.actions():
            yield entry
            if entry.menu() is not None:
                yield from all_of(entry.menu())

    listed = {entry.objectName() for action in bar.actions() for entry in all_of(action.menu())}
    assert set(user.window.action.names) <= listed


@every("place", [*PLACES])
def test_the_header_names_the_page_and_offers_at_most_five_actions(user, place):
    pages(user).open(place)
    user.linger(0.02)
    assert PLACES[place] in [label.accessibleName() for label in header(user).children()
                             if hasattr(label, "accessibleName")]  # fmt: skip
    assert len(header(user).offered) <= 5


@every("scale", [100, 200])
@every("size", [(360, 520), (420, 740), (800, 600), (1366, 768)])
def test_rail_and_header_are_whole_at_every_size(user, scale, size):
    user.change(text_scale=scale)
    user.window.resize(*size)
    user.linger(0.05)
    inside = user.window.rect()
    shown = [button for part in (user.window.rail, header(user))
             for button in part.findChildren(QAbstractButton) if button.isVisible()]  # fmt: skip
    assert len(shown) >= len(PLACES)
    for button in shown:
        corner = button.mapTo(user.window, button.rect().bottomRight())
        assert inside.contains(corner), button.accessibleName() or button.text()
        assert button.height() >= 36 or button.width() >= 36


def test_a_narrow_window_has_the_rail_at_its_bottom(user):
    user.window.resize(420, 740)
    user.linger(0.05)
    rail = user.window.rail
    assert rail.width() > rail.height()
    assert (
        rail.mapTo(user.window, QPoint(0, 0)).y()
        > user.board.mapTo(user.window, QPoint(0, user.board.height())).y()
    )
    assert rail.buttons["settings"].isHidden()
    user.window.resize(1280, 800)
    user.linger(0.05)
    assert rail.height() > rail.width()
    assert rail.buttons["settings"].isVisible()
