"""How the style draws boxes, buttons, frames, headers and tabs."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPlainTextEdit,
    QProxyStyle,
    QPushButton,
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionHeader,
    QStyleOptionTab,
    QTextEdit,
    QWidget,
)

from ttt_desktop.look.colours import Theme
from ttt_desktop.look.control_places import Dresser, has, has_frame
from ttt_desktop.look.measures import CORNER, S1, S2
from ttt_desktop.look.paint import rounded

_FILLED = "filled"
"""The property of the one button of a view that is filled."""

_E, _C, _SE, _State = (
    QStyle.PrimitiveElement,
    QStyle.ControlElement,
    QStyle.SubElement,
    QStyle.StateFlag,
)


def fill(button: QPushButton, is_filled: bool = True) -> None:
    """Make a button the filled one of its view, or no longer."""
    button.setProperty(_FILLED, is_filled)
    button.update()


def _is_filled(widget: QWidget | None) -> bool:
    return widget is not None and bool(widget.property(_FILLED))


def draw_box(painter: QPainter, box: QRect, theme: Theme, is_on: bool) -> None:
    """Paint the ground of a field, a combo box or a spin box."""
    ground, line = (theme.surface, theme.edge) if is_on else (theme.sunken, theme.line)
    rounded(painter, QRectF(box), CORNER, ground, line)


class ControlPainter:
    """Draws controls in the theme's colours.

    Args:
        look: what it draws with.
        style: asked for the places of parts; what it builds on draws texts.
    """

    def __init__(self, look: Dresser, style: QProxyStyle) -> None:
        self._look, self._style = look, style

    @property
    def _theme(self) -> Theme:
        return self._look.theme

    def field(self, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        """Paint a field's ground."""
        if has_frame(option):  # in a spin box or a combo box, that paints the ground
            draw_box(painter, option.rect, self._theme, has(option, _State.State_Enabled))

    def check_box(self, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        """Paint a check box."""
        theme, box = self._theme, option.rect
        checked, partly = has(option, _State.State_On), has(option, _State.State_NoChange)
        ground, line, ink = self._of_a_box(option, checked or partly)
        rounded(painter, QRectF(box), S1, ground, line)
        if checked:
            side = min(box.width(), box.height())
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(box.topLeft(), self._look.icon("check", side, ink, ratio))
        elif partly:
            middle = QRectF(box).center()
            half = box.width() / 4
            bar = QRectF(middle.x() - half, middle.y() - 1, 2 * half, 2)
            painter.fillRect(bar, QColor(theme.accent_ink))

    def radio_button(
        self, option: QStyleOption, painter: QPainter, _widget: QWidget | None
    ) -> None:
        """Paint a radio button."""
        box, checked = QRectF(option.rect), has(option, _State.State_On)
        ground, line, ink = self._of_a_box(option, checked)
        rounded(painter, box, box.width() / 2, ground, line, 1.5)  # a curve is drawn thinner
        if checked:
            inset = box.width() * 0.3
            dot = box.adjusted(inset, inset, -inset, -inset)
            rounded(painter, dot, dot.width() / 2, ink)

    def checked(self, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        """Paint a check box and its text."""
        self._parts(option, painter, widget, (_SE.SE_CheckBoxIndicator, _E.PE_IndicatorCheckBox),
                    (_SE.SE_CheckBoxContents, _C.CE_CheckBoxLabel))  # fmt: skip

    def checked_of_several(
        self, option: QStyleOption, painter: QPainter, widget: QWidget | None
    ) -> None:
        """Paint a radio button and its text."""
        indicator = (_SE.SE_RadioButtonIndicator, _E.PE_IndicatorRadioButton)
        label = (_SE.SE_RadioButtonContents, _C.CE_RadioButtonLabel)
        self._parts(option, painter, widget, indicator, label)

    def _parts(
        self,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None,
        indicator: tuple[QStyle.SubElement, QStyle.PrimitiveElement],
        label: tuple[QStyle.SubElement, QStyle.ControlElement],
    ) -> None:
        """Paint the box and the text of a check box or radio button, each where it lies."""
        if isinstance(option, QStyleOptionButton):
            part = QStyleOptionButton(option)
            part.rect = self._style.subElementRect(indicator[0], option, widget)  # type: ignore[arg-type]
            self._style.drawPrimitive(indicator[1], part, painter, widget)
            part.rect = self._style.subElementRect(label[0], option, widget)  # type: ignore[arg-type]
            self._style.baseStyle().drawControl(label[1], part, painter, widget)

    def _of_a_box(self, option: QStyleOption, checked: bool) -> tuple[str, str, str]:
        """Return the ground, the outline and the mark's colour of a check box or radio button."""
        theme = self._theme
        if not has(option, _State.State_Enabled):
            return (theme.off, theme.off, theme.surface) if checked else (
                theme.sunken, theme.line, theme.off
            )  # fmt: skip
        ground = theme.accent if checked else theme.surface
        return ground, theme.accent if checked else theme.edge, theme.accent_ink

    def button(self, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        """Paint a button's ground."""
        theme, filled = self._theme, _is_filled(widget)
        lit = has(option, _State.State_MouseOver) or has(option, _State.State_Sunken)
        features = option.features if isinstance(option, QStyleOptionButton) else None
        kinds = QStyleOptionButton.ButtonFeature
        flat = features is not None and bool(features & kinds.Flat)
        ground: str | None = theme.sunken if lit else theme.surface
        line: str | None = theme.edge
        if not has(option, _State.State_Enabled):
            ground, line = (theme.sunken if filled else None), theme.line
        elif has(option, _State.State_On):
            ground, line = theme.accent_soft, theme.accent
        elif filled:
            ground, line = theme.accent, theme.ink if lit else theme.accent
        elif flat:
            ground, line = (theme.sunken if lit else None), None
        elif features is not None and features & kinds.DefaultButton:
            line = theme.accent
        rounded(painter, QRectF(option.rect), CORNER, ground, line)

    def button_label(self, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        """Paint what a button says, in its ground's ink."""
        ink = ""
        if has(option, _State.State_Enabled):
            if has(option, _State.State_On):
                ink = self._theme.accent
            elif _is_filled(widget):
                ink = self._theme.accent_ink
        if ink and isinstance(option, QStyleOptionButton):
            option = QStyleOptionButton(option)
            palette = QPalette(option.palette)
            palette.setColor(QPalette.ColorRole.ButtonText, QColor(ink))
            option.palette = palette
        self._style.baseStyle().drawControl(_C.CE_PushButtonLabel, option, painter, widget)

    def tool_button(self, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        """Paint a tool button's ground."""
        theme = self._theme
        ground = line = None
        if has(option, _State.State_On):
            ground, line = theme.accent_soft, theme.accent
        elif has(option, _State.State_Enabled):
            raised = not has(option, _State.State_AutoRaise)
            line = theme.edge if raised else None
            if has(option, _State.State_MouseOver) or has(option, _State.State_Sunken):
                ground = theme.sunken
            elif raised:
                ground = theme.surface
        elif not has(option, _State.State_AutoRaise):
            line = theme.line
        rounded(painter, QRectF(option.rect), CORNER, ground, line)

    def item_focus(self, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        """Paint where the keyboard is in a list; elsewhere the ring shows it."""
        if isinstance(widget, QAbstractItemView):  # elsewhere, the ring is around the control
            rounded(painter, QRectF(option.rect), S1, None, self._theme.accent, 2)

    def tip(self, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        """Paint a tooltip's ground."""
        self._outline(painter, option.rect, self._theme.surface, self._theme.edge)

    def frame(self, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        """Paint the frame of a list or a text."""
        typed = isinstance(widget, QPlainTextEdit | QTextEdit) and not widget.isReadOnly()
        self._outline(painter, option.rect, None, self._theme.edge if typed else self._theme.line)

    def group(self, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        """Paint a group's frame."""
        rounded(painter, QRectF(option.rect), CORNER, None, self._theme.line)

    def tab_line(self, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        """Paint the line below tabs."""
        box = option.rect
        painter.fillRect(QRect(box.left(), box.top(), box.width(), 1), QColor(self._theme.line))

    @staticmethod
    def _outline(painter: QPainter, box: QRect, ground: str | None, line: str) -> None:
        painter.save()
        painter.setPen(QColor(line))
        painter.setBrush(QColor(ground) if ground else Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(0, 0, -1, -1))
        painter.restore()

    def header(self, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        """Paint the ground of a table's header."""
        theme, box = self._theme, option.rect
        if not isinstance(widget, QHeaderView):
            return  # the corner between a table's headers
        painter.fillRect(box, QColor(theme.window))
        if isinstance(option, QStyleOptionHeader):
            painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), QColor(theme.line))

    def tab(self, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
        """Paint a tab: a line in the accent below the chosen one."""
        if not isinstance(option, QStyleOptionTab):
            return
        theme, box = self._theme, option.rect
        lit = has(option, _State.State_MouseOver)
        if lit and not has(option, _State.State_Selected):
            rounded(painter, QRectF(box), CORNER, theme.sunken)
        if has(option, _State.State_Selected):
            line = QRect(box.left() + S2, box.bottom() - 2, box.width() - 2 * S2, 3)
            rounded(painter, QRectF(line), 1.5, theme.accent)
