"""What charts show on screen, read where it is painted and held against the data behind it."""

import itertools
import math

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from tests.desktop.sights import names_in, open_chart
from tests.driver.user import texts
from ttt_desktop.lab import form as forms
from ttt_desktop.look import colormap
from ttt_desktop.look.theme import DARK, LIGHT


@pytest.fixture
def painted(monkeypatch):
    """Return a function for the numbers that an axis shows: their places, and their texts.

    They are those of the last painting, which the axis shows again until it paints anew.
    """
    from ttt_desktop.look.plot import pg

    shown = {}
    draw = pg.AxisItem.drawPicture

    def recorded(axis, painter, line, ticks, labels):
        shown[id(axis)] = [(rect.center(), text) for rect, _flags, text in labels if text]
        draw(axis, painter, line, ticks, labels)

    monkeypatch.setattr(pg.AxisItem, "drawPicture", recorded)
    return lambda plot, side: shown.get(id(plot.getAxis(side)), [])


def number(text):
    """Return the number that a tick's text stands for."""
    plain = text.replace("−", "-")
    return float(plain[:-1]) * {"k": 1e3, "M": 1e6}[plain[-1]] if plain[-1] in "kM" else (
        float(plain)
    )  # fmt: skip


def in_view(plot, side, at):
    """Return the value that lies at a place on the axis, by the view that the curves are in."""
    axis = plot.getAxis(side)
    there = plot.plotItem.vb.mapSceneToView(axis.mapToScene(QPointF(at)))
    return there.y() if side == "left" else there.x()


def ticks_right(painted, plot, side, logarithmic=False):
    """Return what asserts that each number stands where its value is drawn."""

    def check():
        found = painted(plot, side)
        assert len(found) >= 3
        low, high = plot.plotItem.vb.viewRange()[1 if side == "left" else 0]
        for at, text in found:
            value = math.log10(number(text)) if logarithmic else number(text)
            assert in_view(plot, side, at) == pytest.approx(value, abs=(high - low) / 50), text

    return check


def test_a_chart_filled_anew_shows_the_new_numbers_and_an_empty_one_none(open_window, painted):
    user = open_window("--trials", "1000")
    dock = open_chart(user)
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


def test_the_charts_of_the_lab_painted_once_and_then_filled_anew(lab, user, painted):
    user.wait(lab.drawn)
    for chart in lab.window.charts.values():
        lab.window.tabs.setCurrentWidget(chart)
        assert not chart.plot.isVisible(), "an empty chart has no numbers to show"
        assert any("press Start" in text for text in texts(chart))
    lab.run(forms.PAIRING, games=2)
    for chart in lab.window.charts.values():
        lab.window.tabs.setCurrentWidget(chart)
        user.qtbot.waitUntil(lambda chart=chart: bool(painted(chart.plot, "left")))
    lab.run(forms.PUBLISHED, games=8)
    for name in ("outcomes", "time"):
        lab.window.tabs.setCurrentWidget(lab.window.charts[name])
        plot = lab.window.charts[name].plot
        user.qtbot.waitUntil(lambda plot=plot: ("5000" in
                             [text for _, text in painted(plot, "bottom")]))  # fmt: skip
        user.qtbot.waitUntil(ticks_right(painted, plot, "left"))
    lab.run(forms.OPPONENT)
    lab.window.tabs.setCurrentWidget(lab.window.charts["strength"])
    plot = lab.window.charts["strength"].plot
    user.qtbot.waitUntil(lambda: any("−" in text for _, text in painted(plot, "left")))
    user.qtbot.waitUntil(ticks_right(painted, plot, "left"))


def test_long_names_leave_room_for_their_bars_in_a_narrow_window(lab, user, painted):
    user.wait(lab.drawn)
    lab.window.tabs.setCurrentWidget(lab.window.charts["outcomes"])
    lab.run(
        forms.PAIRING, games=2, player="uct:simulations=9,exploration=1.25,playouts=2,heavy=1",
        opponent="mc:trials=9,current=1.5,other=0.75,heavy=1",
    )  # fmt: skip
    for width in (800, 1400, 800):
        lab.window.resize(width, 600)
        plot = lab.window.charts["outcomes"].plot
        whole = plot.plotItem
        user.wait(lambda plot=plot, whole=whole: whole.size().width() == plot.viewport().width())
        user.wait(lambda plot=plot: "100" in [text for _, text in painted(plot, "bottom")])
        legend = whole.legend.mapRectToScene(whole.legend.boundingRect())
        assert whole.vb.sceneBoundingRect().contains(legend)
        assert whole.vb.width() > whole.size().width() / 3
        ((_, name),) = painted(plot, "left")
        assert [line[:3] for line in name.split("\n")] == ["uct", "mc "]


def test_each_of_many_rows_has_its_name_in_a_low_window(lab, user, painted):
    user.wait(lab.drawn)
    lab.window.tabs.setCurrentWidget(lab.window.charts["outcomes"])
    lab.ask(forms.ROBIN, games=2)
    lab.form.players.show_texts(
        [f"mc:trials={trials},current=1.5,other=0.75,heavy=1" for trials in range(1, 8)]
    )
    lab.window.resize(800, 560)
    lab.run(games=2)
    plot = lab.window.charts["outcomes"].plot
    user.wait(lambda: len(painted(plot, "left")) == 21)
    names = [name for _, name in painted(plot, "left")]
    assert len({name[:4] for name in names}) == 6, names
    assert all(" – mc " in name for name in names), names


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


