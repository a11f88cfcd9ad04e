"""The home of puzzles: one click starts what it offers, and every number is from the data."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from engine.coach.puzzles import daily, load
from tests.desktop.features.puzzles.asking import judged, puzzle_panel, puzzler
from tests.desktop.past import O_WINS, settle
from tests.driver.user import click_on, texts
from tests.every import every
from ttt_desktop.features.puzzles.collections import (
    COLLECTIONS,
    HARDEST,
    collection_of,
    difficulty,
)
from ttt_desktop.features.puzzles.home_parts import DifficultyBar, MistakeRow, when_text
from ttt_desktop.features.puzzles.week import WeekRow
from ttt_desktop.look.parts import FILLED

TODAY = date(2026, 3, 4)


@pytest.fixture
def player(open_window):
    user = open_window("--machine", "neither", docks=())
    puzzler(user).today = lambda: TODAY
    return user


def home(user):
    """Open the home of puzzles, and return it once it shows all."""
    user.window.shell.pages.open("puzzles")
    settle(user.window.recorder.archive)
    return user.window.shell.pages["puzzles"]


def solve(user):
    """Solve the puzzle on the board."""
    while puzzler(user).asks:
        user.click(puzzler(user).attempt.move)
        judged(user)
    settle(user.window.recorder.archive)


def lose(user):
    """Play a game in which X gives a win away."""
    user.play(O_WINS)
    user.ended()
    settle(user.window.recorder.archive)


def rows(user, page):
    """Return the rows of mistakes that are shown."""
    user.linger()
    return [each for each in page.findChildren(MistakeRow) if each.isVisible()]


# --- collections ---------------------------------------------------------------------------


def test_every_puzzle_is_in_one_collection_and_the_easy_ones_come_first():
    members = [puzzle for collection in COLLECTIONS for puzzle in collection.puzzles]
    assert sorted(puzzle.id for puzzle in members) == sorted(puzzle.id for puzzle in load())
    for collection in COLLECTIONS:
        grades = [puzzle.grade for puzzle in collection.puzzles]
        assert grades == sorted(grades)
        assert all(collection_of(puzzle) is collection for puzzle in collection.puzzles)


def test_the_next_of_a_collection_is_not_solved_yet():
    collection = COLLECTIONS[0]
    first, second, third, *_, last = collection.puzzles
    assert collection.next(()) == first
    assert collection.next({first.id}) == second
    assert collection.next({first.id, third.id}, after=second) == collection.puzzles[3]
    assert collection.next((), after=last) == first, "those that were left out come again"
    everything = {puzzle.id for puzzle in collection.puzzles}
    assert collection.next(everything) == first
    assert collection.next(everything, after=first) == second


def test_difficulties_use_the_whole_scale_on_each_board():
    for rules in {puzzle.rules for puzzle in load()}:
        levels = {puzzle.grade: difficulty(puzzle) for puzzle in load() if puzzle.rules == rules}
        ordered = [levels[grade] for grade in sorted(levels)]
        assert ordered == sorted(ordered)
        assert ordered[-1] == HARDEST


def test_one_click_starts_a_collection_and_goes_on_in_it(player):
    page = home(player)
    collection = COLLECTIONS[-1]
    tile = page.tiles[collection.name]
    count = len(collection.puzzles)
    assert tile.standing == f"0 of {count}"
    click_on(tile)
    assert player.window.shell.pages.shows_board
    assert player.window.shell.pages.place == "puzzles"
    assert puzzler(player).attempt.puzzle == collection.puzzles[0]
    solve(player)
    assert f"1 of {count} solved in this collection" in texts(puzzle_panel(player).standing)
    click_on(puzzle_panel(player).another)
    assert puzzler(player).attempt.puzzle == collection.puzzles[1]
    click_on(puzzle_panel(player).solution)
    judged(player)
    assert not puzzle_panel(player).standing.isVisible(), "a shown answer is not solved"
    page = home(player)
    assert tile.standing == f"1 of {count}"
    assert f"1 of {len(load()):,} solved" in texts(page)


def test_a_collection_that_is_solved_begins_again(player):
    collection = COLLECTIONS[2]
    for puzzle in collection.puzzles:
        puzzler(player).record.add(name=puzzle.id)
    tile = home(player).tiles[collection.name]
    assert tile.standing == f"All {len(collection.puzzles)} solved"
    click_on(tile)
    assert puzzler(player).attempt.puzzle == collection.puzzles[0]


# --- today's -------------------------------------------------------------------------------


def test_one_click_starts_todays_puzzle(player):
    page = home(player)
    puzzle = daily(TODAY)
    assert "Wednesday, 4 March" in texts(page)
    assert str(puzzle.question) in texts(page)
    level = page.findChild(DifficultyBar).accessibleName()
    assert level == f"Difficulty: {difficulty(puzzle)} of 5"
    assert page.today.kind == FILLED
    click_on(page.today)
    assert puzzler(player).attempt.puzzle == puzzle
    assert puzzler(player).day == TODAY
    solve(player)
    page = home(player)
    assert page.today.text() == "Solved! Solve it again"
    assert page.today.kind != FILLED


def test_the_streak_and_the_week_are_those_of_the_data(player):
    for days in (5, 4, 3, 1):
        day = TODAY - timedelta(days=days)
        puzzler(player).today = lambda day=day: day
        player.trigger("puzzle")
        solve(player)
    puzzler(player).today = lambda: TODAY
    page = home(player)
    assert page.findChild(WeekRow).solved == (False, True, True, True, False, True, False)
    assert "1 day, today makes 2" in texts(page)
    assert "best streak: 3 days" in texts(page)


# --- mistakes ------------------------------------------------------------------------------


def test_without_mistakes_there_is_an_example(player):
    page = home(player)
    assert "Your mistakes" in texts(page)
    assert "An example" in texts(page)
    assert not page.practise.isVisible()


def test_mistakes_that_are_due_are_counted_shown_and_practised(player):
    lose(player)
    page = home(player)
    assert "No mistakes due today" in texts(page)
    assert rows(player, page) == []
    tomorrow = TODAY + timedelta(days=1)
    puzzler(player).today = lambda: tomorrow
    page = home(player)
    assert "Your mistakes due: 1" in texts(page)
    (row,) = rows(player, page)
    assert texts(row)[0] == "You missed a win"
    assert page.practise.text() == "Practise 1 mistake"
    assert page.practise.kind != FILLED, "today's puzzle comes first"
    puzzler(player).record.add(tomorrow)
    page = home(player)
    assert page.practise.kind == FILLED
    click_on(page.practise)
    player.wait(lambda: puzzler(player).own_mistake)
    assert player.window.shell.pages.shows_board


@every(
    ("moment", "said"),
    [
        (datetime(2026, 3, 4, 5, 2), "today 05:02"),
        (datetime(2026, 3, 3, 23, 59), "yesterday"),
        (datetime(2026, 2, 27, 12), "Friday"),
        (datetime(2026, 2, 20, 12), "20 Feb"),
        (datetime(2026, 3, 9, 12), "9 Mar"),
    ],
)
def test_times_are_written_as_people_say_them(moment, said):
    assert when_text(moment.astimezone().isoformat(), TODAY) == said


# --- the page ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height", "scale"), [(360, 480, "100"), (420, 740, "100"), (980, 700, "200")]
)
def test_nothing_is_wider_than_the_page(open_window, width, height, scale):
    user = open_window("--machine", "neither", "--text-scale", scale, docks=())
    user.window.resize(width, height)
    page = home(user)
    user.linger()
    room = page.viewport().width()
    assert page.widget().width() <= room
    for tile in page.tiles.values():
        assert tile.mapTo(page.viewport(), tile.rect().topRight()).x() <= room
