"""The texts that a widget shows or has a screen reader say, and a language that marks them."""

from __future__ import annotations

import re

from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialogButtonBox,
    QDockWidget,
    QFileDialog,
    QTabBar,
    QWidget,
)

from tests.desktop.texts import texts_alone


class Marking(QTranslator):
    """Returns the program's texts between brackets, and leaves Qt's own to Qt."""

    def translate(
        self, context: str, source_text: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        return None if context or not source_text else f"⟦{source_text}⟧"


_MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
_KEYS = re.compile(
    r"\((?:(?:Ctrl|Alt|Shift|Meta)\+)*(?:F?\d+|Esc|Home|End|PgUp|PgDown|Left|Right|Return|.)\)"
)
_PLAYER = re.compile(r"\b(?:mc|random|perfect|file|import)\b(?::[\w=.,:]+)?|\bmc \d+")
_SQUARE = re.compile(r"\b[A-Y]\d{1,2}\b|\b[XO]\b")
_WEIGHT = re.compile(r"\bSCORE_(?:CURRENT|OTHER)\b")
_NAME = re.compile(r"\S+\.(?:py|png|gif|svg|csv|html|json|txt|ini|tttgame)\b")
_TAG = re.compile(r"</?\w+>")
_LETTER = re.compile(r"[^\W\d_]")

_QTS_NAME = re.compile(r"qt_(?!msgbox_)")
_QTS_OWN = {"Show Details...", "Hide Details..."}


def unmarked(text: str, allowed: frozenset[str] = frozenset()) -> str:
    """Return what of a text has a letter and is in no language; empty where all is translated.

    Args:
        text: what is shown.
        allowed: whole texts that are names, and the same in all languages.
    """
    if text in allowed or text in _QTS_OWN:
        return ""
    rest = text
    for name in allowed:
        rest = rest.replace(f"<h3>{name}</h3>", "")
    while found := _MARKED.search(rest):  # from the innermost outwards
        rest = rest[: found.start()] + rest[found.end() :]
    for each in (_TAG, _KEYS, _NAME, _PLAYER, _WEIGHT, _SQUARE):
        rest = each.sub("", rest)
    return text if _LETTER.search(rest) else ""


def texts_of(root: QWidget) -> set[str]:
    """Return all texts of a widget and of those inside it."""
    widgets = [root, *(each for each in root.findChildren(QWidget) if _is_ours(each))]
    return {text for widget in widgets for text in texts_alone(widget) if text}


def _is_ours(widget: QWidget) -> bool:
    """Whether a widget's texts are the program's, and not made by Qt."""
    above: QWidget | None = widget
    while (above := above.parentWidget()) is not None:
        if isinstance(above, QFileDialog):
            return False
    if _QTS_NAME.match(widget.objectName()):
        return False
    if isinstance(widget, QAbstractButton):
        box = widget.parent()
        if isinstance(box, (QDockWidget, QTabBar)):
            return False
        if isinstance(box, QDialogButtonBox):
            return box.standardButton(widget) == QDialogButtonBox.StandardButton.NoButton
    return True
