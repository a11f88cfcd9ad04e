"""What all tests share: no display is needed, and nothing of the user's is touched."""

import gc
import importlib
import importlib.util
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from engine.native.loading import missing_kernel
from engine.specs import register, unregister
from tests.needs import lacks_root, missing_features, missing_programs
from tests.waiting import HANG_S, PatientBot

_SCREEN = Path(__file__).parent / "screen.json"
if os.environ.get("QT_QPA_PLATFORM", "offscreen") == "offscreen":
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={_SCREEN}"  # as large as people have
os.environ["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"  # no desktop's wishes decide a test
if missing := missing_kernel():
    pytest.exit(f"the tests cannot be run: {missing}", returncode=2)

# New examples every time at the desk, the same ones every time where a run must be repeatable.
settings.register_profile("repeatable", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    """Make ready for a run."""
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        _compile(config.args)
    heed_signals()


def heed_signals() -> None:
    """Let what tests start heed signals, even if this run was started to ignore them.

    A shell has what it starts in the background ignore Ctrl+C, ``nohup`` has it ignore the
    terminal's end, and both are inherited. A handler is not.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has not all of them
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def _compile(places: list[str]) -> None:
    """Compile the tests, where none are yet: all workers at once would do it all, each again."""
    some = Path(importlib.util.cache_from_source(str(Path(__file__).parent / "engine" / "x.py")))
    if not sys.dont_write_bytecode and not [*some.parent.glob("*-pytest-*.pyc")]:
        command = [sys.executable, "-m", "pytest", "-n0", "--collect-only", "-qq", *places]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)


@pytest.fixture(scope="session")
def qapp(qapp):
    """Qt's application; as in the app itself, no worker's thread may collect what holds widgets."""
    gc.disable()
    yield qapp
    gc.enable()


@pytest.fixture
def qtbot(qapp, request):
    """pytest-qt's robot; what it waits for may take its time."""
    return PatientBot(request)


@pytest.fixture
def open_window(qtbot, tmp_path, request, monkeypatch):
    """Return a function that opens a window with the given command-line options, at the board.

    Its lab plays one game at once, unless it is told otherwise: each process costs its start.
    """
    from engine.tournament import running
    from tests.driver.user import USUAL, User, open_app

    monkeypatch.setattr(running, "usual_workers", lambda: 1)
    opened = []

    def make(*options, folder=None, start=True, file=None, docks=("heatmap",), home=False):
        made = open_app(folder or tmp_path, (*USUAL, *options), docks=docks)
        opened.append(made)
        with qtbot.waitActive(made.window):
            made.window.activateWindow()
        if start:
            made.begin(file)
        if not home:
            made.window.shell.pages.open_board()
        return User(made, tmp_path, qtbot)

    yield make
    for made in opened:
        made.window.close()
        qtbot.waitUntil(lambda made=made: not made.runner.busy)  # closing ends every search
        assert made.runner.shut_down()
        made.close()
    from PySide6.QtWidgets import QApplication, QMainWindow

    left = [each for each in QApplication.topLevelWidgets() if isinstance(each, QMainWindow)]
    assert not left, "closed, all windows are gone: they would be dressed with all later ones"
    if not QApplication.allWidgets():  # with one, Qt would not survive it
        QApplication.instance().setStyleSheet("")  # the next window is built without, as the first
    request.node.stash[_WINDOWS] = len(opened)


@pytest.fixture
def hold(tmp_path, monkeypatch):
    """A path that holds a course file up for as long as it is there; its limit does not count."""
    from engine.compat import process

    monkeypatch.setattr(process, "LOAD_SECONDS", HANG_S)
    path = tmp_path / "hold"
    path.touch()
    yield path
    path.unlink(missing_ok=True)


@pytest.fixture
def short_checks(request, monkeypatch):
    """Checks of course files without what takes longest: how moves fall, and the faults' lines.

    Trials are not counted, and a win is to be taken and a loss to be blocked once. For tests of
    what is done with findings. ``whole_checks`` marks those that need them all.
    """
    from engine.compat import checking
    from tests.engine.verdicts import shorten

    if request.node.get_closest_marker("whole_checks") is None:
        shorten(monkeypatch)
        monkeypatch.setattr(checking, "locate", lambda _file, _text, findings, _seconds: findings)


@pytest.fixture(scope="session")
def judge(tmp_path_factory):
    """Judge a file as ``check_file`` does, once for all tests of a run."""
    from tests.engine.verdicts import Verdicts

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # that of all workers
    return Verdicts(folder / "verdicts").of


@pytest.fixture
def user(open_window):
    """Somebody in front of a window where people play both sides."""
    return open_window("--machine", "neither")


@pytest.fixture
def last():
    """A kind of players that no line of the program knows."""
    module = importlib.import_module("tests.engine.last_square")
    unregister(module.KIND)
    yield register(module.KIND)
    unregister(module.KIND)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--campaign-seed", type=int, default=1, help="draw other attempts in tests/campaign"
    )
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in another order")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Change the tests' order where that is asked for; every worker comes to the same one."""
    seed = config.getoption("--shuffle")
    if seed is not None:
        random.Random(seed).shuffle(items)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The packages are tried in order, in one process; other tests in one more than processors.

    Many tests wait for a process of theirs, or for a timer: meanwhile another one can go on.
    """
    if re.search(r"(?<!not )\brelease\b", config.option.markexpr):
        return 0
    return (os.cpu_count() or 1) + 1


def _changed_files() -> str:
    """Return what git says of the checkout; nothing where this is none, or git is not there."""
    root = Path(__file__).resolve().parent.parent
    if not (root / ".git").exists() or not shutil.which("git"):
        return ""
    done = subprocess.run(
        ["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=False
    )
    return done.stdout


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let go of closed windows, once nothing holds what their test has had.

    What is loaded by the first time stays, and is never looked through; nor is, most times, what
    was there before the test.
    """
    result = yield
    if item.stash.get(_WINDOWS, 0):
        number = next(_collections)
        gc.collect(1 if number % _LOOKED_THROUGH else 2)
        if not number:
            gc.freeze()
    return result


_WINDOWS = pytest.StashKey[int]()  # how many a test has opened
_LOOKED_THROUGH = 20  # after so many tests, all objects are looked through
_collections = count()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what only root can do, or needs a program or a feature that is missing."""
    if lacks_root(item):
        pytest.skip("needs root")
    if missing := missing_programs(item):
        pytest.skip(f"no {', '.join(missing)} here")
    if features := missing_features(item):
        pytest.skip(f"the program is without {', '.join(features)}")


def pytest_sessionstart(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):  # one look for all workers
        session.config.stash[_BEFORE] = _changed_files()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run that leaves the checkout changed."""
    before = session.config.stash.get(_BEFORE, None)
    if before is not None and (after := _changed_files()) != before:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        print(f"\nThe run changed the checkout:\n{after}")


_BEFORE = pytest.StashKey[str]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [each for kind in terminalreporter.stats.values() for each in kind]
    properties = [each for report in reports for each in getattr(report, "user_properties", ())]
    if lines := [line for name, line in properties if name == "figures"]:
        terminalreporter.section("figures")
        for line in dict.fromkeys(lines):
            terminalreporter.line(line)
