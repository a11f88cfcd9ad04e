"""Dialogs and message boxes, the settings' pages among them."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QTabWidget

from engine import Game, Rules
from pictures.scene import Act, Scene, Steps
from pictures.scenes.course_files import mistaken
from tests.driver.user import User
from ttt_desktop.settings.declarations import Group
from ttt_desktop.work.logs import show_error

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

    def act(user: User) -> Steps:
        user.app.begin()
        user.trigger(action)
        yield user.asked
        return user.dialogs()

    return act


def settings(page: str) -> Act:
    """Return what opens the settings at a page."""

    def act(user: User) -> Steps:
        yield from opened("settings")(user)
        (dialog,) = user.dialogs()
        pages = dialog.findChild(QTabWidget)
        assert pages is not None
        titles = [pages.tabText(i).replace("&", "") for i in range(pages.count())]
        pages.setCurrentIndex(titles.index(page))
        return [dialog]

    return act


def over_the_window(user: User) -> Steps:
    """Open the settings over the main window."""
    yield from opened("settings")(user)
    return [user.window, *user.dialogs()]


def licences(user: User) -> Steps:
    """Open the licences, from About."""
    yield from opened("about")(user)
    user.button(user.dialogs()[0], "Licences").click()
    yield lambda: len(user.dialogs()) > 1
    return user.dialogs()[1:]


def exporting(user: User) -> Steps:
    """Export a long game whose scores have to be searched for first."""
    game = Game(Rules.of(8))
    for square in game.board.get_empty_squares()[:_MANY_MOVES]:
        game.play(square)
    user.controller.adopt(game, wait=True)
    exports = user.feature("export")
    exports.write_gif(user.folder / "game.gif")
    yield lambda: exports.progress is not None and exports.progress.value() > 0
    yield user.asked
    return user.dialogs()


def saving(user: User) -> Steps:
    """Ask where to save a game."""
    user.app.begin()
    user.later("save")
    yield user.asked
    (dialog,) = user.dialogs()
    assert isinstance(dialog, QFileDialog)
    dialog.setDirectory(str(user.folder))
    dialog.selectFile("lesson")
    return [dialog]


def replacing(user: User) -> Steps:
    """Choose a file that is there already."""
    (user.folder / "lesson.tttgame").touch()
    yield from saving(user)
    # Later: what it opens comes back only when it is closed.
    QTimer.singleShot(0, user.button(user.dialogs()[0], "Save").click)
    yield lambda: len(user.dialogs()) > 1
    return user.dialogs()[1:]


def warned(user: User) -> Steps:
    """Ask for a machine from a file, for the first time."""
    user.app.begin()
    user.later("from_file")
    yield user.asked
    return user.dialogs()


def error(details: bool) -> Act:
    """Return what shows an error, its details folded away or not."""

    def act(user: User) -> Steps:
        user.app.begin()
        show_error(user.window, _ERROR, _DETAILS)
        yield user.asked
        (box,) = user.dialogs()
        if details:
            user.button(box, "Show Details").click()
        return [box]

    return act


def checked(user: User) -> Steps:
    """Check a file in which something is wrong."""
    user.app.begin()
    user.feature("files").course_files.check(mistaken(user.folder))
    yield user.asked
    return user.dialogs()


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
