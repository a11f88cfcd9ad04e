"""A game stays with those who played it, whatever a lesson does with the board meanwhile."""

import itertools

import pytest

from engine import Game, Rules
from tests.desktop.machines import load, mine
from tests.desktop.past import add, history, play, press, record, select
from tests.driver.user import X_WINS, click_on
from tests.engine.course_variants import FILES
from ttt_desktop.features.lessons import library
from ttt_desktop.features.lessons.guide import BORROWED
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.settings.store import SettingsStore

PEOPLE = ("--machine", "neither", "--name", "Tom", "--friend", "Mia")
FIRST_LESSON = library.own_keys()[0]


def start_what_is_set(user):
    """Start a game from the page with all choices as that comes."""
    click_on(user.all_choices().start)


def over():
    """Return a game that X has won."""
    game = Game(Rules.of(3))
    for square in X_WINS:
        game.play(square)
    return game


@pytest.mark.parametrize("how", ["again", "swap", "new"])
def test_a_new_game_in_a_lesson_keeps_the_users_settings(open_window, tmp_path, how):
    user = open_window("--machine", "neither", folder=tmp_path)
    user.change(x="level:expert", size=7, line=4, machine="X", friend_plays="O")
    user.window.features["lessons"].guide.open_own("8-own-machine")
    user.trigger(how)
    if how == "new":
        start_what_is_set(user)
    user.trigger("stop")
    user.window.preferences.save()
    stored = SettingsStore(tmp_path).load()[0]
    wanted = ("level:expert", 7, 4, "O" if how == "swap" else "X", "O")
    assert (stored.x, stored.size, stored.line, stored.machine, stored.friend_plays) == wanted


@pytest.mark.uses("demo")
def test_a_demo_in_a_lesson_gives_back_nothing_of_the_lessons(open_window, tmp_path):
    user = open_window("--machine", "neither", folder=tmp_path)
    user.change(alike=False, x="mc:trials=10", o="level:hard", min_move_time=0.5)
    before = user.controller.settings
    user.window.features["lessons"].guide.open_own(FIRST_LESSON)
    user.trigger("demo")
    user.window.features["lessons"].guide.leave()
    assert user.controller.settings == before
    user.window.preferences.save()
    stored = SettingsStore(tmp_path).load()[0]
    assert (stored.alike, stored.x, stored.o) == (False, "mc:trials=10", "level:hard")


def test_lessons_are_about_the_built_in_machine(open_window, tmp_path):
    user = open_window("--machine", "O", "--trials", "50")
    load(user, mine(tmp_path, "return board.get_empty_squares()[0]"))
    user.click((1, 1))
    user.settled()
    user.window.features["lessons"].guide.open_own("2-scores")
    user.settled()
    assert "the file" not in user.window.docks["heatmap"].caption
    assert user.controller.view.machine_name == ""
    user.window.features["lessons"].guide.leave()
    assert user.controller.view.machine_name == "mine.py"
    user.click((2, 2))
    user.settled()
    assert len(user.game.moves) == 4


@pytest.mark.nightly
def test_every_lesson_follows_every_other_from_its_last_step(open_window):
    user = open_window("--machine", "neither")
    guide = user.window.features["lessons"].guide
    for first, second in itertools.permutations(library.own_keys(), 2):
        guide.open_own(first)
        guide.begin(guide.lesson, len(guide.lesson.steps) - 1)
        guide.leave()
        guide.open_own(second)
        assert guide.place == 0
    guide.leave()


def test_one_game_is_read_out_where_a_lesson_begins_and_ends(open_window, monkeypatch):
    heard = []
    monkeypatch.setattr(Announcer, "say", lambda _self, sentence: heard.append(sentence))
    user = open_window(*PEOPLE)
    play(user, X_WINS[:3])
    for go in (
        lambda: user.window.features["lessons"].guide.open_own("4-blind-spot"),
        user.window.features["lessons"].guide.leave,
    ):
        heard.clear()
        go()
        assert [each for each in heard if "game:" in each] == ["Another game: 3×3"]


def test_the_lesson_on_files_is_about_the_file(open_window):
    user = open_window("--machine", "O", "--trials", "50")
    load(user, FILES / "plain.py")
    user.window.features["lessons"].guide.open_own("8-own-machine")
    assert user.controller.view.machine_name == "plain.py"
    user.window.features["lessons"].guide.open_own("2-scores")
    user.settled()
    assert "the file" not in user.window.docks["heatmap"].caption
    user.window.features["lessons"].guide.leave()
    assert user.controller.view.machine_name == "plain.py"


def test_a_file_that_comes_in_a_lesson_plays_after_it(open_window):
    user = open_window("--machine", "O", "--trials", "50")
    user.window.features["lessons"].guide.open_own("2-scores")
    load(user, FILES / "plain.py")
    assert user.controller.view.machine_name == ""
    assert "plays after the lesson" in user.window.notice.text
    user.window.features["lessons"].guide.leave()
    assert user.controller.view.machine_name == "plain.py"


def test_the_card_for_a_new_game_in_a_lesson_keeps_the_users_file(open_window):
    user = open_window("--machine", "O", "--trials", "50")
    load(user, FILES / "plain.py")
    user.window.features["lessons"].guide.open_own(FIRST_LESSON)
    user.trigger("new")
    start_what_is_set(user)
    assert user.controller.view.machine_name == "plain.py"


@pytest.mark.uses("demo")
def test_a_demo_after_a_lessons_game_is_of_the_users_board(open_window):
    user = open_window("--machine", "neither", "--size", "5")
    user.window.features["lessons"].guide.open_own(FIRST_LESSON)
    lesson = user.controller.settings
    user.controller.overlays.show_lesson(over(), lesson, BORROWED, 1)
    user.trigger("demo")
    assert user.controller.view.demo
    assert not user.window.features["lessons"].guide.active
    assert user.game.rules.size == 5
    user.trigger("demo")


def test_a_machine_dropped_in_a_lesson_stays_away(open_window):
    user = open_window("--machine", "O", "--trials", "50")
    load(user, FILES / "plain.py")
    user.window.features["lessons"].guide.open_own(FIRST_LESSON)
    user.window.machine.drop()
    user.window.features["lessons"].guide.leave()
    assert user.controller.view.machine_name == ""
    user.click((1, 1))
    user.settled()
    assert len(user.game.moves) == 2


@pytest.mark.uses("lessons", "setup")
def test_a_ready_position_in_a_lesson_is_shown_with_its_truth(open_window):
    user = open_window("--machine", "neither", docks=())
    user.window.features["lessons"].guide.open_own(FIRST_LESSON)
    user.window.action.choices["positions"].actions()[2].trigger()
    user.settled()
    assert user.window.docks["heatmap"].isVisible()
    assert user.controller.settings.show_truth
    assert not user.window.features["lessons"].guide.active


@pytest.mark.uses("files", "lessons", "you")
def test_a_past_game_in_a_lesson_is_reviewed(open_window):
    user = open_window("--machine", "neither", docks=())
    add(user, record())
    user.window.features["lessons"].guide.open_own(FIRST_LESSON)
    window = history(user)
    select(window, 0)
    press(user, window, "open")
    user.settled()
    user.wait(lambda: user.controller.view.reviewed is not None)
    assert user.headline == "Before move 2 of 5."
    assert not user.window.features["lessons"].guide.active
