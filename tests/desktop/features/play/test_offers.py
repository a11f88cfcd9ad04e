"""What the card at a game's end offers: the next level after three wins, or an easier one."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from engine import PLAYERO, PLAYERX, Rules
from engine.rules import Rule
from engine.specs import PlayerSpec
from tests.desktop.past import add, history, press, record, select, settle
from tests.driver.user import click_on
from ttt_desktop.look.spoken import Announcer
from ttt_desktop.settings.levels import ladder_texts

LEVELS = list(PlayerSpec.parse("level").kind.levels)
TITLES = dict(zip(LEVELS, ladder_texts(Rules(3, 3), (PLAYERO,)), strict=True))
MIDDLE = LEVELS[len(LEVELS) // 2]
ABOVE, BELOW = LEVELS[LEVELS.index(MIDDLE) + 1], LEVELS[LEVELS.index(MIDDLE) - 1]
ABOUT_TO_WIN, WINNING = "A1 A2 B1 B2", (0, 2)
ABOUT_TO_LOSE, LOSING = "B1 A1 A2 C1 C2 B2", (2, 1)
"""After that, O has two squares left, and completes a line on either."""

TIED = "B2 A1 C1 A3 A2 C2 B1 B3"


def against(level, outcome="X", **values):
    """Return a game of the past against a level."""
    level_is = {"o_player": f"level:{level.lower()}", "opponent": f"level/{level}"}
    return record(outcome, **(level_is | values))


@pytest.fixture
def meet(open_window):
    """Return somebody who plays X against a level."""

    def opened(level=MIDDLE, *options):
        return open_window("--machine", "O", "--x", f"level:{level.lower()}", *options)

    return opened


def end(user, moves=ABOUT_TO_WIN, square=WINNING):
    """Play a game to its end, from shortly before it."""
    user.adopt(moves)
    user.click(square)
    user.wait(lambda: user.game.result is not None)
    settle(user.window.recorder.archive)
    user.ended()


def offer(user):
    """Return what is offered: why, and what; None where nothing is."""
    button = button_of(user)
    if button is None:
        return None
    labels = user.window.features["play"].rounds.result.findChildren(QLabel)
    (why,) = [each.text() for each in labels if each.isVisible() and "hree" in each.text()]
    return why, button.text()


def button_of(user):
    """Return the button that takes the offer; None where there is no offer."""
    buttons = user.window.features["play"].rounds.result.findChildren(QPushButton)
    shown = (each for each in buttons if each.isVisible())
    return next((each for each in shown if each.text().startswith(("Harder", "Easier"))), None)


def take(user):
    click_on(button_of(user))


def test_three_wins_in_a_row_offer_the_next_level_and_the_button_plays_it(meet):
    user = meet()
    for _ in range(3):
        assert offer(user) is None
        end(user)
    assert offer(user) == ("Three wins in a row!", f"Harder: {TITLES[ABOVE]}")
    take(user)
    assert user.game.moves == ()
    assert user.controller.settings.player(PLAYERO).level == ABOVE
    assert user.window.features["play"].opponents.level == ABOVE, "the menus say so too"
    assert user.window.features["play"].rounds.result.isHidden()
    end(user)
    assert offer(user) is None, "the three were won against another level"


def test_three_losses_in_a_row_offer_an_easier_level(meet):
    user = meet()
    add(user, against(MIDDLE, "O"), against(MIDDLE, "O"))
    end(user, ABOUT_TO_LOSE, LOSING)
    assert offer(user) == ("Three tough games in a row.", f"Easier: {TITLES[BELOW]}")


def test_the_offer_is_read_out_once(meet, monkeypatch):
    heard = []
    monkeypatch.setattr(Announcer, "say", lambda _announcer, sentence: heard.append(sentence))
    user = meet()
    add(user, against(MIDDLE), against(MIDDLE))
    end(user)
    add(user, against(MIDDLE, "O", size=4, line=4))  # the history has changed: it is asked again
    assert offer(user) is not None
    assert heard.count(f"Three wins in a row! Harder: {TITLES[ABOVE]}") == 1


def test_the_offer_is_taken_with_the_keyboard(meet):
    user = meet()
    add(user, against(MIDDLE), against(MIDDLE))
    end(user)
    for _ in range(40):
        focus = user.window.focusWidget()
        if isinstance(focus, QPushButton) and focus.text() == f"Harder: {TITLES[ABOVE]}":
            break
        user.press(Qt.Key.Key_Tab)
    user.press(Qt.Key.Key_Space)
    assert user.controller.settings.player(PLAYERO).level == ABOVE
    assert user.game.moves == ()


@pytest.mark.parametrize(
    "before",
    [
        [against(MIDDLE, "O"), against(MIDDLE)],
        [against(MIDDLE), against(MIDDLE, "tie")],
        [against(MIDDLE), against(MIDDLE, size=4, line=4)],
        [against(MIDDLE), against(MIDDLE, rule=Rule.REVERSE)],
        [against(MIDDLE), against(ABOVE)],
        [against(MIDDLE), record()],
        [against(MIDDLE), against(MIDDLE, o_player="")],
    ],
)
def test_what_is_no_third_win_in_a_row(meet, before):
    user = meet()
    add(user, *before)
    end(user)
    assert offer(user) is None


@pytest.mark.parametrize(
    "between",
    [
        against(MIDDLE, "O", size=4, line=4),
        record("O", o_seat="friend", o_player="", opponent="Bo"),
        record("O"),
        record("O", x_seat="machine", x_player="level:easy", opponent=""),
    ],
)
def test_what_lies_apart_breaks_no_row(meet, between):
    user = meet()
    add(user, against(MIDDLE), against(MIDDLE), between)
    end(user)
    assert offer(user) is not None


@pytest.mark.parametrize(("level", "outcome"), [(LEVELS[-1], "X"), (LEVELS[0], "O")])
def test_nothing_lies_beyond_the_ends_of_the_ladder(meet, level, outcome):
    user = meet(level)
    add(user, against(level, outcome), against(level, outcome))
    end(user, *((ABOUT_TO_WIN, WINNING) if outcome == "X" else (ABOUT_TO_LOSE, LOSING)))
    assert user.game.result.outcome.value == outcome
    assert offer(user) is None


def test_the_last_level_is_called_what_it_is_on_this_board(meet):
    user = meet(LEVELS[-2])
    add(user, against(LEVELS[-2]), against(LEVELS[-2]))
    end(user)
    assert offer(user)[1] == "Harder: 7 · Unbeatable"


def test_nothing_is_offered_to_two_people_or_against_other_machines(open_window):
    for options in (("--machine", "neither"), ("--machine", "O", "--x", "perfect")):
        user = open_window(*options)
        add(user, against(MIDDLE), against(MIDDLE))
        end(user)
        assert offer(user) is None


def test_nothing_is_offered_where_machines_play_alone(open_window):
    user = open_window("--machine", "both", "--x", f"level:{MIDDLE.lower()}")
    add(user, against(MIDDLE), against(MIDDLE))
    user.adopt(ABOUT_TO_WIN)
    user.trigger("resume")
    user.wait(lambda: user.game.result is not None)
    settle(user.window.recorder.archive)
    user.ended()
    assert offer(user) is None


def test_a_last_move_taken_back_and_made_elsewhere_changes_the_offer(meet):
    user = meet()
    add(user, against(MIDDLE), against(MIDDLE))
    end(user)
    assert offer(user) is not None
    user.trigger("undo")
    user.trigger("redo")
    user.wait(user.window.features["play"].rounds.result.isVisible)
    settle(user.window.recorder.archive)
    user.wait(lambda: offer(user) is not None)
    user.trigger("undo")
    user.adopt(TIED)
    user.click((2, 2))
    settle(user.window.recorder.archive)
    user.ended()
    assert offer(user) is None


@pytest.mark.uses("you")
def test_games_deleted_from_the_history_count_no_more(meet):
    user = meet()
    add(user, against(MIDDLE), against(MIDDLE, moves="A1 A2 B1 B3 C1"))
    end(user)
    assert offer(user) is not None
    window = history(user)
    select(window, 1)
    press(user, window, "delete")
    user.trigger("play")
    assert user.board.isVisible()
    user.wait(lambda: offer(user) is None)
    press(user, history(user), "restore")
    user.trigger("play")
    user.wait(lambda: offer(user) is not None)


def test_another_board_or_side_for_the_next_game_is_minded(meet):
    user = meet(LEVELS[-2])
    add(user, against(LEVELS[-2]), against(LEVELS[-2]))
    end(user)
    assert offer(user) is not None
    user.change(size=7)
    assert offer(user) is None, "the next game is on a board where nothing was won"
    user.change(size=3)
    assert offer(user) is not None
    user.change(alternate=True)
    take(user)
    assert user.controller.view.is_machine(PLAYERX), "the sides alternate"
    assert user.controller.settings.rules == Rules(3, 3)


@pytest.mark.parametrize("size", [(420, 740), (980, 700), (1366, 768)])
def test_the_offer_leaves_the_board_where_it_is(meet, size):
    user = meet()
    user.window.resize(*size)
    user.linger(0.02)
    before = user.board.mapTo(user.window, user.board.rect().topLeft()), user.board.size()
    add(user, against(MIDDLE, "O"), against(MIDDLE, "O"))
    end(user, ABOUT_TO_LOSE, LOSING)
    assert offer(user) is not None
    assert (user.board.mapTo(user.window, user.board.rect().topLeft()), user.board.size()) == before
