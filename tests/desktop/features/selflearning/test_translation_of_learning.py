"""Every text of the window of a machine that teaches itself can be translated."""

import pytest

from tests.desktop.features.selflearning.user import open_learning
from tests.desktop.texts import check, texts_of

pytestmark = pytest.mark.usefixtures("marked")


@pytest.mark.parametrize(
    "line",
    ["menace sides=X teacher=perfect", "td exploration=off", "net size=4 shape=lines"],
)
def test_every_learner(user, line):
    learning = open_learning(user)
    user.wait(learning.drawn)
    window = learning.window
    check(texts_of(window))
    learning.learn(line, 32)
    check(texts_of(window))
    user.adopt("A1")
    check(texts_of(window))
    window.form.fields["seed"].setText("x")
    learning.press("start")
    check([window.notice.text])
