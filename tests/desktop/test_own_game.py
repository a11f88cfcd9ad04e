"""A person's own unfinished game is never lost, whatever else is looked at meanwhile."""

import pytest
from PySide6.QtGui import QGuiApplication

from engine import PLAYERX
from tests.desktop.past import add, history, kept, play, press, record, rows, select
from tests.driver.user import X_WINS, choose
from ttt_desktop.settings.declarations import with_values
from ttt_desktop.settings.opponent_field import PERSON

OWN = ((1, 1), (2, 2), (0, 1))
PEOPLE = ("--machine", "neither")


@pytest.fixture
def past(open_window):
    """A user with a game of their own under way, and two games of the past to look at."""
    user = open_window(*PEOPLE)
    for moves in ("A1 A2 B1 B2 C1", "C3 B3 C2 B2 C1"):
        add(user, record(moves=moves))
    play(user, OWN)
    return user


def look_at_past(user, row, steps=0):
    window = history(user)
    select(window, row)
    press(user, window, "open")
    for _ in range(steps):
        user.trigger("step_forward")


@pytest.mark.uses("files", "you")
@pytest.mark.parametrize("steps", [0, 1, 5])
def test_it_is_what_back_leads_to_from_any_number_of_past_games(past, steps):
    look_at_past(past, 0, steps)
    look_at_past(past, 1, steps)
    assert past.window.action["back"].isEnabled()
    past.trigger("back")
    assert past.game.moves == OWN


@pytest.mark.uses("files", "you")
@pytest.mark.parametrize("steps", [0, 1, 5])
def test_it_is_there_at_the_next_start_after_a_past_game(past, open_window, tmp_path, steps):
    look_at_past(past, 0, steps)
    past.window.close()
    past.app.keeper.disown()
    again = open_window(*PEOPLE)
    assert again.game.moves == OWN
    assert kept(again) == 2


@pytest.mark.parametrize("back", [1, 2, 3])
def test_it_is_whole_at_the_next_start_while_it_is_looked_back_at(open_window, back):
    user = open_window(*PEOPLE)
    play(user, OWN)
    for _ in range(back):
        user.trigger("step_back")
    user.window.close()
    user.app.keeper.disown()
    again = open_window(*PEOPLE)
    assert again.controller.view.looks_back
    again.trigger("last")
    assert again.game.moves == OWN


def test_it_is_given_up_and_not_lost_from_its_first_position(open_window):
    user = open_window(*PEOPLE)
    play(user, OWN)
    user.trigger("first")
    user.trigger("again")
    user.trigger("back")
    user.trigger("last")
    assert user.game.moves == OWN


@pytest.mark.uses("review")
def test_a_finished_game_that_is_reviewed_is_no_given_up_one(open_window):
    user = open_window(*PEOPLE)
    play(user, X_WINS)
    user.trigger("review")
    user.trigger("step_forward")
    user.trigger("again")
    assert not user.window.action["back"].isEnabled()


@pytest.mark.uses("lessons")
def test_a_new_game_in_a_lesson_ends_the_lesson_and_gives_the_own_game_up(open_window):
    user = open_window(*PEOPLE)
    play(user, OWN)
    user.window.features["lessons"].guide.open_own("2-scores")
    user.trigger("again")
    assert not user.window.features["lessons"].guide.active
    assert user.game.moves == ()
    user.trigger("back")
    assert user.game.moves == OWN


@pytest.mark.uses("lessons")
def test_the_game_given_up_before_a_lesson_is_there_in_it_and_after_it(open_window):
    user = open_window(*PEOPLE)
    play(user, OWN)
    user.trigger("again")
    user.window.features["lessons"].guide.open_own("2-scores")
    user.trigger("back")
    assert not user.window.features["lessons"].guide.active
    assert user.game.moves == OWN


def test_going_back_twice_gives_both_games_their_players(open_window):
    user = open_window("--machine", "O", "--trials", "20")
    user.click((1, 1))
    user.settled()
    first = user.game.moves
    page = user.all_choices()
    page.started.emit(with_values(user.controller.settings, {"machine": "neither"}), PERSON)
    play(user, ((1, 0), (2, 0)))
    user.trigger("back")
    assert (user.game.moves, user.controller.settings.machine) == (first, "O")
    user.trigger("back")
    assert (user.game.moves, user.controller.settings.machine) == (((1, 0), (2, 0)), "neither")


def test_a_machine_waits_while_the_game_is_looked_back_at(open_window):
    user = open_window(*PEOPLE, "--trials", "20")
    play(user, OWN)
    user.trigger("step_back")
    user.window.features["play"].opponents.choose_side("O")
    user.linger(0.3)
    user.trigger("last")
    assert user.game.moves[:3] == OWN


