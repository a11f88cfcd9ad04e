"""Positions that are set up: squares by mouse and keyboard, what is wrong, and games from there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine import EMPTY, PLAYERO, PLAYERX, Rules, parse_board
from engine.formats.files import read_game
from engine.rules import Rule
from tests.driver.user import X_WINS, choose, click_on
from tests.every import every
from ttt_desktop.board.player_bar import PlayerBar

PEOPLE = ("--machine", "neither")


@pytest.fixture
def user(open_window):
    return open_window(*PEOPLE)


def bar_of(user):
    return user.window.features["setup"].bar


def rows(user):
    return [list(marks) for marks in user.game.board.rows]


def set_up(user, board):
    """Set a position up from an empty board, square by square."""
    user.trigger("setup")
    click_on(bar_of(user).empty)
    for row, marks in enumerate(board.split("/")):
        for col, mark in enumerate(marks):
            user.play([(row, col)] * " XO".index(mark.replace(".", " ")))


def test_a_click_puts_x_then_o_then_nothing(user):
    user.trigger("setup")
    seen = []
    for _ in range(4):
        user.click((1, 2))
        seen.append(user.game.board.square(1, 2))
    assert seen == [PLAYERX, PLAYERO, EMPTY, PLAYERX]


def test_a_right_click_puts_o_or_takes_it_away_and_makes_no_move(user):
    right, spot = Qt.MouseButton.RightButton, user.middle_of((1, 2))
    QTest.mouseClick(user.board.viewport(), right, pos=spot)
    assert user.game.moves == (), "in a game it does nothing"
    user.trigger("setup")
    seen = []
    for button in (right, right, Qt.MouseButton.LeftButton, right):
        QTest.mouseClick(user.board.viewport(), button, pos=spot)
        seen.append(user.game.board.square(1, 2))
    assert seen == [PLAYERO, EMPTY, PLAYERX, PLAYERO]


def test_the_keyboard_does_the_same(user):
    user.trigger("setup")
    user.type("b2")
    user.press(Qt.Key.Key_Return)
    assert user.game.board.square(1, 1) in (PLAYERX, PLAYERO)
    assert "B2" in user.window.features["setup"].editor.change


def test_it_begins_with_the_position_on_the_board_and_leaves_the_game_alone(user):
    user.play(X_WINS[:3])
    user.trigger("setup")
    bar = bar_of(user)
    assert bar.isVisible()
    assert user.game.board.rows == parse_board("XX./O../...").rows
    user.click((2, 2))
    click_on(bar.back)
    assert not bar.isVisible()
    assert user.game.moves == X_WINS[:3]


@every(
    ("board", "words"),
    [
        ("XX./X../...", "X has 3 marks and O has 0"),
        ("XXX/OO./...", "There is a line already"),
        ("XXX/OOO/...", "Both sides have a line"),
        ("XOX/XOO/OXX", "The board is full"),
    ],
)
def test_what_cannot_be_played_from_says_why(user, board, words):
    set_up(user, board)
    bar = bar_of(user)
    assert words in bar.text
    assert not bar.play.isEnabled()
    assert not user.window.action["hint"].isEnabled()


def test_the_wrong_side_to_move_is_told_and_the_side_follows_the_marks(user):
    user.trigger("setup")
    bar = bar_of(user)
    user.click((0, 0))
    assert bar.fields.value("to_move") == "O", "X has a mark more"
    choose(bar.fields["to_move"], "X")
    assert "X has one mark more, so O is to move" in bar.text
    assert not bar.play.isEnabled()


def test_a_position_is_played_from_between_two(user):
    set_up(user, "XO./O../...")
    bar = bar_of(user)
    assert bar.opponent.opponent == "person"
    click_on(bar.play)
    assert not bar.isVisible()
    assert user.game.start is not None
    user.play([(1, 1), (0, 2), (2, 2)])
    assert user.game.result.winner == PLAYERX
    assert user.controller.view.wins == (0, 0, 0)


def test_a_position_is_played_from_against_a_machine(user):
    user.trigger("setup")
    bar = bar_of(user)
    choose(bar.opponent.who, "random")
    choose(bar.fields["you"], "O")
    choose(bar.fields["to_move"], "O")
    click_on(bar.play)
    assert user.controller.settings.machine == "X"
    user.click((1, 1))
    user.settled()
    assert user.game.first == PLAYERO
    assert len(user.game.moves) == 2
    assert user.game.board.square(1, 1) == PLAYERO


def test_another_board_keeps_the_marks_that_are_on_it(user):
    set_up(user, "X../.O./...")
    bar = bar_of(user)
    bar.fields["size"].setValue(5)
    bar.fields["line"].setValue(4)
    assert user.game.rules == Rules(5, 4)
    assert user.game.board.square(1, 1) == PLAYERO
    user.click((4, 4))
    bar.fields["size"].setValue(3)
    assert user.game.rules == Rules(3, 3)
    assert rows(user) == [list(marks) for marks in parse_board("X../.O./...").rows]
    bar.fields["reverse"].click()
    assert user.game.rules.reverse
    bar.fields["size"].setValue(9)
    bar.fields["line"].setValue(5)
    assert not bar.fields["gomoku"].isVisible()
    bar.fields["reverse"].click()
    for rule in (Rule.EXACT, Rule.CARO, Rule.NORMAL):
        choose(bar.fields["gomoku"], rule.word)
        assert user.game.rules == Rules(9, 5, rule)
    bar.fields["line"].setValue(4)
    assert not bar.fields["gomoku"].isVisible()


def test_other_settings_leave_the_position_alone(user):
    set_up(user, "X../.O./...")
    user.change(size=6, line=4)
    assert user.game.board.square(1, 1) == PLAYERO


def test_the_position_is_read_out_and_nothing_else(user, monkeypatch):
    from ttt_desktop.look.spoken import Announcer

    said = []
    monkeypatch.setattr(Announcer, "say", lambda _self, sentence: said.append(sentence))
    user.trigger("setup")
    said.clear()
    user.click((0, 0))
    assert "A1: X." in said
    assert not any("game" in each.lower() for each in said)


@pytest.mark.uses("files")
def test_a_position_can_be_copied_and_only_a_legal_one_saved(user, tmp_path):
    set_up(user, "X../.O./...")
    user.trigger("copy_position")
    assert QGuiApplication.clipboard().text() == "X../.O./...\n"
    path = tmp_path / "one.tttgame"
    assert user.window.features["files"].games.save(path)
    assert read_game(path).game.start is not None
    user.play([(2, 0), (2, 1)])
    user.click((2, 2))
    assert not user.window.features["files"].games.save(tmp_path / "two.tttgame")
    assert "There is a line already".lower() in user.window.notice.text


@pytest.mark.uses("demo", "puzzles")
def test_a_new_game_a_puzzle_and_a_demo_leave_it(user):
    for name in ("again", "puzzle", "demo"):
        user.trigger("setup")
        user.trigger(name)
        assert not bar_of(user).isVisible(), name


def test_who_plays_is_not_shown_while_a_position_is_set_up(user):
    (cards,) = user.window.findChildren(PlayerBar)
    user.trigger("setup")
    assert not cards.isVisible()
    user.trigger("again")
    assert cards.isVisible()


def test_at_large_text_a_dock_beside_keeps_its_width(open_window):
    user = open_window(*PEOPLE, "--text-scale", "200")
    user.window.resize(940, 690)
    dock = user.window.docks["heatmap"]
    user.wait(lambda: dock.width() > 200)
    usual = dock.width()
    user.trigger("setup")
    user.wait(bar_of(user).isVisible)
    click_on(bar_of(user).back)
    user.wait(lambda: not bar_of(user).isVisible())
    assert dock.width() == usual
