"""What is heard: through a device that a test listens to, pulled as a real one pulls."""

from array import array

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon

from ttt_desktop.features.sounds import feature
from ttt_desktop.features.sounds.feature import NAMES

X_WINS = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
FRAMES = 330  # 15 ms


class Ear:
    """A device that keeps what it is sent, and when it was opened and closed."""

    def __init__(self):
        self.source = None
        self.closed = False

    def start(self, source):
        self.source = source

    def close(self):
        self.closed = True

    def hear(self, frames=FRAMES):
        """Return how loud the next frames are."""
        return max(map(abs, array("h", self.source.send(frames))), default=0)

    def sleep(self):
        """Hear all that is being played to its end."""
        while self.hear():
            pass


@pytest.fixture
def listen(open_window, monkeypatch):
    """Return a function that opens a window whose sounds are heard."""
    ear = Ear()
    monkeypatch.setattr(feature, "open_device", lambda: ear)

    def make(*options):
        ear.source = None
        user = open_window("--sound", *options)
        user.qtbot.waitUntil(lambda: ear.source is not None)
        return user, ear

    return make


def test_each_mark_is_heard_in_the_next_frames(listen):
    user, ear = listen("--machine", "neither")
    assert ear.hear() == 0
    user.click((0, 0))
    assert ear.hear() > 0, "within one buffer of the device, 15 ms"
    ear.sleep()
    user.click((1, 0))
    assert ear.hear() > 0
    ear.sleep()
    assert ear.hear() == 0


def test_the_end_is_heard_after_the_stroke(listen):
    user, ear = listen("--machine", "neither")
    for square in X_WINS:
        user.click(square)
    ear.sleep()
    user.qtbot.waitUntil(lambda: ear.hear() > 0)


def test_m_makes_it_quiet_and_that_is_remembered(listen):
    user, ear = listen("--machine", "neither")
    user.board.setFocus()
    user.press(Qt.Key.Key_M)
    assert not user.window.action["sound"].isChecked()
    user.click((0, 0))
    assert ear.hear() == 0
    assert not user.controller.settings.sound
    user.press(Qt.Key.Key_M)
    user.click((1, 1))
    assert ear.hear() > 0


def test_m_is_a_column_on_large_boards_and_still_makes_it_quiet(listen):
    user, _ = listen("--machine", "neither", "--size", "15", "--line", "5")
    user.board.setFocus()
    user.type("m3")
    user.press(Qt.Key.Key_Return)
    assert user.game.moves == ((2, 12),)
    assert user.controller.settings.sound
    user.type("m")
    user.press(Qt.Key.Key_Return)
    assert not user.controller.settings.sound


def test_the_volume_counts(listen):
    loudest = []
    for volume in ("100", "20"):
        user, ear = listen("--machine", "neither", "--volume", volume)
        user.click((0, 0))
        loudest.append(ear.hear(4000))
    assert loudest[1] == pytest.approx(loudest[0] / 5, rel=0.01)


def test_stepping_through_a_game_is_silent(listen):
    user, ear = listen("--machine", "neither")
    user.click((0, 0))
    ear.sleep()
    user.trigger("step_back")
    user.trigger("step_forward")
    user.trigger("undo")
    user.trigger("redo")
    assert ear.hear() == 0


def test_the_device_is_given_back_at_the_end(listen):
    user, ear = listen("--machine", "neither")
    user.window.close()
    assert ear.closed


@pytest.mark.parametrize("fault", ["none", "error"])
def test_without_a_device_the_game_goes_on(open_window, monkeypatch, fault):
    asked = []

    def no_device():
        asked.append(True)
        if fault == "error":
            raise ValueError("no device")

    monkeypatch.setattr(feature, "open_device", no_device)
    user = open_window("--machine", "neither", "--sound")
    user.qtbot.waitUntil(lambda: bool(asked))
    user.linger(0.1)
    user.click((0, 0))
    assert len(user.game.moves) == 1
    assert user.window.notice.text == ""


def test_nothing_is_loaded_for_sounds_before_the_window_is_up(open_window, monkeypatch):
    asked = []
    monkeypatch.setattr(feature, "open_device", lambda: asked.append(True))
    user = open_window("--machine", "neither", "--sound")
    assert asked == []
    user.qtbot.waitUntil(lambda: bool(asked))
    assert len(NAMES) == 5


def test_that_it_is_quiet_can_be_seen(open_window):
    user = open_window("--sound")
    sound = user.window.action["sound"]
    assert not sound.isIconVisibleInMenu(), "the menu shows a check mark"
    size = QSize(48, 48)
    pictures = [
        sound.icon().pixmap(size, QIcon.Mode.Normal, state).toImage()
        for state in (QIcon.State.On, QIcon.State.Off)
    ]
    on, off = pictures
    assert on != off
