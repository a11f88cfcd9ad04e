"""A game stays with those who played it: in the score, in the history, beside lessons and files."""

import pytest

from engine import PLAYERO, PLAYERX, Game, Rules
from engine.record import read_record
from engine.search.exact import perfect_values
from tests.desktop.machines import load, mine
from tests.desktop.past import add, counts, history, play, press, record, rows, select
from tests.driver.user import X_WINS, click_on, texts
from tests.engine.course_variants import FILES
from ttt_desktop.features.heat.dock import NO_SEARCH
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.session.seats import Seating

PEOPLE = ("--machine", "neither", "--name", "Tom", "--friend", "Mia")


def wins(user, mark=PLAYERX):
    return user.controller.score.wins(mark, user.controller.view.seating)


def shown(user):
    """Return the result and the players of each row of the history, the newest first."""
    return [(row[2], row[3]) for row in rows(history(user))]


def start_what_is_set(user):
    """Start a game from the page with all choices as that comes."""
    click_on(user.all_choices().start)


# --- later moves --------------------------------------------------------------------------


@pytest.fixture
def looked_back(open_window):
    """Somebody against a machine, who looks at an earlier position: the machine's turn."""
    user = open_window("--machine", "O", "--x", "mc:trials=20", "--size", "5", "--line", "4")
    for _ in range(3):
        user.click(user.game.board.get_empty_squares()[0])
        user.settled()
    user.controller.replay.go_to(3)
    return user, (*user.game.moves, *user.game.undone)


def test_a_game_left_while_it_was_looked_back_at_comes_back_whole(looked_back):
    user, whole = looked_back
    user.trigger("again")
    user.settled()
    user.trigger("back")
    user.linger()
    assert (*user.game.moves, *user.game.undone) == whole
    assert user.headline == "After 3 of 6 moves."


@pytest.mark.uses("files")
def test_a_game_saved_while_it_was_looked_back_at_opens_whole(looked_back, tmp_path):
    user, whole = looked_back
    path = tmp_path / "mine.tttgame"
    assert user.window.features["files"].games.save(path)
    assert user.window.features["files"].games.open(path)
    user.linger()
    assert (*user.game.moves, *user.game.undone) == whole
    assert user.headline == "After 3 of 6 moves."


def test_a_move_made_again_on_the_way_leaves_the_others_to_be_gone_to(looked_back):
    user, whole = looked_back
    user.controller.replay.go_first()
    user.trigger("redo")
    assert user.headline.startswith("After ")
    user.window.features["play"].opponents.choose_side("X")
    user.linger()
    assert (*user.game.moves, *user.game.undone) == whole


def test_looking_back_is_not_called_taking_back(open_window, monkeypatch):
    heard = []
    monkeypatch.setattr(Announcer, "say", lambda _self, sentence: heard.append(sentence))
    user = open_window(*PEOPLE)
    play(user, X_WINS[:4])
    heard.clear()
    for way in ("step_back", "first", "last"):
        user.trigger(way)
    assert [each for each in heard if "moves" in each or "back" in each or "again" in each] == [
        "After 3 of 4 moves.", "After 0 of 4 moves.", "After 4 of 4 moves.",
    ]  # fmt: skip
    user.trigger("undo")
    assert "Taken back: O B2" in heard


# --- the unfinished game -------------------------------------------------------------------


def test_a_game_of_one_move_is_at_hand_after_the_sides_are_swapped(open_window):
    user = open_window("--machine", "O", "--x", "mc:trials=1000000000", "--size", "7")
    user.click((1, 1))
    user.trigger("swap")
    assert "given up" in user.window.notice.text
    user.trigger("back")
    assert user.game.moves == ((1, 1),)
    assert user.controller.settings.machine == "O"
    user.trigger("stop")


@pytest.mark.uses("demo")
def test_a_game_that_a_demo_took_over_is_at_hand_with_its_players(open_window):
    user = open_window("--machine", "O", "--x", "mc:trials=20", "--size", "5")
    user.click((1, 1))
    user.settled()
    user.trigger("demo")
    user.trigger("stop")
    user.trigger("again")
    user.trigger("demo")
    user.trigger("back")
    assert user.game.moves[0] == (1, 1)
    assert user.controller.settings.machine == "O"


@pytest.mark.uses("files")
def test_going_back_says_which_file_played_the_game(open_window):
    user = open_window("--machine", "O", "--trials", "20", "--size", "5")
    load(user, FILES / "plain.py")
    user.click((1, 1))
    user.settled()
    user.trigger("again")
    user.trigger("built_in")
    user.trigger("back")
    assert user.window.notice.text.startswith("plain.py played this game before")


# --- what a game counts --------------------------------------------------------------------


