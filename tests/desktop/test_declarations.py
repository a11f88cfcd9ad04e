"""What is declared is there: a kind of players, an action, a dock; and old settings are read."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDockWidget, QLabel, QWidget

from engine import PLAYERO, PLAYERX, Certainty
from engine.players.level import KIND
from tests.driver.user import click_on, texts
from ttt_desktop.features import FEATURES
from ttt_desktop.look.parts import Button
from ttt_desktop.settings.dialog import SettingsDialog
from ttt_desktop.settings.store import SettingsStore
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.declared import entries_of
from ttt_desktop.shell.docks import Dock, dock_action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.header import Header
from ttt_desktop.shell.menus import actions_of
from ttt_desktop.shell.pages import FeaturePage
from ttt_desktop.shell.sections import MARKS
from ttt_desktop.start import app


def entries(user, title):
    """Return the entries of a menu, or of a submenu of it, by text."""
    for action in user.window.menuBar().actions():
        for each in action.menu().actions():
            if each.menu() and each.text().replace("&", "") == title:
                return {entry.text().replace("&", ""): entry for entry in each.menu().actions()}
        if action.text().replace("&", "") == title:
            return {entry.text().replace("&", ""): entry for entry in action.menu().actions()}
    raise AssertionError(title)


def test_a_new_kind_of_player_is_in_the_menu_and_plays(last, open_window):
    user = open_window("--machine", "O")
    kinds = entries(user, "Other machines")
    assert not any(each.isChecked() for each in kinds.values()), "a level plays"
    kinds["Last square"].trigger()
    assert kinds["Last square"].isChecked()
    assert not kinds["Flat Monte Carlo"].isChecked()
    user.click((0, 0))
    user.settled()
    assert user.game.moves == ((0, 0), (2, 2)), "it takes the last square"


def test_a_new_kinds_settings_are_in_the_dialog(last, open_window, tmp_path):
    user = open_window("--machine", "O")
    user.trigger("settings")
    field = user.window.findChild(SettingsDialog).fields["x"]
    field.kind.setCurrentText("Last square")
    field.kind.activated.emit(field.kind.currentIndex())
    assert list(field.fields) == ["back"]
    field.fields["back"].setValue(1)
    user.window.findChild(SettingsDialog).accept()
    assert user.controller.settings.x == "last:back=1"
    user.qtbot.waitUntil(lambda: SettingsStore(tmp_path).load()[0].x == "last:back=1")
    user.click((0, 0))
    user.settled()
    assert user.game.moves == ((0, 0), (2, 1)), "one before the last"


def test_each_side_may_have_a_player_of_its_own(open_window):
    user = open_window(
        "--machine", "both", "--x", "perfect", "--o", "random", "--seed", "3",
        "--scores-of", "player",
    )  # fmt: skip
    user.settled()
    assert user.game.result.winner == PLAYERX
    assert user.controller.settings.player(PLAYERO).kind.word == "random"
    analysis = user.controller.analyses[()]
    assert analysis.certainty is Certainty.EXACT
    assert analysis.outcome == 0, "an empty 3x3 board is a tie"


def test_a_kind_that_cannot_play_a_board_cannot_be_chosen_there(open_window):
    user = open_window("--machine", "O", "--size", "6", "--reverse")
    kinds = entries(user, "Other machines")
    assert not kinds["Perfect play"].isEnabled()
    assert kinds["Random moves"].isEnabled()


def test_a_machine_that_cannot_move_says_so_and_the_game_waits(open_window):
    user = open_window("--machine", "O", "--size", "9", "--line", "5", "--x", "perfect")
    user.click((0, 0))
    user.qtbot.waitUntil(lambda: "perfect play is not known" in user.window.notice.text)
    assert user.controller.view.can_resume
    entries(user, "Other machines")["Random moves"].trigger()
    user.trigger("resume")
    user.settled()
    assert len(user.game.moves) == 2


def test_levels_belong_to_one_ladder(open_window):
    user = open_window("--machine", "O")
    levels = entries(user, "Difficulty")
    names = [*[*KIND.levels][:-1], "Unbeatable"]
    assert list(levels) == [f"{number} · {name}" for number, name in enumerate(names, 1)]
    assert levels["4 · Medium"].isChecked()
    entries(user, "Other machines")["Random moves"].trigger()
    assert not any(entry.isChecked() for entry in levels.values())
    levels["7 · Unbeatable"].trigger()
    assert str(user.controller.settings.player(PLAYERO)) == "level:master"
    assert not any(entry.isChecked() for entry in entries(user, "Other machines").values())


class Mine(Feature):
    """A feature that somebody adds."""

    name = "mine"

    def __init__(self, shell):
        super().__init__(shell)
        self.done = 0

    @classmethod
    def actions(cls):
        enabled = lambda mine: mine.shell.controller.view.can_undo  # noqa: E731
        return (
            Action("act", "M&ine", "What I do", MARKS, Mine.act, "Ctrl+J", enabled=enabled),
            Action("mine_page", "My pa&ge", "My page", MARKS, Mine.open),
        )

    @classmethod
    def docks(cls):
        return (Dock(dock_action("mine", "My d&ock", "My dock", "Ctrl+Shift+J"), Mine.make),)

    def pages(self):
        return (FeaturePage("mine_page", "My page", self.page, within="play", header=("act",)),)

    def page(self):
        page = QWidget()
        QLabel("Here", page)
        return page

    def open(self):
        self.shell.pages.open("mine_page")

    def act(self):
        self.done += 1

    def make(self):
        dock = QDockWidget("Mine", self.shell.window)
        dock.setObjectName("mine_dock")
        return dock


def test_a_new_action_is_in_its_menu_and_in_the_manual(open_window, monkeypatch):
    monkeypatch.setattr(app, "FEATURES", (*FEATURES, Mine))
    user = open_window("--machine", "neither")
    entry = entries(user, "View")["Mine"]
    assert not entry.isEnabled()
    user.click((0, 0))
    assert entry.isEnabled()
    entry.trigger()
    assert user.window.features["mine"].done == 1
    assert "Mine" in [action.name for action in actions_of(user.window)], "the manual lists it"


def test_the_header_of_a_new_page_offers_what_is_done_there_and_the_way_back(
    open_window, monkeypatch
):
    monkeypatch.setattr(app, "FEATURES", (*FEATURES, Mine))
    user = open_window("--machine", "neither")
    user.click((0, 0))
    entries(user, "View")["My page"].trigger()
    assert texts(user.page("mine_page")) == ["Here"]
    header = user.window.findChild(Header)
    assert header.offered == ("act",)
    click_on(user.button(header, "Mine"))
    assert user.window.features["mine"].done == 1
    (back,) = (each for each in header.findChildren(Button) if each.accessibleName() == "Back")
    click_on(back)
    assert not user.page("mine_page").isVisible()
    assert user.window.shell.pages.place == "play"


def test_a_new_dock_has_an_entry_and_is_shown_by_it(open_window, monkeypatch):
    monkeypatch.setattr(app, "FEATURES", (*FEATURES, Mine))
    user = open_window("--machine", "neither")
    assert user.window.findChild(QDockWidget, "mine_dock") is None, "none is made before its time"
    entry = entries(user, "Instruments")["My dock"]
    entry.trigger()
    dock = user.window.findChild(QDockWidget, "mine_dock")
    assert dock.isVisible()
    assert entry.isChecked()
    dock.close()
    assert not entry.isChecked()


def test_every_question_of_an_action_has_an_answer(user):
    owners = {"window": user.window.own, **user.window.features}
    for name, action in entries_of(FEATURES):
        owner = owners[name]
        if isinstance(action, Action):
            for ask in filter(None, (action.enabled, action.checked)):
                ask(owner)
            continue
        if action.chosen:
            action.chosen(owner)
        for choice in action.offered():
            for ask in filter(None, (action.enabled, action.titled)):
                ask(owner, choice.value)


def icons_named():
    named = set()
    for _, declared in entries_of(FEATURES):
        if isinstance(declared, Action):
            named |= {declared.icon, declared.icon_on}
    return named - {""}


def icons_drawn():
    return {path.stem for path in Path("resources/icons").glob("*.svg")}


def test_each_icon_of_an_action_is_there():
    assert icons_named() <= icons_drawn()


@pytest.mark.uses(
    "play", "presenter", "heat", "moves", "table", "chart", "theatre", "tree", "bandits", "lessons",
    "review", "files", "demo", "export", "you", "sounds", "help",
)  # fmt: skip
def test_no_icon_is_left_over():
    program = "".join(path.read_text("utf-8") for path in Path("ttt_desktop").rglob("*.py"))
    left = {name for name in icons_drawn() - icons_named() if f'"{name}"' not in program}
    assert not left
