"""Somebody who clicks, types and chooses at random in one window, and answers every dialog."""

from __future__ import annotations

import gc
import random
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TypeVar

import psutil
from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, Qt, QThreadPool, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QSlider,
    QWidget,
)
from shiboken6 import isValid

from engine import PLAYERO, PLAYERX
from tests.driver.user import User, click_on
from ttt_desktop.settings.declarations import Settings

MOST_TRIALS, MOST_SIDE, MOST_GAMES = 2000, 10, 40
_NEVER = {"quit"}
_SHUTS_MS = 40
_EVEN = 300, 200
_THREADS_S = 2
_KEYS = [
    getattr(Qt.Key, f"Key_{name}")
    for name in ("Tab", "Backtab", "Escape", "Up", "Down", "Left", "Right", "Home", "End", "PageUp",
                 "PageDown", "Return", "Space", "Enter", "Delete", "Backspace", "H", "A", "B", "1",
                 "3", "5", "F5", "F11", "F10", "Plus", "Minus", "Menu", "F2")
]  # fmt: skip
_WITH_CTRL = [getattr(Qt.Key, f"Key_{name}") for name in "NIMDTGPBZCLA"] + [Qt.Key.Key_Period]
_TEXTS = (
    "", "1", "0", "-1", "1e308", "nan", "x", "b2", "5, 10", "no, yes", "random",
    "mc:trials=7", "perfect", "mc:", "😀", "\u202e", "a" * 3000, "0.5,,", "12", "٣",
)  # fmt: skip


Part = TypeVar("Part", bound=QWidget)


