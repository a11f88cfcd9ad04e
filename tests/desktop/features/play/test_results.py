"""Whose turn it is, how a game ended, and what to do next: in the panel beside the board."""

import re

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer, QVariantAnimation
from PySide6.QtGui import QImage, QRegion
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget

from engine import PLAYERO, PLAYERX, Game
from engine.players.level import KIND
from tests.driver.user import X_WINS, click_on
from tests.every import every
from ttt_desktop.board import headline
from ttt_desktop.board.confetti import Confetti
from ttt_desktop.board.player_bar import PlayerCard
from ttt_desktop.features.play.session_results import ResultChips
from ttt_desktop.look.measures import DISPLAY, LINE_MS, LINE_PAUSE_MS
from ttt_desktop.look.parts import FILLED, Button, Card
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
    (button,) = [each for each in buttons(user) if each.text().replace("&", "") == text]
    click_on(button)


def card(user):
    """Return what the panel says at a game's end."""
    return user.window.features["play"].rounds.result


def buttons(user):
    """Return the buttons that can be pressed at a game's end."""
    return [each for each in card(user).findChildren(QPushButton) if each.isVisible()]


def shown_buttons(user):
    """Return what the buttons say that can be pressed on the card."""
    return [each.text().replace("&", "") for each in buttons(user)]


def sentences(place):
    """Return what is to be read in a part of the window."""
    return [each.text() for each in place.findChildren(QLabel) if each.isVisible() and each.text()]


def score(user):
    """Return the numbers of games that X and O have won, and the ties, as they are shown."""
    cards = [each.accessibleName() for each in user.window.findChildren(PlayerCard)]
    won = [int(re.search(r"Games won: (\d+)", name)[1]) for name in cards]
    ties = next(text for text in sentences(user.window) if text.startswith("Ties "))
    return *won, int(ties.split()[1])


def headline_label(user):
    (label,) = user.window.headline.findChildren(QLabel)
    return label


def beside(open_window, *options):
    """Return somebody whose window has room for the panel, whole, beside the board."""
    user = open_window(*options, docks=())
    user.window.resize(1280, 800)
    user.linger(0.02)
    return user


def test_the_headline_is_large_and_on_top_of_the_panel(open_window):
    user = beside(open_window, "--machine", "O", "--trials", "20")
    assert user.headline == "Your turn."
    label = headline_label(user)
    assert label.font().pointSizeF() == pytest.approx(user.app.theme.font(DISPLAY).pointSizeF())
    below = [each for each in user.window.findChildren(PlayerCard) if each.isVisible()]
    bottom = label.mapTo(user.window, label.rect().bottomLeft()).y()
    assert bottom <= min(each.mapTo(user.window, QPoint(0, 0)).y() for each in below)


@every("sentence", ["Your turn.", "The machine wins with row 2, which is as long as two lines."])
def test_nothing_below_the_headline_moves_with_its_words(user, sentence, monkeypatch):
    monkeypatch.setattr(headline, "turn_sentence", lambda _view: sentence)
    place = user.window.shell.players.geometry()
    user.window.headline.refresh()
    user.linger(0.02)
    assert headline_label(user).text() == sentence
    assert user.window.shell.players.geometry() == place
    user.window.headline.refresh()


def test_the_headline_says_what_the_machine_does(open_window):
    user = open_window("--machine", "X", "--trials", "1000000000")
    assert user.headline == "The machine is thinking…"
    user.press(Qt.Key.Key_Escape)
    user.settled()
    assert user.headline == "Your turn."
    user.trigger("hint")
    assert user.headline == "Looking for a hint…"


def test_a_win_of_one_of_two_people(open_window):
    user = beside(open_window, "--machine", "neither", "--name", "Ada", "--friend", "Bo")
    assert user.headline == "Ada to move."
    user.play(X_WINS)
    user.ended()
    assert user.headline == "Ada wins with row 1."
    assert score(user) == (1, 0, 0)
    cards = [each.accessibleName() for each in user.window.findChildren(PlayerCard)]
    assert cards == ["X: Ada. Games won: 1.", "O: Bo. Games won: 0."]


@pytest.mark.parametrize(
    ("moves", "sentence"), [(X_WINS, "Player X wins with row 1."), (TIE, "A tie.")]
)
def test_an_end_is_said_in_one_place(user, moves, sentence):
    user.play(moves)
    user.ended()
    assert user.headline == sentence
    assert sentences(user.window).count(sentence) == 1
    assert user.text == ""


