"""Whose turn it is, how a game ended, and what to do next: above the board and over it."""

import pytest
from PySide6.QtCore import Qt, QVariantAnimation
from PySide6.QtWidgets import QLabel, QPushButton

from engine import PLAYERO, PLAYERX, Game
from engine.players.level import KIND
from tests.desktop.sights import covered
from tests.driver.user import X_WINS, click_on
from tests.every import every
from ttt_desktop.board.badge import MarkBadge
from ttt_desktop.board.player_bar import PlayerCard
from ttt_desktop.features.play.confetti import Confetti
from ttt_desktop.look.measures import CARD_MS, DISPLAY, LINE_MS, LINE_PAUSE_MS
from ttt_desktop.look.spoken import Announcer

TIE = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (1, 1), (2, 0), (2, 2), (2, 1))


def won_game():
    """Return a game that X has won."""
    game = Game()
    for square in X_WINS:
        game.play(square)
    return game


def press(user, text):
    """Press a button of the card at the end, which grows when the coach has found something."""
    user.ended()
    buttons = user.window.features["play"].rounds.result.findChildren(QPushButton)
    (button,) = [each for each in buttons if each.text().replace("&", "") == text]
    click_on(button)


def shown_buttons(user):
    """Return what the buttons say that can be pressed on the card."""
    buttons = user.window.features["play"].rounds.result.findChildren(QPushButton)
    return [each.text().replace("&", "") for each in buttons if each.isVisible()]


def said(user):
    """Return what the card at the end says, but for the coach, who takes his time."""
    user.qtbot.waitUntil(user.window.features["play"].rounds.result.isVisible)
    return sentences(user.window.features["play"].rounds.result)


def sentences(place):
    """Return what is to be read in a part of the window, but for the coach's sentence."""
    labels = [each for each in place.findChildren(QLabel) if each.isVisible()]
    return [each.text() for each in labels if each.objectName() != "lesson"]


def test_the_headline_is_large_and_above_the_board(open_window):
    user = open_window("--machine", "O", "--trials", "20")
    assert user.headline == "Your turn."
    headline = user.window.headline
    (label,) = headline.findChildren(QLabel)
    assert label.font().pointSizeF() == pytest.approx(user.app.theme.font(DISPLAY).pointSizeF())
    assert label.font().pointSizeF() >= 1.6 * user.window.status.font().pointSizeF() - 0.01
    assert headline.findChild(MarkBadge).isVisible(), "colour is never the only sign"
    bottom = headline.mapTo(user.window, headline.rect().bottomLeft()).y()
    assert bottom <= user.board.mapTo(user.window, user.board.rect().topLeft()).y()


def test_the_headline_says_what_the_machine_does(open_window):
    user = open_window("--machine", "X", "--trials", "1000000000")
    assert user.headline == "The machine is thinking…"
    user.press(Qt.Key.Key_Escape)
    user.settled()
    assert user.headline == "Your turn."
    user.trigger("hint")
    assert user.headline == "Looking for a hint…"


def test_a_win_of_one_of_two_people(open_window):
    user = open_window("--machine", "neither", "--name", "Ada", "--friend", "Bo")
    assert user.headline == "Ada to move."
    user.play(X_WINS)
    assert said(user) == ["Ada wins with row 1.", "Ada 1 · Bo 0 · Ties 0"]
    cards = [each.accessibleName() for each in user.window.findChildren(PlayerCard)]
    assert cards == ["X: Ada. Games won: 1.", "O: Bo. Games won: 0."]


def everything_said(user):
    """Return all sentences in the window about who won, lost or tied."""
    words = ("win", "lost", "lose", "tie", "Tie")
    found = sentences(user.window)
    return [text for text in found if any(word in text for word in words) and "·" not in text]


@pytest.mark.parametrize("moves", [X_WINS, TIE])
def test_an_end_is_said_in_one_place(user, moves):
    user.play(moves)
    user.qtbot.waitUntil(user.window.features["play"].rounds.result.isVisible)
    score = ("3×3", "Ties 0", "Ties 1")
    ties = [text for text in everything_said(user) if text in score]
    (sentence,) = set(everything_said(user)) - set(ties)
    assert (user.headline, user.ending) == ("", sentence)
    user.press(Qt.Key.Key_Escape)
    assert user.headline == sentence, "the card has gone"
    assert everything_said(user).count(sentence) == 1


