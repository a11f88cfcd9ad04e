"""The machine's thoughts on the board, while it thinks and for a moment after."""

import pytest
from PySide6.QtCore import QRect

from engine import EMPTY
from tests.every import every
from ttt_desktop.board.shimmer import Glow, Shimmer
from ttt_desktop.look.measures import FADE_MS

LONG = ("--trials", "1000000000", "--machine", "X", "--animations", "on")
"""The course's machine, which thinks until it is stopped."""


def mc(open_window, *options):
    return open_window(*LONG, "--x", "mc:trials=1000000000", *options)


def glow_of(user):
    return user.board.shimmer.shown


def glowing(user):
    user.wait(lambda: any(glow.strength > 0.1 for glow in glow_of(user).values()))


def test_empty_squares_glow_while_the_machine_thinks_and_fade_after_its_move(open_window):
    user = mc(open_window)
    glowing(user)
    assert set(glow_of(user)) <= {(row, col) for row in range(3) for col in range(3)}
    user.trigger("stop")
    user.wait(lambda: len(user.game.moves) == 1)
    assert glow_of(user), "they fade, and do not go at once"
    user.wait(lambda: not glow_of(user))
    user.wait(lambda: not user.board.shimmer.moves)  # nothing is painted while nothing changes


def test_a_square_that_is_tried_more_shines_brighter_and_in_its_scores_colour(open_window):
    user = mc(open_window)
    glowing(user)
    user.wait(lambda: user.controller.model.analysis.count > 20000)
    user.linger(0.6)
    model, shown = user.controller.model, glow_of(user)
    best = max(shown, key=lambda square: model.heat(square).shade)
    worst = min(shown, key=lambda square: model.heat(square).shade)
    assert best == (1, 1)
    assert shown[best].value > shown[worst].value
    assert shown[best].strength > 0.5


@pytest.mark.parametrize("options", [("--animations", "off"), ("--no-thoughts",)])
def test_nothing_glows_where_it_is_not_wanted(open_window, options):
    user = mc(open_window, *options)
    user.wait(lambda: user.controller.model.analysis is not None)
    user.linger(0.1)
    assert not glow_of(user)


@pytest.mark.parametrize(("level", "seen"), [("easy", True), ("beginner", False)])
def test_levels_below_the_third_show_no_thoughts(open_window, level, seen):
    user = open_window("--machine", "O", "--x", f"level:{level}", "--animations", "on",
                       "--min-move-time", "0.5", "--trials", "2000")  # fmt: skip
    lit = []
    user.board.shimmer.moved.connect(lit.append)
    user.click((1, 1))
    user.wait(lambda: len(user.game.moves) == 2)
    assert bool(lit) == seen


def test_one_click_puts_the_thoughts_out_and_is_kept(open_window):
    user = mc(open_window)
    glowing(user)
    assert user.window.action["shimmer"].isChecked()
    user.trigger("shimmer")
    assert not user.window.action["shimmer"].isChecked()
    assert not user.controller.settings.thoughts
    user.wait(lambda: not glow_of(user))
    user.trigger("shimmer")
    glowing(user)


@pytest.mark.uses("puzzles")
def test_a_puzzle_that_is_asked_sees_none(open_window):
    user = mc(open_window)
    glowing(user)
    user.trigger("puzzle")
    assert user.controller.view.task is not None
    assert not glow_of(user), "not even for the time in which they fade"
    user.linger(0.3)
    assert not glow_of(user)


@every("look", ["tiles", "stones", "paper", "contrast"])
def test_glow_is_seen_in_every_look_and_not_on_marks(open_window, look):
    user = open_window("--machine", "neither", "--board-look", look)
    user.click((0, 0))
    square, taken = (1, 1), (0, 0)
    before = {at: shown_at(user, at) for at in (square, taken, (2, 2))}
    user.board.shimmer.follow({square: Glow(0.9, 0.8), taken: Glow(0.9, 0.8)})
    user.board.shimmer.advance(1000)
    assert shown_at(user, square) != before[square]
    assert shown_at(user, taken) == before[taken]
    assert shown_at(user, (2, 2)) == before[2, 2]
    user.board.shimmer.clear()
    assert shown_at(user, square) == before[square]
    assert user.game.board.square(*square) == EMPTY


def shown_at(user, square):
    cell = user.board.visualRect(user.controller.model.index(*square))
    return user.board.viewport().grab(QRect(cell)).toImage()


def test_colours_follow_smoothly_and_fade_within_their_time(qapp):
    shimmer, moved = Shimmer(), []
    shimmer.moved.connect(moved.append)
    shimmer.follow({(0, 1): Glow(1.0, 0.8), (4, 2): Glow(-1.0, 0.4)})
    steps = []
    for _ in range(40):
        shimmer.advance(16)
        steps.append(shimmer.shown[0, 1].strength)
    assert steps == sorted(steps)
    assert steps[0] < 0.15
    assert steps[-1] == pytest.approx(0.8, abs=0.02)
    assert moved[0] == ((0, 1), (4, 2)), "one rectangle around all that changed"
    shimmer.fade()
    shimmer.advance(FADE_MS / 2)
    assert shimmer.shown[0, 1].strength == pytest.approx(steps[-1] / 2, abs=0.01)
    shimmer.advance(FADE_MS / 2 + 1)
    assert shimmer.shown == {}
    shimmer.advance(16)
    assert not shimmer.moves
