"""Presenter view and full screen: the board and what explains it, for a projector."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QToolBar, QWidget

from ttt_desktop.look.guard import virtual
from ttt_desktop.look.text import tr
from ttt_desktop.settings.declarations import OPTIONS
from ttt_desktop.shell.actions import Action
from ttt_desktop.shell.feature import Feature
from ttt_desktop.shell.sections import SCREEN
from ttt_desktop.shell.shell import Shell

_TEXT_FACTOR = 1.6
"""How much larger the text is than in the usual view."""

_BOARD = 0.25
"""The share of the window's width that the board keeps."""

_SIDES = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)


_TOPIC = "presenting"
"""The topic under which its notice is shown and taken back."""


class PresenterFeature(Feature):
    """Turns the main window into presenter view, or fills the screen with it, and back."""

    name = "presenter"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._window, self._docks = shell.window, shell.docks
        self._shown_before: dict[QWidget, bool] = {}
        self._docks_then: dict[str, bool] = {}

    @virtual(bool)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.Resize:
            QTimer.singleShot(0, self, self._share_room)
        return super().eventFilter(watched, event)

    @classmethod
    def actions(cls) -> Sequence[Action[PresenterFeature]]:  # noqa: D102
        return (
            Action("presenter", "&Presenter view", "Board and explanations in large type", SCREEN,
                   PresenterFeature.toggle, "F5", icon="presentation", checkable=True,
                   checked=lambda presenter: presenter.shell.presenting),
            Action("fullscreen", "&Full screen", "Fill the whole screen, or stop doing so", SCREEN,
                   PresenterFeature.toggle_full_screen, QKeySequence.StandardKey.FullScreen, "F11",
                   icon="maximize", checkable=True,
                   checked=lambda presenter: presenter.shell.window.isFullScreen()),
        )  # fmt: skip

    def escape(self) -> bool:  # noqa: D102
        if self.shell.presenting:
            self.shell.do("presenter")
        elif self._window.isFullScreen():
            self.toggle_full_screen()
        else:
            return False
        return True

    def toggle_full_screen(self) -> None:
        """Fill the screen, or stop doing so."""
        self._window.setWindowState(self._window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def toggle(self) -> None:
        """Begin presenter view, or end it."""
        if self.shell.presenting:
            self._end()
            self.shell.notice.retract(_TOPIC)
        else:
            self._begin()
            self.shell.notice.tell(tr("Presenter view: F5 or Esc leaves it."), topic=_TOPIC)

    def _begin(self) -> None:
        """Leave the board and the docks that explain; where none is open, the first ones open."""
        self._docks.put_aside()
        self._window.installEventFilter(self)
        presented = self._docks.presented
        for name, dock in self._docks.by_action.items():
            if name not in presented:
                dock.hide()
        if all(dock.isHidden() for dock in presented.values()):
            for dock in self._docks.first:
                dock.show()
        self._docks_then = self._shown_docks()
        self._set_bars_visible(False)
        self.shell.present(True)
        # The larger text comes first; it changes what the layout can do.
        self.shell.theme.enlarge(_TEXT_FACTOR, round(OPTIONS["text_scale"].high))
        QTimer.singleShot(0, self, self._share_room)

    def _shown_docks(self) -> dict[str, bool]:
        return {name: not dock.isHidden() for name, dock in self._docks.presented.items()}

    @Slot()
    def _share_room(self) -> None:
        """Give the board and the docks beside it as much room as each is to have."""
        if not self.shell.presenting:
            return
        # (Neither those in windows of their own, nor those that lie in one together.)
        shown = [(name, dock) for name, dock in self._docks.presented.items()
                 if dock.isVisible() and not dock.isFloating() and dock.parent() is self._window
                 and self._window.dockWidgetArea(dock) in _SIDES]  # fmt: skip
        breadth, needed = dict.fromkeys(_SIDES, 0.0), dict.fromkeys(_SIDES, 0.0)
        for name, dock in shown:
            side = self._window.dockWidgetArea(dock)
            breadth[side] = max(breadth[side], self._docks.breadth(name))
            needed[side] = max(needed[side], self._docks.whole_width(dock))
        wide = _shared(self._window.width(), list(breadth.values()), list(needed.values()))
        by_side = dict(zip(_SIDES, wide, strict=True))
        docks = [dock for _, dock in shown]
        widths = [round(by_side[self._window.dockWidgetArea(dock)]) for dock in docks]
        self._window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def _end(self) -> None:
        """Bring everything back as it was, but for docks opened or closed meanwhile."""
        self._window.removeEventFilter(self)
        self._set_bars_visible(True)
        now = self._shown_docks()
        self._docks.bring_back()
        for name, shown in now.items():
            if shown != self._docks_then.get(name, False):
                self._docks[name].setVisible(shown)
        self.shell.theme.enlarge(1)
        self.shell.present(False)

    def _set_bars_visible(self, visible: bool) -> None:
        window = self._window
        toolbars = [child for child in window.children() if isinstance(child, QToolBar)]
        bars = [window.menuBar(), window.statusBar(), *toolbars]
        for bar in bars:
            if not visible:
                self._shown_before[bar] = not bar.isHidden()
            bar.setVisible(visible and self._shown_before.get(bar, True))


def _shared(width: int, breadths: Sequence[float], needed: Sequence[float]) -> list[float]:
    """Return how wide what stands beside the board is to be.

    Args:
        width: the window's.
        breadths: how wide each is meant to be, beside the board's 1.
        needed: in what width it need not scroll aside. The board gives up what it can for that.
    """
    unit = width / (1 + sum(breadths))
    wide = [max(unit * breadth, need) for breadth, need in zip(breadths, needed, strict=True)]
    over = sum(wide) - (1 - _BOARD) * width
    spare = sum(wide) - sum(needed)
    if over > 0 and spare > 0:
        part = min(1.0, over / spare)
        wide = [w - part * (w - need) for w, need in zip(wide, needed, strict=True)]
    part = min(1.0, (1 - _BOARD) * width / max(1.0, sum(wide)))
    return [part * w for w in wide]
