"""Checks of files that change, go and come back while the program looks at them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from tests.desktop.test_machine_files import load
from tests.engine.course_variants import FILES

TORN = "def mc_move(board, player, trials)\n    nonsense\n"
"""What cannot be loaded."""


def right(seconds=0.0):
    """Return a file without a fault, whose check takes its time."""
    text = (FILES / "plain.py").read_text()
    return text.replace("def mc_move", f"import time\ntime.sleep({seconds})\ndef mc_move")


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(right())
    return path


@pytest.fixture
def checked(open_window, tmp_path, mine):
    """A user who has checked a file, and the report."""
    user = open_window(folder=tmp_path / "kept")
    with user.qtbot.waitSignal(user.window.machine.checked, timeout=30_000):
        user.window.machine.check(mine)
    (dialog,) = user.window.machine_files.reports.values()
    assert dialog.windowTitle().startswith("mine.py: right")
    yield user, dialog
    for each in (*user.window.machine_files.reports.values(),):
        each.close()


def until(user, condition):
    user.qtbot.waitUntil(condition, timeout=30_000)


def check_again(user, dialog):
    user.qtbot.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    until(user, lambda: user.window.machine.busy)


def test_what_is_saved_during_a_check_is_checked_too(checked, mine):
    user, dialog = checked
    dialog.watch.click()
    mine.write_text(right(seconds=1))
    until(user, lambda: user.window.machine.busy)
    user.linger(0.2)
    mine.write_text(TORN)
    user.linger(0.6)
    assert user.window.machine.busy, "the check of what was there before"
    assert "Another file" not in user.window.notice.text
    until(user, lambda: dialog.windowTitle() == "mine.py: cannot be loaded")
    assert dialog.again.isEnabled()
    assert user.window.notice.text == ""


def test_a_file_that_comes_back_late_is_watched_on(checked, mine):
    user, dialog = checked
    dialog.watch.click()
    mine.unlink()
    until(user, lambda: dialog.windowTitle() == "mine.py: the file is gone")
    mine.write_text(TORN)
    until(user, lambda: dialog.windowTitle() == "mine.py: cannot be loaded")
    mine.write_text(right())
    until(user, lambda: dialog.windowTitle().startswith("mine.py: right"))
    new = mine.with_suffix(".new")
    new.write_text(TORN)
    new.replace(mine)
    until(user, lambda: dialog.windowTitle() == "mine.py: cannot be loaded")
    assert dialog.watch.isChecked()


def test_a_file_that_is_gone_is_said_so(checked, mine):
    user, dialog = checked
    mine.unlink()
    user.qtbot.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    assert dialog.windowTitle() == "mine.py: the file is gone"
    mine.write_text(right())
    check_again(user, dialog)
    until(user, lambda: dialog.windowTitle().startswith("mine.py: right"))


def test_the_built_in_machine_ends_no_check_of_a_file(checked, mine):
    user, dialog = checked
    load(user, mine)
    mine.write_text(right(seconds=0.5))
    check_again(user, dialog)
    mine.write_text(TORN)  # not what is being checked
    user.trigger("built_in")
    assert user.window.machine.player is None
    with user.qtbot.waitSignal(user.window.machine.checked, timeout=30_000):
        pass
    until(user, dialog.again.isEnabled)
    assert "Checking" not in user.window.notice.text


def test_a_report_that_was_closed_stays_closed(checked, mine, monkeypatch):
    user, dialog = checked
    mine.write_text(right(seconds=0.5))
    check_again(user, dialog)
    dialog.close()
    until(user, lambda: not user.window.machine.busy)
    user.linger(0.2)
    assert user.window.machine_files.reports == {}
    ok = QMessageBox.StandardButton.Ok
    monkeypatch.setattr(QMessageBox, "warning", lambda *_given: ok)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (str(mine), ""))
    user.trigger("check_file")
    until(user, lambda: mine in user.window.machine_files.reports)


def test_a_check_that_is_asked_for_during_another_one_comes_after_it(
    checked, mine, tmp_path, monkeypatch
):
    user, dialog = checked
    mine.write_text(right(seconds=0.5))
    check_again(user, dialog)
    other = tmp_path / "other.py"
    other.write_text(TORN)
    ok = QMessageBox.StandardButton.Ok
    monkeypatch.setattr(QMessageBox, "warning", lambda *_given: ok)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (str(other), ""))
    user.trigger("check_file")
    assert user.window.notice.text == "Checking other.py…"
    user.window.machine.load(other)
    assert "Another file" in user.window.notice.text
    until(user, lambda: set(user.window.machine_files.reports) == {mine, other})
    assert user.window.notice.text == ""
