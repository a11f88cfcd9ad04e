"""A whole class's files: asked for, checked, shown, saved, stopped."""

import psutil
import pytest
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QMessageBox

from engine.classroom.rubric import Rubric
from engine.classroom.store import Store
from tests.desktop.sights import fits_sideways
from tests.driver.user import click_on, texts
from tests.engine.course_variants import FILES, KEPT
from tests.engine.exports import GRADEBOOK, broken, zipped
from tests.engine.written_files import MOVES_AT_ONCE
from ttt_desktop.features import FEATURES
from ttt_desktop.features.classroom.report_table import HandInState
from ttt_desktop.start import app

pytestmark = pytest.mark.usefixtures("short_checks")


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "hand-ins"
    made.mkdir()
    return made


@pytest.fixture
def warned(monkeypatch):
    """Agree that course files may run, and note down what was said of them."""
    told = []
    ok = QMessageBox.StandardButton.Ok
    monkeypatch.setattr(QMessageBox, "warning", lambda *given: told.append(given[2]) or ok)
    return told


@pytest.fixture
def room(open_window, warned):
    """Return the place about a class, opened from the menu, and the user in front of it."""
    user = open_window()
    user.trigger("class_files")
    assert user.page("class").isVisible()
    assert warned == [], "nothing runs yet"
    return user.page("class"), user


def rows(window):
    table = window.report.table
    items = [table.topLevelItem(i) for i in range(table.topLevelItemCount())]
    return [[item.text(column) for column in range(8)] for item in items]


def test_a_class_is_checked_shown_and_saved(room, folder, tmp_path, monkeypatch):
    window, user = room
    (folder / "anna.py").write_text((KEPT / "right" / "recursive.py").read_text())
    (folder / "berta.py").write_text((FILES / "tie_is_loss.py").read_text())
    (folder / "carl.py").write_text("def (")
    (tmp_path / "r.toml").write_text("[points]\nmc_update_scores = 4\n")
    user.qtbot.keyClicks(window.fields["folder"], str(folder))
    user.qtbot.keyClicks(window.fields["rubric"], str(tmp_path / "r.toml"))
    window.fields["games"].setValue(2)
    click_on(window.start)
    assert not window.save_report.isEnabled()
    user.qtbot.waitUntil(lambda: window.report.table.topLevelItemCount() == 3)
    assert [row[:3] for row in rows(window)] == [
        ["anna", "right", "4/4"], ["berta", "1 fault", "0/4"], ["carl", "cannot be loaded", "0/4"],
    ]  # fmt: skip
    assert "±" in rows(window)[0][3]
    assert "1 of 3: a tie is scored like a loss" in " ".join(texts(window))
    assert [row[5] for row in rows(window)][1:] == ["A tie is scored like a loss",
                                                    "The file cannot be loaded"]  # fmt: skip
    table = window.report.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_End)
    QTest.keyClick(table, Qt.Key.Key_Up)
    QTest.keyClick(table, Qt.Key.Key_Return)
    shown = user.page("student")
    assert shown.isVisible()
    assert shown.text.toPlainText().startswith("berta: 1 fault")
    assert "a tie is scored like a loss" in shown.text.toPlainText()
    assert "Your file" not in shown.text.toPlainText(), "it is not the teacher's"
    user.trigger("class")
    assert window.isVisible()
    for button, name, told in (
        (window.save_report, "report.html", "<h2>The class</h2>"),
        (window.save_table, "grades.csv", "student,file,verdict"),
    ):
        path = tmp_path / name
        monkeypatch.setattr(QFileDialog, "exec", lambda _: True)
        monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _, path=path: [str(path)])
        click_on(button)
        assert told in path.read_text()
        assert f"Saved as {path}" in window.message.text().replace("\u200b", "")


def test_a_class_is_stopped_and_goes_on(room, folder):
    window, user = room
    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    (folder / "hang.py").write_text("while True: pass\n")
    (folder / "hang2.py").write_text("while True: pass\n")
    user.qtbot.keyClicks(window.fields["folder"], str(folder))
    window.fields["games"].setValue(0)
    click_on(window.start)
    user.qtbot.waitUntil(lambda: "1 of 3" in window.message.text())
    user.press(Qt.Key.Key_Escape)
    user.trigger("play")
    assert user.window.rail.buttons["class"].busy, "it goes on elsewhere"
    user.trigger("class")
    click_on(window.start)
    assert not user.window.rail.buttons["class"].busy
    assert window.message.text() == "Stopped. What was done is kept."
    user.qtbot.waitUntil(lambda: not running())
    (folder / "hang.py").unlink()
    (folder / "hang2.py").unlink()
    click_on(window.start)
    user.qtbot.waitUntil(lambda: window.report.table.topLevelItemCount() == 1)


def test_another_run_on_the_folder_is_waited_for(room, folder):
    window, user = room
    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    window.fields["folder"].setText(str(folder))
    window.fields["games"].setValue(0)
    with Store(folder / ".ttt-class").alone(lambda: None):
        click_on(window.start)
        user.qtbot.waitUntil(lambda: "Another run" in window.message.text())
        click_on(window.start)
        assert window.message.text() == "Stopped. What was done is kept."
        click_on(window.start)
        user.qtbot.waitUntil(lambda: "Another run" in window.message.text())
    user.qtbot.waitUntil(lambda: window.report.table.topLevelItemCount() == 1)


