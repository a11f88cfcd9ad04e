"""A switch between a few choices, all of which are seen."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import BODY, CORNER, S1, S2, STEPPER
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.theme import ThemeManager


class _Segment(QAbstractButton):
    """One choice of a switch."""

    def __init__(self, theme: ThemeManager, text: str) -> None:
        super().__init__()
        self._theme = theme
        self.setText(text)
        self.setToolTip(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    @property
    def _letters(self) -> QFont:
        weight = QFont.Weight.DemiBold if self.isChecked() else QFont.Weight.Medium
        return self._theme.font(BODY, weight)

    @virtual(QSize)
    def sizeHint(self) -> QSize:
        width = QFontMetrics(self._theme.font(BODY, QFont.Weight.DemiBold)).horizontalAdvance(
            self.text()
        )
        return QSize(width + 2 * S2, self._theme.px(STEPPER))

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(STEPPER), self._theme.px(STEPPER))

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, box = self._theme.theme, QRectF(self.rect()).adjusted(2, 2, -2, -2)
        painter = QPainter(self)
        if self.isChecked():
            rounded(painter, box, CORNER - 2, theme.surface, theme.edge)
        painter.setFont(self._letters)
        painter.setPen(theme.colour("ink" if self.isChecked() else "muted"))
        if not self.isEnabled():
            painter.setOpacity(0.6)
        room = box.adjusted(S1, 0, -S1, 0)
        text = QFontMetrics(self._letters).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()


class Switch(QWidget):
    """Lets one of a few values be chosen.

    Args:
        theme: the look.
        choices: the values and their titles, in order.

    Signals:
        changed(str): the user chose another value.
    """

    changed = Signal(object)

    def __init__(self, theme: ThemeManager, choices: Mapping[str, str]) -> None:
        super().__init__()
        self._theme = theme
        self._group = QButtonGroup(self)
        self.segments: dict[str, QAbstractButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        for value, title in choices.items():
            self.segments[value] = segment = _Segment(theme, title)
            self._group.addButton(segment)
            row.addWidget(segment, len(title))
        self._group.buttonClicked.connect(self._choose)
        theme.changed.connect(self.update)

    def value(self) -> str:
        """Return the value that is chosen."""
        return next((value for value, part in self.segments.items() if part.isChecked()), "")

    def set_value(self, value: str) -> None:
        """Show a value."""
        self.segments[value].setChecked(True)

    @Slot()
    def _choose(self) -> None:
        self.changed.emit(self.value())

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        theme, painter = self._theme.theme, QPainter(self)
        rounded(painter, QRectF(self.rect()), CORNER + 1, theme.sunken, theme.line)
        painter.end()
