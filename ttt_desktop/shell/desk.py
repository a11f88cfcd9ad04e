"""The desk: the board, which never moves, and the panel and the docks around it.

The board's rectangle follows from the desk's size alone. Messages appear in the panel, whose
room is kept beside the board or, in a narrow window, below it; docks share that room. Only a dock
that somebody has dragged to another side changes the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer, Signal, Slot
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
from ttt_desktop.look.guard import handler, virtual
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

_NEARLY = 0.9
"""How much of its width the panel must have where docks stand at the board's other side."""

_STRIP = 150
"""The least height of the panel below the board, in pixels at the usual text size."""

_STRIP_SHARE = 0.42
"""The most of the desk's height that this takes of a small desk."""


_LEAST = 200
"""The least width and height of the desk, in pixels."""

_PANEL_SHARE = 0.4
"""The most of the desk's height that the panel keeps where docks share its room."""


class Side(Enum):
    """Where the panel lies, and the area in which docks are at first."""

    RIGHT = Area.RightDockWidgetArea, Area.RightDockWidgetArea
    BELOW = Area.BottomDockWidgetArea, Area.BottomDockWidgetArea
    LEFT = Area.LeftDockWidgetArea, Area.RightDockWidgetArea

    @property
    def panel(self) -> Area:
        """The panel's area."""
        return self.value[0]

    @property
    def docks(self) -> Area:
        """The docks' area."""
        return self.value[1]


class DeskPlaces(NamedTuple):
    """Where things lie on a desk, in its pixels.

    Attributes:
        board: the room of the board: a square.
        panel: the panel's extent: its width beside the board, its height below it.
        side: where the panel lies.
    """

    board: QRect
    panel: int
    side: Side


