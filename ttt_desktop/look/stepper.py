"""A choice of several that have an order: a level, a size."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QSizePolicy,
    QSpinBox,
)

from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import (
    BODY,
    CONTROL,
    CORNER,
    S1,
    S4,
    S5,
    STEPPER,
)
from ttt_desktop.look.paint import rounded
from ttt_desktop.look.theme import ThemeManager

_ELLIPSIS = Qt.TextElideMode.ElideRight
_MIDDLE = Qt.AlignmentFlag.AlignCenter


class Stepper(QSpinBox):
    """One choice of several that have an order: ‹ 4 · Medium ›.

    One stop of the tab key. The arrow keys, the number keys and a click beside the text change it;
    the wheel does where the keyboard is on it. A screen reader says it as a spin box.

    Args:
        theme: the look.
        name: what is chosen, for a screen reader.
        texts: what it says at each value, from the lowest on.
        first: the value of the first text.
    """

    def __init__(
        self, theme: ThemeManager, name: str, texts: Sequence[str], first: int = 1
    ) -> None:
        super().__init__()
        self._theme, self._texts = theme, tuple(texts)
        self.setAccessibleName(name)
        self.setRange(first, first + len(self._texts) - 1)
        self.lineEdit().hide()  # the text is drawn
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)
        self._dress()

    def set_texts(self, texts: Sequence[str]) -> None:
        """Say other words at the same values, such as a level's on another board."""
        self._texts = tuple(texts)
        self.setMaximum(self.minimum() + len(self._texts) - 1)
        value = self.value()
        with_text = self.textFromValue(value)
        self.lineEdit().setText(with_text)
        self.updateGeometry()
        self.update()

    @Slot()
    def _dress(self) -> None:
        self.setFont(self._theme.font(BODY, QFont.Weight.Medium))
        self.updateGeometry()

    @virtual(str)
    def textFromValue(self, value: int) -> str:  # noqa: D102
        place = value - self.minimum()
        return self._texts[place] if 0 <= place < len(self._texts) else ""

    @virtual(int)
    def valueFromText(self, text: str) -> int:  # noqa: D102
        return self.minimum() + self._texts.index(text) if text in self._texts else self.value()

    @virtual(QSize)
    def sizeHint(self) -> QSize:  # noqa: D102
        return self._size(S5 + S1)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return self._size(S4)

    def _size(self, beside: int) -> QSize:
        metrics = QFontMetricsF(self.font())
        wide = max(map(metrics.horizontalAdvance, self._texts), default=0)
        return QSize(round(wide + 2 * self._theme.px(beside)), self._theme.px(CONTROL))

    def ring(self) -> QRect:
        """Return what the keyboard's ring goes around."""
        height = min(self.height(), self._theme.px(STEPPER))
        return QRect(0, (self.height() - height) // 2, self.width(), height)

    @virtual(bool)
    def event(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # No text is typed here: letters stay the window's shortcuts.
            event.setAccepted(self._value_of(event) is not None)
            return True
        return super().event(event)

    def _value_of(self, event: QKeyEvent) -> int | None:
        """Return the value that a key asks for; None where it asks for none."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return None
        forward = -1 if self._is_mirrored() else 1
        steps = {
            Qt.Key.Key_Left: -forward, Qt.Key.Key_Right: forward, Qt.Key.Key_Down: -1,
            Qt.Key.Key_Up: 1,
        }  # fmt: skip
        if event.key() in steps:
            return self.value() + steps[Qt.Key(event.key())]
        if event.key() in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            return self.minimum() if event.key() == Qt.Key.Key_Home else self.maximum()
        digit = event.text()
        if digit.isdecimal() and self.minimum() <= int(digit) <= self.maximum():
            return int(digit)
        return None

    @handler
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        value = self._value_of(event)
        if value is None:
            event.ignore()
        else:
            self.setValue(value)

    @handler
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.button() == Qt.MouseButton.LeftButton:
            at_left = event.position().x() < self.width() / 2
            self.stepBy(-1 if at_left != self._is_mirrored() else 1)

    @handler
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        event.accept()  # a spin box would look for its arrows

    @handler
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        event.accept()

    @handler
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()  # the page scrolls

    @handler
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: D102
        event.ignore()

    def _is_mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    @handler
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102
        painter, theme, box = QPainter(self), self._theme.theme, QRectF(self.ring())
        on = self.isEnabled()
        rounded(painter, box, CORNER, theme.surface, theme.edge if on else theme.line)
        side = self._theme.px(S4)
        room = self.width() - 2 * (side + S1)
        ends = self.value() == self.minimum(), self.value() == self.maximum()
        names = ("chevron-left", "chevron-right")
        lefts = (S1, self.width() - S1 - side)
        for name, x, end in zip(
            names, lefts, reversed(ends) if self._is_mirrored() else ends, strict=True
        ):
            colour = theme.off if end or not on else theme.muted
            picture = self._theme.icon(name, side, colour, self.devicePixelRatioF())
            painter.drawPixmap(QPoint(x, round(box.center().y() - side / 2)), picture)
        painter.setPen(QColor(theme.ink if on else theme.off))
        text = self.fontMetrics().elidedText(self.textFromValue(self.value()), _ELLIPSIS, room)
        painter.drawText(box, _MIDDLE, text)
        painter.end()
