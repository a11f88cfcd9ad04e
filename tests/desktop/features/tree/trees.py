"""The tree that grows in its dock."""

from PySide6.QtWidgets import QToolButton

from tests.driver.user import click_on

TRAP = "X../.O./..X"


def press(user, dock, name):
    action = user.window.action[f"tree_{name}"]
    (button,) = [each for each in dock.findChildren(QToolButton) if each.defaultAction() is action]
    click_on(button)


def grown(user, dock, count):
    user.qtbot.waitUntil(lambda: dock.grower.simulations >= count or dock.grower.is_proven)
