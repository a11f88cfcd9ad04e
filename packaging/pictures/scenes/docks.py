"""The docks: each alone, in its states, and all at once."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QPlainTextEdit

from pictures.scene import Act, Scene, Steps
from pictures.scenes.boards import crowded
from pictures.scenes.course_files import talkative
from pictures.scenes.playing import TRAP, first_start, game, scored
from tests.driver.user import User

if TYPE_CHECKING:
    from ttt_desktop.features.bandits.darts_dock import DartsDock
    from ttt_desktop.features.theatre.dock import TheatreDock

_ALL = ("heatmap", "table", "chart", "theatre", "tree", "log")
_SEARCHED = "--trials 20000"
_TRUTH = "--show-truth --heat-values interval --trials 20000"
_ROOM = (1600, 1000)


def searched_before(*names: str, moves: str) -> Act:
    """Return what searches a position, and opens these docks afterwards."""

    def act(user: User) -> Steps:
        yield from scored(moves)(user)
        return (yield from with_docks(*names, then=_nothing)(user))

    return act


def _nothing(user: User) -> Steps:
    yield user.idle
    return None


def with_docks(*names: str, then: Act = first_start) -> Act:
    """Return what opens these docks, closes the others, and goes on."""

    def act(user: User) -> Steps:
        user.show_docks(*names)
        if "chart" in names:
            user.dock("chart").raise_()  # it shares its place with the table
            yield lambda: user.dock("chart").chart is not None
        return (yield from then(user))

    return act


def _theatre(user: User) -> TheatreDock:
    return cast("TheatreDock", user.dock("theatre"))


def playouts(user: User) -> Steps:
    """Play a thousand playouts, then one more that is no tie, up to its stamps."""
    from ttt_desktop.features.theatre.theatre import Phase

    yield from scored(TRAP)(user)
    yield user.at_rest  # the theatre looks at a new position in a moment
    dock = _theatre(user)
    dock.button["thousand"].click()
    yield lambda: not dock.theatre.running
    while dock.theatre.state is not Phase.STAMPED or "SCORE_CURRENT" not in dock.sentence:
        dock.button["step"].click()
    return None


def third_move(user: User) -> Steps:
    """Stop in the middle of a playout."""
    yield from scored(TRAP)(user)
    yield user.at_rest
    step = _theatre(user).button["step"]
    for _ in range(3):
        step.click()
    return None


def growing(moves: str, simulations: int) -> Act:
    """Return what grows a position's tree, one simulation after another."""

    def act(user: User) -> Steps:
        yield from with_docks("tree", then=game(moves))(user)
        yield user.at_rest
        for _ in range(simulations):
            user.trigger("tree_step")
        return None

    return act


def bandits(shown: str, *then: str, squares: str = "") -> Act:
    """Return what has the policies pull, and shows what one of them knows.

    Args:
        then: the actions that are done, by the ends of their names.
        squares: the moves of a position whose squares are the arms; hidden arms without.
    """

    def act(user: User) -> Steps:
        yield from with_docks("bandits", then=game(squares))(user)
        user.change(arms="squares" if squares else "hidden")
        yield user.at_rest
        dock = user.dock("bandits")
        yield lambda: dock.place.chart is not None and dock.bench.chances is not None
        random.seed(16)
        user.trigger("bandits_reset" if squares else "bandits_new")
        dock.bench.pull(1)
        dock.bench.pull(3)
        for name in then:
            user.trigger(f"bandits_{name}")
            yield lambda: not dock.bench.running
        dock.picture.choose(shown)
        yield user.at_rest
        return None

    return act


def darts(subject: str, *then: str) -> Act:
    """Return what measures something by chance, and goes on."""

    def act(user: User) -> Steps:
        yield from with_docks("darts")(user)
        dock = cast("DartsDock", user.dock("darts"))
        yield lambda: dock.place.chart is not None
        random.seed(4)
        for name in (subject, *then):
            user.trigger(f"darts_{name}")
            yield lambda: not dock.thrower.running
        yield user.at_rest
        return None

    return act


def printing(user: User) -> Steps:
    """Let a file that prints be the machine, and play against it."""
    user.app.begin()
    user.window.machine.load(talkative(user.folder))
    yield lambda: user.window.machine.player is not None
    user.move("B2")
    yield user.may_move
    user.window.notice.dismiss()
    text = user.dock("log").findChild(QPlainTextEdit)
    assert text is not None
    yield lambda: "scores after" in text.toPlainText()
    return None


