"""What people do in front of the app, what they find there, and what they wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, NoReturn
from unittest.mock import patch

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QWidget,
)

from engine import Game, Rules, parse_square, square_name
from tests.driver.performer import Condition
from ttt_desktop.features import FEATURES
from ttt_desktop.session.thinker import Thinking
from ttt_desktop.shell.declared import docks_of
from ttt_desktop.start import app as desktop
from ttt_desktop.start import arguments, failure
from ttt_desktop.start.app import App
from ttt_desktop.work.places import Places

Square = tuple[int, int]

DOCKS = [dock for _, dock in docks_of(FEATURES)]
"""Every dock, as it is declared."""

USUAL = (
    "--animations", "off", "--min-move-time", "0", "--seed", "1", "--no-sound",
    "--board-look", "tiles",
)  # fmt: skip
"""Options that make a window the same every time and on every board, and quick."""

X_WINS = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
"""The moves of a game on 3x3 in which X completes the first row."""


def open_app(
    folder: Path,
    options: Iterable[str],
    extent: tuple[int, int] | None = None,
    docks: Iterable[str] = ("heatmap",),
) -> App:
    """Return the app, its window shown and no game begun.

    Args:
        folder: where it keeps settings and games.
        options: its command line.
        extent: the window's width and height; None for those of a first start.
        docks: those that are open where none was left open before.
    """
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    with patch.object(failure, "tell", _refuse):  # its message box would wait for somebody
        chosen = arguments.parse([*options])
    app = desktop.build(application, Places.together(folder), chosen, [])
    if extent is not None:
        app.window.resize(*extent)
    app.window.show()
    app.window.activateWindow()
    if app.window.shell.store.open_docks("state") is None:
        for name in docks:
            app.window.shell.show(name)
    return app


def _refuse(said: str) -> NoReturn:
    raise AssertionError(said)


def texts(widget: QWidget) -> list[str]:
    """Return what a widget's labels say."""
    return [label.text() for label in widget.findChildren(QLabel)]


def choose(combo: QComboBox, entry: object) -> None:
    """Choose an entry, by what it stands for or says, with the keyboard."""
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Home)
    while entry not in (combo.currentData(), combo.currentText()):
        before = combo.currentIndex()
        QTest.keyClick(combo, Qt.Key.Key_Down)
        assert combo.currentIndex() > before, f"{entry} is offered"


def advance(guide: Any) -> None:
    """Be told the answer where a lesson waits for one, or else see its next step."""
    if guide.asks:
        guide.take(None)
    else:
        guide.go_on()


def click_on(widget: QWidget, place: QPoint | None = None) -> None:
    """Click a widget with the mouse, in its middle or at a place in it."""
    none = Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, none, place or QPoint())


