"""What a dock needs that plays something of the position on the board, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget

from ttt_desktop.look.text import tr
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View

_LOOK_MS = 50


class Transport(QObject):
    """Play, pause, step and stop, and the eye on the position that is on the board.

    Args:
        dock: whose they are. It plays while it is visible.
        controller: whose position it looks at.
        actions: "play", "stop", and one for each name in ``calls``.
        calls: what is done, by its action's name. "step" is also what "play" repeats; "stop"
            pauses first.

    Signals:
        looking: the position on the board is to be looked at.
        toggled: it began to play by itself, or it paused.
    """

    looking = Signal()
    toggled = Signal()

    def __init__(
        self,
        dock: QDockWidget,
        controller: GameController,
        actions: Mapping[str, QAction],
        calls: Mapping[str, Callable[[], None]],
    ) -> None:
        super().__init__(dock)
        self._dock = dock
        self._play = actions["play"]
        self._stop = actions["stop"]
        self._idle = [action for name, action in actions.items() if name not in ("stop", "reset")]
        self._step = calls["step"]
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._step)
        # A moment later: on a large board, painting the move itself takes long enough.
        self._soon = QTimer(self, singleShot=True, interval=_LOOK_MS)
        self._soon.timeout.connect(self.look)
        controller.follow(self._wait, View.game, View.moves, View.seats_now)
        dock.visibilityChanged.connect(self.look)
        self._play.toggled.connect(self._toggle)
        self._stop.triggered.connect(self.pause)
        for name, call in calls.items():
            actions[name].triggered.connect(self._caller(call))

    @Slot()
    def _wait(self) -> None:
        self._soon.start()

    @property
    def playing(self) -> bool:
        """Whether one step follows another by itself."""
        return self._play.isChecked()

    def set_pace(self, interval: int) -> None:
        """Let this many milliseconds pass from step to step."""
        self._clock.setInterval(interval)

    @Slot()
    def pause(self) -> None:
        """Play no further by itself."""
        self._play.setChecked(False)

    @Slot()
    def look(self) -> None:
        """Have the dock turn to the position on the board, if it can be seen."""
        if self._dock.isVisible():
            self.looking.emit()
        else:
            self.pause()

    def allow(self, more: bool, running: bool) -> None:
        """Enable what can be done now.

        Args:
            more: whether there is anything left to play.
            running: whether many steps are being made in the background.
        """
        if not more:
            self.pause()
        for action in self._idle:
            action.setEnabled(more and not running)
        self._stop.setEnabled(running or self.playing)

    def _caller(self, call: Callable[[], None]) -> Callable[[], None]:
        """Return what does something with the position that is on the board by now."""

        def do() -> None:
            self.look()
            call()

        return do

    @Slot(bool)
    def _toggle(self, playing: bool) -> None:
        self._play.setText(tr("&Pause") if playing else tr("&Play"))
        self._clock.stop()
        if playing:
            self.look()
            if not self.playing:
                return  # the dock is closed
            self._step()
            self._clock.start()
        self.toggled.emit()
