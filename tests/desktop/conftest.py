"""A real window over a folder of its own, and ways to act on it as a user does."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from engine import square_name
from ttt_desktop.play.thinker import Thinking
from ttt_desktop.start import app as desktop
from ttt_desktop.start import arguments


def texts(widget):
    """Return what a widget's labels say."""
    return [label.text() for label in widget.findChildren(QLabel)]


def choose(combo, entry):
    """Choose an entry, by what it stands for or says, with the keyboard."""
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Home)
    while entry not in (combo.currentData(), combo.currentText()):
        before = combo.currentIndex()
        QTest.keyClick(combo, Qt.Key.Key_Down)
        assert combo.currentIndex() > before, f"{entry} is offered"


class User:
    """Somebody in front of one window."""

    def __init__(self, app, qtbot):
        self.app = app
        self.qtbot = qtbot
        self.window = app.window
        self.controller = app.controller
        self.board = app.window.board

    def click(self, square):
        self.qtbot.mouseClick(
            self.board.viewport(), Qt.MouseButton.LeftButton, pos=self.middle_of(square)
        )

    def middle_of(self, square) -> QPoint:
        return self.board.visualRect(self.controller.model.index(*square)).center()

    def press(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        self.qtbot.keyClick(QApplication.focusWidget() or self.board, key, modifier)

    def type(self, text):
        self.qtbot.keyClicks(self.board, text)

    def trigger(self, name):
        self.window.action[name].trigger()

    def change(self, **values):
        """Apply settings, as the dialog does."""
        self.window.preferences.change(**values)

    def score(self):
        """Have the course's machine score the position, and wait for the last word on it."""
        before = self.controller.model.analysis
        self.trigger("analyse")
        self.qtbot.waitUntil(
            lambda: (
                not self.controller.is_thinking
                and self.controller.model.analysis not in (None, before)
            )
        )

    def linger(self, seconds=0.2):
        """Let time pass, for what must not happen to happen in."""
        self.qtbot.wait(int(seconds * 1000))

    def settled(self):
        """Wait until a person is to move, or the game is over."""
        self.qtbot.waitUntil(
            lambda: (
                self.controller.thinking is Thinking.NOTHING
                and (self.game.result is not None or not self.controller.machines_turn)
            )
        )

    def play_on(self, play=None):
        """Play empty squares one after another until the game is over."""
        play = play or self.click
        self.settled()
        while self.game.result is None:
            before = len(self.game.moves)
            play(self.game.board.get_empty_squares()[-1])
            assert len(self.game.moves) > before, "the move was made at once"
            self.settled()

    @property
    def game(self):
        return self.controller.game

    @property
    def text(self):
        return self.window.status.text

    @property
    def headline(self):
        return self.window.headline.text

    @staticmethod
    def name(square):
        return square_name(square)


@pytest.fixture
def open_window(qapp, qtbot, tmp_path):
    """Return a function that opens a window with the given command-line options."""
    opened = []

    def make(*options, folder=None, start=True, file=None):
        given = ["--min-move-time", "0", "--animations", "off", "--seed", "1"]
        given += ["--layout", "learn", "--no-sound", *options]
        made = desktop.build(qapp, folder or tmp_path, arguments.parse(given), [])
        opened.append(made)
        with qtbot.waitActive(made.window):
            made.window.show()
            made.window.activateWindow()
        if start:
            made.begin(file)
        return User(made, qtbot)

    yield make
    for made in opened:
        made.window.close()
        qtbot.waitUntil(lambda made=made: not made.runner.busy)  # closing ends every search
        assert made.runner.shut_down()
        made.close()
    opened.clear()
    gc.collect()
    if not gc.get_freeze_count():
        gc.freeze()  # what is loaded now stays: looking through it after every test took a sixth


@pytest.fixture(autouse=True, scope="session")
def collect_where_the_widgets_live():
    # As the app itself does: a worker's thread must not collect what holds widgets.
    gc.disable()
    yield
    gc.enable()
