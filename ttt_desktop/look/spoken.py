"""What a screen reader is told beyond what Qt's widgets tell: explanations, and what happens."""

from __future__ import annotations

import sys
from html import escape
from itertools import cycle

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from ttt_desktop.look.grid_view import GridView
from ttt_desktop.look.spoken_grid import SpokenGrid, kept

_VOICES = 8
"""How many sentences may wait to be read; each is fetched some time after it was announced."""


class _Voice(QWidget):
    """A widget that is never seen, and whose name is a sentence to be read out."""


class Herald(QObject):
    """Has sentences read out, wherever the keyboard's focus is.

    On Linux each is a notification: Orca 43, that of Debian 12, knows no announcements.

    Args:
        parent: a widget of the window that speaks.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        voices = [_Voice(parent) for _ in range(_VOICES)]
        for voice in voices:
            voice.hide()
        self._voices = cycle(voices)

    def say(self, sentence: str) -> None:
        """Have a sentence read out, if anybody listens."""
        if not (sentence and QAccessible.isActive()):
            return
        voice = next(self._voices)
        voice.setAccessibleName(sentence)
        if sys.platform == "linux":
            event = QAccessibleEvent(voice, QAccessible.Event.ObjectShow)
        else:
            event = QAccessibleAnnouncementEvent(voice, sentence)
        QAccessible.updateAccessibility(event)


def explain(widget: QWidget, text: str, more: str = "") -> None:
    """Explain a widget: in a tooltip, and to a screen reader.

    A tooltip in rich text is wrapped; a plain one is a single line, however long. Where there is no
    description, screen readers would get the tooltip with its tags.

    Args:
        widget: what is explained.
        text: plain text.
        more: what the tooltip says behind it.
    """
    widget.setToolTip(f"<qt>{escape(f'{text} {more}'.strip())}</qt>")
    widget.setAccessibleDescription(text)


def install() -> None:
    """Let screen readers see boards and announcements as they are meant."""
    QAccessible.installFactory(_interface_of)


def _interface_of(_class_name: str, thing: QObject) -> QAccessibleWidget | None:
    if isinstance(thing, GridView):
        return kept(SpokenGrid(thing))
    if isinstance(thing, _Voice):
        return kept(QAccessibleWidget(thing, QAccessible.Role.Notification))
    return None
