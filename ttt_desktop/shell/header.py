"""The header of a page: its title, and its few actions as labelled buttons, the rest under More."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Slot
from PySide6.QtGui import QFont, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from ttt_desktop.look.guard import handler
from ttt_desktop.look.measures import HEADER, S3, S5, TITLE
from ttt_desktop.look.parts import FILLED, OUTLINED, PLAIN, Button
from ttt_desktop.look.text import rule_text, tr
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.look.widgets import ElidedLabel
from ttt_desktop.session.game import GameController
from ttt_desktop.session.view import View
from ttt_desktop.shell.menus import Menus
from ttt_desktop.shell.pages import Pages

_NARROW = 600
"""Below this width the header's margins are narrow, in pixels."""

_TITLE_LEAST = 9
"""How many letters of the title have room before buttons go under More."""


class Header(QWidget):
    """Shows what the page that is open is called, and offers its actions.

    Args:
        pages: tells which page is open.
        actions: has the actions, and the menus of the places.
    """

    def __init__(
        self, pages: Pages, actions: Menus, controller: GameController, theme: ThemeManager
    ) -> None:
        super().__init__()
        self.setObjectName("header")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._pages, self._actions, self._controller = pages, actions, controller
        self._theme = theme
        self._back = Button(theme, "", "arrow-left", PLAIN)
        self._more = Button(theme, "", "ellipsis-vertical", PLAIN)
        self._title = ElidedLabel()
        self._menu = QMenu(self)
        self._buttons: dict[str, Button] = {}
        self._row = row = QHBoxLayout(self)
        row.setSpacing(S3)
        for part in (self._back, self._title, self._more):
            row.addWidget(part, int(part is self._title))
        self._name(self._back, tr("Back"))
        self._back.clicked.connect(self._go_back)
        keys = QShortcut(QKeySequence("Ctrl+W"), self)
        keys.activated.connect(self._go_back)  # (the button's own shortcut would tarry)
        self._name(self._more, tr("More actions"))
        self._more.clicked.connect(self._offer_more)
        pages.changed.connect(self.refresh)
        controller.follow(self._name_page, View.game, View.task)
        controller.follow(self._fill, View.result)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.refresh()

    @staticmethod
    def _name(button: Button, name: str) -> None:
        button.setAccessibleName(name)
        button.setToolTip(name)

    @property
    def offered(self) -> tuple[str, ...]:
        """The names of the actions that are buttons here now, from left to right."""
        return tuple(name for name, button in self._buttons.items() if not button.isHidden())

    @Slot()
    def refresh(self) -> None:
        """Show the title and the actions of the page that is open."""
        page = self._pages.current
        if page is None:
            return
        wanted = page.on_board if self._pages.shows_board else page.header
        names = [name for name in wanted if name in self._actions.names]
        if names != list(self._buttons):
            self._offer(names)
        self._back.setVisible(bool(page.within))
        self._name_page()
        self._fill()
        self._fit()

    @Slot()
    def _fill(self) -> None:
        """Fill the last button; not beside a filled one of the page, or of a game that is over."""
        *_, last = [None, *self._buttons.values()]
        page, is_over = self._pages.current, self._controller.view.result is not None
        other = is_over if self._pages.shows_board else page is not None and page.is_led
        if last is not None:
            last.kind = OUTLINED if other else FILLED
            last.update()

    def _offer(self, names: list[str]) -> None:
        for button in self._buttons.values():
            button.deleteLater()
        self._buttons = {}
        before: QWidget = self._title
        for name in names:
            icon = self._actions.icon_name(name)
            self._buttons[name] = button = Button.of(self._theme, self._actions[name], icon)
            self._row.insertWidget(self._row.count() - 1, button)
            QWidget.setTabOrder(before, button)
            before = button
        QWidget.setTabOrder(before, self._more)

    @Slot()
    def _name_page(self) -> None:
        page = self._pages.current
        if page is None:
            return
        if self._pages.shows_board:
            title = rule_text(self._controller.game.rules)
            title = title[:1].upper() + title[1:]
        else:
            title = tr(page.title)
        self._title.setText(title)
        self._title.setAccessibleName(title)

    @Slot()
    def _go_back(self) -> None:
        self._pages.go_back()

    @Slot()
    def _offer_more(self) -> None:
        """Offer what has no room here, then what the place's menu has."""
        self._menu.clear()
        hidden = [name for name, button in self._buttons.items() if button.isHidden()]
        self._menu.addActions([self._actions[name] for name in hidden])
        self._menu.addSeparator()
        self._menu.addActions(self._actions.of_place(self._pages.place))
        self._menu.popup(self._more.mapToGlobal(QPoint(0, self._more.height())))

    def _fit(self) -> None:
        """Leave out the buttons that have no room, from the left: the last one is wanted most."""
        margins = self._row.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        room -= self._title.fontMetrics().averageCharWidth() * _TITLE_LEAST
        room -= self._more.sizeHint().width() + 2 * S3
        if not self._back.isHidden():
            room -= self._back.sizeHint().width() + S3
        for button in reversed(self._buttons.values()):
            room -= button.sizeHint().width() + S3
            button.setVisible(room >= 0)

    @Slot()
    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.px(HEADER))
        self._title.setFont(self._theme.font(TITLE, QFont.Weight.DemiBold))
        self._fit()

    @handler
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        margin = S5 if self.width() >= _NARROW else S3
        self._row.setContentsMargins(margin, 0, margin, 0)
        self._fit()

    @handler
    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102
        super().showEvent(event)
        self._fit()
