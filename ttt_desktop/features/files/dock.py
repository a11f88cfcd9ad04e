"""What the machine's file prints."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDockWidget, QPlainTextEdit, QWidget

from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import dock_column
from ttt_desktop.machines.machine import FileMachine

_LOG_MS = 400


class LogDock(QDockWidget):
    """A dockable pane with what the machine's file prints.

    Args:
        machine: whose output is shown.
    """

    def __init__(self, machine: FileMachine, parent: QWidget) -> None:
        super().__init__(tr("Output of the machine's file"), parent)
        self.setObjectName("file_output")
        self._machine = machine
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(tr("Output of the machine's file"))
        dock_column(self).addWidget(self.text)
        self._timer = QTimer(self, interval=_LOG_MS)
        self._timer.timeout.connect(self.refresh)
        self.visibilityChanged.connect(self._shown)

    @Slot(bool)
    def _shown(self, visible: bool) -> None:
        if visible:
            self.refresh()
            self._timer.start()
        else:
            self._timer.stop()

    @Slot()
    def refresh(self) -> None:
        """Show the newest output."""
        output = self._machine.output
        if output != self.text.toPlainText():
            self.text.setPlainText(output)
            bar = self.text.verticalScrollBar()
            bar.setValue(bar.maximum())
