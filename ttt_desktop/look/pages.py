"""Pages: the ground that cards lie on, the page that scrolls, and its two columns."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import S2, S4, S5
from ttt_desktop.look.paint import SHADOW, draw_shadow
from ttt_desktop.look.parts import Card, TileButton
from ttt_desktop.look.theme import ThemeManager

_NARROW = 560
"""Below this width a page has small margins at its sides, in pixels."""


class Ground(QWidget):
    """What the cards of a page lie on: it paints their shadows, which they cannot do themselves.

    It must be the outermost one: shadows end where it ends.

    Args:
        theme: the look.
    """

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self._theme = theme

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        shadow = self._theme.shadow(self.devicePixelRatioF())
        if shadow is None:
            return
        painter = QPainter(self)
        near = event.rect().adjusted(-2 * SHADOW, -2 * SHADOW, 2 * SHADOW, 2 * SHADOW)
        cards: list[Card | TileButton] = [*self.findChildren(Card), *self.findChildren(TileButton)]
        for card in cards:
            box = QRect(card.mapTo(self, QPoint(0, 0)), card.size())
            if card.casts_shadow and card.isVisible() and near.intersects(box):
                draw_shadow(painter, shadow, QRectF(box))
        painter.end()


class ScrollPage(QScrollArea):
    """A page that scrolls up and down, and never sideways: what lies on it must bend.

    Args:
        theme: the look.
        side: the margin at its left and right, in pixels; the keyboard's ring needs 4.

    Attributes:
        box: what lies on the page, from above.
    """

    def __init__(self, theme: ThemeManager, side: int = S5) -> None:
        super().__init__()
        self._side = side
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground = Ground(theme)
        self.box = QVBoxLayout(ground)
        self.box.setContentsMargins(side, S2, side, S5)
        self.box.setSpacing(S4)
        self.setWidget(ground)
        ground.setAutoFillBackground(False)  # the window's ground is seen
        self.viewport().setAutoFillBackground(False)

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        side = self._side if event.size().width() > _NARROW else min(self._side, S4)
        self.box.setContentsMargins(side, S2, side, S5)
        super().resizeEvent(event)


class Two(QWidget):
    """A wide column and a narrow one beside it, or below it where both have no room.

    Args:
        theme: the look: the width that both need grows with the text.
        main: what lies in the wide column, from above.
        aside: what lies in the narrow one.
        beside_from: from which width on they stand beside each other, in pixels.
    """

    def __init__(
        self,
        theme: ThemeManager,
        main: Iterable[QWidget],
        aside: Iterable[QWidget],
        beside_from: int = 860,
    ) -> None:
        super().__init__()
        self._theme, self._beside_from = theme, beside_from
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(S5)
        self._columns = [_column(main), _column(aside)]
        for column, share in zip(self._columns, (5, 2), strict=True):
            self._row.addWidget(column, share)
        theme.changed.connect(self._bend)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        # Of the bent form: the row's own would keep the page from being narrower.
        widths = [column.minimumSizeHint().width() for column in self._columns]
        return QSize(max(widths), super().minimumSizeHint().height())

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        self._bend()
        super().resizeEvent(event)

    @Slot()
    def _bend(self) -> None:
        beside = self.width() >= self._theme.px(self._beside_from)
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.LeftToRight if beside else direction.TopToBottom)


def _column(widgets: Iterable[QWidget]) -> QWidget:
    part = QWidget()
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(S4)
    for widget in widgets:
        column.addWidget(widget)
    return part
