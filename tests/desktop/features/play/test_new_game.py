"""The card that starts a game, with real clicks; and what a first start shows."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton

from engine import PLAYERO, PLAYERX, Rules
from engine.rules import Rule
from engine.specs import PlayerSpec, kinds
from tests.desktop.texts import Brackets, untranslated
from tests.driver.user import choose, click_on, texts
from ttt_desktop.board.player_bar import PlayerCard
from ttt_desktop.features.play.new_game import FIRST, IN_TURN, SECOND, NewGameCard, sensible_line
from ttt_desktop.settings.declarations import with_values
from ttt_desktop.settings.levels import LastLevels
from ttt_desktop.start import app as desktop
from ttt_desktop.start import arguments
from ttt_desktop.work.places import Places


class _Text:
    """Keeps a text nowhere but in memory."""

    text = ""

    def read(self):
        return self.text

    def write(self, text):
        self.text = text


@pytest.fixture
def tiles(open_window):
    """Return a function that opens a window, and the card over it with Ctrl+N."""

    def make(*options, **more):
        user = open_window(*options, **more)
        return user, again(user)

    return make


def again(user):
    """Open the card with Ctrl+N and return it."""
    with user.qtbot.waitActive(user.window):
        user.window.activateWindow()
    user.board.setFocus()
    user.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    shown = user.window.findChild(NewGameCard)
    user.qtbot.waitUntil(shown.isActiveWindow)
    return shown


@pytest.fixture
def card(tiles):
    """Return a function that opens a window, and the second page of its card."""

    def make(*options):
        user, shown = tiles(*options)
        click_on(shown.more)
        return user, shown

    return make


def tick(button):
    """Click a round button where it is drawn."""
    click_on(button, button.rect().center() / 4)
    assert button.isChecked()


def board(card, size, line):
    """Ask for a board on the second page."""
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

    assert best() == "Unbeatable"
    board(shown, 15, 5)
    assert best() == "Master"
    board(shown, 4, 4)
    assert best() == "Unbeatable"
    shown.line.setValue(3)
    tick(shown.sides[FIRST])
    assert best() == "Master", "O is lost on 4x4 with three in a row"
    tick(shown.sides[SECOND])
    assert best() == "Unbeatable"
    tick(shown.sides[IN_TURN])
    assert best() == "Master"
    tick(shown.sides[FIRST])
    shown.line.setValue(4)
    choose(shown.opponent.level, "Unbeatable")
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
    click_on(again(user).more)
    assert shown.fields.value("gomoku") == "exact", "what was chosen is remembered"
    tick(shown.loses)
    assert not shown.gomoku.isVisible()
    start(shown)
    assert user.game.rules == Rules(15, 5, Rule.REVERSE)
    click_on(again(user).more)
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
    click_on(again(user).more)
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


def test_escape_changes_nothing(card):
    user, shown = card("--machine", "neither")
    board(shown, 4, 4)
    user.qtbot.keyClick(shown, Qt.Key.Key_Escape)
    assert not shown.isVisible()
    assert user.game.rules.size == 3


def test_back_leads_to_the_tiles(card):
    _, shown = card("--machine", "neither")
    assert not shown.tiles[0].isVisible()
    click_on(shown.back)
    assert shown.tiles[0].isVisible()
    assert not shown.start.isVisible()


def test_the_card_shows_what_is_played_now_however_often_it_is_opened(card):
    user, shown = card("--machine", "neither")
    board(shown, 4, 4)
    choose(shown.opponent.who, "mc")
    tick(shown.loses)
    user.qtbot.keyClick(shown, Qt.Key.Key_Escape)
    settings = with_values(user.controller.settings, {"size": 7, "line": 4, "name": "Ann"})
    user.window.preferences.apply(settings)
    user.trigger("new")
    assert user.window.findChildren(NewGameCard) == [shown]
    assert shown.chosen() == settings
    assert shown.names[0].text() == "Ann"
    assert not shown.start.isVisible(), "the tiles come first"


def test_the_card_stays_in_the_middle_of_a_window_that_gets_another_place(card):
    user, shown = card("--machine", "neither")
    window = user.window
    window.resize(700, 650)
    shown.reject()
    user.trigger("new")
    window.move(40, 60)  # as a window manager does, some time after a window was shown
    for size in ((700, 650), (720, 690)):
        window.resize(*size)
        apart = shown.frameGeometry().center() - window.frameGeometry().center()
        assert apart.manhattanLength() <= 1


def test_the_card_follows_a_change_of_the_looks(card):
    user, shown = card("--machine", "neither")
    board(shown, 4, 4)
    user.qtbot.keyClick(shown, Qt.Key.Key_Escape)
    user.change(theme="dark", text_scale=170)
    user.trigger("new")
    tiles = user.window.shell.tiles()
    made_now = NewGameCard(user.app.theme, LastLevels(_Text()), tiles, user.window)
    made_now.ask(user.controller.settings, "")
    assert shown.size() == made_now.size()
    user.qtbot.waitUntil(made_now.isActiveWindow)
    for deeper in (False, True):
        for each in (shown, made_now):
            if deeper:
                each.more.click()
            each.focusWidget().clearFocus()
            user.qtbot.waitUntil(each.isVisible)
        user.linger(0.05)  # what does not scroll gives its bar's room back
        assert shown.grab().toImage() == made_now.grab().toImage()
    made_now.close()


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


@pytest.mark.parametrize("options", [[], ["--size", "4"]])
def test_a_first_start_asks_for_a_game_unless_one_was_wished_for(qapp, qtbot, tmp_path, options):
    made = desktop.build(qapp, Places.together(tmp_path), arguments.parse(options), [])
    try:
        with qtbot.waitActive(made.window):
            made.window.show()
            made.window.activateWindow()
        made.begin()
        shown = made.window.findChild(NewGameCard)
        assert (shown is not None) == (not options)
    finally:
        made.window.close()
        made.runner.shut_down()
        made.close()


def test_a_second_start_goes_straight_to_the_board(open_window, qapp, tmp_path):
    open_window("--machine", "neither").window.close()
    made = desktop.build(qapp, Places.together(tmp_path), arguments.parse([]), [])
    try:
        assert not made.welcomes
    finally:
        made.window.close()
        made.runner.shut_down()
        made.close()


def test_a_players_card_changes_level_and_side(open_window):
    user = open_window("--machine", "O", "--trials", "20")
    _, machine = user.window.findChildren(PlayerCard)
    click_on(machine)
    (menu,) = [each for each in user.window.findChildren(QMenu) if each.isVisible()]
    entries = {each.text().replace("&", ""): each for each in menu.actions()}
    assert "Beginner" in entries
    entries["Beginner"].trigger()
    assert user.controller.settings.player(PLAYERO).level == "Beginner"
    entries["Swap sides"].trigger()
    menu.close()
    user.settled()
    assert user.controller.view.is_machine(PLAYERX)
    assert len(user.game.moves) == 1


def test_the_card_speaks_the_users_language(qapp, card):
    translator = Brackets()
    assert qapp.installTranslator(translator)
    try:
        _, shown = card("--machine", "neither")
        assert untranslated(shown) == []
        assert shown.findChildren(QPushButton)
    finally:
        qapp.removeTranslator(translator)
