"""Puts the app together: folders, settings, controller, window."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from engine import __version__
from engine.files import read_regular
from engine.record import Record
from ttt_desktop import APP_TITLE
from ttt_desktop.features import FEATURES
from ttt_desktop.identity import APP_ID
from ttt_desktop.look.pictures import app_icon
from ttt_desktop.look.text import QT_TRANSLATE_NOOP, listed, problem, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.reference import pages
from ttt_desktop.session.game import GameController
from ttt_desktop.session.keeper import GameKeeper
from ttt_desktop.session.seats import MARKS
from ttt_desktop.settings.declarations import Settings, with_machines, with_values
from ttt_desktop.settings.store import SettingsStore
from ttt_desktop.shell.shell import Basis
from ttt_desktop.shell.window import MainWindow
from ttt_desktop.shell.wishes import OpenGame, TellAbsent, TellGivenUp, TellWaiting
from ttt_desktop.start import arguments, failure
from ttt_desktop.start.application import Application, Collector, Interrupts
from ttt_desktop.start.arguments import Options
from ttt_desktop.start.start_mark import StartMark
from ttt_desktop.work import logs, versions
from ttt_desktop.work.jobs import JobRunner
from ttt_desktop.work.logs import error_is_shown, show_error
from ttt_desktop.work.places import Places, usual_places
from ttt_desktop.work.storage import (
    GAME_NAME,
    GIVEN_UP_NAME,
    LESSONS_NAME,
    OWN_FILES,
    SETTINGS_NAME,
    claim,
)

log = logging.getLogger(__name__)


@dataclass
class App:
    """The parts of a running app, kept alive together.

    Attributes:
        mark: says in a file that no window was painted yet.
        unfinished: the game to go on with, if the last start left one; None once it was used.
        plays_at_once: whether a game was wished for: the board is shown, and no place's home.
    """

    window: MainWindow
    controller: GameController
    runner: JobRunner
    theme: ThemeManager
    keeper: GameKeeper
    mark: StartMark
    unfinished: Record | None
    plays_at_once: bool = False

    def stop(self) -> None:
        """Close the window, and before it the errors that wait to be read."""
        for window in QApplication.topLevelWidgets():
            if isinstance(window, QMessageBox):
                window.close()
        self.window.close()

    def close(self) -> None:
        """Close the window and delete it with all that it holds.

        Left to Python's garbage collection, widgets would be deleted in any order.
        """
        self.window.close()
        pages = self.window.shell.pages.opened.values()
        for part in (*pages, self.window, self.theme):
            part.deleteLater()
            QApplication.sendPostedEvents(part, QEvent.Type.DeferredDelete.value)

    def begin(self, file: str | None = None) -> None:
        """Go on with the game in ``file``, or with the unfinished one, or start one."""
        self.window.recorder.begin()
        if file:
            self.take_over(file, self._resume)
        else:
            self._resume()

    def _resume(self) -> None:
        """Put the unfinished game on the board, or a new one, and open what the program opens with.

        The machine waits until the board is seen.
        """
        record, self.unfinished = self.unfinished, None
        controller, shell = self.controller, self.window.shell
        if record is None:
            go_on = controller.start
        else:
            # (A game that was opened is still its people's.)
            strangers = record.machine is None and controller.settings.machine in MARKS
            controller.adopt(record.game, wait=True, own=True, record=record)
            stays = record.game.undone or record.ended or strangers or controller.view.absent
            go_on = _nothing if stays else controller.resume
            self._tell_what_waits()
        if not self.plays_at_once:
            shell.pages.open(controller.settings.place)
        self._when_seen(go_on)
        if shell.pages.shows_board:  # a home says itself what waits
            shell.started.emit()

    def _tell_what_waits(self) -> None:
        """Say what is special about the unfinished game; what went wrong before is worth more."""
        shell = self.window.shell
        if not self.window.notice.text:
            shell.serve(TellAbsent())
        if self.controller.view.waits_for_new_game and not self.window.notice.text:
            shell.serve(TellWaiting(tr("Here is your unfinished game.")))

    def _when_seen(self, go_on: Callable[[], object]) -> None:
        """Have the game go on once the board is seen, unless another one has come by then."""
        pages, game = self.window.shell.pages, self.controller.game

        def look() -> None:
            if pages.shows_board:
                pages.changed.disconnect(look)
                if self.controller.game is game:
                    go_on()

        if pages.shows_board:
            go_on()
        else:
            pages.changed.connect(look)

    def begin_with(self, player: Path, function: str, file: str | None = None) -> None:
        """Load a course file as the machine; the game begins when that is done, or has failed.

        An unfinished game of other rules than those asked for is given up.

        Args:
            file: a game to go on with, or None.
        """
        left, rules, machine = self.unfinished, self.controller.settings.rules, self.window.machine
        gives_up = left is not None and left.game.rules != rules and not file

        def begin(message: str) -> None:
            if gives_up:
                self._give_up()
            self.begin(file)
            if gives_up:
                self.window.shell.serve(TellGivenUp(message))

        machine.announced.connect(begin, Qt.ConnectionType.SingleShotConnection)
        machine.load(player, function)

    def take_over(self, file: str, fail: Callable[[], object] | None = None) -> None:
        """Go on with the game in a file; an unfinished one is given up.

        Args:
            fail: is called where the file cannot be read.
        """
        if not self.window.shell.serve(OpenGame(Path(file), self._give_up, fail)):
            self.window.notice.tell(tr("This program cannot open games from files."))
            if fail is not None:
                fail()

    def _give_up(self) -> bool:
        """Give the last start's game up for another one; return whether there was one."""
        left, self.unfinished = self.unfinished, None
        if left is not None:
            self.controller.hold(left)
        return left is not None


