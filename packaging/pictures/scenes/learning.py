"""The window of a machine that teaches itself: before, during and after, each learner."""

from __future__ import annotations

from engine.learning.task import read_task
from pictures.scene import Act, Scene, Steps
from tests.desktop.features.selflearning.user import LearningUser, open_learning
from tests.driver.user import User

_NET, _LARGE = "net seed=1", "net seed=1 size=5 line=4 shape=lines"
_BOXES, _TABLE = "menace seed=1 sides=X teacher=perfect", "td seed=1"


def _open(user: User) -> Steps:
    learning = open_learning(user)
    yield learning.drawn
    return [learning.window]


def after(line: str, games: int, tab: str, moves: str = "") -> Act:
    """Return what looks at a tab after so many games, with a position on the main board."""

    def act(user: User) -> Steps:
        yield from _open(user)
        learning = LearningUser(user)
        learning.window.learn(read_task(f"{line} games={games}"), True)
        yield lambda: learning.study.report is not None
        yield learning.at_rest
        if moves:
            user.adopt(moves, read_task(line).rules)
            yield user.seconds(0.5)
        learning.look_at(tab)
        return [learning.window]

    return act


def early(user: User) -> Steps:
    """Look at what an early generation thinks."""
    yield from after(_NET, 1280, "Thoughts", "A1 B2 B1")(user)
    learning = LearningUser(user)
    learning.window.thoughts.slider.setValue(3)
    return [learning.window]


def paused(user: User) -> Steps:
    """Pause in mid-training."""
    yield from _open(user)
    learning = LearningUser(user)
    learning.ask(f"{_NET} pace=slow")
    learning.press("start")
    yield lambda: learning.study.report is not None and learning.study.report.generation > 1
    learning.press("pause")
    return [learning.window]


def refused(user: User) -> Steps:
    """Ask for what cannot be learnt."""
    yield from _open(user)
    learning = LearningUser(user)
    learning.ask("menace")
    learning.window.form.fields["sides"].setCurrentIndex(1)
    learning.press("start")
    return [learning.window]


_LOOKS = ("fine", "large", "laptop", "laptop-large", "small")

SCENES = (
    Scene("learning-empty", "Nobody has learnt anything yet", _open),
    Scene("learning-mistakes", "A network: its mistakes", after(_NET, 2560, "Mistakes"),
          looks=_LOOKS),
    Scene("learning-thoughts", "A network: what it thinks",
          after(_NET, 1280, "Thoughts", "A1 B2 B1"), looks=_LOOKS),
    Scene("learning-early", "A network: what it thought early on", early),
    Scene("learning-numbers", "A network in numbers", after(_NET, 1280, "Numbers")),
    Scene("learning-5x5", "A network that counts lines on 5×5",
          after(_LARGE, 640, "Thoughts", "C3 B2 D3 B3"), looks=("large",)),
    Scene("learning-boxes", "Matchboxes: the boxes of the last game", after(_BOXES, 320, "Boxes"),
          looks=("large",)),
    Scene("learning-beads", "Matchboxes: the beads of a position",
          after(_BOXES, 320, "Thoughts", "B2 A1")),
    Scene("learning-table", "A table of values: what it thinks",
          after(_TABLE, 3200, "Thoughts", "A1 B2 C3")),
    Scene("learning-paused", "Paused in mid-training", paused, live=True),
    Scene("learning-refused", "What cannot be learnt", refused),
)  # fmt: skip
