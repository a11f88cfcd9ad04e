"""Every text about course files can be translated."""

import pytest

from tests.desktop.texts import check, texts_of
from tests.engine.course_variants import FILES

pytestmark = pytest.mark.usefixtures("marked", "short_checks")


def test_dialogs_about_course_files(open_window, asked):
    texts, answers = asked
    answers["path"] = str(FILES / "tie_is_loss.py")
    user = open_window("--trials", "20")
    window = user.window
    with user.qtbot.waitSignal(window.machine.checks.checked):
        user.trigger("check_file")
        check([window.features["files"].bar.text])
    check(texts_of(window.features["files"].bar))
    check(texts_of(next(iter(window.features["files"].course_files.reports.values()))))
    window.features["files"].course_files.reports.popitem()[1].close()
    answers["path"] = str(FILES / "plain.py")
    with user.qtbot.waitSignal(window.machine.announced):
        user.trigger("from_file")
    assert "⟦plain.py plays now.⟧" in window.notice.text
    assert "⟦Left out at its bottom: " in window.notice.text
    check(texts)
    check([window.docks["log"].windowTitle(), *texts_of(window.docks["log"].widget())])


def test_a_check_leaves_no_notice(open_window, asked):
    _, answers = asked
    answers["path"] = str(FILES / "plain.py")
    user = open_window()
    with user.qtbot.waitSignal(user.window.machine.checks.checked):
        user.trigger("check_file")
    assert user.window.notice.text == ""
    user.window.features["files"].course_files.reports.popitem()[1].close()