def _nothing() -> None:
    """Do nothing."""


def run(options: Options) -> int:
    """Run the app until its window is closed, or its self-test; return the exit status."""
    application = Application([*sys.argv[:1], "-name", APP_ID])  # X11's name of the windows
    application.setApplicationName(APP_TITLE)
    application.setApplicationVersion(__version__)
    application.setDesktopFileName(APP_ID)
    application.setWindowIcon(app_icon())
    with ExitStack() as stack:
        places, notices = _places(options, stack)
        return _run_in(application, places, options, notices)


def _places(options: Options, stack: ExitStack) -> tuple[Places, list[str]]:
    """Return the folders to keep things in, and what is to be said about them.

    In place of one where nothing can be kept, and for a self-test, there is one that goes at the
    end.
    """
    notices: list[str] = []
    if options.self_test and not options.data_dir:  # a test must not touch what the user keeps
        return Places.together(_passing(stack)), notices
    places = Places.together(Path(options.data_dir)) if options.data_dir else usual_places()
    usable: dict[Path, Path] = {}
    problems: dict[Path, OSError] = {}
    for folder in places.folders():
        try:
            notices += _made_ready(folder)
            usable[folder] = folder
        except OSError as error:
            problems[folder] = error
            usable[folder] = _passing(stack)
            _copy_kept(folder, usable[folder])
    if problems:
        notices.append(
            tr(
                "Nothing can be kept in {folder} ({why}). What the program keeps there will be "
                "lost when it ends.",
                folder=listed(map(str, problems)),
                why=problem(next(iter(problems.values()))),
            )
        )
    names = (places.settings, places.data, places.state)
    return Places(*(usable[folder] for folder in names)), notices


