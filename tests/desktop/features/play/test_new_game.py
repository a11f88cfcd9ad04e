"""The page that asks for all of a new game, with real clicks; and what a start shows."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QMenu, QPushButton, QRadioButton

from engine import PLAYERO, PLAYERX, Rules
from engine.rules import Rule
from engine.specs import PlayerSpec, kinds
from tests.desktop.texts import Brackets, untranslated
from tests.driver.user import choose, click_on, texts
from ttt_desktop.board.player_bar import PlayerCard
from ttt_desktop.features.play.new_game import FIRST, IN_TURN, SECOND, sensible_line
from ttt_desktop.settings.declarations import with_values
from ttt_desktop.start import app as desktop
from ttt_desktop.start import arguments
from ttt_desktop.work.places import Places


@pytest.fixture
def card(open_window):
    """Return a function that opens a window, and the page with all choices for a new game."""

    def make(*options):
        user = open_window(*options)
        return user, user.all_choices()

    return make


def again(user):
    """Open the page once more."""
    return user.all_choices()


def tick(button):
    """Click a round button where it is drawn."""
    click_on(button, button.rect().center() / 4)
    assert button.isChecked()


def board(card, size, line):
    """Ask for a board."""
    card.squares.setValue(size)
    card.line.setValue(line)


def start(card):
    click_on(card.start)
    assert not card.isVisible()


def test_five_in_a_row_against_the_courses_machine(card):
    user, shown = card("--machine", "neither", "--x", "mc:trials=20")
    board(shown, 15, 5)
    choose(shown.opponent.who, "mc")
    tick(shown.sides[FIRST])
    start(shown)
    assert user.game.rules == Rules(15, 5)
    assert user.controller.view.is_machine(PLAYERO)
    assert not user.controller.view.is_machine(PLAYERX)
    assert user.controller.settings.player(PLAYERO) == PlayerSpec.parse("mc:trials=20")
    user.click((7, 7))
    user.settled()
    assert len(user.game.moves) == 2


def test_the_best_level_is_called_unbeatable_only_where_that_is_proven(card):
    user, shown = card("--machine", "neither")
    choose(shown.opponent.who, "level")

    def best():
        return shown.opponent.level.itemText(shown.opponent.level.count() - 1)

    assert best() == "7 · Unbeatable"
    board(shown, 15, 5)
    assert best() == "7 · Master"
    board(shown, 4, 4)
    assert best() == "7 · Unbeatable"
    shown.line.setValue(3)
    tick(shown.sides[FIRST])
    assert best() == "7 · Master", "O is lost on 4x4 with three in a row"
    tick(shown.sides[SECOND])
    assert best() == "7 · Unbeatable"
    tick(shown.sides[IN_TURN])
    assert best() == "7 · Master"
    tick(shown.sides[FIRST])
    shown.line.setValue(4)
    choose(shown.opponent.level, "7 · Unbeatable")
    start(shown)
    assert str(user.controller.settings.player(PLAYERO)) == "level:master"


def test_a_friend_plays_o(card):
    user, shown = card("--machine", "O")
    choose(shown.opponent.who, "A person here")
    assert not shown.opponent.level.isVisible()
    user.qtbot.keyClicks(shown.names[0], "Ada")
    user.qtbot.keyClicks(shown.names[1], "Bo")
    start(shown)
    assert user.headline == "Ada to move."
    user.click((0, 0))
    assert user.headline == "Bo to move."


def test_names_are_asked_for_by_who_they_belong_to(card):
    _, shown = card("--machine", "O")
    labels = [shown.fields[name] for name in ("name", "friend")]
    assert labels == shown.names
    assert shown.names[0].accessibleName() == "Your name"
    assert not shown.names[1].isVisible()
    choose(shown.opponent.who, "A person here")
    assert [each.accessibleName() for each in shown.names] == ["Player X", "Player O"]
    tick(shown.sides[SECOND])
    assert [each.accessibleName() for each in shown.names] == ["Player O", "Player X"]
    assert {"Player O:", "Player X:"} <= set(texts(shown))


def test_the_ladder_comes_first_and_other_machines_say_what_they_are(card):
    _, shown = card("--machine", "O", "--x", "level:easy")
    who = shown.opponent.who
    assert [who.itemData(place) for place in range(2)] == ["level", "person"]
    heading = who.findText("Other machines")
    assert not who.model().item(heading).isEnabled()
    assert all(who.findData(kind) > heading for kind in ("mc", "tree", "perfect", "random"))
    for kind in kinds():
        if not kind.target:
            choose(who, kind.word)
            said = f"{kind.help[0].upper()}{kind.help[1:]}."
            assert said in texts(shown)


def test_every_declared_kind_is_an_opponent_with_its_levels(card, last):
    _, shown = card()
    offered = {shown.opponent.who.itemData(i) for i in range(shown.opponent.who.count())}
    choosable = [kind for kind in kinds() if not kind.target]
    assert offered >= {kind.word for kind in choosable}
    assert "last" in offered
    for kind in choosable:
        choose(shown.opponent.who, kind.word)
        levels = shown.opponent.level
        named = [levels.itemData(i) for i in range(levels.count())]
        assert named == list(kind.levels)


def test_who_cannot_play_a_board_is_not_offered_for_it(card):
    _, shown = card("--machine", "O", "--x", "perfect")
    assert shown.opponent.opponent == "perfect"
    board(shown, 15, 5)
    assert shown.opponent.opponent == "level"
    place = shown.opponent.who.findData("perfect")
    assert not shown.opponent.who.model().item(place).isEnabled()


def test_a_board_of_ones_own_gets_a_sensible_line(card):
    user, shown = card("--machine", "neither")
    shown.squares.selectAll()
    user.qtbot.keyClicks(shown.squares, "25")
    assert shown.line.value() == 5
    shown.line.selectAll()
    user.qtbot.keyClicks(shown.line, "6")
    start(shown)
    assert user.game.rules == Rules(25, 6)
    assert [sensible_line(size) for size in (3, 4, 5, 9, 25)] == [3, 4, 4, 5, 5]


def test_what_cannot_be_seen_in_a_name_is_left_out(card):
    user, shown = card("--machine", "neither")
    shown.names[0].setText("\u202eAda\u200b \x00 Lovelace ")
    start(shown)
    assert user.controller.settings.name == "Ada Lovelace"


def test_the_rule_is_said_and_drawn(card):
    user, shown = card("--machine", "neither")
    assert "first wins" in shown.preview.accessibleName()
    before = shown.preview.grab().toImage()
    tick(shown.loses)
    assert "3 in a row loses" in shown.preview.accessibleName()
    assert shown.preview.grab().toImage() != before
    start(shown)
    assert user.game.rules.reverse


def test_gomokus_rules_can_be_chosen_where_ends_matter(card):
    user, shown = card("--machine", "neither")
    assert not shown.gomoku.isVisible()
    board(shown, 15, 5)
    choose(shown.gomoku, "exact")
    assert "Exactly 5 in a row wins" in shown.preview.accessibleName()
    board(shown, 15, 6)
    assert not shown.gomoku.isVisible()
    assert "6 in a row first wins" in shown.preview.accessibleName()
    board(shown, 15, 5)
    start(shown)
    assert user.game.rules == Rules(15, 5, Rule.EXACT)
    again(user)
    assert shown.fields.value("gomoku") == "exact", "what was chosen is remembered"
    tick(shown.loses)
    assert not shown.gomoku.isVisible()
    start(shown)
    assert user.game.rules == Rules(15, 5, Rule.REVERSE)
    again(user)
    tick(shown.wins)
    choose(shown.gomoku, "caro")
    assert "both ends" in shown.preview.accessibleName()
    start(shown)
    assert user.game.rules == Rules(15, 5, Rule.CARO)


def test_a_game_goes_on_after_six_and_ends_with_five(card):
    user, shown = card("--machine", "neither")
    board(shown, 9, 5)
    choose(shown.gomoku, "exact")
    start(shown)
    six, other = [(4, c) for c in (1, 2, 3, 5, 6, 4)], [(0, c) for c in (0, 2, 4, 6, 8, 1)]
    user.play([square for both in zip(six, other, strict=True) for square in both])
    assert user.game.result is None
    five, rest = [(6, c) for c in range(5)], [(8, c) for c in (0, 2, 4, 6)]
    user.play([square for both in zip(five, rest, strict=False) for square in both] + [five[4]])
    assert user.game.result.line == tuple(five)


def test_the_machine_begins_where_you_play_o_and_sides_change_in_turn(card):
    user, shown = card("--machine", "O", "--trials", "20")
    tick(shown.sides[SECOND])
    start(shown)
    user.settled()
    assert len(user.game.moves) == 1
    again(user)
    assert shown.sides[SECOND].isChecked(), "what was chosen is remembered"
    tick(shown.sides[IN_TURN])
    start(shown)
    assert user.controller.settings.alternate


def test_what_is_chosen_is_there_at_the_next_start(card, tmp_path):
    user, shown = card("--machine", "neither")
    board(shown, 4, 4)
    start(shown)
    user.leave()
    options = arguments.parse(["--min-move-time", "0"])
    made = desktop.build(user.app.theme.parent(), Places.together(tmp_path), options, [])
    try:
        assert made.controller.game.rules.size == 4
    finally:
        made.close()


def test_escape_changes_nothing_and_leads_back(card):
    user, shown = card("--machine", "neither")
    board(shown, 4, 4)
    user.press(Qt.Key.Key_Escape)
    assert not shown.isVisible()
    assert user.page("play").isVisible()
    assert user.game.rules.size == 3


def test_enter_starts_the_game_from_any_field(card):
    user, shown = card("--machine", "neither")
    user.wait(shown.squares.hasFocus)
    user.qtbot.keyClicks(shown.squares, "9")
    user.press(Qt.Key.Key_Return)
    assert not shown.isVisible()
    assert user.game.rules == Rules(9, 5)


def test_the_page_shows_what_is_played_now_however_often_it_is_opened(card):
    user, shown = card("--machine", "neither")
    board(shown, 4, 4)
    choose(shown.opponent.who, "mc")
    tick(shown.loses)
    user.press(Qt.Key.Key_Escape)
    settings = with_values(user.controller.settings, {"size": 7, "line": 4, "name": "Ann"})
    user.window.preferences.apply(settings)
    assert user.all_choices() is shown
    assert shown.chosen() == settings
    assert shown.names[0].text() == "Ann"


@pytest.mark.parametrize("size", [(360, 480), (420, 740), (980, 700), (1366, 768)])
@pytest.mark.parametrize("scale", ["100", "200"])
def test_all_fields_are_whole_at_every_size(card, size, scale):
    user, shown = card("--machine", "neither", "--text-scale", scale)
    board(shown, 15, 5)
    user.window.resize(*size)
    user.linger(0.05)
    if user.window.width() > size[0]:
        pytest.skip("the window cannot be as narrow in text that large")
    assert shown.widget().width() <= shown.viewport().width()
    for kind in (QPushButton, QRadioButton, QComboBox, QAbstractSpinBox):
        found = [each for each in shown.widget().findChildren(kind) if each.isVisible()]
        assert found
        for each in found:
            assert each.height() >= 28
            home = each.parentWidget()
            assert home.rect().contains(each.geometry()), "it is not cut"


@pytest.mark.uses("files")
def test_a_course_file_is_asked_for(card, monkeypatch):
    user, shown = card("--machine", "O")
    asked = []
    monkeypatch.setattr(
        user.window.features["files"].course_files, "ask_load", lambda: asked.append(True)
    )
    choose(shown.opponent.who, "A course file…")
    start(shown)
    assert asked == [True]


def test_a_players_card_changes_level_and_side(open_window):
    user = open_window("--machine", "O", "--trials", "20")
    _, machine = user.window.findChildren(PlayerCard)
    click_on(machine)
    (menu,) = [each for each in user.window.findChildren(QMenu) if each.isVisible()]
    entries = {each.text().replace("&", ""): each for each in menu.actions()}
    entries["2 · Beginner"].trigger()
    assert user.controller.settings.player(PLAYERO).level == "Beginner"
    entries["Swap sides"].trigger()
    menu.close()
    user.settled()
    assert user.controller.view.is_machine(PLAYERX)
    assert len(user.game.moves) == 1


def test_the_page_speaks_the_users_language(qapp, card):
    translator = Brackets()
    assert qapp.installTranslator(translator)
    try:
        _, shown = card("--machine", "neither")
        assert untranslated(shown) == []
        assert shown.findChildren(QPushButton)
    finally:
        qapp.removeTranslator(translator)
