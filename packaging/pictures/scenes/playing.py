"""Games on 3x3: the start, the course, every end, a hint, a search under way."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView, QWidget

from pictures.scene import Act, Scene, Steps
from tests.driver.user import User

_SEEN = 100_000


def first_start(user: User) -> Steps:
    """Start as for the first time."""
    user.app.begin()
    yield user.may_move
    return None


def game(moves: str) -> Act:
    """Return what sets a game up and lets the machine answer if it is its turn."""

    def act(user: User) -> Steps:
        user.adopt(moves, wait=False)
        yield user.may_move
        return None

    return act


def scored(moves: str) -> Act:
    """Return what sets a game up and has the course's machine score it."""

    def act(user: User) -> Steps:
        user.adopt(moves)
        user.trigger("analyse")
        yield user.idle
        return None

    return act


def hinted(moves: str) -> Act:
    """Return what sets a game up and asks the coach for a hint."""

    def act(user: User) -> Steps:
        user.adopt(moves)
        user.trigger("hint")
        yield user.idle
        return None

    return act


def paired(moves: str) -> Act:
    """Return what sets a game up and shows its pairs."""

    def act(user: User) -> Steps:
        user.adopt(moves)
        yield user.may_move
        user.trigger("pairs")
        yield user.may_move
        return None

    return act


def ending(moves: str, last: str) -> Act:
    """Return what sets a game up and ends it with a person's move, and maybe the machine's."""

    def act(user: User) -> Steps:
        user.adopt(moves, wait=False)
        yield user.may_move
        user.move(last)
        yield user.may_move
        if user.game.result is None:
            raise ValueError("the game should be over")
        return None

    return act


def thinking(user: User) -> Steps:
    """Look at the machine while it searches."""
    user.app.begin()
    searched = user.controller.model

    def seen() -> bool:
        return searched.analysis is not None and searched.analysis.count > _SEEN

    yield seen
    return None


def session(user: User) -> Steps:
    """Win twice, lose once, and begin a fourth game."""
    for moves, last in (_WIN, _LOSS, _WIN):
        yield from ending(moves, last)(user)
    user.trigger("again")
    yield user.may_move
    return None


def keyboard(user: User) -> Steps:
    """Move over the board with the arrow keys."""
    yield from game("B2")(user)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(user.window.board, key)
    return None


def tooltip(user: User) -> Steps:
    """Hold the mouse over a square of the heat map."""
    yield from scored(TRAP)(user)
    view = user.dock("heatmap").findChild(QTableView)
    assert view is not None
    place = view.visualRect(view.model().index(0, 1)).center()
    spot = view.viewport().mapToGlobal(place)
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, place, spot))

    def tips() -> list[QWidget]:
        return [widget for widget in QApplication.topLevelWidgets() if widget.inherits("QTipLabel")]

    yield lambda: any(tip.isVisible() for tip in tips())
    return [user.window, *tips()]


TRAP = "A1 B2 C3"
_WIN = ("A1 A3 B1 B3", "C1")
_LOSS = ("A1 B2 B3 A2", "A3")
_USUAL = ("small", "large", "laptop")

SCENES = (
    Scene("start", "The board and the heat map", first_start, looks=_USUAL),
    Scene("play", "The board alone", first_start, docks=(), looks=("fine", *_USUAL)),
    Scene("play-game", "A game", game("B2 A1 C1"), docks=()),
    Scene("midgame", "A game under way, the machine has answered", game("B2 A1 C1")),
    Scene(
        "scores", "Scores on the board too (Ctrl+B)", game("B2 A1 C1"),
        "--board-scores --trials 20000", looks=("fine", *_USUAL),
    ),
    Scene("keyboard", "A square is chosen with the arrow keys", keyboard),
    Scene("hint", "A hint is marked", scored("B2 A1"), "--trials 20000", looks=("large",)),
    Scene("tooltip", "What the heat map says of a square", tooltip, "--trials 20000"),
    Scene(
        "thinking", "The machine thinks; Esc stops it", thinking,
        "--machine X --size 5 --trials 1000000000", looks=("large",), live=True,
    ),
    Scene("win", "You have won", ending(*_WIN)),
    Scene("loss", "The machine has won", ending(*_LOSS)),
    Scene("tie", "A tie", ending("B2 A1 C1 A3 A2 C2 B1", "C3")),
    Scene(
        "reverse-loss", "The reverse game: you have completed a line, and lost",
        ending("A1 B2 B1 C3", "C1"), "--reverse",
    ),
    Scene("session", "Three games are over, a fourth begins", session),
)  # fmt: skip
