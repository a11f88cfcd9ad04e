"""Every text of the manual's window and of About can be translated."""

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox

from tests.desktop.texts import TITLE, check, only, texts_of
from ttt_desktop.features.help import licences
from ttt_desktop.features.help.about import AboutDialog, LicencesDialog
from ttt_desktop.features.help.manual import ManualWindow
from ttt_desktop.reference import pages
from ttt_desktop.work.versions import facts

pytestmark = pytest.mark.usefixtures("marked")


def test_about_and_the_licences(open_window, monkeypatch):
    user = open_window()
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    user.trigger("about")
    about = user.window.findChild(AboutDialog)
    check(texts_of(about), TITLE | set(facts().values()))
    about.copy()
    check(texts_of(about), TITLE | set(facts().values()))
    about.open_log_folder()
    box = only(about, QMessageBox)
    check(texts_of(box))
    box.close()
    about.show_licences()
    dialog = about.findChild(LicencesDialog)
    check(texts_of(dialog), {*licences.PACKAGES, *licences.RESOURCES})
    dialog.close()
    about.close()


def test_the_manuals_window(open_window, monkeypatch):
    user = open_window()
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    user.trigger("manual")
    manual = user.window.findChild(ManualWindow)
    titles = frozenset(pages.title(page) for page in pages.all_pages())
    check(texts_of(manual), titles)
    manual.bar.sought.setText("no such words")
    manual.bar.command["next"].trigger()
    assert manual.bar.answer == "⟦Not found⟧"
    manual.follow("nowhere")
    assert manual.missing
    check(texts_of(manual), titles)
    check(manual.browser.toPlainText().splitlines())
    manual.follow("https://example.org")
    assert manual.missing
    box = only(manual, QMessageBox)
    check(texts_of(box))
    box.close()
    manual.follow(pages.INDEX)
    assert not manual.missing
    manual.close()
