"""The home of Learn: what one click begins, how far lessons are, and games that go on."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest

from engine import DRAW, PLAYERO, PLAYERX
from tests.driver.user import advance, click_on, texts
from ttt_desktop.features.lessons import library
from ttt_desktop.features.lessons.home import ARRANGEMENTS
from ttt_desktop.features.lessons.library import CHAPTERS
from ttt_desktop.features.lessons.live_games import RandomSeries
from ttt_desktop.look.parts import FILLED


@pytest.fixture
def player(open_window):
    return open_window("--machine", "neither", docks=())


def home(user):
    """Open Learn's home, and return it."""
    user.window.shell.pages.open("learn")
    return user.window.shell.pages["learn"]


def guide(user):
    return user.window.features["lessons"].guide


def finish(user):
    """Be told every answer of the lesson that is on, up to its last step."""
    leading = guide(user)
    while leading.asks or leading.can_go_on:
        advance(leading)


# --- lessons -------------------------------------------------------------------------------


def test_every_lesson_is_in_one_chapter():
    folder = files("ttt_desktop.resources.lessons")
    names = [file.name.removesuffix(".txt") for file in folder.iterdir()]
    lessons = sorted(name for name in names if not name.startswith("__"))
    assert sorted(key for chapter in CHAPTERS for key in chapter.keys) == lessons
    assert library.own_keys()[:4] == CHAPTERS[0].keys


def test_a_lesson_takes_longer_the_more_there_is_to_read():
    minutes = {key: library.own_minutes(key) for key in library.own_keys()}
    assert min(minutes, key=minutes.__getitem__) == "7b-perfect"
    assert all(2 <= count <= 8 for count in minutes.values())


def test_a_first_visit_begins_lesson_1_with_one_click(player):
    page = home(player)
    assert "Begin here" in texts(page)
    assert page.go_on.kind == FILLED
    assert page.go_on.text() == "Start lesson 1 · 5 minutes"
    first = page.rows["1-playout"]
    assert (first.standing, first.is_next) == ("start here", True)
    assert page.rows["2-scores"].standing == f"{library.own_minutes('2-scores')} min"
    click_on(page.go_on)
    assert guide(player).active
    assert guide(player).lesson.key == "1-playout"
    assert player.window.shell.pages.place == "learn"
    assert player.window.shell.pages.shows_board


def test_a_lesson_that_was_left_is_gone_on_with_where_it_was(player, open_window):
    click_on(home(player).rows["2b-why-random"])
    guide(player).go_on()
    page = home(player)
    steps = len(guide(player).lesson.steps)
    assert page.go_on.text() == "Continue: lesson 3"
    assert "Lesson 3 of 23 · Playouts" in texts(page)
    assert f"step 2 of {steps}" in texts(page)
    row = page.rows["2b-why-random"]
    assert (row.standing, row.is_next) == (f"step 2 of {steps}", True)
    player.window.close()
    again = open_window("--machine", "neither", docks=())
    page = home(again)
    assert page.go_on.text() == "Continue: lesson 3"
    click_on(page.go_on)
    assert (guide(again).lesson.key, guide(again).place) == ("2b-why-random", 1)


def test_a_lesson_that_was_begun_goes_on_by_its_row(player):
    click_on(home(player).rows["2-scores"])
    finish(player)
    seen = guide(player).place
    guide(player).put_away()
    click_on(home(player).rows["1-playout"])
    guide(player).go_on()
    guide(player).put_away()
    click_on(home(player).rows["1-playout"])
    assert guide(player).place == 1
    assert seen > 1


def test_what_is_done_says_how_many_answers_were_right(player):
    click_on(home(player).rows["1-playout"])
    finish(player)
    questions = sum(step.question is not None for step in guide(player).lesson.steps)
    guide(player).put_away()
    page = home(player)
    assert page.rows["1-playout"].standing == f"0 of {questions} right", "all were told"
    assert "1 of 4 done" in texts(page)
    assert page.go_on.text().startswith("Start lesson 2")
    assert page.rows["2-scores"].is_next


def test_each_chapter_has_a_submenu(player):
    for number, chapter in enumerate(CHAPTERS, start=1):
        group = player.window.action.choices[f"lessons_{number}"]
        assert [action.data() for action in group.actions()] == [*chapter.keys]
    player.window.action.choices["lessons_4"].actions()[0].trigger()
    assert guide(player).lesson.key == "9-boxes"


def test_a_lesson_from_a_file_is_listed_once_it_was_begun(player, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("# My own\nAbout it.\n\n## First\n@position\nText.\n\n## Second\nMore.\n")
    assert str(path) not in home(player).rows
    player.window.features["lessons"].files.open(path)
    guide(player).put_away()
    page = home(player)
    assert page.rows[str(path)].standing == "step 1 of 2"
    click_on(page.rows[str(path)])
    assert guide(player).lesson.title == "My own"


# --- instruments ---------------------------------------------------------------------------


@pytest.mark.uses("chart")
def test_an_instrument_opens_beside_the_board(player):
    tile = home(player).instruments["chart"]
    click_on(tile)
    assert player.window.shell.pages.shows_board
    assert not player.window.docks["chart"].isHidden()


@pytest.mark.parametrize("place", range(3))
def test_an_arrangement_opens_its_docks_and_closes_the_others(player, place):
    player.window.shell.show("moves")
    names = [*ARRANGEMENTS.values()][place]
    click_on(home(player).arrangements[place])
    player.settled()
    opened = {name for name, dock in player.window.docks.by_action.items() if not dock.isHidden()}
    assert opened == {*names}


@pytest.mark.uses("selflearning")
def test_the_machine_that_teaches_itself_is_reached_from_here(player):
    click_on(home(player).teacher)
    assert player.window.shell.pages.page == "teaches_itself"
    assert player.window.shell.pages.place == "learn"


# --- random games --------------------------------------------------------------------------


def test_random_games_are_counted_as_they_end():
    games = RandomSeries(Random(1))
    games.play_on(2000)
    assert games.count == sum(games.ends.values()) == 2000
    assert games.is_over
    shares = {mark: games.ends[mark] / games.count for mark in (PLAYERX, DRAW, PLAYERO)}
    assert shares[PLAYERX] == pytest.approx(0.585, abs=0.05)
    assert shares[DRAW] == pytest.approx(0.127, abs=0.04)
    assert shares[PLAYERO] == pytest.approx(0.288, abs=0.05)


def test_the_games_go_on_while_they_are_seen(open_window):
    user = open_window("--machine", "neither", "--animations", "on", docks=())
    live = home(user).live
    assert live.is_running
    user.wait(lambda: live.games.count >= 1)
    click_on(live.pause)
    assert not live.is_running
    click_on(live.pause)
    assert live.is_running
    user.window.shell.pages.open_board()
    assert not live.is_running


def test_with_reduced_motion_a_hundred_games_are_there_at_once(player):
    live = home(player).live
    assert not live.is_running
    assert live.games.count == 100
    assert not live.pause.isVisible()
    assert "100" in texts(live)


@pytest.mark.parametrize(
    ("width", "height", "scale"), [(360, 480, "100"), (420, 740, "100"), (980, 700, "200")]
)
def test_nothing_is_wider_than_the_page(open_window, width, height, scale):
    user = open_window("--machine", "neither", "--text-scale", scale, docks=())
    user.window.resize(width, height)
    page = home(user)
    user.linger()
    assert page.widget().width() <= page.viewport().width()
