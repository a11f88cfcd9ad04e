"""Errors in Qt's virtual functions, and scores that are no numbers: the window lives on."""

import importlib
import inspect
import logging
import pkgutil

import pytest
from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

import ttt_desktop
from engine import PLAYERO
from tests.desktop.machines import load
from tests.engine.written_files import scoring
from tests.waiting import ran
from ttt_desktop.look import guard
from ttt_desktop.look.guard import handler, virtual


def overrides():
    """Yield every method of ours that takes the place of one of Qt's, outside of ``__init__``."""
    for found in pkgutil.walk_packages(ttt_desktop.__path__, "ttt_desktop."):
        if found.name.startswith(("ttt_desktop.resources", "ttt_desktop.__main__")):
            continue
        module = importlib.import_module(found.name)
        for cls in vars(module).values():
            if not inspect.isclass(cls) or cls.__module__ != module.__name__:
                continue
            qt = [base for base in cls.__mro__ if base.__module__.startswith("PySide6")]
            for name, value in vars(cls).items():
                if inspect.isfunction(value) and any(hasattr(base, name) for base in qt):
                    yield f"{cls.__qualname__}.{name}", name, value


# Called by Python of ours or of pyqtgraph's only, never by Qt itself.
NOT_VIRTUAL = {"__init__", "show", "close", "open", "accept", "start", "stop", "update", "run",
               "updateAutoSIPrefix", "logTickStrings", "__del__", "sender", "hide"}  # fmt: skip


def test_every_override_of_a_virtual_function_is_guarded():
    found = {
        title: hasattr(function, "__wrapped__")
        for title, name, function in overrides()
        if name not in NOT_VIRTUAL
    }
    assert len(found) > 40
    assert [title for title, guarded in found.items() if not guarded] == []


class Broken(QWidget):
    @virtual(QSize)
    def sizeHint(self):
        raise RuntimeError("no size")

    @handler
    def paintEvent(self, event):
        raise KeyError("no paint")


def test_an_error_in_a_virtual_function_is_reported_once_and_the_window_lives(
    qtbot, capture_errors
):
    widget = Broken()
    qtbot.addWidget(widget)
    widget.show()
    for _ in range(5):
        assert widget.sizeHint() == QSize()
        widget.grab()
    assert sorted(kind.__name__ for kind in capture_errors) == ["KeyError", "RuntimeError"]


@pytest.fixture
def capture_errors(monkeypatch):
    """Collect what reaches the hook for uncaught errors, in place of failing the test."""
    caught = []
    monkeypatch.setattr("sys.excepthook", lambda kind, _error, _trace: caught.append(kind))
    monkeypatch.setattr(guard, "_reported", set())
    return caught


@pytest.mark.parametrize("value", ["float('nan')", "float('inf')"])
def test_scores_that_are_no_numbers_are_said_and_the_machine_moves(open_window, tmp_path, value):
    path = tmp_path / "mine.py"
    path.write_text(scoring(value).replace("range(3)", "range(board.get_dim())").replace(
        "* 3", "* board.get_dim()"))  # fmt: skip
    user = open_window("--machine", "both", "--size", "10", "--board-scores", start=False)
    load(user, path)
    user.qtbot.waitUntil(lambda: len(user.game.moves) > 5)
    user.trigger("stop")
    user.window.grab()
    assert user.controller.model.analysis is None
    assert f"the score of C2 is {value[7:10]}" in user.window.docks["heatmap"].caption
    assert "which cannot be shown" in user.window.notice.text


def test_huge_scores_can_be_painted(open_window, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(scoring("9.9e99"))
    user = open_window("--machine", "X", "--board-scores", start=False)
    load(user, path)
    user.settled()
    model = user.controller.model
    assert len(model.score_text((1, 2))) < 20
    assert len(model.score_text((1, 2), compact=True)) < 20
    user.window.grab()
    assert user.game.to_move == PLAYERO


def test_quick_hands_with_a_right_file_stop_nothing(open_window, tmp_path, caplog):
    from tests.engine.course_variants import FILES
    from tests.engine.file_children import wait_until_all_are_gone

    caplog.set_level(logging.ERROR)
    user = open_window("--machine", "X", "--trials", "300")
    load(user, FILES / "plain.py")
    stumbled = []
    user.controller.stumbled.connect(stumbled.append)
    for i in range(40):
        user.trigger("again")
        if i % 3:
            user.qtbot.wait(7 * (i % 4))
    user.settled()
    assert len(user.game.moves) == 1
    assert stumbled == []
    assert caplog.records == []
    user.window.close()
    wait_until_all_are_gone()


@pytest.mark.uses("lab", "files", "export")
def test_dialogs_are_deleted_when_they_are_done(open_window, monkeypatch):
    user = open_window()
    monkeypatch.setattr(QFileDialog, "exec", lambda _dialog: 0)
    user.trigger("experiment")
    lab = user.page("experiment")
    for _ in range(5):
        for name in ("save", "picture", "gif"):
            user.trigger(name)
        user.feature("lab").results.files.ask_export()
    assert lab.lab.state.name == "IDLE"
    user.qtbot.waitUntil(lambda: not user.window.findChildren(QFileDialog))
    assert not lab.findChildren(QFileDialog)


def test_ctrl_q_closes_the_window(open_window):
    user = open_window()
    user.press(Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not user.window.isVisible()
    assert isinstance(user.window, QObject)


def test_closing_ends_a_file_that_is_still_loading(open_window, tmp_path):
    from tests.engine.file_children import living_children, wait_until_all_are_gone

    path = tmp_path / "slow.py"
    path.write_text("import time\ntime.sleep(60)\n")
    user = open_window()
    user.window.machine.load(path)
    user.qtbot.waitUntil(lambda: user.window.machine.busy and bool(living_children()))
    user.window.close()
    user.qtbot.waitUntil(lambda: not user.app.runner.busy)
    wait_until_all_are_gone()


def test_an_error_at_the_start_does_not_keep_the_program_from_ending(tmp_path):
    code = (
        "import sys\nfrom ttt_desktop.start import app\n"
        "def broken(*_given): raise RuntimeError('no start')\n"
        f"app.{{}} = broken\nfrom ttt_desktop.__main__ import main\n"
        f"sys.exit(main(['--data-dir', {str(tmp_path)!r}, '--show-truth']))\n"
    )
    for name in ("MainWindow", "App.begin"):
        done = ran("-c", code.replace("{}", name))
        assert done.returncode == 1
        assert "no start" in done.stderr
