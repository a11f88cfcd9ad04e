"""What people read in a window or hear of it, and what of that did not pass through ``tr``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QGraphicsView,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QStatusBar,
    QTabBar,
    QToolButton,
    QWidget,
)

ALLOWED = re.compile(
    r"[A-Z]\d{0,2}"  # X, O, columns and squares
    r"|SCORE_CURRENT|SCORE_OTHER"  # the course's names
    r"|-?\.?\d[\d.,]*(e[+-]\d+)?[kMG]?"  # numbers with units
    r"|\d+×\d+"  # boards
    r"|Ctrl|Shift|Alt|Meta|Esc|Return|Enter|Space|F\d+|Del|Ins"  # keys
    r"|[\w-]+\.(py|tttgame|png|svg|gif|csv|json|ini|txt|part)"  # names of files
)
"""What is the same in every language."""

_SPOKEN = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
_MOST_CELLS = 400


class Brackets(QTranslator):
    """Translates every text into itself between ⟦ and ⟧; what is put into it stays outside."""

    def translate(self, context, source_text, disambiguation=None, n=-1):
        if context == "QShortcut":  # keys are read back from their names
            return source_text
        text = re.sub(r"\{[^{}]*\}", r"⟧\g<0>⟦", source_text)
        return f"⟦{text}⟧"


def untranslated(widget: QWidget) -> list[str]:
    """Return the texts of a widget, and of those in it, that are not wholly translated."""
    return sorted({text for text in texts(widget) if leftovers(text)})


def leftovers(text: str) -> list[str]:
    """Return the words of a text that are outside of all brackets and not allowed there."""
    bare = re.sub(r"⟦[^⟧]*⟧", " ", text)
    bare = re.sub(r"<[^<>]*>", " ", bare)  # markup
    words = (word.strip(".,") for word in re.split(r"[\s()\[\]:;!?…·±/+−–=\"“”]+", bare))
    return [word for word in words if re.search(r"[^\W\d_]", word) and not ALLOWED.fullmatch(word)]


def texts(widget: QWidget) -> Iterator[str]:
    """Yield all that people read or hear of a widget and of those in it."""
    for each in (widget, *widget.findChildren(QWidget)):
        if isinstance(each, QToolButton) and each.defaultAction() is not None:
            continue  # its texts are those of the action, which belongs to another widget
        yield from (each.toolTip(), each.statusTip(), each.whatsThis(), each.windowTitle())
        yield from (each.accessibleName(), each.accessibleDescription())
        yield from _own(each)
        for action in each.actions():
            yield from _of_action(action)


def _of_action(action: QAction) -> Iterator[str]:
    yield from (action.text(), action.toolTip(), action.statusTip(), action.whatsThis())


def _own(each: QWidget) -> Iterator[str]:
    """Yield what only widgets of this kind have."""
    if isinstance(each, (QLabel, QAbstractButton)):
        yield each.text()
    elif isinstance(each, (QGroupBox, QMenu)):
        yield each.title()
    elif isinstance(each, QLineEdit):
        yield each.placeholderText()
    elif isinstance(each, QAbstractSpinBox):
        yield each.specialValueText()
        yield from (getattr(each, part, str)() for part in ("prefix", "suffix"))
    elif isinstance(each, QStatusBar):
        yield each.currentMessage()
    elif isinstance(each, QTabBar):
        for place in range(each.count()):
            yield from (each.tabText(place), each.tabToolTip(place))
    elif isinstance(each, (QComboBox, QAbstractItemView)):
        yield from _of_model(each.model())
    elif isinstance(each, QGraphicsView):
        for item in each.scene().items():
            if item.isVisible() and hasattr(item, "toPlainText"):
                yield item.toPlainText()


def _of_model(model: QAbstractItemModel | None) -> Iterator[str]:
    if model is None:
        return
    rows, columns = model.rowCount(), model.columnCount()
    for orientation, count in (
        (Qt.Orientation.Horizontal, columns),
        (Qt.Orientation.Vertical, rows),
    ):
        for section in range(count):
            for role in _SPOKEN:
                yield str(model.headerData(section, orientation, role) or "")
    for place in range(min(rows * columns, _MOST_CELLS)):
        for role in _SPOKEN:
            yield str(model.index(*divmod(place, columns)).data(role) or "")
