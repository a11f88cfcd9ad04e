"""The coach at the board: the card's sentence, the review, answers, another try, warnings."""

from __future__ import annotations

import re
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from engine import PLAYERO, Rules, parse_square, square_name
from engine.coach.judge import Judge
from engine.coach.review import review
from engine.coach.words import sign_of
from engine.record import Variation, read_record
from engine.verdict import Verdict
from tests.driver.user import X_WINS, click_on

MISSED = ((0, 0), (0, 1), (1, 0), (2, 0), (1, 1), (1, 2), (0, 2), (2, 2), (2, 1))
"""X misses C3 with its fourth move: A1 B1 A2 A3 B2 C2 C1 C3 B3, a tie."""

FORK = ((0, 2), (0, 1), (2, 2), (1, 2), (1, 1), (0, 0), (2, 0))
"""O loses with its first move: X C1, O B1, X C3, O C2, X B2, O A1, X A3."""

LOST_EARLY = "G9 H8 G8 G7 F6 I9 F7 F8 E6 H9 D6 G6 F4 F5 E5 C7 C4 D5 B6 C6 E4 K11 J10 D4 E7 E8 E3"
"""On 15x15, five in a row: at first sight O loses with H9; a longer search blames F8."""


@pytest.fixture
def player(open_window):
    return open_window("--machine", "neither", docks=())


@pytest.fixture
def few_are_deep(monkeypatch):
    """Have a deeper look search with a fifth of the usual simulations."""
    monkeypatch.setattr("ttt_desktop.session.coach._DEEPER", 4000)


def known(user):
    """Wait until the coach has looked through the game."""
    user.wait(lambda: user.controller.view.reviewed is not None and not user.window.coach.busy)


def bar(user):
    """Return what the coach's bar says; empty where it is not there."""
    shown = user.window.features["review"].bar
    texts = [label.text() for label in shown.findChildren(QLabel)]
    return texts[0] if shown.isVisible() else ""


def offered(user):
    """Return what the bar's buttons say that can be pressed."""
    buttons = user.window.features["review"].bar.findChildren(QAbstractButton)
    return {each.text() for each in buttons if each.isVisible() and each.isEnabled()}


def play_to_the_end(user, moves, size=15):
    """Put a game of five in a row on the board, and make its last move."""
    *before, last = moves.split()
    user.adopt(" ".join(before), Rules(size, 5))
    user.click(parse_square(last, size))


def card_texts(user):
    """Return what is to be read on the card at a game's end."""
    labels = user.window.features["play"].rounds.result.findChildren(QLabel)
    return [each.text() for each in labels if each.isVisible()]


def reviewed(user, moves=FORK):
    user.play(moves)
    known(user)
    user.trigger("review")
    user.wait(lambda: user.window.coach.asks)
    return user.window.coach


def test_the_card_says_where_the_game_was_lost(player):
    player.play(FORK)
    known(player)
    card = player.window.features["play"].rounds.result
    player.wait(card.isVisible)
    said = [label.text() for label in card.findChildren(QLabel)]
    assert any(text.startswith("O's B1 lost the game. B1 lets X win:") for text in said), said


def test_against_a_machine_the_card_speaks_to_you(open_window):
    user = open_window("--machine", "X", "--x", "level:1", docks=())
    user.play_on()
    known(user)
    found = user.controller.view.reviewed
    card = user.window.features["play"].rounds.result
    said = " ".join(label.text() for label in card.findChildren(QLabel))
    if found.decisive is not None:
        move, moment = found.decisive
        yours = move.player == PLAYERO
        words = {
            "lost": ("Your" if yours else "The machine's") + " {square} lost the game.",
            "let off": "You could have won here: your {square} gave the win away." if yours
            else "The machine could have won here: its {square} gave the win away.",
        }  # fmt: skip
        assert words[moment.value].format(square=square_name(move.square)) in said
    else:
        assert "Nobody made a mistake." in said


@pytest.mark.uses("moves")
def test_show_me_asks_and_an_answer_is_judged(player):
    coach = reviewed(player)
    assert len(player.game.moves) == 1
    assert "What would you play as O?" in bar(player)
    assert "Only" not in bar(player), "the answer is not given away"
    player.click((2, 0))
    player.wait(lambda: coach.tried is not None)
    assert bar(player).startswith("A3 lets X")
    assert bar(player).endswith("Try another square.")
    assert coach.asks
    player.click((1, 1))
    player.wait(lambda: coach.tried is not None and coach.tried.square == (1, 1))
    assert bar(player) == "Right: B2 holds the tie."
    assert player.window.features["review"].bar.line.text() == "What follows"
    player.click((2, 0))
    player.wait(lambda: coach.tried is not None and coach.tried.square == (2, 0))
    assert offered(player) >= {"Show the answer", "Play on from here"}, "curiosity takes nothing"
    assert player.game.moves == FORK[:1], "nothing was played"


