"""The parts that views are made of: words, buttons, steppers, cards, columns, pages, the ring."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QAction, QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from tests.desktop.sights import contrast
from tests.every import every
from ttt_desktop.look.colours import DARK, LIGHT, dressed
from ttt_desktop.look.flow import Columns
from ttt_desktop.look.focus import KeyboardFocus
from ttt_desktop.look.measures import CONTROL, TITLE
from ttt_desktop.look.pages import ScrollPage, Two
from ttt_desktop.look.parts import FILLED, Button, Card, Chip, TileButton, Words
from ttt_desktop.look.stepper import Stepper
from ttt_desktop.look.theme import ThemeManager

LEVELS = ["1 · Novice", "2 · Beginner", "3 · Easy", "4 · Medium", "5 · Hard"]
Key = Qt.Key


@pytest.fixture
def theme(qapp):
    return ThemeManager(qapp, "light")


@pytest.fixture
def window(qtbot):
    """Return a window; what is put on it stands below each other."""
    made = QWidget()
    made.column = QVBoxLayout(made)
    qtbot.addWidget(made)

    def show(*parts):
        for part in parts:
            made.column.addWidget(part)
        made.show()
        made.activateWindow()
        qtbot.waitUntil(made.isActiveWindow)

    made.show_parts = show
    return made


def colours_of(widget):
    picture = widget.grab().toImage()
    return {
        picture.pixelColor(x, y).name()
        for x in range(picture.width())
        for y in range(picture.height())
    }


def press(button, at=None):
    QTest.mouseClick(
        button, Qt.MouseButton.LeftButton, pos=at if at is not None else button.rect().center()
    )


SCHEMES = {
    "light": LIGHT,
    "dark": DARK,
    "strong": dressed("light", "contrast")[0],
    "strong and dark": dressed("dark", "contrast")[0],
}
INKS = [
    *((ink, ground) for ink in ("ink", "muted") for ground in
      ("window", "rail", "surface", "sunken", "accent_soft", "right_soft", "wrong_soft",
       "hint_soft")),
    ("accent_ink", "accent"), ("accent", "window"), ("accent", "surface"),
    ("accent", "accent_soft"), ("right", "surface"), ("right", "right_soft"),
    ("wrong", "surface"), ("wrong", "wrong_soft"), ("hint", "surface"), ("hint", "hint_soft"),
    ("x", "surface"), ("o", "surface"),
]  # fmt: skip


@every("name", SCHEMES)
def test_text_and_outlines_stand_out_in_every_scheme(name):
    scheme = SCHEMES[name]
    least = 7 if scheme.strong else 4.5
    for ink, ground in INKS:
        assert contrast(scheme.colour(ink), scheme.colour(ground)) >= least, (ink, ground)
    for ink in ("edge", "accent"):
        for ground in ("window", "rail", "surface", "sunken"):
            assert contrast(scheme.colour(ink), scheme.colour(ground)) >= 3, (ink, ground)
    for ink in ("x", "o"):
        assert contrast(scheme.colour(ink), scheme.colour(f"{ink}_soft")) >= 3.9
    for curve in scheme.series:
        assert contrast(QColor(curve), scheme.colour("surface")) >= 3


def test_words_follow_size_and_colour(theme, window):
    words = Words(theme, "<b>as it is</b>", TITLE, colour="muted")
    window.show_parts(words)
    before = words.font().pointSizeF()
    assert LIGHT.muted in colours_of(words)
    theme.choose("dark", 200, "blue-yellow", "tiles")
    assert words.font().pointSizeF() == pytest.approx(2 * before)
    assert DARK.muted in colours_of(words)
    words.recolour("right")
    assert DARK.right in colours_of(words)
    assert words.textFormat() == Qt.TextFormat.PlainText


def test_a_button_does_what_its_action_does(theme, window):
    action = QAction("&Coach...", checkable=True)
    button = Button.of(theme, action, "play")
    window.show_parts(button)
    assert button.text() == button.accessibleName() == "Coach"
    press(button)
    assert action.isChecked()
    assert {LIGHT.accent, LIGHT.accent_soft} <= colours_of(button)
    action.trigger()
    assert not button.isChecked()
    action.setText("Advice")
    assert button.text() == "Advice"
    action.setEnabled(False)
    assert not button.isEnabled()
    press(button)
    assert not action.isChecked()
    action.setVisible(False)
    assert button.isHidden()
    action.setVisible(True)
    assert button.isVisible()


def test_a_button_lets_go_of_the_action_before(theme, window):
    first, second, done = QAction("First"), QAction("Second"), []
    first.triggered.connect(lambda: done.append(1))
    second.triggered.connect(lambda: done.append(2))
    button = Button.of(theme, first)
    window.show_parts(button)
    button.follow(second)
    first.setText("Changed")
    press(button)
    assert (button.text(), done) == ("Second", [2])


def test_one_button_is_filled(theme, window):
    filled, other = Button(theme, "Play again", kind=FILLED), Button(theme, "Swap")
    window.show_parts(filled, other)
    assert colours_of(filled) >= {LIGHT.accent, LIGHT.accent_ink}
    assert colours_of(other) >= {LIGHT.surface, LIGHT.edge}
    filled.setEnabled(False)
    assert LIGHT.accent not in colours_of(filled)


@every("scale", [100, 200])
def test_what_a_finger_hits_is_high_enough(theme, scale):
    theme.choose("light", scale, "blue-yellow", "tiles")
    for part in (Button(theme, "Go"), Button(theme, icon="play"), Chip(theme, "5×5"),
                 Stepper(theme, "Level", LEVELS)):  # fmt: skip
        assert part.sizeHint().height() >= CONTROL * scale / 100
        assert part.sizeHint().width() >= CONTROL * scale / 100


def test_a_stepper_goes_by_keys_and_clicks(theme, window):
    stepper = Stepper(theme, "The machine's level", LEVELS)
    window.show_parts(stepper)
    stepper.setFocus()
    for key, value in ((Key.Key_Right, 2), (Key.Key_Up, 3), (Key.Key_Left, 2), (Key.Key_End, 5),
                       (Key.Key_Right, 5), (Key.Key_4, 4), (Key.Key_9, 4)):  # fmt: skip
        QTest.keyClick(stepper, key)
        assert stepper.value() == value, key
    press(stepper, QPoint(stepper.width() - 8, stepper.height() // 2))
    assert stepper.text() == "5 · Hard"
    press(stepper, QPoint(8, stepper.height() // 2))
    assert stepper.value() == 4
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    press(stepper, QPoint(8, stepper.height() // 2))
    assert stepper.value() == 5


def test_a_stepper_is_said_as_a_spin_box_with_its_value(theme, window):
    stepper = Stepper(theme, "The machine's level", LEVELS)
    stepper.setValue(4)
    window.show_parts(stepper)
    spoken = QAccessible.queryAccessibleInterface(stepper)
    assert spoken.role() == QAccessible.Role.SpinBox
    assert spoken.text(QAccessible.Text.Name) == "The machine's level"
    assert spoken.text(QAccessible.Text.Value) == "4 · Medium"
    stepper.set_texts([text.upper() for text in LEVELS])
    assert spoken.text(QAccessible.Text.Value) == "4 · MEDIUM"


def test_letters_are_no_text_on_a_stepper(theme, window):
    stepper, done = Stepper(theme, "Level", LEVELS), []
    mute = QAction("Mute", window, shortcut="M")
    mute.triggered.connect(lambda: done.append("mute"))
    window.addAction(mute)
    window.show_parts(stepper)
    stepper.setFocus()
    QTest.keyClick(stepper, Key.Key_M)
    assert done == ["mute"]
    assert stepper.text() == "1 · Novice"


def test_the_wheel_turns_a_stepper_only_with_the_keyboard_on_it(theme, window):
    stepper, other = Stepper(theme, "Level", LEVELS), QLineEdit()
    window.show_parts(stepper, other)
    middle = QPointF(stepper.rect().center())

    def roll():
        turn = QWheelEvent(
            middle, QPointF(stepper.mapToGlobal(middle.toPoint())), QPoint(), QPoint(0, 120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
            False,
        )  # fmt: skip
        QApplication.sendEvent(stepper, turn)
        return stepper.value()

    other.setFocus()
    assert roll() == 1
    stepper.setFocus()
    assert roll() == 2


def test_a_tile_is_one_button_with_a_stepper_of_its_own(theme, window):
    tile, stepper, done = TileButton(theme, "5×5", "four in a row"), None, []
    stepper = Stepper(theme, "Level for 5×5", LEVELS)
    tile.add_foot(stepper, "last: won")
    tile.clicked.connect(lambda: done.append(tile.text()))
    window.show_parts(tile)
    spoken = QAccessible.queryAccessibleInterface(tile)
    assert spoken.role() == QAccessible.Role.Button
    assert spoken.text(QAccessible.Text.Name) == "5×5"
    assert spoken.text(QAccessible.Text.Description) == "four in a row"
    for label in tile.findChildren(Words):
        press(tile, label.geometry().center())
    assert done == ["5×5"] * 3
    press(stepper, QPoint(stepper.width() - 8, stepper.height() // 2))
    assert (stepper.value(), len(done)) == (2, 3)
    QTest.keyClick(tile, Key.Key_Plus)
    QTest.keyClick(tile, Key.Key_Plus)
    QTest.keyClick(tile, Key.Key_Minus)
    assert stepper.value() == 3


def test_a_card_has_the_accents_edge_while_it_is_its_turn(theme, window):
    card = Card(theme)
    card.box.addWidget(Words(theme, "You"))
    window.show_parts(card)
    assert LIGHT.accent not in colours_of(card)
    card.set_edge(True)
    assert LIGHT.accent in colours_of(card)
    card.set_edge(False)
    card.refill("right_soft")
    assert LIGHT.right_soft in colours_of(card)


def rows_of(parts):
    return len({part.y() for part in parts})


def test_columns_wrap_and_never_keep_their_page_wide(theme, qtbot):
    parts = [Button(theme, f"Choice {number}") for number in range(4)]
    page = ScrollPage(theme)
    columns = Columns(theme, 150)
    for part in parts:
        columns.addWidget(part)
    page.box.addLayout(columns)
    aside = Words(theme, "What is at the side of it all, in some words.", wrap=True)
    two = Two(theme, [Words(theme, "Main")], [aside])
    page.box.addWidget(two)
    qtbot.addWidget(page)
    page.show()
    seen = []
    for width in (1200, 600, 420, 300):
        page.resize(width, 500)
        QApplication.processEvents()
        seen.append(rows_of(parts))
        assert page.widget().width() == page.viewport().width()
        assert len({part.width() for part in parts}) <= 2  # a pixel is left over
        assert rows_of([two.layout().itemAt(0).widget(), two.layout().itemAt(1).widget()]) == (
            1 if width == 1200 else 2
        )
    assert seen == [1, 2, 2, 4]
    page.resize(600, 500)
    page.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    QApplication.processEvents()
    assert parts[0].x() > parts[1].x()
    theme.choose("light", 200, "blue-yellow", "tiles")
    QApplication.processEvents()
    assert page.widget().width() == page.viewport().width()


def test_cards_have_shadows_but_not_in_strong_contrast(theme, qtbot):
    page = ScrollPage(theme)
    card = Card(theme)
    page.box.addWidget(card)
    page.box.addStretch(1)
    page.resize(400, 300)
    qtbot.addWidget(page)
    page.show()

    def below():
        at = QPoint(card.geometry().center().x(), card.geometry().bottom() + 4)
        return page.grab().toImage().pixelColor(at).name()

    assert below() < LIGHT.window  # darker
    theme.choose("light", 100, "blue-yellow", "contrast")
    QApplication.processEvents()
    assert below() == theme.theme.window


def test_a_ring_is_where_a_key_led_the_keyboard(theme, window):
    ring = KeyboardFocus(window).ring
    first, second = Button(theme, "First"), Button(theme, "Second")
    window.show_parts(first, second)
    press(first)
    first.setFocus()
    assert ring.around is None
    QTest.keyClick(first, Key.Key_Tab)
    assert ring.around is second
    assert LIGHT.accent in colours_of(window)
    window.resize(window.width() + 100, window.height())
    QApplication.processEvents()
    frame = next(child for child in window.children() if type(child).__name__ == "_Frame")
    assert frame.geometry().contains(second.geometry())
    press(second)
    assert ring.around is None
