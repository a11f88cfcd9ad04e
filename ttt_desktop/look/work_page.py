"""A page on which some work is asked for and its outcome is seen, with a notice above."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from ttt_desktop.look.flow import FlowRow
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import S2, S4, S5
from ttt_desktop.look.pages import ScrollPage, Two
from ttt_desktop.look.parts import OUTLINED, Button
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import Notice

_MOST = 1000
"""The stretch of what takes all the room that it may."""


class WorkPage(QWidget):
    """A page with a notice above. It scrolls up and down, and never sideways.

    Args:
        theme: the look.

    Attributes:
        notice: the sentence above everything.
        button: the buttons, by name.
    """

    def __init__(self, theme: ThemeManager) -> None:
        super().__init__()
        self.theme = theme
        self.notice = Notice()
        self.button: dict[str, Button] = {}
        self._area = ScrollPage(theme)
        self._wide: _Main | None = None
        held = QVBoxLayout()
        held.setContentsMargins(S5, 0, S5, S2)
        held.addWidget(self.notice)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(held)
        column.addWidget(self._area, 1)

    def make_button(
        self, name: str, text: str, tip: str, act: Callable[[], object], icon: str = "",
        kind: str = OUTLINED,
    ) -> Button:  # fmt: skip
        """Make one of the page's buttons."""
        self.button[name] = button = Button(self.theme, text, icon, kind)
        explain(button, tip)
        button.clicked.connect(act)
        return button

    def lay_out(self, *parts: QWidget) -> None:
        """Put parts onto the page, from above; the last one takes the room that is left."""
        for part in parts:
            self._area.box.addWidget(part, int(part is parts[-1]))

    def lay_beside(self, main: Iterable[QWidget], aside: Iterable[QWidget]) -> None:
        """Put a wide column and a narrow one below what is on the page, beside each other.

        Where both have no room, the narrow one lies below the other.
        """
        self._wide = _Main(main)
        two = Two(self.theme, [self._wide], [*aside, spring()])
        self._area.box.addWidget(two, 1)

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        if self._wide is not None:
            self._wide.limit(event.size().height() - S2 - S5)

    @Slot(str)
    def tell(self, sentence: str) -> None:
        """Say something above everything."""
        self.notice.tell(sentence[:1].upper() + sentence[1:])


class _Main(QWidget):
    """A page's wide column: as high as what is seen of the page, however long the other one is.

    Args:
        parts: what lies in it, from above.
    """

    def __init__(self, parts: Iterable[QWidget]) -> None:
        super().__init__()
        self._room = 0
        self._held = QWidget()
        self._column = QVBoxLayout(self._held)
        outer = QVBoxLayout(self)
        for column in (self._column, outer):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(S4)
        for part in parts:
            self._column.addWidget(part)
        outer.addWidget(self._held, _MOST)
        outer.addStretch(1)

    def limit(self, room: int) -> None:
        """Be no higher than this, in pixels, unless what lies in it needs more."""
        self._room = room
        self._fit()

    def _fit(self) -> None:
        column = self._column
        needed = column.sizeHint().height()
        if column.hasHeightForWidth():
            needed = column.totalHeightForWidth(self.width())
        self._held.setMaximumHeight(max(self._room, needed))

    @virtual(bool)
    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit()
        return handled


def spring() -> QWidget:
    """Return what takes the room that a column leaves, so that its cards keep their heights."""
    room = QWidget()
    room.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    room.setMinimumHeight(0)
    return room


def row_of(*widgets: QWidget, gap: int = S4) -> QWidget:
    """Return widgets in a row that goes on below where it is too narrow for all of them."""
    row = FlowRow(gap)
    row.setContentsMargins(0, 0, 0, 0)
    part = QWidget()
    for widget in widgets:
        row.addWidget(widget)
    part.setLayout(row)
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    policy.setHeightForWidth(True)
    part.setSizePolicy(policy)
    return part
