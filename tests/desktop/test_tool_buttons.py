"""Tool buttons hear of a change of their action once, however many changes there were."""

import pytest
from PySide6.QtCore import SIGNAL
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from tests.driver.user import DOCKS


def heard(window):
    """How often a change of each action is heard of."""
    shown = window.findChildren(QWidget)
    # The one without a text is that of a text field's clear button: nothing ever changes it.
    actions = {action for widget in shown for action in widget.actions() if action.text()}
    return {action: action.receivers(SIGNAL("changed()")) for action in actions}


def change(action):
    """Change an action, and change it back."""
    action.setEnabled(not action.isEnabled())
    action.setEnabled(not action.isEnabled())
    text = action.text()
    action.setText(f"{text}!")
    action.setText(text)


@pytest.mark.uses("demo", "help", "lessons")
def test_no_button_of_the_window_hears_of_more_and_more(user):
    for each in DOCKS:
        user.window.docks[each.action.name].show()
    user.window.features["lessons"].guide.open_own("2-scores")
    user.trigger("demo")
    manual = user.window.features["help"].open_manual()
    for window in (user.window, manual):
        buttons = [each for each in window.findChildren(QToolButton) if each.defaultAction()]
        assert len(buttons) > 5
        for action in heard(window):
            assert isinstance(action, QAction)
            change(action)
        once = heard(window)
        for _ in range(5):
            for action in once:
                change(action)
        assert heard(window) == once
    manual.close()


def test_a_button_still_shows_what_its_action_is_and_does_it(user):
    undo, *_ = (
        each for each in user.window.findChildren(QToolButton)
        if each.defaultAction() is user.window.action["undo"]
    )  # fmt: skip
    assert not undo.isEnabled()
    user.controller.play((0, 0))
    assert undo.isEnabled()
    undo.click()
    assert user.game.moves == ()
    assert not undo.isEnabled()
