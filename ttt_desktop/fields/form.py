"""The form builder: a widget for whatever a field declares, and forms that show and read them.

Settings, players' parameters, the lab and a class ask through it. How a form is laid out is its
owner's business: what is made here has names, help and bounds, and belongs to no layout yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import log10
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSlider,
    QSpinBox,
    QWidget,
)

from engine.specs import Field
from ttt_desktop.look.guard import handler, virtual
from ttt_desktop.look.measures import CONTROL, SPACE
from ttt_desktop.look.spoken import explain
from ttt_desktop.look.text import tr

NumberBox = QSpinBox | QDoubleSpinBox

_MOST = 10**9
"""The largest whole number that a box shows."""

_LONG = 10_000
"""Where whole numbers may be so large, their digits are in groups."""

_WIDE = 10**6
"""Where they may be larger still, an arrow goes a tenth of what is shown."""

_BOX = 110
"""The least width of a box for very large numbers, in pixels."""

_LINEAR_STEPS = 60
_STEPS_PER_DECADE = 20


class NumberSlider(QWidget):
    """A slider by powers of ten, and a box for the exact number.

    Args:
        name: what a screen reader calls the slider.

    Attributes:
        slider, box, row: its parts, and their layout.

    Signals:
        changed(object): another number was chosen.
    """

    changed = Signal(object)

    def __init__(self, box: NumberBox, name: str) -> None:
        super().__init__()
        self.box, self.slider = box, QSlider(Qt.Orientation.Horizontal)
        self._set_up()
        self.slider.setAccessibleName(name)
        self.slider.setToolTip(box.toolTip())
        self.slider.setAccessibleDescription(box.accessibleDescription())
        self.row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(SPACE)
        self.slider.setMinimumWidth(2 * CONTROL)  # less would have no step for most numbers
        self.row.addWidget(self.slider, 1)
        self.row.addWidget(box)
        self._bends = box.maximum() > _WIDE
        if self._bends:  # all its digits are rarely needed, and there may be little room
            box.setMinimumWidth(_BOX)
        self.setFocusProxy(box)
        self.slider.valueChanged.connect(self._slid)
        box.valueChanged.connect(self._typed)

    def _set_up(self) -> None:
        """Give the slider its range."""
        self.slider.setRange(0, self._step(self.box.maximum()))
        self.slider.setPageStep(_STEPS_PER_DECADE)
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.slider.setTickInterval(_STEPS_PER_DECADE)
        self.slider.setMinimumWidth(60)

    @virtual(QSize)
    def minimumSizeHint(self) -> QSize:  # noqa: D102
        size = super().minimumSizeHint()
        # Of the bent form: a row's would keep what it lies on from being narrower.
        return QSize(max(self.slider.minimumWidth(), _BOX), size.height()) if self._bends else size

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        if not self._bends:
            return
        room = self.slider.minimumWidth() + SPACE + self.box.minimumSizeHint().width()
        way = QBoxLayout.Direction
        self.row.setDirection(way.LeftToRight if self.width() >= room else way.TopToBottom)

    def _number(self, step: int) -> float:
        """Return the number that a step of the slider stands for: a round one."""
        number = 10 ** (step / _STEPS_PER_DECADE)
        unit: int = 10 ** max(0, int(log10(number)) - 1)
        return round(number / unit) * unit

    def _step(self, number: float) -> int:
        """Return the step that is nearest to a number."""
        return round(log10(number) * _STEPS_PER_DECADE)

    def value(self) -> float:
        """Return the number."""
        return self.box.value()

    def set_value(self, value: float) -> None:
        """Show a number; the nearest one where it is beyond the box."""
        show_number(self.box, value)

    @Slot(int)
    def _slid(self, step: int) -> None:
        show_number(self.box, self._number(step))

    @Slot()
    def _typed(self) -> None:
        number = self.box.value()
        with QSignalBlocker(self.slider):
            self.slider.setValue(self._step(number))
        self.changed.emit(number)


class LinearSlider(NumberSlider):
    """A slider from 0 to some number, and a box for any one.

    Args:
        top: the slider's upper end.
        decimals: how many digits the box shows behind the point.
    """

    def __init__(self, field: Field, top: float, decimals: int = 3) -> None:
        self._top = top
        box = number_box(field, decimals)
        assert isinstance(box, QDoubleSpinBox)
        box.setSingleStep(top / _LINEAR_STEPS)
        name = tr("{setting}, from 0 to {most}", setting=tr(field.label), most=f"{top:g}")
        super().__init__(box, name)
        self.row.setSpacing(SPACE // 2)
        self.setFocusProxy(self.slider)

    def _set_up(self) -> None:
        self.slider.setRange(0, _LINEAR_STEPS)
        self.slider.setPageStep(_LINEAR_STEPS // 12)
        self.slider.setMinimumWidth(30)

    def _number(self, step: int) -> float:
        return step * self._top / _LINEAR_STEPS

    def _step(self, number: float) -> int:
        return round(max(0.0, min(number / self._top, 1.0)) * _LINEAR_STEPS)


class Form(QObject):
    """Widgets for declared fields: shows their values, and says what the user chooses.

    A value that nobody touches stays exactly what was shown, whatever its box could show of it.

    Args:
        owner: the widget that lays them out.
        fields: what is asked for; each has its default at first.
        decimals: how many digits numbers have behind the point.
        sliders: whether numbers from one to beyond a million get a slider too.

    Attributes:
        declared: what is asked for, by name.
        switches: the boxes that switch a number on, of those that may be off.

    Signals:
        chosen(str, object): the user changed something: its name, and its value now.
    """

    chosen = Signal(str, object)

    def __init__(
        self, owner: QWidget, fields: Iterable[Field] = (), decimals: int = 3, sliders: bool = False
    ) -> None:
        super().__init__(owner)
        self.declared: dict[str, Field] = {}
        self.switches: dict[str, QCheckBox] = {}
        self._widgets: dict[str, QWidget] = {}
        self._reads: dict[str, Callable[[], Any]] = {}
        self._writes: dict[str, Callable[[Any], None]] = {}
        self._shown: dict[str, tuple[Any, Any]] = {}
        self._shows = False
        for field in fields:
            self.add(field, _widget(field, decimals, sliders))

    def add(self, field: Field, widget: QWidget | None = None) -> None:
        """Ask for another field.

        Args:
            widget: what it is set with where it is not the usual widget: one of Qt's, or one with
                ``value()``, ``set_value(value)`` and a signal ``changed``.
        """
        name, widget = field.name, widget or _widget(field)
        _, read, write, changed = next(way for way in _WAYS if isinstance(widget, way[0]))
        self.declared[name], self._widgets[name] = field, widget
        self._reads[name], self._writes[name] = partial(read, widget), partial(write, widget)
        _describe(widget, field)
        if field.default is None:
            self.switches[name] = switch = QCheckBox()
            _describe(switch, field)
            switch.toggled.connect(widget.setEnabled)
            switch.toggled.connect(self._report)
            widget.setEnabled(False)
            write(widget, field.suggested)
        self.show({name: field.default})
        getattr(widget, changed).connect(self._report)

    def __getitem__(self, name: str) -> Any:
        """Return the widget of a field. Its class follows from what the field declares."""
        return self._widgets[name]

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the fields in their order."""
        return iter(self.declared)

    def show(self, values: Mapping[str, Any]) -> None:
        """Show values by their fields' names."""
        self._shows = True
        try:
            for name, value in values.items():
                if self._read(name) != value:  # what is typed just now stays as it is
                    if name in self.switches:
                        self.switches[name].setChecked(value is not None)
                    number = self.declared[name].suggested if value is None else value
                    self._writes[name](number)
                self._shown[name] = value, self._read(name)
        finally:
            self._shows = False

    def value(self, name: str) -> Any:
        """Return the value of one field."""
        exact, shown = self._shown[name]
        now = self._read(name)
        return exact if now == shown else now

    def values(self) -> dict[str, Any]:
        """Return the values of all fields by their names."""
        return {name: self.value(name) for name in self}

    def add_row(
        self, rows: QFormLayout, name: str, mark: str = "", beside: QWidget | None = None
    ) -> None:
        """Put a field under the others of a layout.

        Args:
            mark: what follows its label.
            beside: what stands behind its widget.
        """
        widget, label = self._widgets[name], tr(self.declared[name].label) + mark
        if isinstance(widget, QCheckBox):
            widget.setText(label)
            rows.addRow("", widget)
            return
        row = [part for part in (self.switches.get(name), widget, beside) if part is not None]
        field = widget if row == [widget] else _side_by_side(row, widget)
        add_labelled(rows, tr("{label}:", label=label), field)

    def _read(self, name: str) -> Any:
        if name in self.switches and not self.switches[name].isChecked():
            return None
        return self._reads[name]()

    @Slot()
    def _report(self) -> None:
        if not self._shows:
            name = self.sender().objectName()
            self.chosen.emit(name, self.value(name))