@pytest.mark.uses("moves")
def test_play_on_from_here_leaves_the_game_as_it_was(player):
    coach = reviewed(player)
    wins = player.controller.view.wins
    player.click((1, 1))
    player.wait(lambda: coach.tried is not None)
    click_on(player.window.features["review"].bar.play_on)
    assert player.controller.view.scene.is_try
    assert player.game.moves == ((0, 2), (1, 1))
    for square in ((0, 0), (0, 1), (2, 1), (1, 0), (1, 2), (2, 2), (2, 0)):
        if player.game.result is None:
            player.click(square)
    assert player.game.result is not None
    assert player.controller.view.wins == wins, "another try counts for nothing"
    assert bar(player).startswith("Practice from move 2 on: it does not count")
    player.ended()
    assert "Practice: this does not count." in card_texts(player)
    card = player.window.features["play"].rounds.result.geometry()
    assert not card.intersects(player.window.features["review"].bar.geometry())
    click_on(player.window.features["review"].bar.back)
    assert player.controller.view.scene.is_own
    assert player.game.moves + player.game.undone == FORK
    assert player.controller.view.reviewed is not None


@pytest.mark.parametrize(
    ("rest", "said"),
    [("A1 B1 B3 A2 C2 C3 A3", "Well done: O holds here. In the game O lost."),
     ("A1 B1 A2 B3", "Well done: O wins here. In the game O lost."),
     ("C3 A1 C2", "O's A1 lost the game.")],
)  # fmt: skip
def test_another_try_is_praised_or_told_why_it_was_lost(player, rest, said):
    coach = reviewed(player)
    player.click((1, 1))
    player.wait(lambda: coach.is_right)
    click_on(player.window.features["review"].bar.play_on)
    for name in rest.split():
        player.move(name)
    assert player.game.result is not None
    player.ended()
    player.wait(lambda: any(text.startswith(said) for text in card_texts(player)))


def test_after_the_answer_was_shown_one_can_play_on_with_it(player):
    reviewed(player)
    assert "Play on from here" not in offered(player), "nothing was answered yet"
    click_on(player.window.features["review"].bar.show_it)
    click_on(player.window.features["review"].bar.play_on)
    assert player.controller.view.scene.is_try
    assert player.game.moves == ((0, 2), (1, 1))


def test_a_win_that_was_found_is_shown_to_its_end(player):
    coach = reviewed(player, MISSED)
    before = player.board.grab().toImage()
    player.click((2, 2))
    player.wait(lambda: coach.is_right)
    assert bar(player) == "Right: C3 wins."
    assert coach.line == ((2, 2),)
    assert player.board.grab().toImage() != before
    assert "Clear the line" in offered(player)


def test_the_keyboards_square_is_framed_from_its_first_key_on(player):
    reviewed(player)
    player.board.setFocus()
    for button in ("show_it", "line", "line"):
        click_on(getattr(player.window.features["review"].bar, button))
    player.press(Qt.Key.Key_Control)
    player.press(Qt.Key.Key_N)
    plain = player.board.grab().toImage()
    player.board.hide_cursor()
    assert player.board.grab().toImage() == plain, "a frame would look like an answer"
    player.press(Qt.Key.Key_Down)
    assert player.board.grab().toImage() != plain


@pytest.mark.uses("moves")
def test_variations_keep_what_was_tried_to_themselves_while_it_is_asked_for(player):
    shown = tried(player)
    assert player.window.coach.asks
    assert not shown.isVisible()
    click_on(player.window.features["review"].bar.show_it)
    assert shown.isVisible()


def tried(player):
    """Try another move beside the game, and go back to it; return the list of variations."""
    reviewed(player)
    player.window.controller.overlays.try_move((1, 1))
    player.click((2, 2))
    click_on(player.window.features["review"].bar.back)
    return player.window.docks["moves"].variations


@pytest.mark.uses("files", "moves")
def test_another_try_is_kept_as_a_variation(player, tmp_path):
    shown = tried(player)
    click_on(player.window.features["review"].bar.show_it)
    assert shown.isVisible()
    assert shown.item(0).text() == "From move 2: B2, C3"
    path = tmp_path / "game.tttgame"
    player.window.features["files"].games.save(path)
    record = read_record(path)
    assert record.variations == (Variation(1, ((1, 1), (2, 2))),)
    assert record.verdicts[2] is Verdict.BLUNDER
    player.trigger("again")
    assert not shown.isVisible()
    player.window.features["files"].games.open(path)
    assert shown.item(0).text() == "From move 2: B2, C3"