def places_on(size: QSize, scale: float) -> DeskPlaces:
    """Return where board and panel lie on a desk: as leaves the board more room.

    The panel is left of the board where there is room for docks at the right, too.

    Args:
        size: the desk's.
        scale: the size of all text, as a multiple of the system's.
    """
    wide, high = size.width(), size.height()
    gap = _GAP if wide >= _NARROW else _NARROW_GAP
    panel = round(min(PANEL_MOST, max(PANEL_LEAST, PANEL * (1 + (scale - 1) * _GROWTH))))
    beside = min(wide - panel - 2 * gap, high - gap)
    strip = max(min(round(_STRIP * scale), round(_STRIP_SHARE * high)), high - wide)
    below = min(wide - gap, high - strip)
    if beside >= below:
        top, left = (high - gap - beside) // 2, gap + (wide - panel - 2 * gap - beside) // 2
        side = Side.RIGHT
        room = (wide - beside) // 2 - 2 * gap  # at each side of a board in the middle
        if room >= min(panel, max(PANEL, _NEARLY * panel)):
            panel, left, side = min(panel, room), (wide - beside) // 2, Side.LEFT
        return DeskPlaces(QRect(left, top, beside, beside), panel, side)
    board = max(below, 1)
    return DeskPlaces(QRect((wide - board) // 2, 0, board, board), high - board, Side.BELOW)


class Panel(PlainArea):
    """What is told beside the board: one below the other, in a room that is always kept.

    Signals:
        shortened(bool): whether there is little height from now on, or enough again.
        wants(): what it tells needs another height now.
    """

    shortened = Signal(bool)
    wants = Signal()

    def __init__(self, theme: ThemeManager) -> None:
        column = QWidget()
        super().__init__(column)
        self.setObjectName("panel")
        self._theme, self._is_short, self._told = theme, False, 0
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._column = QVBoxLayout(column)
        self._column.setSpacing(_GAP // 2)
        self._column.addStretch(1)
        self.leave_gap(_GAP)

    def leave_gap(self, gap: int, side: Side = Side.RIGHT) -> None:
        """Keep this distance to the window's edge."""
        left, right = (0, gap) if side is Side.RIGHT else (gap, 0)
        if side is Side.BELOW:
            right = gap
        self._column.setContentsMargins(left, 0, right, gap // 2)

    def be_short(self, is_short: bool) -> None:
        """Have little height from now on, or enough again."""
        if is_short != self._is_short:
            self._is_short = is_short
            self.shortened.emit(is_short)

    @virtual(bool)
    def viewportEvent(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.LayoutRequest and (wanted := self.wanted) != self._told:
            self._told = wanted
            self.wants.emit()
        return super().viewportEvent(event)

    @property
    def wanted(self) -> int:
        """The height in which nothing has to scroll, in pixels."""
        least = self._column.minimumSize().height()
        if not self._column.hasHeightForWidth():
            return least
        return max(least, self._column.heightForWidth(self.viewport().width()))

    def fill(self, parts: Sequence[QWidget]) -> None:
        """Put parts into the panel, from above."""
        for place, part in enumerate(parts):
            self.hold(part, place)

    def hold(self, part: QWidget, place: int) -> None:
        """Put a part into the panel, at a place counted from above."""
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
        self.places = DeskPlaces(QRect(), PANEL, Side.RIGHT)
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
        self._dividing = QTimer(self, singleShot=True, interval=0)
        self._dividing.timeout.connect(self.divide)
        self.panel.wants.connect(self._dividing.start)
        theme.changed.connect(self.lay)

    @property
    def side(self) -> QDockWidget:
        """The panel's dock, whose room the others share."""
        return self._side

    @Slot()
    def lay(self) -> None:
        """Give board and panel their places."""
        before, self.places = self.places, places_on(self.size(), self._theme.text_scale)
        places = self.places
        if places != before:
            self._dividing.start()  # what is told may need another height at this width
        gap = _GAP if self.width() >= _NARROW else _NARROW_GAP
        self.panel.leave_gap(gap, places.side)
        if self.dockWidgetArea(self._side) != places.side.panel:
            self._move_side(places.side)
        self._side.show()
        separator = self.style().pixelMetric(QStyle.PixelMetric.PM_DockWidgetSeparatorExtent)
        if places.side is Side.BELOW:  # (tabs come above it where docks share its room)
            high = max(1, places.panel - separator - self._tabs.sizeHint().height())
            self._side.setMinimumSize(0, high)
            self._side.setMaximumSize(self.maximumWidth(), high)
        else:
            wide = places.panel + gap
            self._side.setMinimumSize(wide, 0)
            self._side.setMaximumSize(wide, self.maximumHeight())
        self._bound_docks()
        layout = self.layout()
        if layout is not None:
            layout.activate()  # at once: what is seen in between would flicker
        self._room.lay()

    @Slot()
    def _bound_docks(self) -> None:
        """Keep what shares the panel's room from asking for more: it scrolls."""
        sharing = self._lying_in(self.places.side.docks)
        for dock in self.findChildren(QDockWidget):
            content = dock.widget()
            if dock is not self._side and content is not None:
                content.setMinimumSize(QSize(1, 1) if dock in sharing else QSize(0, 0))
        self._shorten()

    def _lying_in(self, *areas: Qt.DockWidgetArea) -> list[QDockWidget]:
        """Return the docks, but for the panel's, that lie in some areas: open, hidden or tabbed."""
        return [dock for dock in self.findChildren(QDockWidget) if dock is not self._side
                and not dock.isFloating() and self.dockWidgetArea(dock) in areas]  # fmt: skip

    @Slot()
    def _shorten(self) -> None:
        """Tell the panel whether docks share its room, or the board has left it little."""
        side = self.places.side
        shares = any(not dock.isHidden() for dock in self._lying_in(side.docks))
        self.panel.be_short(side is Side.BELOW or (side is Side.RIGHT and shares))

    def _move_side(self, side: Side) -> None:
        """Put the panel, and the docks that nobody has dragged away, on another side."""
        old = self.dockWidgetArea(self._side)
        sharing = self._lying_in(*(now.docks for now in Side if now.panel == old))
        self.addDockWidget(side.panel, self._side)
        for dock in sharing:
            hidden = dock.isHidden()
            self.share(dock, sharing)
            dock.setHidden(hidden)

    def share(self, dock: QDockWidget, others: Sequence[QDockWidget]) -> None:
        """Put a dock where docks are at first: the first one alone, others behind its tab.

        Where the panel is below the board, all lie behind its tab; where it is at the right, below
        it.
        """
        area = self.places.side.docks
        unique = Qt.ConnectionType.UniqueConnection
        for moved in (dock.dockLocationChanged, dock.topLevelChanged):
            moved.connect(self._bound_docks, unique)
        dock.visibilityChanged.connect(self._shorten, unique)
        self.addDockWidget(area, dock)
        lying = self._lying_in(area)
        placed = [other for other in others if other is not dock and other in lying]
        if self.places.side is Side.BELOW:
            self.tabifyDockWidget(self._side, dock)
        elif placed:
            self.tabifyDockWidget(placed[0], dock)
        self._bound_docks()

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(_LEAST, _LEAST)  # whatever docks ask for: they scroll

    @Slot()
    def divide(self) -> None:
        """Leave the panel what it needs of the room that it shares, and the docks the rest."""
        if self.places.side is Side.LEFT:
            docks = self._lying_in(Side.LEFT.docks)
            wide = [self.places.panel + _GAP] * len(docks)
            self.resizeDocks(docks, wide, Qt.Orientation.Horizontal)
        elif self.places.side is Side.RIGHT:
            most = round(self.height() * _PANEL_SHARE)
            wanted = min(self.panel.wanted, most)
            sharing = [dock for dock in self._lying_in(Side.RIGHT.docks) if dock.isVisible()]
            high = [wanted, *[max(1, self.height() - wanted)] * len(sharing)]
            self.resizeDocks([self._side, *sharing], high, Qt.Orientation.Vertical)

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.lay()
