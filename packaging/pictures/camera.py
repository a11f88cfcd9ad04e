"""Takes shots one after another: opens the real window, follows the scene, saves a picture."""

from __future__ import annotations

import gc
import random
import traceback
from collections.abc import Generator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from pictures.photo import Still, photo
from pictures.scene import Condition, Shot
from pictures.stage import Stage
from ttt_desktop.start import app as desktop
from ttt_desktop.start import arguments

_USUAL = "--animations off --min-move-time 0 --seed 1 --layout learn --no-sound"
_TICK_MS = 5
_PATIENCE_S = 600.0

Work = Generator[Condition, None, None]


class Camera(QObject):
    """Takes all shots, then ends the application. A shot that fails is reported and skipped.

    Args:
        application: Qt's application object.
        shots: what to take.
        folder: where the pictures go.
    """

    def __init__(self, application: QApplication, shots: Sequence[Shot], folder: Path) -> None:
        super().__init__(application)
        self._application = application
        self._folder = folder
        self._work = self._take_all(shots)
        self._until: Condition = lambda: True
        self._since = monotonic()
        self._stepping = False
        # A timer and no loop of its own: it goes on inside of dialogs that have such a loop.
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._step)
        self._timer.start()

    @Slot()
    def _step(self) -> None:
        """Go on if what is waited for has come; give it up where it takes too long."""
        if self._stepping:
            return
        self._stepping = True
        try:
            if self._until():
                self._wait_for(next(self._work))
            elif monotonic() - self._since > _PATIENCE_S:
                self._wait_for(self._work.throw(TimeoutError("what is waited for does not come")))
        except StopIteration:
            self._timer.stop()
            self._application.quit()
        finally:
            self._stepping = False

    def _wait_for(self, condition: Condition) -> None:
        self._until, self._since = condition, monotonic()

    # --- the work, as generators of what to wait for --------------------------------------

    def _take_all(self, shots: Sequence[Shot]) -> Work:
        for shot in shots:
            began = monotonic()
            with TemporaryDirectory(prefix="pictures-", ignore_cleanup_errors=True) as scratch:
                made: list[desktop.App] = []
                try:
                    yield from self._take(shot, Path(scratch), made)
                except Exception:
                    print(f"failed {shot.name}\n{traceback.format_exc()}", flush=True)
                else:
                    print(f"taken {shot.name} {monotonic() - began:.1f}", flush=True)
                for app in made:
                    yield from _strike(app)

    def _take(self, shot: Shot, scratch: Path, made: list[desktop.App]) -> Work:
        """Open the app, which is put into ``made``, follow the scene, save the picture."""
        home, files = scratch / "home", scratch / "files"
        for folder in (home, files):
            folder.mkdir()
        if shot.scene.files is not None:
            shot.scene.files(home)
        app = self._open(shot, home)
        made.append(app)
        yield app.window.isActiveWindow
        stage = Stage(app, files, shot.look.extent)
        subjects = yield from shot.scene.act(stage)
        windows = subjects or [app.window]
        if not shot.scene.live:
            yield stage.at_rest
            yield Still(windows)
        path = self._folder / f"{shot.name}.png"
        if not photo(windows).save(str(path)):
            raise OSError(f"{path} could not be written")

    def _open(self, shot: Shot, home: Path) -> desktop.App:
        random.seed(1)  # what the course's functions play in the theatre
        usual = "" if shot.scene.unhurried else _USUAL
        given = f"{usual} {shot.scene.options} {shot.look.options}".split()
        app = desktop.build(self._application, home, arguments.parse(given), [])
        extent = shot.look.extent or shot.scene.extent
        if extent is not None:
            app.window.resize(*extent)
        QCursor.setPos(app.window.screen().geometry().bottomRight())  # nothing is pointed at
        app.window.show()
        app.window.activateWindow()
        return app


def _strike(app: desktop.App) -> Work:
    """Close all that is open; what a dialog has interrupted comes to its end."""
    while window := QApplication.activePopupWidget() or QApplication.activeModalWidget():
        window.close()
        yield lambda: True
    app.window.close()
    app.runner.shut_down()
    yield lambda: not app.runner.busy
    app.close()
    gc.collect()
