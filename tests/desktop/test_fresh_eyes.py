"""What somebody would stumble over who plays for the first time: it is said, and seen, plainly."""

import pytest

from engine import Rules

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
    user.window.rounds.result.close_card()
    user.linger(0.05)
    assert screen(user) == painted_anew(user)


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


def test_the_card_lies_over_its_window_wherever_a_window_manager_puts_it(user):
    user.trigger("new")
    (card,) = user.dialogs()
    meant = card.pos()
    card.move(720, 450)  # as window managers do that place it by an earlier size
    user.wait(lambda: card.pos() == meant)
    assert user.window.screen().availableGeometry().contains(card.frameGeometry())
    card.reject()


def test_learn_says_what_it_is(user):
    assert user.window.action["learn"].toolTip().startswith("See how the machine thinks")
