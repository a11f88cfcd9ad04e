"""How the style draws progress bars, scroll bars, sliders, and fields with buttons."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QProxyStyle,
    QStyle,
    QStyleOption,
    QStyleOptionProgressBar,
    QStyleOptionSlider,
    QStyleOptionSpinBox,
    QWidget,
)

from ttt_desktop.look.colours import Theme
from ttt_desktop.look.control_places import ControlPlaces, Dresser, has, is_upright
from ttt_desktop.look.controls import draw_box
from ttt_desktop.look.measures import S1, S2, S4
from ttt_desktop.look.paint import rounded

_BAR = 8
"""The width of a scroll bar's handle, and twice the radius of a progress bar's corners."""

_KNOB = 16
"""The diameter of a slider's knob, in pixels at the usual text size."""

_C, _CC, _SC, _State = (
    QStyle.ControlElement,
    QStyle.ComplexControl,
    QStyle.SubControl,
    QStyle.StateFlag,
)


class BarPainter:
    """Draws bars, sliders and fields with buttons in the theme's colours.

    Args:
        look: what it draws with.
        places: where parts lie.
        style: what it builds on draws the rest.
    """

    def __init__(self, look: Dresser, places: ControlPlaces, style: QProxyStyle) -> None:
        self._look, self._places, self._style = look, places, style

    @property
    def _theme(self) -> Theme:
        return self._look.theme

    def groove(self, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        """Paint what a progress bar fills."""
        rounded(painter, QRectF(option.rect), _BAR / 2, self._theme.line)

    def progress(self, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        """Paint how far a progress bar is."""
        if not isinstance(option, QStyleOptionProgressBar):
            return
        if option.maximum <= option.minimum:  # nobody knows how far it is: Fusion's moves
            self._style.baseStyle().drawControl(_C.CE_ProgressBarContents, option, painter, widget)
            return
        share = (option.progress - option.minimum) / (option.maximum - option.minimum)
        done = QRectF(option.rect)
        done.setWidth(done.width() * max(0.0, min(1.0, share)))
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        if mirrored != option.invertedAppearance:
            done.moveRight(QRectF(option.rect).right())
        rounded(painter, done, _BAR / 2, self._theme.accent)

    def scroll_bar(self, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        """Paint a scroll bar's handle."""
        if not isinstance(option, QStyleOptionSlider) or option.maximum <= option.minimum:
            return
        box = QRectF(self._places.in_scroll_bar(option, _SC.SC_ScrollBarSlider))
        across = (box.width() if is_upright(option) else box.height()) - _BAR
        if is_upright(option):
            box.adjust(across / 2, 2, -across / 2, -2)
        else:
            box.adjust(2, across / 2, -2, -across / 2)
        lit = has(option, _State.State_MouseOver) or has(option, _State.State_Sunken)
        rounded(painter, box, _BAR / 2, self._theme.muted if lit else self._theme.edge)

    def combo_box(self, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        """Paint a combo box."""
        on = has(option, _State.State_Enabled)
        draw_box(painter, option.rect, self._theme, on)
        side, box = self._look.px(S4), option.rect
        place = QRect(box.right() - S2 - side, box.center().y() - side // 2 + 1, side, side)
        place = QStyle.visualRect(option.direction, box, place)
        self._symbol(painter, "chevron-down", place, on)

    def _symbol(self, painter: QPainter, name: str, place: QRect, is_on: bool) -> None:
        colour = self._theme.muted if is_on else self._theme.off
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(place.topLeft(), self._look.icon(name, place.width(), colour, ratio))

    def spin_box(self, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        """Paint a spin box with its two buttons."""
        on = has(option, _State.State_Enabled)
        draw_box(painter, option.rect, self._theme, on)
        if not isinstance(option, QStyleOptionSpinBox):
            return
        if option.buttonSymbols == QAbstractSpinBox.ButtonSymbols.NoButtons:
            return
        flags = QAbstractSpinBox.StepEnabledFlag
        for part, name, flag in (
            (_SC.SC_SpinBoxDown, "minus", flags.StepDownEnabled),
            (_SC.SC_SpinBoxUp, "plus", flags.StepUpEnabled),
        ):
            place = QStyle.visualRect(
                option.direction, option.rect, self._places.in_spin_box(option, part)
            )
            side = self._look.px(S4)
            symbol = QRect(0, 0, side, side)
            symbol.moveCenter(place.center())
            if option.activeSubControls == part and has(option, _State.State_Sunken):
                rounded(painter, QRectF(place).adjusted(1, 3, -1, -3), S1, self._theme.sunken)
            self._symbol(painter, name, symbol, on and bool(option.stepEnabled & flag))

    def slider(self, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        """Paint a slider."""
        if not isinstance(option, QStyleOptionSlider):
            return
        theme, upright = self._theme, is_upright(option)
        part = _SC.SC_SliderHandle
        handle = self._style.baseStyle().subControlRect(_CC.CC_Slider, option, part, widget)
        knob, box = QPointF(QRectF(handle).center()), QRectF(option.rect)
        accent = theme.accent if has(option, _State.State_Enabled) else theme.off
        half = S1 / 2
        if upright:
            knob.setX(box.center().x())
            groove = QRectF(knob.x() - half, box.top() + S1, S1, box.height() - S2)
            done = QRectF(groove)
            (done.setBottom if option.upsideDown is False else done.setTop)(knob.y())
        else:
            knob.setY(box.center().y())
            groove = QRectF(box.left() + S1, knob.y() - half, box.width() - S2, S1)
            done = QRectF(groove)
            (done.setLeft if option.upsideDown else done.setRight)(knob.x())
        if option.tickPosition and not upright:
            self._ticks(option, painter, groove)
        rounded(painter, groove, half, theme.line if not theme.strong else theme.off)
        rounded(painter, done, half, accent)
        radius = self._look.px(_KNOB) / 2
        around = QRectF(knob.x() - radius, knob.y() - radius, 2 * radius, 2 * radius)
        rounded(painter, around, radius, theme.surface, accent, radius / 2)

    def _ticks(self, option: QStyleOptionSlider, painter: QPainter, groove: QRectF) -> None:
        """Paint small lines below a slider's groove, one each interval."""
        top = groove.center().y() + self._look.px(_KNOB) / 2 + 1
        for value in range(option.minimum, option.maximum + 1, max(1, option.tickInterval)):
            place = QStyle.sliderPositionFromValue(
                option.minimum, option.maximum, value, round(groove.width()), option.upsideDown
            )
            painter.fillRect(QRectF(groove.left() + place, top, 1, S1), QColor(self._theme.edge))
