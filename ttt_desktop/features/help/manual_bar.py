"""The bar of the manual's window: from page to page, the size of the text, and finding words."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QLabel, QLineEdit, QMainWindow, QSizePolicy, QToolBar, QWidget

from ttt_desktop.features.help.browser import PageBrowser
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import tidy

Keys = QKeySequence.StandardKey


def _commands() -> tuple[tuple[str, str, str, Keys | str], ...]:
    """Return what can be done: its name, its text, what it does, and its keys."""
    return (
        ("back", "‹", tr("Back"), Keys.Back),
        ("forward", "›", tr("Forward"), Keys.Forward),
        ("home", tr("Start"), tr("First page"), "Alt+Home"),
        ("smaller", tr("A−"), tr("Smaller text"), Keys.ZoomOut),
        ("usual", tr("A"), tr("Usual size of the text"), "Ctrl+0"),
        ("larger", tr("A+"), tr("Larger text"), Keys.ZoomIn),
        ("find", "", tr("Find on this page"), Keys.Find),
        ("previous", "↑", tr("Find the one before"), Keys.FindPrevious),
        ("next", "↓", tr("Find the next one"), Keys.FindNext),
        ("close", "", tr("Close the manual"), "Esc"),
    )


class ManualBar(QToolBar):
    """Buttons, the field for what to find, and the shortcuts of all of them.

    Args:
        window: the manual's window.
        browser: the page.

    Attributes:
        command: what can be done, by name.
        sought: the field for what to find.
    """

    def __init__(self, window: QMainWindow, browser: PageBrowser) -> None:
        super().__init__(tr("Manual"), window)
        self._browser = browser
        self.setMovable(False)
        self.command = {declared[0]: _command(window, *declared[1:]) for declared in _commands()}
        self.sought = QLineEdit()
        self.sought.setPlaceholderText(tr("Find on this page"))
        self.sought.setAccessibleName(tr("Find on this page"))
        self.sought.setClearButtonEnabled(True)
        self.sought.setMaximumWidth(self.fontMetrics().averageCharWidth() * 36)
        self._answer = QLabel()
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._add(("back", "forward", "home"))
        self.addSeparator()
        self._add(("smaller", "usual", "larger"))
        for widget in (space, self._answer, self.sought):
            self.addWidget(widget)
        self._add(("previous", "next"))
        self.sought.returnPressed.connect(self._find_next)
        for name, slot in {
            "smaller": lambda: browser.step_zoom(-1),
            "usual": lambda: browser.step_zoom(0),
            "larger": lambda: browser.step_zoom(1),
            "find": self._begin_to_find,
            "previous": self._find_previous,
            "next": self._find_next,
        }.items():
            self.command[name].triggered.connect(slot)

    @property
    def answer(self) -> str:
        """What the last search for a text came to, where it found nothing."""
        return self._answer.text()

    def forget_answer(self) -> None:
        """Forget the last search's answer: another page is shown."""
        self._answer.clear()

    def _add(self, names: Iterable[str]) -> None:
        for name in names:
            action = self.command[name]
            self.addAction(action)
            button = self.widgetForAction(action)
            tidy(button)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(action.statusTip())

    @Slot()
    def _begin_to_find(self) -> None:
        self.sought.setFocus()
        self.sought.selectAll()

    @Slot()
    def _find_next(self) -> None:
        self._find(backward=False)

    @Slot()
    def _find_previous(self) -> None:
        self._find(backward=True)

    def _find(self, backward: bool) -> None:
        text = self.sought.text()
        if not text:
            self._begin_to_find()
            return
        matched = self._browser.search(text, backward)
        self._answer.setText("" if matched else tr("Not found"))


def _command(window: QMainWindow, text: str, title: str, keys: Keys | str) -> QAction:
    action = QAction(text, window)
    action.setShortcut(QKeySequence(keys))
    shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{title} ({shown})" if shown else title)
    action.setStatusTip(title)
    window.addAction(action)
    return action
