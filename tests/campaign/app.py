"""The real app in a process of its own, with somebody in front of it who follows a scene.

``python -m tests.campaign.app SCENE WAY SECONDS FOLDER`` starts it the way the program starts.
The scene is set with the window's own buttons, "ready" is printed, and then, by WAY:

    window, quit    after SECONDS the window is closed, or "Quit" is chosen by its keys
    wait            nothing: a signal will come
    measure         for SECONDS, or until the scene is over, a 10 ms timer runs; what it
                    found is printed as JSON and the window is closed
    look            what the window says is printed as JSON and the window is closed

Nothing of Qt is imported at the top: the lab's worker processes import this module too.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    """Run the app with a scene."""
    scene, way, seconds, folder = sys.argv[1:]
    from PySide6.QtWidgets import QApplication

    from tests.campaign.director import directed
    from tests.campaign.scenes import SCENES
    from tests.driver.performer import Performer
    from tests.driver.user import User
    from ttt_desktop import __main__ as program
    from ttt_desktop.start import app

    chosen = SCENES[scene]
    files = Path(folder) / "files"
    files.mkdir(exist_ok=True)
    for write in chosen.files:
        write(files)
    build = app.build

    def build_and_direct(*given):
        made = build(*given)
        script = directed(User(made, files), chosen.act, way, float(seconds))
        performer = Performer(made.window, script, lambda: None)
        # At the end nobody may keep anything of the app alive.
        QApplication.instance().aboutToQuit.connect(performer.stop)
        return made

    app.build = build_and_direct
    options = [option.replace("FILES", str(files)) for option in chosen.options]
    return program.main(["--data-dir", str(Path(folder) / "data"), *options])


if __name__ == "__main__":
    sys.exit(main())
