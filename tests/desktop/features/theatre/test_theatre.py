"""The theatre: what it shows is the algorithm, step by step and in bulk."""

import random

import pytest
from PySide6.QtCore import Qt

from engine import EMPTY, PLAYERO, PLAYERX, Board, Tally, course, square_name
from engine.search.confidence import interval
from tests.driver.user import click_on, texts
from ttt_desktop.features.theatre.theatre import Phase


@pytest.fixture
def stage(open_window):
    """A window with the theatre open at a position with X to move."""
    user = open_window("--machine", "neither", "--trials", "300")
    user.adopt("A1 B2", wait=False)
    user.trigger("theatre")
    dock = user.window.docks["theatre"]
    user.qtbot.waitUntil(dock.isVisible)
    return user, dock, dock.theatre


def test_a_playout_is_shown_move_by_move_then_stamped_then_added(stage):
    _, dock, theatre = stage
    seen = []
    for _ in range(12):
        click_on(dock.button["step"])
        seen.append(theatre.state)
        if theatre.state is Phase.PLAYING:
            marks = 2 + len(seen)
            assert len(on_the_stage(theatre).get_empty_squares()) == 9 - marks
            assert dock.sentence.startswith(f"Move {len(seen)}:")
        if theatre.state is Phase.ADDED:
            break
    assert seen[-3:] == [Phase.OVER, Phase.STAMPED, Phase.ADDED]
    assert theatre.tally.trials == 1
    assert theatre.scores == theatre.tally.scores(theatre.player)
    count = (label for label in texts(dock) if label.startswith("Playouts added: 1."))
    assert "The machine plays 300 of its own before a move." in next(count)


SQUARES = [(row, col) for row in range(3) for col in range(3)]


def on_the_stage(theatre):
    """Return the position that is shown."""
    mark = theatre.stage.mark
    return Board(3, board=[[mark((row, col)) for col in range(3)] for row in range(3)])


def test_stamps_are_the_courses_scores_with_their_reason(stage):
    _, dock, theatre = stage
    while theatre.state is not Phase.STAMPED or on_the_stage(theatre).check_win() == course.DRAW:
        click_on(dock.button["step"])
    final = on_the_stage(theatre)
    earned = [[0.0] * 3 for _ in range(3)]
    course.mc_update_scores(earned, final, theatre.player)
    for row, col in SQUARES:
        stamp = theatre.stage.stamp((row, col))
        if final.square(row, col) == EMPTY:
            assert stamp is None
        else:
            assert stamp == earned[row][col]
            tip = theatre.stage.index(row, col).data(Qt.ItemDataRole.ToolTipRole)
            assert "mark in a playout that X" in tip
    assert "SCORE_CURRENT" in dock.sentence


def test_the_greatest_total_comes_with_its_interval(stage):
    user, dock, theatre = stage
    click_on(dock.button["thousand"])
    user.qtbot.waitUntil(lambda: not theatre.running)
    (best,) = theatre.best
    low, high = interval(theatre.tally, theatre.player, best, (1.0, 1.0))
    ends = f"{low * 1000:+.0f} to {high * 1000:+.0f}".replace("-", "−")
    assert f"Greatest total: {square_name(best)}. Its 95 % interval: {ends}." in " ".join(
        texts(dock)
    )
    tip = theatre.totals.index(*best).data(Qt.ItemDataRole.ToolTipRole)
    assert f"95 % intervals: {ends} and" in tip


def test_who_won_the_playouts_is_counted(stage):
    _, dock, theatre = stage
    assert not any("X won" in label for label in texts(dock))
    random.seed(1)  # the course's playouts draw from it
    winners = []
    for _ in range(20):
        click_on(dock.button["next"])
        winners.append(on_the_stage(theatre).check_win())
    x, o, ties = (winners.count(each) for each in (PLAYERX, PLAYERO, course.DRAW))
    assert min(x, o, ties) > 0
    assert f"Playouts added: 20. X won {x}, O won {o}; ties: {ties}." in " ".join(texts(dock))


def test_the_totals_are_the_tallys_scores_for_the_same_playouts(stage, monkeypatch):
    user, dock, theatre = stage
    finals = []
    real = course.mc_trial

    def recorded(board, player):
        real(board, player)
        finals.append(board.clone())

    monkeypatch.setattr(course, "mc_trial", recorded)
    click_on(dock.button["next"])
    click_on(dock.button["step"])
    click_on(dock.button["ten"])
    user.qtbot.waitUntil(lambda: not theatre.running)
    click_on(dock.button["thousand"])
    user.qtbot.waitUntil(lambda: not theatre.running)
    # The playout begun by "Step" is one of the ten.
    assert len(finals) == 1 + 10 + 1000
    tally = sum((Tally.of_finished(final) for final in finals), Tally.zero(3))
    assert theatre.tally == tally
    assert theatre.scores == tally.scores(theatre.player)
    shown = theatre.totals.sheet.scores
    assert shown == tally.scores(theatre.player)


