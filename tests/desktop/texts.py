"""What people read in a window or hear of it, and what of that did not pass through ``tr``.

Two languages show it: ``Brackets`` is strict with what is put into a text, ``Marking`` leaves Qt's
own texts alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialogButtonBox,
    QDockWidget,
    QFileDialog,
    QGraphicsView,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QStatusBar,
    QTabBar,
    QTabWidget,
    QToolButton,
    QWidget,
)

from ttt_desktop import APP_TITLE

TITLE = frozenset({APP_TITLE})
"""The program's name is the same in all languages."""

ALLOWED = re.compile(
    r"[A-Z]\d{0,2}"  # X, O, columns and squares
    r"|SCORE_CURRENT|SCORE_OTHER"  # the course's names
    r"|-?\.?\d[\d.,]*(e[+-]\d+)?[kMG]?"  # numbers with units
    r"|\d+×\d+"  # boards
    r"|Ctrl|Shift|Alt|Meta|Esc|Return|Enter|Space|Home|End|Left|Right|F\d+|Del|Ins"  # keys
    r"|[\w-]+\.(py|tttgame|png|svg|gif|csv|html|json|ini|txt|part)"  # names of files
)
"""What is the same in every language."""

_SPOKEN = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
_MOST_ROWS = 400


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
        yield from texts_alone(each)


def texts_alone(widget: QWidget) -> Iterator[str]:
    """Yield all that people read or hear of one widget, without those in it."""
    yield from (widget.toolTip(), widget.statusTip(), widget.whatsThis(), widget.windowTitle())
    yield from (widget.accessibleName(), widget.accessibleDescription())
    yield from _own(widget)
    for action in widget.actions():
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
    elif isinstance(each, (QTabBar, QTabWidget)):
        for place in range(each.count()):
            yield from (each.tabText(place), each.tabToolTip(place))
    elif isinstance(each, QFileDialog):
        yield from each.nameFilters()
    elif isinstance(each, (QComboBox, QAbstractItemView)):
        yield from _of_model(each.model())
    elif isinstance(each, QGraphicsView):
        yield from _of_plot(each)
    if isinstance(each, QMenu):
        yield from _of_action(each.menuAction())


def _of_plot(view: QGraphicsView) -> Iterator[str]:
    """Yield what a chart's items, axes and legend say."""
    for item in view.scene().items() if view.scene() is not None else ():
        if item.isVisible() and hasattr(item, "toPlainText"):
            yield _whole(item.toPlainText())
    if hasattr(view, "plotItem"):
        yield from (_whole(view.getAxis(side).labelText) for side in ("bottom", "left"))
        if view.plotItem.legend is not None:
            yield from (label.text for _, label in view.plotItem.legend.items)


def _whole(title: str) -> str:
    """Return an axis' title; one that was shortened ends like a whole translated one."""
    return title.strip().removesuffix("…") + "⟧" if title.strip().endswith("…") else title


def _of_model(model: QAbstractItemModel | None) -> Iterator[str]:
    if model is None:
        return
    for orientation, count in (
        (Qt.Orientation.Horizontal, _columns(model, QModelIndex())),
        (Qt.Orientation.Vertical, model.rowCount(QModelIndex())),
    ):
        for section in range(min(count, _MOST_ROWS)):
            for role in _SPOKEN:
                yield str(model.headerData(section, orientation, role) or "")
    yield from _cells(model, QModelIndex())


def _cells(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    """Yield what the cells under one say, and the cells under those."""
    for row in range(min(model.rowCount(parent), _MOST_ROWS)):
        for column in range(_columns(model, parent)):
            index = model.index(row, column, parent)
            yield from (str(index.data(role) or "") for role in _SPOKEN)
            yield from _cells(model, index)


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)


# --- the texts of dialogs, which Qt's own stand among -------------------------------------------


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
_NAME = re.compile(r"\S+\.(?:py|ipynb|png|gif|svg|csv|html|json|txt|ini|tttgame)\b")
_TAG = re.compile(r"</?\w+>")
_NUMBER = re.compile(r"\d[\d.,]*e[+-]\d+")
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
    for each in (_TAG, _NUMBER, _KEYS, _NAME, _PLAYER, _WEIGHT, _SQUARE):
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


def check(texts: Iterable[str], allowed: frozenset[str] = TITLE) -> None:
    """Assert that texts are translated, and that there are some."""
    shown = [text for text in texts if text]
    assert any("⟦" in text for text in shown)
    assert sorted(filter(None, (unmarked(text, allowed) for text in shown))) == []


def only(window: QWidget, kind: type) -> Any:
    """Return the one child of a kind that is shown."""
    (shown,) = (child for child in window.findChildren(kind) if not child.isHidden())
    return shown
