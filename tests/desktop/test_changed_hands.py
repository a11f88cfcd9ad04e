"""Others take the seats: what was played stays with those who played it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from engine import PLAYERO, PLAYERX
from tests.desktop.machines import cards
from tests.desktop.past import add, history, kept, play, press, record, rows, select
from tests.driver.user import X_WINS, choose

TIE = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (1, 1), (2, 0), (2, 2), (2, 1))
PEOPLE = ("--machine", "neither", "--name", "Tom", "--friend", "Mia")


def wins(user, mark):
    return user.controller.score.wins(mark, user.controller.seats_now)


def test_a_level_chosen_after_the_end_did_not_lose(open_window):
    user = open_window("--machine", "neither", "--name", "Tom")
    play(user, X_WINS)
    user.qtbot.waitUntil(user.window.features["play"].rounds.result.isVisible)
    user.window.features["play"].opponents.choose_side("O")
    user.window.features["play"].opponents.choose_kind("level:hard")
    assert user.window.features["play"].rounds.result.isVisible()
    assert user.ending == "Tom wins with row 1.", "what was said of the game stays true"
    assert "Hard" in cards(user)[1]
    user.trigger("again")
    user.settled()
    assert "To move." in cards(user)[0]


@pytest.mark.uses("you")
def test_a_game_of_two_people_stays_in_the_history_when_a_machine_goes_on_with_it(open_window):
    user = open_window(*PEOPLE)
    play(user, TIE)
    user.window.features["play"].opponents.choose_side("O")
    user.trigger("undo")
    user.settled()
    user.play_on()
    assert [row[2] for row in rows(history(user))][1:] == ["Tom – Mia"]
    user.window.features["play"].opponents.choose_side("neither")
    assert user.controller.score.ties(user.controller.seats_now) == 1


def test_back_to_a_given_up_game_brings_its_players_back(open_window):
    user = open_window("--machine", "O", "--x", "mc:trials=20", "--name", "Tom")
    user.click((1, 1))
    user.settled()
    before = list(user.game.moves)
    card = user.all_choices()
    choose(card.opponent.who, "A person here")
    card.names[1].setText("Mia")
    user.qtbot.mouseClick(card.start, Qt.MouseButton.LeftButton)
    assert "Mia" in cards(user)[1]
    user.trigger("back")
    assert user.game.moves == tuple(before)
    assert "Machine" in cards(user)[1]
    assert user.headline == "Tom to move."


def test_wins_against_one_level_are_none_against_another(open_window):
    user = open_window("--machine", "X", "--x", "level:medium")
    user.settled()
    user.play_on()
    counted = [wins(user, mark) for mark in (PLAYERX, PLAYERO)]
    counted.append(user.controller.score.ties(user.controller.seats_now))
    assert sum(counted) == 1
    user.window.features["play"].opponents.choose_kind("level:hard")
    assert wins(user, PLAYERX) == wins(user, PLAYERO) == 0
    user.window.features["play"].opponents.choose_kind("level:medium")
    again = [wins(user, mark) for mark in (PLAYERX, PLAYERO)]
    assert [*again, user.controller.score.ties(user.controller.seats_now)] == counted


@pytest.mark.uses("you")
def test_time_after_the_end_is_no_time_of_the_game(open_window, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr("ttt_desktop.archive.recorder.monotonic", lambda: clock[0])
    user = open_window(*PEOPLE)
    user.click((0, 0))
    clock[0] += 7
    for square in ((1, 0), (0, 1), (1, 1), (0, 2)):
        user.click(square)
    clock[0] += 500  # spent looking at statistics
    user.trigger("undo")
    clock[0] += 4
    user.click((0, 2))
    (kept,) = rows(history(user))
    assert kept[5] == "0:11"


def searched(user):
    """Wait until what is on the board has been searched."""
    user.qtbot.waitUntil(
        lambda: not user.controller.view.is_thinking and user.game.moves in user.controller.analyses
    )


PAST = record("O", moves="A1 B1 A2 B2 C3 B3", x_name="Ada", o_player="mc:easy", o_name="Machine")


def open_past(user):
    """Have a game of the past in the history, and open it."""
    add(user, PAST)
    window = history(user)
    select(window, 0)
    press(user, window, "open")


@pytest.mark.uses("files", "you")
def test_a_past_game_shows_who_played_it_and_each_position_is_searched(open_window):
    user = open_window("--machine", "X", "--x", "level:hard", "--name", "Tom")
    user.settled()
    open_past(user)
    searched(user)
    assert cards(user)[0].startswith("X: Ada.")
    assert "Flat Monte Carlo, 25 trials" in cards(user)[1]
    user.trigger("last")
    assert user.headline == "The machine wins with column B."
    user.trigger("step_back")
    searched(user)


@pytest.mark.uses("files", "you")
def test_whoever_moves_in_a_past_game_plays_it_now(open_window):
    user = open_window(*PEOPLE)
    open_past(user)
    user.settled()
    assert "past game" in user.window.notice.text
    user.window.coach.end()
    user.trigger("step_back")
    user.click((1, 2))
    assert not user.window.notice.isVisible(), "it is no past game any more"
    assert cards(user)[0].startswith("X: Tom.")


@pytest.mark.uses("review")
def test_review_is_offered_wherever_one_looks(open_window):
    user = open_window(*PEOPLE)
    assert not user.window.action["review"].isEnabled()
    play(user, X_WINS)
    user.trigger("first")
    assert user.window.action["review"].isEnabled()
    user.trigger("review")
    searched(user)


@pytest.mark.uses("lessons")
def test_what_was_found_out_is_there_again_after_a_lesson(open_window):
    user = open_window("--machine", "X", "--trials", "200")
    user.settled()
    said = user.window.docks["heatmap"].caption
    assert said.startswith("X was to move, 200 trials."), "O is to move now"
    user.window.features["lessons"].guide.open_own("1-playout")
    user.trigger("lesson")
    user.qtbot.waitUntil(lambda: user.window.docks["heatmap"].caption == said)


def test_scores_of_moves_ago_say_how_old_they_are(open_window):
    user = open_window("--machine", "O", "--trials", "200")
    user.click((0, 0))
    user.settled()
    said = []
    user.window.board.model().dataChanged.connect(
        lambda: said.append(user.window.docks["heatmap"].caption)
    )
    user.click(user.game.board.get_empty_squares()[0])
    assert said[0].startswith("O was to move 2 moves ago, 200 trials."), "before the search shows"


def test_the_status_line_speaks_of_what_is_shown(open_window):
    user = open_window("--machine", "O", "--trials", "20")
    user.click((1, 1))
    user.settled()
    user.change(x="mc:trials=300")
    user.click(user.game.board.get_empty_squares()[0])
    user.settled()
    shown = user.window.status.findChildren(QLabel)
    assert any(label.text().startswith("300 trials") for label in shown)
    user.trigger("undo")
    assert any(label.text().startswith("20 trials") for label in shown)
    user.trigger("undo")
    assert not any("trials" in label.text() for label in shown)


@pytest.mark.uses("lessons")
def test_moves_in_a_lesson_change_nobody_who_plays_the_users_own_game(open_window):
    user = open_window("--machine", "O", "--trials", "20")
    user.click((1, 1))
    user.settled()
    user.window.features["lessons"].guide.open_own("1-playout")
    user.click((0, 0))
    user.window.features["lessons"].guide.put_away()
    user.trigger("again")
    user.trigger("back")
    assert user.controller.settings.machine == "O"


def test_a_name_given_after_the_end_makes_no_second_game(open_window):
    user = open_window(*PEOPLE)
    play(user, X_WINS)
    user.change(name="Ann")
    user.trigger("undo")
    user.click((0, 2))
    assert wins(user, PLAYERX) == 1
    assert kept(user) == 1


@pytest.mark.uses("files", "lessons", "you")
def test_a_past_game_is_as_it_was_after_a_lesson(open_window):
    user = open_window("--machine", "X", "--x", "level:hard")
    user.settled()
    open_past(user)
    searched(user)
    user.trigger("first")
    user.trigger("step_forward")
    searched(user)
    user.window.features["lessons"].guide.open_own("1-playout")
    user.window.features["lessons"].guide.put_away()
    assert (len(user.game.moves), len(user.game.undone)) == (1, 5)
    assert user.controller.view.reviewing
    assert not user.controller.view.scene.is_own
    assert cards(user)[0].startswith("X: Ada.")


def test_machines_that_go_on_from_an_earlier_position_make_one_game(open_window):
    user = open_window("--machine", "both", "--x", "mc:trials=20", "--o", "mc:trials=20")
    user.qtbot.waitUntil(lambda: user.game.result is not None)
    user.controller.replay.go_to(1)
    user.change(x="mc:trials=5")
    user.controller.resume()
    user.qtbot.waitUntil(lambda: user.game.result is not None)
    assert not user.controller.view.changed_hands
    counted = wins(user, PLAYERX) + wins(user, PLAYERO)
    assert counted + user.controller.score.ties(user.controller.seats_now) >= 1


def test_a_score_that_starts_anew_says_why(open_window):
    user = open_window(*PEOPLE)
    user.window.features["play"].opponents.choose_side("O")
    assert not user.window.status.currentMessage(), "0 stays 0: there is nothing to explain"
    user.window.features["play"].opponents.choose_side("neither")
    play(user, X_WINS)
    assert wins(user, PLAYERX) == 1
    user.window.features["play"].opponents.choose_side("O")
    assert wins(user, PLAYERX) == 0
    assert "New score for 3×3" in user.window.status.currentMessage()