def test_an_end_is_read_out_once(user, monkeypatch):
    heard = []
    monkeypatch.setattr(Announcer, "say", lambda _announcer, sentence: heard.append(sentence))
    user.play(X_WINS)
    user.qtbot.waitUntil(user.window.features["play"].rounds.result.isVisible)
    user.press(Qt.Key.Key_Escape)
    end = "Player X wins with row 1."  # what the coach says of it may come at any time
    assert heard[heard.index("X plays C1") + 1] == end
    assert heard.count(end) == 1
    user.trigger("step_back")
    user.trigger("step_forward")
    assert heard.count(end) == 2, "the same end is come to again"


def test_play_again_and_swap_sides(open_window):
    user = open_window("--machine", "neither", "--name", "Ada", "--friend", "Bo")
    user.play(X_WINS)
    press(user, "Play again")
    assert user.game.moves == ()
    assert not user.window.features["play"].rounds.result.isVisible()
    user.play(X_WINS)
    press(user, "Swap sides")
    assert user.headline == "Bo to move."
    user.play(X_WINS)
    assert said(user) == ["Bo wins with row 1.", "Bo 1 · Ada 2 · Ties 0"]


def test_swapping_sides_with_the_machine_lets_it_begin(open_window):
    user = open_window("--machine", "O", "--trials", "20")
    user.play_on()
    press(user, "Swap sides")
    user.settled()
    assert len(user.game.moves) == 1
    assert user.controller.view.is_machine(PLAYERX)


def test_sides_alternate_where_they_are_to(open_window):
    user = open_window("--machine", "O", "--trials", "20", "--alternate")
    for machine in (PLAYERX, PLAYERO):
        user.play_on()
        press(user, "Play again")
        assert user.controller.view.is_machine(machine)


def test_review_shows_where_the_game_was_decided_and_forgets_nothing(user):
    user.play(X_WINS)
    user.wait(lambda: "Show me" in shown_buttons(user))
    press(user, "Show me")
    assert user.headline == "Before move 2 of 5."
    assert user.game.moves + user.game.undone == X_WINS
    assert user.controller.score.wins(PLAYERX, user.controller.seats_now) == 1
    user.controller.replay.go_to(len(X_WINS))
    assert user.headline == "Player X wins with row 1."
    assert user.controller.score.wins(PLAYERX, user.controller.seats_now) == 1


def test_a_tie(user):
    user.play(TIE)
    assert said(user)[:2] == ["A tie.", "The board is full."]


def test_the_line_that_loses_is_no_winners_line(open_window):
    user = open_window("--machine", "neither", "--reverse")
    user.play(X_WINS)
    assert user.ending == "Player X completed row 1: Player O wins."
    assert "In the reverse game the line loses." in said(user)
    user.press(Qt.Key.Key_Escape)
    model, theme = user.controller.model, user.app.theme.theme
    assert model.line_loses
    assert all(model.in_line((0, col)) for col in range(3))
    assert theme.wrong in line_colours(user, (0, 0))
    assert theme.gold not in line_colours(user, (0, 0))
    user.trigger("again")
    user.change(reverse=False)
    user.play(X_WINS)
    assert model.in_line((0, 0))
    assert not model.line_loses


def test_a_square_typed_after_the_end_leaves_the_result(user):
    user.play(X_WINS)
    user.board.setFocus()
    user.type("c3")
    user.press(Qt.Key.Key_Return)
    assert user.ending == "Player X wins with row 1."
    assert user.text == ""


def test_a_double_click_on_the_last_square_leaves_the_card(user):
    user.play(X_WINS)
    user.click(X_WINS[-1])
    user.qtbot.waitUntil(user.window.features["play"].rounds.result.isVisible)
    for square in ((0, 0), (2, 2), (2, 2)):
        user.click(square)
    user.board.setFocus()
    user.press(Qt.Key.Key_Return)
    assert user.window.features["play"].rounds.result.isVisible()
    assert len(user.game.moves) == len(X_WINS)


@pytest.mark.parametrize("hasty", ["click", "enter", "name"])
def test_the_card_comes_though_a_click_or_key_came_before_it(open_window, hasty):
    user = open_window("--machine", "neither", "--animations", "on")
    user.play(X_WINS)
    assert not user.window.features["play"].rounds.result.isVisible(), "it waits for the line"
    if hasty == "click":
        user.click((2, 2))
    elif hasty == "enter":
        user.press(Qt.Key.Key_Return)
    else:
        user.type("b2")
    user.qtbot.waitUntil(user.window.features["play"].rounds.result.isVisible)


