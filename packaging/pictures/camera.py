"""Takes shots one after another: opens the real window, follows the scene, saves a picture."""

from __future__ import annotations

import gc
import random
import traceback
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from pictures.photo import Still, photo
from pictures.scene import Shot
from tests.driver.performer import Script
from tests.driver.user import USUAL, User, open_app
from ttt_desktop.start.app import App


def take_all(shots: Sequence[Shot], folder: Path) -> Script:
    """Return the script that takes shots into a folder; one that fails is reported and skipped."""
    for shot in shots:
        began = monotonic()
        with TemporaryDirectory(prefix="pictures-", ignore_cleanup_errors=True) as scratch:
            apps: list[App] = []
            try:
                yield from _take(shot, folder, Path(scratch), apps)
            except Exception:
                print(f"failed {shot.name}\n{traceback.format_exc()}", flush=True)
            else:
                print(f"taken {shot.name} {monotonic() - began:.1f}", flush=True)
            for app in apps:
                yield from _strike(app)


def _take(shot: Shot, folder: Path, scratch: Path, apps: list[App]) -> Script:
    """Open the app, which is put into ``made``, follow the scene, save the picture."""
    home, files = scratch / "home", scratch / "files"
    for place in (home, files):
        place.mkdir()
    if shot.scene.files is not None:
        shot.scene.files(home)
    app = _open(shot, home)
    apps.append(app)
    yield app.window.isActiveWindow
    user = User(app, files, extent=shot.look.extent)
    subjects = yield from shot.scene.act(user)
    windows = subjects or [app.window]
    if not shot.scene.live:
        yield user.at_rest
        yield Still(windows)
    path = folder / f"{shot.name}.png"
    if not photo(windows).save(str(path)):
        raise OSError(f"{path} could not be written")


def _open(shot: Shot, home: Path) -> App:
    random.seed(1)  # what the course's functions play in the theatre
    QCursor.setPos(QApplication.primaryScreen().geometry().bottomRight())  # nothing is pointed at
    usual = () if shot.scene.unhurried else USUAL
    options = (*usual, *shot.scene.options.split(), *shot.look.options.split())
    return open_app(home, options, shot.look.extent or shot.scene.extent, shot.scene.docks)


def _strike(app: App) -> Script:
    """Close all that is open; what a dialog has interrupted comes to its end."""
    while window := QApplication.activePopupWidget() or QApplication.activeModalWidget():
        window.close()
        yield lambda: True
    app.window.close()
    app.runner.shut_down()
    yield lambda: not app.runner.busy
    app.close()
    gc.collect()