@pytest.mark.uses("files", "you")
def test_a_file_that_is_loaded_after_the_end_ends_no_game(open_window):
    user = open_window("--machine", "O", "--x", "mc:trials=5")
    user.play_on()
    before = shown(user)
    load(user, FILES / "plain.py")
    user.trigger("built_in")
    assert shown(user) == before
    assert len(before) == 1


@pytest.mark.uses("you")
def test_moves_made_again_are_still_those_of_who_made_them(open_window):
    user = open_window(*PEOPLE)
    play(user)
    user.trigger("undo")
    user.window.features["play"].opponents.choose_side("O")
    user.trigger("redo")
    assert shown(user) == [("Tom – Mia", "Tom won")]
    user.window.features["play"].opponents.choose_side("neither")
    assert wins(user) == 1


@pytest.mark.uses("you")
@pytest.mark.parametrize("change", [{"x": "mc:trials=9"}, {"machine": "both"}])
def test_an_end_counts_once_however_often_it_is_undone_and_made_again(open_window, change):
    user = open_window("--machine", "O", "--x", "mc:trials=5")
    user.play_on()
    said, before = user.ending, shown(user)
    seats = user.controller.view.seating
    user.change(**change)
    for _ in range(3):
        user.trigger("undo")
        user.trigger("redo")
    marks = (wins(user, PLAYERX), wins(user, PLAYERO), user.controller.score.ties(seats))
    assert sum(marks) == 1
    assert shown(user) == before
    assert user.headline == said
    assert not user.window.features["play"].rounds.result.isVisible(), "others play now"


@pytest.mark.uses("you")
def test_an_end_that_was_taken_back_gives_way_to_that_of_others(open_window):
    user = open_window(*PEOPLE)
    play(user)
    user.trigger("undo")
    user.window.features["play"].opponents.choose_side("O")
    user.play_on()
    assert len(shown(user)) == 1
    assert user.controller.score.wins(PLAYERX, Seating(user.controller.settings)) <= 1
    user.window.features["play"].opponents.choose_side("neither")
    assert user.controller.score.wins(PLAYERX, user.controller.seats_now) == 0


@pytest.mark.uses("files", "you")
def test_a_past_games_end_stays_that_of_its_players(open_window):
    user = open_window("--machine", "neither", "--name", "Zoe")
    add(user, record(x_name="Ann", o_seat="friend", o_name="Bo", o_player=""))
    window = history(user)
    select(window, 0)
    press(user, window, "open")
    user.controller.replay.go_last()
    said = user.headline
    user.trigger("undo")
    user.trigger("redo")
    assert user.ending == said
    assert not user.window.features["play"].rounds.result.isVisible()


@pytest.mark.uses("files")
def test_a_finished_game_from_a_file_is_no_unfinished_one_while_it_is_looked_back_at(
    open_window, tmp_path
):
    user = open_window(*PEOPLE, folder=tmp_path)
    play(user)
    path = tmp_path / "over.tttgame"
    user.window.features["files"].games.save(path)
    user.trigger("again")
    user.window.features["files"].games.open(path)
    user.controller.replay.go_first()
    assert not (tmp_path / "unfinished-game.json").exists()
    user.trigger("again")
    assert not user.controller.view.can_go_back


@pytest.mark.uses("you")
def test_one_game_counts_once_though_another_came_between(open_window):
    user = open_window(*PEOPLE)
    play(user)
    user.trigger("undo")
    user.trigger("again")
    user.click((0, 0))
    user.trigger("back")
    user.trigger("redo")
    assert shown(user) == [("Tom – Mia", "Tom won")]


@pytest.mark.uses("lessons", "you")
def test_one_game_counts_once_though_a_lesson_came_between(open_window):
    user = open_window(*PEOPLE)
    play(user)
    user.window.features["lessons"].guide.open_own("1-playout")
    user.window.features["lessons"].guide.leave()
    user.trigger("undo")
    for square in ((2, 2), (1, 2)):  # O wins now
        user.click(square)
    assert (wins(user, PLAYERX), wins(user, PLAYERO)) == (0, 1)
    assert shown(user) == [("Tom – Mia", "Mia won")]


@pytest.mark.parametrize("other", ["mc:trials=9", "file"])
def test_wins_against_one_opponent_are_none_against_another(open_window, other):
    user = open_window("--machine", "neither", "--x", "mc:trials=7")
    user.change(machine="O")
    user.controller.score.count(over().result, user.controller.seats_now, user.game.rules)
    assert wins(user) == 1
    if other == "file":
        load(user, FILES / "plain.py")
    else:
        user.change(x=other)
    assert wins(user) == 0


def over():
    """Return a game that X has won."""
    game = Game(Rules.of(3))
    for square in X_WINS:
        game.play(square)
    return game


def test_a_friend_without_a_name_is_one_person(open_window):
    user = open_window("--machine", "neither")
    for _ in range(2):
        play(user)
        user.trigger("swap")
    opponents = {count.opponent for count in counts(user)}
    assert opponents == {"A friend"}


