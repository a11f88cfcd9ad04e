"""The darts' dock: what is seen is what is counted, and the error falls as it is drawn."""

import itertools
import random
from math import pi, sqrt

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from engine.search.darts import MOST, SEEN, Darts, FirstMoves, Throwing
from tests.desktop.sights import colours
from tests.driver.user import click_on
from ttt_desktop.work import turns


@pytest.fixture
def open_darts(open_window):
    """Return a function that opens a window with the darts, which always fall the same."""

    def make(*options):
        user = open_window("--machine", "neither", *options)
        user.show_docks("darts")
        dock = user.window.docks["darts"]
        user.qtbot.waitUntil(dock.isVisible)
        random.seed(4)
        user.trigger("darts_pi")
        return user, dock, dock.thrower

    return make


def press(user, dock, name):
    click_on(dock.button[name])
    user.qtbot.waitUntil(lambda: not dock.thrower.running)


def thrown(kind, *counts):
    """Return the throwers of the same seed after the same throws."""
    made = Throwing(kind(random.Random(4).getrandbits(64)))
    for count in counts:
        list(made.run(count))
    return made


def test_darts_are_thrown_and_counted(open_darts):
    user, dock, thrower = open_darts()
    assert dock.sentences.startswith("What is π? Darts fall anywhere in the square.")
    press(user, dock, "one")
    press(user, dock, "hundred")
    expected = thrown(Darts, 1, 100)
    found = thrower.measured
    assert found == expected.measured
    assert thrower.throwing.seen == expected.seen
    low, high = found.ends
    assert f"π is about {4 * found.hits / 101:.4f}" in dock.sentences
    assert f"{found.hits} hits of 101; 95 % interval {low:.4f} to {high:.4f}; " in dock.sentences
    assert f"off by {abs(found.estimate - pi):.4f}." in dock.sentences
    told = dock.target.accessibleDescription()
    assert told == f"{found.hits} darts inside the quarter, {101 - found.hits} outside."


def test_four_times_as_many_say_what_they_gained(open_darts):
    user, dock, thrower = open_darts()
    for count in (10, 40, 160):
        press(user, dock, "fourfold")
        assert thrower.measured.count == count
    found = thrower.measured
    assert found == thrown(Darts, 10, 30, 120).measured
    fewer, before, now = found.gain
    assert fewer == 40
    assert f"after 160: {now:.4f}. After 40 it was {before:.4f}: {before / now:.1f} times as " \
        "large." in dock.sentences  # fmt: skip


def test_the_chart_has_what_was_measured_beside_the_root(open_darts):
    user, dock, thrower = open_darts()
    user.qtbot.waitUntil(lambda: dock.place.chart is not None)
    for _ in range(4):
        press(user, dock, "fourfold")
    points = dock.place.chart.points
    assert dict(points["measured"]) == thrower.measured.errors
    for count, error in points["expected"]:
        assert error == pytest.approx(sqrt(pi * (4 - pi)) / sqrt(count))
    assert points["expected"][-1][0] == 640
    user.change(theme="dark")
    assert colours(dock.place.chart) > 2


def test_what_is_asked_for_in_the_meantime_is_done_too(open_darts):
    user, _, thrower = open_darts()
    for name in ("hundred", "fourfold", "one"):
        user.trigger(f"darts_{name}")
    user.qtbot.waitUntil(lambda: not thrower.running)
    assert thrower.measured == thrown(Darts, 100, 300, 1).measured
    assert 400 in thrower.measured.errors


def test_first_moves_are_measured_in_the_same_way(open_darts):
    user, dock, thrower = open_darts()
    press(user, dock, "hundred")
    random.seed(4)
    press(user, dock, "first")
    assert thrower.measured.count == 0
    assert dock.sentences.startswith("How often does X win? Both sides play at random")
    press(user, dock, "hundred")
    found = thrower.measured
    assert found == thrown(FirstMoves, 100).measured
    low, high = (100 * end for end in found.ends)
    assert f"{found.hits} wins of 100; 95 % interval {low:.2f} % to {high:.2f} %; exactly " \
        "58.49 %." in dock.sentences  # fmt: skip
    assert f"X won {found.hits} games" in dock.target.accessibleDescription()


