"""The history of games: kept, listed, opened, counted, exported, deleted; damage and kills."""

import csv
import json
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine import PLAYERX, Rules
from engine.rules import Rule
from tests.desktop.past import (
    O_WINS,
    add,
    asked,
    counts,
    history,
    play,
    press,
    record,
    rows,
    select,
    settle,
    write,
)
from tests.desktop.texts import Brackets, untranslated
from tests.driver.user import choose, texts
from tests.waiting import ran
from ttt_desktop.archive import games
from ttt_desktop.archive.games import Count, Filter
from ttt_desktop.archive.past_game import past_game
from ttt_desktop.features.you.statistics_page import running_means
from ttt_desktop.settings.levels import LADDER, level_text

# --- kept -----------------------------------------------------------------------------


def test_every_finished_game_is_kept_and_there_at_the_next_start(open_window):
    user = open_window("--machine", "neither", "--name", "Ada", "--friend", "Bo")
    play(user)
    user.trigger("again")
    play(user, O_WINS)
    user.leave()
    again = open_window("--machine", "neither")
    shown = rows(history(again))
    assert [row[1:5] for row in shown] == [
        ["3×3", "Ada – Bo", "Bo won", "6"],
        ["3×3", "Ada – Bo", "Ada won", "5"],
    ]


def test_a_game_against_a_level_names_it(open_window):
    user = open_window("--machine", "O", "--x", "level:easy")
    user.play_on()
    (row,) = rows(history(user))
    assert f"Machine, {level_text(LADDER, 'Easy', Rules(3, 3))}" in row[2]
    (count,) = counts(user)
    assert count.opponent == "level/Easy"


def test_a_last_move_taken_back_makes_no_second_game(user):
    play(user)
    user.trigger("undo")
    user.click((2, 2))
    user.click((1, 2))
    (row,) = rows(history(user))
    assert row[3:5] == ["Player O won", "6"], "the game has its last end"


@pytest.mark.uses("files")
def test_stepping_through_and_games_of_others_are_not_kept(user, tmp_path):
    play(user)
    user.window.features["files"].games.save(tmp_path / "won.tttgame")
    user.controller.replay.go_to(0)
    user.controller.replay.go_to(5)
    user.window.features["files"].games.open(tmp_path / "won.tttgame")
    user.trigger("undo")
    user.trigger("redo")
    assert len(rows(history(user))) == 1


def test_a_killed_program_has_kept_every_finished_game(open_window, tmp_path):
    code = (
        "import os, sys; from ttt_desktop.start import app, arguments\n"
        "from PySide6.QtWidgets import QApplication; from pathlib import Path\n"
        "from ttt_desktop.work.places import Places\n"
        "q = QApplication([]); made = app.build(q, Places.together(Path(sys.argv[1])),"
        " arguments.parse(['--machine', 'neither']), [])\n"
        "for _ in range(3):\n"
        "    for square in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)):\n"
        "        made.controller.play(square)\n"
        "    made.controller.new_game()\n"
        "made.controller.play((0, 0)); os.kill(os.getpid(), 9)\n"
    )
    done = ran("-c", code, tmp_path)
    assert done.returncode == -9
    user = open_window("--machine", "neither")
    assert len(rows(history(user))) == 3


# --- shown ----------------------------------------------------------------------------


@pytest.mark.uses("files")
def test_the_game_lost_yesterday_is_found_and_stepped_through(user):
    yesterday = (datetime.now(UTC) - timedelta(days=1)).isoformat(timespec="seconds")
    add(user, *(record(outcome, ended=yesterday) for outcome in ("X", "O", "tie")))
    add(user, record("O", size=15, line=5, x_name="Ada", moves="H8 A1"))
    window = history(user)
    choose(window.result, "You lost")
    choose(window.board, "3×3")
    (row,) = rows(window)
    assert row[3] == "Machine won"
    select(window, 0)
    press(user, window, "open")
    user.wait(lambda: user.controller.view.reviewed is not None)
    user.trigger("first")
    assert user.game.moves == ()
    for _ in range(5):
        user.trigger("redo")
    assert user.game.result.winner == PLAYERX
    assert user.controller.score.wins(PLAYERX, user.controller.seats_now) == 0
    choose(window.result, "All results")
    choose(window.board, "All boards")
    window.text.setFocus()
    user.qtbot.keyClicks(window.text, "ada")
    assert [row[1] for row in rows(window)] == ["15×15, 5 in a row"]


