"""A row of buttons that goes on below where it is too narrow for all of them."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem
from shiboken6 import isValid

from ttt_desktop.look.guard import handler, nothing, virtual


class FlowRow(QLayout):
    """Lays widgets beside each other, in as many lines as its width asks for.

    Those of one line are as high as its highest.

    Args:
        spacing: the distance between widgets and between lines, in pixels.
    """

    def __init__(self, spacing: int) -> None:
        super().__init__()
        self.setSpacing(spacing)
        self._items: list[QLayoutItem] = []
        self._widgets: list[QWidget | None] = []

    @handler
    def addItem(self, item: QLayoutItem) -> None:  # noqa: D102
        self._items.append(item)
        self._widgets.append(item.widget())

    @virtual(int)
    def count(self) -> int:  # noqa: D102
        return len(self._items)

    @virtual(nothing)
    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: D102
        return self._items[index] if 0 <= index < len(self._items) else None

    @virtual(nothing)
    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: D102
        if not 0 <= index < len(self._items):
            return None
        del self._widgets[index]
        return self._items.pop(index)

    @virtual(nothing)
    def expandingDirections(self) -> Qt.Orientation:  # noqa: D102
        return Qt.Orientation(0)

    @virtual(bool)
    def hasHeightForWidth(self) -> bool:  # noqa: D102
        return True

    @virtual(int)
    def heightForWidth(self, width: int) -> int:  # noqa: D102
        return self._height(self._lines(width))

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        shown = self._shown()
        width = sum(item.sizeHint().width() for item in shown)
        width += self.spacing() * max(0, len(shown) - 1)
        return QSize(width, self._height([shown]))

    @virtual(QSize)
    def minimumSize(self) -> QSize:  # noqa: D102
        shown = self._shown()
        least = max((item.minimumSize().width() for item in shown), default=0)
        return QSize(least, self._height([shown]))

    @handler
    def setGeometry(self, room: QRect) -> None:  # noqa: D102
        super().setGeometry(room)
        top = room.top()
        for line in self._lines(room.width()):
            left, height = room.left(), _highest(line)
            for item in line:
                width = min(item.sizeHint().width(), room.width())
                item.setGeometry(QRect(left, top, width, height))
                left += width + self.spacing()
            top += height + self.spacing()

    def _shown(self) -> list[QWidgetItem]:
        """Return items of the widgets that are shown, made anew.

        The binding may take Qt's own items for deleted, though Qt holds them and they live on.
        """
        shown = [widget for widget in self._widgets if widget is not None and isValid(widget)]
        items = [QWidgetItem(widget) for widget in shown]
        return [item for item in items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QWidgetItem]]:
        """Return what stands in each line of this width."""
        lines: list[list[QWidgetItem]] = []
        left = 0
        for item in self._shown():
            wide = item.sizeHint().width()
            if lines and left + wide <= width:
                lines[-1].append(item)
            else:
                lines.append([item])
                left = 0
            left += wide + self.spacing()
        return lines

    def _height(self, lines: list[list[QWidgetItem]]) -> int:
        """Return how high lines are, one below the other."""
        return sum(map(_highest, lines)) + self.spacing() * max(0, len(lines) - 1)


def _highest(line: list[QWidgetItem]) -> int:
    return max((item.sizeHint().height() for item in line), default=0)