@pytest.mark.uses("moves")
def test_variations_are_named_gone_on_from_and_deleted(player):
    shown = tried(player)
    click_on(player.window.features["review"].bar.show_it)
    shown.item(0).setText("The centre")
    assert player.controller.view.variations[0].name == "The centre"
    shown.setCurrentRow(0)
    shown.setFocus()
    player.press(Qt.Key.Key_Return)
    assert player.controller.view.scene.is_try
    assert player.game.moves == ((0, 2), (1, 1), (2, 2))
    click_on(player.window.features["review"].bar.back)
    assert shown.count() == 1, "the same moves are no other variation"
    click_on(player.window.features["review"].bar.show_it)
    shown.setCurrentRow(0)
    shown.setFocus()
    player.press(Qt.Key.Key_Delete)
    assert not shown.isVisible()
    assert player.controller.view.variations == ()


@pytest.mark.parametrize("name", ["review.html", "curve.svg", "curve.png"])
def test_a_review_is_exported(player, tmp_path, name):
    reviewed(player)
    player.window.features["review"].write(tmp_path / name)
    content = (tmp_path / name).read_bytes()
    if name.endswith(".html"):
        text = content.decode()
        assert "B1 lets X win:" in text
        assert "<svg" in text
        assert not re.search("(src|href)=.?https?:", text)
    elif name.endswith(".svg"):
        assert content.startswith(b"<svg")
    else:
        assert QImage.fromData(content).width() > 400


def test_the_machine_answers_in_another_try(open_window):
    user = open_window("--machine", "X", "--x", "level:4", docks=())
    user.play_on()
    known(user)
    whole = user.game.moves
    user.trigger("review")
    user.window.controller.replay.go_to(1)
    user.controller.overlays.try_move(next(iter(user.game.board.get_empty_squares())))
    user.wait(lambda: len(user.game.moves) >= 3 or user.game.result is not None)
    user.trigger("again")
    assert user.controller.view.scene.is_own
    assert whole != user.game.moves


def test_the_answer_is_shown_when_asked_for(player):
    coach = reviewed(player)
    click_on(player.window.features["review"].bar.show_it)
    assert "Only B2 held." in bar(player)
    assert not coach.asks
    line = coach.line
    for count in range(1, len(line) + 1):
        click_on(player.window.features["review"].bar.line)
        assert coach.steps == count
        assert f"Move {count} of {len(coach.line)}: " in bar(player)
        over = "wins" in bar(player)
        assert over == (count == len(coach.line)), "how it ends is said at its end"
    click_on(player.window.features["review"].bar.line)
    assert coach.steps == 0


