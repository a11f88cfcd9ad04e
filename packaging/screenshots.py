"""Make the manual's pictures from the real window: ``python packaging/screenshots.py``.

Needs the app installed (``python3 dev.py run`` does that) and no display.
"""

from __future__ import annotations

import os
import random
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from engine import Game, parse_square
from ttt_desktop.start import app, arguments
from ttt_desktop.theatre.theatre import Stage

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PICTURES = {
    # name: options, size, moves, the window's width and height, what is done in it
    "light.png": (
        "--theme light --board-scores --trials 20000", 3, "B2 A1 C1", (980, 700), "",
    ),
    "dark.png": (
        "--theme dark --board-scores --trials 200000 --size 7 --line-length 4", 7,
        "D4 C3 E4 C4 C5 F4 D5 D3", (980, 700), "",
    ),
    "trap.png": (
        "--theme light --show-truth --heat-values interval --trials 20000", 3, "A1 B2 C3",
        (1200, 860), "table",
    ),
    "theatre.png": (
        "--theme light --trials 5000", 3, "A1 B2 C3", (1200, 760), "theatre",
    ),
    "convergence.png": (
        "--theme dark --show-truth --heat-values mean --trials 1000000", 3, "A1 B2",
        (1200, 860), "chart",
    ),
    "lab.png": ("--theme light", 3, "", (980, 700), "lab"),
    "presenter.png": (
        "--theme dark --show-truth --trials 20000", 3, "A1 B2 C3", (1100, 700), "presenter",
    ),
}  # fmt: skip
SETTLE_MS = 900


def main() -> None:
    """Write every picture."""
    application = QApplication([])
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (options, size, moves, extent, action) in PICTURES.items():
        random.seed(1)  # what the course's functions play in the theatre
        shoot(application, name, options, size, moves, extent, action)


def shoot(
    application: QApplication,
    name: str,
    options: str,
    size: int,
    moves: str,
    extent: tuple[int, int],
    action: str,
) -> None:
    """Open a window on a position, let the machine search it, and save a picture of it."""
    given = [*options.split(), "--animations", "off", "--min-move-time", "0", "--seed", "1"]
    made = app.build(application, Path(tempfile.mkdtemp()), arguments.parse(given), [])
    made.window.resize(*extent)
    made.window.show()
    game = Game(made.controller.settings.rules)
    for move in moves.split():
        game.play(parse_square(move, size))
    loop = QEventLoop()
    if action:
        made.window.action[action].trigger()
    made.controller.adopt(game, wait=bool(action))
    if made.controller.can_hint:
        made.controller.hinted.connect(loop.quit)
        made.controller.hint()
    else:
        made.controller.moved.connect(loop.quit)
    loop.exec()
    settle(loop)
    if action == "theatre":
        theatre = made.window.docks["theatre"].theatre
        theatre.run(1000)
        settle(loop)
        while theatre.state is not Stage.STAMPED:
            theatre.step()
    lab = made.window.lab
    if lab is not None:
        lab.start()
        settle(loop)
        settle(loop)
    made.window.notice.dismiss()
    settle(loop)
    (lab or made.window).grab().save(str(FOLDER / name))
    made.close()


def settle(loop: QEventLoop) -> None:
    """Let the window come to rest."""
    QTimer.singleShot(SETTLE_MS, loop.quit)
    loop.exec()


if __name__ == "__main__":
    main()
