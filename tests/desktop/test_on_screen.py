"""The window on screens of several sizes: what belongs to it stays on the screen."""

import json

import pytest

from tests.waiting import ran

SCENE = """
import sys
from pathlib import Path

from PySide6.QtTest import QTest

from ttt_desktop.start import app, arguments
from ttt_desktop.start.application import Application
from ttt_desktop.work.places import Places

application = Application(sys.argv[:1])
made = app.build(application, Places.together(Path("kept")), arguments.parse(sys.argv[1:]), [])
window = made.window
window.show()
made.begin()
QTest.qWait(50)
room = window.screen().availableGeometry()
frame = window.frameGeometry().size() - window.size()


def look(when):
    QTest.qWait(50)
    status = window.status.rect().translated(window.status.mapToGlobal(window.rect().topLeft()))
    if not (room.contains(window.frameGeometry()) and room.contains(status)):
        print(when, room, window.frameGeometry(), status)
    frame = window.board.parentWidget()
    shown = frame.visibleRegion().boundingRect().height()
    if window.shell.pages.shows_board and shown < frame.height() - 2:  # Qt rounds
        print(when, "the board is cut off")


look("start")
window.shell.pages.open_board()
look("board")
window.move(0, 0)
window.resize(room.size() - frame)
look("as large as the screen")
for name in window.docks.names:
    if not window.action[name].isChecked():
        window.action[name].trigger()
    look(name)
window.notice.tell("A sentence above everything that asks for room of its own.")
look("notice")
if window.shell.do("demo"):
    look("demo")
window.action["reset_layout"].trigger()
look("reset")
for name in window.shell.pages.names:
    window.shell.pages.open(name)
    look(name)
window.close()
"""


@pytest.mark.parametrize(
    ("screen", "text"),
    [
        ((1024, 600), "200"),
        pytest.param((1024, 600), "100", marks=pytest.mark.nightly),
        pytest.param((1366, 768), "100", marks=pytest.mark.nightly),
        pytest.param((1366, 768), "200", marks=pytest.mark.nightly),
    ],
)
def test_the_window_stays_on_its_screen_whatever_is_opened(tmp_path, screen, text):
    width, height = screen
    described = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height,
                 "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}  # fmt: skip
    (tmp_path / "screen.json").write_text(json.dumps({"screens": [described]}))
    done = ran(
        "-c", SCENE, "--no-sound", "--text-scale", text,
        env={"QT_QPA_PLATFORM": "offscreen:configfile=screen.json"}, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
