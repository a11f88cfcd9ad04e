"""The menus: each popped up, and all side by side."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget

from pictures.scene import Act, Scene, Steps
from tests.driver.user import User

_GAP, _BREADTH = 24, 1300


def popped_up(number: int) -> Act:
    """Return what opens a menu of the menu bar, counted from 0."""

    def act(user: User) -> Steps:
        yield from begun(user)
        bar = user.window.menuBar()
        bar.setActiveAction(bar.actions()[number])
        yield lambda: QApplication.activePopupWidget() is not None
        menu = QApplication.activePopupWidget()
        assert menu is not None
        return [user.window, menu]

    return act


def begun(user: User) -> Steps:
    """Play a move, so that most entries can be chosen."""
    user.app.begin()
    user.move("B2")
    yield user.may_move
    return None


def side_by_side(user: User) -> Steps:
    """Lay all menus out, each below its title, those inside of others too."""
    yield from begun(user)
    laid: list[QWidget] = []
    left = top = deepest = 0
    for menu in _menus_in(user.window.menuBar()):
        title = QLabel(menu.title().replace("&", ""))
        for part in (title, menu):
            part.resize(part.sizeHint())
        if left + menu.width() > _BREADTH:
            left, top, deepest = 0, top + deepest + _GAP, 0
        title.move(left, top)
        menu.move(left, top + title.height())
        left += menu.width() + _GAP
        deepest = max(deepest, title.height() + menu.height())
        laid += [title, menu]
    return laid


def _menus_in(owner: QWidget) -> Iterator[QMenu]:
    """Yield the menus of a menu bar or a menu, each before those inside of it."""
    for action in owner.actions():
        menu = action.menu()
        if isinstance(menu, QMenu):
            yield menu
            yield from _menus_in(menu)


SCENES = (
    Scene("menu-1", "The first menu", popped_up(0)),
    Scene("menu-2", "The second menu", popped_up(1)),
    Scene("menu-3", "The third menu", popped_up(2)),
    Scene("menu-4", "The fourth menu", popped_up(3)),
    Scene("menus", "All menus, and those inside of them", side_by_side, looks=("fine", "large")),
)