def test_a_move_from_an_earlier_position_is_the_newest(open_window):
    user = open_window("--machine", "O", "--trials", "20")
    user.click((0, 0))
    user.settled()
    user.trigger("step_back")
    assert user.headline == "After 1 of 2 moves."
    user.trigger("resume")
    user.settled()
    assert user.headline == "Your turn."


@pytest.mark.parametrize("way", ["redo", "step_forward", "last"])
def test_an_end_taken_back_counts_again_by_any_way_forward(open_window, way):
    user = open_window(*PEOPLE)
    play(user, X_WINS)
    user.trigger("undo")
    assert user.controller.score.wins(PLAYERX, user.controller.seats_now) == 0
    user.trigger(way)
    assert user.controller.score.wins(PLAYERX, user.controller.seats_now) == 1
    user.trigger("first")
    user.trigger("last")
    assert user.controller.score.wins(PLAYERX, user.controller.seats_now) == 1
    assert kept(user) == 1


# --- the history ----------------------------------------------------------------------


@pytest.mark.uses("you")
def test_a_deleted_game_comes_back_beside_one_that_ended_since(open_window):
    user = open_window(*PEOPLE)
    play(user, X_WINS)
    window = history(user)
    select(window, 0)
    press(user, window, "delete")
    user.trigger("again")
    play(user, ((0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (1, 2)))
    press(user, window, "restore")
    assert sorted(row[3] for row in rows(window)) == ["Player O won", "Player X won"]


@pytest.mark.uses("you")
def test_a_deleted_game_that_goes_on_is_another_one(open_window):
    user = open_window(*PEOPLE)
    play(user, X_WINS)
    window = history(user)
    select(window, 0)
    press(user, window, "delete")
    user.trigger("undo")
    play(user, ((2, 2), (1, 2)))
    press(user, window, "restore")
    assert sorted(row[3] for row in rows(window)) == ["Player O won", "Player X won"]


@pytest.mark.uses("you")
def test_the_chosen_board_stays_when_the_list_changes(open_window):
    user = open_window(*PEOPLE)
    for size in (3, 4, 4):
        add(user, record(size=size, line=3))
    window = history(user)
    choose(window.board, "4×4, 3 in a row")
    select(window, 0)
    press(user, window, "delete")
    assert window.board.currentText() == "4×4, 3 in a row"
    assert len(rows(window)) == 1


@pytest.mark.uses("you")
@pytest.mark.parametrize("typed", ["Éva", "éva", "öz", "ÖZLEM"])
def test_names_are_found_in_any_case_and_script(open_window, typed):
    user = open_window(*PEOPLE)
    add(user, record(x_name="Éva", o_name="Özlem"))
    window = history(user)
    window.text.setText(typed)
    assert len(rows(window)) == 1


@pytest.mark.uses("files")
def test_an_opened_game_is_there_at_the_next_start_and_so_is_the_one_left_for_it(
    open_window, tmp_path
):
    path = tmp_path / "theirs.sgf"
    path.write_text("(;GM[4]SZ[15]PB[Alice]PW[Bob];B[hh];W[ii])")
    user = open_window("--machine", "X")
    user.settled()
    user.click(next(iter(user.game.board.get_empty_squares())))
    user.settled()
    own = user.game.moves
    user.window.features["files"].games.open(path)
    user.window.controller.notes.comment("well played")
    user.window.close()
    user.app.keeper.disown()
    again = open_window("--machine", "X")
    again.linger()
    assert again.game.moves == ((7, 7), (8, 8)), "nobody moves in it unasked"
    assert again.headline == "Alice to move."
    assert again.controller.view.comment == "well played"
    again.trigger("back")
    assert again.game.moves == own


OVER = "(;GM[4]SZ[5];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])"


@pytest.mark.uses("files")
@pytest.mark.parametrize("how", ["opened", "pasted"])
def test_what_cannot_go_on_takes_no_unfinished_games_place(open_window, tmp_path, how):
    user = open_window(*PEOPLE)
    play(user, OWN)
    if how == "opened":
        path = tmp_path / "theirs.sgf"
        path.write_text(OVER)
        assert user.window.features["files"].games.open(path)
        assert user.game.result is not None
    else:
        QGuiApplication.clipboard().setText("X../.O./...")
        user.trigger("paste")
        assert user.game.start is not None
    user.window.close()
    user.app.keeper.disown()
    assert open_window(*PEOPLE).game.moves == OWN
