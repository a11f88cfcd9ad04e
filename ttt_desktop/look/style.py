"""The style of Qt's own controls: Fusion, but for what it draws too thinly, too low or too small.

There is no style sheet: ``QApplication.setStyleSheet`` polishes every widget that exists, shown or
not, at every change of colours or text size. Only drawing, sizes and places of parts are
overridden: ``pixelMetric`` and ``styleHint`` are asked a hundred times as often.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QIcon, QPainter
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QProxyStyle,
    QPushButton,
    QStyle,
    QStyleOption,
    QStyleOptionComplex,
    QStyleOptionSlider,
    QStyleOptionSpinBox,
    QWidget,
)

from ttt_desktop.look.bars import BarPainter
from ttt_desktop.look.control_places import STEP, ControlPlaces, Dresser, has_frame, is_upright
from ttt_desktop.look.controls import ControlPainter
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CHIP, CONTROL, S1, S2, S3

_BOX = 18
"""The side of a check box or a radio button, in pixels at the usual text size."""

_ARROW = 16
"""The room that Fusion keeps for a spin box's arrows."""

_ENTRY = 30
"""The height of a menu's or a list's entry."""

Draw = Callable[[QStyleOption, QPainter, QWidget | None], None]

_E, _C, _CC = QStyle.PrimitiveElement, QStyle.ControlElement, QStyle.ComplexControl
_SE, _CT = QStyle.SubElement, QStyle.ContentsType