@pytest.fixture
def robin(lab, user, painted):
    """The lab after a round robin whose players differ much, with its strongest first."""
    user.wait(lab.drawn)
    lab.run(forms.ROBIN, games=60)
    return lab


def bars(plot):
    """Return the widths of a chart's lying bars, by the legend's name and the row's number."""
    from ttt_desktop.look.plot import pg

    found = {}
    for item in plot.plotItem.items:
        if isinstance(item, pg.BarGraphItem):
            widths = zip(item.opts["y"], item.opts["width"], strict=True)
            found[item.name()] = {int(row): width for row, width in widths}
    return found


def test_a_round_robin_shows_who_wins_and_not_which_mark(robin, user, painted):
    chart = robin.window.charts["outcomes"]
    robin.window.tabs.setCurrentWidget(chart)
    user.qtbot.waitUntil(lambda: any("random" in text for _, text in painted(chart.plot, "left")))
    drawn = bars(chart.plot)
    assert list(drawn) == ["First wins", "Ties", "Second wins"]
    for row, standing in enumerate(robin.window.lab.summary.standings):
        assert drawn["First wins"][row] == pytest.approx(100 * standing.wins / standing.games)
        assert drawn["Second wins"][row] == pytest.approx(100 * standing.losses / standing.games)
        assert drawn["Ties"][row] == pytest.approx(100 * standing.ties / standing.games)
    assert drawn["First wins"][0] < 20, "random hardly ever beats mc 10"
    rows = [text for _, text in painted(chart.plot, "left")]
    assert rows == [
        "random – mc 10", "random – mc 100", "random – perfect", "mc 10 – mc 100",
        "mc 10 – perfect", "mc 100 – perfect",
    ]  # fmt: skip
    user.qtbot.waitUntil(ticks_right(painted, chart.plot, "bottom"))
    for at, _ in painted(chart.plot, "left"):
        assert at.x() > 0, "a label lies within the chart"


def test_players_of_a_round_robin_are_ranked_with_their_intervals(robin, user, painted):
    from ttt_desktop.look.plot import pg

    chart = robin.window.charts["strength"]
    robin.window.tabs.setCurrentWidget(chart)
    user.qtbot.waitUntil(lambda: bool(painted(chart.plot, "left")))
    rated = robin.window.lab.summary.ratings()
    names = sorted(rated, key=lambda name: -rated[name].value)
    short = [name.replace("mc:trials=", "mc ") for name in names]
    assert [text for _, text in painted(chart.plot, "left")] == short
    errors = [item for item in chart.plot.plotItem.items if isinstance(item, pg.ErrorBarItem)]
    for row, name in enumerate(names):
        opts = errors[row].opts
        assert opts["y"][0] == row
        assert opts["x"][0] == pytest.approx(rated[name].value)
        assert opts["x"][0] + opts["right"][0] == pytest.approx(rated[name].high)
        assert opts["x"][0] - opts["left"][0] == pytest.approx(rated[name].low)
    user.qtbot.waitUntil(ticks_right(painted, chart.plot, "bottom"))


@pytest.mark.parametrize("opponent", ["mc:trials=100", "perfect"])
def test_no_strength_lies_off_the_chart(lab, user, opponent):
    from ttt_desktop.look.plot import pg

    user.wait(lab.drawn)
    lab.run(forms.OPPONENT, player="random", opponent=opponent, varied="size", values="3", games=12)
    plot = lab.window.charts["strength"].plot
    (low, high) = plot.plotItem.vb.viewRange()[1]
    dots = [item for item in plot.plotItem.items if isinstance(item, pg.PlotDataItem)]
    assert dots
    for item in dots:
        for value in item.getData()[1]:
            assert low < value < high
    elo = lab.window.lab.summary.standing(0).elo
    if math.isinf(elo.low):
        assert any(item.opts["symbol"] == "t" for item in dots), "an arrow points downwards"


def test_marks_keep_their_colours_and_values_show_under_the_mouse(open_window):
    from ttt_desktop.look.plot import pg

    user = open_window("--machine", "neither", "--theme", "light")
    lab = user.open_lab()
    user.wait(lab.drawn)
    lab.run(games=20)
    chart = lab.window.charts["outcomes"]
    lab.window.tabs.setCurrentWidget(chart)
    colours = {item.name(): item.opts["brush"].color().name() for item in chart.plot.plotItem.items
               if isinstance(item, pg.BarGraphItem)}  # fmt: skip
    assert colours["X wins"] == LIGHT.x
    assert colours["O wins"] == LIGHT.o
    first = lab.window.lab.summary.standing(0)
    place = chart.plot.plotItem.vb.mapViewToScene(QPointF(0, 50))
    chart.plot.scene().sigMouseMoved.emit(place)
    user.qtbot.waitUntil(QToolTip.isVisible)
    told = QToolTip.text()
    assert told.startswith("5: X wins ")
    assert f"({first.x_wins})" in told
    assert "20 games" in told
    viewport = chart.plot.viewport()
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, QPoint(9, 9), QPoint(9, 9)))
    user.linger(0.5)
    assert QToolTip.isVisible(), "it stays where the mouse rests"


def test_the_lab_says_that_its_charts_are_being_loaded(lab, user):
    assert "Loading…" in texts(lab.window)
    user.wait(lab.drawn)
    titles = [lab.window.tabs.tabText(i) for i in range(lab.window.tabs.count())]
    assert titles == ["Outcomes", "Time", "Strength", "Table", "Games"]
