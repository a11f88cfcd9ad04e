"""Texts of lessons from files: shown without loading anything, and no longer than can be shown."""

from __future__ import annotations

import os
import sys

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel

from tests.desktop.pupil import Pupil
from tests.waiting import ran
from ttt_desktop.features.lessons.markdown import MOST_PICTURES

OPENED = """\
import resource, sys
from pathlib import Path
from tests.driver.user import open_app
from PySide6.QtWidgets import QApplication, QLabel
app = open_app(Path(sys.argv[1]), ["--machine", "neither"])
app.begin()
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
app.window.features["lessons"].files.open(Path(sys.argv[2]))
panel = app.window.docks["lesson"]
panel.grab()
for number in range(100):
    QApplication.processEvents()
print("notice:", app.window.notice.text)
print(any("See [dz]" in label.text() for label in panel.findChildren(QLabel)))
app.window.close()
assert app.runner.shut_down()
app.close()
"""
"""Opens a lesson in a process that cannot take the machine's memory."""


@pytest.fixture
def pupil(user):
    return Pupil(user)


def lesson(folder, text):
    path = folder / "mine.txt"
    path.write_text(f"# Mine\n\n## A step\n{text}\n", encoding="utf-8")
    return path


def shown(pupil, path):
    """Open a lesson; return the labels of its page that were made of Markdown or HTML."""
    pupil.window.notice.tell("")
    pupil.window.features["lessons"].files.open(path)
    assert pupil.window.notice.text == ""
    pupil.user.linger(0.01)
    return pupil.panel.page.findChildren(QLabel)


def colours(label):
    image = label.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(0, image.width(), 3)
            for y in range(0, image.height(), 3)}  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="devices, and limits of a process's memory")
@pytest.mark.parametrize("place", ["/dev/zero", "PIPE"])
def test_a_device_or_a_pipe_is_no_picture(tmp_path, place):
    if place == "PIPE":
        place = tmp_path / "pipe"
        os.mkfifo(place)
    (tmp_path / "data").mkdir()
    path = lesson(tmp_path, f"See ![dz](file://{place})")
    done = ran("-c", OPENED, tmp_path / "data", path, check=True)
    assert done.stdout.splitlines()[-2:] == ["notice: ", "True"]


def test_pictures_lie_in_the_lessons_own_folder(pupil, tmp_path):
    picture = QImage(60, 60, QImage.Format.Format_RGB32)
    picture.fill(QColor("#12ab34"))
    folder = tmp_path / "lessons"
    folder.mkdir()
    for path in (folder / "own.png", tmp_path / "other.png"):
        assert picture.save(str(path))
    if hasattr(os, "symlink"):
        (folder / "link.png").symlink_to(tmp_path / "other.png")
    for name in (f"file://{tmp_path}/other.png", f"{tmp_path}/other.png", "../other.png",
                 "..%2Fother.png", "link.png", "none.png", ":/x.png", "//host/x.png"):  # fmt: skip
        (label,) = (label for label in shown(pupil, lesson(folder, f"See ![words]({name}) so"))
                    if "words" in label.text())  # fmt: skip
        assert "[words]" in label.text(), name
        assert "#12ab34" not in colours(label), name
    label = shown(pupil, lesson(folder, "See ![words](own.png) so"))[-1]
    assert "#12ab34" in colours(label)
    many = "\n\n".join(f"See ![words](own.png) {number}" for number in range(MOST_PICTURES + 2))
    labels = [label for label in shown(pupil, lesson(folder, many)) if "See" in label.text()]
    assert sum("#12ab34" in colours(label) for label in labels) == MOST_PICTURES


def test_html_in_a_lesson_is_text(pupil, tmp_path):
    text = f"<img src='file://{tmp_path}/x.png'> <b>bold</b> and **strong**"
    label = shown(pupil, lesson(tmp_path, text))[-1]
    assert "&lt;img" in label.text()
    assert "&lt;b&gt;bold" in label.text()
    assert "**" not in label.text()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("word\n\n" * 30_000, "line 503: a step has at most 500 lines and 20,000 letters"),
        ("**a* " * 60_000, "larger than 200,000 bytes"),
        ("**a* " * 30_000, "line 4: a step has at most 500 lines and 20,000 letters"),
        ("x\n" + "@seed 1\n" * 51, "line 55: a step has at most 50 commands"),
        ("x\n" + "## More\nx\n" * 100, "line 203: a lesson has at most 100 steps"),
    ],
    ids=range(5),
)
def test_a_step_has_bounds(pupil, tmp_path, text, told):
    pupil.window.features["lessons"].files.open(lesson(tmp_path, text))
    assert told in pupil.window.notice.text
    assert not pupil.window.features["lessons"].guide.active


@pytest.mark.parametrize(
    "text", ["![a](b)" * 2800, "[![a](b)" * 2400, "|a" * 4000, "- " * 9000, "word\n\n" * 240]
)
def test_what_a_step_can_hold_is_shown_at_once(pupil, tmp_path, text):
    assert shown(pupil, lesson(tmp_path, f"So:\n{text}"))
