"""The desk: the board, which never moves, and the panel and the docks around it.

The board's rectangle follows from the desk's size alone. What is told stands in the panel, whose
room is kept beside the board or, in a narrow window, below it; docks share that room. Only a dock
that somebody has dragged to another side changes the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QMainWindow,
    QStyle,
    QTabBar,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ttt_desktop.look.grid_view import SquareFrame
from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import PANEL, PANEL_LEAST, PANEL_MOST, S2, S5
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.windows import PlainArea

Area = Qt.DockWidgetArea

_GAP, _NARROW_GAP = S5, S2
"""The distance between the board and what stands around it, in pixels; in a narrow window."""

_NARROW = 760
"""Below this width the desk is narrow, in pixels."""

_GROWTH = 0.45
"""How much of the text's growth the panel's width takes part in."""

_STRIP = 150
"""The least height of the panel below the board, in pixels at the usual text size."""


_SHORT = 330
"""Below this height the panel is short, in pixels at the usual text size."""

_PANEL_SHARE = 0.4
"""The most of the desk's height that the panel keeps where docks share its room."""


class Places(NamedTuple):
    """Where things lie on a desk, in its pixels.

    Attributes:
        board: the room of the board: a square.
        panel: the panel's side: its width beside the board, its height below it.
        below: whether the panel lies below the board.
    """

    board: QRect
    panel: int
    below: bool