def _made_ready(folder: Path) -> list[str]:
    """Make a folder ready to keep things in; return what is to be said. OSError if it cannot be."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass
    return claim(folder)


_COPIED = (SETTINGS_NAME, GAME_NAME, GIVEN_UP_NAME, LESSONS_NAME)
"""What a folder that can only be read still gives."""


def _copy_kept(folder: Path, passing: Path) -> None:
    """Copy what is kept in a folder that can only be read, as far as that can be."""
    for name in _COPIED:
        with suppress(OSError):
            (passing / name).write_bytes(read_regular(folder / name, OWN_FILES[name]))


def _passing(stack: ExitStack) -> Path:
    """Return a folder that goes at the end."""
    folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
    stack.callback(logs.stop_log)
    return Path(folder)


def _run_in(application: Application, places: Places, options: Options, notices: list[str]) -> int:
    notices.append(logs.start_log(places.state, options.log_level))
    log.info("%s", versions.parts())
    for notice in filter(None, notices):
        log.info("%s", notice)
    errors = logs.UncaughtErrors(_show_error)
    errors.install()
    try:
        app = build(application, places, options, notices)
    except ValueError as error:
        failure.tell(str(error))
        return 2
    collector = Collector(application)
    try:
        status = _use(application, app, options)
    finally:
        ended = app.runner.shut_down()
        app.keeper.disown()  # a lock that is left could be taken for that of a running program
    if not ended:
        # Waiting for it could take for ever; what is to be kept has been written.
        log.error("work in the background did not end in time; the program ends without it")
        logging.shutdown()
        os._exit(status)
    del collector
    return status


def _use(application: Application, app: App, options: Options) -> int:
    """Show the window until it is closed, or the self-test is done; return the exit status."""
    interrupts = Interrupts(app.stop)
    application.open_file = app.take_over
    application.aboutToQuit.connect(app.controller.shut_down)
    app.window.show()
    if options.self_test:
        from ttt_desktop.start import selftest  # noqa: PLC0415  (few starts need it)

        return selftest.run(app.window, app.controller, options.shot)
    if options.player:
        app.begin_with(Path(options.player), options.function, options.file)
    else:
        app.begin(options.file)
    status = application.exec()
    del interrupts
    return status


_OF_GAMES = frozenset({
    "size", "line", "reverse", "gomoku", "opening", "machine", "alike", "x", "o", "name", "friend",
    "friend_plays", "alternate",
})  # fmt: skip
"""The settings that say which game is to be played: who gives one wants to play."""

_FAILED_START = QT_TRANSLATE_NOOP(
    "",
    "The program did not come as far as its window when it was last started. It began without the "
    "places of its window and panels this time.",
)


def build(application: QApplication, places: Places, options: Options, notices: list[str]) -> App:
    """Make the window and all that stands behind it.

    Args:
        places: where settings, games and the history are kept.
        notices: sentences to show at the start; empty ones are left out.

    Raises:
        ValueError: settings on the command line that do not go together.
    """
    pages.programs["ttt-desktop"] = arguments.build_parser
    store, keeper = SettingsStore(places.settings), GameKeeper(places.data)
    stored, problems = store.load()
    settings = _overridden(stored, options)
    notices = [*notices, *problems]
    if options.self_test:
        keeper.disown()
    else:
        notices.append(keeper.problem)
    (unfinished, damaged), (given_up, another) = keeper.load(), keeper.load_given_up()
    notices += [damaged, another]
    mark = StartMark(places.state)
    if mark.failed:
        store.uses_layouts = False
        notices.append(tr(_FAILED_START))
    runner = JobRunner()
    try:
        controller = GameController(settings, runner, options.seed)
        theme = ThemeManager(application, settings.theme, settings.text_scale)
        window = MainWindow(Basis(controller, theme, store, keeper, runner, places.data), FEATURES)
    except BaseException:
        runner.shut_down()  # its workers would keep the program from ending
        raise
    mark.watch(window.board.viewport(), window)
    if given_up is not None:
        controller.hold(given_up)
        window.action.refresh()
    window.recorder.active = not options.self_test
    if any(notices):
        window.notice.tell(" ".join(filter(None, notices)))
    asked = options.machines or options.player or options.self_test
    at_once = bool(asked) or not _OF_GAMES.isdisjoint(options.settings)
    return App(window, controller, runner, theme, keeper, mark, unfinished, at_once)


def _overridden(stored: Settings, options: Options) -> Settings:
    """Return the stored settings, with the command line's in their place."""
    chosen, machines = dict(options.settings), dict(options.machines)
    if "line" not in chosen and stored.line > int(chosen.get("size", stored.size)):
        chosen["line"] = 0
    if "o" in chosen:
        chosen.setdefault("alike", False)
    if options.self_test:
        chosen = {"min_move_time": 0.0, "sound": False} | chosen | {"machine": "both"}
        machines.setdefault("trials", "2000")
    return with_machines(with_values(stored, chosen), machines, chosen)


def _show_error(sentence: str, details: str) -> None:
    # One at a time: an error in a paint event would come back with every repaint.
    if not error_is_shown():
        show_error(QApplication.activeWindow(), sentence, details)