def running():
    """Return the files' processes that still run."""
    return [child.pid for child in psutil.Process().children() if runs_a_file(child)]


def runs_a_file(child):
    try:
        return child.status() != psutil.STATUS_ZOMBIE and "compat.child" in " ".join(
            child.cmdline()
        )
    except psutil.NoSuchProcess:
        return False


def test_what_cannot_be_done_is_told(room, folder, tmp_path):
    window, user = room
    click_on(window.start)
    assert window.message.text() == "Choose the folder or zip with the class's files."
    window.fields["folder"].setText(str(tmp_path / "misspelt"))
    click_on(window.start)
    user.qtbot.waitUntil(lambda: "there is no folder" in window.message.text().lower())
    assert not (tmp_path / "misspelt").exists()
    window.fields["folder"].clear()
    user.qtbot.keyClicks(window.fields["folder"], str(folder))
    click_on(window.start)
    user.qtbot.waitUntil(lambda: "holds no Python file" in window.message.text())
    assert window.start.text() == "&Check the class"
    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    (tmp_path / "r.toml").write_text("[points]\nnonsense = 4\n")
    user.qtbot.keyClicks(window.fields["rubric"], str(tmp_path / "r.toml"))
    click_on(window.start)
    user.qtbot.waitUntil(lambda: "is no group of checks" in window.message.text())


@pytest.fixture
def answer(monkeypatch):
    """Answer dialogs about files and folders with a path."""

    def say(path):
        monkeypatch.setattr(QFileDialog, "exec", lambda _: True)
        monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(path)])
        monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(path))
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))

    return say


def save_more(window, begins):
    """Choose an entry of the menu of what else can be saved."""
    (action,) = [
        each for each in window.save_more.menu().actions() if each.text().startswith(begins)
    ]
    action.trigger()


def test_an_export_goes_from_zip_to_grades(room, tmp_path, answer):
    window, user = room
    right = (KEPT / "right" / "recursive.py").read_text()
    files = {
        "bergsven_51_9001_a.py": right, "doejane_LATE_52_9002_a.py": broken(1),
        "zhaowei_54_9003_a.pdf": "x",
    }  # fmt: skip
    answer(zipped(tmp_path / "export.zip", files))
    click_on(window.button["zip"])
    assert window.fields["folder"].text() == str(tmp_path / "export.zip")
    (tmp_path / "gradebook.xls").write_text(GRADEBOOK)
    (tmp_path / "r.toml").write_text("[points]\nmc_trial = 4\n")
    window.fields["roster"].setText(str(tmp_path / "gradebook.xls"))
    window.fields["games"].setValue(0)
    click_on(window.start)
    user.qtbot.waitUntil(lambda: window.report.table.topLevelItemCount() == 5)
    assert {row[0]: row[1] for row in rows(window)} == {
        "Berg, Sven": "right", "Doe, Jane": "cannot be loaded", "Müller, Jörg": "not handed in",
        "Ole, Niels": "not handed in", "Zhao, Wei": "nothing readable",
    }  # fmt: skip
    save_more(window, "&Grades")
    assert "Grades need a rubric" in window.message.text()
    window.fields["rubric"].setText(str(tmp_path / "r.toml"))
    click_on(window.start)
    user.qtbot.waitUntil(lambda: window.start.text() == "&Check the class")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QInputDialog, "getItem", lambda *given: (given[3][given[4]], True))
        answer(tmp_path / "filled.xls")
        save_more(window, "&Grades")
    filled = (tmp_path / "filled.xls").read_text()
    assert filled == GRADEBOOK.replace("51,s51,sberg,A,,3", "51,s51,sberg,A,4,3").replace(
        "52,s52,jdoe,A,,4", "52,s52,jdoe,A,0,4"
    )
    assert "not handed in; the line stays as it was: Müller, Jörg" in (
        window.message.text().replace("\u200b", "")
    )
    answer(tmp_path / "pages")
    save_more(window, "A &page")
    assert len(list((tmp_path / "pages").glob("*.html"))) == 3
    answer(tmp_path / "back.zip")
    save_more(window, "A &zip")
    assert window.message.text().replace("\u200b", "").startswith("3 pages were written to ")
    assert (tmp_path / "back.zip").read_bytes().startswith(b"PK")
    answer(tmp_path / "results")
    save_more(window, "&Results")
    assert len(list((tmp_path / "results").glob("*/results.json"))) == 3


