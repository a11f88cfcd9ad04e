"""Dialogs and message boxes, the settings' pages among them."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QTabWidget

from engine import Game, Rules
from pictures.scene import Act, Scene, Steps
from pictures.scenes.course_files import mistaken
from pictures.stage import Stage
from ttt_desktop.look.error_box import show_error
from ttt_desktop.settings.declarations import Group

_ERROR = "Something went wrong in the program. You can go on; the game is kept."
_DETAILS = (
    "Traceback (most recent call last):\n"
    '  File "board_view.py", line 120, in paintEvent\n'
    "    self._draw(painter)\n"
    "RuntimeError: an error for this picture\n"
)
_MANY_MOVES = 40


def opened(action: str) -> Act:
    """Return what opens the dialog of an action, one that blocks nothing."""

    def act(stage: Stage) -> Steps:
        stage.app.begin()
        stage.trigger(action)
        yield stage.asked
        return stage.dialogs()

    return act


def settings(page: str) -> Act:
    """Return what opens the settings at a page."""

    def act(stage: Stage) -> Steps:
        yield from opened("settings")(stage)
        (dialog,) = stage.dialogs()
        pages = dialog.findChild(QTabWidget)
        assert pages is not None
        titles = [pages.tabText(i).replace("&", "") for i in range(pages.count())]
        pages.setCurrentIndex(titles.index(page))
        return [dialog]

    return act


def over_the_window(stage: Stage) -> Steps:
    """Open the settings over the main window."""
    yield from opened("settings")(stage)
    return [stage.window, *stage.dialogs()]


def licences(stage: Stage) -> Steps:
    """Open the licences, from About."""
    yield from opened("about")(stage)
    stage.button(stage.dialogs()[0], "Licences").click()
    yield lambda: len(stage.dialogs()) > 1
    return stage.dialogs()[1:]


def exporting(stage: Stage) -> Steps:
    """Export a long game whose scores have to be searched for first."""
    game = Game(Rules.of(8))
    for square in game.board.get_empty_squares()[:_MANY_MOVES]:
        game.play(square)
    stage.controller.adopt(game, wait=True)
    exports = stage.window.exports
    exports.write_gif(stage.folder / "game.gif")
    yield lambda: exports.progress is not None and exports.progress.value() > 0
    yield stage.asked
    return stage.dialogs()


def saving(stage: Stage) -> Steps:
    """Ask where to save a game."""
    stage.app.begin()
    stage.later("save")
    yield stage.asked
    (dialog,) = stage.dialogs()
    assert isinstance(dialog, QFileDialog)
    dialog.setDirectory(str(stage.folder))
    dialog.selectFile("lesson")
    return [dialog]


def replacing(stage: Stage) -> Steps:
    """Choose a file that is there already."""
    (stage.folder / "lesson.tttgame").touch()
    yield from saving(stage)
    # Later: what it opens comes back only when it is closed.
    QTimer.singleShot(0, stage.button(stage.dialogs()[0], "Save").click)
    yield lambda: len(stage.dialogs()) > 1
    return stage.dialogs()[1:]


def warned(stage: Stage) -> Steps:
    """Ask for a machine from a file, for the first time."""
    stage.app.begin()
    stage.later("from_file")
    yield stage.asked
    return stage.dialogs()


def error(details: bool) -> Act:
    """Return what shows an error, its details folded away or not."""

    def act(stage: Stage) -> Steps:
        stage.app.begin()
        show_error(stage.window, _ERROR, _DETAILS)
        yield stage.asked
        (box,) = stage.dialogs()
        if details:
            stage.button(box, "Show Details").click()
        return [box]

    return act


def checked(stage: Stage) -> Steps:
    """Check a file in which something is wrong."""
    stage.app.begin()
    stage.window.machine.check(mistaken(stage.folder))
    yield stage.asked
    return stage.dialogs()


_PAGES = tuple(
    Scene(
        f"settings-{group.name.lower()}", f"Settings: {group.value}", settings(group.value),
        looks=("large", "laptop-large"), unhurried=True,
    )
    for group in Group
)  # fmt: skip

SETTINGS = (
    *_PAGES,
    Scene("settings-over", "The settings over the window", over_the_window, unhurried=True),
)

SCENES = (
    Scene("about", "About", opened("about"), looks=("large",)),
    Scene("licences", "Licences", licences, looks=("large", "laptop-large")),
    Scene("save", "Saving a game", saving),
    Scene("replace", "A file of this name is there", replacing),
    Scene(
        "exporting", "An animation is written", exporting,
        "--size 8 --machine neither --trials 300000", live=True,
    ),
    Scene("file-warning", "What a machine from a file may do", warned, looks=("large",)),
    Scene("file-check", "A course file with a mistake was checked", checked, looks=("large",)),
    Scene("error", "An error", error(details=False)),
    Scene("error-details", "An error with its details", error(details=True)),
)  # fmt: skip
