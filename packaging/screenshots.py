"""Make the README's pictures from the real window: ``python packaging/screenshots.py``.

Needs the app installed (``python3 dev.py run`` does that) and no display.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from engine import Game, parse_square
from ttt_desktop import app, arguments

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "screenshots"
PICTURES = {
    "light.png": (
        "--theme light --board-scores --trials 20000",
        3,
        "B2 A1 C1",
    ),
    "dark.png": (
        "--theme dark --board-scores --trials 200000 --size 7 --line-length 4",
        7,
        "D4 C3 E4 C4 C5 F4 D5 D3",
    ),
}
SETTLE_MS = 400


def main() -> None:
    """Write every picture."""
    application = QApplication([])
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (options, size, moves) in PICTURES.items():
        shoot(application, name, options, size, moves)


def shoot(application: QApplication, name: str, options: str, size: int, moves: str) -> None:
    """Open a window on a position, let the machine search it, and save a picture of it."""
    given = [*options.split(), "--animations", "off", "--min-move-time", "0", "--seed", "1"]
    made = app.build(application, Path(tempfile.mkdtemp()), arguments.parse(given), [])
    made.window.resize(980, 700)
    made.window.show()
    game = Game(size, win_length=made.controller.settings.win_length)
    for move in moves.split():
        game.play(parse_square(move, size))
    loop = QEventLoop()
    made.controller.adopt(game)
    if made.controller.can_hint:
        made.controller.hinted.connect(loop.quit)
        made.controller.hint()
    else:
        made.controller.moved.connect(loop.quit)
    loop.exec()
    QTimer.singleShot(SETTLE_MS, loop.quit)
    loop.exec()
    made.window.grab().save(str(FOLDER / name))
    made.close()


if __name__ == "__main__":
    main()