def test_there_is_an_end_and_a_beginning(open_darts):
    user, dock, thrower = open_darts()
    for _ in range(7):
        user.trigger("darts_fourfold")
    user.qtbot.waitUntil(lambda: not thrower.running)
    assert thrower.measured.count == MOST
    assert not dock.button["one"].isEnabled()
    assert not dock.button["fourfold"].isEnabled()
    assert dock.target.accessibleDescription().startswith(f"The first {SEEN:,}: ")
    press(user, dock, "reset")
    assert thrower.measured.count == 0
    assert dock.button["one"].isEnabled()
    assert not dock.button["reset"].isEnabled()


def test_a_run_can_be_stopped_and_what_was_thrown_counts(open_darts, monkeypatch):
    monkeypatch.setattr(turns, "TURN_SECONDS", 1e-4)  # the run is under way for a while
    user, dock, thrower = open_darts()
    press(user, dock, "one")  # NumPy is there
    for _ in range(8):
        user.trigger("darts_fourfold")
    assert thrower.running
    user.qtbot.waitUntil(lambda: thrower.measured.count > 1)
    click_on(dock.button["stop"])
    count = thrower.measured.count
    assert 1 < count < MOST
    user.linger(0.05)
    assert thrower.measured.count == count
    assert f"{thrower.measured.hits:,} hits of {count:,}; " in dock.sentences
    press(user, dock, "one")
    assert thrower.measured.count == count + 1


def test_a_closed_dock_throws_no_more(open_darts):
    user, dock, thrower = open_darts()
    press(user, dock, "one")
    for _ in range(6):
        user.trigger("darts_fourfold")
    dock.close()
    assert not thrower.running


def test_darts_are_painted_where_they_fell(open_darts):
    user, dock, thrower = open_darts()
    user.qtbot.waitUntil(lambda: dock.place.chart is not None)  # it takes its room
    user.linger(0.05)
    empty = dock.target.grab().toImage()
    press(user, dock, "hundred")
    full = dock.target.grab().toImage()
    ratio = full.devicePixelRatio()
    box = dock.target._box  # noqa: SLF001  (where the square is)
    for x, y, _ in thrower.throwing.seen:
        across, down = box.left() + x * box.width(), box.bottom() - y * box.height()
        place = round(across * ratio), round(down * ratio)
        near = [(place[0] + i, place[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        assert any(full.pixel(*each) != empty.pixel(*each) for each in near
                   if full.rect().contains(*each))  # fmt: skip
    press(user, dock, "reset")
    assert dock.target.grab().toImage() == empty
    dock.setFloating(True)
    dock.resize(500, 800)
    assert colours(dock.target) > 2


def test_the_keyboard_throws(open_darts):
    user, dock, thrower = open_darts()
    dock.button["one"].setFocus()
    user.press(Qt.Key.Key_Space)
    user.press(Qt.Key.Key_Tab)
    user.press(Qt.Key.Key_Return)
    user.qtbot.waitUntil(lambda: thrower.measured.count == 101)


@pytest.mark.parametrize("scale", ["100", "200"])
def test_in_a_small_window_nothing_lies_over_anything(open_darts, scale):
    user, dock, _ = open_darts("--text-scale", scale)
    user.window.resize(1024, 600)
    press(user, dock, "fourfold")
    press(user, dock, "fourfold")
    user.linger(0.05)
    labels = [each for each in dock.findChildren(QLabel) if each.isVisible() and each.text()]
    parts = [*labels, dock.target, *dock.button.values()]
    page = dock.target.parentWidget()
    parts = [each for each in parts if each.parentWidget() is page]
    for one, other in itertools.combinations(parts, 2):
        assert not one.geometry().intersects(other.geometry())
    for label in labels:
        if label.wordWrap():
            assert label.height() >= label.heightForWidth(label.width())