@pytest.mark.uses("files", "you")
def test_reviewing_a_past_game_changes_no_sides(open_window):
    user = open_window("--machine", "O", "--alternate")
    add(user, record())
    window = history(user)
    select(window, 0)
    press(user, window, "open")
    user.controller.replay.go_last()
    user.trigger("again")
    assert user.controller.settings.machine == "O"


@pytest.mark.uses("demo", "files")
@pytest.mark.parametrize("side", [pytest.param("demo", marks=pytest.mark.uses("demo")), "both"])
def test_a_persons_game_that_came_while_machines_played_is_at_hand(open_window, tmp_path, side):
    user = open_window(*PEOPLE)
    user.click((1, 1))
    path = tmp_path / "mine.tttgame"
    user.window.features["files"].games.save(path)
    user.trigger("undo")
    if side == "demo":
        user.trigger("demo")
    else:
        user.window.features["play"].opponents.choose_side("both")
    user.trigger("stop")
    user.trigger("step")
    user.linger()
    user.window.features["files"].games.open(path)
    user.trigger("stop")
    if side == "demo":
        user.trigger("demo")
    else:
        user.window.features["play"].opponents.choose_side("neither")
    user.trigger("again")
    assert user.controller.view.can_go_back


@pytest.mark.uses("setup")
def test_the_own_game_is_there_at_the_next_start_until_somebody_moves(open_window, tmp_path):
    user = open_window(*PEOPLE, folder=tmp_path)
    kept = tmp_path / "unfinished-game.json"
    user.click((1, 1))
    user.window.action.choices["positions"].actions()[1].trigger()
    user.settled()
    assert read_record(kept).game.moves == ((1, 1),)
    user.click(user.game.board.get_empty_squares()[0])
    assert read_record(kept).game.moves == user.game.moves


@pytest.mark.uses("files", "setup")
def test_a_failed_file_makes_only_its_own_game_wait(open_window, tmp_path):
    user = open_window("--machine", "O", "--trials", "20")
    load(user, mine(tmp_path, "return 9, 9"))
    user.click((1, 1))
    user.qtbot.waitUntil(lambda: "(9, 9)" in user.window.notice.text)
    user.window.action.choices["positions"].actions()[1].trigger()
    user.qtbot.waitUntil(lambda: not user.controller.view.is_thinking)
    before = user.game.moves
    user.trigger("built_in")
    user.linger()
    assert user.game.moves == before
    user.trigger("back")
    assert user.headline == "The machine waits.", "the file played this game"
    user.trigger("resume")
    user.settled()
    assert len(user.game.moves) == 2, "the built-in machine goes on"


# --- what was found out --------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second"), [(3, 5), (5, 3), (3, 12), (12, 3)])
def test_what_was_found_out_is_there_again_on_a_board_of_another_size(open_window, first, second):
    user = open_window("--machine", "neither", "--size", str(first), "--trials", "50")
    user.click((1, 1))
    user.score()
    said = user.window.docks["heatmap"].caption
    user.change(size=second)
    user.trigger("again")
    assert user.window.docks["heatmap"].caption != said
    user.trigger("back")
    assert user.window.docks["heatmap"].caption == said


def test_the_truth_is_of_the_position_after_another_machine_came(open_window):
    user = open_window("--machine", "O", "--trials", "100", "--show-truth")
    user.click((1, 1))
    user.settled()
    load(user, FILES / "plain.py")
    model = user.controller.model
    user.qtbot.waitUntil(
        lambda: model.truth is not None and model.truth.board.rows == user.game.board.rows
    )
    assert NO_SEARCH in user.window.docks["heatmap"].caption
    mark = user.game.to_move
    assert model.truth.player == mark
    worth = perfect_values(user.game.board, mark)
    for square in user.game.board.get_empty_squares():
        assert model.worth(square) == worth[square]


@pytest.mark.uses("chart")
def test_the_chart_says_that_a_solved_position_needs_no_curve(open_window):
    user = open_window("--machine", "neither")
    user.trigger("chart")
    for square in ((0, 0), (1, 0)):
        user.click(square)
    user.trigger("hint")
    user.settled()
    assert "solved to the end" in user.window.docks["heatmap"].caption
    said = "X to move: solved, so that nothing converges."
    chart = user.window.docks["chart"]
    user.qtbot.waitUntil(lambda: said in texts(chart))


@pytest.mark.uses("files")
def test_what_a_file_did_wrong_is_no_longer_said_once_it_has_gone(open_window, tmp_path):
    user = open_window("--machine", "O", "--trials", "20")
    load(user, mine(tmp_path, "return 9, 9"))
    user.click((1, 1))
    user.qtbot.waitUntil(lambda: "(9, 9)" in user.window.notice.text)
    user.trigger("built_in")
    assert "(9, 9)" not in user.window.notice.text
    user.settled()
    assert len(user.game.moves) == 2
