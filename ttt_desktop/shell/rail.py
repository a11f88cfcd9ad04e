"""The rail: the places of the window, Settings and Help at its foot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QFont,
    QFontMetrics,
    QIcon,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QBoxLayout, QSizePolicy, QWidget

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import RAIL_ICON, S2
from ttt_desktop.look.pictures import line_icon
from ttt_desktop.look.spoken import speak_as
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.shell.pages import FeaturePage, Pages

_WORD = 0.82
"""The size of the word below an icon."""

_PAD, _GAP = S2, 3

WORDS_FROM, BAR_BELOW = 760, 480
"""From which width of the window the rail has words; below which it lies at the bottom."""

_WORDS_HEIGHT = 390
"""The least height of the window, at the usual text size, in which the rail has words."""

_BUSY = 8
"""The diameter of the mark of a place where something goes on, in pixels."""

_FOOT = ("settings", "manual")
"""The actions at the foot."""


class RailButton(QAbstractButton):
    """A place, or an action of the foot: an icon, and a word below it.

    Args:
        text: the word.
        icon: a file's name in ``resources/icons``.

    Attributes:
        worded: whether the word is shown; it is the tooltip else.
        busy: whether something goes on there.
    """

    def __init__(self, text: str, icon: str, theme: ThemeManager) -> None:
        super().__init__()
        self.setText(text)
        self._icon_name, self._theme = icon, theme
        self.worded, self.busy = True, False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._restyle)
        self._restyle()

    @Slot()
    def _restyle(self) -> None:
        theme, plain = self._theme.theme, QFont.Weight.Medium
        self.setFont(self._theme.font(_WORD, plain))
        muted, accent = theme.colour("muted"), theme.colour("accent")
        self.setIcon(line_icon(self._icon_name, "", muted, muted, accent))
        self.updateGeometry()

    @property
    def _side(self) -> int:
        return self._theme.px(RAIL_ICON)

    def name(self, worded: bool) -> None:
        """Show the word or, where there is no room, leave it to the tooltip."""
        self.worded = worded
        self.setToolTip("" if worded else self.text())
        self.updateGeometry()

    def mark(self, busy: bool) -> None:
        """Show whether something goes on there."""
        if busy != self.busy:
            self.busy = busy
            self.setAccessibleDescription(tr("Something is running here.") if busy else "")
            self.update()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        metrics = QFontMetrics(self._theme.font(_WORD, QFont.Weight.DemiBold))
        wide = metrics.horizontalAdvance(self.text()) if self.worded else 0
        high = metrics.height() + _GAP if self.worded else 0
        return QSize(max(wide + _PAD, self._side + 2 * _PAD), self._side + high + 2 * _PAD)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(self._side + _PAD, self.sizeHint().height())

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        theme, chosen, side = self._theme.theme, self.isChecked(), self._side
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or self.underMouse() or self.hasFocus():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent_soft" if chosen else "sunken"))
            painter.drawRoundedRect(QRectF(self.rect()), _PAD, _PAD)
        top = _PAD if self.worded else (self.height() - side) // 2
        left = (self.width() - side) // 2
        self.icon().paint(painter, QRect(left, top, side, side), state=_state(chosen))
        if self.worded:
            weight = QFont.Weight.DemiBold if chosen else QFont.Weight.Medium
            painter.setFont(self._theme.font(_WORD, weight))
            painter.setPen(theme.colour("accent" if chosen else "muted"))
            below = QRect(0, top + side + _GAP, self.width(), painter.fontMetrics().height())
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self.text())
        if self.busy:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent"))
            painter.drawEllipse(QRectF(left + side - _BUSY / 2, top - _BUSY / 4, _BUSY, _BUSY))
        painter.end()


def _state(chosen: bool) -> QIcon.State:
    return QIcon.State.On if chosen else QIcon.State.Off


class PlaceButton(RailButton):
    """A place: the one that is open is checked. Tab stops once, the arrow keys go on."""

    def __init__(self, text: str, icon: str, theme: ThemeManager) -> None:
        super().__init__(text, icon, theme)
        self.setCheckable(True)
        self.setAutoExclusive(True)


class _SpokenPlace(QAccessibleWidget):
    """A place as a screen reader knows it: a tab, which can be pressed and is chosen or not."""

    def __init__(self, button: PlaceButton) -> None:
        super().__init__(button, QAccessible.Role.PageTab, button.text())
        self._button = button

    @virtual(QAccessible.State)
    def state(self) -> QAccessible.State:
        state = super().state()
        state.selectable, state.selected = True, self._button.isChecked()
        return state

    @virtual(list[str])
    def actionNames(self) -> list[str]:
        return [tr("Press")]

    @handler
    def doAction(self, _name: str) -> None:
        self._button.click()


class Rail(QWidget):
    """The places, one below the other, or beside each other at the bottom of a narrow window.

    Tab stops once; the arrow keys go on, and open what they come to.

    Args:
        places: in their order.
        pages: opens them.
        foot: the actions below them, by name, with their icons.

    Attributes:
        buttons: by the names of the places and actions.
    """

    def __init__(
        self,
        places: Sequence[FeaturePage],
        pages: Pages,
        foot: Mapping[str, QAction],
        theme: ThemeManager,
    ) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAccessibleName(tr("Places"))
        self._pages, self._theme = pages, theme
        self.buttons: dict[str, RailButton] = {}
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(_PAD, _PAD, _PAD, _PAD)
        self._box.setSpacing(_PAD // 2)
        for page in places:
            button = self._add(page.name, PlaceButton(tr(page.title), page.icon, theme))
            button.clicked.connect(lambda _=False, name=page.name: pages.go(name))
        self._gap = QWidget()
        self._box.addWidget(self._gap, 1)
        self._foot = [self._add_action(name, foot[name]) for name in _FOOT if name in foot]
        pages.changed.connect(self.refresh)
        self.refresh()

    def _add(self, name: str, button: RailButton) -> RailButton:
        self.buttons[name] = button
        self._box.addWidget(button)
        return button

    def _add_action(self, name: str, action: QAction) -> RailButton:
        icon, text = _FOOT_FACES[name]
        button = self._add(name, RailButton(tr(text), icon, self._theme))
        button.clicked.connect(action.trigger)
        return button

    @Slot()
    def refresh(self) -> None:
        """Show which place is open, and where something goes on."""
        for page in self._pages.places:
            button = self.buttons.get(page.name)
            if button is not None:
                button.setChecked(page.name == self._pages.place)
                button.mark(self._pages.is_busy(page.name))

    def arrange(self, size: QSize) -> bool:
        """Suit a size of the window; return whether the rail lies at its bottom."""
        bottom = size.width() < BAR_BELOW
        tall = size.height() >= _WORDS_HEIGHT * self._theme.text_scale
        worded = bottom or (size.width() >= WORDS_FROM and tall)
        directions = QBoxLayout.Direction
        self._box.setDirection(directions.LeftToRight if bottom else directions.TopToBottom)
        self._gap.setVisible(not bottom)
        across = QSizePolicy.Policy.Expanding if bottom else QSizePolicy.Policy.Preferred
        for button in self.buttons.values():
            button.name(worded)
            button.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        for button in self._foot:  # a bar has no room for them: the menus and More have them
            button.setVisible(not bottom)
        return bottom

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:
        """Return the room of the icons: words go where the window gets smaller."""
        side = self._theme.px(RAIL_ICON) + 2 * _PAD
        shown = sum(not button.isHidden() for button in self.buttons.values())
        along = shown * (side + self._box.spacing()) + 2 * _PAD
        across = side + 2 * _PAD
        is_column = self._box.direction() == QBoxLayout.Direction.TopToBottom
        return QSize(across, along) if is_column else QSize(along, across)

    @handler
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        theme, painter = self._theme.theme, QPainter(self)
        painter.fillRect(self.rect(), theme.colour("rail"))
        painter.setPen(theme.colour("line"))
        if self.width() < self.height():
            x = self.width() - 1 if self.isLeftToRight() else 0
            painter.drawLine(x, 0, x, self.height())
        else:
            painter.drawLine(0, 0, self.width(), 0)
        painter.end()


_FOOT_FACES = {"settings": ("settings-2", "Settings"), "manual": ("circle-question-mark", "Help")}
"""The icons and words of the actions at the foot."""


def _spoken_rail(rail: Rail) -> QAccessibleWidget:
    return QAccessibleWidget(rail, QAccessible.Role.PageTabList, tr("Places"))


speak_as(Rail, _spoken_rail)
speak_as(PlaceButton, _SpokenPlace)
