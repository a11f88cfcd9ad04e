"""Sentences above the board that wait to be read."""

from __future__ import annotations

from pathlib import Path

from engine import Game, Rules
from pictures.scene import Scene, Steps
from pictures.scenes.course_files import cheating, talkative
from pictures.scenes.playing import first_start, game
from pictures.stage import Stage


def given_up(stage: Stage) -> Steps:
    """Leave a game for a new one."""
    yield from game("B2 A1 C1")(stage)
    stage.trigger("again")
    yield stage.settled
    return None


def waiting(stage: Stage) -> Steps:
    """Go on with a game on another board than the settings ask for."""
    path = stage.folder / "lesson.tttgame"
    path.write_text(Game(Rules.of(4)).to_json(), encoding="utf-8")
    stage.app.begin(str(path))
    yield stage.settled
    return None


def file_plays(stage: Stage) -> Steps:
    """Let a file be the machine."""
    stage.app.begin()
    stage.window.machine.load(talkative(stage.folder))
    yield lambda: stage.window.machine.player is not None
    return None


def file_stumbles(stage: Stage) -> Steps:
    """Let a file play a square that is taken."""
    stage.app.begin()
    stage.window.machine.load(cheating(stage.folder))
    yield lambda: stage.window.machine.player is not None
    stage.play("B2")
    yield stage.idle
    return None


def exported(stage: Stage) -> Steps:
    """Write a picture of the board."""
    yield from game("B2 A1 C1")(stage)
    stage.window.exports.write_picture(stage.folder / "board.png")
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
