"""The manual's window: the pages of ``docs/``, and those that the program writes about itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QEvent, QSignalBlocker, QSize, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QMainWindow, QSplitter, QTreeWidget, QTreeWidgetItem, QWidget

from ttt_desktop import APP_TITLE
from ttt_desktop.features.help.browser import PageBrowser
from ttt_desktop.features.help.manual_bar import ManualBar
from ttt_desktop.look.guard import handler
from ttt_desktop.look.text import problem, tr
from ttt_desktop.reference import pages
from ttt_desktop.reference.generated import ActionEntry, generate
from ttt_desktop.shell.menus import actions_of
from ttt_desktop.work.files import open_outside

MISSING = str(QT_TRANSLATE_NOOP("", "This page is missing"))
"""The title of what is shown in place of a page that cannot be."""

_PAGE = Qt.ItemDataRole.UserRole


class ReadingPlace(NamedTuple):
    """Where a reader was: a page, and how far it was scrolled, in pixels."""

    page: str
    scroll: int


def show_manual(
    parent: QWidget, page: str = pages.INDEX, actions: Sequence[ActionEntry] | None = None
) -> ManualWindow:
    """Open the manual, or bring it to the front; return its window.

    Args:
        parent: the window that it belongs to.
        page: what to show, as ``PAGE`` or ``PAGE#heading``.
        actions: what the page of actions lists; by default, what the parent's window can do.
    """
    manual = parent.findChild(ManualWindow)
    if manual is None:
        manual = ManualWindow(parent, actions_of(parent.window()) if actions is None else actions)
    manual.show()
    manual.follow(page)
    manual.raise_()
    manual.activateWindow()
    manual.browser.setFocus()
    return manual


class ManualWindow(QMainWindow):
    """Contents at the left, a page at the right.

    Args:
        parent: the window that it belongs to.
        actions: what the page of actions lists.

    Attributes:
        browser: the page.
        contents: the list of pages.
        bar: the buttons above them, and the field for what to find.
        page: the name of the page that is shown.
        missing: whether the text of the page that was last asked for cannot be had.
    """

    def __init__(self, parent: QWidget, actions: Sequence[ActionEntry]) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self._actions = actions
        self._past: list[ReadingPlace] = []
        self._future: list[ReadingPlace] = []
        self.page = ""
        self.missing = False
        self.browser = PageBrowser()
        self.browser.anchorClicked.connect(self._follow_url)
        self.contents = _Contents()
        self.contents.currentItemChanged.connect(self._choose)
        self.bar = ManualBar(self, self.browser)
        self.addToolBar(self.bar)
        for name, slot in {
            "back": self._go_back,
            "forward": self._go_forward,
            "home": self._go_home,
            "close": self.close,
        }.items():
            self.bar.command[name].triggered.connect(slot)
        split = QSplitter()
        split.addWidget(self.contents)
        split.addWidget(self.browser)
        split.setStretchFactor(1, 1)
        self.setCentralWidget(split)
        em = self.fontMetrics().averageCharWidth()
        wanted = QSize(em * 150, self.fontMetrics().height() * 42)
        self.resize(wanted.boundedTo(self.screen().availableSize() * 0.9))
        split.setSizes([em * 30, em * 120])
        self._refreshing = QTimer(self, singleShot=True, interval=0)
        self._refreshing.timeout.connect(self.browser.refresh)

    # --- from page to page ----------------------------------------------------------------

    def follow(self, link: str) -> None:
        """Go where a link leads: to a page, a heading on one, or an address outside."""
        if "://" in link:
            self._open_outside(link)
            return
        page, anchor = pages.split_link(link, self.page)
        if self.page:
            self._past.append(self._place())
            self._future.clear()
        if page != self.page:
            self._show_page(page)
        if not (anchor and self.browser.go_to(anchor)):
            self.browser.verticalScrollBar().setValue(0)
        self._show_ways()

    def text_of(self, page: str) -> str:
        """Return the Markdown of a page; where it cannot be had, a page that says why."""
        try:
            if page in pages.GENERATED:
                return generate(page, self._actions)
            return pages.read(page)
        except (OSError, ValueError) as error:
            self.missing = True
            why = problem(error)
            sentence = tr("The page “{page}” cannot be shown: {why}.", page=page, why=why)
            return f"# {tr(MISSING)}\n\n{sentence}"

    def _show_page(self, page: str) -> None:
        self.page, self.missing = page, False
        text = self.text_of(page)
        self.browser.show_page(text)
        title = pages.title_of(text)
        self.setWindowTitle(tr("{page} – Manual of {program}", page=title, program=APP_TITLE))
        self.bar.forget_answer()
        with QSignalBlocker(self.contents):
            self.contents.mark(page)

    def _place(self) -> ReadingPlace:
        return ReadingPlace(self.page, self.browser.verticalScrollBar().value())

    def _return_to(self, place: ReadingPlace) -> None:
        if place.page != self.page:
            self._show_page(place.page)
        self.browser.scroll_to(place.scroll)
        self._show_ways()

    def _show_ways(self) -> None:
        self.bar.command["back"].setEnabled(bool(self._past))
        self.bar.command["forward"].setEnabled(bool(self._future))

    def _open_outside(self, address: str) -> None:
        sentence = tr("No browser could be started. The address is\n{address}", address=address)
        open_outside(QUrl(address), self, tr("Open address"), sentence)

    @Slot(QUrl)
    def _follow_url(self, url: QUrl) -> None:
        self.follow(url.toString())

    @Slot(QTreeWidgetItem, QTreeWidgetItem)
    def _choose(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        if item is not None and item.data(0, _PAGE):
            self.follow(item.data(0, _PAGE))

    @Slot()
    def _go_back(self) -> None:
        if self._past:
            self._future.append(self._place())
            self._return_to(self._past.pop())

    @Slot()
    def _go_forward(self) -> None:
        if self._future:
            self._past.append(self._place())
            self._return_to(self._future.pop())

    @Slot()
    def _go_home(self) -> None:
        self.follow(pages.INDEX)

    @handler
    def changeEvent(self, event: QEvent) -> None:  # noqa: D102
        super().changeEvent(event)
        changes = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)
        if event.type() in changes and self.isVisible():
            self._refreshing.start()


class _Contents(QTreeWidget):
    """The list of pages, in groups."""

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setAccessibleName(tr("Contents of the manual"))
        self._items: dict[str, QTreeWidgetItem] = {}
        bold = QFont(self.font())
        bold.setBold(True)
        for group, names in pages.CONTENTS:
            heading = QTreeWidgetItem(self, [tr(group)])
            heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
            heading.setFont(0, bold)
            for name in names:
                item = QTreeWidgetItem(heading, [pages.title(name)])
                item.setData(0, _PAGE, name)
                self._items[name] = item
        self.expandAll()

    def mark(self, page: str) -> None:
        """Show which page is open."""
        item = self._items.get(page)
        if item is None:
            self.clearSelection()
        else:
            self.setCurrentItem(item)
