"""Somebody in front of the page of a machine that teaches itself."""

from __future__ import annotations

from engine.learning.task import read_task
from tests.driver.user import User, click_on
from ttt_desktop.features.selflearning.feature import SelfLearningFeature
from ttt_desktop.features.selflearning.study import StudyState


def open_learning(user: User) -> LearningUser:
    """Open that page, and be its user."""
    user.trigger("teaches_itself")
    return LearningUser(user)


class LearningUser:
    """Somebody in front of the page of a machine that teaches itself, which is open.

    Args:
        user: the same person in front of the main window.

    Attributes:
        window: that page.
        study: the learner.
    """

    def __init__(self, user: User) -> None:
        self.user = user
        learning = user.window.features["selflearning"]
        assert isinstance(learning, SelfLearningFeature)
        assert learning.window is not None
        self.window = learning.window
        self.study = self.window.study

    def ask(self, line: str) -> None:
        """Fill the form in with what a line describes, and choose its pace."""
        task = read_task(line)
        self.window.form.ask_for(task)
        click_on(self.window.pace.chips[task.slow])

    def press(self, name: str) -> None:
        """Press a button of the page with the mouse."""
        self.user.trigger("teaches_itself")
        click_on(self.window.button[name])

    def look_at(self, name: str) -> None:
        """Bring one of the tabs to the front, by what its chip says."""
        self.window.tabs.bring_forward(self.window.tabs.pages[name])

    def learn(self, line: str, games: int) -> None:
        """Have a machine learn from so many games or more, and then stop, in a test."""
        self.ask(line)
        self.press("start")
        self.user.wait(lambda: self.study.report is not None and self.study.report.games >= games)
        self.press("stop")
        self.user.wait(self.at_rest)

    def at_rest(self) -> bool:
        """Whether nothing is learnt, and nothing read."""
        return self.study.state in (StudyState.EMPTY, StudyState.RESTING)

    def drawn(self) -> bool:
        """Whether the chart is loaded."""
        return self.window.chart is not None

    def leave(self) -> None:
        """Close all windows; another one finds that nobody has the learner."""
        self.user.leave()
        self.study.let_go()
