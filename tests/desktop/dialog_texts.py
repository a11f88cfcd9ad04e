"""The texts that a widget shows or has a screen reader say, and a language that marks them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDialogButtonBox,
    QDockWidget,
    QDoubleSpinBox,
    QFileDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QSpinBox,
    QTabBar,
    QTabWidget,
    QWidget,
)

_MOST_ROWS = 60
_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


class Marking(QTranslator):
    """Returns the program's texts between brackets, and leaves Qt's own to Qt."""

    def translate(
        self, context: str, source_text: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        return None if context or not source_text else f"⟦{source_text}⟧"


_MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
_KEYS = re.compile(r"\((?:(?:Ctrl|Alt|Shift|Meta)\+)*(?:F?\d+|Esc|Home|Left|Right|Return|.)\)")
_PLAYER = re.compile(r"\b(?:mc|random|perfect|file|import)\b(?::[\w=.,:]+)?|\bmc \d+")
_SQUARE = re.compile(r"\b[A-Y]\d{1,2}\b|\b[XO]\b")
_WEIGHT = re.compile(r"\bSCORE_(?:CURRENT|OTHER)\b")
_NAME = re.compile(r"\S+\.(?:py|png|gif|svg|csv|json|txt|ini|tttgame)\b")
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
    return {text for widget in widgets for text in _texts(widget) if text}


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


def _texts(widget: QWidget) -> Iterator[str]:
    yield widget.windowTitle()
    yield widget.toolTip()
    yield widget.statusTip()
    yield widget.whatsThis()
    yield widget.accessibleName()
    yield widget.accessibleDescription()
    for action in widget.actions():
        yield from _action(action)
    if isinstance(widget, (QLabel, QAbstractButton)):
        yield widget.text()
    elif isinstance(widget, QMenu):
        yield widget.title()
        yield from _action(widget.menuAction())
    elif isinstance(widget, QGroupBox):
        yield widget.title()
    elif isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(i) for i in range(widget.count()))
    elif isinstance(widget, (QSpinBox, QDoubleSpinBox)):
        yield from (widget.prefix(), widget.suffix(), widget.specialValueText())
    elif isinstance(widget, QTabWidget):
        for i in range(widget.count()):
            yield from (widget.tabText(i), widget.tabToolTip(i))
    elif isinstance(widget, QFileDialog):
        yield from widget.nameFilters()
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _headers(widget.model())
        yield from _items(widget.model(), QModelIndex())
    yield from _plot(widget)


def _action(action: QAction) -> Iterator[str]:
    yield from (action.text(), action.toolTip(), action.statusTip(), action.whatsThis())


def _headers(model: QAbstractItemModel) -> Iterator[str]:
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    for role in _ROLES:
        for i in range(_columns(model, QModelIndex())):
            yield str(model.headerData(i, across, role) or "")
        for i in range(min(model.rowCount(QModelIndex()), _MOST_ROWS)):
            yield str(model.headerData(i, down, role) or "")


def _items(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(min(model.rowCount(parent), _MOST_ROWS)):
        for column in range(_columns(model, parent)):
            index = model.index(row, column, parent)
            yield from (str(index.data(role) or "") for role in _ROLES)
            yield from _items(model, index)


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)


def _plot(widget: QWidget) -> Iterator[str]:
    """Yield the titles of a chart's axes and the entries of its legend."""
    pyqtgraph = sys.modules.get("pyqtgraph")
    if pyqtgraph is None or not isinstance(widget, pyqtgraph.PlotWidget):
        return
    for side in ("bottom", "left"):
        yield widget.getAxis(side).labelText
    if widget.plotItem.legend is not None:
        yield from (label.text for _, label in widget.plotItem.legend.items)