def test_a_rubric_is_edited_and_saved_as_the_console_reads_it(room, tmp_path, answer):
    window, user = room
    click_on(window.button["edit"])
    edited = user.page("rubric")
    assert edited.isVisible()
    edited.fields["points mc_trial"].setValue(2.5)
    edited.fields["points get_best_move"].setValue(3)
    edited.fields["warnings"].setValue(0.5)
    assert "earns 5.5 points" in edited.message.text()
    answer(tmp_path / "mine.toml")
    click_on(edited.button["save"])
    assert window.isVisible(), "back where it is used"
    assert window.fields["rubric"].text() == str(tmp_path / "mine.toml")
    rubric = Rubric.read(tmp_path / "mine.toml")
    assert rubric == Rubric({"mc_trial": 2.5, "get_best_move": 3.0}, 0.5, 0.0)
    click_on(window.button["edit"])
    user.qtbot.waitUntil(lambda: edited.rubric == rubric)
    edited.fields["points mc_trial"].setValue(0)
    edited.fields["points get_best_move"].setValue(0)
    click_on(edited.button["save"])
    assert "the rubric gives no points" in edited.message.text().lower()
    assert Rubric.read(tmp_path / "mine.toml") == rubric


def test_a_rubric_that_cannot_be_read_is_not_written_over(room, tmp_path):
    window, user = room
    path = tmp_path / "mine.toml"
    path.write_text("a." * 20_000 + "b = 1")
    window.fields["rubric"].setText(str(path))
    click_on(window.button["edit"])
    edited = user.page("rubric")
    assert not edited.fields["points mc_trial"].isEnabled(), "until it is read"
    user.qtbot.waitUntil(edited.fields["points mc_trial"].isEnabled)
    assert "mine.toml has lines with many dots" in edited.message.text()


def test_a_folder_or_zip_is_dropped_and_the_warning_comes_before_the_first_run(
    room, folder, tmp_path, warned
):
    window, user = room
    (folder / "anna.py").write_text(MOVES_AT_ONCE)
    assert drop(window, folder)
    assert window.fields["folder"].text() == str(folder)
    window.fields["games"].setValue(0)
    click_on(window.start)
    assert len(warned) == 1, "it says what a file may do"
    user.qtbot.waitUntil(lambda: window.report.table.topLevelItemCount() == 1)
    packed = zipped(tmp_path / "export.zip", {"a.py": MOVES_AT_ONCE})
    user.trigger("play")
    assert user.drop(packed)
    assert window.isVisible()
    assert window.fields["folder"].text() == str(packed)


def drop(widget, path):
    """Drop a file or folder on a widget; return whether it is taken."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none, middle = Qt.KeyboardModifier.NoModifier, widget.rect().center()
    enters = QDragEnterEvent(middle, copy, data, left, none)
    QApplication.sendEvent(widget, enters)
    if enters.isAccepted():
        falls = QDropEvent(QPointF(middle), copy, data, left, none, QEvent.Type.Drop)
        QApplication.sendEvent(widget, falls)
    return enters.isAccepted()


def test_the_report_is_filtered_by_outcome_and_name(room, tmp_path):
    window, user = room
    right = (KEPT / "right" / "recursive.py").read_text()
    files = {
        "bergsven_51_9001_a.py": right, "doejane_LATE_52_9002_a.py": broken(1),
        "zhaowei_54_9003_a.pdf": "x",
    }  # fmt: skip
    window.take(zipped(tmp_path / "export.zip", files))
    window.fields["games"].setValue(0)
    click_on(window.start)
    user.qtbot.waitUntil(lambda: window.report.table.topLevelItemCount() == 3)
    report = window.report
    assert [chip.text() for chip in report.chips.values()] == [
        "All 3", "Right 1", "Warnings 0", "Faults 1", "Left to you 1",
    ]  # fmt: skip
    late = {row[0]: row[7] for row in rows(window)}
    assert [late[name] for name in sorted(late)].count("late") == 1

    def shown():
        items = (report.table.topLevelItem(i) for i in range(3))
        return [item.text(1) for item in items if not item.isHidden()]

    click_on(report.chips[HandInState.FAULTS])
    assert shown() == ["cannot be loaded"]
    click_on(report.chips[None])
    assert len(shown()) == 3
    user.qtbot.keyClicks(report.finder, "BERG")
    assert shown() == ["right"]


SIZES = ((360, 480, 100), (420, 740, 100), (640, 700, 200), (1280, 800, 200))


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_no_page_about_a_class_is_wider_than_its_window(room, width, height, scale):
    window, user = room
    user.change(text_scale=scale)
    user.window.resize(width, height)
    click_on(window.button["edit"])
    for name in ("rubric", "class"):
        user.window.shell.pages.open(name)
        user.linger(0.1)
        assert fits_sideways(user.page(name))


@pytest.mark.uses("files")
def test_files_that_are_dropped_together_are_sent_here(user, folder):
    assert user.drop(folder / "one.py", folder / "two.py")
    assert user.window.notice.text == (
        "Drop one file at a time. Class checks the files of a class: a folder or a zip."
    )


@pytest.mark.uses("files")
def test_without_this_room_files_are_dropped_one_by_one(open_window, folder, monkeypatch):
    monkeypatch.setattr(app, "FEATURES", [kind for kind in FEATURES if kind.name != "classroom"])
    user = open_window("--machine", "neither")
    assert user.drop(folder / "one.py", folder / "two.py")
    assert user.window.notice.text == "Drop one file at a time."