def test_to_the_end_is_as_many_as_the_machine_plays(stage):
    user, dock, theatre = stage
    click_on(dock.button["all"])
    user.qtbot.waitUntil(lambda: not theatre.running)
    assert theatre.tally.trials == 300
    assert not dock.button["all"].isEnabled()
    click_on(dock.button["reset"])
    assert theatre.tally.trials == 0
    assert dock.button["all"].isEnabled()


def test_weights_change_the_totals_and_not_the_playouts(stage):
    user, dock, theatre = stage
    click_on(dock.button["ten"])
    user.qtbot.waitUntil(lambda: not theatre.running)
    tally = theatre.tally
    user.window.docks["heatmap"].controls.fields["other"].slider.setValue(0)
    user.qtbot.waitUntil(lambda: theatre.scores == tally.scores(theatre.player, 1.0, 0.0))
    assert theatre.tally is tally


def test_it_plays_by_itself_until_it_is_paused(stage):
    user, dock, theatre = stage
    dock.speed.setValue(dock.speed.maximum())
    click_on(dock.button["play"])
    user.qtbot.waitUntil(lambda: theatre.tally.trials >= 2)
    click_on(dock.button["play"])
    assert not dock.button["stop"].isEnabled(), "nothing is left to stop"
    played = theatre.tally.trials
    user.linger()
    assert theatre.tally.trials == played


def test_a_long_run_can_be_stopped_and_what_was_played_counts(open_window):
    user = open_window("--machine", "neither", "--size", "19", "--trials", "100000")
    user.trigger("theatre")
    dock = user.window.docks["theatre"]
    user.qtbot.waitUntil(dock.isVisible)
    click_on(dock.button["all"])
    user.qtbot.waitUntil(lambda: dock.theatre.tally.trials > 1)
    click_on(dock.button["stop"])
    user.qtbot.waitUntil(lambda: not dock.theatre.running)
    assert 1 < dock.theatre.tally.trials < 100_000


def test_another_position_begins_anew_and_a_finished_game_has_no_playouts(stage):
    user, dock, theatre = stage
    click_on(dock.button["next"])
    user.click((0, 1))
    user.qtbot.waitUntil(lambda: theatre.tally.trials == 0)
    for square in ((2, 2), (0, 2)):
        user.click(square)
    assert user.game.result is not None
    user.qtbot.waitUntil(lambda: not dock.button["step"].isEnabled())
    assert "game is over" in dock.sentence


def test_a_tie_scores_nothing(stage):
    user, dock, theatre = stage
    user.adopt("A1 B1 C1 A2 C2 B2 A3 C3", wait=False)
    user.qtbot.waitUntil(lambda: on_the_stage(theatre).get_empty_squares() == [(2, 1)])
    for _ in range(4):
        click_on(dock.button["step"])
    assert theatre.state is Phase.ADDED
    assert dock.sentence == "A tie: this playout scores nothing."
    assert theatre.scores == [[0.0] * 3] * 3


def test_playouts_that_see_wins_and_blocks(stage):
    user, dock, theatre = stage
    click_on(dock.button["ten"])
    user.qtbot.waitUntil(lambda: theatre.tally.trials == 10)
    box = dock.fields["heavy"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    # Totals of both kinds together would mean nothing.
    user.qtbot.waitUntil(lambda: theatre.tally.trials == 0)
    user.adopt("A1 B2 B1 C3", wait=False)  # X can complete the first row at C1
    click_on(dock.button["step"])
    assert dock.sentence == "Move 1: X plays C1, which completes a line."
    user.adopt("A1 B2 B1", wait=False)  # O must block there
    click_on(dock.button["step"])
    assert dock.sentence == "Move 1: O plays C1, which blocks a line."
    click_on(dock.button["thousand"])
    user.qtbot.waitUntil(lambda: theatre.tally.trials >= 300)
    assert theatre.tally.ties == theatre.tally.trials  # every move from here on is forced


def test_the_map_and_the_theatre_have_the_same_kind_of_playouts(stage):
    user, dock, _ = stage
    user.window.preferences.choose("x", "mc:trials=300,heavy=1")
    user.adopt("A1 B2 B1 C3", wait=False)
    user.qtbot.waitUntil(lambda: dock.fields["heavy"].currentIndex() == 1)
    click_on(dock.button["step"])
    assert dock.sentence.endswith("which completes a line.")
