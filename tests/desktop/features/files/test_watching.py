"""Checks of files that change, go and come back while the program looks at them."""

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from engine.compat import child_process
from tests.desktop.machines import load
from tests.driver.user import click_on
from tests.engine.course_variants import FILES
from tests.engine.written_files import held

pytestmark = pytest.mark.usefixtures("short_checks")

TORN = "def mc_move(board, player, trials)\n    nonsense\n"
"""What cannot be loaded."""

RIGHT = (FILES / "plain.py").read_text()


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(RIGHT)
    return path


@pytest.fixture
def checked(open_window, tmp_path, mine, judge, monkeypatch):
    """A user who has checked a file, and the report; the first check is that of another test."""
    user = open_window(folder=tmp_path / "kept")
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("engine.compat.checking.check_file", judge)
        with user.qtbot.waitSignal(user.window.machine.checks.checked):
            user.window.features["files"].course_files.check(mine)
    (dialog,) = user.window.features["files"].course_files.reports.values()
    assert dialog.windowTitle().startswith("mine.py: right")
    yield user, dialog
    for each in (*user.window.features["files"].course_files.reports.values(),):
        each.close()


def until(user, condition):
    user.qtbot.waitUntil(condition)


def check_again(user, dialog):
    click_on(dialog.again)
    until(user, lambda: user.window.machine.checks.busy)


def test_what_is_saved_during_a_check_takes_its_place(checked, mine, hold):
    user, dialog = checked
    dialog.watch.click()
    mine.write_text(held(hold, RIGHT))
    until(user, lambda: user.window.machine.checks.is_begun(mine, mine.read_bytes()))
    mine.write_text(TORN)  # the check of what was there before would never end
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
    mine.write_text(RIGHT)
    until(user, lambda: dialog.windowTitle().startswith("mine.py: right"))
    new = mine.with_suffix(".new")
    new.write_text(TORN)
    new.replace(mine)
    until(user, lambda: dialog.windowTitle() == "mine.py: cannot be loaded")
    assert dialog.watch.isChecked()


def test_a_file_that_is_gone_is_said_so(checked, mine):
    user, dialog = checked
    mine.unlink()
    click_on(dialog.again)
    assert dialog.windowTitle() == "mine.py: the file is gone"
    mine.write_text(RIGHT)
    check_again(user, dialog)
    until(user, lambda: dialog.windowTitle().startswith("mine.py: right"))


def test_the_built_in_machine_ends_no_check_of_a_file(checked, mine, hold):
    user, dialog = checked
    load(user, mine)
    mine.write_text(held(hold, RIGHT))
    check_again(user, dialog)
    until(user, lambda: user.window.machine.checks.is_begun(mine, mine.read_bytes()))
    mine.write_text(TORN)  # not what is being checked
    user.trigger("built_in")
    assert user.window.machine.player is None
    with user.qtbot.waitSignal(user.window.machine.checks.checked):
        hold.unlink()
    until(user, dialog.again.isEnabled)


def test_a_report_that_was_closed_stays_closed(checked, mine, hold, monkeypatch):
    user, dialog = checked
    mine.write_text(held(hold, RIGHT))
    check_again(user, dialog)
    dialog.close()
    hold.unlink()
    until(user, lambda: not user.window.machine.checks.busy)
    user.linger(0.2)
    assert user.window.features["files"].course_files.reports == {}
    ok = QMessageBox.StandardButton.Ok
    monkeypatch.setattr(QMessageBox, "warning", lambda *_given: ok)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (str(mine), ""))
    user.trigger("check_file")
    until(user, lambda: mine in user.window.features["files"].course_files.reports)


def test_a_check_that_is_asked_for_during_another_one_comes_after_it(
    checked, mine, hold, tmp_path, monkeypatch
):
    user, dialog = checked
    mine.write_text(held(hold, RIGHT))
    check_again(user, dialog)
    other = tmp_path / "other.py"
    other.write_text(TORN)
    ok = QMessageBox.StandardButton.Ok
    monkeypatch.setattr(QMessageBox, "warning", lambda *_given: ok)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (str(other), ""))
    user.trigger("check_file")
    assert user.window.features["files"].bar.text == "other.py is being checked…"
    load(user, FILES / "plain.py")
    assert "plain.py plays now." in user.window.notice.text, "a check is no hindrance"
    hold.unlink()
    until(user, lambda: set(user.window.features["files"].course_files.reports) == {mine, other})
    assert "other.py cannot be loaded" in user.window.features["files"].bar.text


def test_what_was_saved_since_the_check_is_checked_when_the_watch_begins(checked, mine):
    user, dialog = checked
    mine.write_text(TORN)
    dialog.watch.click()
    until(user, lambda: dialog.windowTitle() == "mine.py: cannot be loaded")


def test_a_report_quotes_what_was_checked(checked, mine, judge):
    _user, dialog = checked
    mine.write_text((FILES / "tie_is_loss.py").read_text())
    report = judge(mine)
    mine.write_text("# nothing is as it was\n" * 30)
    dialog.show_report(report)
    assert "def mc_update_scores(scores, board, player):" in dialog.text.toPlainText()
    assert "nothing is as it was" not in dialog.text.toPlainText()


def test_a_check_that_the_machine_had_no_time_for_is_no_fault(checked, mine, monkeypatch):
    user, dialog = checked
    monkeypatch.setattr(child_process, "WALL_TIMES", 0)
    monkeypatch.setattr(child_process, "WALL_LEAST", 0.0)
    click_on(dialog.again)
    until(user, lambda: dialog.windowTitle() == "mine.py: could not be judged")
    assert "within 0 s" in dialog.text.toPlainText()
    assert "Fault" not in dialog.text.toPlainText()