@pytest.mark.parametrize("how", ["again", "undo", "another"])
def test_the_card_stays_away_where_its_game_has_gone(open_window, how):
    user = open_window("--machine", "neither", "--animations", "on")
    user.play(X_WINS)
    if how == "another":
        user.controller.adopt(won_game(), wait=True)  # one that is over, too
    else:
        user.trigger(how)
    user.linger((LINE_PAUSE_MS + LINE_MS + CARD_MS) / 1000)
    assert not user.window.features["play"].rounds.result.isVisible()


@pytest.mark.parametrize("size", [(420, 400), (980, 700), (1366, 768)])
def test_the_card_fits_the_board(open_window, size):
    user = open_window("--machine", "neither", "--reverse", "--name", "W" * 30)
    user.window.resize(*size)
    user.play(X_WINS)
    card = user.window.features["play"].rounds.result
    user.qtbot.waitUntil(card.isVisible)
    assert card.parentWidget().rect().contains(card.geometry())


def test_a_win_is_celebrated_where_motion_is_wanted(open_window):
    user = open_window("--machine", "neither", "--animations", "on")
    user.play(X_WINS)
    paper = user.window.findChild(Confetti)
    assert paper.isVisible()
    assert not user.window.features["play"].rounds.result.isVisible(), "it waits for the line"
    user.qtbot.waitUntil(user.window.features["play"].rounds.result.isVisible)
    user.qtbot.waitUntil(paper.isHidden)
    calm = open_window("--machine", "neither", "--animations", "off")
    calm.play(X_WINS)
    calm.qtbot.waitUntil(calm.window.features["play"].rounds.result.isVisible)
    assert calm.window.findChild(Confetti).isHidden()


def picture(user, square):
    """Return what is to be seen of a square, but for its corners, which a line may cross."""
    cell = user.board.visualRect(user.controller.model.index(*square))
    edge = cell.width() // 8
    return user.board.viewport().grab(cell.adjusted(edge, edge, -edge, -edge)).toImage()