def test_games_are_deleted_and_brought_back(user):
    add(user, *(record(moves=moves) for moves in ("A1 B1", "A1 B2", "A1 B3")))
    window = history(user)
    before = rows(window)
    select(window, 0, 2)
    window.games.setFocus()
    QTest.keyClick(window.games, Qt.Key.Key_Delete)
    assert rows(window) == before[1:2]
    press(user, window, "restore")
    assert rows(window) == before
    found = asked(user, lambda store: store.find(Filter(), 0, 9))
    assert [each.moves for each in found] == ["A1 B3", "A1 B2", "A1 B1"]


@pytest.mark.parametrize("ending", [".json", ".csv"])
def test_the_list_is_exported(user, tmp_path, ending):
    add(user, record("X", x_name="=1+1"), record("O"))
    window = history(user)
    choose(window.result, "You won")
    path = tmp_path / f"games{ending}"
    window.export(path)
    user.qtbot.waitUntil(lambda: path.name in window.notice.text)
    if ending == ".json":
        (game,) = json.loads(path.read_text())["games"]
        assert (game["outcome"], game["x_name"]) == ("X", "=1+1")
    else:
        (game,) = csv.DictReader(path.read_text().splitlines())
        assert (game["outcome"], game["x_name"]) == ("X", "'=1+1")


def test_an_export_names_each_rule(user, tmp_path):
    five = "A1 A2 B1 B2 C1 C2 D1 D2 E1"
    for number in range(4):
        size = 9 if number > 1 else 3
        moves = five if number > 1 else "A1 A2 B1 B2 C1"
        add(user, record(size=size, line=5 if number > 1 else 3, rule=Rule(number), moves=moves))
    window = history(user)
    shown = [
        "9×9, 5 in a row, Caro",
        "9×9, exactly 5 in a row",
        "3×3, reverse: a line loses",
        "3×3",
    ]
    assert [row[1] for row in rows(window)] == shown
    for ending in (".json", ".csv"):
        path = tmp_path / f"games{ending}"
        window.export(path)
        user.qtbot.waitUntil(lambda path=path: path.name in window.notice.text)
    told = json.loads((tmp_path / "games.json").read_text())["games"]
    cells = [*csv.DictReader((tmp_path / "games.csv").read_text().splitlines())]
    assert {(each["reverse"], each["rule"]) for each in told} == {
        (False, "normal"), (True, "reverse"), (False, "exact"), (False, "caro"),
    }  # fmt: skip
    assert {(each["reverse"], each["rule"]) for each in cells} == {
        ("False", "normal"), ("True", "reverse"), ("False", "exact"), ("False", "caro"),
    }  # fmt: skip


def statistics(user):
    """Open the page of statistics, and return it."""
    user.trigger("statistics")
    settle(user.window.recorder.archive)
    return user.window.shell.pages["statistics"]


