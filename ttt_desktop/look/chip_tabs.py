"""Pages that share a place: chips above say which of them is in front."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.guard import virtual
from ttt_desktop.look.measures import S1, S2
from ttt_desktop.look.parts import Chip
from ttt_desktop.look.theme import ThemeManager


class _Stack(QStackedWidget):
    """Asks for no more height than it must have, and for the width of the page in front.

    A page with a minimum height of its own gets that.

    Args:
        height: the least, in pixels.
    """

    def __init__(self, height: int) -> None:
        super().__init__()
        self._height = height

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        least = QSize() if page is None else page.minimumSizeHint()
        own = 0 if page is None else page.minimumHeight()
        return QSize(least.width(), max(self._height, own))

    @virtual(QSize)
    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()


class ChipTabs(QWidget):
    """Shows one of several pages. The chips above them stand in as many rows as they need.

    Args:
        theme: the look.
        name: what the pages show, for a screen reader.
        height: the least height of the pages, in pixels.

    Signals:
        changed(): another page is in front.
    """

    changed = Signal()

    def __init__(self, theme: ThemeManager, name: str, height: int) -> None:
        super().__init__()
        self._theme = theme
        self._chips: dict[QWidget, Chip] = {}
        self._group = QButtonGroup(self)
        self._stack = _Stack(height)
        chips = QWidget()
        chips.setAccessibleName(name)
        self._row = FlowRow(S2)
        self._row.setContentsMargins(S1, 0, S1, 0)
        chips.setLayout(self._row)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        chips.setSizePolicy(policy)
        self._head = chips
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S2)
        column.addWidget(chips)
        column.addWidget(self._stack, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def add(self, page: QWidget, text: str) -> None:
        """Offer another page, after the others; the first one comes to the front."""
        chip = Chip(self._theme, text)
        chip.clicked.connect(lambda: self.bring_forward(page))
        self._group.addButton(chip)
        self._chips[page] = chip
        chip.setParent(self._head)
        chip.show()  # a layout would show it some time later
        self._row.addWidget(chip)
        self._stack.addWidget(page)
        if len(self._chips) == 1:
            self.bring_forward(page)

    def replace(self, page: QWidget, by: Mapping[str, QWidget]) -> None:
        """Offer other pages in a page's place, by what their chips say."""
        in_front, before = self.current is page, list(self._chips)
        for text, other in by.items():
            self.add(other, text)
        if in_front:
            self.bring_forward(next(iter(by.values())))
        place = before.index(page)
        order = [*before[:place], *by.values(), *before[place + 1 :]]
        self._chips.pop(page).deleteLater()
        self._stack.removeWidget(page)
        page.deleteLater()
        self._chips = {own: self._chips[own] for own in order}
        while self._row.takeAt(0) is not None:
            pass
        for chip in self._chips.values():
            self._row.addWidget(chip)
        self._head.updateGeometry()
        for left, right in pairwise(self._chips.values()):
            QWidget.setTabOrder(left, right)

    @property
    def pages(self) -> dict[str, QWidget]:
        """The pages that are offered, by what their chips say, from the left."""
        return {chip.text(): page for page, chip in self._chips.items() if not chip.isHidden()}

    @property
    def current(self) -> QWidget | None:
        """The page in front."""
        return self._stack.currentWidget()

    def bring_forward(self, page: QWidget) -> None:
        """Show one of the pages."""
        self._chips[page].setChecked(True)
        if page is not self.current:
            self._stack.setCurrentWidget(page)
            self._stack.updateGeometry()
        self.changed.emit()

    def offer(self, page: QWidget, offered: bool) -> None:
        """Offer a page, or no longer; the first one comes to the front in its place."""
        self._chips[page].setVisible(offered)
        self._head.updateGeometry()
        if not offered and page is self.current:
            self.bring_forward(next(iter(self._chips)))
