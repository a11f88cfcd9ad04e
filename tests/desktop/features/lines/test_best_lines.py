"""The dock of best lines: it thinks until it is stopped, follows the game, and plays from there."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine import parse_square, square_name
from tests.driver.user import X_WINS, click_on
from ttt_desktop.features.lines import analyst

PEOPLE = ("--machine", "neither")


@pytest.fixture
def user(open_window):
    user = open_window(*PEOPLE, "--size", "9", "--line", "5")
    user.show_docks("lines")
    yield user
    user.window.docks["lines"].hide()


def dock(user):
    return user.window.docks["lines"]


def think(user):
    """Begin to think; return the lines that come, once there are as many as are asked for."""
    if not dock(user).think.isChecked():
        click_on(dock(user).think)
    user.wait(lambda: len(dock(user).lines) >= 3)
    return dock(user).lines


def simulations(user):
    """Return how many simulations the dock says there were."""
    found = re.search(r"([\d,]+) simulations", dock(user).text)
    return int(found[1].replace(",", "")) if found else 0


def cells(user, column):
    model = dock(user).view.model()
    return [model.index(row, column).data() for row in range(model.rowCount())]


def test_it_lists_the_best_moves_with_values_and_lines_until_it_is_stopped(user):
    lines = think(user)
    assert [each.move.visits for each in lines] == sorted(
        (each.move.visits for each in lines), reverse=True
    )
    assert "simulations" in dock(user).text
    click_on(dock(user).think)
    assert not dock(user).think.isChecked()
    shown = [" ".join(map(square_name, each.line)) for each in dock(user).lines]
    assert cells(user, 2) == shown
    assert all(each.square == each.line[0] for each in dock(user).lines)
    before = dock(user).text
    user.linger()
    assert dock(user).text == before, "it has stopped"


def test_more_or_fewer_lines_are_shown_at_once(user):
    think(user)
    click_on(dock(user).think)
    dock(user).count.setValue(1)
    assert len(cells(user, 0)) == 1
    dock(user).count.setValue(5)
    assert len(cells(user, 0)) == 5


def test_it_follows_the_position_as_both_sides_move(user):
    think(user)
    user.click((4, 4))
    assert dock(user).lines == ()
    think(user)
    assert "O to move" in dock(user).text
    assert not any("E5" in line.split() for line in cells(user, 2))


def test_a_line_is_played_with_enter_and_by_double_click(user):
    think(user)
    click_on(dock(user).think)
    table = dock(user).view
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 0))
    square = dock(user).lines[0].square
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert user.game.moves == (square,)


def test_trying_both_sides_does_not_begin_the_search_anew(user):
    think(user)
    user.wait(lambda: simulations(user) > 5000)
    counts = [simulations(user)]
    click_on(dock(user).both)
    counts.append(simulations(user))
    click_on(dock(user).both)
    counts.append(simulations(user))
    user.wait(lambda: simulations(user) != counts[-1])
    assert counts == sorted(counts)
    assert simulations(user) > counts[-1]


def test_stopped_and_begun_again_it_searches_the_same_position_anew(user):
    think(user)
    user.wait(lambda: simulations(user) > 5000)
    click_on(dock(user).think)
    stopped = simulations(user)
    click_on(dock(user).think)
    user.wait(lambda: simulations(user) != stopped)
    user.wait(lambda: simulations(user) > stopped)


@pytest.mark.uses("puzzles")
def test_after_a_puzzle_the_game_is_searched_again(user):
    think(user)
    user.trigger("puzzle")
    assert not user.window.docks["lines"].lines
    user.window.features["puzzles"].puzzler.leave()
    user.wait(lambda: simulations(user) > 1000)
    assert {each.square for each in dock(user).lines} <= set(user.game.board.get_empty_squares())


def test_a_search_that_failed_is_begun_again(user, monkeypatch):
    failing = [True]
    found = analyst.best_lines

    def fails(search, most):
        if failing.pop() if failing else False:
            raise OSError("the disk is on fire")
        return found(search, most)

    monkeypatch.setattr(analyst, "best_lines", fails)
    click_on(dock(user).think)
    user.wait(lambda: not failing)
    user.linger()
    assert not dock(user).lines
    click_on(dock(user).both)
    user.wait(lambda: simulations(user) > 1000)


def test_both_sides_are_tried_beside_the_game_against_a_machine(open_window):
    user = open_window("--machine", "O", "--o", "random")
    user.show_docks("lines")
    user.click((1, 1))
    user.settled()
    before = user.game.moves
    click_on(dock(user).both)
    free = user.game.board.get_empty_squares()
    user.click(free[0])
    user.click(free[1])
    assert user.game.moves == (*before, *free[:2]), "no machine answers"
    click_on(dock(user).both)
    assert user.game.moves == before
    assert user.controller.view.variations[0].moves == tuple(free[:2])


def test_a_solved_position_says_what_is_proven_and_ends_by_itself(open_window):
    user = open_window(*PEOPLE)
    user.show_docks("lines")
    user.play(X_WINS[:4])
    click_on(dock(user).think)
    user.wait(lambda: "the position is proven" in dock(user).text)
    assert cells(user, 2)[0] == "C1"
    assert cells(user, 0)[0] == "win"
    user.click((0, 2))
    assert "no move to look for" in dock(user).text
    assert cells(user, 0) == []


@pytest.mark.uses("puzzles")
def test_nothing_is_given_away_in_a_puzzle(user):
    think(user)
    user.trigger("puzzle")
    assert "Nothing is shown in puzzles" in dock(user).text
    assert cells(user, 0) == []


def test_a_dock_that_is_closed_stops(user):
    think(user)
    user.trigger("lines")
    user.trigger("lines")
    assert not dock(user).think.isChecked()


@pytest.mark.uses("moves")
def test_a_dock_that_is_closed_behind_a_tab_stops_too(user):
    user.show_docks("lines", "moves")
    think(user)
    dock(user).parent().tabifyDockWidget(dock(user), user.window.docks["moves"])
    user.window.docks["moves"].raise_()
    user.linger()
    assert user.app.runner.busy, "behind a tab it goes on"
    user.trigger("lines")
    user.wait(lambda: not user.app.runner.busy)


def test_the_best_moves_are_drawn_on_the_board(user):
    plain = user.board.grab().toImage()
    think(user)
    click_on(dock(user).think)
    marked = user.board.grab().toImage()
    assert marked != plain
    dock(user).view.selectRow(0)
    assert user.board.grab().toImage() not in (plain, marked), "its whole line is drawn"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("moves", [[(4, 4)], [(4, 4), (4, 5)]])
def test_the_numbers_are_read_on_stones_of_either_side(open_window, theme, moves):
    user = open_window(
        *PEOPLE, "--size", "9", "--line", "5", "--board-look", "stones", "--theme", theme
    )
    user.show_docks("lines")
    user.play(moves)
    best = think(user)[0].square
    click_on(dock(user).think)
    place = user.board.visualRect(user.controller.model.index(*best))
    picture = user.board.viewport().grab(place).toImage()
    shades = [
        picture.pixelColor(col, row).lightness()
        for row in range(picture.height() // 3)
        for col in range(2 * picture.width() // 3, picture.width())
    ]
    assert min(shades) < 60
    assert max(shades) > 200, "black on white, or white on black"
    dock(user).hide()


def test_a_win_by_force_is_said_with_its_length(open_window):
    user = open_window("--machine", "neither", "--size", "15", "--line", "5")
    user.show_docks("lines")
    for name in ("H8", "A1", "I8", "C1", "J8", "E1"):
        user.click(parse_square(name, 15))
    click_on(dock(user).think)
    user.wait(lambda: bool(dock(user).lines))
    lines = dock(user).lines
    dock(user).hide()
    assert [each.to_the_end for each in lines] == [True]
    said = "X to move wins by force, in 2 moves. Other moves were not looked at."
    assert dock(user).text == said
    assert cells(user, 0) == ["win"]