def test_statistics_have_streaks_and_say_what_a_few_games_cannot_tell(user):
    add(user, *map(record, ("X", "X", "O", "X", "X", "X", "tie")))
    add(user, record("O", size=4, line=4, o_player="", opponent="Bo"))
    assert counts(user) == [
        Count(Rules(3, 3, False), "mc/Beginner", False, 5, 1, 1, 3),
        Count(Rules(4, 4, False), "Bo", True, 0, 0, 1, 0),
    ]
    page = statistics(user)
    shown = [page.table.item(0, column).text() for column in range(page.table.columnCount())]
    assert shown[:6] == ["3×3", "Flat Monte Carlo, 5 trials", "7", "5", "1", "1"]
    assert shown[6:] == ["after 3 more games", "after 3 more games", "3"]
    assert page.table.item(1, 6).text() == "after 9 more games"
    assert page.curve.isHidden(), "eight games have no mean over twenty"
    assert "12 more games, and your average result stands here." in texts(page)


def test_an_average_result_is_drawn_from_twenty_games_on(user):
    add(user, *[record("X")] * 10, *[record("O")] * 9)
    assert statistics(user).curve.isHidden()
    add(user, record("tie"))
    page = statistics(user)
    assert not page.curve.isHidden()
    assert page.curve.accessibleName().endswith("52 % now")
    assert page.table.item(0, 6).text() == "50 % (30 to 70)"
    assert running_means([1, 0, 1, 1], window=2) == [0.5, 0.5, 1]


def test_levels_stand_in_the_order_of_their_strength(user):
    for level in ("Medium", "Hard", "Easy"):
        add(user, record("X", o_player=f"level:{level.lower()}", opponent=f"level/{level}"))
    add(user, record("X"))
    shown = [each.opponent for each in counts(user)]
    assert shown == ["level/Easy", "level/Medium", "level/Hard", "mc/Beginner"]


def test_a_rating_is_told_from_ten_games_on(user):
    def shown():
        table = statistics(user).table
        return [table.item(row, 7).text() for row in range(table.rowCount())]

    add(user, *[record("O")] * 9, record("X", size=4, line=4))
    assert shown() == ["after 1 more game", "after 9 more games"]
    add(user, record("O"))
    assert shown()[0].startswith("at most −"), "no infinite one helps anybody"
    add(user, record("X"))
    (told, _) = shown()
    assert "(" in told
    assert "∞" not in told


def test_a_friend_called_like_a_machine_is_none(user):
    add(user, record("X", o_seat="friend", o_player="", o_name="random", opponent="random"))
    add(user, record("O", o_player="random", opponent="random"))
    table = statistics(user).table
    shown = {table.item(row, 1).text(): table.item(row, 3).text() for row in range(2)}
    assert shown == {"Random moves": "0", "random": "1"}


def test_the_history_speaks_the_users_language(qapp, open_window):
    translator = Brackets()
    assert qapp.installTranslator(translator)
    try:
        user = open_window("--machine", "neither")
        add(user, record(x_name="X"))
        assert untranslated(history(user)) == []
        assert untranslated(statistics(user)) == []
        user.trigger("you")
        settle(user.window.recorder.archive)
        assert untranslated(user.window.shell.pages["you"]) == []
    finally:
        qapp.removeTranslator(translator)


def test_two_windows_keep_their_games_in_one_history(open_window, tmp_path):
    first = open_window("--machine", "neither")
    second = open_window("--machine", "neither")
    play(first)
    play(second)
    assert len(rows(history(first))) == 2


@pytest.mark.parametrize("count", [15_000, pytest.param(100_000, marks=pytest.mark.nightly)])
def test_of_very_many_games_those_are_read_that_are_looked_at(
    open_window, monkeypatch, tmp_path, count
):
    results = ("X", "O", "tie")
    write(tmp_path / "history.db", (record(results[i % 3]) for i in range(count)))
    user = open_window("--machine", "neither")
    read = []
    monkeypatch.setattr(games, "past_game", lambda row: read.append(row) or past_game(row))
    window = history(user)
    window.games.scrollToBottom()
    window.grab()
    settle(window.archive)
    choose(window.result, "You lost")
    settle(window.archive)
    window.grab()
    assert window.games.model().rowCount() == count // 3
    assert len(read) <= 1000, "a few screenfuls are read, not all"
