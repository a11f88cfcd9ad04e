"""A lesson stays in sight beside the board, and its answers say what they were worth."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.pupil import Pupil
from tests.driver.user import advance, click_on, texts
from ttt_desktop.features.lessons.answer_option import AnswerOutcome
from ttt_desktop.look.parts import Card


@pytest.fixture
def pupil(open_window):
    return Pupil(open_window("--machine", "neither", docks=()))


def guide(pupil):
    return pupil.window.features["lessons"].guide


def card(pupil):
    """Return the step's card in the panel."""
    return pupil.window.features["lessons"].card


def go_to(pupil, key, place, revealed=False):
    """Go to a step of a lesson, and be told its answer where that is wanted."""
    leading = guide(pupil)
    leading.open_own(key)
    while leading.place < place or (revealed and leading.asks):
        advance(leading)
    pupil.settled()
    pupil.user.linger()


def in_front(pupil, name):
    """Whether a dock is seen, and not behind another one's tab."""
    return not pupil.window.docks[name].visibleRegion().isEmpty()


def test_a_clicker_at_the_last_step_moves_no_cursor(pupil):
    go_to(pupil, "1-playout", len(guide_steps("1-playout")) - 1)
    board = pupil.user.board
    board.setFocus()
    before, place = board.currentIndex(), guide(pupil).place
    QTest.keyClick(board, Qt.Key.Key_PageDown)
    assert board.currentIndex() == before
    assert guide(pupil).place == place
    QTest.keyClick(board, Qt.Key.Key_PageUp)
    assert guide(pupil).place == place - 1


def guide_steps(key):
    from ttt_desktop.features.lessons.library import own_lesson

    return own_lesson(key).steps


def test_a_clicker_gives_no_answer_away_and_moves_no_cursor(pupil):
    go_to(pupil, "1-playout", 2)
    assert guide(pupil).asks
    board = pupil.user.board
    board.setFocus()
    before = board.currentIndex()
    QTest.keyClick(board, Qt.Key.Key_PageDown)
    assert board.currentIndex() == before
    assert guide(pupil).asks


def test_options_say_which_was_chosen_and_which_is_right(pupil):
    go_to(pupil, "1-playout", 2)
    options = pupil.panel.page.options
    assert {option.outcome for option in options} == {AnswerOutcome.OPEN}
    click_on(options[2])
    chosen = [option.outcome for option in pupil.panel.page.options]
    assert chosen == [AnswerOutcome.CORRECT, AnswerOutcome.PASSED, AnswerOutcome.CHOSEN_WRONG]
    names = [option.accessibleName() for option in pupil.panel.page.options]
    assert names == ["X: correct", "O", "Both the same: your answer"]
    assert pupil.panel.page.verdict.fill == "wrong_soft"


def test_a_right_answer_is_green(pupil):
    go_to(pupil, "1-playout", 2)
    click_on(pupil.panel.page.options[0])
    assert pupil.panel.page.options[0].outcome is AnswerOutcome.CHOSEN_RIGHT
    assert isinstance(pupil.panel.page.verdict, Card)
    assert pupil.panel.page.verdict.fill == "right_soft"


@pytest.mark.uses("theatre")
def test_an_instrument_in_front_leaves_the_step_in_the_panel(pupil):
    before = pupil.user.board.geometry()
    go_to(pupil, "1-playout", 1)
    assert in_front(pupil, "theatre")
    assert not in_front(pupil, "lesson")
    assert card(pupil).isVisible()
    said = " ".join(texts(card(pupil)))
    assert "What is a playout? (2 of 5)" in said
    assert "Watch one" in said
    assert "again and again" in said
    pupil.window.docks["lesson"].raise_()
    pupil.user.linger()
    assert not card(pupil).isVisible(), "the lesson itself is seen"
    pupil.window.docks["theatre"].raise_()
    pupil.user.linger()
    click_on(card(pupil).back)
    assert guide(pupil).place == 0
    pupil.user.linger()
    pupil.window.docks["theatre"].raise_()
    pupil.user.linger()
    click_on(card(pupil).onward)
    assert guide(pupil).place == 1
    assert pupil.user.board.geometry() == before
    guide(pupil).put_away()
    assert not card(pupil).isVisible()


def test_a_question_with_options_brings_the_lesson_in_front(pupil):
    go_to(pupil, "1-playout", 2)
    pupil.user.linger()
    assert in_front(pupil, "lesson")
    assert pupil.panel.page.options[0].isVisible()


@pytest.mark.uses("heat")
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 768), (1920, 1080)])
def test_the_slider_that_is_to_be_moved_is_seen(pupil, width, height):
    pupil.window.resize(width, height)
    go_to(pupil, "4-blind-spot", 4, revealed=True)
    assert guide(pupil).revealed
    dock = pupil.window.docks["heatmap"]
    pupil.user.linger(0.3)
    assert in_front(pupil, "heatmap")
    slider = dock.controls.fields["other"]
    assert slider.visibleRegion().boundingRect() == slider.rect()
