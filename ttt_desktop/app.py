"""Puts the app together: folders, settings, controller, window."""

from __future__ import annotations

import argparse
import logging
import platform
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QApplication

from engine import __version__
from ttt_desktop import crash, selftest
from ttt_desktop.controllers.game import GameController
from ttt_desktop.icons import app_icon
from ttt_desktop.jobs import JobRunner
from ttt_desktop.settings import Settings, with_values
from ttt_desktop.storage import GameKeeper, SettingsStore, default_data_dir
from ttt_desktop.theme import ThemeManager
from ttt_desktop.widgets.dialogs import show_error
from ttt_desktop.widgets.main_window import MainWindow

log = logging.getLogger(__name__)


@dataclass
class App:
    """The parts of a running app, kept alive together."""

    window: MainWindow
    controller: GameController
    runner: JobRunner
    theme: ThemeManager


def run(options: argparse.Namespace) -> int:
    """Run the app until its window is closed, or its self-test; return the exit status."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName("Monte Carlo Tic-Tac-Toe")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("monte-carlo-tic-tac-toe")
    application.setWindowIcon(app_icon())
    if options.self_test and not options.data_dir:
        # A test must not touch what the user keeps.
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            return _run_in(application, Path(folder), options)
    return _run_in(application, Path(options.data_dir or default_data_dir()), options)


def _run_in(application: QApplication, folder: Path, options: argparse.Namespace) -> int:
    notices = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        notices.append(
            f"Nothing can be kept in {folder} ({error.strerror}): settings and the unfinished "
            "game will be gone at the end."
        )
        folder = Path(tempfile.mkdtemp())
    notices.append(crash.start_log(folder))
    log.info(
        "version %s, Python %s, Qt %s, %s",
        __version__, platform.python_version(), qVersion(), platform.platform(),
    )  # fmt: skip
    errors = crash.UncaughtErrors(_show_error)
    errors.install()
    try:
        app = build(application, folder, options, notices)
    except ValueError as error:
        print(f"ttt-desktop: {error}", file=sys.stderr)
        return 2
    application.aboutToQuit.connect(app.controller.shut_down)
    app.window.show()
    if options.self_test:
        return selftest.run(app.window, app.controller, options.shot)
    if not (options.file and app.window.files.open(Path(options.file))):
        app.controller.start()
    return application.exec()


def build(
    application: QApplication, folder: Path, options: argparse.Namespace, notices: list[str]
) -> App:
    """Make the window and all that stands behind it.

    Args:
        application: Qt's application object.
        folder: where settings and the unfinished game are kept.
        options: the parsed command line.
        notices: sentences to show at the start; empty ones are left out.

    Raises:
        ValueError: settings on the command line that do not go together.
    """
    store, keeper = SettingsStore(folder), GameKeeper(folder)
    stored, problems = store.load()
    settings = _overridden(stored, options)
    game, game_problem = keeper.load()
    notices = [*notices, *problems, game_problem]
    if not keeper.is_mine:
        notices.append("Another window is open; this one's game is not kept when it closes.")
    runner = JobRunner()
    controller = GameController(settings, runner, options.seed)
    theme = ThemeManager(application)
    window = MainWindow(controller, theme, store, keeper)
    if game is not None and not options.self_test:
        controller.adopt(game)
    if any(notices):
        window.notice.tell(" ".join(filter(None, notices)))
    return App(window, controller, runner, theme)


def _overridden(stored: Settings, options: argparse.Namespace) -> Settings:
    """Return the stored settings, with the command line's in their place."""
    chosen = dict(options.settings)
    if "size" in chosen and "line_length" not in chosen and stored.line_length > chosen["size"]:
        chosen["line_length"] = 0
    if options.self_test:
        chosen = {"trials": 2000, "min_move_time": 0.0} | chosen | {"machine": "both"}
    return with_values(stored, chosen)


def _show_error(sentence: str, details: str) -> None:
    show_error(QApplication.activeWindow(), sentence, details)
