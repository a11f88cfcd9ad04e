"""The page "You": how far you have come, board by board, and the goals that you have reached."""

import random
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine import PLAYERO, PLAYERX, Rules, square_name
from engine.game import Outcome
from engine.rules import Rule
from engine.specs import PlayerSpec
from engine.tournament import statistics
from tests.desktop.past import add, history, press, record, select, settle
from tests.driver.user import click_on, texts
from ttt_desktop.archive.games import Filter
from ttt_desktop.archive.goals import goals
from ttt_desktop.archive.store import HistoryStore
from ttt_desktop.archive.waiting import DeleteGames, RestoreGames, SaveGames
from ttt_desktop.features.you import rating
from ttt_desktop.features.you.ladder import State
from ttt_desktop.features.you.words import day_text, when_text
from ttt_desktop.look.parts import Card
from ttt_desktop.session.seats import Seat
from ttt_desktop.settings.levels import LADDER, level_text

LEVELS = list(PlayerSpec.parse("level").kind.levels)
FIRST, MIDDLE, LAST = LEVELS[0], LEVELS[(len(LEVELS) - 1) // 2], LEVELS[-1]
ALL = Filter()
DAY = "2024-05-01T10:00:00+00:00"


def called(level, size=3, line=3):
    """Return what a level is called on a board."""
    return level_text(LADDER, level, Rules(size, line))


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
    """Open the statistics with their tables of boards and goals, and return them."""
    user.trigger("statistics")
    settle(user.window.recorder.archive)
    return user.window.shell.pages["statistics"]


def home(user):
    """Open the place, and return its home."""
    user.trigger("you")
    settle(user.window.recorder.archive)
    return user.window.shell.pages["you"]


def states(user, size=3, line=3):
    """Return what each level is on a board, the weakest first."""
    return [rung.state for rung in home(user).ladder.rows[Rules(size, line)].rungs]


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
        ["3×3", "7", called(MIDDLE), "3", "3"],
        ["3×3, reverse: a line loses", "1", called(FIRST), "1", "1"],
        ["4×4", "1", "–", "0", "0"],
    ]


def test_a_level_beaten_on_the_board_is_a_goal_reached(open_window):
    user = open_window("--machine", "O", "--x", f"level:{FIRST.lower()}")
    assert reached(user) == {}
    user.adopt("A1 A2 B1 B2")
    user.click((0, 2))
    settle(user.window.recorder.archive)
    (text,) = reached(user)
    assert text == f"Win against {called(FIRST)} on 3×3."
    assert page(user).reached.text() == f"1 of {len(goals())} goals reached"
    user.trigger("undo")
    user.adopt("B2 A1 C1 A3 A2 C2 B1 B3")
    user.click((2, 2))
    settle(user.window.recorder.archive)
    assert list(reached(user)) == [f"Win against {called(FIRST)} on 3×3."], "that was another game"


def test_each_goal_has_the_game_that_reached_it_first(user):
    unbeatable = level_text(LADDER, LAST, Rules(3, 3), (PLAYERX,))
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
            f"Win against {called(level, 15, 5)} on 15×15, 5 in a row.": when_text(on[1])
            for level in LEVELS[: LEVELS.index(MIDDLE) + 1]
        },
        f"Hold {unbeatable} to a tie as O on 3×3.": when_text(on[4]),
        f"Win a reverse game against {called(MIDDLE)} or a stronger level.": when_text(on[6]),
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
    assert cells(page(user).boards) == [["3×3", "5", called(FIRST), "2", "2"]]


def test_a_goal_is_told_right_after_the_game_that_reaches_it(open_window):
    user = open_window("--machine", "O", "--x", f"level:{LEVELS[2].lower()}")
    level = called(LEVELS[2])
    told = f"Goal reached: you beat {level} on 3×3! 2 easier goals are done, too."
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
    home(user)
    user.trigger("rename")
    (dialog,) = user.dialogs()
    user.wait(dialog.fields["name"].hasFocus)
    dialog.fields["name"].setText("Mia")
    dialog.accept()
    assert user.controller.settings.name == "Mia"


def test_games_deleted_reach_nothing_and_come_back(user):
    add(user, against(FIRST))
    assert len(reached(user)) == 1
    games = history(user)
    select(games, 0)
    press(user, games, "delete")
    assert reached(user) == {}
    assert cells(page(user).boards) == []
    press(user, history(user), "restore")
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
    assert second == f"Win against {called(FIRST)} on 3×3.\t{when_text(DAY)}"


def test_an_open_page_follows_the_games(user):
    shown = page(user)
    add(user, against(FIRST))
    settle(user.window.recorder.archive)
    user.wait(lambda: cells(shown.boards) == [["3×3", "1", called(FIRST), "1", "1"]])


# --- the home ---------------------------------------------------------------------------


def test_the_ladder_has_the_levels_beaten_and_the_next_one_starts_a_game(user):
    add(user, against(LEVELS[2]), against(LAST, "tie"), against(FIRST, size=6, line=5))
    beaten, best, coming = [State.BEATEN] * 2, [State.BEST], [State.NEXT]
    never = [State.NEVER]
    assert states(user) == [*beaten, *best, *coming, State.AHEAD, State.AHEAD, *never]
    assert states(user, 15, 5) == [State.NEXT, *[State.AHEAD] * 6]
    assert states(user, 6, 5)[0] is State.BEST, "an own board joins the ladder"
    shown = home(user)
    user.window.grab()
    rungs = shown.ladder.rows[Rules(5, 4)].rungs
    assert [rung.isEnabled() for rung in rungs] == [True, *[False] * 6]
    click_on(rungs[0])
    user.wait(lambda: user.window.shell.pages.shows_board)
    settings = user.controller.settings
    assert user.game.rules == Rules(5, 4)
    assert settings.player(PLAYERO).level == FIRST
    assert settings.machine == "O"


