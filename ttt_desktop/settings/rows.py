"""What the settings dialog is made of: a row for each setting, and the list of sections."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QFrame,
    QLabel,
    QListView,
    QListWidget,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import BODY, CAPTION, CONTROL, S1, S2, S4
from ttt_desktop.look.parts import Words
from ttt_desktop.look.text import tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import narrow
from ttt_desktop.settings.declarations import Applies, Option
from ttt_desktop.settings.players import PlayerField

_FIELD = 190
"""The width of what a setting is set with beside its words, in pixels at the usual text size."""

_BESIDE_FROM = 380
"""From this width on both stand beside each other, in pixels at the usual text size."""

_PLAYER_FROM = 540
"""The same, of the long labels of a player's numbers and their sliders."""

_LETTERS = 10
"""The least width of a list to choose from, in letters."""


class SettingRow(QWidget):
    """A setting's name and what it does, and the field beside or below these.

    Attributes:
        said: all that is said of it, in small letters, to be searched.
    """

    def __init__(self, theme: ThemeManager, option: Option, field: QWidget) -> None:
        super().__init__()
        self._theme, self._field = theme, field
        label = tr(option.label)
        about = f"{tr(option.help).rstrip('.')}."
        if option.applies is Applies.NEW_GAME:
            about = f"{about} {tr('Takes effect from the next new game.')}"
        words = QVBoxLayout()
        words.setSpacing(S1)
        title = Words(theme, label, BODY, QFont.Weight.Medium, wrap=True)
        title.setBuddy(field)
        words.addWidget(title)
        words.addWidget(Words(theme, about, CAPTION, colour="muted", wrap=True))
        words.addStretch(1)
        if isinstance(field, QCheckBox):
            field.setText("")
        if isinstance(field, QComboBox):
            narrow(field, _LETTERS)
        self._row = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._row.setContentsMargins(0, S2, 0, S2)
        self._row.setSpacing(S2)
        self._row.addLayout(words, 1)
        self._row.addWidget(field)
        parts = [label, about, option.group.value, *map(tr, option.choices.values())]
        self._said = " ".join(parts).casefold()
        theme.changed.connect(self._bend)
        if isinstance(field, PlayerField):
            field.changed.connect(self._bend)
        self._bend()

    @property
    def said(self) -> str:
        """All that is said of the setting, in small letters."""
        labels = (child.text() for child in self._field.findChildren(QLabel))
        tips = (child.toolTip() for child in self._field.findChildren(QWidget))
        return " ".join((self._said, *labels, *tips)).casefold()

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._bend()

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        # Of the bent form: the row's own would keep the dialog from being narrower.
        field = self._field
        parts = field.parts() if isinstance(field, PlayerField) else [field]
        least = max(part.minimumSizeHint().width() for part in parts)
        return QSize(least, super().minimumSizeHint().height())

    @Slot()
    def _bend(self) -> None:
        px, direction = self._theme.px, QBoxLayout.Direction
        if isinstance(self._field, PlayerField):  # it has rows of its own
            beside_from = _PLAYER_FROM if self._field.has_numbers else _BESIDE_FROM
            self._field.bend(self.width() < px(beside_from))
            return
        has_room = self.width() >= px(_BESIDE_FROM)
        self._row.setDirection(direction.LeftToRight if has_room else direction.TopToBottom)
        self._field.setMinimumHeight(px(CONTROL))
        self._field.setMinimumWidth(px(_FIELD) if has_room else 0)
        self._field.setMaximumWidth(px(_FIELD) if has_room else self.maximumWidth())

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setPen(self._theme.theme.colour("line"))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()


class SectionList(QListWidget):
    """The sections' names, one below the other at the side, or in lines above.

    Args:
        theme: the look: its rows grow with the text.
        names: of the sections.
    """

    def __init__(self, theme: ThemeManager, names: Sequence[str]) -> None:
        super().__init__()
        self._theme = theme
        self.addItems(list(names))
        self.setAccessibleName(tr("Sections of the settings"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSpacing(2)
        self.viewport().setAutoFillBackground(False)
        self._beside = True
        theme.changed.connect(self._size_rows)
        self._size_rows()

    @Slot()
    def _size_rows(self) -> None:
        """Make the rows as high as a finger needs, and as wide as their names."""
        letters = QFontMetrics(self._theme.font())
        for place in range(self.count()):
            item = self.item(place)
            wide = letters.horizontalAdvance(item.text()) + S4 + S2
            item.setSizeHint(QSize(wide, self._theme.px(CONTROL)))

    def stand(self, beside: bool) -> None:
        """Stand at the side, or above."""
        flow = QListView.Flow.TopToBottom if beside else QListView.Flow.LeftToRight
        if self.flow() != flow or beside != self._beside:
            self._beside = beside
            self.setFlow(flow)
            self.setWrapping(not beside)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Expanding if beside else policy.Fixed)
        self.updateGeometry()

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.updateGeometry()  # another width may ask for more lines, or fewer

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        row = self._theme.px(CONTROL) + S1
        if self._beside:
            return QSize(self.sizeHintForColumn(0) + S4, self.count() * row)
        lines, left = 1, 0
        for place in range(self.count()):
            wide = self.item(place).sizeHint().width() + S1
            if left and left + wide > self.width():
                lines, left = lines + 1, 0
            left += wide
        return QSize(0, lines * row + S1)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(0, self.sizeHint().height() if not self._beside else 0)
