"""What somebody would stumble over who plays for the first time: it is said, and seen, plainly."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from engine import Game, Rules, parse_square
from engine.rules import Rule
from tests.desktop.past import add, history, record, settle
from tests.driver.user import click_on, texts
from tests.every import every
from ttt_desktop.session.hints import why_good

DIAGONAL = "A1 A2 B2 A3"
"""After these moves X completes the diagonal with C3."""


def screen(user):
    """Return what the board's part of the window shows, without painting it for that."""
    view, window = user.board.viewport(), user.window
    place = view.mapTo(window, view.rect().topLeft())
    shown = window.screen().grabWindow(window.winId(), place.x(), place.y(), view.width(),
                                       view.height())  # fmt: skip
    return shown.toImage()


def painted_anew(user):
    """Have the whole board painted, and return what it shows then."""
    user.board.viewport().repaint()
    return screen(user)


def test_nothing_of_the_line_stays_when_the_last_move_is_taken_back(user):
    user.adopt(DIAGONAL)
    user.linger(0.05)
    user.click((2, 2))
    user.ended()
    user.trigger("undo")
    user.linger(0.05)
    assert screen(user) == painted_anew(user)
    user.trigger("redo")
    user.linger(0.05)


@pytest.mark.parametrize(
    ("size", "line", "said"),
    [(3, 3, ""), (4, 4, " 4 in a row wins."), (5, 4, " 4 in a row wins."),
     (15, 5, " 5 in a row wins.")],
)  # fmt: skip
def test_every_board_but_the_smallest_says_how_many_in_a_row_win(open_window, size, line, said):
    user = open_window(
        "--machine", "O", "--size", str(size), "--line", "0" if line == size else str(line)
    )
    assert user.game.rules == Rules(size, line)
    assert user.headline == f"Your turn.{said}"


@pytest.mark.uses("lessons")
def test_learn_says_what_it_is(user):
    assert "how the machine thinks" in user.window.action["learn"].toolTip()


# --- one opponent, one name, one score ----------------------------------------------------


def win(user):
    """Play a game to its end in which you complete the first row as X."""
    user.adopt("A1 A3 B1 B3")
    user.click((0, 2))
    user.ended()


def score_row(user):
    """Return against whom the score below the two players counts, and the games that X has won."""
    (ties,) = [label for label in user.window.findChildren(QLabel)
               if label.text() == "Ties 0 · this session"]  # fmt: skip
    return ties.toolTip().split(" on ")[0], user.controller.view.wins[0]


def test_the_score_says_against_whom_and_each_opponent_has_its_own(open_window):
    user = open_window("--machine", "O", "--x", "level:easy")
    win(user)
    assert score_row(user) == ("Score against 3 · Easy", 1)
    user.change(x="level:medium")
    assert score_row(user) == ("Score against 4 · Medium", 0)
    said = user.window.status.currentMessage()
    assert said == "New score for 3×3 against 4 · Medium. Your earlier score is kept."
    user.change(x="level:easy")
    assert score_row(user) == ("Score against 3 · Easy", 1)


def test_each_board_has_its_own_score(open_window):
    user = open_window("--machine", "O", "--x", "level:master")
    win(user)
    assert score_row(user) == ("Score against 7 · Unbeatable", 1)
    user.change(size=15, line=5)
    user.trigger("again")
    assert score_row(user) == ("Score against 7 · Master", 0)
    user.change(size=3, line=0)
    user.trigger("again")
    assert score_row(user) == ("Score against 7 · Unbeatable", 1)


@pytest.mark.uses("you")
def test_the_history_calls_a_machine_what_it_is_called_on_its_board(user):
    best = {"o_player": "level:master", "opponent": "level/Master"}
    add(user, record("O", size=5, line=4, **best), record("O", size=15, line=5, **best))
    window = history(user)
    settle(window.archive)
    shown = window.games.model()
    pairs = [shown.index(row, 2).data() for row in range(2)]
    assert pairs == ["You – Machine, 7 · Master", "You – Machine, 7 · Unbeatable"]
    user.trigger("statistics")
    table = user.page("statistics").table
    settle(window.archive)
    opponents = [table.item(row, 1).text() for row in range(table.rowCount())]
    assert sorted(opponents) == ["Machine, 7 · Master", "Machine, 7 · Unbeatable"]


# --- hints say why ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "said"),
    [("A1 B1 A2 B2", "Hint for X: A3. It completes a line and wins."),
     ("A1 B2 C3 B1", "Hint for X: B3. It blocks a line of O."),
     ("A1 B1 A3 A2", "Hint for X: C3. It makes two threats at once, on B2 and B3.")],
)  # fmt: skip
def test_a_hint_says_why_beside_the_board_until_a_move_is_made(user, moves, said):
    user.adopt(moves)
    user.trigger("hint")
    hint = user.window.features["play"].hint
    user.wait(hint.isVisible)
    assert " ".join(texts(hint)) == said
    user.click(user.game.board.get_empty_squares()[0])
    assert not hint.isVisible()


FIVE = Rules(15, 5)


@every(
    ("moves", "square", "why"),
    [("H8 A1 H9 A3 H10 A5", "H11", "It makes two threats at once, on H7 and H12."),
     ("A1 H8 A3 H9 A5 H10", "H11", "It keeps O from making two threats at once."),
     ("A1 H8 A3 H9 A5 H10 A15 H11", "H12", "It blocks a line of O."),
     ("H8 A1 H9 A3", "H10", "Next, H7 would make two threats at once."),
     ("H8 A1", "H9", "")],
)  # fmt: skip
def test_reasons_in_five_in_a_row(moves, square, why):
    game = Game.of(FIVE, (parse_square(name, 15) for name in moves.split()))
    assert why_good(game.board, game.to_move, parse_square(square, 15)) == why


def test_a_move_that_closes_a_line_in_caro_is_a_block():
    game = Game(Rules(15, 5, Rule.CARO))
    for name in ("B8", "A8", "C8", "H1", "D8", "J1", "E8"):
        game.play(parse_square(name, 15))
    said = {name: why_good(game.board, game.to_move, parse_square(name, 15))
            for name in ("F8", "G8", "H8")}  # fmt: skip
    assert said == {"F8": "It blocks a line of X.", "G8": "It blocks a line of X.", "H8": ""}


# --- two players choose their board ---------------------------------------------------------


def test_two_players_choose_the_board_on_their_tile(user):
    user.trigger("new")
    tile = user.page("play").friend
    assert tile.accessibleName() == "Two players: 3×3"
    tile.setFocus()
    user.wait(tile.hasFocus)
    user.press(Qt.Key.Key_Plus)
    user.press(Qt.Key.Key_Plus)
    assert tile.accessibleName() == "Two players: 5×5, 4 in a row"
    user.press(Qt.Key.Key_Return)
    assert user.game.rules == Rules(5, 4)
    assert user.controller.settings.machine == "neither"


def test_a_board_of_ones_own_is_among_those_for_two_players(open_window):
    user = open_window("--machine", "neither", "--size", "7", "--line", "4")
    user.trigger("new")
    tile = user.page("play").friend
    assert user.page("play").ringed is tile
    assert tile.rules == Rules(7, 4)
    shown = [chip.text() for chip in tile.chips.values() if chip.isVisible()]
    assert shown == ["3", "4", "5", "15", "7"]
    click_on(tile.chips[Rules(3, 3)])
    assert tile.rules == Rules(3, 3)
    click_on(tile, tile.picture.geometry().center())
    assert user.game.rules == Rules(3, 3)
