"""Pages of features: each in a window of its own, beside a lesson where one is on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtWidgets import QMainWindow, QWidget

from ttt_desktop.shell.docks import Docks


@dataclass(frozen=True, slots=True)
class FeaturePage:
    """A page, as a feature has it.

    Attributes:
        name: what it is called in the code.
        make: makes it when it is first opened.
        opened: is called whenever it is opened, the page in front.
    """

    name: str
    make: Callable[[], QWidget]
    opened: Callable[[], object] | None = None


class Pages(QObject):
    """Opens pages; each is made when it is first asked for.

    Args:
        window: the main window.
        docks: those beside which a page makes room for itself.
    """

    def __init__(self, window: QMainWindow, docks: Docks) -> None:
        super().__init__(window)
        self._window, self._docks = window, docks
        self._declared: dict[str, FeaturePage] = {}
        self._opened: dict[str, QWidget] = {}

    def add(self, page: FeaturePage) -> None:
        """Take a page in, which can be opened from now on."""
        self._declared[page.name] = page

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all pages."""
        return tuple(self._declared)

    def __getitem__(self, name: str) -> QWidget:
        """The page of a name, made where it is not there yet."""
        if name not in self._opened:
            self._opened[name] = self._declared[name].make()
        return self._opened[name]

    def open(self, name: str) -> bool:
        """Open a page, or bring it to the front; return whether there is one of that name."""
        if name not in self._declared:
            return False
        page, after = self[name], self._declared[name].opened
        if not page.isVisible():
            self._keep_docks_in_sight(page)
        page.show()
        page.raise_()
        page.activateWindow()
        if after is not None:
            after()
        return True

    @property
    def opened(self) -> Mapping[str, QWidget]:
        """The pages that were opened so far, by name."""
        return self._opened

    def close(self) -> None:
        """Close what is open."""
        for page in self._opened.values():
            page.close()

    def _keep_docks_in_sight(self, page: QWidget) -> None:
        """Place a page beside a dock that is to stay in sight, if there is room."""
        dock = next(filter(QWidget.isVisible, self._docks.kept_in_sight), None)
        if dock is None:
            return
        room = dock.screen().availableGeometry()
        taken = QRect(dock.mapToGlobal(QPoint(0, 0)), dock.size())
        left, right = taken.left() - room.left(), room.right() - taken.right()
        width = max(left, right)
        if width < page.minimumSizeHint().width():
            return
        frame = self._window.frameSize() - self._window.size()
        page.resize(
            min(page.width(), width - frame.width()),
            min(page.height(), room.height() - frame.height()),
        )
        spare = width - page.width() - frame.width()
        place = taken.right() + 1 if right >= left else room.left() + spare
        page.move(place, max(room.top(), self._window.frameGeometry().top()))
