"""Qt's own controls, as the window draws them: sizes, parts, colours, and no style sheet."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QScrollBar,
    QSlider,
    QSpinBox,
    QTabBar,
    QToolButton,
)

from tests.every import every
from ttt_desktop.look.controls import fill
from ttt_desktop.look.measures import CONTROL
from ttt_desktop.look.theme import ThemeManager

KINDS = (QPushButton, QLineEdit, QComboBox, QSpinBox, QCheckBox, QRadioButton, QToolButton, QSlider)


@pytest.fixture
def theme(qapp):
    return ThemeManager(qapp, "light")


@pytest.fixture
def put(qtbot, theme):
    """Show a control alone, as large as it asks to be."""

    def show(control, *size):
        qtbot.addWidget(control)
        if isinstance(control, QSlider):
            control.setOrientation(Qt.Orientation.Horizontal)
        control.resize(*size) if size else control.adjustSize()
        control.show()
        return control

    return show


def count_of(widget, name):
    picture = widget.grab().toImage()
    return sum(
        picture.pixelColor(x, y).name() == name
        for x in range(picture.width())
        for y in range(picture.height())
    )


def press(widget, x, y=None):
    place = QPoint(x, widget.height() // 2 if y is None else y)
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)


def test_no_style_sheet_is_on_the_application(user):
    assert QApplication.instance().styleSheet() == ""
    user.change(theme="dark", text_scale=150)
    assert QApplication.instance().styleSheet() == ""


@every("kind", KINDS)
@every("scale", [100, 200])
def test_what_a_finger_hits_is_high_enough(theme, put, scale, kind):
    theme.choose("light", scale, "blue-yellow", "tiles")
    control = kind(Qt.Orientation.Horizontal) if kind is QSlider else kind()
    least = CONTROL if kind is QToolButton else CONTROL * scale // 100
    assert put(control).height() >= least


def test_tabs_are_high_enough(theme, put):
    tabs = QTabBar()
    tabs.addTab("One")
    assert put(tabs).tabRect(0).height() >= CONTROL


@every("mirrored", [False, True])
def test_a_spin_box_has_minus_and_plus_beside_each_other(put, mirrored):
    box = QSpinBox()
    box.setLayoutDirection(
        Qt.LayoutDirection.RightToLeft if mirrored else Qt.LayoutDirection.LeftToRight
    )
    put(box, 160, 36)
    plus, minus = (10, 36) if mirrored else (150, 124)
    press(box, plus)
    press(box, plus)
    assert box.value() == 2
    press(box, minus)
    assert box.value() == 1


def test_a_check_box_is_hit_at_its_whole_height(put):
    box = put(QCheckBox("Sounds"))
    press(box, 4, 2)
    press(box, box.width() - 4, box.height() - 2)
    press(box, box.width() // 2)
    assert box.isChecked()


def test_what_is_checked_is_in_the_accents_colour(theme, put):
    for kind in (QCheckBox, QRadioButton):
        box = put(kind("Sounds"))
        assert count_of(box, theme.theme.accent) == 0
        box.setChecked(True)
        assert count_of(box, theme.theme.accent) > 40
        box.setEnabled(False)
        assert count_of(box, theme.theme.accent) == 0


def test_the_filled_button_is_filled_until_it_is_off(theme, put):
    button = put(QPushButton("Start"), 120, 36)
    plain = count_of(button, theme.theme.accent)
    fill(button)
    assert count_of(button, theme.theme.accent) > plain + 2000
    button.setEnabled(False)
    assert count_of(button, theme.theme.accent) == 0


@every("value", [0, 213, 900])
def test_a_progress_bar_is_filled_as_far_as_it_says(theme, put, value):
    bar = QProgressBar()
    bar.setTextVisible(False)
    bar.setRange(0, 900)
    bar.setValue(value)
    put(bar, 300, 20)
    row = bar.grab().toImage()
    filled = sum(row.pixelColor(x, 10).name() == theme.theme.accent for x in range(300))
    assert filled == pytest.approx(300 * value / 900, abs=2)


def test_a_scroll_bar_is_drawn_and_dragged_from_end_to_end(theme, put):
    bar = QScrollBar(Qt.Orientation.Vertical)
    bar.setRange(0, 900)
    bar.setPageStep(100)
    put(bar, 14, 300)
    assert bar.grab().toImage().pixelColor(7, 4).name() == theme.theme.edge  # there are no arrows
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(7, 10))
    QTest.mouseMove(bar, QPoint(7, 299))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(7, 299))
    assert bar.value() == 900
    press(bar, 7, 2)
    assert bar.value() == 800


def test_entries_of_a_list_are_high_enough_and_frame_the_keyboard(theme, put):
    entries = QListWidget()
    entries.addItems(["One", "Two"])
    put(entries, 200, 120)
    assert entries.sizeHintForRow(0) >= 30
    entries.setCurrentRow(0)
    entries.activateWindow()
    entries.setFocus()
    QTest.keyClick(entries, Qt.Key.Key_Down)
    assert count_of(entries, theme.theme.accent) > 1000


def test_another_look_after_the_first_one_draws_on(qapp, put):
    for choice in ("light", "dark", "light"):
        theme = ThemeManager(qapp, choice)
        box = put(QCheckBox("Sounds"))
        box.setChecked(True)
        assert count_of(box, theme.theme.accent) > 40