def test_n_goes_from_mistake_to_mistake(player):
    player.play(((0, 0), (0, 1), (2, 2), (1, 1), (2, 1), (1, 0), (1, 2), (0, 2), (2, 0)))
    known(player)
    slips = [move.ply for move in player.controller.view.reviewed.slips]
    assert len(slips) > 2
    player.trigger("review")
    player.controller.replay.go_to(0)
    player.board.setFocus()
    for ply in slips:
        player.press(Qt.Key.Key_N)
        assert len(player.game.moves) == ply - 1 or ply == 1
    player.press(Qt.Key.Key_N)
    assert len(player.game.moves) == slips[-1] - 1, "it stops at the last one"
    assert not player.window.action["next_slip"].isEnabled()
    for ply in reversed(slips[:-1]):
        player.press(Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
        assert len(player.game.moves) == ply - 1
    player.press(Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert len(player.game.moves) == slips[0] - 1, "it stops at the first one"
    assert "Previous mistake" not in offered(player)
    assert "Next mistake" in offered(player)


@pytest.mark.uses("moves")
def test_the_list_of_moves_says_what_each_was(player):
    reviewed(player)
    model = player.window.docks["moves"].view.model()
    found = review(Rules.of(3), FORK)
    for move in found.moves:
        index = model.index((move.ply - 1) // 2, (move.ply - 1) % 2)
        sign = sign_of(move)
        assert index.data() == f"{square_name(move.square)} {sign}".rstrip()
        spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
        assert ("already lost" if move.was_lost else move.verdict.value) in spoken
    blunder = next(move for move in found.moves if move.verdict is Verdict.BLUNDER)
    assert blunder.ply == 2


@pytest.mark.uses("moves")
def test_a_click_on_a_move_shows_the_position_after_it_and_speaks_of_it(player):
    player.play(FORK)
    known(player)
    player.press(Qt.Key.Key_Escape)
    player.trigger("moves")
    moves = player.window.docks["moves"].view
    assert not player.window.coach.active
    assert moves.model().headerData(3, Qt.Orientation.Vertical) == "7"
    for ply, said in ((2, "2. O B1: ?? blunder. B1 lets X win"), (5, "5. X B2: ✓ best.")):
        index = moves.model().index((ply - 1) // 2, (ply - 1) % 2)
        click_on(moves.viewport(), moves.visualRect(index).center())
        assert player.window.coach.active, "it is looked through from there on"
        assert len(player.game.moves) == ply
        assert player.headline == f"After {ply} of 7 moves."
        assert bar(player).startswith(said)
        assert moves.currentIndex() == index
    player.press(Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert player.headline == "Before move 2 of 7."
    assert bar(player).startswith("B1 was a blunder.")
    assert moves.currentIndex() == moves.model().index(0, 1), "the move that is spoken of"


def test_a_mistake_that_was_clicked_can_be_asked_about(player):
    coach = reviewed(player)
    player.controller.replay.go_to(2)
    assert offered(player) >= {"What would you play?", "What follows"}
    click_on(player.window.features["review"].bar.ask)
    assert coach.asks
    assert player.game.moves == FORK[:1]
    player.controller.replay.go_to(2)
    click_on(player.window.features["review"].bar.line)
    assert (coach.steps, player.game.moves) == (1, FORK[:1]), "the line begins with the move"


@pytest.mark.uses("moves")
def test_the_curve_goes_where_it_is_clicked_and_keys_move_it(player):
    reviewed(player)
    curve = player.window.docks["moves"].curve
    assert curve.isVisible()
    curve.setFocus()
    curve.chosen.emit(3)
    assert len(player.game.moves) == 3
    assert "3. X C3" in curve.accessibleDescription()


def test_ending_the_review_shows_the_last_position(player):
    reviewed(player)
    player.window.coach.end()
    assert not player.window.features["review"].bar.isVisible()
    assert player.game.moves == FORK
    assert not player.controller.view.reviewing


def test_a_new_game_ends_the_review(player):
    reviewed(player)
    player.trigger("again")
    assert not player.window.features["review"].bar.isVisible()
    assert player.controller.view.reviewed is None


def test_what_the_machine_thought_is_beside_the_truth(player):
    reviewed(player)
    player.trigger("thoughts")
    player.wait(lambda: player.controller.model.truth is not None)
    player.settled()
    assert player.window.docks["heatmap"].isVisible()
    assert player.controller.model.truth.board.rows == player.game.board.rows


def test_a_blunder_is_warned_of_once(open_window):
    user = open_window("--machine", "X", "--x", "level:7", docks=())
    user.change(warn=True)
    user.settled()
    first = user.game.moves[0]
    board, warned = user.game.board, []
    for square in board.get_empty_squares():
        moves = (first, square)
        if review(Rules.of(3), moves).moves[1].verdict is Verdict.BLUNDER:
            user.click(square)
            assert user.game.moves == (first,), "not played yet"
            assert "Choose it again" in user.window.status.text
            assert not user.window.notice.isVisible(), "the board stays where it is"
            warned.append(square)
    assert warned
    user.click(warned[-1])
    user.settled()
    assert len(user.game.moves) > 1
    assert not user.window.notice.isVisible()


def test_nothing_is_warned_of_unless_it_is_wanted(open_window):
    user = open_window("--machine", "X", "--x", "level:7", docks=())
    user.settled()
    square = next(each for each in user.game.board.get_empty_squares())
    user.click(square)
    assert square in user.game.moves


@pytest.mark.uses("lessons")
def test_a_review_survives_a_lesson(player):
    reviewed(player)
    player.window.features["lessons"].guide.open_own("1-playout")
    assert not player.window.features["review"].bar.isVisible()
    player.window.features["lessons"].guide.put_away()
    assert player.controller.view.reviewed is not None
    assert player.controller.view.reviewing


@pytest.mark.uses("files")
def test_a_game_in_a_file_is_reviewed(player, tmp_path):
    player.play(X_WINS)
    path = tmp_path / "game.tttgame"
    player.window.features["files"].games.save(path)
    player.trigger("again")
    player.window.features["files"].games.open(path)
    player.trigger("review")
    known(player)
    assert player.window.coach.active
    assert QApplication.focusWidget() is not None


@pytest.mark.uses("moves")
def test_a_first_look_is_shown_while_a_longer_search_finds_out_who_is_to_blame(player, monkeypatch):
    enough, reconsider, kept = threading.Event(), Judge.reconsider, []

    def slowly(self, judged, square, check):
        while self.patient and not enough.wait(0.01):
            check()
        return reconsider(self, judged, square, check)

    monkeypatch.setattr(Judge, "reconsider", slowly)
    coach = player.window.coach
    coach.reviewed.connect(lambda found, _new: kept.append(found))
    play_to_the_end(player, LOST_EARLY)
    player.wait(lambda: player.controller.view.draft is not None)
    draft = player.controller.view.draft
    assert draft.decisive[0].square == parse_square("H9", 15), "the longer search finds another one"
    player.trigger("review")
    model = player.window.docks["moves"].view.model()
    listed = [
        str(model.index(row, column).data()) for row in range(model.rowCount()) for column in (1, 2)
    ]
    assert any(sign_of(draft.decisive[0]) in each for each in listed), listed
    assert bar(player) == "The coach looks through the game…"
    assert "lost the game" not in " ".join(card_texts(player))
    assert not player.window.action["report"].isEnabled()
    assert not player.controller.record.verdicts
    enough.set()
    known(player)
    found = player.controller.view.reviewed
    assert kept == [found]
    assert found.decisive[0].square == parse_square("F8", 15)
    assert player.window.coach.subject.square == parse_square("F8", 15), "it opens there"


def test_a_search_for_the_blame_that_another_game_displaced_is_made_again(player, monkeypatch):
    def endless(self, judged, _square, check):
        while self.patient:
            check()
        return judged

    reconsider = Judge.reconsider
    monkeypatch.setattr(Judge, "reconsider", endless)
    play_to_the_end(player, LOST_EARLY)
    player.wait(lambda: player.controller.view.draft is not None)
    player.trigger("review")
    player.trigger("step_back")
    for name in ("A15", "A13", LOST_EARLY.rsplit(maxsplit=1)[-1]):
        player.click(parse_square(name, 15))
    assert player.controller.view.scene.is_try
    player.wait(lambda: player.controller.view.draft is not None)  # of that try
    monkeypatch.setattr(Judge, "reconsider", reconsider)
    click_on(player.window.features["review"].bar.back)
    known(player)
    assert player.controller.view.scene.is_own


def test_a_deeper_look_is_taken_where_it_is_asked_for_and_goes_on_where_it_was_left(
    player, few_are_deep, monkeypatch
):
    searched, enough = [], threading.Event()
    judge = Judge.judge

    def slowly(self, board, side, check):
        if self.simulations > 2000:
            searched.append(len(board.get_empty_squares()))
            while len(searched) > 4 and not enough.is_set():
                check()  # until the review is left
                enough.wait(0.01)
        return judge(self, board, side, check)

    monkeypatch.setattr(Judge, "judge", slowly)
    play_to_the_end(player, "E5 A1 E6 C1 E7 F10 A10 G1 E4 I1 E8", 10)
    known(player)
    first = player.controller.view.reviewed
    assert not first.solved
    player.trigger("review")
    coach = player.window.coach
    player.wait(lambda: coach.asks)
    player.linger(0.2)
    assert player.controller.view.reviewed is first, "marks stay as they are"
    click_on(player.button(player.window.features["review"].bar, "Look deeper"))
    assert bar(player) == "The coach looks deeper. Verdicts may change."
    player.wait(lambda: len(searched) > 4)
    coach.end()
    player.wait(lambda: not coach.busy)
    enough.set()
    player.trigger("review")
    player.wait(player.window.action["deepen"].isEnabled)
    before = searched[:4]
    searched.clear()
    player.trigger("deepen")
    player.wait(lambda: not coach.busy)
    assert player.controller.view.reviewed.simulations > first.simulations
    assert not player.window.action["deepen"].isEnabled()
    assert not set(searched) & set(before), "what is known is not searched again"


def test_every_verdict_is_read_out_in_words_while_one_goes_through_the_game(player):
    reviewed(player)
    found = player.controller.view.reviewed
    (label, *_) = player.window.features["review"].bar.findChildren(QLabel)
    player.trigger("first")
    for move in found.moves:
        player.trigger("step_forward")
        read = label.accessibleName()
        square = square_name(move.square)
        assert read.startswith(f"{move.ply}. {'XO'[(move.ply - 1) % 2]} {square}: "), read
        assert f": {'already lost' if move.was_lost else move.verdict.value}." in read
        assert "??" not in read.split(".")[1]
    assert "moves found to matter were right" in label.accessibleName()
