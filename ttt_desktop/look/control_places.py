"""Where the parts of Qt's own controls lie, and what the style draws with."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QStyle,
    QStyleOption,
    QStyleOptionComplex,
    QStyleOptionFrame,
    QStyleOptionSlider,
    QStyleOptionSpinBox,
)

from ttt_desktop.look.colours import Theme
from ttt_desktop.look.measures import S1, S2, S3, S4

STEP = 22
"""The width of each of a spin box's two buttons, in pixels at the usual text size."""

_LEAST_HANDLE = 28
"""The least length of a scroll bar's handle."""

_SC = QStyle.SubControl


class Dresser(Protocol):
    """What the style draws with.

    Attributes:
        theme: the colours.
    """

    theme: Theme

    def px(self, pixels: float) -> int: ...  # noqa: D102

    def icon(  # noqa: D102
        self, name: str, side: int, colour: str, ratio: float = 1.0
    ) -> QPixmap: ...


def has(option: QStyleOption, state: QStyle.StateFlag) -> bool:
    """Whether a control is in a state."""
    return bool(option.state & state)


def is_upright(option: QStyleOption) -> bool:
    """Whether a bar or a slider stands upright."""
    return isinstance(option, QStyleOptionSlider) and option.orientation == Qt.Orientation.Vertical


def has_frame(option: QStyleOption) -> bool:
    """Whether a field has a ground of its own: in a spin box or a combo box it has none."""
    return isinstance(option, QStyleOptionFrame) and option.lineWidth > 0


class ControlPlaces:
    """Tells where parts of controls lie.

    Args:
        look: how large text is.
    """

    def __init__(self, look: Dresser) -> None:
        self._look = look

    def in_spin_box(self, option: QStyleOptionSpinBox, part: QStyle.SubControl) -> QRect:
        """Return where a part lies where one reads from the left: the number, minus, plus."""
        whole, step = option.rect, self._look.px(STEP)
        if option.buttonSymbols == QAbstractSpinBox.ButtonSymbols.NoButtons:
            step = 0
        right = whole.right() + 1 - S1 // 2
        if part == _SC.SC_SpinBoxUp:
            return QRect(right - step, whole.top(), step, whole.height())
        if part == _SC.SC_SpinBoxDown:
            return QRect(right - 2 * step, whole.top(), step, whole.height())
        if part == _SC.SC_SpinBoxEditField:
            return whole.adjusted(S1, 1, -2 * step - S1 // 2, -1)
        return QRect(whole)

    def in_combo_box(self, option: QStyleOptionComplex, part: QStyle.SubControl) -> QRect | None:
        """Return where a part lies where one reads from the left; None for what Fusion knows."""
        whole, arrow = option.rect, self._look.px(S4) + S3
        if part == _SC.SC_ComboBoxEditField:
            return whole.adjusted(S2, 1, -arrow, -1)
        if part == _SC.SC_ComboBoxArrow:
            return QRect(whole.right() - arrow, whole.top(), arrow, whole.height())
        return None

    def in_scroll_bar(self, option: QStyleOptionSlider, part: QStyle.SubControl) -> QRect:
        """Return where a part of a scroll bar lies: it has no arrows, and all of it is groove."""
        whole, upright = option.rect, is_upright(option)
        length = whole.height() if upright else whole.width()
        range_ = option.maximum - option.minimum
        handle = length
        if range_ > 0:
            handle = option.pageStep * length // (range_ + option.pageStep)
            handle = min(length, max(handle, self._look.px(_LEAST_HANDLE)))
        begin = QStyle.sliderPositionFromValue(
            option.minimum, option.maximum, option.sliderPosition, length - handle,
            option.upsideDown,
        )  # fmt: skip
        parts = {
            _SC.SC_ScrollBarSlider: (begin, handle),
            _SC.SC_ScrollBarSubPage: (0, begin),
            _SC.SC_ScrollBarAddPage: (begin + handle, length - begin - handle),
            _SC.SC_ScrollBarGroove: (0, length),
        }
        if part not in parts:
            return QRect()
        start, size = parts[part]
        at = QPoint(0, start) if upright else QPoint(start, 0)
        extent = QSize(whole.width(), size) if upright else QSize(size, whole.height())
        return QRect(whole.topLeft() + at, extent)