def test_a_rating_waits_for_ten_games_and_has_its_band(user):
    assert rating.FEWEST == statistics.FEWEST
    assert "Play 10 games against one level" in home(user).rating.about.text()
    add(user, *[against(MIDDLE)] * 3, against(FIRST, size=4, line=4))
    shown = home(user).rating
    whom = f"{called(MIDDLE)} on 3×3"
    assert shown.about.text().startswith(f"7 more games against {whom},")
    assert shown.value.isHidden()
    assert shown.chart.isHidden()
    add(user, *[against(MIDDLE)] * 7)
    assert home(user).rating.value.text().startswith("at least +")
    assert shown.chart.isHidden(), "where all are won, a curve says nothing"
    add(user, *[against(MIDDLE, "O")] * 10)
    assert home(user).rating.value.text() == "0"
    assert not shown.chart.isHidden()
    assert shown.chart.accessibleName() == "Your rating, game by game: 0 now"


def test_badges_are_the_highest_goals_reached_and_the_next_ones(user):
    add(user, against(LEVELS[1]))
    shown = home(user).badges
    assert shown.reached.text() == f"2 of {len(goals())} goals reached"
    said = [badge.accessibleName() for badge in shown.badges]
    assert len(said) == 8
    assert said[0] == (f"Win against {called(LEVELS[1])} on 3×3. "
                       f"Reached {when_text(DAY)}.")  # fmt: skip
    assert all(name.endswith("Not reached yet.") for name in said[1:])


def test_recent_games_are_small_boards_with_a_review(user):
    add(user, *[against(FIRST, moves=moves) for moves in ("A1 B1 A2 B2 A3", "C1 B1 C2 B2 C3")])
    add(user, *[against(MIDDLE, "O", moves="A1 B1 A2 B2 C1 B3")] * 4)
    shown = home(user).recent
    assert len(shown.games) == 5
    assert shown.more.text() == "Show all 6"
    level = called(FIRST)
    day = day_text(DAY)
    assert shown.games[4].review.accessibleName() == f"Review: 3×3, You won! {level}, {day}"
    user.window.grab()
    shown.window().resize(1280, 1400)
    click_on(shown.games[4].review)
    user.wait(lambda: user.controller.view.reviewed is not None)
    assert user.window.shell.pages.shows_board
    assert square_name(user.controller.record.all_moves[0]) == "C1"
    home(user)
    click_on(shown.more)
    assert user.window.shell.pages.page == "games"


def test_a_given_up_game_waits_on_the_page(user):
    assert home(user).given_up.isHidden()
    user.window.shell.pages.open_board()
    user.click((1, 1))
    user.trigger("again")
    shown = home(user).given_up
    assert not shown.isHidden()
    assert "3×3, after 1 move" in texts(shown)
    click_on(shown.resume)
    assert [square_name(square) for square in user.game.moves] == ["B2"]
    assert home(user).given_up.isHidden()


@pytest.mark.uses("puzzles")
def test_the_streak_and_the_mistakes_due_lead_to_the_puzzles(user):
    shown = home(user)
    assert shown.streak.streak.text() == "Puzzle streak: 0 days (best: 0)"
    assert shown.mistakes.due.text() == "Your mistakes due today: 0"
    assert not shown.mistakes.practise.isEnabled()
    user.window.resize(1280, 1400)
    user.window.grab()
    click_on(shown.streak.today)
    assert user.controller.view.task is not None


def test_the_menu_and_both_keys_lead_to_the_place(user):
    for keys in ("Ctrl+6", "Ctrl+H"):
        user.window.shell.pages.open_board()
        QTest.keySequence(user.window, QKeySequence(keys))
        assert user.window.shell.pages.page == "you"


@pytest.mark.parametrize(
    ("size", "scale"), [((360, 480), 100), ((420, 740), 100), ((420, 740), 200), ((1280, 800), 200)]
)
def test_nothing_on_the_pages_is_wider_than_what_is_seen(open_window, size, scale):
    user = open_window("--machine", "neither")
    add(user, *[against(MIDDLE)] * 12, against(MIDDLE, "O"), against(LAST, "O", size=15, line=5))
    user.window.shell.preferences.change(text_scale=scale)
    user.window.resize(*size)
    for name in ("you", "statistics"):
        user.trigger(name)
        settle(user.window.recorder.archive)
        shown = user.window.shell.pages[name]
        user.window.grab()
        room = shown.viewport().width()
        assert shown.widget().width() == room
        for card in filter(QWidget.isVisible, shown.findChildren(Card)):
            inner = card.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
            rights = [part.geometry().right() for part in inner if part.isVisible()]
            assert max(rights, default=0) < card.width(), name
            assert card.mapTo(shown.widget(), card.rect().topRight()).x() < room, name


def test_days_are_called_as_people_call_them():
    now = datetime.now(UTC)
    at = [(now - timedelta(days=days)).isoformat(timespec="seconds") for days in range(9)]
    local = [datetime.fromisoformat(ended).astimezone() for ended in at]
    assert when_text(at[0]) == f"today {local[0]:%H:%M}"
    assert day_text(at[1]) == "yesterday"
    assert when_text(at[3]) == f"{local[3]:%A %H:%M}"
    assert when_text(at[8]) == f"{local[8]:%Y-%m-%d %H:%M}"
    assert day_text(at[8]) == f"{local[8]:%Y-%m-%d}"


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
