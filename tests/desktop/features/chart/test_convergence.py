"""The convergence chart: its curves, live and under the mouse."""

import math

import pytest
from PySide6.QtCore import QPoint, QPointF

from engine import (
    PLAYERO,
    intervals,
)
from tests.desktop.sights import names_in, open_chart


def test_the_chart_shows_how_the_means_converge(open_window):
    user = open_window("--trials", "50000")
    dock = open_chart(user)
    user.look_at("A1 B2 C3")
    curves = dock.curves
    assert curves.trials[0] == 100
    assert curves.trials[-1] == 50_000
    tally = user.controller.model.analysis.tally
    for row, col in curves.squares:
        mean, *ends = curves.of_square((row, col))[-1]
        assert mean == pytest.approx(tally.mean(PLAYERO)[row][col])
        assert ends == pytest.approx(intervals(tally, PLAYERO, (1.0, 1.0))[row][col])
    first, last = (curves.of_square(curves.squares[0])[i] for i in (0, -1))
    assert last[2] - last[1] < (first[2] - first[1]) / 10
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 6)


def test_the_chart_is_live_while_the_search_runs(open_window):
    user = open_window("--machine", "X", "--trials", "1000000000", start=False)
    dock = open_chart(user)
    user.controller.start()
    lengths = []
    user.controller.searched.connect(lambda _snapshot: lengths.append(len(dock.curves.trials)))
    user.qtbot.waitUntil(lambda: bool(lengths) and lengths[-1] > lengths[0])


def test_hovering_a_curve_marks_its_square_on_the_board(open_window):
    user = open_window("--trials", "50000")
    dock = open_chart(user)
    user.look_at("A1 A2 B1 B2")
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 5)
    chart = dock.chart
    best = dock.curves.squares[0]
    view = chart.plot.viewport()

    def pointed_at(place):
        # Moves that follow each other within 10 ms are left out by the chart.
        user.qtbot.mouseMove(view, place + QPoint(1, 1))
        user.qtbot.wait(30)
        user.qtbot.mouseMove(view, place)
        user.qtbot.wait(30)
        return user.board.pointed

    def end_of_curve():
        mean, *_ends = dock.curves.of_square(best)[-1]
        point = QPointF(math.log10(dock.curves.trials[-1]), mean)
        return chart.plot.mapFromScene(chart.plot.plotItem.vb.mapViewToScene(point))

    user.qtbot.waitUntil(lambda: pointed_at(end_of_curve()) == best)
    user.qtbot.waitUntil(lambda: pointed_at(QPoint(4, view.height() // 2)) is None)


def test_the_charts_numbers_stay_when_theme_and_text_size_change(open_window):
    user = open_window("--trials", "50000")
    dock = open_chart(user)
    user.look_at("A1 A2 B1 B2")
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 5)
    room = dock.chart.plot.plotItem.vb
    before = room.height()
    user.change(theme="dark", text_scale=150)
    user.qtbot.waitUntil(lambda: room.height() < before)  # larger numbers took of it
    left = dock.chart.plot.getAxis("left")
    assert left.scale == left.autoSIPrefixScale == 1
    low, high = room.viewRange()[1]
    for place in names_in(dock.chart).values():
        assert low <= place.y() <= high, "no name is pushed out of the chart"


def test_the_chart_is_not_loaded_before_it_is_opened(open_window):
    user = open_window()
    assert user.window.docks["chart"].chart is None
