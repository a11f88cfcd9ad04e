"""Random clicks, keys and menu entries in one window with everything open: nothing may go wrong."""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import logging
import re
import threading
import traceback
from collections import Counter
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow, QTabBar
from shiboken6 import isValid

from engine import Game, Rules
from engine.compat import checking, process
from tests.campaign.monkey import Monkey
from tests.campaign.sizes import sizes
from tests.driver.user import DOCKS
from tests.engine.course_variants import FILES
from ttt_desktop.start.application import Collector

GROWTH_MB = 20
FEW = 3
MORE_WIDGETS = 50
"""Dialogs and popups that are made when they are first asked for, and then stay."""


@pytest.fixture
def folder(tmp_path):
    """A folder with a saved game, damaged ones, and course files: a right one, one that raises."""
    made = tmp_path / "files"
    made.mkdir()
    game = Game(Rules.of(4))
    game.play((0, 0))
    (made / "right.tttgame").write_text(game.to_json())
    (made / "damaged.tttgame").write_text(game.to_json()[:-9])
    (made / "right.py").write_bytes((FILES / "plain.py").read_bytes())
    (made / "raises.py").write_text("def mc_move(board, player, trials):\n    1 / 0\n")
    (made / "folder").mkdir()
    return made


@pytest.fixture
def monkey(open_window, folder, chance, monkeypatch, qapp):
    """A monkey in front of a window with every dock open, its dialogs answered at random."""
    faulthandler.enable()
    monkeypatch.chdir(folder)  # what it types may be a path, and what it clicks, "New folder"
    monkeypatch.setattr(process, "LOAD_SECONDS", 5.0)
    monkeypatch.setattr(checking, "CHECK_SECONDS", 5.0)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda *_: False)
    user = open_window("--trials", "100", "--machine", "O")
    collector = Collector(qapp)
    user.window.resize(1400, 1000)
    for each in DOCKS:
        user.window.docks[each.action.name].show()
    monkey = Monkey(user, chance, folder)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: (monkey.any_path(), ""))
    monkeypatch.setattr(QFileDialog, "exec", lambda _: chance.randrange(2))
    monkeypatch.setattr(
        QFileDialog, "selectedFiles", lambda _: [monkey.any_path() or str(folder / "saved.tttgame")]
    )
    yield monkey
    monkey.rest()
    collector.deleteLater()


def held():
    """Return what this process holds: memory in MB, threads, descriptors, widgets.

    Memory that is free, and only not yet given back to the system, does not count, nor does what
    is read from files, such as code that runs for the first time.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
    me = psutil.Process()
    memory = me.memory_info()
    return {
        "memory_mb": round((memory.rss - getattr(memory, "shared", 0)) / 1e6, 1),
        "threads": me.num_threads(),
        "descriptors": me.num_fds(),
        "widgets": len([widget for widget in QApplication.allWidgets() if not _is_spare(widget)]),
    }


def _is_spare(widget):
    """Whether it has gone, or is one of the empty tab bars that a main window keeps for docks."""
    if not isValid(widget):
        return True
    bar = widget if isinstance(widget, QTabBar) else widget.parentWidget()
    spare = isinstance(bar, QTabBar) and not bar.count()
    return spare and isinstance(bar.parentWidget(), QMainWindow)


def kinds_held():
    """Return the kinds of what it holds, to tell what piled up."""
    widgets = (type(each).__name__ for each in QApplication.allWidgets() if not _is_spare(each))
    windows = (f"window {type(each).__name__}" for each in QApplication.topLevelWidgets())
    threads = (f"thread {each.name.split('-')[0]}" for each in threading.enumerate())
    files = []
    for each in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            files.append(f"file {re.sub('[0-9]+', '#', str(each.readlink()))}")
    return Counter([*widgets, *windows, *threads, *files])


@pytest.fixture
def warnings(pytestconfig):
    """What Qt complains of, each once, what pyproject.toml ignores aside.

    pytest-qt would keep every single message, ten thousands of them.
    """
    found: set[str] = set()
    ignored = [re.compile(each) for each in pytestconfig.getini("qt_log_ignore")]

    def take(kind, _context, message):
        told = kind in (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg)
        if told and not any(each.search(message) for each in ignored):
            found.add(message)

    before = qInstallMessageHandler(take)
    yield found
    qInstallMessageHandler(before)


@pytest.mark.no_qt_log
def test_a_few_random_deeds_raise_nothing(warnings, monkey, qtbot):
    errors: list[str] = []
    with qtbot.captureExceptions() as caught:
        for _ in range(15):
            _act(monkey, caught, errors)
        monkey.rest()
        _note(monkey, caught, errors)
    assert not errors, "\n\n".join(errors)
    assert not warnings, "\n".join(sorted(warnings))


@pytest.mark.no_qt_log
@sizes(50, 100_000, minutes=240, nightly=True)
def test_monkeys(count, figures, warnings, monkey, qtbot, monkeypatch):
    # pytest would keep every logged error until the end, with its frames and all that is in them.
    monkeypatch.setattr(logging.getLogger(), "handlers", [logging.NullHandler()])
    errors: list[str] = []
    with qtbot.captureExceptions() as caught:
        monkey.tour()
        for _ in range(count // 10):
            _act(monkey, caught, errors)
        monkey.rest()
        before, kinds = held(), kinds_held()
        for _ in range(count - count // 10):
            _act(monkey, caught, errors)
        monkey.rest()
        _note(monkey, caught, errors)
    after = held()
    more = {name: round(after[name] - before[name], 1) for name in before}
    figures(actions=count, done=monkey.touched.total(), different=len(monkey.touched),
            errors=len(errors), warnings=len(warnings), **more)  # fmt: skip
    assert not errors, "\n\n".join(errors[:10])
    assert not warnings, "\n".join(sorted(warnings))
    more["of"] = (kinds_held() - kinds).most_common(20)
    assert max(abs(more["threads"]), abs(more["descriptors"])) <= FEW, str(more)
    if count >= 1000:
        assert more["widgets"] < MORE_WIDGETS, str(more)
        assert more["memory_mb"] < GROWTH_MB, str(more)


def _act(monkey, caught, errors):
    """Do one thing; note what it made raise, here or in a slot."""
    try:
        monkey.act()
    except Exception as error:  # a slot's error may also come out of the call that led to it
        errors.append(f"{error!r} after {list(monkey.newest)}")
    _note(monkey, caught, errors)


def _note(monkey, caught, errors):
    for kind, error, trace in caught:
        last = traceback.extract_tb(trace)[-1:]
        where = f"{last[0].filename}:{last[0].lineno}" if last else "?"
        errors.append(f"{kind.__name__}: {error} ({where}) after {list(monkey.newest)}")
    caught.clear()
