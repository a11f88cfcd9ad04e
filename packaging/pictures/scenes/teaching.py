"""Ready positions, machine against machine, presenter view."""

from __future__ import annotations

from pictures.scene import Act, Scene, Steps
from pictures.scenes.boards import crowded
from pictures.scenes.docks import playouts, with_docks
from pictures.scenes.playing import TRAP, scored
from tests.driver.user import User

_MOVES = 3


def ready(number: int) -> Act:
    """Return what chooses a ready position, counted from 0."""

    def act(user: User) -> Steps:
        user.window.action.choices["positions"].actions()[number].trigger()
        yield user.idle
        yield lambda: user.controller.model.truth is not None
        return None

    return act


def demo(user: User) -> Steps:
    """Let two machines play some moves, step by step."""
    user.trigger("demo")
    user.trigger("stop")
    yield user.idle
    while len(user.game.moves) < _MOVES:
        user.trigger("step")
        yield user.idle
    return None


def presenter(then: Act) -> Act:
    """Return what turns presenter view on and goes on there."""

    def act(user: User) -> Steps:
        user.trigger("presenter")
        yield from then(user)
        user.window.notice.dismiss()
        return None

    return act


SCENES = (
    Scene("ready-trap", "A ready position with the truth", ready(2), looks=("large", "small")),
    Scene("ready-misere", "A ready position of the reverse game", ready(4)),
    Scene("demo", "Machine against machine", demo, looks=("small", "large")),
    Scene(
        "presenter", "Presenter view", presenter(scored(TRAP)), "--show-truth --trials 20000",
        extent=(1100, 700), looks=("small", "laptop"),
    ),
    Scene(
        "presenter-theatre", "Presenter view with the theatre",
        presenter(with_docks("theatre", then=playouts)), extent=(1366, 768), looks=("small",),
    ),
    Scene(
        "presenter-25x25", "Presenter view, 25×25", presenter(crowded(120)),
        "--size 25 --line 6 --trials 2000", extent=(1600, 900),
    ),
)  # fmt: skip