class User:
    """Somebody in front of one window.

    Args:
        app: the app, its window shown.
        folder: where this person's files are.
        bot: pytest-qt's robot, by which tests wait; a script waits by what it yields.
        extent: the width and height of further windows; None for those of a first start.

    Attributes:
        window: the main window.
        controller: the game's controller.
        board: the board in the window.
    """

    def __init__(
        self, app: App, folder: Path, bot: Any = None, extent: tuple[int, int] | None = None
    ) -> None:
        self.app = app
        self.folder = folder
        self.qtbot = bot
        self.extent = extent
        self.window = app.window
        self.controller = app.controller
        self.board = app.window.board

    # --- doing something ------------------------------------------------------------------

    def click(self, square: Square) -> None:
        """Click a square of the board."""
        click_on(self.board.viewport(), self.middle_of(square))

    def play(self, squares: Iterable[Square] = X_WINS) -> None:
        """Click squares one after another."""
        for square in squares:
            self.click(square)

    def move(self, name: str) -> None:
        """Click the square of a name; raise a ``ValueError`` where that makes no move."""
        before = len(self.game.moves)
        self.click(parse_square(name, self.game.rules.size))
        if len(self.game.moves) == before:
            raise ValueError(f"{name} cannot be played here")

    def middle_of(self, square: Square) -> QPoint:
        """Return the middle of a square, in pixels of the board's viewport."""
        return self.board.visualRect(self.controller.model.index(*square)).center()

    def press(
        self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Press a key where the keyboard's focus is."""
        QTest.keyClick(QApplication.focusWidget() or self.board, key, modifier)

    def type(self, text: str) -> None:
        """Type letters on the board."""
        QTest.keyClicks(self.board, text)

    def trigger(self, name: str) -> None:
        """Choose an action of the window."""
        self.window.action[name].trigger()

    def all_choices(self) -> Any:
        """Open the page with every choice that a new game has, by Ctrl+N and a click; return it."""
        self.trigger("new")
        click_on(self.page("play").more)
        return self.page("new_game")

    def later(self, name: str) -> None:
        """Choose an action that opens a dialog and comes back only when that is closed."""
        QTimer.singleShot(0, self.window.action[name].trigger)

    def change(self, **values: object) -> None:
        """Apply settings, as the dialog does."""
        self.window.preferences.change(**values)

    def begin_anew(self, **values: object) -> None:
        """Apply settings, and begin another game with them."""
        self.change(**values)
        self.controller.new_game()

    def adopt(self, moves: str, rules: Rules | None = None, wait: bool = True) -> None:
        """Go on with a game of these moves.

        Args:
            moves: squares by their names, X's first.
            rules: the game's; None for those of the game on the board.
            wait: have the machine wait to be told to move.
        """
        game = Game(rules or self.game.rules)
        for move in moves.split():
            game.play(parse_square(move, game.rules.size))
        self.controller.adopt(game, wait=wait)

    def show_docks(self, *names: str) -> None:
        """Open the docks of these actions and close all others."""
        for each in DOCKS:
            name = each.action.name
            if (name in names) != self.window.action[name].isChecked():
                self.trigger(name)

    # --- finding something ----------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game on the board."""
        return self.controller.game

    @property
    def text(self) -> str:
        """What the status line says."""
        return self.window.status.text

    @property
    def headline(self) -> str:
        """What stands above the board."""
        return self.window.headline.text

    @property
    def ending(self) -> str:
        """How the game ended."""
        assert self.game.result is not None
        return self.headline

    def feature(self, name: str) -> Any:
        """Return a feature."""
        return self.window.features[name]

    def drop(self, *paths: Path) -> bool:
        """Drop files on the window, as a file manager does; return whether it takes them."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        copy, left, none = (
            Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        middle = self.window.rect().center()
        enters = QDragEnterEvent(middle, copy, data, left, none)
        QApplication.sendEvent(self.window, enters)
        if enters.isAccepted():
            falls = QDropEvent(QPointF(middle), copy, data, left, none, QEvent.Type.Drop)
            QApplication.sendEvent(self.window, falls)
        return enters.isAccepted()

    def dock(self, name: str) -> Any:
        """Return the dock of an action."""
        return self.window.docks[name]

    def page(self, name: str) -> Any:
        """Return a page, or None where it was not opened yet."""
        return self.window.shell.pages.opened.get(name)

    @staticmethod
    def name(square: Square) -> str:
        """Return a square's name."""
        return square_name(square)

    @staticmethod
    def button(within: QWidget, text: str) -> QAbstractButton:
        """Return the button on which a text begins so."""
        for button in within.findChildren(QAbstractButton):
            if button.text().replace("&", "").startswith(text):
                return button
        raise LookupError(f"there is no button {text!r}")

    @staticmethod
    def dialogs() -> list[QDialog]:
        """Return the open dialogs, in the order in which they were opened."""
        windows = QApplication.topLevelWidgets()
        found = [each for each in windows if isinstance(each, QDialog) and each.isVisible()]
        return sorted(found, key=lambda window: len(list(_above(window))))

    # --- what scripts wait for ------------------------------------------------------------

    def shows(self) -> bool:
        """Whether the window is to be seen."""
        return not self.board.viewport().visibleRegion().isEmpty()

    def idle(self) -> bool:
        """Whether the machine does nothing."""
        return self.controller.view.thinking is Thinking.NOTHING

    def may_move(self) -> bool:
        """Whether a person is to move, or the game is over."""
        over = self.game.result is not None
        return self.idle() and (over or not self.controller.view.machines_turn)

    def asked(self) -> bool:
        """Whether a dialog is open."""
        return bool(self.dialogs())

    def at_rest(self) -> bool:
        """Whether nothing goes on in the background, and nothing is about to."""
        timers = [
            timer
            for window in QApplication.topLevelWidgets()
            for timer in window.findChildren(QTimer)
        ]
        due = any(timer.isActive() and timer.isSingleShot() for timer in timers)
        return not self.app.runner.busy and not due

    @staticmethod
    def seconds(count: float) -> Condition:
        """Return a condition that comes true after so long."""
        end = perf_counter() + count
        return lambda: perf_counter() >= end

    # --- waiting, in tests ----------------------------------------------------------------

    def wait(self, condition: Callable[[], object]) -> None:
        """Let events happen until something is so."""
        self.qtbot.waitUntil(condition)

    def linger(self, seconds: float = 0.2) -> None:
        """Let time pass, for what must not happen to happen in."""
        QTest.qWait(round(seconds * 1000))

    def settled(self) -> None:
        """Wait until a person is to move, or the game is over."""
        self.wait(self.may_move)

    def ended(self) -> None:
        """Wait for the card at a game's end, and until it grows no more: the coach has looked."""
        self.wait(self.feature("play").rounds.result.isVisible)
        self.wait(lambda: not self.window.coach.busy)
        self.linger(0.05)

    def score(self) -> None:
        """Have the course's machine score the position, and wait for the last word on it."""
        model = self.controller.model
        before = model.analysis
        self.trigger("analyse")
        self.wait(
            lambda: not self.controller.view.is_thinking and model.analysis not in (None, before)
        )

    def look_at(self, moves: str, size: int = 3, reverse: bool = False) -> None:
        """Set a position up, have it searched, and wait for the scores."""
        self.adopt(moves, Rules.of(size, reverse=reverse))
        self.score()

    def play_on(self, play: Callable[[Square], object] | None = None) -> None:
        """Play empty squares one after another until the game is over."""
        self.settled()
        while self.game.result is None:
            before = len(self.game.moves)
            (play or self.click)(self.game.board.get_empty_squares()[-1])
            assert len(self.game.moves) > before, "the move was made at once"
            self.settled()

    def leave(self) -> None:
        """Close the window; who opens one over the same folder now finds no other one there."""
        self.window.close()
        self.app.keeper.disown()


def _above(window: QWidget) -> Iterator[QWidget]:
    """Yield the windows that a window was opened from."""
    while (above := window.parentWidget()) is not None:
        yield (window := above)