class Monkey:
    """Somebody who tries everything, at random.

    Args:
        user: the window.
        chance: every choice.
        folder: files to open, and where files are saved.

    Attributes:
        touched: how often which thing was.
        newest: the last things done, to tell how an error came about.
    """

    def __init__(self, user: User, chance: random.Random, folder: Path) -> None:
        self._user = user
        self._chance = chance
        self._folder = folder
        self.touched: Counter[str] = Counter()
        self.newest: deque[str] = deque(maxlen=12)
        self._busy, self._fewest = False, 0
        user.app.runner.findChild(QThreadPool).setExpiryTimeout(500)  # (it is half a minute)
        self._shutter = QTimer(user.window, interval=_SHUTS_MS)
        self._shutter.timeout.connect(self._shut_what_waits)
        self._shutter.start()

    def tour(self) -> None:
        """Choose every entry once, and run a small tournament: what stays loaded is loaded then."""
        for action in self._actions():
            self._do(lambda action=action: self._trigger(action))
            self._shut_all()
        if self._user.page("experiment") is not None:
            self._fill_lab()

    def _fill_lab(self) -> None:
        """Run a small tournament in the lab, in place of what it holds."""
        from tests.desktop.features.lab.user import PUBLISHED, LabUser

        lab = LabUser(self._user)
        lab.ask(PUBLISHED, games=2)
        lab.page.button["start"].click()
        self._user.wait(lab.idle)

    def act(self) -> None:
        """Do one thing, and let the window answer."""
        deed = self._chance.choices(
            (self._use_widget, self._use_action, self._press, self._click_square, self._resize,
             self._close_one, self._wait),
            (50, 18, 12, 14, 2, 3, 1),
        )[0]  # fmt: skip
        self._do(deed)

    def _do(self, deed: Callable[[], None]) -> None:
        self._busy = True
        try:
            deed()
        finally:
            self._busy = False
        QApplication.processEvents()
        self._keep_bounds()

    def _shut_all(self) -> None:
        """Shut every dialog and menu."""
        for _ in range(3):
            for window in QApplication.topLevelWidgets():
                if isinstance(window, QDialog | QMenu) and window.isVisible():
                    window.close()
            QApplication.processEvents()

    def rest(self) -> None:
        """Shut all that is open beside the window, and wait until nothing is under way.

        The window is then as at a first start: what is measured is what piled up, and not whether
        the board is large, the text large or the lab full just now.
        """
        self._shut_all()
        if self._user.page("experiment") is not None:
            self._user.page("experiment").lab.cancel()
        if (
            learning := self._user.page("teaches_itself")
        ) is not None:  # what it began may go on for an hour
            learning.study.stop()
        for name in ("demo", "presenter", "fullscreen"):
            window = self._user.window
            if window.shell.has(name) and window.action[name].isChecked():
                self._user.trigger(name)
        # Qt keeps how each widget looked in each state it has been in, until the style changes.
        for theme in ("dark", "light"):
            self._user.window.preferences.apply(Settings(machine="neither", theme=theme))
        self._user.trigger("reset_layout")
        self._user.window.machine.drop()
        self._user.controller.new_game()
        if self._user.page("experiment") is not None:
            self._fill_lab()
        self._user.wait(lambda: not self._user.window.machine.busy)
        self._user.wait(lambda: not self._user.app.runner.busy)
        self._even_out()
        self._forget_typing()
        self._await_threads()
        for _ in range(3):
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            QApplication.processEvents()
            gc.collect()

    def _even_out(self) -> None:
        """Make every window of ours small: each holds a picture of itself, once it was shown."""
        for window in QApplication.topLevelWidgets():
            # (What one shows may delete another, such as a lesson's old page.)
            if isValid(window) and type(window).__module__.startswith("ttt_desktop"):
                was_open = window.isVisible()
                window.resize(*_EVEN)
                window.show()
                QApplication.processEvents()
                if not was_open:
                    window.close()

    @staticmethod
    def _forget_typing() -> None:
        """Forget what was copied, and each key that was typed: Qt keeps them to be undone."""
        QApplication.clipboard().clear()
        for field in QApplication.allWidgets():
            with QSignalBlocker(field):
                if isinstance(field, QLineEdit):
                    field.setText(field.text())
                elif isinstance(field, QPlainTextEdit):
                    field.document().clearUndoRedoStacks()

    def _await_threads(self) -> None:
        """Let threads end that have nothing to do: the pool's do so after a while."""
        me, deadline = psutil.Process(), monotonic() + _THREADS_S
        while me.num_threads() > self._fewest and monotonic() < deadline:
            QTest.qWait(50)
        self._fewest = me.num_threads()

    # --- what it does -----------------------------------------------------------------------------

    def _note(self, what: str) -> None:
        self.touched[what] += 1
        self.newest.append(what)

    def _windows(self) -> list[QWidget]:
        """Return the windows that a user can reach now: the modal one, or all."""
        modal = QApplication.activeModalWidget()
        if modal is not None:
            return [modal]
        return [
            window
            for window in QApplication.topLevelWidgets()
            if window.isVisible() and isinstance(window, QMainWindow | QDialog)
        ]

    def _use_widget(self) -> None:
        window = self._chance.choice(self._windows())
        widgets = [
            widget
            for widget in (window, *_inside(window, QWidget))
            if widget.isVisible() and widget.isEnabled() and not widget.visibleRegion().isEmpty()
        ]
        if not widgets:
            return
        # Controls more often than what is around them.
        kinds = (QAbstractButton, QComboBox, QAbstractSpinBox, QSlider, QLineEdit)
        controls = [widget for widget in widgets if isinstance(widget, kinds)]
        if controls and self._chance.random() < 0.7:
            widgets = controls
        widget = self._chance.choice(widgets)
        self._note(f"{type(window).__name__}/{type(widget).__name__} {_name(widget)}")
        self._use(widget)

    def _use(self, widget: QWidget) -> None:
        chance = self._chance
        if isinstance(widget, QAbstractButton):
            click_on(widget)
        elif isinstance(widget, QComboBox):
            if chance.random() < 0.5:
                QTest.keyClick(widget, chance.choice((Qt.Key.Key_Down, Qt.Key.Key_Up)))
            elif offered := _offered(widget):
                widget.setCurrentIndex(chance.choice(offered))
                widget.activated.emit(widget.currentIndex())
                widget.textActivated.emit(widget.currentText())
        elif isinstance(widget, QAbstractSpinBox):
            self._turn(widget)
        elif isinstance(widget, QLineEdit | QPlainTextEdit) and not widget.isReadOnly():
            widget.selectAll()
            text = chance.choice(_TEXTS)
            if text.isascii() and len(text) < 40:
                QTest.keyClicks(widget, text)
            else:  # pasted; QTest types nothing else than ASCII
                QApplication.clipboard().setText(text)
                widget.paste()
            QTest.keyClick(widget, Qt.Key.Key_Tab)
        else:
            rect = widget.rect()
            place = QPoint(chance.randrange(rect.width()), chance.randrange(rect.height()))
            if chance.random() < 0.2:
                QTest.mouseDClick(widget, Qt.MouseButton.LeftButton, pos=place)
            else:
                click_on(widget, place)

    def _turn(self, box: QAbstractSpinBox) -> None:
        key = self._chance.choice((Qt.Key.Key_Up, Qt.Key.Key_Down, None))
        if key is not None:
            QTest.keyClick(box, key)
            return
        box.selectAll()
        QTest.keyClicks(box, self._chance.choice(("1", "7", "12", "0", "-3", "99", "x", "1.5", "")))
        QTest.keyClick(box, Qt.Key.Key_Return)

    def _use_action(self) -> None:
        if QApplication.activeModalWidget() is not None:
            return  # a menu cannot be reached behind it
        action = self._chance.choice(self._actions())
        self._trigger(action)

    def _actions(self) -> list[QAction]:
        """Return what the window's menus offer now, but for the program's end."""
        offered = self._user.window.action
        groups = offered.choices.values()
        actions = [offered[name] for name in offered.names if name not in _NEVER]
        actions += [action for group in groups for action in group.actions()]
        return [action for action in actions if action.isEnabled()]

    def _trigger(self, action: QAction) -> None:
        self._note(f"action {action.objectName() or action.text()}")
        action.trigger()

    def _press(self) -> None:
        keys, modifier = _KEYS, Qt.KeyboardModifier.NoModifier
        if self._chance.random() < 0.3:
            keys, modifier = _WITH_CTRL, Qt.KeyboardModifier.ControlModifier
        elif self._chance.random() < 0.2:
            modifier = Qt.KeyboardModifier.ShiftModifier
        key = self._chance.choice(keys)
        widget = QApplication.focusWidget() or self._user.board
        self._note(f"key {key.name} {modifier.name}")
        QTest.keyClick(widget, key, modifier)

    def _click_square(self) -> None:
        if QApplication.activeModalWidget() is None and self._user.board.isVisible():
            dim = self._user.game.rules.size
            square = self._chance.randrange(dim), self._chance.randrange(dim)
            self._note(f"square {square}")
            self._user.click(square)

    def _resize(self) -> None:
        window = self._chance.choice(self._windows())
        self._note(f"resize {type(window).__name__}")
        window.resize(self._chance.randrange(1, 1900), self._chance.randrange(1, 1300))

    def _close_one(self) -> None:
        main = self._user.window
        others = [window for window in self._windows() if window is not main]
        if others:
            window = self._chance.choice(others)
            self._note(f"close {type(window).__name__}")
            window.close()

    def _wait(self) -> None:
        self._note("wait")
        QTest.qWait(self._chance.randrange(60))

    # --- what keeps it going ----------------------------------------------------------------------

    def _shut_what_waits(self) -> None:
        """Answer a dialog or a menu that an action waits for; it would wait for ever."""
        if not self._busy:
            return
        waiting = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if waiting is None:
            return
        buttons = [b for b in _inside(waiting, QAbstractButton) if b.isVisible()]
        if buttons and self._chance.random() < 0.8:
            self._chance.choice(buttons).click()
        else:
            waiting.close()

    def _keep_bounds(self) -> None:
        """Keep single actions short: no huge searches, mostly small boards, small tournaments."""
        settings = self._user.controller.settings
        bounded: dict[str, object] = {
            settings.player_name(mark): "mc:trials=200"
            for mark in (PLAYERX, PLAYERO)
            if settings.trials(mark) > MOST_TRIALS
        }
        if settings.size > MOST_SIDE and self._chance.random() < 0.9:
            bounded |= {"size": 3, "line": 0}
        if settings.min_move_time > 0.1:
            bounded["min_move_time"] = 0.01
        if bounded:
            self._user.change(**bounded)
        if self._user.page("new_experiment") is not None:
            form = self._user.page("new_experiment").form
            form.fields["games"].setValue(min(MOST_GAMES, form.fields["games"].value()))
            form.fields["workers"].setValue(min(2, form.fields["workers"].value()))
            form.fields["size"].setValue(min(5, form.fields["size"].value()))

    def any_path(self) -> str:
        """Return what somebody may choose in a file dialog; often nothing."""
        there = sorted(map(str, self._folder.iterdir()))
        made = [str(self._folder / name) for name in ("new.tttgame", "new.png", "new.gif", "n.csv")]
        return self._chance.choice(["", str(self._folder / "missing" / "x"), *there, *made])


def _name(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.objectName() or widget.accessibleName() or text.replace("&", "")


def _inside(window: QWidget, kind: type[Part]) -> list[Part]:
    """Return the widgets of a kind within a window.

    ``findChildren`` would do, but PySide never frees the Python side of what it returns.
    """
    every = QApplication.allWidgets()
    return [each for each in every if isinstance(each, kind) and window.isAncestorOf(each)]


def _offered(box: QComboBox) -> list[int]:
    """Return what can be chosen: not a heading, nor what is off just now."""
    model, column, root = box.model(), box.modelColumn(), box.rootModelIndex()
    return [
        row
        for row in range(box.count())
        if model.flags(model.index(row, column, root)) & Qt.ItemFlag.ItemIsEnabled
    ]
