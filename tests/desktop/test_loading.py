"""Modules that are loaded behind the window."""

import threading

import pytest
from PySide6.QtCore import QObject

from ttt_desktop.work import turns
from ttt_desktop.work.jobs import JobRunner


@pytest.fixture
def runner():
    made = JobRunner()
    yield made
    made.shut_down()


def test_qts_classes_are_made_in_the_windows_thread_before_another_one_imports(
    qtbot, runner, monkeypatch
):
    imported, find = [], turns.import_module
    monkeypatch.setattr(
        turns,
        "import_module",
        lambda name: (imported.append((name, threading.current_thread())), find(name))[1],
    )
    parent = QObject()
    loader = turns.ModuleLoader("colorsys", runner, parent)
    with qtbot.waitSignal(loader.loaded):
        loader.load()
        loader.load()  # once is enough
    *qt, (name, thread) = imported
    assert [name for name, _ in qt] == [f"PySide6.{each}" for each in
                                        ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtOpenGL",
                                         "QtOpenGLWidgets", "QtTest")]  # fmt: skip
    assert {thread for _, thread in qt} == {threading.main_thread()}
    assert name == "colorsys"
    assert thread is not threading.main_thread()
    assert loader.module is find("colorsys")


def test_what_cannot_be_imported_is_said_and_may_be_tried_again(qtbot, runner):
    parent = QObject()
    loader = turns.ModuleLoader("no_such_module", runner, parent)
    for _ in range(2):
        with qtbot.waitSignal(loader.failed) as failed:
            loader.load()
        assert isinstance(failed.args[0], ImportError)