def line_colours(user, square):
    """Return what is seen on the right half of the middle of a square."""
    shown = picture(user, square)
    row, width = shown.height() // 2, shown.width()
    return {shown.pixelColor(x, row).name() for x in range(width // 2, width)}


def held_at(user, share):
    """Hold everything that moves on the board at a share of its way."""
    for each in user.board.findChildren(QVariantAnimation):
        if each.state() == QVariantAnimation.State.Running:
            each.pause()
            each.setCurrentTime(round(each.duration() * share))


def let_go(user):
    for each in user.board.findChildren(QVariantAnimation):
        if each.state() == QVariantAnimation.State.Paused:
            each.resume()


def test_a_golden_line_is_drawn_once_the_last_mark_is(open_window):
    user = open_window("--machine", "neither", "--animations", "on")
    user.play(X_WINS)
    gold = user.app.theme.theme.gold
    held_at(user, 0.5)
    assert gold not in line_colours(user, (0, 0))
    let_go(user)
    user.wait(lambda: gold in line_colours(user, (0, 0)))
    assert gold not in line_colours(user, (2, 2))


LOST = ("B1 A1 A2 C1 C2 B2", (2, 1))
"""Shortly before the machine, O, completes a line on either of two squares."""


@pytest.mark.parametrize(
    ("moves", "last", "moved", "still"),
    [
        (*LOST, [(0, 1), (1, 0), (2, 1)], [(0, 0), (0, 2)]),
        ("B2 A1 C1 A3 A2 C2 B1 B3", (2, 2), [(0, 0), (1, 1)], []),
    ],
)
def test_a_loss_and_a_tie_have_a_motion_of_their_own(open_window, moves, last, moved, still):
    user = open_window("--machine", "O", "--x", "perfect", "--animations", "on")
    user.adopt(moves)
    before = {square: picture(user, square) for square in (*moved, *still) if square != last}
    user.click(last)
    user.wait(lambda: user.game.result is not None)
    held_at(user, 0.5)
    winning = {square for square in still if user.controller.model.in_line(square)}
    for square, at_rest in before.items():
        if square not in winning:
            assert (picture(user, square) != at_rest) == (square in moved), square
    let_go(user)
    square = next(iter(before))
    user.wait(lambda: picture(user, square) == before[square])
    assert user.window.findChild(Confetti).isHidden()


def test_nothing_moves_after_a_loss_where_less_motion_is_wanted(open_window):
    user = open_window("--machine", "O", "--x", "perfect", "--animations", "off")
    user.adopt(LOST[0])
    user.click(LOST[1])
    user.wait(lambda: user.game.result is not None)
    states = {each.state() for each in user.board.findChildren(QVariantAnimation)}
    assert states == {QVariantAnimation.State.Stopped}


@pytest.mark.parametrize("size", [(980, 700), (1366, 768)])
def test_the_card_leaves_the_finished_board_in_sight_where_there_is_room(open_window, size):
    user = open_window("--machine", "neither", "--layout", "play")
    user.window.resize(*size)
    user.play(TIE)
    card = user.window.features["play"].rounds.result
    user.qtbot.waitUntil(card.isVisible)
    assert covered(user) == set()


ANYWHERE = {
    "a row": (X_WINS, 3),
    "the bottom row": (((2, 0), (1, 0), (2, 1), (1, 1), (2, 2)), 3),
    "a column": (((0, 2), (0, 0), (1, 2), (1, 0), (2, 2)), 3),
    "a tie": (TIE, 3),
    "the middle of a large board": (
        [square for col in range(5, 10) for square in ((7, col), (8, col))][:-1], 15,
    ),
}  # fmt: skip


@every("layout", ["play", "learn"])
@every("end", ANYWHERE)
def test_the_card_covers_no_mark(user, layout, end):
    moves, size = ANYWHERE[end]
    user.begin_anew(layout=layout, size=size, line=5 if size > 5 else 0)
    user.window.resize(980, 700)
    user.play(moves)
    card = user.window.features["play"].rounds.result
    user.qtbot.waitUntil(card.isVisible)
    assert covered(user) == set()
    for width, height in ((1366, 740), (700, 700), (980, 700)):
        user.window.resize(width, height)
        user.qtbot.waitUntil(
            lambda: card.parentWidget().rect().contains(card.geometry()) and not covered(user)
        )


LOST_BY_B1 = ((0, 2), (0, 1), (2, 2), (1, 2), (1, 1), (0, 0), (2, 0))
"""O loses with its first move, of which much is to be said."""


def whole(card):
    """Return whether all that the card says has room on it."""
    labels = [each for each in card.findChildren(QLabel) if each.isVisible()]
    buttons = [each for each in card.findChildren(QPushButton) if each.isVisible()]
    return all(
        each.height() >= each.heightForWidth(each.width()) for each in labels if each.wordWrap()
    ) and all(each.width() >= each.minimumSizeHint().width() for each in buttons)


def score_is_seen(user):
    """Return whether the card leaves all of the score above the board in sight."""
    card = user.window.features["play"].rounds.result
    below = max(
        each.mapTo(card.parentWidget(), each.rect().bottomLeft()).y()
        for each in user.window.findChildren(PlayerCard)
    )
    return card.y() > below


def coach_sentence(user):
    """Return what the coach says on the card; empty where nothing is to be seen."""
    (label,) = (
        each
        for each in user.window.features["play"].rounds.result.findChildren(QLabel)
        if each.objectName() == "lesson"
    )
    return label.text() if label.isVisible() else ""


@pytest.mark.uses("moves")
@pytest.mark.parametrize(
    ("size", "scale"),
    [((980, 700), "100"), ((700, 700), "100"), ((680, 700), "100"), ((1024, 700), "150")],
)
def test_the_coachs_sentence_stands_on_the_card_at_every_size(open_window, size, scale):
    user = open_window("--machine", "neither", "--layout", "play", "--text-scale", scale)
    card = user.window.features["play"].rounds.result
    for panel in (False, True):  # the list of moves takes room away
        user.window.resize(*size)
        if panel:
            user.trigger("moves")
        user.play(LOST_BY_B1)
        user.ended()
        user.wait(lambda: coach_sentence(user).startswith("O's B1 lost the game."))
        user.wait(lambda: whole(card) and score_is_seen(user))
        if not panel or scale == "100":
            user.wait(lambda: covered(user) == set())
        user.trigger("again")


def test_the_board_has_all_its_room_again_once_the_card_has_gone(open_window):
    user = open_window("--machine", "neither", "--layout", "play")
    user.window.resize(700, 700)
    before = user.board.geometry()
    user.play(LOST_BY_B1)
    user.ended()
    user.wait(lambda: user.board.width() < before.width())
    user.press(Qt.Key.Key_Escape)
    assert user.board.geometry() == before


@pytest.mark.uses("moves")
@pytest.mark.parametrize("opened", [False, True])
def test_the_moves_that_show_me_opened_close_with_the_next_game(open_window, opened):
    user = open_window("--machine", "neither", "--layout", "play")
    if opened:
        user.trigger("moves")
    user.play(LOST_BY_B1)
    user.wait(lambda: "Show me" in shown_buttons(user))
    press(user, "Show me")
    user.wait(lambda: user.window.coach.asks)
    assert user.dock("moves").isVisible()
    user.trigger("again")
    assert user.dock("moves").isVisible() == opened, "who opened them may want them"


def test_a_tie_after_a_win_was_given_away_gets_its_sentence(open_window):
    user = open_window("--machine", "O", "--x", "random", "--layout", "play")
    user.adopt("A1 B1 A2 A3 B2 C2 C1 C3")
    user.click((2, 1))
    assert user.game.result.winner is None
    user.wait(lambda: coach_sentence(user) != "")
    said = "You could have won here: your C1 gave the win away."
    assert coach_sentence(user).startswith(said)


def test_another_level_chosen_at_the_end_is_played_by_the_cards_button(open_window):
    user = open_window("--machine", "O", "--x", "random", "--layout", "play")
    user.play_on()
    user.ended()
    level = [*KIND.levels][2]
    user.window.features["play"].opponents.choose_level(level)
    assert user.window.features["play"].rounds.result.isVisible()
    press(user, "Play again")
    assert user.game.moves == ()
    assert user.controller.settings.player(PLAYERO).level == level


@pytest.mark.parametrize("scale", ["100", "200"])
def test_the_cards_title_is_not_squeezed(open_window, scale):
    user = open_window("--machine", "neither", "--name", "Ada", "--text-scale", scale)
    user.window.resize(1366, 740)
    user.play(X_WINS)
    user.qtbot.waitUntil(user.window.features["play"].rounds.result.isVisible)
    title = user.window.features["play"].rounds.result.findChildren(QLabel)
    (title,) = [each for each in title if each.text() == "Ada wins with row 1."]
    assert title.height() <= 2.5 * title.fontMetrics().lineSpacing()


def test_the_card_finds_a_place_in_large_text_on_a_small_screen(open_window):
    user = open_window("--machine", "neither", "--text-scale", "200")
    user.window.resize(1022, 575)
    user.play(X_WINS)
    user.qtbot.waitUntil(user.window.features["play"].rounds.result.isVisible)
    assert covered(user) == set()


def test_the_card_follows_the_board_while_it_comes_up(open_window):
    user = open_window("--machine", "neither", "--animations", "on", "--layout", "play")
    user.window.resize(980, 700)
    user.play(X_WINS)
    card = user.window.features["play"].rounds.result
    user.qtbot.waitUntil(card.isVisible)
    user.window.resize(620, 700)
    user.linger((CARD_MS + 100) / 1000)
    assert card.parentWidget().rect().contains(card.geometry())
    assert covered(user) == set()


def test_a_click_on_the_board_brings_back_the_card_that_was_closed(open_window):
    user = open_window("--machine", "neither")
    user.play(X_WINS)
    card = user.window.features["play"].rounds.result
    user.wait(card.isVisible)
    user.press(Qt.Key.Key_Escape)
    assert card.isHidden()
    assert user.headline == "Player X wins with row 1."
    user.click((2, 2))
    user.wait(card.isVisible)
    assert user.headline == ""
    press(user, "Play again")
    assert card.isHidden()
    user.click((0, 0))
    assert len(user.game.moves) == 1


def test_a_click_on_an_earlier_position_says_how_to_go_on(open_window):
    user = open_window("--machine", "X", "--trials", "5")
    user.settled()
    user.play_on()
    user.trigger("first")
    before = user.game.moves
    user.click((1, 1))
    assert user.game.moves == before
    assert user.text == "This is an earlier position; Alt+End shows the last one"


@pytest.mark.parametrize(
    ("rules", "said"),
    [(("--size", "3"), "Your turn."),
     (("--size", "5", "--line", "4"), "Your turn. 4 in a row wins."),
     (("--size", "9", "--line", "5", "--gomoku", "exact"), "Your turn. Exactly 5 in a row wins."),
     (("--size", "9", "--line", "5", "--gomoku", "caro"),
      "Your turn. 5 in a row wins if an end is open."),
     (("--size", "3", "--reverse"), "Your turn. 3 in a row loses.")],
)  # fmt: skip
def test_a_game_begins_with_what_it_is_about(open_window, rules, said):
    user = open_window("--machine", "O", "--x", "random", *rules)
    assert user.headline == said
    user.click((0, 0))
    user.settled()
    assert user.headline == "Your turn."
