"""Shows one page of the manual: Markdown in the window's own colours, with its pictures."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QPalette,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from ttt_desktop.look.measures import SPACE
from ttt_desktop.look.text import tr
from ttt_desktop.reference import pages

_PICTURE = "\ufffc"
"""The character that stands for a picture in a document."""

_LINE_HEIGHT = 125
_LONG = 36
"""More characters than that make a column of a table a long one."""

_SHORT_SHARE, _SHORT_SHARES = 20, 44
"""What a short column gets beside long ones, and all short ones together, in percent."""

_ZOOMS = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300)
"""The sizes of the text, in percent of the window's."""


class PageBrowser(QTextBrowser):
    """A page of Markdown.

    Attributes:
        zoom: the size of the text, in percent of the window's.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.zoom = 100
        self._markdown = ""
        self.setOpenLinks(False)
        self.setSearchPaths([str(pages.folder())])
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(tr("Page of the manual"))

    def show_page(self, markdown: str) -> None:
        """Show a page from its beginning."""
        self._markdown = markdown
        self.setMarkdown(markdown)
        self._dress()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def refresh(self) -> None:
        """Show the same page in the colours and the font as they are now."""
        self._apply_zoom()
        place = self.verticalScrollBar().value()
        self.show_page(self._markdown)
        self.scroll_to(place)

    def scroll_to(self, place: int) -> None:
        """Scroll down by so many pixels, however long the page is."""
        # Only its beginning is laid out yet, and the bar ends there.
        height = self.document().documentLayout().documentSize().height()
        bar = self.verticalScrollBar()
        bar.setMaximum(max(bar.maximum(), int(height) - self.viewport().height()))
        bar.setValue(place)

    def go_to(self, anchor: str) -> bool:
        """Scroll to a heading, by the name that links give it; return whether it is there."""
        for block in self._blocks():
            if block.blockFormat().headingLevel() and pages.anchor_of(block.text()) == anchor:
                self.setTextCursor(QTextCursor(block))  # keys and screen readers go on there
                top = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(int(top))
                return True
        return False

    def search(self, text: str, backward: bool = False) -> bool:
        """Select the next place where a text stands, round the end; return whether there is one."""
        flag = QTextDocument.FindFlag.FindBackward if backward else QTextDocument.FindFlag(0)
        if self.find(text, flag):
            return True
        before = self.textCursor()
        move = QTextCursor.MoveOperation
        self.moveCursor(move.End if backward else move.Start)
        if self.find(text, flag):
            return True
        self.setTextCursor(before)
        return False

    def step_zoom(self, steps: int) -> None:
        """Make the text larger or smaller by some steps; 0 gives it the window's size."""
        at = _ZOOMS.index(self.zoom) if steps else _ZOOMS.index(100)
        self.zoom = _ZOOMS[max(0, min(len(_ZOOMS) - 1, at + steps))]
        self.refresh()

    def _apply_zoom(self) -> None:
        parent = self.parentWidget()
        font = QFont() if parent is None else QFont(parent.font())
        if font.pointSizeF() > 0:
            font.setPointSizeF(font.pointSizeF() * self.zoom / 100)
        else:
            font.setPixelSize(round(font.pixelSize() * self.zoom / 100))
        self.setFont(font)

    def _blocks(self) -> Iterator[QTextBlock]:
        block = self.document().begin()
        while block.isValid():
            yield block
            block = block.next()

    # --- the look -------------------------------------------------------------------------

    def _dress(self) -> None:
        """Give the page what Markdown does not say: margins, colours of code, lines of tables."""
        document = self.document()
        document.setDocumentMargin(SPACE * 3)
        page = QTextCursor(document)
        page.beginEditBlock()  # the page is laid out once, at the end
        self._fit_pictures()
        for block in list(self._blocks()):
            self._dress_block(block)
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._dress_table(frame)
        page.endEditBlock()

    def _fit_pictures(self) -> None:
        """Let no picture be wider than the window."""
        full_width = QTextLength(QTextLength.Type.PercentageLength, 100)
        cursor = self.document().find(_PICTURE)
        while not cursor.isNull():
            picture = cursor.charFormat().toImageFormat()
            picture.setMaximumWidth(full_width)
            cursor.setCharFormat(picture)
            cursor = self.document().find(_PICTURE, cursor)

    def _dress_block(self, block: QTextBlock) -> None:
        old, new = block.blockFormat(), QTextBlockFormat()
        if old.hasProperty(QTextFormat.Property.BlockCodeFence):
            new.setBackground(self.palette().color(QPalette.ColorRole.AlternateBase))
            new.setLeftMargin(SPACE)
            new.setBottomMargin(0 if _is_code(block.next()) else SPACE * 1.5)
        elif level := old.headingLevel():
            new.setTopMargin(0 if level == 1 else SPACE * 2)
            new.setBottomMargin(SPACE)
        elif _PICTURE not in block.text():  # lines grow with the pictures in them
            proportional = QTextBlockFormat.LineHeightTypes.ProportionalHeight
            new.setLineHeight(_LINE_HEIGHT, proportional.value)
        QTextCursor(block).mergeBlockFormat(new)

    def _dress_table(self, table: QTextTable) -> None:
        shape = table.format()
        shape.setBorder(1)
        shape.setBorderCollapse(True)
        shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        shape.setBorderBrush(self.palette().color(QPalette.ColorRole.Mid))
        shape.setCellSpacing(0)
        shape.setCellPadding(SPACE // 2)
        shape.setTopMargin(SPACE // 2)
        shape.setBottomMargin(SPACE)
        shape.setColumnWidthConstraints(_widths(table))
        table.setFormat(shape)
        for column in range(table.columns()):
            head = table.cellAt(0, column)
            look = QTextCharFormat(head.format())
            look.setBackground(self.palette().color(QPalette.ColorRole.AlternateBase))
            head.setFormat(look)


def _widths(table: QTextTable) -> list[QTextLength]:
    """Return how wide each column is to be: long texts share what short ones leave them."""
    columns, rows = range(table.columns()), range(table.rows())
    longest = [max(len(_text(table, row, column)) for row in rows) for column in columns]
    long = [length for length in longest if length > _LONG]
    room = 100 - min(_SHORT_SHARE * (len(longest) - len(long)), _SHORT_SHARES)
    share = QTextLength.Type.PercentageLength
    return [
        QTextLength(share, room * sqrt(length) / sum(map(sqrt, long)))
        if length > _LONG
        else QTextLength()
        for length in longest
    ]


def _text(table: QTextTable, row: int, column: int) -> str:
    cell = table.cellAt(row, column)
    cursor = cell.firstCursorPosition()
    cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


def _is_code(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)
