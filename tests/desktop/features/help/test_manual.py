"""The manual inside the program: every page, every link, every picture, without a network."""

import re

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QDesktopServices, QImageReader
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from shiboken6 import isValid

from engine.specs import kinds
from tests.every import every
from ttt_desktop.features.help.manual import MISSING, ManualWindow, show_manual
from ttt_desktop.look.colours import DARK, LIGHT
from ttt_desktop.look.focus import KeyboardFocus
from ttt_desktop.reference import pages
from ttt_desktop.reference.generated import ActionEntry
from ttt_desktop.settings.declarations import OPTIONS, names, with_values
from ttt_desktop.shell.menus import actions_of

ACTIONS = [ActionEntry("Fly", "Ctrl+F12", "Take off and fly")]
Left = Qt.MouseButton.LeftButton


@pytest.fixture
def parent(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return widget


@pytest.fixture
def manual(parent):
    return show_manual(parent, actions=ACTIONS)


def shown(manual):
    return manual.browser.toPlainText()


def links(manual):
    """Return where the links of the page lead."""
    found = set()
    block = manual.browser.document().begin()
    while block.isValid():
        for run in block.textFormats():
            if run.format.isAnchor():
                found.add(run.format.anchorHref())
        block = block.next()
    return found


def on_top(manual):
    """Return the text of the first line that is seen."""
    return manual.browser.cursorForPosition(manual.browser.viewport().rect().topLeft()).block()


def button(manual, name):
    return manual.bar.widgetForAction(manual.bar.command[name])


def test_every_page_opens_and_every_link_of_it_leads_on(manual):
    following = set()
    for page in pages.all_pages():
        manual.follow(page)
        assert MISSING not in manual.windowTitle()
        assert shown(manual).startswith(pages.title(page))
        within = {link for link in links(manual) if link.startswith("#")}
        assert all(manual.browser.go_to(link[1:]) for link in within), page
        following |= links(manual) - within
    for link in sorted(following):
        assert "://" not in link
        manual.follow(link)
        assert MISSING not in manual.windowTitle(), link
        anchor = link.partition("#")[2]
        assert not anchor or manual.browser.go_to(anchor), link


@every("page", pages.all_pages())
def test_no_markup_is_left_over(manual, page):
    manual.follow(page)
    text = shown(manual)
    if page == "lessons":  # what is quoted there is markup
        quoted = re.findall(r"^```text\n(.*?)^```|`(\*\*[^`]+)`", pages.read(page), re.S | re.M)
        for block, word in quoted:
            assert (block or word).strip() in text
            text = text.replace((block or word).strip(), "")
    assert not re.search(r"^\s*(:::|!!!|#+ |\|[- ])|\*\*|\]\(", text, re.MULTILINE)


@every("page", sorted(set(pages.all_pages()) - set(pages.GENERATED)))
def test_every_picture_is_there_and_fits(manual, page):
    manual.follow(page)
    document = manual.browser.document()
    found = document.find("\ufffc")
    count = 0
    while not found.isNull():
        picture = found.charFormat().toImageFormat()
        path = pages.folder() / picture.name()
        assert QImageReader(str(path)).canRead(), picture.name()
        image = document.resource(document.ResourceType.ImageResource, picture.name())
        assert image is not None
        assert not image.isNull()
        count += 1
        found = document.find("\ufffc", found)
    assert count == pages.read(page).count("![")
    manual.resize(500, 500)
    QApplication.processEvents()
    room = manual.browser.viewport().width()
    if "```" not in pages.read(page) and "|" not in pages.read(page):
        assert document.size().width() <= room + 1


def test_the_reference_has_every_setting_kind_and_action(manual):
    manual.follow("reference-settings")
    assert all(OPTIONS[name].label in shown(manual) for name in names())
    manual.follow("reference-players")
    assert all(kind.title in shown(manual) for kind in kinds())
    manual.follow("reference-actions")
    assert "Take off and fly" in shown(manual)


def test_the_windows_own_actions_are_listed(open_window):
    user = open_window()
    manual = show_manual(user.window, "reference-actions")
    for action in map(user.window.action.__getitem__, user.window.action.names):
        assert action.text().replace("&", "") in shown(manual)
        assert action.statusTip() in shown(manual)
    assert "Ctrl+N" in shown(manual)
    manual.follow("reference-commands")
    assert "--self-test" in shown(manual)
    assert "--move-seconds" in shown(manual)


def test_actions_without_a_name_are_left_out(parent):
    assert actions_of(parent) == []


def test_a_link_is_followed_and_taken_back(manual, qtbot):
    manual.follow("play")
    manual.follow("teaching.md#machine-against-machine")
    assert manual.page == "teaching"
    there = manual.browser.verticalScrollBar().value()
    assert there > 0
    assert on_top(manual).text() == "Machine against machine"
    qtbot.mouseClick(button(manual, "back"), Left)
    assert manual.page == "play"
    qtbot.mouseClick(button(manual, "forward"), Left)
    assert manual.page == "teaching"
    assert manual.browser.verticalScrollBar().value() == there
    assert not button(manual, "forward").isEnabled()
    qtbot.mouseClick(button(manual, "home"), Left)
    assert manual.page == "index"


def test_a_link_is_clicked_with_the_keyboard(manual, qtbot):
    qtbot.keyClick(manual.browser, Qt.Key.Key_Tab)
    qtbot.keyClick(manual.browser, Qt.Key.Key_Return)
    assert manual.page == "install"


def test_a_link_on_its_own_page_scrolls(manual):
    manual.follow("architecture")
    manual.follow("#a-new-lesson")
    assert manual.page == "architecture"
    assert manual.browser.textCursor().block().text() == "A new lesson"
    manual.follow("architecture")
    assert manual.browser.verticalScrollBar().value() == 0


def test_the_contents_lead_to_pages(manual, qtbot):
    qtbot.keyClick(manual.contents, Qt.Key.Key_Down)
    assert manual.page == "install"
    assert manual.contents.currentItem().text(0) == "Installing"
    manual.follow("kernel")
    assert manual.contents.currentItem().text(0) == "The kernel"


def test_words_are_found_round_the_end(manual, qtbot):
    manual.follow("play")
    manual.bar.command["find"].trigger()
    qtbot.keyClicks(manual.bar.sought, "legend")
    qtbot.keyClick(manual.bar.sought, Qt.Key.Key_Return)
    assert manual.browser.textCursor().selectedText() == "legend"
    qtbot.mouseClick(button(manual, "next"), Left)
    assert manual.browser.textCursor().selectedText() == "legend"
    manual.bar.sought.setText("playouts")
    qtbot.mouseClick(button(manual, "next"), Left)
    first = manual.browser.textCursor().position()
    qtbot.mouseClick(button(manual, "next"), Left)
    assert manual.browser.textCursor().position() != first
    qtbot.mouseClick(button(manual, "previous"), Left)
    assert manual.browser.textCursor().position() == first


def test_a_word_that_is_not_there_is_said_so(manual, qtbot):
    manual.bar.sought.setText("zebra")
    qtbot.mouseClick(button(manual, "previous"), Left)
    assert manual.bar.answer == "Not found"
    manual.follow("play")
    assert manual.bar.answer == ""
    manual.bar.sought.clear()
    qtbot.mouseClick(button(manual, "next"), Left)
    assert manual.bar.answer == ""


def test_the_text_grows_and_shrinks(manual, qtbot):
    usual = manual.browser.font().pointSizeF()
    for _ in range(20):
        qtbot.mouseClick(button(manual, "larger"), Left)
    assert manual.browser.font().pointSizeF() == pytest.approx(3 * usual)
    qtbot.mouseClick(button(manual, "usual"), Left)
    assert manual.browser.font().pointSizeF() == pytest.approx(usual)
    qtbot.mouseClick(button(manual, "smaller"), Left)
    assert manual.browser.font().pointSizeF() < usual


def test_colours_and_size_follow_the_window(open_window, qtbot):
    user = open_window("--theme", "light")
    manual = show_manual(user.window, "students")
    manual.browser.verticalScrollBar().setValue(100)

    def code_colour():
        block = manual.browser.document().find("ttt-engine check").block()
        return block.blockFormat().background().color().name()

    assert code_colour() == LIGHT.sunken
    small = manual.browser.font().pointSizeF()
    wanted = with_values(user.controller.settings, {"theme": "dark", "text_scale": 200})
    user.window.preferences.apply(wanted)
    qtbot.waitUntil(lambda: code_colour() == DARK.sunken)
    assert manual.browser.font().pointSizeF() == pytest.approx(2 * small)
    assert manual.browser.verticalScrollBar().value() == 100


def test_an_address_outside_is_opened_by_the_browser(manual, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    manual.follow("https://example.org/paper")
    assert opened == ["https://example.org/paper"]
    assert manual.page == "index"
    box = manual.findChild(QMessageBox)  # "None" is as good as False
    assert "https://example.org/paper" in box.text()
    box.close()


def test_a_missing_page_is_said_so(manual, monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "folder", lambda: tmp_path)
    manual.follow("play")
    assert MISSING in manual.windowTitle()
    assert "play" in shown(manual)


def test_there_is_one_manual_and_escape_closes_it(parent, qtbot):
    first = show_manual(parent, "play")
    assert show_manual(parent, "lab") is first
    assert first.page == "lab"
    qtbot.waitUntil(first.isActiveWindow)
    qtbot.keyClick(first.browser, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not isValid(first))
    assert show_manual(parent).page == "index"


def test_everything_has_a_name_for_screen_readers(manual):
    assert isinstance(manual, ManualWindow)
    for widget in (manual.browser, manual.contents, manual.bar.sought):
        assert widget.accessibleName()
    for name in ("back", "forward", "home", "smaller", "usual", "larger", "previous", "next"):
        assert button(manual, name).accessibleName()
        assert button(manual, name).focusPolicy() & Qt.FocusPolicy.TabFocus


def test_an_installed_program_has_its_pages_inside(monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "_PACKAGE", tmp_path)
    assert pages.folder() == tmp_path.parent / "docs"
    (tmp_path / "manual").mkdir()
    assert pages.folder() == tmp_path / "manual"


def test_quitting_and_the_manual_have_their_keys_in_the_manuals_window(user):
    user.trigger("manual")
    manual = user.window.findChild(ManualWindow)
    user.qtbot.waitUntil(manual.isActiveWindow)
    user.qtbot.keyClick(manual, Qt.Key.Key_F1)
    user.qtbot.waitUntil(manual.isVisible)
    user.qtbot.keyClick(manual, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    user.qtbot.waitUntil(user.window.isHidden)


def test_it_closes_while_the_ring_around_a_field_waits_for_its_end(parent, manual):
    # (The bar lets go of its field when it ends; a ring that still followed it ended the program.)
    KeyboardFocus(parent)
    QApplication.processEvents()  # it becomes the active window
    manual.bar.sought.setFocus()
    manual.contents.setFocus()
    QTimer.singleShot(0, manual.close)
    for _ in range(100):  # (a loop of its own would end the ring first)
        QApplication.processEvents()
        if not isValid(manual):
            break
    assert not isValid(manual)


def test_help_lists_every_key(user):
    user.press(Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
    manual = user.window.findChild(ManualWindow)
    text = manual.browser.toPlainText()
    assert manual.isVisible()
    for key in ("k5", "H, M", "PgDown", "Ctrl+Shift+N", "F6"):
        assert key in text
    manual.close()