def test_an_end_is_read_out_once(user, monkeypatch):
    heard = []
    monkeypatch.setattr(Announcer, "say", lambda _announcer, sentence: heard.append(sentence))
    user.play(X_WINS)
    user.ended()
    end = "Player X wins with row 1."  # what the coach says of it may come at any time
    assert heard[heard.index("X plays C1") + 1] == end
    assert heard.count(end) == 1
    user.trigger("step_back")
    user.trigger("step_forward")
    assert heard.count(end) == 2, "the same end is come to again"


def test_play_again_and_swap_sides(open_window):
    user = beside(open_window, "--machine", "neither", "--name", "Ada", "--friend", "Bo")
    user.play(X_WINS)
    press(user, "Play again")
    assert user.game.moves == ()
    assert not card(user).isVisible()
    user.play(X_WINS)
    press(user, "Swap sides")
    assert user.headline == "Bo to move."
    user.play(X_WINS)
    assert user.headline == "Bo wins with row 1."
    assert score(user) == (1, 2, 0)


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
    assert not card(user).isVisible(), "what it offers is not what is to be done now"
    user.controller.replay.go_to(len(X_WINS))
    assert user.headline == "Player X wins with row 1."
    assert user.controller.score.wins(PLAYERX, user.controller.seats_now) == 1


def test_a_tie(user):
    user.play(TIE)
    assert user.headline == "A tie."
    assert "The board is full." in sentences(card(user))


def test_the_line_that_loses_is_no_winners_line(open_window):
    user = open_window("--machine", "neither", "--reverse")
    user.play(X_WINS)
    assert user.ending == "Player X completed row 1: Player O wins."
    assert "In the reverse game the line loses." in sentences(card(user))
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


def test_clicks_and_keys_after_the_end_leave_the_result(user):
    user.play(X_WINS)
    user.click(X_WINS[-1])
    user.ended()
    for square in ((0, 0), (2, 2), (2, 2)):
        user.click(square)
    user.board.setFocus()
    user.press(Qt.Key.Key_Return)
    user.press(Qt.Key.Key_Escape)
    assert card(user).isVisible()
    assert len(user.game.moves) == len(X_WINS)


def test_what_follows_waits_until_the_line_is_drawn(open_window):
    user = open_window("--machine", "neither", "--animations", "on")
    user.play(X_WINS)
    assert not card(user).isVisible()
    user.wait(card(user).isVisible)


@pytest.mark.parametrize("how", ["again", "undo", "another"])
def test_the_card_stays_away_where_its_game_has_gone(open_window, how):
    user = open_window("--machine", "neither", "--animations", "on")
    user.play(X_WINS)
    if how == "another":
        user.controller.adopt(won_game(), wait=True)  # one that is over, too
    else:
        user.trigger(how)
    user.linger((LINE_PAUSE_MS + LINE_MS + 100) / 1000)
    assert not card(user).isVisible()


def board_rect(user):
    """Return where the board is in the window."""
    return QRect(user.board.mapTo(user.window, QPoint(0, 0)), user.board.size())


@every("size", [(420, 700), (980, 700), (1366, 768), (1920, 1080)])
@every("scale", [100, 200])
def test_an_end_leaves_the_board_where_it_is_and_in_sight(user, size, scale):
    user.begin_anew(text_scale=scale, name="W" * 30)
    user.window.resize(*size)
    user.linger(0.2)
    before = board_rect(user)
    user.play(LOST_BY_B1)
    user.ended()
    user.wait(lambda: coach_sentence(user) != "")
    assert board_rect(user) == before
    corner = card(user).mapTo(user.window, QPoint(0, 0))
    assert not QRect(corner, card(user).size()).intersects(before)
    panel = user.window.shell.desk.panel
    assert panel.widget().width() <= panel.viewport().width(), "nothing is cut aside"
    assert whole(card(user))


def test_a_win_is_celebrated_where_motion_is_wanted(open_window):
    user = open_window("--machine", "neither", "--animations", "on")
    user.play(X_WINS)
    paper = user.window.findChild(Confetti)
    assert paper.isVisible()
    user.wait(card(user).isVisible)
    user.qtbot.waitUntil(paper.isHidden)
    calm = open_window("--machine", "neither", "--animations", "off")
    calm.play(X_WINS)
    calm.ended()
    assert calm.window.findChild(Confetti).isHidden()


