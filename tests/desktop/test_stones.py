"""Stones: where boards have them, and what the sides are called there; how long strokes take."""

import pytest
from PySide6.QtCore import Qt, QVariantAnimation

from tests.driver.user import texts
from ttt_desktop.look.colours import PAPER, STONES, TILES
from ttt_desktop.look.measures import MACHINE_STROKE_MS, STROKE_MS

FIVE = ("--line", "5", "--machine", "neither", "--board-look", "auto")


def spoken(user, square):
    index = user.controller.model.index(*square)
    return index.data(Qt.ItemDataRole.AccessibleTextRole)


def look(user):
    return user.app.theme.theme.look


def test_large_boards_have_stones_where_nothing_else_was_chosen(open_window):
    user = open_window("--machine", "neither", "--board-look", "auto")
    assert look(user) == TILES
    user.click((0, 0))
    user.change(size=10, line=5)
    assert look(user) == TILES, "the board on the screen is still the small one"
    user.trigger("again")
    assert look(user) == STONES
    user.change(board_look=PAPER)
    assert look(user) == PAPER
    user.change(board_look="auto")
    assert look(user) == STONES
    user.change(size=9)
    user.trigger("again")
    assert look(user) == TILES


@pytest.mark.parametrize("size", ["9", "15"])
def test_sides_are_called_after_their_stones(open_window, size):
    user = open_window(*FIVE, "--size", size)
    first, second = ("Black", "White") if size == "15" else ("X", "O")
    user.play([(7, 7), (7, 6)])
    assert spoken(user, (7, 7)) == f"H8, {first}"
    assert spoken(user, (7, 6)) == f"G8, {second}, last move"
    assert f"Player {first}" in user.headline
    user.trigger("hint")
    hint = user.feature("play").hint
    user.wait(hint.isVisible)
    assert texts(hint)[0].startswith(f"Hint for {first}: ")


def test_sides_are_called_by_their_letters_again_with_another_look(open_window):
    user = open_window(*FIVE, "--size", "15")
    user.play([(7, 7)])
    assert "Player White" in user.headline
    user.change(board_look=TILES)
    assert "Player O" in user.headline
    assert spoken(user, (7, 7)) == "H8, X, last move"


def test_sides_swap_marks_with_stones_too(open_window):
    user = open_window("--machine", "O", "--board-look", "stones")
    user.trigger("swap")
    assert user.controller.settings.machine == "X"
    user.wait(lambda: len(user.game.moves) == 1)
    assert spoken(user, user.game.moves[0]).split(", ")[1] == "Black"


def running(user):
    return {each.duration() for each in user.board.findChildren(QVariantAnimation)
            if each.state() == QVariantAnimation.State.Running}  # fmt: skip


def test_a_machines_mark_takes_longer_to_be_drawn_than_yours(open_window):
    user = open_window("--machine", "O", "--animations", "on", "--min-move-time", "1")
    user.click((1, 1))
    assert running(user) == {STROKE_MS}
    user.wait(lambda: len(user.game.moves) == 2)
    assert MACHINE_STROKE_MS in running(user)
    assert STROKE_MS < MACHINE_STROKE_MS
