"""Sentences above the board that wait to be read."""

from __future__ import annotations

from pathlib import Path

from engine import Game, Rules
from pictures.scene import Scene, Steps
from pictures.scenes.course_files import cheating, talkative
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


def exported(user: User) -> Steps:
    """Write a picture of the board."""
    yield from game("B2 A1 C1")(user)
    user.window.exports.write_picture(user.folder / "board.png")
    return None


def damaged_settings(folder: Path) -> None:
    """Write settings in which a number is none."""
    (folder / "settings.ini").write_text("[settings]\ntrials=many\n", encoding="utf-8")


SCENES = (
    Scene("given-up", "A game was left for a new one", given_up, looks=("small", "large")),
    Scene("waiting", "A game on another board than is set", waiting),
    Scene(
        "damaged-settings", "A stored setting cannot be used", first_start, files=damaged_settings
    ),
    Scene("file-plays", "A course file is the machine", file_plays, looks=("small", "large")),
    Scene("file-stumbles", "A course file has made a mistake", file_stumbles),
    Scene("exported", "A picture was written", exported),
)
