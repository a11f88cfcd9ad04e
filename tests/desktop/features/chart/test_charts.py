"""What charts show on screen, read where it is painted and held against the data behind it."""

import csv
import itertools

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from engine import square_name
from tests.desktop.sights import names_in, open_chart, painted_ticks, ticks_right
from tests.desktop.texts import check
from tests.driver.user import texts
from ttt_desktop.look import colormap
from ttt_desktop.look.colours import DARK, LIGHT


@pytest.fixture
def painted(monkeypatch):
    """Return a function for the numbers that an axis shows: their places, and their texts."""
    return painted_ticks(monkeypatch)


def test_a_chart_filled_anew_shows_the_new_numbers_and_an_empty_one_none(open_window, painted):
    user = open_window("--trials", "1000")
    dock = open_chart(user)
    dock.setFloating(True)
    dock.resize(700, 500)
    plot = dock.chart.plot
    assert not plot.isVisible()
    assert any("No search yet" in text for text in texts(dock))
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 6)
    user.qtbot.waitUntil(ticks_right(painted, plot, "bottom", logarithmic=True))
    user.qtbot.waitUntil(ticks_right(painted, plot, "left"))
    assert {"100", "1k"} <= {text for _, text in painted(plot, "bottom")}
    before = painted(plot, "left")
    user.controller.new_game()
    user.qtbot.waitUntil(lambda: not plot.isVisible())
    user.look_at("A1 B1 A2 B2")
    user.qtbot.waitUntil(plot.isVisible)
    user.qtbot.waitUntil(lambda: painted(plot, "left") != before)
    user.qtbot.waitUntil(ticks_right(painted, plot, "left"))


def test_the_grid_is_seen_on_the_ground_and_never_over_a_curve(open_window):
    from ttt_desktop.look.colormap import CURVES

    user = open_window("--trials", "1000")
    dock = open_chart(user)
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 6)
    plot = dock.chart.plot
    plot.showGrid(y=False)
    bare = plot.grab().toImage()
    plot.showGrid(y=True, alpha=0.15)
    ruled = plot.grab().toImage()
    ground = QColor(bare.pixel(bare.width() - 2, 1))
    places = list(itertools.product(range(bare.width()), range(bare.height())))
    changed = {place for place in places if bare.pixel(*place) != ruled.pixel(*place)}
    assert len(changed) > bare.width() / 2, "there is a grid"
    # A band and a curve's soft edge let the ground through, and the grid with it.
    inked = {place for place in places if QColor(bare.pixel(*place)).name() in CURVES}
    assert len(inked) > bare.width()
    assert not changed & inked
    assert ground.name() in {QColor(bare.pixel(*place)).name() for place in changed}


def test_a_chart_that_is_being_loaded_says_so(open_window):
    user = open_window()
    user.trigger("chart")
    dock = user.window.docks["chart"]
    assert "Loading…" in texts(dock)
    user.qtbot.waitUntil(lambda: dock.chart is not None)
    user.qtbot.waitUntil(lambda: any("No search yet" in text for text in texts(dock)))


def test_bands_are_drawn_of_the_best_two_and_the_one_pointed_at(open_window):
    from ttt_desktop.look.plot import pg

    user = open_window("--trials", "20000")
    dock = open_chart(user)
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 6)
    chart = dock.chart

    def bands():
        items = chart.plot.plotItem.items
        return [each for each in items if isinstance(each, pg.FillBetweenItem) and each.isVisible()]

    assert len(bands()) == 2
    third = dock.curves.squares[5]
    mean, *_ = dock.curves.of_square(third)[0]
    place = chart.plot.plotItem.vb.mapViewToScene(QPointF(2, mean))
    chart.plot.scene().sigMouseMoved.emit(place)
    assert user.board.pointed == third
    assert len(bands()) == 3


def luminance_of(colour):
    return colormap.luminance((colour.red(), colour.green(), colour.blue()))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_names_in_the_chart_read_on_its_ground(open_window, theme):
    from ttt_desktop.look.plot import pg

    user = open_window("--trials", "5000", "--theme", theme)
    dock = open_chart(user)
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 6)
    ground = luminance_of(QColor({"light": LIGHT, "dark": DARK}[theme].surface))
    names = [each for each in dock.chart.plot.plotItem.items if isinstance(each, pg.TextItem)]
    for name in names:
        ink = luminance_of(name.textItem.defaultTextColor())
        dark, light = sorted((ink, ground))
        assert (light + 0.05) / (dark + 0.05) >= 4.5

    def apart():
        boxes = [name.mapRectToScene(name.boundingRect()) for name in names]
        pairs = itertools.combinations(boxes, 2)
        return all(one.intersected(two).height() <= 2 for one, two in pairs)

    user.qtbot.waitUntil(apart)


# --- the lab ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["png", "svg", "csv"])
def test_the_chart_is_exported(open_window, tmp_path, kind):
    user = open_window("--trials", "5000")
    dock = open_chart(user)
    path = tmp_path / f"chart.{kind}"
    user.window.features["chart"].write(path)
    assert "no chart yet" in user.window.notice.text
    assert not path.exists()
    user.look_at("A1 B2 C3")
    user.qtbot.waitUntil(lambda: len(names_in(dock.chart)) == 6)
    user.window.features["chart"].write(path)
    if kind == "csv":
        rows = list(csv.DictReader(path.read_text().splitlines()))
        best = dock.curves.squares[0]
        assert [int(row["trials"]) for row in rows] == dock.curves.trials
        mean = float(rows[-1][f"{square_name(best)} mean"])
        assert mean == user.controller.model.sheet.means[best[0]][best[1]]
        ends = [float(rows[-1][f"{square_name(best)} 95 % {end}"]) for end in ("from", "to")]
        assert ends == list(user.controller.model.sheet.interval(best))
    else:
        start = path.read_bytes()[:60]
        assert b"PNG" in start if kind == "png" else b"<?xml" in start


def test_what_is_asked_of_an_exported_chart_is_translated(open_window, marked, asked):
    texts, _ = asked
    open_window("--machine", "neither").trigger("save_chart")
    check(texts)
    assert any("(*.csv)" in text for text in texts)
