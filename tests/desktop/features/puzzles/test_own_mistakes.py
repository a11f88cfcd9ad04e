"""Your own mistakes, asked about again at growing distances; days of puzzles; reviews that stay."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta

import msgspec
import pytest
from PySide6.QtWidgets import QApplication

from engine import PLAYERX, Rules, parse_square
from engine.coach.exercise import DISTANCES, exercises
from engine.coach.review import review
from tests.desktop.features.puzzles.asking import (
    judged,
    puzzle_panel,
    puzzler,
    todays_tile,
    verdict,
)
from tests.desktop.past import O_WINS, asked, history, press, record, select, settle, write
from tests.driver.user import X_WINS, click_on, texts
from tests.every import every
from ttt_desktop.archive.games import Filter
from ttt_desktop.archive.store import HistoryStore
from ttt_desktop.archive.waiting import SaveGames, changes_of, read_change
from ttt_desktop.features.puzzles.feature import PuzzlesFeature
from ttt_desktop.features.puzzles.practice import (
    AddMistakes,
    Day,
    Mistake,
    SaveDays,
    SaveMistakes,
    next_mistake,
    practice,
)
from ttt_desktop.features.puzzles.week import WeekRow

RIGHT, PLAYED = parse_square("C1", 3), parse_square("C3", 3)
"""In O_WINS, X plays C3 instead of C1, which wins."""

TODAY = date(2026, 3, 2)
TABLES = PuzzlesFeature.tables()


@pytest.fixture
def player(open_window):
    user = open_window("--machine", "neither", docks=())
    at(user, TODAY)
    return user


def at(user, day):
    """Have it be a certain day."""
    puzzler(user).today = lambda: day


def lose(user):
    """Play a game in which you give a win away, and wait until all of it is kept."""
    user.play(O_WINS)
    user.ended()
    settle(user.window.recorder.archive)


def standing(user, day):
    return asked(user, lambda store: store.ask(lambda database: practice(database, day)))


def ask(user):
    """Ask for a mistake from the menu."""
    user.trigger("mistakes")
    user.wait(lambda: puzzler(user).own_mistake)
    settle(user.window.recorder.archive)


def answer(user, square):
    user.click(square)
    judged(user)
    settle(user.window.recorder.archive)


def test_a_mistake_comes_back_the_next_day(player):
    lose(player)
    assert standing(player, TODAY)[:3] == (0, 1, 0)
    tomorrow = TODAY + timedelta(days=1)
    assert standing(player, tomorrow)[:3] == (1, 0, 0)
    at(player, tomorrow)
    ask(player)
    assert player.game.moves == O_WINS[:4], "as the game was, with its last move"
    title, text = verdict(player)
    assert title == "A mistake of yours"
    assert text == "X can win here. You played C3. Find a square that wins. 1 mistake waits."
    answer(player, RIGHT)
    assert verdict(player)[1] == "C1 wins. It comes back in 3 days."
    assert standing(player, tomorrow + timedelta(days=2)).due == 0
    assert standing(player, tomorrow + timedelta(days=3)).due == 1


def test_a_mistake_that_was_solved_is_shared_as_a_riddle(player):
    lose(player)
    ask(player)
    answer(player, RIGHT)
    click_on(puzzle_panel(player).share)
    said = QApplication.clipboard().text()
    assert "X to move, and to win. Which square is it?" in said
    assert "C1" not in said
    assert "C3" not in said


def test_the_distances_grow_and_at_last_it_is_learnt(player):
    lose(player)
    day = TODAY
    for place, days in enumerate(DISTANCES):
        day += timedelta(days=days)
        assert standing(player, day - timedelta(days=1)).due == 0
        assert standing(player, day).due == 1
        at(player, day)
        ask(player)
        answer(player, RIGHT)
        last = place + 1 == len(DISTANCES)
        assert ("You have learnt this one." in verdict(player)[1]) is last
    assert standing(player, day + timedelta(days=1000))[:3] == (0, 0, 1)
    click_on(puzzle_panel(player).back)
    player.trigger("mistakes")
    player.wait(lambda: "No mistake of yours is waiting" in player.window.notice.text)


@pytest.mark.parametrize("help_wanted", [False, True])
def test_a_wrong_answer_begins_anew_even_if_the_right_one_follows(player, help_wanted):
    lose(player)
    at(player, day := TODAY + timedelta(days=1))
    ask(player)
    answer(player, RIGHT)
    at(player, day := day + timedelta(days=3))
    ask(player)
    if help_wanted:
        click_on(puzzle_panel(player).solution)
        judged(player)
        assert verdict(player)[1] == "The answer is C1. C1 wins. It comes back tomorrow."
    else:
        answer(player, PLAYED)
        assert verdict(player)[1] == "C3 is not it. Try again. It comes back tomorrow."
        answer(player, RIGHT)
        assert verdict(player)[1] == "C1 wins."
    assert standing(player, day).due == 0
    assert standing(player, day + timedelta(days=1)).due == 1
    assert standing(player, day).today is not help_wanted, "a shown answer is not solved"


def test_one_that_is_not_due_is_for_practice_and_not_put_off(player):
    lose(player)
    ask(player)
    assert verdict(player)[1].endswith(
        "No mistake waits today; this one is an extra, for practice."
    )
    answer(player, RIGHT)
    assert "It comes back tomorrow." in verdict(player)[1]
    assert standing(player, TODAY + timedelta(days=1)).due == 1


def test_mistakes_are_asked_about_one_after_another_those_of_this_board_first(player):
    found = review(Rules(3, 3), O_WINS)
    (own,) = exercises(found, [PLAYERX])
    other = replace(own, rules=Rules(4, 3), played=parse_square("D4", 4))
    lose(player)
    end = player.controller.end
    made = tuple(Mistake.of(each, end.key, TODAY) for each in (other, own))
    player.window.recorder.archive.make(AddMistakes(made))
    settle(player.window.recorder.archive)
    at(player, TODAY + timedelta(days=1))
    ask(player)
    assert puzzler(player).attempt.puzzle.rules == Rules(3, 3)
    answer(player, RIGHT)
    click_on(puzzle_panel(player).another)
    player.wait(lambda: puzzler(player).attempt.puzzle.rules == Rules(4, 3))
    answer(player, parse_square("D4", 4))
    click_on(puzzle_panel(player).another)
    player.wait(lambda: "1 of 2 were right at the first go" in player.window.notice.text)
    assert player.controller.game.moves == O_WINS, "the game is there again"


def test_the_same_mistake_in_another_game_begins_anew(player):
    lose(player)
    at(player, day := TODAY + timedelta(days=1))
    ask(player)
    answer(player, RIGHT)
    click_on(puzzle_panel(player).back)
    player.trigger("again")
    lose(player)
    assert standing(player, day + timedelta(days=1)).due == 1


@pytest.mark.uses("you")
def test_with_its_game_deleted_a_mistake_is_gone_and_with_it_restored_it_is_back(player):
    lose(player)
    window = history(player)
    select(window, 0)
    press(player, window, "delete")
    assert standing(player, TODAY)[:3] == (0, 0, 0)
    press(player, window, "restore")
    assert standing(player, TODAY)[:3] == (0, 1, 0)


@pytest.mark.uses("you")
def test_what_belongs_to_deleted_games_is_forgotten_at_the_next_start(open_window, tmp_path):
    user = open_window("--machine", "neither")
    at(user, TODAY)
    lose(user)
    window = history(user)
    select(window, 0)
    press(user, window, "delete")
    user.window.close()
    again = open_window("--machine", "neither")
    again.play(X_WINS)
    again.ended()
    settle(again.window.recorder.archive)
    with closing(sqlite3.connect(tmp_path / "history.db")) as made:
        assert made.execute("SELECT count(*) FROM mistakes").fetchone() == (0,)
        assert made.execute("SELECT count(*) FROM reviews").fetchone() == (1,)


def test_friends_mistakes_are_not_asked_about(open_window):
    user = open_window("--machine", "neither", "--friend-plays", "X")
    at(user, TODAY)
    lose(user)
    mistake, _ = asked(
        user,
        lambda store: store.ask(lambda database: next_mistake(database, TODAY, Rules(3, 3))),
    )
    assert mistake.played == "A2", "O's, not X's C3"
    assert standing(user, TODAY).waiting == 1


def test_the_days_of_puzzles_are_counted(player):
    for days in range(3):
        at(player, TODAY + timedelta(days=days))
        player.trigger("puzzle")
        while puzzler(player).asks:
            answer(player, puzzler(player).attempt.move)
        player.wait(puzzle_panel(player).streak.isVisible)
        said = texts(puzzle_panel(player).streak)
        assert said[0] == (f"{days + 1} days in a row!" if days else "Day 1 of a streak!")
        assert said[1] == f"best: {days + 1}"
        week = puzzle_panel(player).streak.findChild(WeekRow)
        assert week.solved == (False,) * (6 - days) + (True,) * (days + 1)
    assert standing(player, TODAY + timedelta(days=2))[3:] == (3, 3, True)
    assert standing(player, TODAY + timedelta(days=3))[3:] == (3, 3, False), "today is not over"
    assert standing(player, TODAY + timedelta(days=4))[3:] == (0, 3, False)


def test_what_waits_stands_on_the_start_page_and_beside_a_puzzle(player):
    lose(player)
    at(player, TODAY + timedelta(days=1))
    player.trigger("puzzle")
    button = puzzle_panel(player).mistakes
    player.wait(button.isVisible)
    assert button.text() == "Your mistakes (1)"
    click_on(button)
    player.wait(lambda: puzzler(player).own_mistake)
    assert not button.isVisible()
    answer(player, RIGHT)
    click_on(puzzle_panel(player).another)
    player.wait(lambda: "your only mistake for now: 1 of 1" in player.window.notice.text)
    assert not puzzler(player).active


def test_another_days_start_says_what_waits(open_window):
    user = open_window("--machine", "neither")
    at(user, TODAY)
    lose(user)
    user.window.close()
    again = open_window("--machine", "neither")
    again.window.notice.dismiss()  # another window's game is not kept
    again.window.shell.started.emit()
    again.wait(lambda: "1 mistake of yours waits" in again.window.notice.text)
    again.click((0, 0))
    assert again.window.notice.text == "", "a game has begun"


def test_the_tile_says_what_waits(player):
    lose(player)
    at(player, TODAY + timedelta(days=1))
    tile = todays_tile(player)
    player.wait(lambda: "1 mistake of yours waits" in tile.accessibleName())


@pytest.mark.uses("you")
def test_the_page_you_says_how_you_stand(player):
    lose(player)
    at(player, date.today())
    player.trigger("puzzle")
    while puzzler(player).asks:
        answer(player, puzzler(player).attempt.move)
    player.trigger("you")
    home = player.window.shell.pages["you"]
    settle(player.window.recorder.archive)
    assert home.streak.streak.text() == "Puzzle streak: 1 day (best: 1)"
    assert home.mistakes.due.text() == "Your mistakes due today: 1", "made in March"
    assert home.mistakes.about.text().endswith("Coming up 0, mastered 0.")


@pytest.mark.uses("you")
def test_the_page_you_asks_about_them(player):
    lose(player)
    at(player, TODAY + timedelta(days=1))
    player.trigger("you")
    home = player.window.shell.pages["you"]
    settle(player.window.recorder.archive)
    player.window.grab()
    click_on(home.mistakes.practise)
    player.wait(lambda: puzzler(player).own_mistake)


# --- what is written --------------------------------------------------------------------


def a_mistake():
    (made,) = exercises(review(Rules(3, 3), O_WINS), [PLAYERX])
    return Mistake.of(made, 7, TODAY)


def test_changes_come_through_a_file_unchanged():
    for change in (
        AddMistakes((a_mistake(),)),
        SaveMistakes((a_mistake().after(True, TODAY + timedelta(days=1)),)),
        SaveDays((Day(TODAY),)),
    ):
        assert read_change(msgspec.json.encode(change), changes_of(TABLES)) == change


@every(
    "wrong",
    [
        {"position": "XX./OO./..X"}, {"played": "A1"}, {"played": "D4"}, {"due": "soon"},
        {"stage": 99}, {"moves": "A1 A1"}, {"size": 99}, {"value": 3},
    ],
)  # fmt: skip
def test_a_damaged_mistake_is_refused(wrong):
    good = a_mistake()
    row = msgspec.structs.asdict(good) | wrong
    with pytest.raises(ValueError):  # noqa: PT011  (any sentence: it is for the log)
        msgspec.convert(tuple(row.values()), Mistake)


def test_mistakes_and_days_outlive_damage(tmp_path):
    path = tmp_path / "history.db"
    mistake = a_mistake()
    with closing(HistoryStore(path, tables=TABLES)) as store:
        games = tuple(record(x_name=f"Player {i}", key=i) for i in range(1, 400))
        store.make([SaveGames(games), AddMistakes((mistake,)),
                     SaveDays((Day(TODAY),))])  # fmt: skip
    content = bytearray(path.read_bytes())
    root = content.index(b"Player 200") // 4096 * 4096
    content[root : root + 64] = bytes(64)
    path.write_bytes(bytes(content))
    said = []
    with closing(HistoryStore(path, said.append, TABLES)) as store:
        store.make([SaveGames((record(key=500),))])
        assert len(store.find(Filter(), 0, 500)) > 300
        assert said, "it was damaged"
        assert store.ask(lambda database: practice(database, TODAY))[3:] == (1, 1, True)
        tomorrow = TODAY + timedelta(days=1)
        assert store.ask(lambda database: practice(database, tomorrow)).due == 1


def test_a_history_of_before_there_were_puzzles_gets_their_tables(tmp_path):
    path = tmp_path / "history.db"
    write(path, [record()])
    with closing(HistoryStore(path, tables=TABLES)) as store:
        store.make([SaveDays((Day(TODAY),))])
        assert store.count(Filter()) == 1
        assert store.ask(lambda database: practice(database, TODAY)).today
    with closing(HistoryStore(path)) as without:
        assert without.count(Filter()) == 1, "nor does it need them"
