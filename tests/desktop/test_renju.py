"""Renju in the window: fouls are marked and told, and nobody commits one by a slip."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolTip

from engine import PLAYERO, Game, parse_square
from engine.renju import Foul
from engine.rules import Rule, Rules

RENJU = Rules(15, 5, Rule.RENJU)
DOUBLE_THREE = "J8 A1 K8 A15 H7 O1 H6 O15"
"""X stands so that H8 makes two open threes."""


def squares(names):
    return [parse_square(name, 15) for name in names.split()]


@pytest.fixture
def user(open_window):
    opened = open_window("--machine", "neither", "--size", "15", "--line", "5")
    opened.change(gomoku="renju")
    assert opened.game.rules == RENJU
    for square in squares(DOUBLE_THREE):
        opened.click(square)
    return opened


def test_a_foul_is_refused_where_it_was_clicked_and_the_game_goes_on(user):
    (foul,) = squares("H8")
    user.click(foul)
    assert user.game.board.square(*foul) == 1
    assert len(user.game.moves) == 8
    assert "X would lose by a foul on H8: two open threes at once" in user.window.statusBar().text
    assert "two open threes" in QToolTip.text()
    user.change(machine="O", warn=True)
    user.click(foul)
    assert "X would lose by a foul on H8: two open threes at once" in user.window.statusBar().text
    user.change(machine="neither")
    user.click(squares("G5")[0])
    assert len(user.game.moves) == 9
    user.click(foul)
    assert user.game.board.square(*foul) == PLAYERO, "O knows no fouls"


def test_fouls_are_marked_and_read_out(user):
    model, (foul,) = user.board.model(), squares("H8")
    index = model.index(*foul)
    assert model.foul(foul) is Foul.DOUBLE_THREE
    assert "a foul for X: two open threes" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "A foul for X: two open threes at once."
    before = user.board.viewport().grab().toImage()
    user.trigger("undo")
    user.trigger("undo")
    assert model.foul(foul) is None
    after = user.board.viewport().grab().toImage()
    middle = user.middle_of(foul)
    assert before.pixelColor(middle) != after.pixelColor(middle) or before != after
    user.trigger("redo")
    user.trigger("redo")
    assert model.foul(foul) is Foul.DOUBLE_THREE


def test_a_foul_is_explained_without_a_score(user):
    model, (foul, other) = user.board.model(), squares("H8 G5")
    user.score()
    assert model.index(*foul).data(Qt.ItemDataRole.ToolTipRole) == (
        "A foul for X: two open threes at once."
    )
    assert "trials" in model.index(*other).data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.uses("files")
def test_a_game_that_a_foul_ended_says_so(user, tmp_path):
    game = Game.of(RENJU, squares(DOUBLE_THREE + " H8"))
    assert game.result.winner == PLAYERO
    path = tmp_path / "foul.tttgame"
    path.write_text(game.to_json())
    assert user.window.features["files"].games.open(path)
    assert "made a foul on H8, two open threes at once" in user.ending
    assert user.board.model().line_loses


@pytest.mark.uses("setup")
def test_a_position_may_be_set_up_in_which_the_last_mark_would_be_a_foul(user):
    user.trigger("setup")
    for square in squares("H8"):
        user.click(square)
    assert user.window.features["setup"].bar.play.isEnabled()
