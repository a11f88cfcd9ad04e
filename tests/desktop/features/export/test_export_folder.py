"""The folder of an export, shown in the file manager."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QApplication,
    QMessageBox,
    QPushButton,
)


@pytest.fixture
def shown(monkeypatch):
    """The addresses that the desktop is asked to open."""
    addresses = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: addresses.append(url.toLocalFile()) or True
    )
    return addresses


def test_an_exports_folder_is_one_click_away(open_window, shown, qtbot, tmp_path):
    window = open_window().window
    window.features["export"].write_picture(tmp_path / "board.png")
    assert str(tmp_path) in window.notice.text
    button = next(
        each for each in window.notice.findChildren(QPushButton) if each.text() == "Open folder"
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert shown == [str(tmp_path)]


def test_without_a_file_manager_the_folder_is_named(open_window, monkeypatch, tmp_path):
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    window = open_window().window
    window.features["export"].write_picture(tmp_path / "board.png")
    window.shell.writer.show_folder()
    box = next(each for each in window.findChildren(QMessageBox) if each.isVisible())
    assert str(tmp_path) in box.text()
    box.close()
    QApplication.processEvents()
