"""About: what this program is, what it is made of, and under which licences."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ttt_desktop import APP_TITLE
from ttt_desktop.features.help import licences
from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.pictures import app_icon
from ttt_desktop.look.text import tr
from ttt_desktop.work import logs
from ttt_desktop.work.files import open_folder
from ttt_desktop.work.versions import facts

_ICON = 64


def _labels() -> dict[str, str]:
    """Return what the facts are called."""
    return {
        "version": tr("Version"), "python": "Python", "qt": "Qt", "pyside": "PySide6",
        "system": tr("System"), "kernel": tr("Kernel"),
    }  # fmt: skip


def show_about(parent: QWidget) -> None:
    """Open the dialog without blocking anything."""
    AboutDialog(parent).open()


class AboutDialog(QDialog):
    """Shows the versions, copies them, and leads to the licences and the log."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("About {program}", program=APP_TITLE))
        labels = _labels()
        self._facts = {labels[name]: value for name, value in facts().items()}
        layout = QVBoxLayout(self)
        layout.setSpacing(SPACE * 2)
        layout.addLayout(self._head())
        layout.addLayout(self._table())
        layout.addWidget(self._buttons())

    def _head(self) -> QHBoxLayout:
        picture = QLabel()
        picture.setPixmap(app_icon().pixmap(_ICON, _ICON))
        what = tr(
            "A machine that chooses its moves with random playouts, and a window that shows what "
            "it finds."
        )
        licence = tr("MIT licence. Qt is used under the LGPL, version 3.")
        text = QLabel(f"<h3>{APP_TITLE}</h3><p>{what}</p><p>{licence}</p>")
        text.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(SPACE * 2)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(text, 1)
        return row

    def _table(self) -> QFormLayout:
        form = QFormLayout()
        for name, value in self._facts.items():
            label = QLabel(value)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setWordWrap(True)
            form.addRow(tr("{label}:", label=name), label)
        return form

    def _buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.rejected.connect(self.reject)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self._copy = box.addButton(tr("&Copy details"), role)
        self._copy.clicked.connect(self.copy)
        box.addButton(tr("&Licences…"), role).clicked.connect(self.show_licences)
        log = box.addButton(tr("Open lo&g folder"), role)
        log.clicked.connect(self.open_log_folder)
        log.setEnabled(bool(logs.log_path()))
        for button in box.buttons():
            if isinstance(button, QPushButton):
                button.setAutoDefault(False)
        return box

    @Slot()
    def copy(self) -> None:
        """Put the versions on the clipboard, a line each."""
        lines = [APP_TITLE, *(f"{name}: {value}" for name, value in self._facts.items())]
        QGuiApplication.clipboard().setText("\n".join(lines))
        self._copy.setText(tr("Copied"))

    @Slot()
    def show_licences(self) -> None:
        """Open the licences."""
        LicencesDialog(self).open()

    @Slot()
    def open_log_folder(self) -> None:
        """Show the folder with the log in the system's file manager."""
        open_folder(Path(logs.log_path()).parent, self)


class LicencesDialog(QDialog):
    """A list of licences, and the text of the one that is chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Licences"))
        texts = licences.texts()
        self._texts = list(texts.values())
        self._list = QListWidget()
        self._list.setAccessibleName(tr("Licences"))
        self._list.addItems(list(texts))
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName(tr("Text of the licence"))
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        if self.font().pointSizeF() > 0:
            font.setPointSizeF(self.font().pointSizeF())
        else:
            font.setPixelSize(self.font().pixelSize())
        self._text.setFont(font)
        split = QSplitter()
        split.addWidget(self._list)
        split.addWidget(self._text)
        split.setStretchFactor(1, 1)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(split, 1)
        layout.addWidget(box)
        self._list.currentRowChanged.connect(self._show)
        self._list.setCurrentRow(0)
        em = self.fontMetrics().averageCharWidth()
        wanted = QSize(em * 130, self.fontMetrics().height() * 32)
        self.resize(wanted.boundedTo(self.screen().availableSize() * 0.9))
        split.setSizes([em * 28, em * 100])

    @Slot(int)
    def _show(self, row: int) -> None:
        self._text.setPlainText(self._texts[row] if row >= 0 else "")
