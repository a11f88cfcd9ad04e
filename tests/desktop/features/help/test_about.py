"""About, the licences, and the folder of the log."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
)

from engine import __version__
from engine.search.sampling import load_kernel
from ttt_desktop.features.help import licences
from ttt_desktop.features.help.about import AboutDialog, LicencesDialog
from ttt_desktop.work import logs


@pytest.fixture
def about(open_window):
    window = open_window().window
    window.action["about"].trigger()
    return window.findChild(AboutDialog)


@pytest.fixture
def shown(monkeypatch):
    """The addresses that the desktop is asked to open."""
    addresses = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: addresses.append(url.toLocalFile()) or True
    )
    return addresses


def _button(dialog, text):
    buttons = dialog.findChild(QDialogButtonBox).findChildren(QPushButton)
    return next(button for button in buttons if text in button.text().replace("&", ""))


def test_about_copies_what_a_bug_report_needs(about, qtbot):
    qtbot.mouseClick(_button(about, "Copy details"), Qt.MouseButton.LeftButton)
    lines = QGuiApplication.clipboard().text().splitlines()
    kernel = load_kernel()
    assert f"Version: {__version__}" in lines
    assert f"Python: {sys.version.split()[0]}" in lines
    works = f"Kernel: {kernel.NAME}, {kernel.instruction_set()}"
    assert any(line.startswith(works) for line in lines)
    assert any(line.startswith("Qt: 6.") for line in lines)


def test_about_is_closed_with_escape(about, qtbot):
    assert about.isVisible()
    qtbot.keyClick(about, Qt.Key.Key_Escape)
    assert not about.isVisible()


def test_the_licences_are_read_with_the_keyboard(about, qtbot):
    qtbot.mouseClick(_button(about, "Licences"), Qt.MouseButton.LeftButton)
    dialog = about.findChild(LicencesDialog)
    titles, text = dialog.findChild(QListWidget), dialog.findChild(QPlainTextEdit)
    assert "LGPL" in text.toPlainText() or "Lesser General" in text.toPlainText()
    for _ in range(titles.count() - 1):
        before = text.toPlainText()
        qtbot.keyClick(titles, Qt.Key.Key_Down)
        assert len(text.toPlainText()) > 300
        assert text.toPlainText() != before


def test_everything_that_the_program_needs_has_its_licence():
    found = licences.texts()
    assert {"Qt and PySide6", "numpy", "pyqtgraph", "pillow"} <= set(found)
    assert "NumPy" in found["numpy"]


def test_a_bundle_shows_its_own_files(monkeypatch, tmp_path):
    folder = tmp_path / "licences"
    (folder / "system").mkdir(parents=True)
    (folder / "README.txt").write_text("what is in it")
    (folder / "Qt.txt").write_text("about Qt")
    (folder / "system" / "aaa.txt").write_text("about aaa")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "ttt-desktop"))
    assert list(licences.texts().items()) == [
        ("Summary", "what is in it"), ("Qt", "about Qt"), ("system/aaa", "about aaa"),
    ]  # fmt: skip


def test_the_log_is_found_from_about(open_window, shown, qtbot, monkeypatch, tmp_path):
    monkeypatch.setattr(logs, "log_path", lambda: str(tmp_path / "log.txt"))
    window = open_window().window
    window.action["about"].trigger()
    about = window.findChild(AboutDialog)
    qtbot.mouseClick(_button(about, "Open log folder"), Qt.MouseButton.LeftButton)
    assert shown == [str(tmp_path)]
