"""Machines from files: how they come into the window, and what their cards say."""

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from ttt_desktop.board.player_bar import PlayerCard


def load(user, path):
    with user.qtbot.waitSignal(user.window.machine.announced):
        user.window.machine.load(path)


def mine(tmp_path, body):
    path = tmp_path / "mine.py"
    path.write_text("def mc_move(board, player, trials):\n    " + body + "\n")
    return path


def drop(user, *paths):
    """Drop files on the window, as a file manager does."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, left, none = (
        Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    middle = user.window.rect().center()
    enters = QDragEnterEvent(middle, copy, data, left, none)
    QApplication.sendEvent(user.window, enters)
    if enters.isAccepted():
        falls = QDropEvent(QPointF(middle), copy, data, left, none, QEvent.Type.Drop)
        QApplication.sendEvent(user.window, falls)
    return enters.isAccepted()


def cards(user):
    return [each.accessibleName() for each in user.window.findChildren(PlayerCard)]
