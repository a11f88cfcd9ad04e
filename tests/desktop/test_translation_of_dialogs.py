"""Every text of menus and dialogs can be translated."""

import pytest
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.specs import PlayerSpec
from tests.desktop.texts import check, only, texts_of, unmarked
from ttt_desktop.look.text import tr
from ttt_desktop.look.widgets import Notice
from ttt_desktop.settings.declarations import names
from ttt_desktop.settings.dialog import SettingsDialog
from ttt_desktop.settings.players import PlayerField
from ttt_desktop.work import logs
from ttt_desktop.work.logs import show_error

pytestmark = pytest.mark.usefixtures("marked", "short_checks")


def test_what_has_no_translation_is_found():
    assert unmarked("Play") == "Play"
    assert unmarked("⟦Play⟧ now")
    assert unmarked("<qt>⟦Play ⟦a game⟧⟧</qt>") == ""
    assert unmarked("⟦Play⟧ (Ctrl+Shift+Z)") == ""
    assert unmarked("mc:trials=100 – perfect, C1, SCORE_OTHER / 12") == ""


# --- the main window ----------------------------------------------------------------------------


def test_menus_rail_and_header(open_window):
    window = open_window().window
    check(texts_of(window.menuBar()))
    for name in ("rail", "header"):
        check(texts_of(window.findChild(QWidget, name)))
    for name in window.action.names:
        action = window.action[name]
        check([action.text(), action.toolTip(), action.statusTip()])


@pytest.mark.uses("presenter")
def test_how_presenter_view_is_left(user):
    user.trigger("presenter")
    leave = user.feature("presenter").leave_button
    user.wait(leave.isVisible)
    check([leave.text(), leave.toolTip()])
    user.trigger("presenter")
    user.wait(leave.isHidden)


@pytest.mark.uses("setup")
def test_ready_positions(user):
    for position in user.window.action.choices["positions"].actions():
        position.trigger()
        check([position.text(), user.window.notice.text])
    user.settled()


def test_notices(user):
    window = user.window
    user.click((0, 0))
    user.trigger("again")
    check(texts_of(window.notice))
    assert window.notice.text == "⟦The unfinished game was given up.⟧"
    window.action["back"].trigger()
    assert window.notice.text == "", "it is taken back by its topic"
    user.window.features["play"].notices.tell_waiting()
    check(texts_of(window.notice))


def test_sentences_on_the_status_line(open_window):
    user = open_window("--machine", "neither", "--trials", "20")
    user.click((1, 1))
    user.click((1, 1))
    assert "B2 is taken" in user.text
    check([user.text])
    with user.qtbot.waitSignal(user.controller.hinted):
        user.trigger("hint")
    check(texts_of(user.feature("play").hint))
    user.play_on()
    check([user.ending])


def test_what_is_said_about_files_that_are_damaged(open_window, tmp_path):
    stored = "\n".join(f"{name}=?" for name in names())
    (tmp_path / "settings.ini").write_text(f"[settings]\n{stored}\n")
    (tmp_path / "crash.txt").mkdir()
    assert "stored settings" in open_window(folder=tmp_path).window.notice.text
    for content in ("[settings]\nsize=99\n", "nothing of ours", "[layout]\nx=@Variant(0)\n"):
        folder = tmp_path / str(len(content))
        folder.mkdir()
        (folder / "settings.ini").write_text(content)
        check([open_window(folder=folder).window.notice.text])


def test_errors(open_window, monkeypatch):
    user = open_window()
    monkeypatch.setattr(logs, "log_path", lambda: "/log.txt")
    show_error(user.window, tr("Something went wrong."), "Traceback")
    box = only(user.window, QMessageBox)
    check(texts_of(box))
    box.close()
    shown = []
    errors = logs.UncaughtErrors(lambda sentence, _details: shown.append(sentence))
    monkeypatch.setattr("sys.stderr", None)
    errors._main(ValueError, ValueError("x"), None)  # noqa: SLF001  (what the interpreter calls)
    user.qtbot.waitUntil(lambda: bool(shown))
    check(shown)


# --- dialogs ------------------------------------------------------------------------------------


def test_the_settings_dialog(open_window):
    user = open_window("--size", "5")
    user.trigger("settings")
    dialog = user.window.findChild(SettingsDialog)
    found = texts_of(dialog)
    check(found)
    assert {"⟦Board size⟧", "⟦X's machine⟧", "⟦Flat Monte Carlo⟧", "⟦Custom⟧", "⟦ s⟧"} <= found
    for field in dialog.findChildren(PlayerField):
        for i in range(field.kind.count()):
            field.kind.setCurrentIndex(i)
            field.kind.activated.emit(i)
            check(texts_of(dialog))
        for level in range(field.level.count()):
            field.level.setCurrentIndex(level)
            field.level.activated.emit(level)
    dialog.reject()


def test_a_level_is_chosen_in_any_language(open_window):
    user = open_window("--size", "5")
    user.trigger("settings")
    dialog = user.window.findChild(SettingsDialog)
    field = dialog.fields["x"]
    for level in PlayerSpec.parse(field.value()).kind.levels:
        place = field.level.findData(level)
        assert field.level.itemText(place) == f"⟦{level}⟧"
        field.level.setCurrentIndex(place)
        field.level.activated.emit(place)
        assert field.value() == f"level:{level.lower()}"
        assert field.level.currentData() == level
    dialog.reject()


def test_a_notice_is_taken_back_by_its_topic(qtbot):
    notice = Notice()
    qtbot.addWidget(notice)
    notice.tell("One.", topic="one")
    notice.retract("two")
    assert notice.text == "One."
    notice.retract("one")
    assert notice.text == ""
    notice.tell("One.")
    notice.retract("one")
    assert notice.text == "One.", "what has no topic stays"
