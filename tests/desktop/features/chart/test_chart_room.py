"""The convergence chart where room is short, and where it is saved without being seen."""

import itertools
import re

import pytest
from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QColor, QImage

from engine import square_name
from tests.desktop.sights import names_in, open_chart
from tests.driver.user import texts


def drawn(user):
    """Wait for the chart to have curves; return its dock."""
    dock = open_chart(user)
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 6)
    return dock


def saved_names(dock):
    """Return the squares that a saved picture names, and those of the table saved with it."""
    table = dock.content(".csv").decode().partition("\n")[0]
    picture = re.findall(r">([A-Z]\d)<", dock.content(".svg").decode())
    return set(picture), set(re.findall(r"([A-Z]\d) mean", table))


def test_a_chart_saved_from_a_closed_dock_is_of_the_position_on_the_board(open_window):
    user = open_window("--trials", "3000", "--machine", "neither")
    dock = drawn(user)
    before, _ = saved_names(dock)
    dock.close()
    user.look_at("A1 B2 C3 B1")
    picture, table = saved_names(dock)
    assert picture == table
    assert picture != before


def test_a_chart_saved_right_after_a_change_of_weights_shows_them(open_window):
    user = open_window("--trials", "3000", "--machine", "neither")
    dock = drawn(user)
    for weights in ("mc:trials=3000,current=3,other=0", "mc:trials=3000"):
        user.change(x=weights, o=weights)
        dock.content(".svg")
        best = dock.curves.squares[0]
        last = dock.curves.of_square(best)[-1][0]
        assert names_in(dock.chart).keys() == {*map(square_name, dock.curves.squares)}
        assert dock.chart._drawn[best].points[-1][1] == last  # noqa: SLF001  (what is painted)


def test_a_chart_that_was_never_seen_is_saved_with_its_curves(open_window):
    from ttt_desktop.look.colormap import CURVES

    user = open_window("--trials", "3000", "--machine", "neither")
    dock = open_chart(user)
    dock.close()
    user.look_at("A1 B2 C3")
    picture = QImage.fromData(dock.content(".png"))
    places = itertools.product(range(picture.width()), range(picture.height()))
    inks = {QColor(picture.pixel(*place)).name() for place in places}
    assert set(CURVES) <= inks


@pytest.mark.parametrize("size", [(520, 700), (900, 740)])
def test_names_of_curves_stay_in_the_plot_in_large_text(open_window, size):
    from pyqtgraph import TextItem

    user = open_window("--trials", "5000", "--text-scale", "200")
    dock = open_chart(user)
    dock.setFloating(True)
    dock.resize(QSize(*size))
    user.look_at("A1 B2 C3")
    plot = dock.chart.plot

    def inside():
        items = plot.plotItem.items
        names = [each for each in items if isinstance(each, TextItem) and each.isVisible()]
        room = plot.plotItem.vb.mapRectToScene(plot.plotItem.vb.boundingRect())
        boxes = [each.mapRectToScene(each.boundingRect()) for each in names]
        within = all(room.adjusted(-2, -9, 2, 9).contains(box) for box in boxes)
        apart = all(a.intersected(b).height() <= 2 for a, b in itertools.combinations(boxes, 2))
        return bool(names) and within and apart and square_name(dock.curves.squares[0]) in {
            each.textItem.toPlainText() for each in names
        }  # fmt: skip

    user.qtbot.waitUntil(inside)


def test_a_square_that_lost_its_curve_is_framed_no_more(open_window):
    user = open_window("--trials", "5000", "--machine", "neither")
    dock = drawn(user)
    square = dock.curves.squares[2]
    mean, *_ = dock.curves.of_square(square)[0]
    place = dock.chart.plot.plotItem.vb.mapViewToScene(QPointF(2, mean))
    dock.chart.plot.scene().sigMouseMoved.emit(place)
    pointed = user.board.pointed
    assert pointed is not None
    user.controller.play(pointed)
    user.score()
    user.qtbot.waitUntil(lambda: user.board.pointed is None)


def test_one_playout_has_a_curve_and_one_of_anything_is_no_plural(open_window):
    user = open_window("--trials", "1", "--machine", "neither")
    dock = open_chart(user)
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: any(text.endswith(" 1 trial") for text in texts(dock)))
    assert names_in(dock.chart)
    assert dock.content(".csv").decode().count("\n") == 2
    user.change(x="tree:simulations=1", o="tree:simulations=1", scores_of="player")
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: any(text.endswith(" 1 simulation") for text in texts(dock)))


def test_the_title_of_a_short_axis_is_shortened(open_window):
    user = open_window("--trials", "1000")
    dock = drawn(user)
    axis = dock.chart.plot.getAxis("left")
    dock.setFloating(True)
    dock.resize(500, 420)

    def fits():
        return axis.label.boundingRect().width() <= axis.height() + 1

    user.qtbot.waitUntil(fits)
    user.change(text_scale=200)
    user.qtbot.waitUntil(lambda: fits() and axis.labelText.endswith("…"))
    dock.resize(700, 700)
    user.qtbot.waitUntil(lambda: axis.labelText == "Mean score a playout")
    assert fits()