class LookStyle(QProxyStyle):
    """Fusion with the theme's fields, boxes, buttons, sliders, bars, tabs and headers.

    Args:
        look: what it draws with.
    """

    def __init__(self, look: Dresser) -> None:
        super().__init__("Fusion")
        self._look, self._places = look, ControlPlaces(look)
        controls, bars = ControlPainter(look, self), BarPainter(look, self._places, self)
        self._primitives: dict[QStyle.PrimitiveElement, Draw] = {
            _E.PE_FrameFocusRect: controls.item_focus,
            _E.PE_PanelLineEdit: controls.field,
            _E.PE_FrameLineEdit: _nothing,
            _E.PE_IndicatorCheckBox: controls.check_box,
            _E.PE_IndicatorItemViewItemCheck: controls.check_box,
            _E.PE_IndicatorRadioButton: controls.radio_button,
            _E.PE_PanelButtonCommand: controls.button,
            _E.PE_PanelButtonTool: controls.tool_button,
            _E.PE_PanelStatusBar: _nothing,
            _E.PE_FrameStatusBarItem: _nothing,
            _E.PE_PanelTipLabel: controls.tip,
            _E.PE_IndicatorDockWidgetResizeHandle: _nothing,
            _E.PE_Frame: controls.frame,
            _E.PE_FrameGroupBox: controls.group,
            _E.PE_FrameTabWidget: controls.tab_line,
            _E.PE_FrameTabBarBase: _nothing,
        }
        self._controls: dict[QStyle.ControlElement, Draw] = {
            _C.CE_PushButtonLabel: controls.button_label,
            _C.CE_CheckBox: controls.checked,
            _C.CE_RadioButton: controls.checked_of_several,
            _C.CE_ProgressBarGroove: bars.groove,
            _C.CE_ProgressBarContents: bars.progress,
            _C.CE_HeaderSection: controls.header,
            _C.CE_HeaderEmptyArea: controls.header,
            _C.CE_TabBarTabShape: controls.tab,
            _C.CE_ToolBar: _nothing,
        }
        self._complex: dict[QStyle.ComplexControl, Draw] = {
            _CC.CC_ScrollBar: bars.scroll_bar,
            _CC.CC_ComboBox: bars.combo_box,
            _CC.CC_SpinBox: bars.spin_box,
            _CC.CC_Slider: bars.slider,
        }

    @handler
    def drawPrimitive(  # noqa: D102
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        draw = self._primitives.get(element)
        if draw is not None:
            draw(option, painter, widget)
        else:
            super().drawPrimitive(element, option, painter, widget)

    @handler
    def drawControl(  # noqa: D102
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        draw = self._controls.get(element)
        if draw is not None:
            draw(option, painter, widget)
        else:
            super().drawControl(element, option, painter, widget)

    @handler
    def drawComplexControl(  # noqa: D102
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        draw = self._complex.get(control)
        if draw is not None:
            draw(option, painter, widget)
        else:
            super().drawComplexControl(control, option, painter, widget)

    @virtual(QRect)
    def subControlRect(  # noqa: D102
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        part: QStyle.SubControl,
        widget: QWidget | None = None,
    ) -> QRect:
        place: QRect | None = None
        if control == _CC.CC_SpinBox and isinstance(option, QStyleOptionSpinBox):
            place = self._places.in_spin_box(option, part)
        elif control == _CC.CC_ComboBox:
            place = self._places.in_combo_box(option, part)
        elif control == _CC.CC_ScrollBar and isinstance(option, QStyleOptionSlider):
            return self._places.in_scroll_bar(option, part)  # mirrored already
        if place is None:
            return super().subControlRect(control, option, part, widget)  # type: ignore[arg-type]
        return QStyle.visualRect(option.direction, option.rect, place)

    @virtual(QRect)
    def subElementRect(  # noqa: D102
        self, element: QStyle.SubElement, option: QStyleOption, widget: QWidget | None = None
    ) -> QRect:
        whole, side = option.rect, self._look.px(_BOX)
        if element in {_SE.SE_CheckBoxIndicator, _SE.SE_RadioButtonIndicator}:
            top = whole.top() + (whole.height() - side) // 2
            place = QRect(whole.left(), top, side, side)
            return QStyle.visualRect(option.direction, whole, place)
        if element in {_SE.SE_CheckBoxContents, _SE.SE_RadioButtonContents}:
            place = whole.adjusted(side + S2, 0, 0, 0)
            return QStyle.visualRect(option.direction, whole, place)
        if element in {_SE.SE_CheckBoxClickRect, _SE.SE_RadioButtonClickRect}:
            return whole
        place = super().subElementRect(element, option, widget)  # type: ignore[arg-type]
        if element == _SE.SE_LineEditContents and has_frame(option):
            place.adjust(S1, 0, -S1, 0)
        return place

    @virtual(QSize)
    def sizeFromContents(  # noqa: D102
        self,
        kind: QStyle.ContentsType,
        option: QStyleOption,
        contents: QSize,
        widget: QWidget | None = None,
    ) -> QSize:
        if kind in {_CT.CT_CheckBox, _CT.CT_RadioButton}:
            width = contents.width() + self._look.px(_BOX) + S2 + S1
            return QSize(width, max(contents.height(), CHIP, self._look.px(CONTROL)))
        size = super().sizeFromContents(kind, option, contents, widget)  # type: ignore[arg-type]
        wider, least = self._room_of(kind, option)
        size.setWidth(size.width() + wider)
        if kind == _CT.CT_Slider and is_upright(option):
            size.setWidth(max(size.width(), least))
        elif kind == _CT.CT_SpinBox:  # as high as the fields beside it
            size.setHeight(max(contents.height(), least))
        elif least:
            size.setHeight(max(size.height(), least))
        if kind == _CT.CT_ToolButton:
            size.setWidth(max(size.width(), least))
        return size

    def _room_of(self, kind: QStyle.ContentsType, option: QStyleOption) -> tuple[int, int]:
        """Return by how much a control is wider than Fusion's, and how high it is at least."""
        control = max(CHIP, self._look.px(CONTROL))  # a finger does not shrink with the text
        if kind == _CT.CT_SpinBox and isinstance(option, QStyleOptionSpinBox):
            steps = option.buttonSymbols != QAbstractSpinBox.ButtonSymbols.NoButtons
            return (2 * self._look.px(STEP) - _ARROW if steps else 0), control
        # (Tool buttons grow with their icons: a row of them must fit beside a board.)
        rooms = {
            _CT.CT_PushButton: (S3, control), _CT.CT_LineEdit: (S2, control),
            _CT.CT_ComboBox: (S3, control), _CT.CT_ToolButton: (0, CONTROL),
            _CT.CT_TabBarTab: (S3, control), _CT.CT_Slider: (0, control),
            _CT.CT_MenuItem: (0, self._look.px(_ENTRY)),
            _CT.CT_HeaderSection: (S2, self._look.px(_ENTRY)),
            _CT.CT_ItemViewItem: (0, self._look.px(_ENTRY)),
        }  # fmt: skip
        return rooms.get(kind, (0, 0))

    @virtual(QIcon)
    def standardIcon(  # noqa: D102
        self,
        picture: QStyle.StandardPixmap,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> QIcon:
        if isinstance(widget, QPushButton):  # words are enough on a dialog's buttons
            return QIcon()
        return super().standardIcon(picture, option, widget)


def _nothing(_option: QStyleOption, _painter: QPainter, _widget: QWidget | None) -> None:
    """Draw nothing."""