def places_on(size: QSize, scale: float) -> Places:
    """Return where board and panel lie on a desk: as leaves the board more room.

    Args:
        size: the desk's.
        scale: the size of all text, as a multiple of the system's.
    """
    wide, high = size.width(), size.height()
    gap = _GAP if wide >= _NARROW else _NARROW_GAP
    panel = round(min(PANEL_MOST, max(PANEL_LEAST, PANEL * (1 + (scale - 1) * _GROWTH))))
    beside = min(wide - panel - 2 * gap, high - gap)
    strip = max(round(_STRIP * scale), high - wide)
    below = min(wide - gap, high - strip)
    if beside >= below:
        left = gap + (wide - panel - 2 * gap - beside) // 2
        return Places(QRect(left, (high - gap - beside) // 2, beside, beside), panel, below=False)
    side = max(below, 1)
    return Places(QRect((wide - side) // 2, 0, side, side), high - side, below=True)


class Panel(PlainArea):
    """What is told beside the board: one below the other, in a room that is always kept.

    Signals:
        shortened(bool): whether there is little height from now on, or enough again.
    """

    shortened = Signal(bool)

    def __init__(self, theme: ThemeManager) -> None:
        column = QWidget()
        super().__init__(column)
        self.setObjectName("panel")
        self._theme, self._is_short = theme, False
        theme.changed.connect(self._measure)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._column = QVBoxLayout(column)
        self._column.setSpacing(_GAP // 2)
        self._column.addStretch(1)
        self.leave_gap(_GAP)

    def leave_gap(self, gap: int, below: bool = False) -> None:
        """Keep this distance to the window's edges: one of them, or both sides below the board."""
        self._column.setContentsMargins(gap if below else 0, 0, gap, gap // 2)

    @Slot()
    def _measure(self) -> None:
        is_short = self.height() < self._theme.px(_SHORT)
        if is_short != self._is_short:
            self._is_short = is_short
            self.shortened.emit(is_short)

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._measure()

    @property
    def wanted(self) -> int:
        """The height in which nothing has to scroll, in pixels."""
        return self._column.minimumSize().height()

    def fill(self, parts: Sequence[QWidget]) -> None:
        """Put parts into the panel, from above."""
        for place, part in enumerate(parts):
            self._column.insertWidget(place, part)


class _Room(QWidget):
    """Holds the board's frame where the desk's size puts it."""

    def __init__(self, frame: SquareFrame, desk: Desk) -> None:
        super().__init__()
        self._frame, self._desk = frame, desk
        frame.setParent(self)

    def lay(self) -> None:
        """Put the frame where it belongs; smaller where docks leave no room for that."""
        wanted = self._desk.places.board.translated(-self.pos())
        if not self.rect().contains(wanted):
            side = min(self.width(), self.height())
            wanted = QRect(0, 0, side, side)
            wanted.moveCenter(self.rect().center())
        self._frame.setGeometry(wanted)

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay()

    @handler
    def moveEvent(self, event: QEvent) -> None:
        super().moveEvent(event)  # type: ignore[arg-type]
        self.lay()


class Desk(QMainWindow):
    """Holds the board, the panel, and docks; it lies in the window as a page does.

    Args:
        frame: the room around the board.

    Attributes:
        panel: what is told beside the board.
        places: where board and panel lie now.
    """

    def __init__(self, frame: SquareFrame, theme: ThemeManager, window: QWidget) -> None:
        super().__init__(window, Qt.WindowType.Widget)
        self._theme = theme
        self.panel = Panel(theme)
        self.places = Places(QRect(), PANEL, below=False)
        self._room = _Room(frame, self)
        self.setCentralWidget(self._room)
        self.setTabPosition(Area.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.setDockNestingEnabled(False)
        self._side = QDockWidget(tr("Game"), self)
        self._side.setObjectName("side")
        self._side.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        self._side.setTitleBarWidget(QWidget())
        self._side.setWidget(self.panel)
        self.addDockWidget(Area.RightDockWidgetArea, self._side)
        self._tabs = QTabBar(self)  # never seen: it tells how high tabs are
        self._tabs.addTab(tr("Game"))
        self._tabs.hide()
        theme.changed.connect(self.lay)

    @property
    def side(self) -> QDockWidget:
        """The panel's dock, whose room the others share."""
        return self._side

    @Slot()
    def lay(self) -> None:
        """Give board and panel their places."""
        self.places = places = places_on(self.size(), self._theme.text_scale)
        gap = _GAP if self.width() >= _NARROW else _NARROW_GAP
        self.panel.leave_gap(gap, places.below)
        area = Area.BottomDockWidgetArea if places.below else Area.RightDockWidgetArea
        if self.dockWidgetArea(self._side) != area:
            self._move_side(area)
        self._side.show()
        separator = self.style().pixelMetric(QStyle.PixelMetric.PM_DockWidgetSeparatorExtent)
        if places.below:  # (tabs come above it where docks share its room)
            high = max(1, places.panel - separator - self._tabs.sizeHint().height())
            self._side.setMinimumSize(0, high)
            self._side.setMaximumSize(self.maximumWidth(), high)
        else:
            wide = places.panel + gap
            self._side.setMinimumSize(wide, 0)
            self._side.setMaximumSize(wide, self.maximumHeight())
        self._bound_docks()
        self._room.lay()

    @Slot()
    def _bound_docks(self) -> None:
        """Keep what shares the panel's room from asking for more: it scrolls."""
        area = self.dockWidgetArea(self._side)
        for dock in self.findChildren(QDockWidget):
            content = dock.widget()
            if dock is not self._side and content is not None:
                shares = not dock.isFloating() and self.dockWidgetArea(dock) == area
                content.setMinimumSize(QSize(1, 1) if shares else QSize(0, 0))

    def _move_side(self, area: Qt.DockWidgetArea) -> None:
        """Put the panel, and the docks that share its room, on another side of the board."""
        old = self.dockWidgetArea(self._side)
        sharing = [dock for dock in self.findChildren(QDockWidget) if dock is not self._side
                   and not dock.isFloating() and self.dockWidgetArea(dock) == old]  # fmt: skip
        self.addDockWidget(area, self._side)
        for dock in sharing:
            hidden = dock.isHidden()
            self.addDockWidget(area, dock)
            self.share(dock, sharing)
            dock.setHidden(hidden)

    def share(self, dock: QDockWidget, others: Sequence[QDockWidget]) -> None:
        """Put a dock into the panel's room: below it at the side, behind a tab below the board."""
        unique = Qt.ConnectionType.UniqueConnection
        for moved in (dock.dockLocationChanged, dock.topLevelChanged):
            moved.connect(self._bound_docks, unique)
        self.addDockWidget(self.dockWidgetArea(self._side), dock)
        placed = [other for other in others if other is not dock and not other.isFloating()
                  and self.dockWidgetArea(other) == self.dockWidgetArea(self._side)]  # fmt: skip
        if self.places.below:
            self.tabifyDockWidget(self._side, dock)
        elif placed:
            self.tabifyDockWidget(placed[0], dock)
        self._bound_docks()

    def divide(self) -> None:
        """Leave the panel what it needs of the room that it shares, and the docks the rest."""
        if not self.places.below:
            most = round(self.height() * _PANEL_SHARE)
            wanted = min(self.panel.wanted, most)
            self.resizeDocks([self._side], [wanted], Qt.Orientation.Vertical)

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.lay()
