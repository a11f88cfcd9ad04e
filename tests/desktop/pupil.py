"""Somebody who goes through lessons."""

from PySide6.QtWidgets import QLabel

from tests.driver.user import click_on


class Pupil:
    """Somebody with a lesson's panel, who clicks and reads."""

    def __init__(self, user):
        self.user = user
        self.window = user.window
        self.panel = user.window.docks["lesson"]

    def open(self, key=None):
        self.user.trigger("lesson")
        self.user.linger(0.01)
        if key:
            self.click(self.panel.lessons[key])

    def click(self, button):
        assert button.isVisible()
        assert button.isEnabled(), button.text()
        self.panel._scroll.ensureWidgetVisible(button)  # noqa: SLF001
        click_on(button)

    def next(self):
        self.click(self.panel.button["next"])

    def back(self):
        """Go back to the board and the lesson, if a step has opened the lab's results."""
        pages = self.window.shell.pages
        if self.window.features["lessons"].guide.active and not pages.shows_board:
            assert pages.page == "experiment"
            pages.open_board()

    @property
    def reads(self):
        return [label.text() for label in self.panel.findChildren(QLabel) if label.isVisible()]

    @property
    def can_go_on(self):
        button = self.panel.button["next"]
        return button.isVisible() and button.isEnabled()

    def answer(self, question, right=True):
        """Answer by a click on the board or on an option."""
        if question.squares:
            empty = self.user.game.board.get_empty_squares()
            wrong = [square for square in empty if square not in question.squares]
            self.user.click(min(question.squares) if right else wrong[0])
        else:
            place = next(i for i, (_, is_right) in enumerate(question.options) if is_right == right)
            self.click(self.panel.page.options[place])

    def settled(self):
        """Wait until all that a step asked for has been done."""
        lab, made = self.user.page("experiment"), self.window.docks.by_action
        self.user.qtbot.waitUntil(
            lambda: (
                not self.user.controller.view.is_thinking
                and not ("theatre" in made and made["theatre"].theatre.running)
                and not ("bandits" in made and made["bandits"].bench.running)
                and not ("darts" in made and made["darts"].thrower.running)
                and (lab is None or lab.lab.state.name == "IDLE")
            )
        )