def texts_of(fields: Iterable[Field]) -> Iterator[str]:
    """Yield what people read of fields, as it is declared."""
    for field in fields:
        yield from (field.label, field.help, field.suffix, *field.choices.values())


def _widget(field: Field, decimals: int = 3, sliders: bool = False) -> QWidget:
    """Return what a field is set with where nothing else is wished, after its type."""
    if field.choices:
        choices = QComboBox()
        for value, label in field.choices.items():
            choices.addItem(tr(label), value)
        return choices
    if isinstance(field.default, bool):
        return QCheckBox(tr(field.label))
    if isinstance(field.default, str):
        line = QLineEdit()
        if field.letters:
            line.setMaxLength(field.letters)
        return line
    box = number_box(field, decimals)
    if sliders and field.whole and field.offered[0] == 1 and field.offered[1] > _WIDE:
        return NumberSlider(box, tr("{label}, by powers of ten", label=tr(field.label)))
    return box


def number_box(field: Field, decimals: int = 3) -> NumberBox:
    """Return a box for a number, within the bounds that a form offers, with its name and help."""
    low, high = field.offered
    box: NumberBox
    if field.whole:
        box = QSpinBox()
        box.setRange(int(max(low, -_MOST)), int(min(high, _MOST)))
        box.setGroupSeparatorShown(high > _LONG)
        if high > _WIDE:
            box.setStepType(QSpinBox.StepType.AdaptiveDecimalStepType)
    else:
        box = QDoubleSpinBox()
        box.setDecimals(decimals)
        box.setRange(low, high)
        box.setSingleStep(0.1 if high - low > 1 else 0.01)
    if field.suffix:
        box.setSuffix(tr(field.suffix))
    _describe(box, field)
    return box


