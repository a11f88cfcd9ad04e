"""A table view that paints its own squares, which stay square, and the frame that keeps them so."""

from __future__ import annotations

from collections.abc import Iterable, Set

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Slot,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QFrame, QHeaderView, QSizePolicy, QTableView, QWidget

from engine import Line, Square
from ttt_desktop.look.colours import PAPER
from ttt_desktop.look.grounds import draw_ground
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CAPTION, SPACE
from ttt_desktop.look.signs import Sign, draw_line, draw_sign
from ttt_desktop.look.theme import ThemeManager

_CLEAR = 2
"""What is free around the letters and numbers, in pixels, beside the board's frame."""

_ABOVE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
_LEFT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
"""Where letters and numbers stand: near the board, also where people read from right to left."""


def place_of(index: QModelIndex) -> int:
    """Return which child a square is: Qt counts headers, the one at the left in each row."""
    return (index.row() + 1) * (index.model().columnCount() + 1) + index.column() + 1


class GridView(QTableView):
    """Shows a model of N x N squares, with letters above and numbers at the left.

    It paints the squares that a repaint is about, and asks no delegate: Qt would call one for each
    of 625 squares, with an index that it makes and checks, and that took most of the time. The
    empty board under them is kept as a picture.

    Attributes:
        ending_drawn: how much of the line that ended the game is drawn, from 0 to 1.
    """

    def __init__(self, theme: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QTableView.SelectionMode.NoSelection)
        self.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        for corner in self.findChildren(QAbstractButton):
            corner.setFixedSize(0, 0)  # else it is painted beside the letters, as a header's part
        self.setTabKeyNavigation(False)
        self.setAutoScroll(False)
        self.viewport().setAutoFillBackground(False)
        for way in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
            header = _Letters(way, theme, self)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setSectionsClickable(False)
            header.setHighlightSections(False)
            header.setMinimumSectionSize(1)
            header.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            across = way == Qt.Orientation.Horizontal
            (self.setHorizontalHeader if across else self.setVerticalHeader)(header)
        self.ending_drawn = 1.0
        self._ground: QPixmap | None = None
        self._ground_key: tuple[int, int, int, float] = (0, 0, 0, 0.0)
        self._focused = QTimer(self, singleShot=True, interval=0)
        self._focused.timeout.connect(self._tell_where)
        theme.changed.connect(self._restyle)

    @property
    def margin(self) -> int:
        """The width of the band of letters and numbers, in pixels."""
        letters = QFontMetrics(self.theme.font(CAPTION))
        return max(letters.height(), letters.horizontalAdvance("25")) + SPACE + _CLEAR

    @property
    def side(self) -> int:
        """How many squares a side has."""
        return self.horizontalHeader().count()

    def rect_of(self, square: Square) -> QRectF:
        """Return where a square is, in the view's pixels."""
        cell = self.columnWidth(0)
        return QRectF(square[1] * cell, square[0] * cell, cell, cell)

    def update_squares(self, squares: Iterable[Square]) -> None:
        """Have some squares painted again, and no others."""
        for square in squares:
            self.viewport().update(self.rect_of(square).toRect())

    def paint_square(self, painter: QPainter, rect: QRectF, square: Square) -> None:
        """Paint a square; antialiasing is on. One that fails keeps no other from being painted.

        Args:
            painter: paints on the view.
            rect: all of the square.
            square: its row and column.
        """
        raise NotImplementedError

    def with_content(self, squares: Set[Square]) -> Iterable[Square]:
        """Return those of some squares on which there is more than the empty board."""
        return squares

    def paint_under(self, painter: QPainter, squares: Set[Square]) -> None:
        """Paint what lies on some squares of the empty board, under all marks."""

    def paint_over(self, painter: QPainter) -> None:
        """Paint what lies over the squares: a frame around the one that the keyboard is on."""
        focused = self.focused_square()
        if focused is not None:
            draw_sign(painter, self.rect_of(focused), Sign.FOCUS, self.theme.theme)

    def ending(self) -> tuple[Line, bool]:
        """Return the line that ended the game, if it is to be drawn, and whether it lost."""
        return (), False

    def _draw_ending(self, painter: QPainter) -> None:
        line, loses = self.ending()
        if line:
            ends = self.rect_of(line[0]), self.rect_of(line[-1])
            draw_line(painter, ends, len(line), self.theme.theme, loses, self.ending_drawn)

    def focused_square(self) -> Square | None:
        """Return the square that the keyboard is on, if the view has the keyboard."""
        index = self.currentIndex()
        return (index.row(), index.column()) if self.hasFocus() and index.isValid() else None

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cell, last = max(1, self.columnWidth(0)), self.side - 1
        ground, reach = self.ground(), self.reach
        ratio = ground.devicePixelRatio()
        wanted: set[Square] = set()
        for part in event.region():  # type: ignore[attr-defined]  # PySide's stubs do not know
            rows = range(max(0, part.top() // cell), min(last, part.bottom() // cell) + 1)
            cols = range(max(0, part.left() // cell), min(last, part.right() // cell) + 1)
            wanted.update((row, col) for row in rows for col in cols)
            shown = part.translated(reach, reach)
            painter.drawPixmap(QRectF(part), ground, QRectF(shown.x() * ratio, shown.y() * ratio,
                               shown.width() * ratio, shown.height() * ratio))  # fmt: skip
        self.paint_under(painter, wanted)
        under = self.theme.theme.look == PAPER  # a marker lies under the ink
        if under:
            self._draw_ending(painter)
        for row, col in sorted(self.with_content(wanted)):
            self.paint_square(painter, QRectF(col * cell, row * cell, cell, cell), (row, col))
        if not under:
            self._draw_ending(painter)
        self.paint_over(painter)
        painter.end()

    @property
    def reach(self) -> int:
        """How far the ground reaches beyond the squares, in pixels, frame and all."""
        return SPACE

    def ground(self) -> QPixmap:
        """Return the empty board, ``reach`` pixels larger on each side; it is drawn once."""
        size, cell, ratio = self.side, self.columnWidth(0), self.devicePixelRatioF()
        key = self.theme.revision, size, cell, ratio
        if self._ground is None or self._ground_key != key:
            whole = size * cell + 2 * self.reach
            self._ground = picture = QPixmap(round(whole * ratio), round(whole * ratio))
            self._ground_key = key
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            area = QRectF(self.reach, self.reach, size * cell, size * cell)
            draw_ground(painter, area, size, self.theme.theme)
            painter.end()
        return self._ground

    def fit(self, cell: int) -> None:
        """Give each square ``cell`` pixels, and letters that fit beside it."""
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setDefaultSectionSize(cell)
        self.horizontalHeader().setFixedHeight(self.margin)
        self.verticalHeader().setFixedWidth(self.margin)

    @handler
    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusInEvent(event)
        if QAccessible.isActive():
            self._focused.start()  # Qt tells of the grid itself after this

    @Slot()
    def _tell_where(self) -> None:
        """Tell a screen reader the square that the keyboard is on, not the grid alone."""
        if self.hasFocus() and self.currentIndex().isValid():
            focused = QAccessibleEvent(self, QAccessible.Event.Focus)
            focused.setChild(place_of(self.currentIndex()))
            QAccessible.updateAccessibility(focused)

    @Slot()
    def _restyle(self) -> None:
        for part in (self.viewport(), self.horizontalHeader(), self.verticalHeader()):
            part.update()


class _Letters(QHeaderView):
    """The letters above a board, or the numbers at its left, as large as the text and its squares.

    Args:
        way: along which edge they stand.
        theme: their font and colour.
        view: the board.
    """

    def __init__(self, way: Qt.Orientation, theme: ThemeManager, view: QTableView) -> None:
        super().__init__(way, view)
        self._theme = theme
        self.viewport().setAutoFillBackground(False)

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setFont(self._font())
        painter.setPen(self._theme.theme.colour("muted"))
        room, away = self.viewport().rect(), SPACE + _CLEAR
        across = self.orientation() == Qt.Orientation.Horizontal
        for section in range(self.count()):
            at, side = self.sectionViewportPosition(section), self.sectionSize(section)
            name = str(self.model().headerData(section, self.orientation()))
            if across:
                place = QRectF(at - side, 0, 3 * side, room.height() - away)
                painter.drawText(place, _ABOVE, name)
            else:
                painter.drawText(QRectF(0, at - side, room.width() - away, 3 * side), _LEFT, name)
        painter.end()

    def _font(self) -> QFont:
        """Return the font of small text, smaller where the squares are."""
        font = self._theme.font(CAPTION, QFont.Weight.Medium)
        metrics, side = QFontMetrics(font), self.sectionSize(0)
        room = side / max(metrics.height(), metrics.horizontalAdvance("M") + 2)
        if room < 1:
            font.setPointSizeF(max(1.0, font.pointSizeF() * room))
        return font


class SquareFrame(QWidget):
    """Keeps a grid view as large as fits, centred, with squares that are square.

    Args:
        view: the view to keep.
        minimum: the side that the frame has at least where the screen has room for it, in pixels.
    """

    def __init__(self, view: GridView, minimum: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._minimum = minimum
        view.setParent(self)
        self.setFocusProxy(view)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        view.model().modelReset.connect(self.refit)
        view.theme.changed.connect(self.refit)

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return self.minimumSizeHint() * 2

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(self._minimum, self._minimum)  # a layout may go below it, if it has to

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.refit()

    @handler
    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.refit()

    @property
    def board(self) -> QRect:
        """Where the squares are."""
        return self._view.viewport().geometry().translated(self._view.pos())

    @Slot()
    def refit(self) -> None:
        """Lay the view out for the present size and number of squares."""
        inside = self.rect()
        room = min(inside.width(), inside.height()) - 2 * SPACE
        band = self._view.margin
        cell = max(4, (room - band) // max(1, self._view.side))
        side = cell * self._view.side
        self._view.fit(cell)
        # The band stands at the left and the top alone; the board itself is in the middle.
        left = max(band, (inside.width() - side) // 2) - band
        top = max(band, (inside.height() - side) // 2) - band
        left = min(left, max(0, inside.width() - side - band - SPACE)) + inside.left()
        top = min(top, max(0, inside.height() - side - band - SPACE)) + inside.top()
        self._view.setGeometry(left, top, side + band, side + band)
        self.update()

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        view = self._view
        painter, reach = QPainter(self), view.reach
        painter.drawPixmap(self.board.topLeft() - QPoint(reach, reach), view.ground())
        painter.end()
