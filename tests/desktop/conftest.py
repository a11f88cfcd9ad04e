"""What tests of the window share."""

import gc

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox

from tests.desktop.texts import Marking, texts_of


@pytest.fixture
def marked(qapp):
    """Put all texts between brackets."""
    translator = Marking()
    assert QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)
    gc.collect()


@pytest.fixture
def asked(monkeypatch):
    """Keep what is asked in the dialogs that wait, and answer with nothing or with OK."""
    texts, answers = [], {}
    ok = QMessageBox.StandardButton.Ok

    def choose(_parent, title, _folder, kinds):
        texts.extend([title, *kinds.split(";;")])
        return answers.get("path", ""), ""

    def ask(_parent, title, text, *_buttons):
        texts.extend([title, text])
        return ok

    def show(dialog):
        texts.extend(texts_of(dialog))
        return "save" in answers

    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [answers["save"]])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", choose)
    monkeypatch.setattr(QFileDialog, "exec", show)
    monkeypatch.setattr(QMessageBox, "warning", ask)
    monkeypatch.setattr(QMessageBox, "question", ask)
    return texts, answers