def show_number(box: NumberBox, value: float) -> None:
    """Show a number: a whole one that is beyond its box as the nearest one, any other as it is."""
    if isinstance(box, QSpinBox):
        box.setValue(int(min(value, box.maximum())))
    else:
        box.setRange(min(value, box.minimum()), max(value, box.maximum()))
        box.setValue(value)


def _describe(widget: QWidget, field: Field) -> None:
    """Give a widget a field's name, label and help."""
    widget.setObjectName(field.name)
    widget.setAccessibleName(tr(field.label).replace("&", ""))
    if field.help:
        explain(widget, tr(field.help))


def add_labelled(rows: QFormLayout, text: str, field: QWidget) -> None:
    """Put a field under the others of a layout, its label beside the middle of it."""
    label = QLabel(text)
    label.setBuddy(field)
    label.setContentsMargins(0, SPACE, 0, SPACE)
    rows.addRow(label, field)


def _side_by_side(widgets: Sequence[QWidget], wide: QWidget) -> QWidget:
    """Return widgets in a row, of which one takes the room that there is."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE)
    for widget in widgets:
        layout.addWidget(widget, int(widget is wide))
    row.setFocusProxy(widgets[0])
    return row


def _choose(box: QComboBox, value: Any) -> None:
    box.setCurrentIndex(max(0, box.findData(value)))


_WAYS: tuple[tuple[Any, Callable[[Any], Any], Callable[[Any, Any], None], str], ...] = (
    (QComboBox, QComboBox.currentData, _choose, "currentIndexChanged"),
    (QCheckBox, QCheckBox.isChecked, QCheckBox.setChecked, "toggled"),
    (QLineEdit, QLineEdit.text, QLineEdit.setText, "textChanged"),
    (NumberBox, lambda box: box.value(), show_number, "valueChanged"),
    (QWidget, lambda own: own.value(), lambda own, value: own.set_value(value), "changed"),
)
"""How widgets are read and written, and the signal that their value is another one."""