def test_paper_falls_beside_the_board_and_never_over_squares(open_window):
    user = open_window("--machine", "neither", "--animations", "on")
    paper = user.window.findChild(Confetti)
    user.play(X_WINS)
    paper.grab()
    over = paper.mapFromGlobal(user.board.viewport().mapToGlobal(QPoint(0, 0)))
    squares = QRect(over, user.board.viewport().size())
    fall = paper.findChild(QVariantAnimation)
    fall.pause()
    seen = 0
    for share in (0.3, 0.5, 0.6):
        fall.setCurrentTime(round(fall.duration() * share))
        ground = QImage(paper.size(), QImage.Format.Format_ARGB32_Premultiplied)
        ground.fill(Qt.GlobalColor.transparent)
        paper.render(ground, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        for x in range(0, ground.width(), 3):
            for y in range(0, ground.height(), 3):
                if ground.pixelColor(x, y).alpha():
                    seen += 1
                    assert not squares.contains(x, y)
    assert seen


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


LOST_BY_B1 = ((0, 2), (0, 1), (2, 2), (1, 2), (1, 1), (0, 0), (2, 0))
"""O loses with its first move, of which much is to be said."""


def whole(part):
    """Return whether all that a part of the window says has room on it."""
    labels = [each for each in part.findChildren(QLabel) if each.isVisible()]
    pressed = [each for each in part.findChildren(QPushButton) if each.isVisible()]
    return all(
        each.height() >= each.heightForWidth(each.width()) for each in labels if each.wordWrap()
    ) and all(each.width() >= each.minimumSizeHint().width() for each in pressed)


def coach_sentence(user):
    """Return what the coach says of the game; empty where nothing is to be seen."""
    lesson = card(user).findChild(Card)
    return " ".join(sentences(lesson)) if lesson.isVisible() else ""


@pytest.mark.uses("moves")
@pytest.mark.parametrize("opened", [False, True])
def test_the_moves_that_show_me_opened_close_with_the_next_game(open_window, opened):
    user = open_window("--machine", "neither")
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
    user = open_window("--machine", "O", "--x", "random")
    user.adopt("A1 B1 A2 A3 B2 C2 C1 C3")
    user.click((2, 1))
    assert user.game.result.winner is None
    user.wait(lambda: coach_sentence(user) != "")
    said = "You could have won here: your C1 gave the win away."
    assert coach_sentence(user).startswith(said)


def test_another_level_chosen_at_the_end_is_played_by_the_cards_button(open_window):
    user = open_window("--machine", "O", "--x", "random")
    user.play_on()
    user.ended()
    level = [*KIND.levels][2]
    user.window.features["play"].opponents.choose_level(level)
    assert card(user).isVisible()
    press(user, "Play again")
    assert user.game.moves == ()
    assert user.controller.settings.player(PLAYERO).level == level


# --- one after another ---------------------------------------------------------------------


def letters(user):
    """Return how the games of the session ended, as it is read out."""
    chips = user.window.findChild(ResultChips)
    return chips.accessibleName() if chips.isVisible() else ""


def test_the_results_of_the_session_are_those_that_the_score_counts(open_window):
    user = beside(open_window, "--machine", "O", "--x", "random")
    user.adopt("A1 A2 B1 B2")
    user.click((0, 2))
    user.ended()
    assert letters(user) == "1 game: won"
    user.trigger("again")
    assert letters(user) == "", "the game is on"
    user.adopt("B2 A1 C1 A3 A2 C2 B1 B3")
    user.click((2, 2))
    user.ended()
    assert letters(user) == "2 games: won, tied"
    user.trigger("undo")
    assert score(user) == (1, 0, 0)
    user.click((2, 2))
    user.ended()
    assert letters(user) == "2 games: won, tied"
    user.window.features["play"].opponents.choose_level([*KIND.levels][2])
    assert letters(user) == "", "against that level, none was played"


@pytest.mark.parametrize("machine", ["neither", "both"])
def test_no_results_are_yours_where_you_do_not_play_alone(open_window, machine):
    user = open_window("--machine", machine, "--x", "random")
    if machine == "neither":
        user.play(X_WINS)
    else:
        user.trigger("resume")
    user.wait(lambda: user.game.result is not None)
    user.ended()
    assert letters(user) == ""


def filled(user):
    """Return what the filled buttons say that are seen beside the board."""
    found = [each for each in user.window.findChildren(Button) if each.isVisible()]
    return [each.text() for each in found if each.kind == FILLED]


def test_there_is_one_filled_button(user):
    assert filled(user) == ["New game"]
    user.play(X_WINS)
    user.ended()
    assert filled(user) == ["Play again"]
    user.trigger("again")
    assert filled(user) == ["New game"]


# --- the players -----------------------------------------------------------------------------


def machines_card(user):
    (found,) = [each for each in user.window.findChildren(PlayerCard) if "Machine" in
                each.accessibleName()]  # fmt: skip
    return found


def test_the_machines_level_is_set_on_its_card(open_window):
    user = beside(open_window, "--machine", "O", "--x", "level:medium")
    stepper = machines_card(user).stepper
    assert stepper.isVisible()
    assert stepper.text() == "4 · Medium"
    click_on(stepper, QPoint(stepper.width() - 8, stepper.height() // 2))
    assert user.controller.settings.player(PLAYERO).level == "Hard"
    assert "5 · Hard" in machines_card(user).accessibleName()
    stepper.setFocus()
    user.press(Qt.Key.Key_Left)
    user.press(Qt.Key.Key_Left)
    assert user.controller.settings.player(PLAYERO).level == "Easy"
    user.change(x="random")
    assert not stepper.isVisible(), "it has no levels"


def test_one_of_two_machines_gets_a_level_of_its_own(open_window):
    machines = ("--machine", "both", "--no-alike", "--x", "level:easy", "--o", "level:hard")
    user = beside(open_window, *machines)
    x, o = user.window.findChildren(PlayerCard)
    o.stepper.stepBy(1)
    assert user.controller.settings.player(PLAYERO).level == "Expert"
    assert user.controller.settings.player(PLAYERX).level == "Easy"
    assert x.stepper.text() == "3 · Easy"


def test_where_there_is_little_height_the_players_stand_in_one_row(open_window):
    user = beside(open_window, "--machine", "O", "--x", "level:medium")
    x, o = user.window.findChildren(PlayerCard)
    assert x.y() < o.y()
    user.trigger("heatmap")
    user.wait(lambda: x.y() == o.y())
    assert "4 · Medium" in o.accessibleName()
    for ask in (lambda: click_on(o), lambda: user.qtbot.keyClick(o, Qt.Key.Key_Space)):
        ask()
        (menu,) = [each for each in user.window.findChildren(QMenu) if each.isVisible()]
        assert "Difficulty" in [entry.text() for entry in menu.actions()]
        menu.close()
        user.linger(0.02)


@pytest.mark.parametrize("name", ["Network, 22 and so many more", "W" * 30, "Ada"])
def test_a_name_is_whole_where_there_is_room(open_window, name):
    user = beside(open_window, "--machine", "O", "--x", "random", "--name", name)
    (label,) = [each for each in user.window.findChildren(QLabel)
                if each.accessibleName() == name and each.isVisible()]  # fmt: skip
    assert label.height() >= label.heightForWidth(label.width())
    panel = user.window.shell.desk.panel
    assert panel.widget().width() <= panel.viewport().width()


# --- hints -----------------------------------------------------------------------------------


def test_a_hint_is_said_in_one_place_until_the_next_move(open_window):
    user = open_window("--machine", "neither", "--trials", "200")
    user.adopt("A1 A2 B1 B2")
    user.trigger("hint")
    user.wait(lambda: any(text.startswith("Hint for X: C1.") for text in sentences(user.window)))
    said = [text for text in sentences(user.window) if "Hint" in text]
    assert len(said) == 1
    assert "Hint" not in user.text + user.headline
    user.click((0, 2))
    assert not any(text.startswith("Hint") for text in sentences(user.window))


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


def test_what_was_refused_goes_with_the_next_move_or_after_a_while(user):
    said = "A1 is taken; choose an empty square"
    user.play(((0, 0), (0, 0)))
    assert user.text == said
    user.click((1, 1))
    assert user.text == ""
    user.click((0, 0))
    assert user.text == said
    timer = user.window.status.findChild(QTimer)
    assert timer.isActive()
    assert timer.interval() == 4000
    timer.timeout.emit()
    assert user.text == ""


@pytest.mark.uses("puzzles")
def test_what_comes_back_as_a_puzzle_is_said(open_window):
    user = beside(open_window, "--machine", "O", "--x", "perfect")
    user.adopt(LOST[0])
    user.click(LOST[1])
    user.ended()
    user.wait(lambda: any("tomorrow" in text for text in sentences(card(user))))
    (coming,) = [text for text in sentences(card(user)) if "tomorrow" in text]
    assert re.fullmatch(r"[A-C][1-3] comes back as a puzzle tomorrow\.", coming)
    user.trigger("again")
    user.adopt("B2 A1 C1 A3 A2 C2 B1 B3")
    user.click((2, 2))
    user.ended()
    assert not any("tomorrow" in text for text in sentences(card(user)))
