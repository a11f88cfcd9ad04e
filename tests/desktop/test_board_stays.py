"""The board stays where the window's size puts it, whatever happens and is said beside it."""

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

from tests.driver.user import X_WINS, advance
from tests.every import every
from ttt_desktop.shell.desk import Side, places_on

SIZES = (
    (360, 640), (420, 740), (480, 800), (600, 600), (640, 900), (760, 560), (800, 600), (900, 700),
    (980, 700), (1000, 700), (1024, 600), (1100, 900), (1280, 720), (1280, 800), (1366, 768),
    (1440, 900), (1500, 900), (1600, 1000), (1920, 1080), (2560, 1080),
)  # fmt: skip
"""Widths and heights of windows."""


def place(user):
    """Return where the widget named board lies in the window."""
    board = user.window.findChild(QWidget, "board")
    return QRect(board.mapTo(user.window, QPoint(0, 0)), board.size())


def events(user):
    """Yield what happens, one thing after the other, by name."""
    user.click((1, 1))
    yield "a move"
    user.click((1, 1))
    yield "a square that is taken"
    user.trigger("hint")
    user.wait(user.idle)
    yield "a hint"
    user.window.notice.tell("A sentence that is long enough to need two lines in a narrow panel.")
    yield "a notice"
    user.score()
    yield "scores"
    user.begin_anew()
    yield "a game that was given up"
    user.play(X_WINS)
    user.ended()
    yield "a result"
    if user.window.shell.do("review"):
        user.linger(0.2)
        yield "a review"
        user.window.coach.end()
    if user.window.shell.do("puzzle"):
        yield "a puzzle"
        user.feature("puzzles").puzzler.show_solution()
        user.linger(0.1)
        yield "a solved puzzle"
        user.feature("puzzles").puzzler.leave()
    if "lessons" in user.window.features:
        guide = user.feature("lessons").guide
        guide.open_own("2-scores")
        yield "a lesson"
        advance(guide)
        yield "a lesson's step"
        guide.leave()
    if user.window.shell.do("demo"):
        user.linger(0.05)
        yield "a demo"
        user.trigger("demo")
    if user.window.shell.do("setup"):
        yield "a position to set up"


@pytest.mark.uses("play", "demo")
@every("size", [(1280, 800), (420, 740), (1000, 700), (800, 900)])
def test_nothing_that_happens_moves_the_board(open_window, size):
    user = open_window("--machine", "neither", docks=())
    user.window.resize(*size)
    user.linger(0.05)
    before = place(user)
    assert before.width() > 100
    for event in events(user):
        user.linger(0.02)
        assert place(user) == before, event


@every("look", ["tiles", "paper", "contrast", "stones"])
def test_no_look_moves_it(user, look):
    before = place(user)
    user.change(board_look=look)
    user.linger(0.02)
    assert place(user) == before


def test_its_place_follows_from_the_size_alone(open_window):
    user = open_window("--machine", "neither", docks=())
    first = {}
    for size in (*SIZES, *reversed(SIZES)):
        user.window.resize(*size)
        user.linger(0.06)
        assert first.setdefault(size, place(user)) == place(user), size


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", SIZES)
def test_board_and_panel_lie_within_the_desk_beside_each_other(size, scale):
    desk = QSize(*size)
    places = places_on(desk, scale)
    whole = QRect(QPoint(0, 0), desk)
    assert whole.contains(places.board)
    assert places.board.width() == places.board.height()
    if places.side is Side.BELOW:
        panel = QRect(0, desk.height() - places.panel, desk.width(), places.panel)
    else:
        left = 0 if places.side is Side.LEFT else desk.width() - places.panel
        panel = QRect(left, 0, places.panel, desk.height())
    assert not panel.intersects(places.board)


@pytest.mark.parametrize(
    ("size", "scale", "share"),
    [((1280, 800), 100, 0.8), ((1366, 768), 100, 0.78), ((1920, 1080), 100, 0.85),
     ((1280, 800), 200, 0.55), ((1000, 700), 100, 0.67)],
)  # fmt: skip
def test_the_board_has_the_most_of_the_height(open_window, size, scale, share):
    user = open_window("--machine", "neither", "--text-scale", str(scale), docks=())
    user.window.setMinimumSize(0, 0)
    user.window.resize(*size)
    user.linger(0.05)
    frame = user.window.shell.frame.size()
    assert frame.height() >= share * size[1]
