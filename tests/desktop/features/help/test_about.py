"""About, the licences, folders shown in the file manager, and a start that fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
)

from engine import __version__
from engine.search.sampling import load_kernel
from tests.waiting import HANG_S
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


def test_an_exports_folder_is_one_click_away(open_window, shown, qtbot, tmp_path):
    window = open_window().window
    window.exports.write_picture(tmp_path / "board.png")
    assert str(tmp_path) in window.notice.text
    button = next(
        each for each in window.notice.findChildren(QPushButton) if each.text() == "Open folder"
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert shown == [str(tmp_path)]


def test_without_a_file_manager_the_folder_is_named(open_window, monkeypatch, tmp_path):
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    window = open_window().window
    window.exports.write_picture(tmp_path / "board.png")
    window.exports.show_folder()
    box = next(each for each in window.findChildren(QMessageBox) if each.isVisible())
    assert str(tmp_path) in box.text()
    box.close()
    QApplication.processEvents()


# --- a start that fails ------------------------------------------------------------------------


def _start(tmp_path, *arguments, code="", standard_error=subprocess.DEVNULL):
    """Start the app as a desktop does, with a stand-in for the program that shows messages."""
    programs = tmp_path / "bin"
    programs.mkdir()
    seen = tmp_path / "seen.txt"
    zenity = programs / "zenity"
    zenity.write_text(f'#!/bin/sh\nfor each in "$@"; do printf "%s\\n" "$each"; done > "{seen}"\n')
    zenity.chmod(0o755)
    run = f"import sys; {code}\nfrom ttt_desktop.__main__ import main\nsys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", run, "--data-dir", str(tmp_path / "data"), *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=standard_error, text=True,
        env=os.environ | {
            "PATH": f"{programs}:{os.environ['PATH']}", "TMPDIR": str(tmp_path),
            "QT_QPA_PLATFORM": "offscreen",
        },
        timeout=HANG_S, check=False,
    )  # fmt: skip
    return done, seen.read_text() if seen.exists() else ""


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="Linux shows its boxes this way")

_BROKEN_QT = "sys.modules['PySide6.QtWidgets'] = None"
_BROKEN_START = (
    "import ttt_desktop.start.app as app\ndef fail(options): 1 / 0\napp.run = fail"
)  # fmt: skip


@on_linux
@pytest.mark.parametrize(
    ("code", "arguments", "sentence"),
    [
        (_BROKEN_QT, (), "PySide6 is not installed"),
        (_BROKEN_START, (), "something is wrong in the program (ZeroDivisionError"),
        ("", ("--size", "99"), "must be a whole number from 3 to 25"),
        ("", ("--bogus",), "unrecognized arguments: --bogus"),
    ],
)
def test_a_failed_start_shows_a_box_where_nobody_sees_its_output(
    tmp_path, code, arguments, sentence
):
    done, box = _start(tmp_path, *arguments, code=code)
    assert done.returncode in (1, 2)
    assert "could not start" in box
    assert sentence in box


@on_linux
def test_a_desktops_file_for_errors_is_read_by_nobody(tmp_path):
    with (tmp_path / "xsession-errors").open("w") as errors:
        _, box = _start(tmp_path, "--bogus", standard_error=errors)
    assert "--bogus" in box


@on_linux
def test_a_self_test_waits_for_nobody(tmp_path):
    done, box = _start(tmp_path, "--self-test", "--line", "9")
    assert done.returncode == 2
    assert not box


@on_linux
def test_the_box_names_a_file_with_the_whole_story(tmp_path):
    _, box = _start(tmp_path, code=_BROKEN_START)
    named = next(word for word in box.split() if word.endswith(".txt"))
    assert "ZeroDivisionError: division by zero" in Path(named).read_text()


@on_linux
def test_no_box_where_the_output_is_read(tmp_path):
    done, box = _start(tmp_path, "--bogus", standard_error=subprocess.PIPE)
    assert not box
    assert done.stderr == "ttt-desktop: unrecognized arguments: --bogus (see ttt-desktop --help)\n"
