"""Sentences above the board that wait to be read."""

from __future__ import annotations

from pathlib import Path

from engine import Game, Rules
from pictures.scene import Scene, Steps
from pictures.scenes.course_files import cheating, mistaken, talkative
from pictures.scenes.playing import first_start, game
from tests.driver.user import User


def given_up(user: User) -> Steps:
    """Leave a game for a new one."""
    yield from game("B2 A1 C1")(user)
    user.trigger("again")
    yield user.may_move
    return None


def waiting(user: User) -> Steps:
    """Go on with a game on another board than the settings ask for."""
    path = user.folder / "lesson.tttgame"
    path.write_text(Game(Rules.of(4)).to_json(), encoding="utf-8")
    user.app.begin(str(path))
    yield user.may_move
    return None


def file_plays(user: User) -> Steps:
    """Let a file be the machine."""
    user.app.begin()
    user.window.machine.load(talkative(user.folder))
    yield lambda: user.window.machine.player is not None
    return None


def file_stumbles(user: User) -> Steps:
    """Let a file play a square that is taken."""
    user.app.begin()
    user.window.machine.load(cheating(user.folder))
    yield lambda: user.window.machine.player is not None
    user.move("B2")
    yield user.idle
    return None


def file_saved(user: User) -> Steps:
    """Save a file that plays so that it cannot be loaded any more."""
    yield from file_tried(user)
    user.button(user.window, "Play against it").click()
    yield lambda: user.window.machine.player is not None
    user.window.notice.dismiss()
    path = mistaken(user.folder)
    path.write_text("\n\ndef mc_trial(board, player)\n    pass\n", encoding="utf-8")
    yield lambda: user.window.machine.news
    return None


def file_tried(user: User) -> Steps:
    """Drop a file on the window, and wait for what it is."""
    user.app.begin()
    user.window.shell.trust.warned = True
    user.drop(mistaken(user.folder))
    yield user.feature("files").bar.findings.isVisible
    return None


def file_torn(user: User) -> Steps:
    """Drop a file that is no Python."""
    user.app.begin()
    path = mistaken(user.folder)
    path.write_text("\n\ndef mc_trial(board, player)\n    pass\n", encoding="utf-8")
    user.window.shell.trust.warned = True
    user.drop(path)
    yield user.feature("files").bar.findings.isVisible
    return None


def file_checking(user: User) -> Steps:
    """Drop a file whose check takes a while."""
    user.app.begin()
    path = talkative(user.folder)
    path.write_text(f"import time\n{path.read_text()}\ntime.sleep(60)\n", encoding="utf-8")
    user.window.shell.trust.warned = True
    user.drop(path)
    yield user.feature("files").bar.cancel.isVisible
    yield user.seconds(0.2)
    return None


def exported(user: User) -> Steps:
    """Write a picture of the board."""
    yield from game("B2 A1 C1")(user)
    user.feature("export").write_picture(user.folder / "board.png")
    return None


def damaged_settings(folder: Path) -> None:
    """Write settings in which a number is none."""
    (folder / "settings.ini").write_text("[settings]\nx=mc:trials=many\n", encoding="utf-8")


SCENES = (
    Scene("given-up", "A game was left for a new one", given_up, looks=("small", "large")),
    Scene("waiting", "A game on another board than is set", waiting),
    Scene(
        "damaged-settings", "A stored setting cannot be used", first_start, files=damaged_settings
    ),
    Scene("file-plays", "A course file is the machine", file_plays, looks=("small", "large")),
    Scene("file-stumbles", "A course file has made a mistake", file_stumbles),
    Scene(
        "file-tried",
        "A course file was dropped on the window",
        file_tried,
        looks=("small", "large", "laptop-large"),
    ),
    Scene(
        "file-checking",
        "A course file is being checked",
        file_checking,
        looks=("small", "large"),
        live=True,
    ),
    Scene("file-torn", "A course file cannot be loaded", file_torn, looks=("small", "large")),
    Scene(
        "file-saved",
        "A course file was saved while it plays, and cannot be loaded",
        file_saved,
        looks=("small", "large"),
    ),
    Scene("exported", "A picture was written", exported),
)
