"""Layouts that go on below where they are too narrow: rows of buttons, equal columns."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget, QWidgetItem
from shiboken6 import isValid

from ttt_desktop.look.guard import handler, nothing, virtual
from ttt_desktop.look.measures import S4
from ttt_desktop.look.theme import ThemeManager


class _Wrapping(QLayout):
    """A layout of widgets in lines, which is as high as its width asks for.

    Args:
        spacing: the distance between widgets and between lines, in pixels.
    """

    def __init__(self, spacing: int) -> None:
        super().__init__()
        self.setSpacing(spacing)
        self._items: list[QLayoutItem] = []
        self._widgets: list[QWidget | None] = []

    @handler
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self._widgets.append(item.widget())

    @virtual(int)
    def count(self) -> int:
        return len(self._items)

    @virtual(nothing)
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @virtual(nothing)
    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        del self._widgets[index]
        return self._items.pop(index)

    @virtual(nothing)
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @virtual(bool)
    def hasHeightForWidth(self) -> bool:
        return True

    def _shown(self) -> list[QWidgetItem]:
        """Return items of the widgets that are shown, made anew.

        The binding may take Qt's own items for deleted, though Qt holds them and they live on.
        """
        shown = [widget for widget in self._widgets if widget is not None and isValid(widget)]
        items = [QWidgetItem(widget) for widget in shown]
        return [item for item in items if not item.isEmpty()]


class FlowRow(_Wrapping):
    """Lays widgets beside each other, in as many lines as its width asks for.

    Those of one line are as high as its highest.

    Args:
        spacing: the distance between widgets and between lines, in pixels.
    """

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


class Columns(_Wrapping):
    """Lays widgets in as many equal columns as fit; all of one line are as high as its highest.

    Two widgets are a row that bends. Its least width is that of one column, or it would keep its
    page from being narrower.

    Args:
        theme: the look: columns grow with the text.
        least: the least width of a column, in pixels at the usual text size.
        most: how many columns there are at most.
        gap: the distance between columns and between lines.
    """

    def __init__(self, theme: ThemeManager, least: int, most: int = 4, gap: int = S4) -> None:
        super().__init__(gap)
        self.setContentsMargins(0, 0, 0, 0)
        self._theme, self._least, self._most = theme, least, most

    def columns(self, width: int) -> int:
        """Return how many columns there are in so many pixels."""
        fit = (width + self.spacing()) // (self._theme.px(self._least) + self.spacing())
        return max(1, min(self._most, len(self._shown()), fit))

    @virtual(int)
    def heightForWidth(self, width: int) -> int:  # noqa: D102
        return sum(height for _, height in self._lines(width)) + self._gaps(width)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        count = max(1, min(self._most, len(self._shown())))
        width = count * self._theme.px(self._least) + (count - 1) * self.spacing()
        return QSize(width, self.heightForWidth(width))

    @virtual(QSize)
    def minimumSize(self) -> QSize:  # noqa: D102
        return QSize(max((item.minimumSize().width() for item in self._shown()), default=0), 0)

    @handler
    def setGeometry(self, room: QRect) -> None:  # noqa: D102
        super().setGeometry(room)
        parent = self.parentWidget()
        direction = Qt.LayoutDirection.LeftToRight if parent is None else parent.layoutDirection()
        top, step = room.top(), self._column(room.width()) + self.spacing()
        for line, height in self._lines(room.width()):
            for place, item in enumerate(line):
                left = round(room.left() + place * step)
                right = round(room.left() + place * step + step - self.spacing())
                cell = QRect(left, top, right - left, height)
                item.setGeometry(QStyle.visualRect(direction, room, cell))
            top += height + self.spacing()

    def _column(self, width: int) -> float:
        count = self.columns(width)
        return (width - self.spacing() * (count - 1)) / count

    def _lines(self, width: int) -> list[tuple[list[QWidgetItem], int]]:
        """Return what stands in each line, and how high it is."""
        shown, count, wide = self._shown(), self.columns(width), int(self._column(width))
        lines = [shown[start : start + count] for start in range(0, len(shown), count)]
        return [(line, max(_height_at(item, wide) for item in line)) for line in lines]

    def _gaps(self, width: int) -> int:
        return self.spacing() * max(0, len(self._lines(width)) - 1)


def _height_at(item: QWidgetItem, width: int) -> int:
    """Return how high an item is at a width."""
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