SCENES = (
    Scene("no-docks", "No dock", with_docks()),
    Scene(
        "heat-contrast", "Palette: high contrast", scored("B2"), f"--palette contrast {_SEARCHED}",
    ),
    Scene("heat-grey", "Palette: grey", scored("B2"), f"--palette grey {_SEARCHED}"),
    Scene(
        "table", "The table of scores alone", with_docks("table", then=scored(TRAP)),
        f"--show-truth {_SEARCHED}", looks=("small", "large"),
    ),
    Scene(
        "chart", "The convergence chart alone", with_docks("chart", then=scored(TRAP)),
        f"--show-truth {_SEARCHED}", looks=("fine", "small", "large"),
    ),
    Scene("chart-empty", "The chart before any search", with_docks("chart")),
    Scene(
        "convergence", "The chart beside the heat map, a million trials",
        searched_before("heatmap", "chart", moves="A1 B2"),
        "--show-truth --heat-values mean --trials 1000000", extent=(1200, 860),
    ),
    Scene(
        "theatre-start", "The theatre alone, in the middle of a playout",
        with_docks("theatre", then=third_move),
    ),
    Scene(
        "theatre", "The theatre: a playout is stamped",
        with_docks("heatmap", "theatre", then=playouts),
        "--trials 5000", extent=(1200, 760), looks=("large",),
    ),
    Scene(
        "tree-dock", "The search tree of the corner trap", growing(TRAP, 13),
        "--machine neither", extent=(1200, 760), looks=("large", "small"),
    ),
    Scene(
        "tree-playouts", "The same with random games at the leaves: one is under way",
        growing(TRAP, 60), "--machine neither --tree-leaves playouts --show-truth on",
        looks=("small", "large"),
    ),
    Scene(
        "tree-playouts-15x15", "Random games at the leaves on a large board",
        growing("H8 I9 H9 H7", 300), "--machine neither --size 15 --line 5 --tree-leaves playouts",
    ),
    Scene(
        "tree-dock-15x15", "The search tree on a large board", growing("H8 I9 H9 H7", 60),
        "--machine neither --size 15 --line 5", extent=_ROOM,
    ),
    Scene(
        "bandits", "The bench of bandits: a thousand pulls, as UCB1 sees them",
        bandits("ucb1", "thousand", "reveal"), "--machine neither", extent=(1200, 900),
        looks=("fine", "large", "small", "laptop", "laptop-large"),
    ),
    Scene(
        "bandits-start", "Hidden arms before the first step", bandits("you"), "--machine neither",
    ),
    Scene(
        "bandits-draws", "Nine arms after twelve steps, and what Thompson drew",
        bandits("thompson", *["step"] * 12), "--machine neither --arm-count 9",
        extent=(1200, 900), looks=("large",),
    ),
    Scene(
        "bandits-squares", "The squares of the corner trap as arms",
        bandits("ucb1", "thousand", "reveal", squares=TRAP), "--machine neither",
        extent=(1200, 900),
    ),
    Scene(
        "darts", "Darts measure π, and their error falls",
        darts("pi", "hundred", "fourfold", "fourfold"), "--machine neither", extent=(1200, 900),
        looks=("fine", "large", "small", "laptop-large"),
    ),
    Scene(
        "darts-first", "Random games measure what the first move is worth",
        darts("first", "hundred", "fourfold", "fourfold"), "--machine neither",
        extent=(1200, 900),
    ),
    Scene(
        "log", "A file's output", with_docks("log", then=printing), "--trials 50", looks=("large",)
    ),
    Scene(
        "truth", "The truth: both favourites are blind spots",
        with_docks("heatmap", "table", then=scored(TRAP)), _TRUTH, extent=(1200, 860),
    ),
    Scene(
        "all-docks", "All docks at once, in the window of a first start",
        with_docks(*_ALL, then=playouts), "--trials 5000",
        looks=("laptop", "laptop-large"),
    ),
    Scene(
        "all-docks-room", "All docks at once, with room",
        with_docks(*_ALL, then=playouts), "--trials 5000", extent=_ROOM, looks=("4k", "4k-plain"),
    ),
    Scene(
        "all-docks-25x25", "All docks at once on 25×25",
        with_docks("heatmap", "table", "chart", "theatre", then=crowded(120)),
        "--size 25 --line 6 --trials 2000", extent=_ROOM,
    ),
)  # fmt: skip
