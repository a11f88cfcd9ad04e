"""The page "You": how far you have come, board by board, and the goals that you have reached."""

import random
from contextlib import closing

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabWidget

from engine import Rules
from engine.game import Outcome
from engine.rules import Rule
from engine.specs import PlayerSpec
from tests.desktop.past import add, history, press, record, select, settle
from tests.driver.user import click_on
from ttt_desktop.archive.games import Filter
from ttt_desktop.archive.goals import goals
from ttt_desktop.archive.store import HistoryStore
from ttt_desktop.archive.waiting import DeleteGames, RestoreGames, SaveGames
from ttt_desktop.features.you.games_model import when_text
from ttt_desktop.session.seats import Seat

LEVELS = list(PlayerSpec.parse("level").kind.levels)
FIRST, MIDDLE, LAST = LEVELS[0], LEVELS[(len(LEVELS) - 1) // 2], LEVELS[-1]
ALL = Filter()
DAY = "2024-05-01T10:00:00+00:00"


def against(level, outcome="X", **values):
    """Return a game of the past against a level, in which you played X."""
    level_is = {"o_player": f"level:{level.lower()}", "opponent": f"level/{level}"}
    return record(outcome, **(level_is | values))


def as_second(level, outcome):
    """Return one in which you played O."""
    return replace(
        against(level, outcome), x_seat=Seat.MACHINE, o_seat=Seat.YOU, x_name="Machine",
        o_name="You", x_player=f"level:{level.lower()}", o_player="",
    )  # fmt: skip


def page(user):
    """Open the page, and return it."""
    window = history(user)
    tabs = window.findChild(QTabWidget)
    tabs.setCurrentIndex([tabs.tabText(at) for at in range(tabs.count())].index("You"))
    settle(window.archive)
    return window.you


def cells(view):
    model = view.model()
    columns = range(model.columnCount())
    return [[model.index(row, at).data() for at in columns] for row in range(model.rowCount())]


def reached(user):
    """Return the goals that are reached, and when."""
    return {text: when for text, when in cells(page(user).goals) if when != "not yet"}


def test_boards_have_the_highest_level_beaten_and_runs(user):
    wins = [against(FIRST), against(MIDDLE), against(LAST, "tie"), against(FIRST, "O")]
    add(user, *wins, against(FIRST), against(FIRST, "tie"), record("X"))
    add(user, against(LAST, "O", size=4, line=4), against(FIRST, rule=Rule.REVERSE))
    add(user, record("O", x_seat="machine", x_player="random", opponent=""))
    assert cells(page(user).boards) == [
        ["3×3", "7", MIDDLE, "3", "3"],
        ["3×3, reverse: a line loses", "1", FIRST, "1", "1"],
        ["4×4", "1", "–", "0", "0"],
    ]


def test_a_level_beaten_on_the_board_is_a_goal_reached(open_window):
    user = open_window("--machine", "O", "--x", f"level:{FIRST.lower()}")
    assert reached(user) == {}
    user.adopt("A1 A2 B1 B2")
    user.click((0, 2))
    settle(user.window.recorder.archive)
    (text,) = reached(user)
    assert text == f"Win against {FIRST} on 3×3."
    assert page(user).reached.text() == f"Goals: 1 of {len(goals())} reached."
    user.trigger("undo")
    user.adopt("B2 A1 C1 A3 A2 C2 B1 B3")
    user.click((2, 2))
    settle(user.window.recorder.archive)
    assert list(reached(user)) == [f"Win against {FIRST} on 3×3."], "that was another game"


def test_each_goal_has_the_game_that_reached_it_first(user):
    on = [f"2024-05-0{day}T10:00:00+00:00" for day in range(1, 10)]
    add(
        user,
        against(MIDDLE, "O", ended=on[0]),
        against(MIDDLE, size=15, line=5, ended=on[1]),
        against(MIDDLE, size=15, line=5, ended=on[2]),
        against(LAST, "tie", ended=on[3]),
        replace(as_second(LAST, "tie"), ended=on[4]),
        against(LEVELS[LEVELS.index(MIDDLE) - 1], size=5, line=5, rule=Rule.REVERSE, ended=on[5]),
        against(LAST, size=7, line=4, rule=Rule.REVERSE, ended=on[6]),
        record("X", o_player="", opponent=f"level/{FIRST}", ended=on[7]),
    )
    assert reached(user) == {
        **{
            f"Win against {level} on 15×15, 5 in a row.": when_text(on[1])
            for level in LEVELS[: LEVELS.index(MIDDLE) + 1]
        },
        "Hold Unbeatable to a tie as O on 3×3.": when_text(on[4]),
        f"Win a reverse game against {MIDDLE} or a stronger level.": when_text(on[6]),
    }


def test_no_goal_asks_for_what_is_proven_impossible():
    wanted = [(goal.levels[0], goal.rules) for goal in goals() if not goal.tied]
    assert (LAST, Rules(3, 3)) not in wanted
    assert (LAST, Rules(15, 5)) in wanted
    assert all((level, Rules(3, 3)) in wanted for level in LEVELS[:-1])


def test_a_game_with_a_friend_is_no_part_of_an_unbeaten_run(user):
    friends = record("X", o_seat="friend", o_player="", opponent="Bo")
    lost = replace(friends, outcome=Outcome.O)
    add(user, against(FIRST), friends, lost, against(FIRST), friends)
    assert cells(page(user).boards) == [["3×3", "5", FIRST, "2", "2"]]


def test_a_goal_is_told_right_after_the_game_that_reaches_it(open_window):
    user = open_window("--machine", "O", "--x", f"level:{LEVELS[2].lower()}")
    told = f"Goal reached: Win against {LEVELS[2]} on 3×3. With it, 2 easier ones are reached."
    user.adopt("A1 A2 B1 B2")
    user.click((0, 2))
    user.wait(lambda: user.window.notice.text == told)
    user.trigger("again")
    assert user.window.notice.text == ""
    user.adopt("A1 A2 B1 B2")
    user.click((0, 2))
    user.ended()
    settle(user.window.recorder.archive)
    user.linger(0.1)
    assert user.window.notice.text == "", "it was reached before"


def test_the_page_leads_to_ones_own_name(user):
    click_on(page(user).rename)
    (dialog,) = user.dialogs()
    user.wait(dialog.fields["name"].hasFocus)
    dialog.fields["name"].setText("Mia")
    dialog.accept()
    assert user.controller.settings.name == "Mia"


def test_games_deleted_reach_nothing_and_come_back(user):
    add(user, against(FIRST))
    assert len(reached(user)) == 1
    window = user.window.shell.pages["history"]
    select(window, 0)
    window.findChild(QTabWidget).setCurrentIndex(0)
    press(user, window, "delete")
    assert reached(user) == {}
    assert cells(window.you.boards) == []
    window.findChild(QTabWidget).setCurrentIndex(0)
    press(user, window, "restore")
    assert len(reached(user)) == 1


def test_the_tables_are_sorted_and_copied(user):
    add(user, against(FIRST))
    shown = page(user)
    shown.goals.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert cells(shown.goals)[0][1] == when_text(DAY), "what is reached comes first"
    shown.goals.setFocus()
    QTest.keyClick(shown.goals, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    first, second, *_ = QApplication.clipboard().text().split("\n")
    assert first == "Goal\tReached"
    assert second == f"Win against {FIRST} on 3×3.\t{when_text(DAY)}"


def test_an_open_page_follows_the_games(user):
    shown = page(user)
    add(user, against(FIRST))
    settle(user.window.recorder.archive)
    user.wait(lambda: cells(shown.boards) == [["3×3", "1", FIRST, "1", "1"]])


# --- the counts ---------------------------------------------------------------------------


def drawn(chance, number):
    """Return a game drawn at random."""
    level, outcome = chance.choice(LEVELS[:3]), chance.choice(("X", "X", "O", "tie"))
    game = against(level, outcome, key=number)
    size = chance.choice((3, 4))
    seat = chance.choice((Seat.YOU, Seat.YOU, Seat.YOU, Seat.MACHINE))
    return replace(game, size=size, line=size, x_seat=seat)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_counted_game_by_game_is_what_all_games_add_up_to(tmp_path, seed):
    chance = random.Random(seed)
    with closing(HistoryStore(tmp_path / "step.db")) as stepwise:
        gone = []
        for number in range(1, 150):
            change, game = SaveGames, drawn(chance, chance.randrange(1, number + 1))
            there = stepwise.find(ALL, 0, 500)
            if there and chance.random() < 0.3:
                change, game = DeleteGames, chance.choice(there)
                gone.append(game)
            elif gone and chance.random() < 0.3:
                change, game = RestoreGames, gone.pop()
            stepwise.make([change((game,))])
        games = stepwise.find(ALL, 0, 500)
        with closing(HistoryStore(tmp_path / "whole.db")) as whole:
            whole.add_all(games)
            assert whole.you(goals()) == stepwise.you(goals())
            assert whole.summary(400) == stepwise.summary(400)
        runs, longest = {}, {}
        for game in sorted(games, key=lambda game: game.id):
            if game.score is not None:  # (none of them with a friend)
                runs[game.rules] = (runs.get(game.rules, 0) + 1) * (game.score > 0)
                longest[game.rules] = max(longest.get(game.rules, 0), runs[game.rules])
        found = {on.board: (on.unbeaten, on.longest) for on in stepwise.you([]).boards}
        assert found == {board: (runs[board], longest[board]) for board in runs}
